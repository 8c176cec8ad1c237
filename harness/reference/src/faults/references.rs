//! Faults in what is done with reference blocks (section 3.4).

use std::collections::HashSet;

use uiconform_json::{JsonString, Object, Value, parse};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Rejection, Steps, Verdict};

use super::tools::{
    LOOKED_AT, accept_if, block_id, edit_blocks, is, is_reference, merge, named, object, path,
    refuse_if, retain, text,
};
use super::{REDUCER, faults};

faults! {
    "started-references-go-last" aims ["AUE-3.4-01"] in REDUCER
    "Puts the references of a started model after its inline blocks." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            edit_blocks(&mut model, |blocks| blocks.sort_by_key(is_reference));
            model
        }
    }

    "started-references-are-dropped" aims ["AUE-3.4-01"] in REDUCER
    "Leaves the references of a started model out until their content is there." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            edit_blocks(&mut model, |blocks| {
                blocks.retain(|block| !is_reference(block))
            });
            model
        }
    }

    "started-references-get-an-empty-body" aims ["AUE-3.4-01"] in REDUCER
    "Makes the references of a started model inline blocks without content." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            edit_blocks(&mut model, |blocks| {
                blocks
                    .iter_mut()
                    .filter(|block| is_reference(block))
                    .for_each(empty_body)
            });
            model
        }
    }

    "new-references-wait" aims ["AUE-3.4-02"] in REDUCER
    "Holds a reference that a set brings back until its content is there." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            if !is_reference(&block) {
                Reference.insert(model, block);
            }
        }
    }

    "new-references-go-first" aims ["AUE-3.4-02"] in REDUCER
    "Puts a reference that a set brings before the other blocks." => {
        fn insert(&mut self, model: &mut Model, block: Value) {
            if is_reference(&block) {
                model.insert(0, block);
            } else {
                Reference.insert(model, block);
            }
        }
    }

    "new-references-get-an-empty-body" aims ["AUE-3.4-02"] in REDUCER
    "Makes a reference that a set brings an inline block without content." => {
        fn insert(&mut self, model: &mut Model, mut block: Value) {
            if is_reference(&block) {
                empty_body(&mut block);
            }
            Reference.insert(model, block);
        }
    }

    "started-ref-may-be-no-string" aims ["AUE-3.4-03"] in REDUCER
    "Starts with a reference whose `ref` is not a string." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let odd = block
                .get("ref")
                .is_some_and(|key| key.as_string().is_none());
            accept_if(op == Op::Start && odd, Reference.reference(op, block))
        }
    }

    "started-ref-may-be-empty" aims ["AUE-3.4-04"] in REDUCER
    "Starts with a reference whose `ref` is empty." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let empty = block.len() == 2 && block.get("ref").and_then(Value::as_str) == Some("");
            accept_if(op == Op::Start && empty, Reference.reference(op, block))
        }
    }

    "started-reference-id-may-be-empty" aims ["AUE-3.4-05"] in REDUCER
    "Starts with a reference whose `id` is empty." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let empty = block.get("id").and_then(Value::as_str) == Some("");
            accept_if(op == Op::Start && empty, Reference.reference(op, block))
        }
    }

    "started-inline-blocks-may-have-a-ref" aims ["AUE-3.4-06"] in REDUCER
    "Takes a started block with a type for inline, whether or not it has a `ref`." => {
        fn is_reference(&mut self, op: Op, block: &Object) -> bool {
            Reference.is_reference(op, block) && !(op == Op::Start && block.contains("type"))
        }
    }

    "started-references-may-have-more" aims ["AUE-3.4-07"] in REDUCER
    "Starts with a reference that has further members, and keeps them." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            Reference.reference(op, &bare(op, block))
        }
    }

    "started-references-are-stripped" aims ["AUE-3.4-07"] in REDUCER
    "Starts with a reference that has further members, and drops them." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            Reference.reference(op, &bare(op, block))
        }

        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            edit_blocks(&mut model, |blocks| {
                for block in blocks.iter_mut().filter(|block| is_reference(block)) {
                    if let Some(members) = block.as_object_mut() {
                        retain(members, |name, _| name == "id" || name == "ref");
                    }
                }
            });
            model
        }
    }

    "ids-may-repeat-across-forms" aims ["AUE-3.4-08"] in REDUCER
    "Starts with an inline block and a reference of one id." => {
        fn repeated_id(&mut self, earlier: &Value, block: &Value) -> Verdict {
            accept_if(
                is_reference(earlier) != is_reference(block),
                Reference.repeated_id(earlier, block),
            )
        }
    }

    "ids-of-references-may-repeat" aims ["AUE-3.4-09"] in REDUCER
    "Starts with two references of one id." => {
        fn repeated_id(&mut self, earlier: &Value, block: &Value) -> Verdict {
            accept_if(
                is_reference(earlier) && is_reference(block),
                Reference.repeated_id(earlier, block),
            )
        }
    }

    "refs-must-differ" aims ["AUE-3.4-10"] in REDUCER { refs: HashSet<JsonString> }
    "Refuses a start in which two blocks have one `ref`." => {
        fn version(&mut self, version: Option<&Value>) -> Verdict {
            self.refs.clear();
            Reference.version(version)
        }

        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            Reference.reference(op, block)?;
            let key = block
                .get("ref")
                .and_then(Value::as_string)
                .cloned()
                .unwrap_or_default();
            refuse_if(op == Op::Start && !self.refs.insert(key))
        }
    }

    "blocks-of-one-ref-are-made-inline-together" aims ["AUE-3.4-10"] in REDUCER
    "Gives every block of a `ref` the content that a set brings for one of them." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            let key = model.block(at).and_then(|block| block.get("ref")).cloned();
            Reference.replace(model, at, block.clone());
            let (Some(key), false) = (key, is_reference(&block)) else {
                return;
            };
            edit_blocks(model, |blocks| {
                for other in blocks
                    .iter_mut()
                    .filter(|other| other.get("ref") == Some(&key))
                {
                    let id = other.get("id").cloned().unwrap_or_default();
                    *other = block.clone();
                    other.as_object_mut().map(|other| other.insert("id", id));
                }
            });
        }
    }

    "blocks-of-one-ref-change-it-together" aims ["AUE-3.4-10"] in REDUCER
    "Gives every block of a `ref` the new one that a set brings for one of them." => {
        fn replace(&mut self, model: &mut Model, at: usize, block: Value) {
            let key = model.block(at).and_then(|block| block.get("ref")).cloned();
            Reference.replace(model, at, block.clone());
            let (Some(key), Some(new)) = (key, block.get("ref")) else {
                return;
            };
            edit_blocks(model, |blocks| {
                for other in blocks
                    .iter_mut()
                    .filter(|other| other.get("ref") == Some(&key))
                {
                    other
                        .as_object_mut()
                        .map(|other| other.insert("ref", new.clone()));
                }
            });
        }
    }

    "refs-are-normalized-as-urls" aims ["AUE-3.4-11"] in REDUCER
    "Brings a `ref` that looks like a URL into a normal form." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            with_refs(value, |key| {
                key.contains("://").then(|| normal_url(key).into())
            })
        }
    }

    "refs-are-normalized-as-paths" aims ["AUE-3.4-11"] in REDUCER
    "Resolves the dots of a `ref` that looks like a path." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            with_refs(value, |key| {
                let dots = key
                    .split('/')
                    .any(|segment| segment == ".." || segment == ".");
                (dots && !key.contains("://")).then(|| normal_path(key).into())
            })
        }
    }

    "refs-are-parsed-as-json" aims ["AUE-3.4-11"] in REDUCER
    "Parses a `ref` that looks like JSON." => {
        fn copy(&mut self, _: Op, value: &Value) -> Value {
            with_refs(value, |key| {
                parse(key)
                    .ok()
                    .filter(|key| key.as_object().is_some() || key.as_array().is_some())
            })
        }
    }

    "references-take-field-sets" aims ["AUE-3.4-12"] in REDUCER
    "Sets a field of a reference beside its `ref`." => {
        fn changeable(&mut self, op: Op, block: &Object) -> Verdict {
            accept_if(op == Op::Set, Reference.changeable(op, block))
        }
    }

    "field-sets-of-references-are-skipped" aims ["AUE-3.4-12"] in REDUCER
    "Accepts a masked set of a reference and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let of_id = text(event, "mask") == Some("block.id");
            let masked =
                is(event, Op::Set) && text(event, "mask").is_some_and(|mask| mask != "block.ref");
            accept_if(
                masked && names_reference(model, event) && (is_sound(event) || of_id),
                verdict,
            )
        }
    }

    "references-take-appends" aims ["AUE-3.4-13"] in REDUCER
    "Begins the content of a reference with the delta of an append." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let appends = is(event, Op::Append) && names_reference(model, event) && is_sound(event);
            if let (true, Some(model), Some(payload)) = (appends, model, object(event, "block"))
                && let Some(at) = named(model, event)
                && let Some(block) = model.block_mut(at)
            {
                merge(block, payload);
            }
            accept_if(appends, verdict)
        }
    }

    "appends-to-references-are-skipped" aims ["AUE-3.4-13"] in REDUCER
    "Accepts an append to a reference and does nothing." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            accept_if(
                is(event, Op::Append) && names_reference(model, event) && is_sound(event),
                verdict,
            )
        }
    }

    "once-a-reference-always-one" aims ["AUE-3.4-14"] in REDUCER { references: HashSet<JsonString> }
    "Refuses field patches of a block that was a reference earlier." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.references = model.map(|model| ids(model, true)).unwrap_or_default();
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            note(&mut self.references, model.as_ref(), event, true);
            verdict
        }

        fn changeable(&mut self, op: Op, block: &Object) -> Verdict {
            let id = block.get("id").and_then(Value::as_string);
            refuse_if(id.is_some_and(|id| self.references.contains(id)))?;
            Reference.changeable(op, block)
        }
    }

    "once-inline-always-so" aims ["AUE-3.4-14"] in REDUCER { inline: HashSet<JsonString> }
    "Accepts field patches of a reference that was an inline block earlier." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.inline = model.map(|model| ids(model, false)).unwrap_or_default();
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let was_inline = block_id(event).is_some_and(|id| self.inline.contains(id));
            note(&mut self.inline, model.as_ref(), event, false);
            let patch = was_inline
                && !path(event).is_empty()
                && names_reference(model, event)
                && is_sound(event);
            accept_if(patch, verdict)
        }
    }

    "references-hold-up-metadata" aims ["AUE-3.4-15"] in REDUCER { waits: bool }
    "Refuses patches of the metadata while a reference is unresolved." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.waits = model.is_some_and(has_references);
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.waits = model.as_ref().is_some_and(has_references);
            verdict
        }

        fn select<'e>(
            &mut self,
            op: Op,
            payload: &'e Object,
            path: &[JsonString],
        ) -> Result<&'e Value, Rejection> {
            // The payload of a block names it.
            refuse_if(self.waits && !payload.contains("id"))?;
            Reference.select(op, payload, path)
        }
    }

    "references-hold-up-errors" aims ["AUE-3.4-15"] in REDUCER { waits: bool }
    "Refuses errors while a reference is unresolved." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.waits = model.is_some_and(has_references);
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.waits = model.as_ref().is_some_and(has_references);
            verdict
        }

        fn error_payload(&mut self, error: Option<&Value>) -> Verdict {
            refuse_if(self.waits)?;
            Reference.error_payload(error)
        }
    }

    "references-hold-up-appends-to-other-blocks" aims ["AUE-3.4-16"] in REDUCER { waits: bool }
    "Refuses appends to every block while a reference is unresolved." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.waits = model.is_some_and(has_references);
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.waits = model.as_ref().is_some_and(has_references);
            verdict
        }

        fn changeable(&mut self, op: Op, block: &Object) -> Verdict {
            refuse_if(self.waits && op == Op::Append)?;
            Reference.changeable(op, block)
        }
    }

    "references-hold-up-sets-of-other-blocks" aims ["AUE-3.4-16"] in REDUCER { waits: bool }
    "Refuses masked sets of every block while a reference is unresolved." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.waits = model.is_some_and(has_references);
        }

        fn settle(&mut self, model: &mut Option<Model>, _: &Event, verdict: Verdict) -> Verdict {
            self.waits = model.as_ref().is_some_and(has_references);
            verdict
        }

        fn changeable(&mut self, op: Op, block: &Object) -> Verdict {
            refuse_if(self.waits && op == Op::Set)?;
            Reference.changeable(op, block)
        }
    }

    "references-load-as-if-empty" aims ["AUE-3.4-13"] in REDUCER
    "Takes the delta of an append for the whole content of a reference, which it holds for empty." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let appends = is(event, Op::Append) && names_reference(model, event) && is_sound(event);
            if let (true, Some(model), Some(payload)) = (appends, model, object(event, "block"))
                && let Some(at) = named(model, event)
            {
                model.replace(at, payload.clone().into());
            }
            accept_if(appends, verdict)
        }
    }
}

/// A block of no content in the place of a reference.
fn empty_body(block: &mut Value) {
    let id = block.get("id").cloned().unwrap_or_default();
    *block =
        Object::from_iter([("id", id), ("type", "text".into()), ("content", "".into())]).into();
}

/// What a started block would be as a reference without its further members; an inline one stays so.
fn bare(op: Op, block: &Object) -> Object {
    let mut bare = block.clone();
    if op == Op::Start && !block.contains("type") {
        retain(&mut bare, |name, _| name == "id" || name == "ref");
    }
    bare
}

/// A copy in which the keys of references are others, where there are others.
fn with_refs(value: &Value, change: impl Fn(&str) -> Option<Value>) -> Value {
    super::tools::throughout(value.clone(), |value| {
        if let Value::Object(members) = value
            && members.len() == 2
            && let Some(key) = members.get("ref").and_then(Value::as_str).and_then(&change)
        {
            members.insert("ref", key);
        }
    })
}

fn normal_url(url: &str) -> String {
    let (scheme, rest) = url.split_once("://").unwrap_or((url, ""));
    let (host, path) = rest.split_once('/').unwrap_or((rest, ""));
    let path = path.split(['#', '?']).next().unwrap_or_default();
    format!(
        "{}://{}/{}",
        scheme.to_lowercase(),
        host.to_lowercase(),
        normal_path(path)
    )
}

fn normal_path(path: &str) -> String {
    let mut segments: Vec<&str> = Vec::new();
    for segment in path.split('/') {
        match segment {
            "." => {}
            ".." => {
                segments.pop();
            }
            other => segments.push(other),
        }
    }
    segments.join("/")
}

fn names_reference(model: &Option<Model>, event: &Event) -> bool {
    let Some(model) = model else { return false };
    named(model, event)
        .and_then(|at| model.block(at))
        .is_some_and(|block| block.contains("ref"))
}

/// Whether the payload of a field patch has nothing wrong with it beyond the block that it is for.
fn is_sound(event: &Event) -> bool {
    let path = path(event);
    let Some(payload) = object(event, "block") else {
        return false;
    };
    let reserved = path
        .first()
        .is_some_and(|name| *name == "id" || *name == "ref");
    !reserved && !payload.contains("ref") && Reference.select(Op::Set, payload, &path).is_ok()
}

fn has_references(model: &Model) -> bool {
    model.blocks().iter().take(LOOKED_AT).any(is_reference)
}

/// The identifiers of the blocks of one form.
fn ids(model: &Model, of_references: bool) -> HashSet<JsonString> {
    let wanted = model
        .blocks()
        .iter()
        .filter(|block| is_reference(block) == of_references);
    wanted
        .filter_map(|block| block.get("id")?.as_string().cloned())
        .collect()
}

/// Notes the identifiers of blocks that have become of one form by an event.
fn note(
    known: &mut HashSet<JsonString>,
    model: Option<&Model>,
    event: &Event,
    of_references: bool,
) {
    let Some(model) = model else { return };
    if is(event, Op::Start) {
        *known = ids(model, of_references);
    } else if let Some(block) = named(model, event).and_then(|at| model.blocks().get(at))
        && is_reference(block) == of_references
    {
        known.extend(block_id(event).cloned());
    }
}
