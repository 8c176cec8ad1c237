//! Faults in what becomes of values (sections 7 and 8), and limits that are too low.

use uiconform_json::{Array, JsonString, Number, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Verdict};

use super::tools::{composed, is, map_values, named, path, refuse_if, retain, text, throughout};
use super::{REDUCER, faults};

faults! {
    "only-known-domains" aims ["AUE-7-01"] in REDUCER
    "Refuses a start with a `biz` that it has no rules for." => {
        fn biz(&mut self, biz: Option<&Value>) -> Verdict {
            Reference.biz(biz)?;
            refuse_if(
                !biz.and_then(Value::as_str)
                    .is_some_and(|biz| ["chat", "agent", "docs", "search"].contains(&biz)),
            )
        }
    }

    "unknown-domains-are-read-only" aims ["AUE-7-01"] in REDUCER { unknown: bool }
    "Does nothing with the text of models whose `biz` it has no rules for." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            let biz = model
                .and_then(|model| model.document().get("biz"))
                .and_then(Value::as_str);
            self.unknown = biz.is_some_and(|biz| biz == "beekeeping");
        }

        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            if !self.unknown {
                Reference.join_text(target, delta);
            }
        }
    }

    "only-plain-types" aims ["AUE-7-02"] in REDUCER
    "Refuses a block whose type has other characters than small letters." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            Reference.block_type(op, block_type)?;
            let plain = |name: &str| name.bytes().all(|byte| byte.is_ascii_lowercase());
            refuse_if(!block_type.and_then(Value::as_str).is_some_and(plain))
        }
    }

    "unknown-types-become-text" aims ["AUE-7-02"] in REDUCER
    "Gives a block of a type that it does not know the type `unknown`." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            super::tools::each_block(op, value, |block| {
                let odd = |name: &str| name.bytes().any(|byte| !byte.is_ascii_lowercase());
                if block.get("type").and_then(Value::as_str).is_some_and(odd) {
                    block.insert("type", "unknown");
                }
            })
        }
    }

    "field-sets-drop-unknown-members" aims ["AUE-7-03"] in REDUCER
    "Rebuilds a block of which a field is set from the members that it knows." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && is(event, Op::Set) && text(event, "mask").is_some() {
                rebuild(model, event);
            }
            verdict
        }
    }

    "appends-drop-unknown-members" aims ["AUE-7-03"] in REDUCER
    "Rebuilds a block that is appended to from the members that it knows." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && is(event, Op::Append) {
                rebuild(model, event);
            }
            verdict
        }
    }

    "strings-are-composed" aims ["AUE-7-04"] in REDUCER
    "Brings strings into a Unicode normal form." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, composed)
        }
    }

    "strings-are-trimmed" aims ["AUE-7-04"] in REDUCER
    "Removes the white space at the ends of strings, save of deltas." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op == Op::Append {
                value.clone()
            } else {
                map_values(value, |text| text.trim().to_owned())
            }
        }
    }

    "line-ends-are-unified" aims ["AUE-7-04"] in REDUCER
    "Makes one line feed of a carriage return and a line feed." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| text.replace("\r\n", "\n"))
        }
    }

    "control-characters-are-dropped" aims ["AUE-7-04"] in REDUCER
    "Drops control characters other than white space." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.chars()
                    .filter(|c| !c.is_control() || c.is_whitespace())
                    .collect()
            })
        }
    }

    "strings-end-at-nul" aims ["AUE-7-04"] in REDUCER
    "Cuts a string at its first NUL, as C does." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.split('\0').next().unwrap_or_default().to_owned()
            })
        }
    }

    "astral-characters-are-replaced" aims ["AUE-7-04"] in REDUCER
    "Replaces characters beyond the basic plane." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.chars()
                    .map(|c| if c > '\u{ffff}' { '\u{fffd}' } else { c })
                    .collect()
            })
        }
    }

    "invisible-characters-are-dropped" aims ["AUE-7-04"] in REDUCER
    "Drops the byte order mark and characters of no width." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            let invisible = ['\u{feff}', '\u{200b}', '\u{2060}', '\u{ad}'];
            map_values(value, |text| text.replace(invisible, ""))
        }
    }

    "noncharacters-are-dropped" aims ["AUE-7-04"] in REDUCER
    "Drops code points that are no characters." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.chars()
                    .filter(|c| u32::from(*c) & 0xFFFE != 0xFFFE)
                    .collect()
            })
        }
    }

    "backslashes-are-read-twice" aims ["AUE-7-04"] in REDUCER
    "Takes a backslash in a string for the begin of an escape." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.replace("\\n", "\n").replace("\\\\", "\\")
            })
        }
    }

    "placeholders-are-filled-in" aims ["AUE-7-04"] in REDUCER
    "Fills in what looks like a placeholder." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.replace("{0}", "")
                    .replace("${user}", "")
                    .replace("%s", "")
                    .replace("%25", "%")
            })
        }
    }

    "numbers-have-24-bits" aims ["AUE-7-05"] in REDUCER
    "Keeps numbers in single precision." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_numbers(value, |number| {
                Number::parse(&format!("{}", number.to_f64() as f32))
            })
        }
    }

    "integers-have-32-bits" aims ["AUE-7-05"] in REDUCER
    "Keeps integers in 32 bits and lets them wrap." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_numbers(value, |number| {
                number.to_i64().map(|number| Number::from(number as i32))
            })
        }
    }

    "decimals-have-six-places" aims ["AUE-7-05"] in REDUCER
    "Rounds numbers to six decimal places." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_numbers(value, |number| {
                if number.is_integer() {
                    None
                } else {
                    Number::parse(&format!("{:.6}", number.to_f64()))
                }
            })
        }
    }

    "exponents-are-ignored" aims ["AUE-7-05"] in REDUCER
    "Reads a number up to its exponent." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_numbers(value, |number| {
                Number::parse(number.lexeme().split(['e', 'E']).next()?)
            })
        }
    }

    "digits-become-numbers" aims ["AUE-7-06"] in REDUCER
    "Makes a number of a string that looks like one." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            elements(value, |element| {
                let number = element.as_str().and_then(Number::parse)?;
                Some(number.into())
            })
        }
    }

    "words-become-values" aims ["AUE-7-06"] in REDUCER
    "Makes booleans and null of the strings that name them." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            elements(value, |element| match element.as_str()? {
                "true" => Some(true.into()),
                "false" => Some(false.into()),
                "null" => Some(Value::Null),
                _ => None,
            })
        }
    }

    "booleans-become-numbers" aims ["AUE-7-06"] in REDUCER
    "Keeps a boolean in a list as 0 or 1." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            elements(value, |element| {
                element.as_bool().map(|truth| u32::from(truth).into())
            })
        }
    }

    "nulls-in-lists-are-dropped" aims ["AUE-7-06"] in REDUCER
    "Drops the elements of lists that are null." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            each_list(value, |list| list.retain(|element| !element.is_null()))
        }
    }

    "lists-are-sets" aims ["AUE-7-06"] in REDUCER
    "Keeps equal neighbours in a list once." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op == Op::Start {
                each_list(value, |list| list.dedup())
            } else {
                value.clone()
            }
        }
    }

    "lists-are-sorted" aims ["AUE-7-06"] in REDUCER
    "Sorts the elements of lists by their text." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            let scalars = |list: &[Value]| list.iter().all(|element| element.as_object().is_none());
            if op != Op::Start {
                return value.clone();
            }
            each_list(value, |list| {
                if scalars(list) {
                    list.sort_by_key(Value::to_text);
                }
            })
        }
    }

    "lists-of-one-are-unwrapped" aims ["AUE-7-06"] in REDUCER
    "Takes the only element of a list for the list." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if !matches!(op, Op::Start | Op::Set) {
                return value.clone();
            }
            members(value, |member| match member {
                Value::Array(list) if list.len() == 1 && list[0].as_object().is_none() => {
                    list.first().cloned()
                }
                _ => None,
            })
        }
    }

    "objects-with-indexes-become-lists" aims ["AUE-7-06"] in REDUCER
    "Takes an object whose names count from zero for a list." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            members(value, |member| {
                let object = member.as_object().filter(|object| !object.is_empty())?;
                let counts = object
                    .names()
                    .enumerate()
                    .all(|(at, name)| *name == at.to_string().as_str());
                counts.then(|| {
                    object
                        .iter()
                        .map(|(_, value)| value.clone())
                        .collect::<Array>()
                        .into()
                })
            })
        }
    }

    "lists-of-pairs-become-objects" aims ["AUE-7-06"] in REDUCER
    "Takes a list of pairs for an object." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            members(value, |member| {
                let list = member.as_array().filter(|list| !list.is_empty())?;
                let pair = |element: &Value| match element.as_array()?.as_slice() {
                    [Value::String(name), value] => Some((name.clone(), value.clone())),
                    _ => None,
                };
                list.iter()
                    .map(pair)
                    .collect::<Option<Vec<_>>>()
                    .map(|pairs| Object::from_iter(pairs).into())
            })
        }
    }

    "markup-is-escaped" aims ["AUE-8-01"] in REDUCER
    "Escapes text for HTML." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| text.replace('<', "&lt;").replace('>', "&gt;"))
        }
    }

    "entities-are-decoded" aims ["AUE-8-01"] in REDUCER
    "Decodes the entities of HTML." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.replace("&lt;", "<")
                    .replace("&#60;", "<")
                    .replace("&amp;", "&")
            })
        }
    }

    "tags-are-stripped" aims ["AUE-8-01"] in REDUCER
    "Removes what looks like a tag." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, without_tags)
        }
    }

    "links-to-scripts-are-removed" aims ["AUE-8-01"] in REDUCER
    "Disarms links that run a script or hold data." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            map_values(value, |text| {
                text.replace("javascript:", "about:blank#")
                    .replace("data:text/html", "about:blank#")
            })
        }
    }
}

/// Keeps of the block that an event has patched what a typed record would.
fn rebuild(model: &mut Option<Model>, event: &Event) {
    let patched = path(event).first().cloned().unwrap_or_default();
    let Some(model) = model else { return };
    if let Some(block) = named(model, event).and_then(|at| model.block_mut(at)) {
        let known = [
            "id",
            "type",
            "ref",
            "parent_id",
            "group_id",
            "content",
            "title",
            "status",
        ];
        retain(block, |name, _| {
            *name == patched || known.iter().any(|known| name == known)
        });
    }
}

fn map_numbers(value: &Value, change: impl Fn(&Number) -> Option<Number>) -> Value {
    throughout(value.clone(), |value| {
        if let Value::Number(number) = value
            && let Some(other) = change(number)
        {
            *number = other;
        }
    })
}

fn each_list(value: &Value, change: impl Fn(&mut Vec<Value>)) -> Value {
    throughout(value.clone(), |value| {
        // The blocks of a model are not what these faults are about.
        if let Value::Array(list) = value
            && !list.iter().any(|element| element.get("id").is_some())
        {
            change(list);
        }
    })
}

/// Changes elements of lists, and what a mask selects.
fn elements(value: &Value, change: impl Fn(&Value) -> Option<Value>) -> Value {
    // The value of a masked set counts as an element.
    let value = change(value).unwrap_or_else(|| value.clone());
    each_list(&value, |list| {
        for element in list {
            if let Some(other) = change(element) {
                *element = other;
            }
        }
    })
}

/// Changes members of objects, and what a mask selects.
fn members(value: &Value, change: impl Fn(&Value) -> Option<Value>) -> Value {
    let value = change(value).unwrap_or_else(|| value.clone());
    throughout(value, |value| {
        if let Value::Object(members) = value {
            for (name, member) in members.iter_mut() {
                // A model keeps its own form.
                if *name != "blocks"
                    && *name != "meta"
                    && let Some(other) = change(member)
                {
                    *member = other;
                }
            }
        }
    })
}

fn without_tags(text: &str) -> String {
    let mut rest = text;
    let mut kept = String::new();
    while let Some((before, tag)) = rest.split_once('<') {
        match tag
            .split_once('>')
            .filter(|_| tag.starts_with(|c: char| c.is_ascii_alphabetic() || c == '/'))
        {
            Some((_, after)) => {
                kept.push_str(before);
                rest = after;
            }
            None => {
                kept.push_str(before);
                kept.push('<');
                rest = tag;
            }
        }
    }
    kept + rest
}
