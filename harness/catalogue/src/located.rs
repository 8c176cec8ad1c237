//! Small helpers around places and names in messages.

use uiconform_json::{Located, Node, Pointer, Value};

/// How alike two names must be for one to be suggested for the other (Jaro-Winkler).
const ALIKE: f64 = 0.8;

/// An error at a line and column that are known already.
pub(crate) fn at(file: &str, line: usize, column: usize, message: impl Into<String>) -> Located {
    Located {
        name: file.to_owned(),
        line,
        column,
        pointer: Pointer::root(),
        message: message.into(),
    }
}

/// The known name that was probably meant, as the end of a message: "; did you mean `x`?", or nothing.
pub fn did_you_mean<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    known
        .into_iter()
        .map(|known| (strsim::jaro_winkler(name, known), known))
        .filter(|(alike, _)| *alike >= ALIKE)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map_or_else(String::new, |(_, known)| {
            format!("; did you mean `{known}`?")
        })
}

/// How many levels of lists and objects a value has: 0 for a scalar, 1 for `[1]`, 2 for `[[]]`.
pub fn depth(value: &Value) -> usize {
    let mut deepest = 0;
    let mut open = vec![(value, 0)];
    while let Some((value, outer)) = open.pop() {
        match value {
            Value::Array(list) => {
                deepest = deepest.max(outer + 1);
                open.extend(list.iter().map(|element| (element, outer + 1)));
            }
            Value::Object(object) => {
                deepest = deepest.max(outer + 1);
                open.extend(object.iter().map(|(_, member)| (member, outer + 1)));
            }
            _ => {}
        }
    }
    deepest
}

/// The entries of an object that maps free names to values.
pub fn entries<'a>(
    node: &Node<'a>,
) -> Result<Vec<(&'a uiconform_json::JsonString, Node<'a>)>, Located> {
    Ok(node.object()?.entries().collect())
}
