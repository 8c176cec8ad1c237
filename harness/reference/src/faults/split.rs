//! Faults in how a block is split into frames (section 3.3).

use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::frames::{FrameSteps, Way};
use uiconform_protocols::agentue::{Reference, Verdict};

use super::tools::{INHERITED, accept_if, refuse_if, retain, throughout};
use super::{FRAMING, faults};

faults! {
    impl FrameSteps, over [] => super::framing;

    "split-indices-begin-with-one" aims ["AUE-3.3-41"] in FRAMING
    "Numbers the frames of a block from one." => {
        fn index(&mut self, index: usize, _: usize) -> Value {
            (index + 1).into()
        }
    }

    "split-totals-are-last-indices" aims ["AUE-3.3-41"] in FRAMING
    "States the last index as the total." => {
        fn total(&mut self, _: usize, total: usize) -> Value {
            (total - 1).into()
        }
    }

    "split-totals-count-up" aims ["AUE-3.3-41"] in FRAMING
    "States in each frame how many there are so far." => {
        fn total(&mut self, index: usize, _: usize) -> Value {
            (index + 1).into()
        }
    }

    "split-frames-share-an-id" aims ["AUE-3.3-41"] in FRAMING
    "Gives all frames of a block the same id." => {
        fn frame_id(&mut self, block_id: &JsonString, _: usize) -> JsonString {
            block_id.clone()
        }
    }

    "split-frame-ids-repeat" aims ["AUE-3.3-41"] in FRAMING
    "Gives frames ids of one hexadecimal digit." => {
        fn frame_id(&mut self, _: &JsonString, index: usize) -> JsonString {
            format!("{:x}", index % 16).into()
        }
    }

    "split-indices-are-strings" aims ["AUE-3.3-41"] in FRAMING
    "Writes the indices of frames as strings." => {
        fn index(&mut self, index: usize, _: usize) -> Value {
            index.to_string().into()
        }
    }

    "split-block-ids-are-escaped" aims ["AUE-3.3-41"] in FRAMING
    "Escapes what is no ASCII letter, digit or underscore in the block id of frames." => {
        fn conclude(&mut self, frames: &mut Vec<Value>) {
            let plain =
                |id: &str| id.replace(|c: char| !c.is_ascii_alphanumeric() && c != '_', "%");
            edit(frames, |name, value| {
                if *name == "block_id"
                    && let Some(id) = value.as_str()
                {
                    *value = plain(id).into();
                }
            });
        }
    }

    "split-types-are-fragments" aims ["AUE-3.3-41"] in FRAMING
    "Gives frames the type `fragment`." => {
        fn conclude(&mut self, frames: &mut Vec<Value>) {
            edit(frames, |name, value| {
                if *name == "type" {
                    *value = "fragment".into();
                }
            });
        }
    }

    "split-at-most-64-frames" aims ["AUE-3.3-41"] in FRAMING
    "Splits a block into 64 frames at most, and leaves out the rest." => {
        fn conclude(&mut self, frames: &mut Vec<Value>) {
            frames.truncate(64);
        }
    }

    "split-loses-what-stands-at-the-cuts" aims ["AUE-3.3-42"] in FRAMING
    "Loses the last character of every piece but the last." => {
        fn piece(&mut self, text: &str, start: usize, end: usize) -> JsonString {
            let mut piece = text[start..end].to_owned();
            if end < text.len() {
                piece.pop();
            }
            piece.into()
        }
    }

    "split-repeats-what-stands-at-the-cuts" aims ["AUE-3.3-42"] in FRAMING
    "Begins every piece with the last character of the one before." => {
        fn piece(&mut self, text: &str, start: usize, end: usize) -> JsonString {
            let before = text[..start].chars().next_back();
            before
                .into_iter()
                .chain(text[start..end].chars())
                .collect::<String>()
                .into()
        }
    }

    "split-trims-pieces" aims ["AUE-3.3-42"] in FRAMING
    "Trims the pieces of a block." => {
        fn piece(&mut self, text: &str, start: usize, end: usize) -> JsonString {
            text[start..end].trim().into()
        }
    }

    "split-cuts-inside-bytes" aims ["AUE-3.3-42"] in FRAMING
    "Cuts inside characters of several bytes and replaces what is left of them." => {
        fn piece(&mut self, text: &str, start: usize, end: usize) -> JsonString {
            let shifted = |at: usize| match text[at..].chars().next() {
                Some(next) if at > 0 && next.len_utf8() > 1 => at + 1,
                _ => at,
            };
            String::from_utf8_lossy(&text.as_bytes()[shifted(start)..shifted(end)])
                .into_owned()
                .into()
        }
    }

    "split-loses-nulls" aims ["AUE-3.3-42"] in FRAMING
    "Splits a block without its null members." => {
        fn serialize(&mut self, block: &Value) -> String {
            without(block, |_, value| value.is_null())
        }
    }

    "split-loses-empty-values" aims ["AUE-3.3-42"] in FRAMING
    "Splits a block without members that are empty or false." => {
        fn serialize(&mut self, block: &Value) -> String {
            without(block, |_, value| match value {
                Value::Bool(truth) => !truth,
                Value::String(text) => text.is_empty(),
                Value::Array(list) => list.is_empty(),
                Value::Object(members) => members.is_empty(),
                _ => false,
            })
        }
    }

    "split-loses-inherited-names" aims ["AUE-3.3-42"] in FRAMING
    "Splits a block without members of names that JavaScript objects inherit." => {
        fn serialize(&mut self, block: &Value) -> String {
            without(block, |name, _| {
                name.as_str().is_some_and(|name| INHERITED.contains(&name))
            })
        }
    }

    "split-loses-odd-names" aims ["AUE-3.3-42"] in FRAMING
    "Splits a block without members whose names are no identifiers." => {
        fn serialize(&mut self, block: &Value) -> String {
            let plain = |name: &str| {
                !name.is_empty()
                    && name
                        .bytes()
                        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
            };
            without(block, |name, _| !name.as_str().is_some_and(plain))
        }
    }

    "split-loses-members-named-as-in-frames" aims ["AUE-3.3-42"] in FRAMING
    "Splits a block without members that are named like those of a frame." => {
        fn serialize(&mut self, block: &Value) -> String {
            without(block, |name, _| {
                ["block_id", "seq", "total", "data"]
                    .iter()
                    .any(|member| name == member)
            })
        }
    }

    "split-text-is-ascii" aims ["AUE-3.3-42"] in FRAMING
    "Replaces what is not ASCII in the data of frames." => {
        fn serialize(&mut self, block: &Value) -> String {
            block.to_text().replace(|c: char| !c.is_ascii(), "?")
        }
    }

    "split-text-has-no-escapes" aims ["AUE-3.3-42"] in FRAMING
    "Writes backslashes and control characters into the data without escaping them." => {
        fn serialize(&mut self, block: &Value) -> String {
            block.to_text().replace("\\\\", "\\").replace("\\n", "\n")
        }
    }

    "split-shares-references" aims ["AUE-3.3-42"] in FRAMING
    "Refuses to split a block with a `ref` at any depth." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            refuse_if(way == Way::Split && block.get("link").is_some())?;
            Reference.unresolved(way, block)
        }
    }

    "split-budgets-are-for-data" aims ["AUE-3.3-43"] in FRAMING
    "Takes the budget for the data of a frame alone." => {
        fn bare_length(&mut self, _: &Value) -> usize {
            0
        }
    }

    "split-budgets-count-characters" aims ["AUE-3.3-43"] in FRAMING
    "Counts characters of a frame instead of bytes." => {
        fn encoded_length(&mut self, character: char) -> usize {
            if character.is_ascii() {
                Reference.encoded_length(character)
            } else {
                1
            }
        }
    }

    "split-budgets-forget-escapes" aims ["AUE-3.3-43"] in FRAMING
    "Forgets that quotes and backslashes of the data are escaped in a frame." => {
        fn encoded_length(&mut self, character: char) -> usize {
            character.len_utf8()
        }
    }

    "split-budgets-forget-the-block-id" aims ["AUE-3.3-43"] in FRAMING
    "Takes the members of a frame beside its data for eighty bytes." => {
        fn bare_length(&mut self, _: &Value) -> usize {
            80
        }
    }

    "split-budgets-are-wishes" aims ["AUE-3.3-43"] in FRAMING
    "Makes larger frames where the budget is too small." => {
        fn too_small(&mut self, _: usize, _: usize) -> Verdict {
            Ok(())
        }
    }

    "split-cuts-between-surrogates" aims ["AUE-3.3-44"] in FRAMING
    "Cuts between the two halves of characters beyond the basic plane." => {
        fn piece(&mut self, text: &str, start: usize, end: usize) -> JsonString {
            // A cut before such a character comes one unit later.
            let units: Vec<u16> = text[start..].encode_utf16().collect();
            let late = |at: usize| {
                usize::from(
                    at > 0
                        && text[at..]
                            .chars()
                            .next()
                            .is_some_and(|next| next.len_utf16() == 2),
                )
            };
            let length = text[start..end].encode_utf16().count() + late(end);
            JsonString::from_units(units.into_iter().take(length).skip(late(start)))
        }
    }

    "frames-are-split-again" aims ["AUE-3.3-45"] in FRAMING
    "Splits a block that is a frame." => {
        fn nested(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(way == Way::Split, Reference.nested(way, block))
        }
    }

    "only-whole-frames-are-not-split" aims ["AUE-3.3-45"] in FRAMING
    "Splits a block of the type `frame` that has not all the members of one." => {
        fn nested(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Split && block.get("data").is_none(),
                Reference.nested(way, block),
            )
        }
    }

    "references-are-split" aims ["AUE-3.3-46"] in FRAMING
    "Splits references, and blocks with a `ref` beside their body." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(way == Way::Split, Reference.unresolved(way, block))
        }

        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Split && block.get("ref").is_some(),
                Reference.complete(way, block),
            )
        }
    }

    "incomplete-blocks-are-split" aims ["AUE-3.3-50"] in FRAMING
    "Splits a block without an id or a type, or with one that is no string." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Split && block.get("ref").is_none(),
                Reference.complete(way, block),
            )
        }
    }

    "blocks-with-a-null-ref-are-split" aims ["AUE-3.3-50"] in FRAMING
    "Takes a `ref` that is null for none, and splits its block." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            let null = block.get("ref").is_some_and(Value::is_null);
            accept_if(way == Way::Split && null, Reference.unresolved(way, block))
        }

        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            let null = block.get("ref").is_some_and(Value::is_null);
            accept_if(way == Way::Split && null, Reference.complete(way, block))
        }
    }
}

fn edit(frames: &mut [Value], change: impl Fn(&JsonString, &mut Value)) {
    for members in frames.iter_mut().filter_map(Value::as_object_mut) {
        members
            .iter_mut()
            .for_each(|(name, value)| change(name, value));
    }
}

/// The text of a block without some members, at any depth; its `id` and `type` stay.
fn without(block: &Value, drops: impl Fn(&JsonString, &Value) -> bool) -> String {
    throughout(block.clone(), |value| {
        if let Value::Object(members) = value {
            retain(members, |name, value| {
                *name == "id" || *name == "type" || !drops(name, value)
            });
        }
    })
    .to_text()
}
