//! Faults in which blocks come out of frames: what is complete, no frame itself, without a reference, and of the right id (section 3.3).

use uiconform_json::{JsonString, Value};
use uiconform_protocols::agentue::frames::{FrameSteps, Way};
use uiconform_protocols::agentue::{Reference, Rejection, Verdict};

use super::tools::{accept_if, composed, mapped};
use super::{FRAMING, faults};

faults! {
    impl FrameSteps, over [] => super::framing;

    "what-is-restored-need-not-be-a-block" aims ["AUE-3.3-32"] in FRAMING
    "Restores any JSON value, and compares an id only where there is one." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Join && block.get("ref").is_none() && !is_frame(block),
                Reference.complete(way, block),
            )
        }

        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            let unnamed = block.get("id").is_none_or(|id| id.as_string().is_none());
            accept_if(unnamed, Reference.restored_id(block_id, block))
        }
    }

    "restored-blocks-need-no-type" aims ["AUE-3.3-32"] in FRAMING
    "Restores a block without a type, or with one that is no string." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            let untyped = block.as_object().is_some()
                && block
                    .get("type")
                    .is_none_or(|name| name.as_string().is_none());
            accept_if(way == Way::Join && untyped, Reference.complete(way, block))
        }
    }

    "restored-ids-are-compared-as-text" aims ["AUE-3.3-32"] in FRAMING
    "Compares the id of the restored block after making a string of it, so that a number will do." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            let numbered = block.get("id").and_then(Value::as_number).is_some();
            accept_if(way == Way::Join && numbered, Reference.complete(way, block))
        }

        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            let number = block.get("id").and_then(Value::as_number);
            let same = number.is_some_and(|number| *block_id == number.lexeme());
            accept_if(same, Reference.restored_id(block_id, block))
        }
    }

    "restored-members-in-any-case" aims ["AUE-3.3-32"] in FRAMING
    "Finds the id and the type of the restored block without regard to the case of their names." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            Reference.complete(way, &if way == Way::Join { lowered(block) } else { block.clone() })
        }

        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            Reference.restored_id(block_id, &lowered(block))
        }
    }

    "a-missing-id-is-that-of-the-frames" aims ["AUE-3.3-32"] in FRAMING { block_id: JsonString }
    "Restores a block without an id under the one that its frames name." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            let unnamed = block.get("id").is_none() && block.get("type").is_some();
            accept_if(way == Way::Join && unnamed, Reference.complete(way, block))
        }

        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            self.block_id = block_id.clone();
            accept_if(
                block.get("id").is_none(),
                Reference.restored_id(block_id, block),
            )
        }

        fn restore(&mut self, mut block: Value) -> Value {
            if let Some(members) = block.as_object_mut() {
                members.insert("id", self.block_id.clone());
            }
            block
        }
    }

    "a-block-in-a-string-is-read-again" aims ["AUE-3.3-32"] in FRAMING
    "Reads joined data that is a JSON string as JSON once more." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            match Reference.parse(text)? {
                Value::String(inner) => Reference.parse(&inner),
                value => Ok(value),
            }
        }
    }

    "a-list-of-one-block-is-that-block" aims ["AUE-3.3-32"] in FRAMING
    "Takes the only element of a list for the block." => {
        fn parse(&mut self, text: &JsonString) -> Result<Value, Rejection> {
            let value = Reference.parse(text)?;
            let only = value
                .as_array()
                .filter(|list| list.len() == 1)
                .and_then(|list| list.iter().next());
            Ok(only.cloned().unwrap_or(value))
        }
    }

    "frames-may-nest" aims ["AUE-3.3-33"] in FRAMING
    "Restores a block that is a frame itself." => {
        fn nested(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(way == Way::Join, Reference.nested(way, block))
        }
    }

    "only-whole-frames-are-frames" aims ["AUE-3.3-33"] in FRAMING
    "Restores a block of the type `frame` that has not all the members of one." => {
        fn nested(&mut self, way: Way, block: &Value) -> Verdict {
            let partial = block.get("data").is_none();
            accept_if(way == Way::Join && partial, Reference.nested(way, block))
        }
    }

    "frames-may-hold-references" aims ["AUE-3.3-34"] in FRAMING
    "Restores a reference, and a block with a `ref` beside its body." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(way == Way::Join, Reference.unresolved(way, block))
        }

        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Join && block.get("ref").is_some(),
                Reference.complete(way, block),
            )
        }
    }

    "a-ref-beside-a-body-is-dropped" aims ["AUE-3.3-34"] in FRAMING
    "Restores a block with a `ref` beside its body, without the `ref`." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Join && block.get("type").is_some(),
                Reference.unresolved(way, block),
            )
        }

        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            Reference.complete(way, &without_ref(block))
        }

        fn restore(&mut self, block: Value) -> Value {
            without_ref(&block)
        }
    }

    "restored-ids-are-not-compared" aims ["AUE-3.3-35"] in FRAMING
    "Restores a block of another id than its frames name." => {
        fn restored_id(&mut self, _: &JsonString, _: &Value) -> Verdict {
            Ok(())
        }
    }

    "restored-ids-are-compared-loosely" aims ["AUE-3.3-35"] in FRAMING
    "Compares the id of the restored block without regard to case, blanks and normal form." => {
        fn restored_id(&mut self, block_id: &JsonString, block: &Value) -> Verdict {
            let plain = |id: &str| composed(&id.trim().to_lowercase());
            let id = block.get("id").and_then(Value::as_str).map(plain);
            accept_if(
                id == block_id.as_str().map(plain),
                Reference.restored_id(block_id, block),
            )
        }
    }

    "a-ref-to-nothing-is-none" aims ["AUE-3.3-61"] in FRAMING
    "Restores a block whose `ref` is null or empty." => {
        fn unresolved(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Join && refers_to_nothing(block),
                Reference.unresolved(way, block),
            )
        }

        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            accept_if(
                way == Way::Join && refers_to_nothing(block),
                Reference.complete(way, block),
            )
        }
    }

    "restored-parents-are-of-any-kind" aims ["AUE-3.3-62"] in FRAMING
    "Restores a block whatever its parent and its group are." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            let mut bare = block.clone();
            if let Some(members) = bare.as_object_mut() {
                members.remove("parent_id");
                members.remove("group_id");
            }
            Reference.complete(way, if way == Way::Join { &bare } else { block })
        }
    }

    "restored-names-may-be-empty" aims ["AUE-3.3-49"] in FRAMING
    "Restores a block whose id or type is empty." => {
        fn complete(&mut self, way: Way, block: &Value) -> Verdict {
            let empty = |member| block.get(member).and_then(Value::as_str) == Some("");
            accept_if(
                way == Way::Join && (empty("id") || empty("type")),
                Reference.complete(way, block),
            )
        }
    }
}

fn without_ref(block: &Value) -> Value {
    let mut block = block.clone();
    if let Some(members) = block.as_object_mut() {
        members.remove("ref");
    }
    block
}

/// The value with its own member names in lower case.
fn lowered(block: &Value) -> Value {
    let mut block = block.clone();
    if let Some(members) = block.as_object_mut() {
        super::tools::rename(members, |name| mapped(name, str::to_lowercase));
    }
    block
}

fn refers_to_nothing(block: &Value) -> bool {
    block
        .get("ref")
        .is_some_and(|key| key.is_null() || key.as_str() == Some(""))
}

fn is_frame(block: &Value) -> bool {
    block.get("type").and_then(Value::as_str) == Some("frame")
}
