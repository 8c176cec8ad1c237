//! Faults in what makes frames a whole group (section 3.3).

use std::collections::HashSet;

use uiconform_json::{JsonString, Number, Value};
use uiconform_protocols::agentue::frames::{FrameSteps, Part};
use uiconform_protocols::agentue::{Reference, Rejection, Verdict};

use super::tools::{accept_if, composed, mapped, refuse_if, without_leading_zeros};
use super::{FRAMING, faults};

faults! {
    impl FrameSteps, over [] => super::framing;

    "no-frames-are-no-error" aims ["AUE-3.3-21"] in FRAMING
    "Joins no frames at all to nothing." => {
        fn none(&mut self) -> Verdict {
            Ok(())
        }
    }

    "frames-of-any-type" aims ["AUE-3.3-22"] in FRAMING
    "Joins blocks of any type, or of none, that have the members of a frame." => {
        fn frame_type(&mut self, _: Option<&Value>) -> Verdict {
            Ok(())
        }
    }

    "the-first-type-is-not-looked-at" aims ["AUE-3.3-22"] in FRAMING { first: bool }
    "Takes the first frame for one, and compares the types of the others." => {
        fn admit(&mut self, frame: &Value) -> bool {
            self.first = frame.get("seq").and_then(Value::as_number) == Some(&Number::from(0_u64));
            true
        }

        fn frame_type(&mut self, value: Option<&Value>) -> Verdict {
            accept_if(self.first, Reference.frame_type(value))
        }
    }

    "frame-in-any-case" aims ["AUE-3.3-22"] in FRAMING
    "Compares the type of a frame without regard to case and to blanks." => {
        fn frame_type(&mut self, value: Option<&Value>) -> Verdict {
            let name = value.and_then(Value::as_str).unwrap_or_default();
            accept_if(
                name.trim().eq_ignore_ascii_case("frame"),
                Reference.frame_type(value),
            )
        }
    }

    "type-as-text" aims ["AUE-3.3-22"] in FRAMING
    "Compares the type of a frame after making a string of it, as JavaScript's `==` does." => {
        fn frame_type(&mut self, value: Option<&Value>) -> Verdict {
            let inner = value
                .and_then(Value::as_array)
                .filter(|list| list.len() == 1);
            let verdict = Reference.frame_type(value);
            match inner.and_then(|list| list.iter().next()) {
                Some(inner) => Reference.frame_type(Some(inner)),
                None => verdict,
            }
        }
    }

    "passes-over-other-blocks" aims ["AUE-3.3-22"] in FRAMING
    "Passes over blocks that are no frames." => {
        fn admit(&mut self, frame: &Value) -> bool {
            frame.as_object().is_none() || Reference.frame_type(frame.get("type")).is_ok()
        }
    }

    "passes-over-what-is-no-block" aims ["AUE-3.3-22"] in FRAMING
    "Passes over what is no object among the frames." => {
        fn admit(&mut self, frame: &Value) -> bool {
            frame.as_object().is_some()
        }
    }

    "frame-ids-may-be-missing" aims ["AUE-3.3-23"] in FRAMING { unnamed: u32 }
    "Joins frames without an `id`, and those whose `id` is null." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            if member == "id" && value.is_none_or(Value::is_null) {
                self.unnamed += 1;
                return Ok(format!("unnamed {}", self.unnamed).into());
            }
            Reference.frame_text(member, value)
        }
    }

    "frame-ids-of-any-kind" aims ["AUE-3.3-23"] in FRAMING
    "Takes any value for the `id` of a frame." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            match value {
                Some(value) if member == "id" => Ok(value.to_text().into()),
                _ => Reference.frame_text(member, value),
            }
        }
    }

    "block-ids-as-text" aims ["AUE-3.3-23"] in FRAMING
    "Makes a string of a `block_id` that is a number, alone or in a list, as JavaScript does." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            let only = |list: &uiconform_json::Array| (list.len() == 1).then(|| list.iter().next().cloned()).flatten();
            let inner = value.and_then(Value::as_array).and_then(only);
            match (member, inner.as_ref().or(value)) {
                ("block_id", Some(Value::Number(number))) => Ok(number.lexeme().into()),
                ("block_id", Some(Value::String(text))) => Ok(text.clone()),
                _ => Reference.frame_text(member, value),
            }
        }
    }

    "members-of-frames-in-any-case" aims ["AUE-3.3-23", "AUE-3.3-24"] in FRAMING { frame: Value }
    "Finds the members of a frame without regard to the case of their names." => {
        fn admit(&mut self, frame: &Value) -> bool {
            self.frame = frame.clone();
            true
        }

        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            Reference.frame_text(member, value.or(in_any_case(&self.frame, member)))
        }

        fn frame_number(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<Number, Rejection> {
            Reference.frame_number(member, value.or(in_any_case(&self.frame, member)))
        }
    }

    "only-strings-are-block-ids" aims ["AUE-3.3-23"] in FRAMING
    "Looks at the `block_id` of a frame only if it is a string." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            let passed = member == "block_id" && value.and_then(Value::as_string).is_none();
            if passed {
                Ok(ANY.into())
            } else {
                Reference.frame_text(member, value)
            }
        }

        fn other_block(&mut self, first: &Part, part: &Part) -> Verdict {
            accept_if(part.block_id == ANY, Reference.other_block(first, part))
        }

        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            accept_if(*block_id == ANY, Reference.restored_id(block_id, block))
        }
    }

    "data-as-text" aims ["AUE-3.3-23"] in FRAMING
    "Makes a string of data that is none, as JavaScript does." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            if member != "data" {
                return Reference.frame_text(member, value);
            }
            Ok(match value {
                None | Some(Value::Null) => JsonString::new(),
                Some(Value::String(text)) => text.clone(),
                Some(Value::Array(_)) => JsonString::new(),
                Some(Value::Object(_)) => "[object Object]".into(),
                Some(other) => other.to_text().into(),
            })
        }
    }

    "data-may-be-the-value" aims ["AUE-3.3-23"] in FRAMING
    "Takes an object as data for its text." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            match value {
                Some(object @ Value::Object(members))
                    if member == "data" && !members.is_empty() =>
                {
                    Ok(object.to_text().into())
                }
                _ => Reference.frame_text(member, value),
            }
        }
    }

    "indices-as-numbers" aims ["AUE-3.3-24"] in FRAMING
    "Makes a number of an index or total that is none, as JavaScript's `Number` does." => {
        fn frame_number(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<Number, Rejection> {
            let single = |list: &uiconform_json::Array| {
                list.iter().next().and_then(Value::as_number).cloned()
            };
            let number = match value {
                Some(Value::String(text)) => text.as_str().and_then(Number::parse),
                Some(Value::Bool(truth)) => Some(Number::from(u64::from(*truth))),
                Some(Value::Array(list)) => single(list),
                _ => None,
            };
            number.map_or_else(|| Reference.frame_number(member, value), Ok)
        }
    }

    "indices-are-cut-to-integers" aims ["AUE-3.3-24"] in FRAMING
    "Cuts the fraction off an index or a total." => {
        fn frame_number(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<Number, Rejection> {
            match value.and_then(Value::as_number) {
                Some(number) if !number.is_integer() => Ok(Number::from(number.to_f64() as u64)),
                _ => Reference.frame_number(member, value),
            }
        }
    }

    "an-index-of-another-kind-is-zero" aims ["AUE-3.3-24"] in FRAMING
    "Reads an index that is missing or no number as zero." => {
        fn frame_number(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<Number, Rejection> {
            match value {
                Some(Value::Number(_)) => Reference.frame_number(member, value),
                _ if member == "seq" => Ok(Number::from(0_u64)),
                _ => Reference.frame_number(member, value),
            }
        }
    }

    "only-numbers-are-totals" aims ["AUE-3.3-24"] in FRAMING
    "Looks at the total of a frame only if it is a number." => {
        fn frame_number(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<Number, Rejection> {
            match value {
                Some(Value::Number(_)) => Reference.frame_number(member, value),
                _ if member == "total" => Ok(unknown()),
                _ => Reference.frame_number(member, value),
            }
        }

        fn other_total(&mut self, first: &Part, part: &Part) -> Verdict {
            accept_if(part.total == unknown(), Reference.other_total(first, part))
        }

        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            accept_if(*total == unknown(), Reference.coverage(count, total))
        }
    }

    "one-fitting-block-id-is-enough" aims ["AUE-3.3-25"] in FRAMING { others: HashSet<JsonString> }
    "Joins frames of several blocks, if one of them names the restored block." => {
        fn other_block(&mut self, _: &Part, part: &Part) -> Verdict {
            self.others.insert(part.block_id.clone());
            Ok(())
        }

        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            let others = std::mem::take(&mut self.others);
            let named = block
                .get("id")
                .and_then(Value::as_string)
                .is_some_and(|id| others.contains(id));
            accept_if(named, Reference.restored_id(block_id, block))
        }
    }

    "block-ids-without-case-and-blanks" aims ["AUE-3.3-25"] in FRAMING
    "Compares the block ids of frames without regard to case and to blanks." => {
        fn other_block(&mut self, first: &Part, part: &Part) -> Verdict {
            let plain = |id: &JsonString| id.to_string_lossy().trim().to_lowercase();
            accept_if(
                plain(&first.block_id) == plain(&part.block_id),
                Reference.other_block(first, part),
            )
        }
    }

    "an-empty-block-id-fits-any" aims ["AUE-3.3-25"] in FRAMING
    "Takes an empty block id for none and joins its frame with any others." => {
        fn other_block(&mut self, first: &Part, part: &Part) -> Verdict {
            accept_if(part.block_id.is_empty(), Reference.other_block(first, part))
        }
    }

    "block-ids-are-normalized" aims ["AUE-3.3-25"] in FRAMING
    "Compares the block ids of frames after normalization." => {
        fn other_block(&mut self, first: &Part, part: &Part) -> Verdict {
            let same = mapped(&first.block_id, composed) == mapped(&part.block_id, composed);
            accept_if(same, Reference.other_block(first, part))
        }
    }

    "one-fitting-total-is-enough" aims ["AUE-3.3-26"] in FRAMING { others: Vec<Number> }
    "Joins frames that disagree about the total, if one of them states the right one." => {
        fn other_total(&mut self, _: &Part, part: &Part) -> Verdict {
            self.others.push(part.total.clone());
            Ok(())
        }

        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            let others = std::mem::take(&mut self.others);
            accept_if(
                others.contains(&Number::from(count)),
                Reference.coverage(count, total),
            )
        }
    }

    "the-last-total-counts" aims ["AUE-3.3-26"] in FRAMING { last: Option<Number> }
    "Compares the number of frames with the last total alone." => {
        fn other_total(&mut self, _: &Part, part: &Part) -> Verdict {
            self.last = Some(part.total.clone());
            Ok(())
        }

        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            let last = self.last.take();
            Reference.coverage(count, last.as_ref().unwrap_or(total))
        }
    }

    "frame-ids-may-repeat" aims ["AUE-3.3-27"] in FRAMING
    "Joins frames that share an id." => {
        fn repeated_frame_id(&mut self, _: &Part) -> Verdict {
            Ok(())
        }
    }

    "a-frame-sent-twice-counts-once" aims ["AUE-3.3-27", "AUE-3.3-29"] in FRAMING
        { seen: Vec<Part>, again: Vec<usize> }
    "Passes over a frame that is equal to an earlier one in all its members." => {
        fn frame_object(&mut self, frame: &Value) -> Verdict {
            self.seen.clear();
            self.again.clear();
            Reference.frame_object(frame)
        }

        fn repeated_frame_id(&mut self, part: &Part) -> Verdict {
            let same = |seen: &Part| Part { at: part.at, ..seen.clone() } == *part;
            let again = self.seen.iter().any(same);
            if again {
                self.again.push(part.at);
            }
            accept_if(again, Reference.repeated_frame_id(part))
        }

        fn range(&mut self, part: &Part) -> Verdict {
            self.seen.push(part.clone());
            Reference.range(part)
        }

        fn repeated_index(&mut self, part: &Part) -> Verdict {
            accept_if(self.again.contains(&part.at), Reference.repeated_index(part))
        }

        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            Reference.coverage(count - self.again.len(), total)
        }

        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            let once = parts.iter().filter(|part| !self.again.contains(&part.at));
            Reference.concatenate(&once.cloned().collect::<Vec<_>>())
        }
    }

    "an-incomplete-group-is-joined" aims ["AUE-3.3-28"] in FRAMING
    "Joins fewer frames than their total says." => {
        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            let fewer = Number::from(count).cmp_value(total).is_lt();
            accept_if(fewer, Reference.coverage(count, total))
        }
    }

    "indices-may-repeat" aims ["AUE-3.3-29"] in FRAMING
    "Counts the frames and joins them, also if two have one index." => {
        fn repeated_index(&mut self, _: &Part) -> Verdict {
            Ok(())
        }
    }

    "a-frame-replaces-an-earlier-one" aims ["AUE-3.3-29"] in FRAMING { repeated: usize }
    "Lets a frame replace an earlier one of its index." => {
        fn repeated_index(&mut self, _: &Part) -> Verdict {
            self.repeated += 1;
            Ok(())
        }

        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            Reference.coverage(count - std::mem::take(&mut self.repeated), total)
        }

        fn concatenate(&mut self, parts: &[Part]) -> JsonString {
            let mut last: Vec<Part> = Vec::new();
            for part in parts {
                last.pop_if(|earlier| earlier.seq == part.seq);
                last.push(part.clone());
            }
            Reference.concatenate(&last)
        }
    }

    "indices-have-no-upper-end" aims ["AUE-3.3-30"] in FRAMING
    "Joins frames of which an index is not below the total." => {
        fn range(&mut self, part: &Part) -> Verdict {
            accept_if(!part.seq.is_negative(), Reference.range(part))
        }
    }

    "indices-may-be-negative" aims ["AUE-3.3-30"] in FRAMING
    "Joins frames of which an index is negative." => {
        fn range(&mut self, part: &Part) -> Verdict {
            accept_if(part.seq.is_negative(), Reference.range(part))
        }
    }

    "totals-may-be-too-small" aims ["AUE-3.3-30"] in FRAMING
    "Joins more frames than their total says." => {
        fn range(&mut self, part: &Part) -> Verdict {
            accept_if(!part.seq.is_negative(), Reference.range(part))
        }

        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            let more = Number::from(count).cmp_value(total).is_gt();
            accept_if(more, Reference.coverage(count, total))
        }
    }

    "frames-are-joined-as-they-come" aims ["AUE-3.3-20"] in FRAMING
    "Joins frames in the order of their arrival." => {
        fn arrange(&mut self, _: &mut [Part]) {}
    }

    "frames-are-sorted-as-text" aims ["AUE-3.3-19", "AUE-3.3-20"] in FRAMING
    "Sorts frames by the text of their indices, so that 10 comes before 9." => {
        fn arrange(&mut self, parts: &mut [Part]) {
            parts.sort_by(|one, other| one.seq.lexeme().cmp(other.seq.lexeme()));
        }
    }

    "frames-are-sorted-by-id" aims ["AUE-3.3-19"] in FRAMING
    "Sorts frames by their ids." => {
        fn arrange(&mut self, parts: &mut [Part]) {
            parts.sort_by_key(|part| part.id.to_string_lossy().into_owned());
        }
    }

    "a-frame-needs-another" aims ["AUE-3.3-19"] in FRAMING
    "Refuses a group of a single frame." => {
        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            refuse_if(count == 1)?;
            Reference.coverage(count, total)
        }
    }

    "at-most-256-frames" aims ["AUE-3.3-19"] in FRAMING
    "Joins at most 256 frames." => {
        fn coverage(&mut self, count: usize, total: &Number) -> Verdict {
            refuse_if(count > 256)?;
            Reference.coverage(count, total)
        }
    }

    "frame-ids-in-an-object" aims ["AUE-3.3-19", "AUE-3.3-60"] in FRAMING
    "Keeps the ids that it has seen in a JavaScript object, which knows some from the beginning." => {
        fn range(&mut self, part: &Part) -> Verdict {
            refuse_if(
                part.id
                    .as_str()
                    .is_some_and(|id| super::tools::INHERITED.contains(&id)),
            )?;
            Reference.range(part)
        }
    }

    "frame-ids-without-case" aims ["AUE-3.3-60"] in FRAMING
    "Takes frame ids that differ only in case, in blanks, in leading zeros or in their normal form for the same." => {
        fn frame_text(
            &mut self,
            member: &'static str,
            value: Option<&Value>,
        ) -> Result<JsonString, Rejection> {
            let text = Reference.frame_text(member, value)?;
            Ok(match member {
                "id" => mapped(&text, |id| {
                    composed(&without_leading_zeros(id.trim()).to_lowercase())
                }),
                _ => text,
            })
        }
    }

    "empty-frame-ids-are-names" aims ["AUE-3.3-36"] in FRAMING
    "Takes an empty frame id like any other." => {
        fn empty_frame_id(&mut self, _: &Part) -> Verdict {
            Ok(())
        }
    }
}

/// The member whose name is that but for its case.
fn in_any_case<'f>(frame: &'f Value, member: &str) -> Option<&'f Value> {
    let alike = |name: &JsonString| {
        name.as_str()
            .is_some_and(|name| name.eq_ignore_ascii_case(member))
    };
    let members = frame.as_object()?;
    members
        .iter()
        .find(|(name, _)| alike(name))
        .map(|(_, value)| value)
}

/// Stands for a block id that is not looked at.
const ANY: &str = "\u{0}any";

/// Stands for a total that is not looked at: no count of frames.
fn unknown() -> Number {
    Number::from(u64::MAX)
}
