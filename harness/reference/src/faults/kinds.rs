//! Faults in the kinds of values that a start may bring, each lax in another corner (sections 3.1, 3.3 and 3.4).

use uiconform_json::{Object, Value};
use uiconform_protocols::agentue::{Op, Reference, Verdict};

use super::tools::{accept_if, refuse_if};
use super::{REDUCER, faults};

faults! {
    "version-may-be-true-or-a-container" aims ["AUE-3.1-01"] in REDUCER
    "Starts with a model whose `version` is a boolean, a list or an object." => {
        fn version(&mut self, version: Option<&Value>) -> Verdict {
            accept_if(version.is_some_and(is_bool_or_container), Reference.version(version))
        }
    }

    "biz-may-be-true-or-a-container" aims ["AUE-3.1-02"] in REDUCER
    "Starts with a model whose `biz` is a boolean, a list or an object." => {
        fn biz(&mut self, biz: Option<&Value>) -> Verdict {
            accept_if(biz.is_some_and(is_bool_or_container), Reference.biz(biz))
        }
    }

    "meta-may-be-a-scalar" aims ["AUE-3.1-03"] in REDUCER
    "Starts with a model whose `meta` is a number or a boolean." => {
        fn meta(&mut self, meta: Option<&Value>) -> Verdict {
            let scalar = matches!(meta, Some(Value::Number(_) | Value::Bool(_)));
            accept_if(scalar, Reference.meta(meta))
        }
    }

    "blocks-may-be-empty-otherwise" aims ["AUE-3.1-04"] in REDUCER
    "Starts with a model whose `blocks` are an empty object or an empty string, as if they were an empty list." => {
        fn blocks(&mut self, blocks: Option<&Value>) -> Verdict {
            let empty = match blocks {
                Some(Value::Object(members)) => members.is_empty(),
                Some(Value::String(text)) => text.as_str() == Some(""),
                _ => false,
            };
            accept_if(empty, Reference.blocks(blocks))
        }
    }

    "started-block-may-be-a-number" aims ["AUE-3.3-01"] in REDUCER
    "Starts with a block that is a number." => {
        fn block(&mut self, op: Op, block: &Value) -> Verdict {
            let number = op == Op::Start && matches!(block, Value::Number(_));
            accept_if(number, Reference.block(op, block))
        }
    }

    "started-block-id-may-be-true" aims ["AUE-3.3-01"] in REDUCER
    "Starts with a block whose `id` is a boolean." => {
        fn block_id(&mut self, op: Op, id: Option<&Value>) -> Verdict {
            let boolean = op == Op::Start && matches!(id, Some(Value::Bool(_)));
            accept_if(boolean, Reference.block_id(op, id))
        }
    }

    "started-block-type-may-be-a-list" aims ["AUE-3.3-02"] in REDUCER
    "Starts with a block whose `type` is a list." => {
        fn block_type(&mut self, op: Op, block_type: Option<&Value>) -> Verdict {
            let list = op == Op::Start && matches!(block_type, Some(Value::Array(_)));
            accept_if(list, Reference.block_type(op, block_type))
        }
    }

    "a-null-type-of-a-reference-is-none" aims ["AUE-3.4-07", "AUE-5.2-11"] in REDUCER
    "Takes a reference whose `type` is null for one without." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let mut rest = block.clone();
            if rest.get("type").is_some_and(Value::is_null) {
                rest.remove("type");
            }
            Reference.reference(op, &rest)
        }
    }

    "started-ref-may-be-a-list-or-true" aims ["AUE-3.4-03"] in REDUCER
    "Starts with a reference whose `ref` is a list or a boolean." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let odd = matches!(block.get("ref"), Some(Value::Array(_) | Value::Bool(_)));
            accept_if(op == Op::Start && odd, Reference.reference(op, block))
        }
    }

    "blank-refs-are-empty" aims ["AUE-3.4-11"] in REDUCER
    "Refuses a reference whose `ref` is white space alone." => {
        fn reference(&mut self, op: Op, block: &Object) -> Verdict {
            let key = block.get("ref").and_then(Value::as_str);
            refuse_if(key.is_some_and(|key| key.trim().is_empty()))?;
            Reference.reference(op, block)
        }
    }
}

fn is_bool_or_container(value: &Value) -> bool {
    matches!(value, Value::Bool(_) | Value::Array(_) | Value::Object(_))
}
