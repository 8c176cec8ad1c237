//! Faults in how an event is read (section 4).

use uiconform_json::{Number, Object, Value, parse};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Verdict};

use super::tools::{
    accept_if, edit_meta, is, is_digits, known_as, refuse_if, text, with_joined_mask, with_names,
};
use super::{REDUCER, faults};

faults! {
    "op-must-come-first" aims ["AUE-2-05"] in REDUCER
    "Refuses an event whose first member is not `op`." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let event = Reference.read(text)?;
            let first = event.as_object().and_then(|event| event.names().next());
            let op_is_later =
                event.get("op").is_some() && first.is_some_and(|first| *first != "op");
            refuse_if(op_is_later).map(|()| event)
        }
    }

    "reads-compact-text-alone" aims ["AUE-2-05"] in REDUCER
    "Finds no member whose name is followed by white space." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            refuse_if(
                text.contains("\"op\" ") || text.contains("\"op\": ") || text.contains('\n'),
            )?;
            Reference.read(text)
        }
    }

    "reads-names-without-escapes" aims ["AUE-2-05"] in REDUCER
    "Compares member names as they are written, so that an escaped letter makes another name." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let event = Reference.read(text)?;
            let escaped = ["op", "seq"]
                .into_iter()
                .any(|name| event.get(name).is_some() && !text.contains(name));
            refuse_if(escaped).map(|()| event)
        }
    }

    "skips-what-is-no-object" aims ["AUE-4-01"] in REDUCER
    "Skips an event that is no object instead of refusing it." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Ok(match Reference.read(text)? {
                Value::Object(event) => event.into(),
                _ => ping(),
            })
        }
    }

    "unwraps-a-list-of-one" aims ["AUE-4-01"] in REDUCER
    "Takes a list that holds one event for that event." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Ok(match Reference.read(text)? {
                Value::Array(events) if events.len() == 1 => {
                    events.into_iter().next().unwrap_or_default()
                }
                event => event,
            })
        }
    }

    "skips-broken-text" aims ["AUE-4-02"] in REDUCER
    "Skips a text that cannot be parsed, as a parser of live output does until the rest arrives." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            match parse(text) {
                // Text that stops short is what it waits for; anything else it refuses.
                Err(error) if error.offset >= text.len() => Ok(ping()),
                _ => Reference.read(text),
            }
        }
    }

    "completes-truncated-text" aims ["AUE-4-02"] in REDUCER
    "Closes the strings, lists and objects that a truncated text leaves open." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference
                .read(text)
                .or_else(|rejection| parse(&completed(text)).map_err(|_| rejection))
        }
    }

    "reads-nan-as-null" aims ["AUE-4-03"] in REDUCER
    "Takes `NaN` and `Infinity` for null." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).or_else(|_| {
                Reference.read(
                    &text
                        .replace("-Infinity", "null")
                        .replace("Infinity", "null")
                        .replace("NaN", "null"),
                )
            })
        }
    }

    "ignores-text-after-the-event" aims ["AUE-4-04"] in REDUCER
    "Reads the first value of a text and leaves the rest." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            match parse(text) {
                Err(error) => parse(text.get(..error.offset).unwrap_or(text))
                    .or_else(|_| Reference.read(text)),
                Ok(event) => Ok(event),
            }
        }
    }

    "trims-all-white-space" aims ["AUE-4-02", "AUE-4-04"] in REDUCER
    "Removes around an event all that Unicode calls white space." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text.trim())
        }
    }

    "guesses-a-missing-op" aims ["AUE-4-05"] in REDUCER
    "Takes an event without `op` for what its slots look like." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let mut event = Reference.read(text)?;
            if let Some(members) = event.as_object_mut()
                && !members
                    .names()
                    .any(|name| name.to_string_lossy().eq_ignore_ascii_case("op"))
            {
                let op = match (
                    members.get("mask").and_then(Value::as_str),
                    members.contains("model"),
                ) {
                    (_, true) => "start",
                    (Some("meta.error"), _) => "error",
                    _ if members.contains("block") || members.contains("meta") => "set",
                    _ => "ping",
                };
                members.insert("op", op);
            }
            Ok(event)
        }
    }

    "skips-unknown-operations" aims ["AUE-4-06"] in REDUCER
    "Accepts an operation that it does not know and does nothing." => {
        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let unknown = |op: &str| {
                Op::ALL
                    .iter()
                    .all(|known| !known.name().eq_ignore_ascii_case(op))
            };
            accept_if(text(event, "op").is_some_and(unknown), verdict)
        }
    }

    "takes-op-out-of-a-list" aims ["AUE-4-06"] in REDUCER
    "Makes a string of `op`, so that a list of one name is that name." => {
        fn op(&mut self, op: Option<&Value>) -> Result<Op, Rejection> {
            match op.and_then(Value::as_array).map(|names| names.as_slice()) {
                Some([name]) => Reference.op(Some(name)),
                _ => Reference.op(op),
            }
        }
    }

    "operations-ignore-case" aims ["AUE-4-07"] in REDUCER
    "Knows the operations in any case, such as `Start`." => {
        fn op(&mut self, op: Option<&Value>) -> Result<Op, Rejection> {
            let lower = op
                .and_then(Value::as_str)
                .map(|op| Value::from(op.to_ascii_lowercase()));
            Reference.op(lower.as_ref().or(op))
        }
    }

    "mandatory-members-ignore-case" aims ["AUE-4-08"] in REDUCER
    "Knows `op` and `seq` in any case, as some decoders of JSON do." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Ok(with_names(Reference.read(text)?, |name| {
                known_as(name, &["op", "seq"], str::to_ascii_lowercase)
            }))
        }
    }

    "seq-may-be-missing" aims ["AUE-4-09"] in REDUCER
    "Accepts an event without `seq`." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(seq.is_none(), Reference.seq(seq))
        }
    }

    "seq-may-be-negative" aims ["AUE-4-10"] in REDUCER
    "Accepts a negative `seq`." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(
                number(seq).is_some_and(|seq| seq.is_negative() && seq.is_integer()),
                Reference.seq(seq),
            )
        }
    }

    "seq-may-be-fractional" aims ["AUE-4-11"] in REDUCER
    "Accepts a fractional `seq`." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(
                number(seq).is_some_and(|seq| !seq.is_integer() && !seq.is_negative()),
                Reference.seq(seq),
            )
        }
    }

    "seq-may-be-digits" aims ["AUE-4-12"] in REDUCER
    "Accepts a `seq` that is a string of digits." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(
                seq.and_then(Value::as_str).is_some_and(is_digits),
                Reference.seq(seq),
            )
        }
    }

    "seq-may-be-text" aims ["AUE-4-12"] in REDUCER
    "Accepts any string as `seq`." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(matches!(seq, Some(Value::String(_))), Reference.seq(seq))
        }
    }

    "seq-may-be-a-boolean" aims ["AUE-4-13"] in REDUCER
    "Accepts a boolean as `seq`, where a boolean is an integer of the language." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(matches!(seq, Some(Value::Bool(_))), Reference.seq(seq))
        }
    }

    "seq-may-be-null" aims ["AUE-4-14"] in REDUCER
    "Takes a `seq` of null for none." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(matches!(seq, Some(Value::Null)), Reference.seq(seq))
        }
    }

    "seq-may-be-a-list-or-an-object" aims ["AUE-4-37"] in REDUCER
    "Accepts a list or an object as `seq`, of which the language makes a number or none." => {
        fn seq(&mut self, seq: Option<&Value>) -> Verdict {
            accept_if(
                matches!(seq, Some(Value::Array(_) | Value::Object(_))),
                Reference.seq(seq),
            )
        }
    }

    "ts-must-not-go-back" aims ["AUE-4-17"] in REDUCER { latest: Option<Number> }
    "Refuses an event that is older than an earlier one by its `ts`." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest = None;
        }

        fn ts(&mut self, ts: &Value) -> Verdict {
            Reference.ts(ts)?;
            if let Value::Number(ts) = ts {
                refuse_if(
                    self.latest
                        .as_ref()
                        .is_some_and(|latest| ts.cmp_value(latest).is_lt()),
                )?;
                self.latest = Some(ts.clone());
            }
            Ok(())
        }
    }

    "ts-is-written-to-the-metadata" aims ["AUE-4-17"] in REDUCER
    "Notes the time of the latest event in the model." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), Some(ts), false, false) = (
                &verdict,
                event.get("ts"),
                is(event, Op::Ping),
                is(event, Op::End),
            ) {
                edit_meta(model, |meta| {
                    meta.insert("updated_at", ts.clone());
                });
            }
            verdict
        }
    }

    "event-types-must-be-known" aims ["AUE-4-18"] in REDUCER
    "Refuses an `event_type` that it has no handler for." => {
        fn text(&mut self, member: &'static str, value: &Value) -> Verdict {
            Reference.text(member, value)?;
            let known = |event_type: &str| event_type.starts_with("message.");
            refuse_if(member == "event_type" && !value.as_str().is_some_and(known))
        }
    }

    "event-type-decides-the-operation" aims ["AUE-4-18"] in REDUCER
    "Acts by an `event_type` that is named like an operation, whatever `op` says." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let mut event = Reference.read(text)?;
            let named = event
                .get("event_type")
                .and_then(Value::as_str)
                .and_then(Op::named);
            if let (Some(op), Some(members)) = (named, event.as_object_mut()) {
                members.insert("op", op.name());
            }
            Ok(event)
        }
    }

    "ts-may-be-negative" aims ["AUE-4-19"] in REDUCER
    "Accepts a negative `ts`." => {
        fn ts(&mut self, ts: &Value) -> Verdict {
            accept_if(
                ts.as_number().is_some_and(Number::is_negative),
                Reference.ts(ts),
            )
        }
    }

    "ts-may-be-fractional" aims ["AUE-4-19"] in REDUCER
    "Accepts a `ts` in fractions of a millisecond." => {
        fn ts(&mut self, ts: &Value) -> Verdict {
            accept_if(
                ts.as_number().is_some_and(|ts| !ts.is_integer()),
                Reference.ts(ts),
            )
        }
    }

    "ts-may-be-text" aims ["AUE-4-19"] in REDUCER
    "Accepts a `ts` that is a string or another value that is no number." => {
        fn ts(&mut self, ts: &Value) -> Verdict {
            accept_if(ts.as_number().is_none() && !ts.is_null(), Reference.ts(ts))
        }
    }

    "event-type-may-be-anything" aims ["AUE-4-20"] in REDUCER
    "Accepts an `event_type` that is not a string." => {
        fn text(&mut self, member: &'static str, value: &Value) -> Verdict {
            accept_if(
                member == "event_type" && !value.is_null(),
                Reference.text(member, value),
            )
        }
    }

    "stream-id-may-be-anything" aims ["AUE-4-21"] in REDUCER
    "Takes a `stream_id` that is not a string for none." => {
        fn text(&mut self, member: &'static str, value: &Value) -> Verdict {
            accept_if(
                member == "stream_id" && !value.is_null(),
                Reference.text(member, value),
            )
        }
    }

    "mask-may-be-anything" aims ["AUE-4-22"] in REDUCER
    "Takes a `mask` that is not a string for none." => {
        fn text(&mut self, member: &'static str, value: &Value) -> Verdict {
            accept_if(
                member == "mask" && !value.is_null(),
                Reference.text(member, value),
            )
        }
    }

    "append-masks-may-be-lists" aims ["AUE-4-22"] in REDUCER
    "Joins the mask of an append with dots when it is a list." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).map(|event| with_joined_mask(event, Op::Append))
        }
    }

    "errors-need-no-seq" aims ["AUE-4-09"] in REDUCER
    "Accepts an error without `seq`." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let mut event = Reference.read(text)?;
            if let Some(members) = event.as_object_mut()
                && members.get("op").and_then(Value::as_str) == Some("error")
                && members
                    .names()
                    .all(|name| !name.to_string_lossy().eq_ignore_ascii_case("seq"))
            {
                members.insert("seq", 0_u64);
            }
            Ok(event)
        }
    }

    "skips-what-cannot-be-parsed" aims ["AUE-4-02", "AUE-4-03", "AUE-4-04"] in REDUCER
    "Skips every text that is not JSON, since its parser's error is caught and forgotten." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).or_else(|_| Ok(ping()))
        }
    }

    "skips-an-odd-op" aims ["AUE-4-06"] in REDUCER
    "Accepts an event whose `op` is no string and does nothing." => {
        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            accept_if(
                event.get("op").is_some_and(|op| op.as_string().is_none()),
                verdict,
            )
        }
    }

    "reads-nan-as-zero" aims ["AUE-4-03"] in REDUCER
    "Takes `NaN` and `Infinity` for zero." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(text).or_else(|_| {
                Reference.read(
                    &text
                        .replace("-Infinity", "0")
                        .replace("Infinity", "0")
                        .replace("NaN", "0"),
                )
            })
        }
    }

    "reads-lines-of-server-sent-events" aims ["AUE-4-02"] in REDUCER
    "Takes the data of a server-sent event for the event itself." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Reference.read(
                text.strip_prefix("data:")
                    .unwrap_or(text)
                    .trim_end_matches('\n'),
            )
        }
    }

    "refuses-escapes" aims ["AUE-2-05"] in REDUCER
    "Knows no escapes of a slash, a quotation mark or a letter." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let letter = |digits: &str| {
                u32::from_str_radix(digits, 16).is_ok_and(|code| (0x20..0x300).contains(&code))
            };
            let escapes = text
                .split("\\u")
                .skip(1)
                .any(|rest| rest.get(..4).is_some_and(letter));
            refuse_if(escapes || text.contains("\\/"))?;
            Reference.read(text)
        }
    }
}

fn ping() -> Value {
    Object::from_iter([("op", Value::from("ping")), ("seq", Value::from(0_u64))]).into()
}

fn number(value: Option<&Value>) -> Option<&Number> {
    value.and_then(Value::as_number)
}

/// A text with what it leaves open closed.
fn completed(text: &str) -> String {
    let (mut closers, mut in_string, mut escaped) = (Vec::new(), false, false);
    for character in text.chars() {
        match character {
            _ if escaped => escaped = false,
            '\\' if in_string => escaped = true,
            '"' => in_string = !in_string,
            '{' if !in_string => closers.push('}'),
            '[' if !in_string => closers.push(']'),
            '}' | ']' if !in_string => {
                closers.pop();
            }
            _ => {}
        }
    }
    let mut completed = text.to_owned();
    completed.extend(in_string.then_some('"'));
    completed.extend(closers.into_iter().rev());
    completed
}
