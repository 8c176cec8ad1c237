//! Faults in byte order marks within strings (sections 5.3 and 7).

use uiconform_json::{Array, JsonString, Value};
use uiconform_protocols::agentue::{Op, Reference};

use super::tools::{map_values, mapped};
use super::{REDUCER, faults};

/// U+FEFF, which at the start of a file tells how it is encoded, and within it is a character of no width.
const MARK: char = '\u{feff}';

faults! {
    "byte-order-marks-of-deltas-are-dropped" aims ["AUE-7-04", "AUE-5.3-03"] in REDUCER
    "Drops a byte order mark at the start of a string that it appends." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            Reference.join_text(target, &mapped(delta, without_mark));
        }
    }

    "byte-order-marks-within-deltas-are-dropped" aims ["AUE-7-04", "AUE-5.3-03"] in REDUCER
    "Drops a byte order mark anywhere but at the start of a string that it appends." => {
        fn join_text(&mut self, target: &mut JsonString, delta: &JsonString) {
            let kept = mapped(delta, |delta| {
                let (first, rest) = delta.split_at(delta.chars().next().map_or(0, char::len_utf8));
                first.to_owned() + &rest.replace(MARK, "")
            });
            Reference.join_text(target, &kept);
        }
    }

    "byte-order-marks-of-elements-are-dropped" aims ["AUE-7-04"] in REDUCER
    "Drops a byte order mark at the start of the strings of a list that it appends." => {
        fn join_list(&mut self, target: &mut Array, delta: Array) {
            let kept = map_values(&delta.into(), without_mark);
            if let Value::Array(kept) = kept {
                Reference.join_list(target, kept);
            }
        }
    }

    "byte-order-marks-of-set-values-are-dropped" aims ["AUE-7-04"] in REDUCER
    "Drops a byte order mark at the start of the strings that a set assigns." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op == Op::Set {
                map_values(value, without_mark)
            } else {
                value.clone()
            }
        }
    }

    "byte-order-marks-of-errors-are-dropped" aims ["AUE-7-04"] in REDUCER
    "Drops a byte order mark at the start of the strings of an error." => {
        fn copy(&mut self, op: Op, value: &Value) -> Value {
            if op == Op::Error {
                map_values(value, without_mark)
            } else {
                value.clone()
            }
        }
    }
}

fn without_mark(text: &str) -> String {
    text.strip_prefix(MARK).unwrap_or(text).to_owned()
}
