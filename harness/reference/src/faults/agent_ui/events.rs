//! Faults in the reading of events (SSE Event).

use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agent_ui::{Became, Reference, Refusal};

use super::tools::{panel_data, refusal, text};
use super::{ANY, FRONTEND, ORDER, faults};

faults! {
    "event-names-in-any-case" aims ["AUI-2-02"] in ANY
    "Compares names of events without regard to case." => {
        fn brings_envelope(&mut self, event: &str) -> bool {
            event.eq_ignore_ascii_case("ui_envelope")
        }
    }

    "event-names-are-trimmed" aims ["AUI-2-02", "AUI-2-15"] in ANY
    "Compares names of events without the spaces around them." => {
        fn brings_envelope(&mut self, event: &str) -> bool {
            event.trim() == "ui_envelope"
        }
    }

    "event-names-that-hold-the-name" aims ["AUI-2-02"] in ANY
    "Takes every event whose name has `envelope` in it." => {
        fn brings_envelope(&mut self, event: &str) -> bool {
            event.contains("envelope")
        }
    }

    "events-of-every-name" aims ["AUI-2-02", "AUI-5-16"] in ANY
    "Takes every event that has a name, whatever it is." => {
        fn brings_envelope(&mut self, event: &str) -> bool {
            !event.is_empty()
        }
    }

    "events-without-a-name" aims ["AUI-2-02"] in ANY
    "Takes an event without a name for an envelope." => {
        fn brings_envelope(&mut self, event: &str) -> bool {
            event.is_empty() || event == "ui_envelope"
        }
    }

    "deprecated-events-bring-envelopes" aims ["AUI-5-16"] in ANY
    "Takes envelopes from `tool_call` and `artifacts` too." => {
        fn brings_envelope(&mut self, event: &str) -> bool {
            ["ui_envelope", "tool_call", "artifacts"].contains(&event)
        }
    }

    "inherited-event-names" aims ["AUI-2-02"] in ANY
    "Finds handlers of events in an object that inherits some." => {
        fn brings_envelope(&mut self, event: &str) -> bool {
            event == "ui_envelope" || super::tools::INHERITED.contains(&event)
        }
    }

    "one-envelope-a-stream" aims ["AUI-1-06"] in ANY { seen: bool }
    "Takes one envelope and no more." => {
        fn begin(&mut self) {
            self.seen = false;
        }
        fn brings_envelope(&mut self, event: &str) -> bool {
            event == "ui_envelope" && !std::mem::replace(&mut self.seen, true)
        }
    }

    "one-event-a-stream" aims ["AUI-2-01"] in ANY { seen: bool }
    "Takes the first event and no more, whatever its name." => {
        fn begin(&mut self) {
            self.seen = false;
        }
        fn brings_envelope(&mut self, event: &str) -> bool {
            !std::mem::replace(&mut self.seen, true) && event == "ui_envelope"
        }
    }

    "a-time-of-zero-is-none" aims ["AUI-2-01"] in ANY
    "Takes a time that is zero for none." => {
        fn created_at(&mut self, data: &Object) -> Result<Value, Refusal> {
            match data.get("created_at") {
                Some(Value::Number(time)) if *time == Number::from(0_u64) => Err(refusal()),
                _ => Reference.created_at(data),
            }
        }
    }

    "times-of-32-bits" aims ["AUI-2-01"] in ANY
    "Refuses times beyond the year 2038, in milliseconds." => {
        fn created_at(&mut self, data: &Object) -> Result<Value, Refusal> {
            match data.get("created_at") {
                Some(Value::Number(time)) if time.to_f64() > 2_147_483_647_000.0 => Err(refusal()),
                _ => Reference.created_at(data),
            }
        }
    }

    "times-only-go-on" aims ["AUI-2-01"] in ANY { last: f64 }
    "Refuses an event that is older than the one before it." => {
        fn begin(&mut self) {
            self.last = f64::MIN;
        }
        fn created_at(&mut self, data: &Object) -> Result<Value, Refusal> {
            let time = Reference.created_at(data)?;
            let now = time.as_number().map_or(0.0, Number::to_f64);
            if now < self.last {
                return Err(refusal());
            }
            self.last = now;
            Ok(time)
        }
    }

    "envelope-ids-are-words" aims ["AUI-2-01"] in ANY
    "Takes identifiers of ASCII letters, digits and hyphens alone." => {
        fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            let id = Reference.envelope_id(data)?;
            let is_word = |sign: u32| char::from_u32(sign).is_some_and(|sign| sign.is_ascii_alphanumeric() || sign == '-');
            let is_one = id.code_points().all(is_word);
            match is_one {
                true => Ok(id),
                false => Err(refusal()),
            }
        }
    }

    "ids-begin-with-a-letter" aims ["AUI-2-01"] in ANY
    "Takes identifiers that begin with a letter alone." => {
        fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            let id = Reference.envelope_id(data)?;
            match id.as_str().is_some_and(|id| id.starts_with(char::is_alphabetic)) {
                true => Ok(id),
                false => Err(refusal()),
            }
        }
    }

    "ids-are-numbers-where-they-look-like-it" aims ["AUI-2-01"] in ANY { seen: Vec<u64> }
    "Takes ids for one that are the same as numbers, and refuses the second." => {
        fn begin(&mut self) {
            self.seen.clear();
        }
        fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            let id = Reference.envelope_id(data)?;
            if let Some(number) = id.as_str().and_then(|id| id.parse::<f64>().ok()) {
                let bits = number.to_bits();
                if self.seen.contains(&bits) {
                    return Err(refusal());
                }
                self.seen.push(bits);
            }
            Ok(id)
        }
    }

    "short-ids" aims ["AUI-2-01"] in ANY
    "Refuses identifiers of more than sixteen characters." => {
        fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            let id = Reference.envelope_id(data)?;
            match id.len() <= 16 {
                true => Ok(id),
                false => Err(refusal()),
            }
        }
    }

    "sessions-are-words" aims ["AUI-2-01"] in ANY
    "Takes sessions of one lower-case letter and more of them alone." => {
        fn session_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            let id = Reference.session_id(data)?;
            match id.as_str().is_some_and(|id| id.bytes().all(|sign| sign.is_ascii_lowercase())) {
                true => Ok(id),
                false => Err(refusal()),
            }
        }
    }

    "what-is-no-data-is-shown-as-it-is" aims ["AUI-2-04"] in ANY
    "Shows data that is no object, or has no envelope, on a panel." => {
        fn data_object(&mut self, data: &Value) -> Result<Object, Refusal> {
            match data.as_object().filter(|data| data.contains("envelope")) {
                Some(_) => Reference.data_object(data),
                None => Ok(panel_data(data)),
            }
        }
    }

    "an-envelope-without-its-event" aims ["AUI-2-04"] in ANY
    "Takes data that is an envelope itself." => {
        fn data_object(&mut self, data: &Value) -> Result<Object, Refusal> {
            let object = Reference.data_object(data)?;
            match object.contains("kind") && !object.contains("envelope") {
                true => Ok(panel_data(data)),
                false => Ok(object),
            }
        }
    }

    "data-in-a-list" aims ["AUI-2-04"] in ANY
    "Takes the first element of data that is a list." => {
        fn data_object(&mut self, data: &Value) -> Result<Object, Refusal> {
            let first = data.as_array().and_then(|list| list.first());
            Reference.data_object(first.unwrap_or(data))
        }
    }

    "stops-where-data-is-no-object" aims ["AUI-2-04"] in ANY { stopped: bool }
    "Takes nothing more after data that is no object." => {
        fn begin(&mut self) {
            self.stopped = false;
        }
        fn data_object(&mut self, data: &Value) -> Result<Object, Refusal> {
            self.stopped |= data.as_object().is_none();
            match self.stopped {
                true => Err(refusal()),
                false => Reference.data_object(data),
            }
        }
    }

    "an-envelope-may-be-missing" aims ["AUI-2-08"] in ANY
    "Says nothing of an event that it cannot read." => {
        fn unread(&mut self, _refusal: &Refusal) -> Option<String> {
            None
        }
    }

    "envelope-ids-are-made-up" aims ["AUI-2-05"] in FRONTEND
    "Makes up an identifier where there is none that is a string." => {
        fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            Ok(Reference.envelope_id(data).unwrap_or_else(|_| "made-up".into()))
        }
    }

    "ids-in-camel-case" aims ["AUI-2-05"] in FRONTEND
    "Takes the names of records in events too." => {
        fn envelope_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            match text(data, "envelopeId") {
                Some(id) => Ok(id.into()),
                None => Reference.envelope_id(data),
            }
        }
        fn session_id(&mut self, data: &Object) -> Result<JsonString, Refusal> {
            match text(data, "sessionId") {
                Some(id) => Ok(id.into()),
                None => Reference.session_id(data),
            }
        }
        fn created_at(&mut self, data: &Object) -> Result<Value, Refusal> {
            match data.get("createdAt") {
                Some(time) => Ok(time.clone()),
                None => Reference.created_at(data),
            }
        }
    }

    "sessions-are-not-looked-at" aims ["AUI-2-06"] in FRONTEND
    "Takes an event whatever its session is." => {
        fn session_id(&mut self, _data: &Object) -> Result<JsonString, Refusal> {
            Ok(JsonString::new())
        }
    }

    "times-are-not-looked-at" aims ["AUI-2-07"] in FRONTEND
    "Takes an event whatever its time is." => {
        fn created_at(&mut self, data: &Object) -> Result<Value, Refusal> {
            Ok(Reference.created_at(data).unwrap_or_else(|_| 0_u64.into()))
        }
    }

    "further-members-of-data-are-refused" aims ["AUI-2-09"] in ANY
    "Refuses data with members that it does not know." => {
        fn data_object(&mut self, data: &Value) -> Result<Object, Refusal> {
            let object = Reference.data_object(data)?;
            match object.len() <= 4 {
                true => Ok(object),
                false => Err(refusal()),
            }
        }
    }

    "members-of-the-data-count-for-the-envelope" aims ["AUI-2-09"] in ANY
    "Lets members of the data take the place of those of the envelope." => {
        fn envelope(&mut self, data: &Object) -> Result<Value, Refusal> {
            let mut envelope = Reference.envelope(data)?;
            if let Some(object) = envelope.as_object_mut() {
                for name in ["kind", "surface"] {
                    if let Some(value) = data.get(name) {
                        object.insert(name, value.clone());
                    }
                }
            }
            Ok(envelope)
        }
    }

    "members-stay-from-the-envelope-before" aims ["AUI-3-05"] in ANY { last: Object }
    "Fills in what an envelope lacks from the one before it." => {
        fn begin(&mut self) {
            self.last = Object::new();
        }
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            let mut object = Reference.object(envelope)?;
            for (name, value) in self.last.iter() {
                if object.get_name(name).is_none() {
                    object.insert(name, value.clone());
                }
            }
            self.last = object.clone();
            Ok(object)
        }
    }

    "stops-after-a-rejection" aims ["AUI-1-06"] in ANY { stopped: bool }
    "Renders nothing more after an envelope that was rejected." => {
        fn begin(&mut self) {
            self.stopped = false;
        }
        fn concluded(&mut self, became: &mut Became) {
            self.stopped |= matches!(became, Became::Rejected(_) | Became::Error(_));
        }
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            match self.stopped {
                true => Err(refusal()),
                false => Reference.object(envelope),
            }
        }
    }

    "five-envelopes-are-enough" aims ["AUI-1-06"] in ANY { count: u32 }
    "Renders four envelopes and no more." => {
        fn begin(&mut self) {
            self.count = 0;
        }
        fn object(&mut self, envelope: &Value) -> Result<Object, Refusal> {
            self.count += 1;
            match self.count > 4 {
                true => Err(refusal()),
                false => Reference.object(envelope),
            }
        }
    }

    "newest-first" aims ["AUI-4-20", "AUI-5-20"] in ORDER
    "Takes events that come together from the last to the first." => {
        fn arrange(&mut self, events: &mut Vec<(String, Value)>) {
            events.reverse();
        }
    }

    "by-their-times" aims ["AUI-4-20", "AUI-5-20"] in ORDER
    "Takes events that come together in the order of their times." => {
        fn arrange(&mut self, events: &mut Vec<(String, Value)>) {
            let time = |data: &Value| data.get("created_at").and_then(Value::as_number).map_or(0.0, Number::to_f64);
            events.sort_by(|(_, a), (_, b)| time(a).total_cmp(&time(b)));
        }
    }
}
