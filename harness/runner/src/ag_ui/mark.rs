//! Values that are not fixed: marks in an expectation that stand for several.

use uiconform_catalogue::{Described, entries};
use uiconform_json::{Located, Node, Value};

/// Any value, also none.
const ANY: &str = "$any";
/// No value, or null.
const ABSENT: &str = "$absent";
/// A string that has this text in it.
const CONTAINS: &str = "$contains";

const MARKS: [&str; 3] = [ANY, ABSENT, CONTAINS];

/// Reads an expected value, in which marks may stand.
pub(super) fn read(node: &Node<'_>) -> Result<Described, Located> {
    check(node)?;
    Described::read_with_marks(node, None, &MARKS)
}

/// The same for one of which so many copies are made.
pub(super) fn read_copies(node: &Node<'_>, times: u64) -> Result<Described, Located> {
    check(node)?;
    Described::read_with_marks(node, Some(times), &MARKS)
}

/// Checks that marks have the value that they have.
fn check(node: &Node<'_>) -> Result<(), Located> {
    match node.value() {
        Value::Array(_) => node.list()?.iter().try_for_each(check),
        Value::Object(object) => {
            for (name, node) in entries(node)? {
                let mark = MARKS.into_iter().find(|mark| *name == *mark);
                match mark.filter(|_| object.len() == 1) {
                    None => check(&node)?,
                    Some(CONTAINS) => drop(node.text()?),
                    Some(_) if node.value().as_bool() == Some(true) => {}
                    Some(mark) => return Err(node.error(format!("write {{\"{mark}\": true}}"))),
                }
            }
            Ok(())
        }
        _ => Ok(()),
    }
}

/// Whether any value will do.
pub(super) fn is_any(expected: &Value) -> bool {
    expected.get(ANY).is_some()
}

/// What came, in the words of what was expected: equal to that if it fits, and otherwise as it is. Null is as good as nothing.
pub(super) fn seen(expected: Option<&Value>, got: Option<&Value>) -> Option<Value> {
    let got = got.filter(|got| !got.is_null());
    let Some(expected) = expected else {
        return got.cloned();
    };
    let fits = if expected.is_null() || expected.get(ABSENT).is_some() {
        got.is_none()
    } else if let Some(part) = expected.get(CONTAINS).and_then(Value::as_str) {
        let text = got.and_then(Value::as_str);
        text.is_some_and(|text| text.contains(part))
    } else {
        is_any(expected)
    };
    match fits {
        true => Some(expected.clone()),
        false => got.cloned(),
    }
}
