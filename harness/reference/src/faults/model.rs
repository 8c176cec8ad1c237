//! Faults in what a model must look like and what of it is kept (sections 3.1, 3.2 and 3.5).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{
    Envelope, Event, Model, Op, Reference, Rejection, Root, Verdict,
};

use super::tools::{accept_if, edit_meta, is, mapped, refuse_if, rename, retain};
use super::{REDUCER, faults};

/// The members of a model that the text defines.
const MODEL: [&str; 4] = ["version", "biz", "meta", "blocks"];
/// The members of metadata that the text defines.
const COMMON: [&str; 4] = ["error", "task_id", "trace_id", "stats"];

faults! {
    "version-may-be-missing" aims ["AUE-3.1-01"] in REDUCER
    "Starts with a model without `version`." => {
        fn version(&mut self, version: Option<&Value>) -> Verdict {
            accept_if(version.is_none(), Reference.version(version))
        }
    }

    "version-may-be-no-string" aims ["AUE-3.1-01"] in REDUCER
    "Starts with a model whose `version` is a number or another value that is no string." => {
        fn version(&mut self, version: Option<&Value>) -> Verdict {
            accept_if(
                version.is_some_and(|version| version.as_string().is_none()),
                Reference.version(version),
            )
        }
    }

    "biz-may-be-missing" aims ["AUE-3.1-02"] in REDUCER
    "Starts with a model without `biz`." => {
        fn biz(&mut self, biz: Option<&Value>) -> Verdict {
            accept_if(biz.is_none(), Reference.biz(biz))
        }
    }

    "biz-may-be-no-string" aims ["AUE-3.1-02"] in REDUCER
    "Starts with a model whose `biz` is not a string." => {
        fn biz(&mut self, biz: Option<&Value>) -> Verdict {
            accept_if(
                biz.is_some_and(|biz| biz.as_string().is_none()),
                Reference.biz(biz),
            )
        }
    }

    "meta-may-be-missing" aims ["AUE-3.1-03"] in REDUCER
    "Starts with a model without `meta`." => {
        fn meta(&mut self, meta: Option<&Value>) -> Verdict {
            accept_if(meta.is_none(), Reference.meta(meta))
        }
    }

    "meta-may-be-no-object" aims ["AUE-3.1-03"] in REDUCER
    "Starts with a model whose `meta` is not an object." => {
        fn meta(&mut self, meta: Option<&Value>) -> Verdict {
            accept_if(
                meta.is_some_and(|meta| meta.as_object().is_none()),
                Reference.meta(meta),
            )
        }
    }

    "blocks-may-be-missing" aims ["AUE-3.1-04"] in REDUCER
    "Starts with a model without `blocks`." => {
        fn blocks(&mut self, blocks: Option<&Value>) -> Verdict {
            accept_if(blocks.is_none(), Reference.blocks(blocks))
        }
    }

    "blocks-may-be-no-list" aims ["AUE-3.1-04"] in REDUCER
    "Starts with a model whose `blocks` are not a list." => {
        fn blocks(&mut self, blocks: Option<&Value>) -> Verdict {
            accept_if(
                blocks.is_some_and(|blocks| blocks.as_array().is_none()),
                Reference.blocks(blocks),
            )
        }
    }

    "started-blocks-are-sorted" aims ["AUE-3.1-05"] in REDUCER
    "Sorts the blocks of a started model by their identifiers." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            sorted(document, |block| {
                block
                    .get("id")
                    .and_then(Value::as_string)
                    .cloned()
                    .unwrap_or_default()
            })
        }
    }

    "started-blocks-follow-their-parents" aims ["AUE-3.1-05"] in REDUCER
    "Puts the blocks of a started model that have no parent before those that have one." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            sorted(document, |block| {
                block
                    .get("parent_id")
                    .is_some_and(|parent| !parent.is_null())
            })
        }
    }

    "model-members-ignore-case" aims ["AUE-3.1-06"] in REDUCER
    "Knows the members of a model in any case, such as `Blocks`." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let mut event = Reference.read(text)?;
            if let Some(model) = event
                .as_object_mut()
                .and_then(|event| event.get_mut("model"))
            {
                ignore_case(model, &MODEL);
            }
            Ok(event)
        }
    }

    "block-members-ignore-case" aims ["AUE-3.1-06"] in REDUCER
    "Knows the members of a block in any case, such as `Type`." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let mut event = Reference.read(text)?;
            let Some(members) = event.as_object_mut() else {
                return Ok(event);
            };
            let blocks = members.get_mut("model").and_then(Value::as_object_mut);
            if let Some(Value::Array(blocks)) = blocks.and_then(|model| model.get_mut("blocks")) {
                blocks
                    .iter_mut()
                    .for_each(|block| ignore_case(block, &["id", "type", "ref"]));
            }
            if let Some(block) = members.get_mut("block") {
                ignore_case(block, &["id", "type", "ref"]);
            }
            Ok(event)
        }
    }

    "biz-may-be-empty" aims ["AUE-3.1-07"] in REDUCER
    "Starts with a model whose `biz` is empty." => {
        fn biz(&mut self, biz: Option<&Value>) -> Verdict {
            accept_if(biz.and_then(Value::as_str) == Some(""), Reference.biz(biz))
        }
    }

    "unknown-model-members-are-dropped" aims ["AUE-3.1-08"] in REDUCER
    "Keeps the four members of a model that the text defines and no other." => {
        fn establish(&mut self, _: Option<&Model>, mut document: Object) -> Model {
            retain(&mut document, |name, _| {
                MODEL.iter().any(|known| name == known)
            });
            Model::new(document)
        }
    }

    "unknown-metadata-is-dropped" aims ["AUE-3.2-01"] in REDUCER
    "Keeps the metadata of a start that the text defines and no other." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_meta(document, |meta| retain(meta, |name, _| is_common(name)))
        }
    }

    "metadata-of-null-is-dropped" aims ["AUE-3.2-01"] in REDUCER
    "Drops unknown metadata of a start that is null." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_meta(document, |meta| {
                retain(meta, |name, value| is_common(name) || !value.is_null())
            })
        }
    }

    "metadata-becomes-text" aims ["AUE-3.2-01"] in REDUCER
    "Keeps unknown metadata of a start in a map of strings." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_meta(document, |meta| {
                for (name, value) in meta.iter_mut() {
                    if !is_common(name) && value.as_string().is_none() {
                        *value = value.to_text().into();
                    }
                }
            })
        }
    }

    "metadata-loses-proto" aims ["AUE-3.2-01"] in REDUCER
    "Loses a metadata member `__proto__` of a start, which it assigned as a member of a JavaScript object." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_meta(document, |meta| retain(meta, |name, _| name != "__proto__"))
        }
    }

    "metadata-names-become-lower-case" aims ["AUE-3.2-01"] in REDUCER
    "Keeps unknown metadata of a start under names in lower case." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_meta(document, |meta| {
                rename(meta, |name| mapped(name, str::to_lowercase))
            })
        }
    }

    "whole-blocks-drop-unknown-metadata" aims ["AUE-3.2-02"] in REDUCER
    "Keeps the metadata that the text defines and no other when a whole block is set." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && is(event, Op::Set) && event.get("mask").is_none() {
                edit_meta(model, |meta| retain(meta, |name, _| is_common(name)));
            }
            verdict
        }
    }

    "started-stats-are-dropped" aims ["AUE-3.2-10"] in REDUCER
    "Drops the statistics of a start, which it means to count itself." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_meta(document, |meta| {
                retain(meta, |name, value| *name != "stats" || value.is_null())
            })
        }
    }

    "block-events-clear-the-error" aims ["AUE-3.2-02"] in REDUCER
    "Takes a patch of a block as a sign of recovery and removes the error." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && event.get("block").is_some() {
                edit_meta(model, |meta| {
                    meta.remove("error");
                });
            }
            verdict
        }
    }

    "block-events-drop-unknown-metadata" aims ["AUE-3.2-02"] in REDUCER
    "Rebuilds the metadata from what it knows whenever a block is patched." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() && event.get("block").is_some() {
                edit_meta(model, |meta| retain(meta, |name, _| is_common(name)));
            }
            verdict
        }
    }

    "common-metadata-of-null-is-dropped" aims ["AUE-3.2-03"] in REDUCER
    "Drops the defined metadata of a start that is null." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_meta(document, |meta| {
                retain(meta, |name, value| !is_common(name) || !value.is_null())
            })
        }
    }

    "started-error-loses-its-detail" aims ["AUE-3.2-04"] in REDUCER
    "Drops the `detail` of a started model's error." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_error(document, |error| retain(error, |name, _| name != "detail"))
        }
    }

    "started-error-loses-its-trace" aims ["AUE-3.2-04"] in REDUCER
    "Drops the `trace_id` of a started model's error." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            with_error(document, |error| {
                retain(error, |name, _| name != "trace_id")
            })
        }
    }

    "started-error-loses-what-is-unknown" aims ["AUE-3.2-04"] in REDUCER
    "Keeps the four defined members of a started model's error and no other." => {
        fn establish(&mut self, _: Option<&Model>, document: Object) -> Model {
            let known = |name: &JsonString| {
                ["code", "message", "detail", "trace_id"]
                    .iter()
                    .any(|known| name == known)
            };
            with_error(document, |error| retain(error, |name, _| known(name)))
        }
    }

    "started-error-may-be-anything" aims ["AUE-3.2-05"] in REDUCER
    "Starts with a model whose error is no object." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            let odd = started(op, path, "error") && value.as_object().is_none();
            accept_if(odd, Reference.common_member(op, root, path, value))
        }
    }

    "started-error-needs-no-code" aims ["AUE-3.2-06"] in REDUCER
    "Starts with a model whose error has no `code`." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            let odd = started(op, path, "error")
                && has_text(value, "message")
                && value.as_object().is_some();
            accept_if(odd, Reference.common_member(op, root, path, value))
        }
    }

    "started-error-needs-no-message" aims ["AUE-3.2-06"] in REDUCER
    "Starts with a model whose error has no `message`." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            let odd = started(op, path, "error")
                && has_text(value, "code")
                && value.as_object().is_some();
            accept_if(odd, Reference.common_member(op, root, path, value))
        }
    }

    "started-task-id-may-be-anything" aims ["AUE-3.2-07"] in REDUCER
    "Starts with a model whose `task_id` is neither a string nor null." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            accept_if(
                started(op, path, "task_id"),
                Reference.common_member(op, root, path, value),
            )
        }
    }

    "started-trace-id-may-be-anything" aims ["AUE-3.2-07"] in REDUCER
    "Starts with a model whose `trace_id` is neither a string nor null." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            accept_if(
                started(op, path, "trace_id"),
                Reference.common_member(op, root, path, value),
            )
        }
    }

    "started-stats-may-be-anything" aims ["AUE-3.2-08"] in REDUCER
    "Starts with a model whose `stats` are neither an object nor null." => {
        fn common_member(
            &mut self,
            op: Op,
            root: Root,
            path: &[JsonString],
            value: &Value,
        ) -> Verdict {
            accept_if(
                started(op, path, "stats"),
                Reference.common_member(op, root, path, value),
            )
        }
    }

    "version-1-0-cannot-start" aims ["AUE-3.5-01"] in REDUCER
    "Refuses a start with a model of version 1.0." => {
        fn version(&mut self, version: Option<&Value>) -> Verdict {
            refuse_if(version.and_then(Value::as_str) == Some("1.0"))?;
            Reference.version(version)
        }
    }

    "version-1-0-cannot-be-patched" aims ["AUE-3.5-01"] in REDUCER { old: bool }
    "Refuses patches of a model of version 1.0." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.old = model.is_some_and(is_old);
        }

        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let model = Reference.establish(earlier, document);
            self.old = is_old(&model);
            model
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(self.old && matches!(envelope.op, Op::Set | Op::Append | Op::Error))
        }
    }

    "version-1-0-is-raised-by-start" aims ["AUE-3.5-02"] in REDUCER
    "Makes a model of version 1.0 one of version 1.1 as it starts." => {
        fn establish(&mut self, _: Option<&Model>, mut document: Object) -> Model {
            raise(&mut document);
            Model::new(document)
        }
    }

    "version-1-0-is-raised-by-patches" aims ["AUE-3.5-02"] in REDUCER
    "Makes a model of version 1.0 one of version 1.1 as it is patched." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let patch = is(event, Op::Set) || is(event, Op::Append) || is(event, Op::Error);
            if let (Ok(()), true, Some(model)) = (
                &verdict,
                patch,
                model.as_mut().filter(|model| is_old(model)),
            ) {
                model.edit(raise);
            }
            verdict
        }
    }

    "version-1-0-may-start-with-references" aims ["AUE-3.5-03"] in REDUCER
    "Starts with a model of version 1.0 that has a reference." => {
        fn reference_version(&mut self, op: Op, version: Option<&JsonString>) -> Verdict {
            accept_if(op == Op::Start, Reference.reference_version(op, version))
        }
    }

    "version-1-0-may-be-set-references" aims ["AUE-3.5-04"] in REDUCER
    "Sets a reference in a model of version 1.0." => {
        fn reference_version(&mut self, op: Op, version: Option<&JsonString>) -> Verdict {
            accept_if(op == Op::Set, Reference.reference_version(op, version))
        }
    }

    "references-stay-allowed" aims ["AUE-3.5-05"] in REDUCER { allowed: bool }
    "Allows references for good once it has seen a model of version 1.1." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.allowed = model.is_some_and(|model| !is_old(model));
        }

        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let model = Reference.establish(earlier, document);
            self.allowed |= !is_old(&model);
            model
        }

        fn reference_version(&mut self, op: Op, version: Option<&JsonString>) -> Verdict {
            accept_if(
                self.allowed && op == Op::Set,
                Reference.reference_version(op, version),
            )
        }
    }

    "references-stay-forbidden" aims ["AUE-3.5-05"] in REDUCER { forbidden: bool }
    "Forbids references for good once it has seen a model of version 1.0." => {
        fn begin(&mut self, model: Option<&Model>, _: u64) {
            self.forbidden = model.is_some_and(is_old);
        }

        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let model = Reference.establish(earlier, document);
            self.forbidden |= is_old(&model);
            model
        }

        fn reference_version(&mut self, op: Op, version: Option<&JsonString>) -> Verdict {
            refuse_if(self.forbidden)?;
            Reference.reference_version(op, version)
        }
    }

    "any-version-will-do" aims ["AUE-3.5-06"] in REDUCER
    "Starts with a model of a version that there is not." => {
        fn version(&mut self, version: Option<&Value>) -> Verdict {
            accept_if(
                version.is_some_and(|version| version.as_string().is_some()),
                Reference.version(version),
            )
        }
    }
}

fn is_common(name: &JsonString) -> bool {
    COMMON.iter().any(|common| name == common)
}

fn started(op: Op, path: &[JsonString], member: &str) -> bool {
    op == Op::Start && matches!(path, [name] if name == member)
}

fn has_text(value: &Value, member: &str) -> bool {
    value
        .get(member)
        .is_some_and(|value| value.as_string().is_some())
}

fn is_old(model: &Model) -> bool {
    model.version().is_some_and(|version| *version == "1.0")
}

fn raise(document: &mut Object) {
    if document.get("version").and_then(Value::as_str) == Some("1.0") {
        document.insert("version", "1.1");
    }
}

fn with_meta(mut document: Object, change: impl FnOnce(&mut Object)) -> Model {
    if let Some(meta) = document.get_mut("meta").and_then(Value::as_object_mut) {
        change(meta);
    }
    Model::new(document)
}

fn with_error(document: Object, change: impl FnOnce(&mut Object)) -> Model {
    with_meta(document, |meta| {
        if let Some(error) = meta.get_mut("error").and_then(Value::as_object_mut) {
            change(error);
        }
    })
}

/// A model whose blocks are sorted by a key, those of equal keys as they were.
fn sorted<K: Ord>(mut document: Object, key: impl FnMut(&Value) -> K) -> Model {
    if let Some(blocks) = document.get_mut("blocks").and_then(Value::as_array_mut) {
        blocks.sort_by_key(key);
    }
    Model::new(document)
}

/// Gives members the known names that they differ from in case alone, if those are free.
fn ignore_case(value: &mut Value, known: &[&str]) {
    if let Value::Object(members) = value {
        let free: Vec<&str> = known
            .iter()
            .copied()
            .filter(|known| !members.contains(known))
            .collect();
        rename(members, |name| {
            let lower = name.to_string_lossy().to_ascii_lowercase();
            if free.contains(&lower.as_str()) {
                lower.into()
            } else {
                name.clone()
            }
        });
    }
}
