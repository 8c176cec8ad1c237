//! Faults in how the data of frames becomes a block again (section 3.3).

use uiconform_json::{JsonString, Number, Object, Value, parse};
use uiconform_protocols::agentue::frames::{FrameSteps, Part, Way};
use uiconform_protocols::agentue::{Reference, Rejection, Verdict};

use super::tools::{INHERITED, composed, mapped, refusal, refuse_if, retain, throughout};
use super::{FRAMING, faults};

faults! {
    impl FrameSteps, over [] => super::framing;

    "pieces-are-trimmed" aims ["AUE-3.3-19"] in FRAMING
    "Joins the data of frames without the blanks at their ends." => {
        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            join(parts, "", |data| data.trim().to_owned())
        }
    }

    "pieces-are-joined-as-lines" aims ["AUE-3.3-19"] in FRAMING
    "Joins the data of frames with line ends between them." => {
        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            join(parts, "\n", str::to_owned)
        }
    }

    "equal-pieces-are-joined-once" aims ["AUE-3.3-19"] in FRAMING
    "Takes a piece that equals the one before for a repetition." => {
        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            let mut parts = parts.to_vec();
            parts.dedup_by(|later, earlier| later.data == earlier.data);
            Reference.concatenate(&parts)
        }
    }

    "a-piece-that-is-a-block-is-the-block" aims ["AUE-3.3-19"] in FRAMING
    "Takes a piece that is a block by itself for the whole." => {
        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            let whole = |part: &&Part| {
                part.data
                    .as_str()
                    .and_then(|data| parse(data).ok())
                    .is_some_and(|value| value.get("type").is_some())
            };
            parts
                .iter()
                .find(whole)
                .map_or_else(|| Reference.concatenate(parts), |part| part.data.clone())
        }
    }

    "joined-data-is-normalized" aims ["AUE-3.3-19"] in FRAMING
    "Brings the joined data into a normal form." => {
        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            mapped(&Reference.concatenate(parts), composed)
        }
    }

    "escapes-are-read-piece-by-piece" aims ["AUE-3.3-19"] in FRAMING
    "Refuses a piece that ends within an escape." => {
        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            let cut = |part: &Part| {
                let data = part.data.to_string_lossy();
                let tail = data.rsplit('\\').next().unwrap_or_default();
                data.contains('\\')
                    && (tail.is_empty() || (tail.starts_with('u') && tail.len() < 5))
            };
            if parts.iter().any(cut) {
                JsonString::new()
            } else {
                Reference.concatenate(parts)
            }
        }
    }

    "joined-text-is-without-white-space" aims ["AUE-3.3-19"] in FRAMING
    "Refuses joined data with white space between its parts." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            let block = Reference.parse(text)?;
            refuse_if(
                text.as_str()
                    .is_some_and(|text| text.contains(": ") || text.contains('\n')),
            )?;
            Ok(block)
        }
    }

    "ids-are-compared-as-they-are-written" aims ["AUE-3.3-19"] in FRAMING { text: String }
    "Looks for the id of the block in the joined text, where it may be escaped." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            self.text = text.to_string_lossy().into_owned();
            Reference.parse(text)
        }

        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            let quoted = format!("{:?}", block_id.to_string_lossy());
            refuse_if(!self.text.contains(&quoted))?;
            Reference.restored_id(block_id, block)
        }
    }

    "restored-nulls-get-lost" aims ["AUE-3.3-19"] in FRAMING
    "Restores a block without its null members." => {
        fn restore(&mut self, block: Value) -> Value {
            without(block, |_, value| value.is_null())
        }
    }

    "restored-empty-values-get-lost" aims ["AUE-3.3-19"] in FRAMING
    "Restores a block without members that are empty, zero or false." => {
        fn restore(&mut self, block: Value) -> Value {
            without(block, |_, value| match value {
                Value::Bool(truth) => !truth,
                Value::Number(number) => *number == Number::from(0_u64),
                Value::String(text) => text.is_empty(),
                Value::Array(list) => list.is_empty(),
                Value::Object(members) => members.is_empty(),
                Value::Null => false,
            })
        }
    }

    "restored-inherited-names-get-lost" aims ["AUE-3.3-19"] in FRAMING
    "Restores a block without members of names that JavaScript objects inherit." => {
        fn restore(&mut self, block: Value) -> Value {
            without(block, |name, _| {
                name.as_str().is_some_and(|name| INHERITED.contains(&name))
            })
        }
    }

    "restored-odd-names-get-lost" aims ["AUE-3.3-19"] in FRAMING
    "Restores a block without members whose names are no identifiers." => {
        fn restore(&mut self, block: Value) -> Value {
            let plain = |name: &str| {
                !name.is_empty()
                    && name
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            };
            without(block, |name, _| !name.as_str().is_some_and(plain))
        }
    }

    "restored-hierarchy-gets-lost" aims ["AUE-3.3-19"] in FRAMING
    "Restores a block without its parent and group." => {
        fn restore(&mut self, block: Value) -> Value {
            without(block, |name, _| *name == "parent_id" || *name == "group_id")
        }
    }

    "restored-members-of-frames-get-lost" aims ["AUE-3.3-19"] in FRAMING
    "Restores a block without members that are named like those of a frame." => {
        fn restore(&mut self, block: Value) -> Value {
            without(block, |name, _| {
                ["block_id", "seq", "total", "data"]
                    .iter()
                    .any(|member| name == member)
            })
        }
    }

    "restored-numbers-are-small" aims ["AUE-3.3-19"] in FRAMING
    "Restores integers as 32 bits hold them." => {
        fn restore(&mut self, block: Value) -> Value {
            numbers(block, |number| {
                number
                    .to_i64()
                    .map(|number| Number::from(number.clamp(i32::MIN.into(), i32::MAX.into())))
            })
        }
    }

    "restored-decimals-are-short" aims ["AUE-3.3-19"] in FRAMING
    "Restores decimals as a single-precision number holds them." => {
        fn restore(&mut self, block: Value) -> Value {
            numbers(block, |number| {
                if number.is_integer() {
                    None
                } else {
                    Number::parse(&(number.to_f64() as f32).to_string())
                }
            })
        }
    }

    "restored-text-is-sanitized" aims ["AUE-3.3-19"] in FRAMING
    "Restores text without what looks like markup or a link to a script." => {
        fn restore(&mut self, block: Value) -> Value {
            super::tools::map_values(&block, |text| {
                text.replace('<', "&lt;").replace("javascript:", "")
            })
        }
    }

    "restored-blocks-are-shallow" aims ["AUE-3.3-19"] in FRAMING
    "Refuses a block that nests more than ten levels deep." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            refuse_if(text.to_string_lossy().contains("[[[[[[[[[["))?;
            Reference.parse(text)
        }
    }

    "restored-blocks-have-content" aims ["AUE-3.3-19"] in FRAMING
    "Refuses a block that has nothing but an id and a type." => {
        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            refuse_if(block.as_object().is_some_and(|block| block.len() == 2))?;
            Reference.restored_id(block_id, block)
        }
    }

    "restored-types-are-words" aims ["AUE-3.3-19"] in FRAMING
    "Refuses a block whose type has marks in it." => {
        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            let marked = |name: &str| name.contains(['-', '/']);
            refuse_if(
                block
                    .get("type")
                    .and_then(Value::as_str)
                    .is_some_and(marked),
            )?;
            Reference.restored_id(block_id, block)
        }
    }

    "references-in-any-case" aims ["AUE-3.3-19", "AUE-3.3-41", "AUE-3.3-42"] in FRAMING
    "Takes a block for a reference if it has a `ref` in any case." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            refuse_if(block.get("Ref").is_some() || block.get("REF").is_some())?;
            Reference.unresolved(way, block)
        }
    }

    "what-is-like-a-frame-is-one" aims ["AUE-3.3-19", "AUE-3.3-41", "AUE-3.3-42"] in FRAMING
    "Takes a block for a frame if its type begins with that word, in any case." => {
        fn nested(&mut self, way: Way, block: &Value) -> Verdict {
            let name = block.get("type").and_then(Value::as_str).unwrap_or_default();
            refuse_if(name.to_lowercase().starts_with("frame"))?;
            Reference.nested(way, block)
        }
    }

    "any-ref-is-a-reference" aims ["AUE-3.3-19"] in FRAMING
    "Refuses a block that has a `ref` at any depth." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            refuse_if(
                way == Way::Join
                    && block
                        .get("link")
                        .is_some_and(|link| link.get("ref").is_some()),
            )?;
            Reference.unresolved(way, block)
        }
    }

    "block-ids-are-ascii-words" aims ["AUE-3.3-60"] in FRAMING
    "Refuses a group of a block whose id is not made of ASCII letters and digits." => {
        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            let odd = |id: &str| !id.bytes().all(|byte| byte.is_ascii_alphanumeric());
            refuse_if(block_id.as_str().is_some_and(odd))?;
            Reference.restored_id(block_id, block)
        }
    }

    "cut-data-is-completed" aims ["AUE-3.3-31"] in FRAMING
    "Completes joined data that is cut off." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            repaired(text, |text| [format!("{text}}}"), format!("{text}\"}}")])
        }
    }

    "data-after-the-block-is-passed-over" aims ["AUE-3.3-31"] in FRAMING
    "Reads the first JSON value of the joined data and passes over the rest." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            repaired(text, |text| {
                let ends = text
                    .match_indices('}')
                    .map(|(at, _)| text[..=at].to_owned());
                ends.collect::<Vec<_>>()
            })
        }
    }

    "joined-data-is-relaxed-json" aims ["AUE-3.3-31"] in FRAMING
    "Reads joined data as JSON for people, with comments, trailing commas, and names and strings quoted otherwise." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            repaired(text, |text| {
                let plain = text
                    .replace("/**/", "")
                    .replace(",}", "}")
                    .replace('\'', "\"");
                let named = ["id", "type", "content"]
                    .iter()
                    .fold(plain.clone(), |text, name| {
                        text.replace(&format!("{name}:"), &format!("\"{name}\":"))
                    });
                [plain, named]
            })
        }
    }

    "joined-data-knows-odd-numbers" aims ["AUE-3.3-31"] in FRAMING
    "Reads `NaN` and `Infinity` in joined data, and numbers with leading zeros." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            repaired(text, |text| {
                [text
                    .replace("NaN", "null")
                    .replace("-Infinity", "null")
                    .replace(":0", ":")]
            })
        }
    }

    "joined-data-has-raw-controls" aims ["AUE-3.3-31"] in FRAMING
    "Reads control characters in the strings of joined data." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            repaired(text, |text| [text.replace('\n', "\\n")])
        }
    }

    "joined-data-has-marks-of-byte-order" aims ["AUE-3.3-31"] in FRAMING
    "Passes over byte order marks wherever they stand in joined data." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            repaired(text, |text| [text.replace('\u{feff}', "")])
        }
    }

    "data-that-is-no-json-is-content" aims ["AUE-3.3-31"] in FRAMING { block_id: JsonString }
    "Makes a text block of joined data that is not JSON." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            let text = Reference.frame_text(member, value)?;
            if member == "block_id" {
                self.block_id = text.clone();
            }
            Ok(text)
        }

        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            let words = text.as_str().is_some_and(|text| {
                text.bytes()
                    .all(|byte| byte.is_ascii_alphabetic() || byte == b' ')
            });
            match Reference.parse(text) {
                Err(_) if words => Ok(Object::from_iter([
                    ("id", self.block_id.clone()),
                    ("type", "text".into()),
                    ("content", text.clone()),
                ])
                .into()),
                result => result,
            }
        }
    }
}

fn join(parts: &[Part], between: &str, piece: impl Fn(&str) -> String) -> JsonString {
    let pieces = parts.iter().map(|part| piece(&part.data.to_string_lossy()));
    pieces.collect::<Vec<_>>().join(between).into()
}

/// The text as JSON, or the first repair of it that is.
fn repaired<I: IntoIterator<Item = String>>(
    text: &JsonString,
    repairs: impl FnOnce(&str) -> I,
) -> Result<Value, Rejection> {
    if let Ok(value) = Reference.parse(text) {
        return Ok(value);
    }
    let text = text.to_string_lossy();
    let mut repaired = repairs(&text).into_iter();
    repaired
        .find_map(|text| parse(&text).ok())
        .ok_or_else(refusal)
}

/// The value without some members, at any depth; its `id` and `type` stay.
fn without(block: Value, drops: impl Fn(&JsonString, &Value) -> bool) -> Value {
    throughout(block, |value| {
        if let Value::Object(members) = value {
            retain(members, |name, value| {
                *name == "id" || *name == "type" || !drops(name, value)
            });
        }
    })
}

/// The value with some numbers replaced.
fn numbers(block: Value, change: impl Fn(&Number) -> Option<Number>) -> Value {
    throughout(block, |value| {
        if let Value::Number(number) = value
            && let Some(changed) = change(number)
        {
            *number = changed;
        }
    })
}
