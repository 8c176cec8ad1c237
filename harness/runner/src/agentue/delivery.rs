//! The profile `delivery`: the order of events, for each stream. Its cases are events and verdicts as those of a router; what
//! there is in the end is the set of the streams whose latest delivery has ended.

use uiconform_catalogue::{Described, FileForm};
use uiconform_json::{JsonString, Located, Members, Node, Object, Value};

use super::Method;
use super::file::CaseFile;

pub(super) fn open(_: &mut Members<'_>) -> Result<Box<dyn FileForm>, Located> {
    Ok(Box::new(CaseFile::plain(Method::Deliver)))
}

/// Reads the complete streams that a case expects, as an object from each of them to true: sets have no order.
pub(super) fn read_expected(node: &Node<'_>) -> Result<Described, Located> {
    let mut streams: Vec<(JsonString, Described)> = Vec::new();
    for node in node.list()? {
        let name = Described::read(&node, false)?.get().into_owned();
        let Value::String(name) = name else {
            return Err(node.error("a stream identifier is a string"));
        };
        if streams.iter().any(|(other, _)| *other == name) {
            return Err(node.error("this stream stands twice"));
        }
        streams.push((name, Described::plain(true)));
    }
    Ok(Described::object(streams))
}

/// Reads those that a driver answered.
pub(super) fn read_answered(node: &Node<'_>) -> Result<Value, Located> {
    let mut streams = Object::new();
    for node in node.list()? {
        let Value::String(name) = node.value() else {
            return Err(node.error(format!("expected a string, found a {}", node.kind())));
        };
        if streams.get_name(name).is_some() {
            return Err(node.error("this stream is listed twice; each is complete once"));
        }
        streams.push(name.clone(), true);
    }
    Ok(Value::Object(streams))
}

#[cfg(test)]
mod tests;
