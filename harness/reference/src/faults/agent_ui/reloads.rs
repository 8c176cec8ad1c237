//! Faults in what is shown again (State Persistence).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{
    Again, Became, Entry, Kind, Program, Record, Reference, Refusal, Registry, Status,
};

use super::tools::{INHERITED, refusal, retain};
use super::{RECORDS, faults};

/// Judges the record anew, and remembers that this is about one.
fn judged(reloading: &mut bool) -> Again {
    *reloading = true;
    Again::Judge
}

faults! {
    "nothing-is-persisted" aims ["AUI-5-10"] in RECORDS
    "Finds no records after a reload." => {
        fn read(&mut self, _message: &Value) -> Vec<Record> {
            Vec::new()
        }
    }

    "only-what-was-rendered-is-read" aims ["AUI-5-10"] in RECORDS
    "Reads the records alone that say `rendered`." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            records.retain(|record| record.status == Status::Rendered);
            records
        }
    }

    "one-record-is-read" aims ["AUI-5-10"] in RECORDS
    "Reads one record of a message." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            records.truncate(1);
            records
        }
    }

    "known-members-are-read" aims ["AUI-5-10"] in RECORDS
    "Reads envelopes without members that it does not know, and without inherited names." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            for record in &mut records {
                if let Some(envelope) = record.envelope.as_object_mut() {
                    retain(envelope, |name, _| *name != "title" && *name != "more");
                    if let Some(props) = envelope.get_mut("props").and_then(Value::as_object_mut) {
                        retain(props, |name, _| !INHERITED.iter().any(|inherited| *name == *inherited));
                    }
                }
            }
            records
        }
    }

    "ids-are-read-as-ascii" aims ["AUI-5-10"] in RECORDS
    "Reads ids without letters beyond ASCII." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            for record in &mut records {
                let id: String = record.id.to_string_lossy().chars().filter(char::is_ascii).collect();
                record.id = id.as_str().into();
            }
            records
        }
    }

    "invalid-records-lose-the-others" aims ["AUI-5-10"] in RECORDS
    "Reads no record of a message that has one with an unknown kind." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let records = Reference.read(message);
            let is_known = |record: &Record| {
                let kind = record.envelope.get("kind").and_then(Value::as_str);
                Kind::ALL.iter().any(|(known, _)| Some(*known) == kind)
            };
            if records.iter().all(is_known) { records } else { Vec::new() }
        }
    }

    "a-second-reload-loses-all" aims ["AUI-5-10"] in RECORDS { reloads: u32 }
    "Finds records after one reload, and none after another." => {
        fn begin(&mut self) {
            self.reloads = 0;
        }
        fn read(&mut self, message: &Value) -> Vec<Record> {
            self.reloads += 1;
            if self.reloads > 1 { Vec::new() } else { Reference.read(message) }
        }
    }

    "times-are-renewed-by-a-reload" aims ["AUI-5-11"] in RECORDS
    "Gives what is shown again the time of now." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            for record in &mut records {
                record.created_at = 1_800_000_000_000_u64.into();
            }
            records
        }
    }

    "statuses-are-pending-after-a-reload" aims ["AUI-5-11"] in RECORDS
    "Takes all that is shown again for pending, and leaves it so." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            for record in &mut records {
                record.status = Status::Pending;
            }
            records
        }
        fn settled(&mut self, before: Status, _became: &Became) -> Status {
            before
        }
    }

    "statuses-of-actions-and-fallbacks-are-lost" aims ["AUI-5-11"] in RECORDS
    "Takes map actions that are shown again for failed." => {
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            for record in &mut records {
                if record.envelope.get("action").is_some() {
                    record.status = Status::Error;
                }
            }
            records
        }
    }

    "records-need-no-list" aims ["AUI-5-12"] in RECORDS { reloading: bool }
    "Renders what is shown again without looking into the registry." => {
        fn begin(&mut self) {
            self.reloading = false;
        }
        fn again(&mut self, _record: &Record) -> Again {
            judged(&mut self.reloading)
        }
        fn listed(&mut self, kind: Kind, name: &JsonString, registry: &Registry) -> Result<(), Refusal> {
            if self.reloading { Ok(()) } else { Reference.listed(kind, name, registry) }
        }
        fn entry(&mut self, kind: Kind, name: &JsonString, program: &Program) -> Result<Entry, Refusal> {
            let any = Entry {
                name: name.clone(),
                fits: |_| Ok(()),
            };
            Reference.entry(kind, name, program).or_else(|why| if self.reloading { Ok(any) } else { Err(why) })
        }
    }

    "a-message-needs-a-list" aims ["AUI-5-13"] in RECORDS { stopped: bool }
    "Takes nothing after a message without a list of envelopes." => {
        fn begin(&mut self) {
            self.stopped = false;
        }
        fn read(&mut self, message: &Value) -> Vec<Record> {
            self.stopped |= message.get("uiEnvelopes").is_none();
            Reference.read(message)
        }
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            if self.stopped { Err(refusal()) } else { Reference.object(envelope) }
        }
    }

    "a-list-needs-an-element" aims ["AUI-5-13"] in RECORDS { stopped: bool }
    "Takes nothing after a message whose list of envelopes is empty." => {
        fn begin(&mut self) {
            self.stopped = false;
        }
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let list = message.get("uiEnvelopes").and_then(Value::as_array);
            self.stopped |= list.is_some_and(|list| list.is_empty());
            Reference.read(message)
        }
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            if self.stopped { Err(refusal()) } else { Reference.object(envelope) }
        }
    }

    "nothing-is-rendered-again" aims ["AUI-5-14"] in RECORDS
    "Renders nothing of what is shown again." => {
        fn again(&mut self, _record: &Record) -> Again {
            Again::Leave
        }
    }

    "records-of-any-version" aims ["AUI-5-15"] in RECORDS { reloading: bool }
    "Renders what is shown again without looking at its version." => {
        fn begin(&mut self) {
            self.reloading = false;
        }
        fn again(&mut self, _record: &Record) -> Again {
            judged(&mut self.reloading)
        }
        fn version(&mut self, kind: Kind, envelope: &Object) -> Result<(), Refusal> {
            if self.reloading { Ok(()) } else { Reference.version(kind, envelope) }
        }
    }

    "records-of-any-form" aims ["AUI-5-15"] in RECORDS { reloading: bool }
    "Renders what is shown again with what it is called, wherever, and whatever it has." => {
        fn begin(&mut self) {
            self.reloading = false;
        }
        fn again(&mut self, _record: &Record) -> Again {
            judged(&mut self.reloading)
        }
        fn kind(&mut self, envelope: &Object) -> Result<Kind, Refusal> {
            Reference.kind(envelope).or_else(|why| if self.reloading { Ok(Kind::Component) } else { Err(why) })
        }
        fn surface(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            Reference.surface(kind, envelope).or_else(|why| if self.reloading { Ok("canvas".into()) } else { Err(why) })
        }
        fn grammar(&mut self, envelope: &Object) -> Result<JsonString, Refusal> {
            Reference.grammar(envelope).or_else(|why| if self.reloading { Ok("echarts-safe-subset".into()) } else { Err(why) })
        }
        fn name(&mut self, kind: Kind, envelope: &Object) -> Result<JsonString, Refusal> {
            Reference.name(kind, envelope).or_else(|why| if self.reloading { Ok("fixture_panel".into()) } else { Err(why) })
        }
        fn fits(&mut self, kind: Kind, entry: &Entry, value: &Value) -> Result<(), Refusal> {
            if self.reloading { Ok(()) } else { Reference.fits(kind, entry, value) }
        }
    }

    "what-is-no-longer-listed-is-gone" aims ["AUI-5-25"] in RECORDS { unlisted: bool }
    "Persists `unlisted` for what the registry no longer lists." => {
        fn begin(&mut self) {
            self.unlisted = false;
        }
        fn concluded(&mut self, became: &mut Became) {
            self.unlisted |= matches!(became, Became::Rejected(why) if why.starts_with("AUI-4-02"));
        }
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            let mut records = Reference.persisted(records);
            if self.unlisted {
                for record in &mut records {
                    record.insert("renderStatus", "unlisted");
                }
            }
            records
        }
    }
}
