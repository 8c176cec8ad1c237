//! What kind of event something is, for buckets and for the coverage of the generator.

use uiconform_json::Value;

use super::expect::{self, Read};
use super::sequence::Input;

/// The kind of an input.
pub(super) fn of_input(input: &Input) -> String {
    of(&expect::read(&input.text()))
}

/// Operation and class of mask: `set block.*`, `append block.*.*`, `start`; `text` or `event` for what is neither.
pub(super) fn of(read: &Read) -> String {
    let event = match read {
        Read::Event(event) => event,
        Read::Refused(_) => return "no event".to_owned(),
        Read::Open(_) => return "odd text".to_owned(),
    };
    let op = match event.get("op").and_then(Value::as_str) {
        Some(op @ ("start" | "set" | "append" | "error" | "ping" | "end")) => op,
        _ => return "no operation".to_owned(),
    };
    match event.get("mask") {
        None => op.to_owned(),
        Some(Value::String(mask)) => format!("{op} {}", mask_class(&mask.to_string_lossy())),
        Some(_) => format!("{op} odd mask"),
    }
}

fn mask_class(mask: &str) -> String {
    let mut segments = mask.split('.');
    let root = match segments.next() {
        Some(root @ ("meta" | "block")) => root,
        Some("") | None => return "empty mask".to_owned(),
        Some(_) => return "odd root".to_owned(),
    };
    let mut class = root.to_owned();
    for (depth, segment) in segments.enumerate() {
        class.push('.');
        match (depth, root, segment) {
            (0, "block", "id" | "ref" | "type" | "parent_id") | (0, "meta", "error") => {
                class.push_str(segment);
            }
            // Deeper ones are all alike.
            (2.., ..) => return class + "*",
            _ => class.push('*'),
        }
    }
    class
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn masks_are_told_apart_by_their_form() {
        for (mask, class) in [
            ("block.content", "block.*"),
            ("block.tool.status", "block.*.*"),
            ("block.a.b.c.d", "block.*.*.*"),
            ("block.id", "block.id"),
            ("meta.error.code", "meta.error.*"),
            ("meta", "meta"),
            ("", "empty mask"),
            ("x.y", "odd root"),
        ] {
            assert_eq!(mask_class(mask), class);
        }
    }
}
