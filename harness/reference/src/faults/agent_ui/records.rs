//! Faults in what is persisted (State Persistence).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agent_ui::{Became, Record, Reference, Status, Steps as _};

use super::tools::{INHERITED, map_values, mapped, retain, throughout};
use super::{RECORDS, faults};

/// The records with some members changed.
fn changed(records: &[Record], change: impl Fn(&mut Object)) -> Vec<Object> {
    let mut records = Reference.persisted(records);
    records.iter_mut().for_each(change);
    records
}

/// The records with their envelopes changed.
fn with_envelopes(records: &[Record], change: impl Fn(&mut Object)) -> Vec<Object> {
    changed(records, |record| {
        if let Some(envelope) = record.get_mut("envelope").and_then(Value::as_object_mut) {
            change(envelope);
        }
    })
}

/// The records with their ids changed.
fn with_ids(records: &[Record], change: impl Fn(&str) -> String) -> Vec<Object> {
    changed(records, |record| {
        if let Some(id) = record.get("envelopeId").and_then(Value::as_string) {
            let id = mapped(id, &change);
            record.insert("envelopeId", id);
        }
    })
}

const MEMBERS: [&str; 11] = [
    "kind",
    "schemaVersion",
    "surface",
    "component",
    "grammar",
    "action",
    "props",
    "spec",
    "params",
    "data",
    "fallbackText",
];

fn is_action(envelope: &Object) -> bool {
    envelope.get("kind").and_then(Value::as_str) == Some("map_action")
}

faults! {
    "ids-of-records-have-no-spaces" aims ["AUI-5-01"] in RECORDS
    "Leaves out the spaces in ids of records." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_ids(records, |id| id.replace(' ', ""))
        }
    }

    "ids-of-records-are-words" aims ["AUI-5-01"] in RECORDS
    "Keeps the ASCII letters of ids alone." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_ids(records, |id| id.chars().filter(char::is_ascii_alphanumeric).collect())
        }
    }

    "ids-of-records-are-numbers-where-they-look-like-it" aims ["AUI-5-01"] in RECORDS
    "Persists an id of digits as a number." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            changed(records, |record| {
                let number = record.get("envelopeId").and_then(Value::as_str).and_then(|id| id.parse::<u64>().ok());
                if let Some(number) = number {
                    record.insert("envelopeId", number);
                }
            })
        }
    }

    "ids-of-inherited-names-are-lost" aims ["AUI-5-01"] in RECORDS
    "Loses records whose id is a name that objects inherit." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            let mut records = Reference.persisted(records);
            records.retain(|record| {
                let id = record.get("envelopeId").and_then(Value::as_str);
                !id.is_some_and(|id| INHERITED.contains(&id))
            });
            records
        }
    }

    "records-in-snake-case" aims ["AUI-5-01"] in RECORDS
    "Persists records under the names that events have." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            let renamed = Reference.persisted(records).into_iter().map(|record| {
                let members = record.iter().map(|(name, value)| {
                    let name = match name.as_str() {
                        Some("envelopeId") => "envelope_id".into(),
                        Some("createdAt") => "created_at".into(),
                        _ => name.clone(),
                    };
                    (name, value.clone())
                });
                Object::from_iter(members)
            });
            renamed.collect()
        }
        fn read(&mut self, message: &Value) -> Vec<Record> {
            Reference.read(message)
        }
    }

    "the-first-record-is-kept" aims ["AUI-5-01"] in RECORDS
    "Keeps one record and no more." => {
        fn keep(&mut self, records: &mut Vec<Record>, record: Record) {
            if records.is_empty() {
                records.push(record);
            }
        }
    }

    "surplus-members-are-not-persisted" aims ["AUI-5-02"] in RECORDS
    "Persists the members of an envelope that it knows." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                retain(envelope, |name, _| MEMBERS.iter().any(|known| *name == *known));
            })
        }
    }

    "surplus-members-of-map-actions-are-not-persisted" aims ["AUI-5-02"] in RECORDS
    "Persists of a map action what it has used." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                if is_action(envelope) {
                    retain(envelope, |name, _| {
                        *name != "data" && MEMBERS.iter().any(|known| *name == *known)
                    });
                }
            })
        }
    }

    "actions-are-persisted-without-params" aims ["AUI-5-02"] in RECORDS
    "Persists map actions without their params." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                if is_action(envelope) {
                    envelope.remove("params");
                }
            })
        }
    }

    "charts-are-persisted-without-data" aims ["AUI-5-02"] in RECORDS
    "Persists charts without their data." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                if envelope.contains("spec") {
                    envelope.remove("data");
                }
            })
        }
    }

    "optional-members-are-not-persisted" aims ["AUI-5-02"] in RECORDS
    "Persists envelopes without their fallback texts." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                envelope.remove("fallbackText");
            })
        }
    }

    "nulls-are-not-persisted" aims ["AUI-5-02"] in RECORDS
    "Persists envelopes without members that are null." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| retain(envelope, |_, value| !value.is_null()))
        }
    }

    "inherited-names-are-not-persisted" aims ["AUI-5-02"] in RECORDS
    "Persists envelopes and props without members of inherited names." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            let is_own = |name: &JsonString| !INHERITED.iter().any(|inherited| *name == *inherited);
            with_envelopes(records, |envelope| {
                retain(envelope, |name, _| is_own(name));
                if let Some(props) = envelope.get_mut("props").and_then(Value::as_object_mut) {
                    retain(props, |name, _| is_own(name));
                }
            })
        }
    }

    "ascii-is-persisted" aims ["AUI-5-02"] in RECORDS
    "Replaces letters beyond ASCII in persisted envelopes." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                let value = map_values(&Value::Object(envelope.clone()), |text| {
                    text.chars().map(|sign| if sign.is_ascii() { sign } else { '?' }).collect()
                });
                if let Value::Object(value) = value {
                    *envelope = value;
                }
            })
        }
    }

    "numbers-are-persisted-as-integers" aims ["AUI-5-02"] in RECORDS
    "Persists the numbers of props as integers of 32 bits." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                if let Some(props) = envelope.get_mut("props") {
                    *props = throughout(std::mem::take(props), |value| {
                        if let Value::Number(number) = value {
                            *value = i64::from(number.to_f64() as i32).into();
                        }
                    });
                }
            })
        }
    }

    "components-are-persisted-as-shown" aims ["AUI-5-02"] in RECORDS
    "Persists components with a title." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            with_envelopes(records, |envelope| {
                if envelope.contains("component") {
                    envelope.insert("title", "Panel");
                }
            })
        }
    }

    "fallback-texts-count-as-fallbacks" aims ["AUI-5-03"] in RECORDS
    "Persists what was rendered as a fallback if it has a fallback text." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            changed(records, |record| {
                if record.get("envelope").and_then(|envelope| envelope.get("fallbackText")).is_some() {
                    record.insert("renderStatus", "fallback");
                }
            })
        }
    }

    "what-is-rendered-stays-pending" aims ["AUI-5-03", "AUI-5-05"] in RECORDS
    "Persists what was rendered as pending." => {
        fn status(&mut self, became: &Became) -> Option<Status> {
            match became {
                Became::Rendered => Some(Status::Pending),
                became => Reference.status(became),
            }
        }
    }

    "everything-is-recorded-as-rendered" aims ["AUI-5-04"] in RECORDS
    "Persists every envelope as rendered." => {
        fn status(&mut self, became: &Became) -> Option<Status> {
            match became {
                Became::Pending => Some(Status::Pending),
                _ => Some(Status::Rendered),
            }
        }
    }

    "what-is-rejected-is-recorded-as-rendered" aims ["AUI-5-04"] in RECORDS
    "Persists what was rejected as rendered." => {
        fn status(&mut self, became: &Became) -> Option<Status> {
            Reference.status(became).or(Some(Status::Rendered))
        }
    }

    "what-failed-stays-pending" aims ["AUI-5-05"] in RECORDS
    "Persists an envelope whose renderer threw as pending." => {
        fn status(&mut self, became: &Became) -> Option<Status> {
            match became {
                Became::Error(_) => Some(Status::Pending),
                became => Reference.status(became),
            }
        }
    }

    "reports-change-no-record" aims ["AUI-5-05"] in RECORDS { held: bool }
    "Leaves a record as it was when its renderer reports." => {
        fn begin(&mut self) {
            self.held = false;
        }
        fn status(&mut self, became: &Became) -> Option<Status> {
            if *became == Became::Pending {
                self.held = true;
            }
            match self.held && *became == Became::Rendered {
                true => Some(Status::Pending),
                false => Reference.status(became),
            }
        }
    }

    "times-of-records-are-seconds" aims ["AUI-5-06"] in RECORDS
    "Persists times in seconds." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            changed(records, |record| {
                let time = record.get("createdAt").and_then(Value::as_number).map(|time| time.to_f64() / 1000.0);
                if let Some(time) = time {
                    record.insert("createdAt", time as i64);
                }
            })
        }
        fn read(&mut self, message: &Value) -> Vec<Record> {
            Reference.read(message)
        }
    }

    "times-of-records-are-now" aims ["AUI-5-06", "AUI-5-11"] in RECORDS
    "Persists the time at which it persists." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            changed(records, |record| {
                record.insert("createdAt", 1_800_000_000_000_u64);
            })
        }
    }

    "errors-of-records-are-objects" aims ["AUI-5-07"] in RECORDS
    "Persists an object as the error of every record." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            changed(records, |record| {
                let message = record.get("error").cloned().unwrap_or_default();
                record.insert("error", Object::from_iter([("message", message)]));
            })
        }
    }

    "what-is-held-is-recorded-as-rendered" aims ["AUI-5-17"] in RECORDS
    "Persists an envelope as rendered while its renderer has not reported." => {
        fn status(&mut self, became: &Became) -> Option<Status> {
            match became {
                Became::Pending => Some(Status::Rendered),
                became => Reference.status(became),
            }
        }
    }

    "what-is-held-is-loading" aims ["AUI-5-25", "AUI-5-17"] in RECORDS
    "Persists `loading` while a renderer has not reported." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            changed(records, |record| {
                if record.get("renderStatus").and_then(Value::as_str) == Some("pending") {
                    record.insert("renderStatus", "loading");
                }
            })
        }
    }

    "a-record-for-each-status" aims ["AUI-5-18"] in RECORDS
    "Persists every envelope as pending, and once more as what it has become." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            let records = Reference.persisted(records).into_iter();
            records.flat_map(|record| {
                let mut second = record.clone();
                second.insert("attempt", 2_u64);
                [record, second]
            }).collect()
        }
        fn read(&mut self, message: &Value) -> Vec<Record> {
            let mut records = Reference.read(message);
            records.dedup();
            records
        }
    }

    "fallbacks-are-recorded-as-errors" aims ["AUI-5-19"] in RECORDS
    "Persists what fell back as an error." => {
        fn status(&mut self, became: &Became) -> Option<Status> {
            match became {
                Became::Fallback(_) => Some(Status::Error),
                became => Reference.status(became),
            }
        }
    }

    "failures-are-not-recorded" aims ["AUI-5-19"] in RECORDS
    "Persists nothing of an envelope whose renderer threw." => {
        fn status(&mut self, became: &Became) -> Option<Status> {
            match became {
                Became::Error(_) => None,
                became => Reference.status(became),
            }
        }
    }

    "records-are-sorted" aims ["AUI-5-20"] in RECORDS
    "Persists records in the order of their ids." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            let mut records = records.to_vec();
            records.sort_by(|a, b| a.id.cmp(&b.id));
            Reference.persisted(&records)
        }
    }

    "records-by-their-times" aims ["AUI-5-20"] in RECORDS
    "Persists records in the order of their times." => {
        fn persisted(&mut self, records: &[Record]) -> Vec<Object> {
            let time = |record: &Record| record.created_at.as_number().map_or(0.0, |time| time.to_f64());
            let mut records = records.to_vec();
            records.sort_by(|a, b| time(a).total_cmp(&time(b)));
            Reference.persisted(&records)
        }
    }
}
