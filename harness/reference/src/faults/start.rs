//! Faults in `start` (section 5.1).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Verdict};

use super::tools::{accept_if, edit_meta, empty_model, is, object};
use super::{REDUCER, faults};

faults! {
    "start-without-a-model-clears" aims ["AUE-5.1-01"] in REDUCER
    "Takes a start without a model for one with an empty model." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if is(event, Op::Start) && event.get("model").is_none() {
                *model = Some(empty_model());
                return Ok(());
            }
            verdict
        }
    }

    "start-with-an-odd-model-is-skipped" aims ["AUE-5.1-01"] in REDUCER
    "Accepts a start whose model is no object and keeps the earlier one." => {
        fn settle(&mut self, _: &mut Option<Model>, event: &Event, verdict: Verdict) -> Verdict {
            let odd = event
                .get("model")
                .is_some_and(|model| model.as_object().is_none());
            accept_if(is(event, Op::Start) && odd, verdict)
        }
    }

    "start-may-carry-meta" aims ["AUE-5.1-02"] in REDUCER
    "Accepts a start with `meta` beside its model." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::Start && member == "meta",
                Reference.surplus(op, member),
            )
        }
    }

    "start-may-carry-a-block" aims ["AUE-5.1-02"] in REDUCER
    "Accepts a start with `block` beside its model." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::Start && member == "block",
                Reference.surplus(op, member),
            )
        }
    }

    "start-keeps-earlier-blocks" aims ["AUE-5.1-03"] in REDUCER
    "Keeps the blocks of the earlier model that the new one does not have." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            let old = earlier.into_iter().flat_map(Model::blocks);
            let missing: Vec<Value> = old
                .filter(|block| {
                    block
                        .get("id")
                        .and_then(Value::as_string)
                        .is_some_and(|id| model.position(id).is_none())
                })
                .cloned()
                .collect();
            missing.into_iter().for_each(|block| model.push(block));
            model
        }
    }

    "start-merges-blocks" aims ["AUE-5.1-03"] in REDUCER
    "Keeps the members of an earlier block that the started one of its id does not have." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let mut model = Reference.establish(earlier, document);
            for old in earlier
                .into_iter()
                .flat_map(Model::blocks)
                .filter_map(Value::as_object)
            {
                let at = old
                    .get("id")
                    .and_then(Value::as_string)
                    .and_then(|id| model.position(id));
                if let Some(block) = at.and_then(|at| model.block_mut(at))
                    && !block.contains("ref")
                    && !old.contains("ref")
                {
                    for (name, value) in old {
                        if block.get_name(name).is_none() {
                            block.insert(name, value.clone());
                        }
                    }
                }
            }
            model
        }
    }

    "start-merges-metadata" aims ["AUE-5.1-04"] in REDUCER
    "Keeps earlier metadata that the new model does not have." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            with_earlier_meta(earlier, document, |_| true)
        }
    }

    "start-keeps-an-earlier-error" aims ["AUE-5.1-04"] in REDUCER
    "Keeps an earlier error when the new model has none." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            with_earlier_meta(earlier, document, |name| *name == "error")
        }
    }

    "start-of-the-same-task-merges-metadata" aims ["AUE-5.1-04"] in REDUCER
    "Keeps earlier metadata that the new model does not have when both have one `task_id`." => {
        fn establish(&mut self, earlier: Option<&Model>, document: Object) -> Model {
            let task = |meta: Option<&Object>| meta.and_then(|meta| meta.get("task_id").cloned());
            let new = task(document.get("meta").and_then(Value::as_object));
            let same = new.is_some() && new == task(earlier.and_then(Model::meta));
            with_earlier_meta(earlier, document, |_| same)
        }
    }

    "start-keeps-the-earlier-version" aims ["AUE-5.1-05"] in REDUCER
    "Keeps the version of the earlier model." => {
        fn establish(&mut self, earlier: Option<&Model>, mut document: Object) -> Model {
            if let Some(version) = earlier.and_then(Model::version) {
                document.insert("version", version);
            }
            Model::new(document)
        }
    }

    "start-keeps-the-earlier-biz" aims ["AUE-5.1-05"] in REDUCER
    "Keeps the `biz` of the earlier model." => {
        fn establish(&mut self, earlier: Option<&Model>, mut document: Object) -> Model {
            if let Some(biz) = earlier.and_then(|earlier| earlier.document().get("biz")) {
                document.insert("biz", biz.clone());
            }
            Model::new(document)
        }
    }

    "refused-start-clears" aims ["AUE-5.1-06"] in REDUCER
    "Drops the earlier model before it looks at the new one." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_err() && is(event, Op::Start) {
                *model = None;
            }
            verdict
        }
    }

    "refused-start-takes-the-metadata" aims ["AUE-5.1-06"] in REDUCER
    "Takes the metadata of a new model before it looks at its blocks." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let new = object(event, "model")
                .and_then(|model| model.get("meta"))
                .and_then(Value::as_object);
            if let (Err(_), true, Some(new)) = (&verdict, is(event, Op::Start), new) {
                edit_meta(model, |meta| *meta = new.clone());
            }
            verdict
        }
    }

    "refused-start-takes-the-good-blocks" aims ["AUE-5.1-06"] in REDUCER
    "Takes the blocks of a new model up to the one that it refuses." => {
        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let new = object(event, "model")
                .and_then(|model| model.get("blocks"))
                .and_then(Value::as_array);
            if let (Err(_), true, Some(new), Some(model)) =
                (&verdict, is(event, Op::Start), new, model)
            {
                let good: Vec<Value> = new
                    .iter()
                    .take_while(|block| block.get("type").is_some())
                    .cloned()
                    .collect();
                model.edit(|document| {
                    document.insert("blocks", good);
                });
            }
            verdict
        }
    }
}

fn with_earlier_meta(
    earlier: Option<&Model>,
    document: Object,
    kept: impl Fn(&JsonString) -> bool,
) -> Model {
    let mut model = Model::new(document);
    let old = earlier.and_then(Model::meta);
    if let Some(meta) = model.meta_mut() {
        for (name, value) in old.into_iter().flatten().filter(|(name, _)| kept(name)) {
            if meta.get_name(name).is_none() {
                meta.insert(name, value.clone());
            }
        }
    }
    model
}
