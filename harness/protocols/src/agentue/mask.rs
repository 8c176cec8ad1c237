//! Masks: which field of what an event concerns (sections 4 and 5.2).

use std::fmt;

use uiconform_json::{JsonString, Object, Value};

use super::{Op, Rejection, label};

/// What a mask begins with: the payload slot that holds the value, and the part of the model that receives it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Root {
    /// The metadata of the model.
    Meta,
    /// A block, which `block.id` names.
    Block,
}

impl fmt::Display for Root {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Meta => "meta",
            Self::Block => "block",
        })
    }
}

/// A mask taken apart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mask {
    /// Its first segment.
    pub root: Root,
    /// The names that lead from there to the field: never none, and none of them empty.
    pub path: Vec<JsonString>,
}

/// Takes a mask apart at its dots.
pub(super) fn parse(op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
    let reject = |rule, message| Err(Rejection::new(rule, message).at("mask"));
    let Some(root) = root_of(mask) else {
        let rule = label::no_root(op, mask);
        return reject(rule, "a mask begins with `meta.` or `block.`");
    };
    let path = path(mask);
    if path.is_empty() {
        return reject(label::no_field(op, root), "a mask names a field");
    }
    if path.iter().any(JsonString::is_empty) {
        let rule = label::by_op(op, "AUE-5.2-45", "AUE-5.2-45", "AUE-5.3-42");
        return reject(rule, "a mask has no empty segment");
    }
    Ok(Mask { root, path })
}

/// The root that a mask claims by its first segment, whatever follows.
pub(super) fn root_of(mask: &JsonString) -> Option<Root> {
    // A lone surrogate becomes a character that no root has, so the lossy text tells as much as the mask itself.
    let text = mask.to_string_lossy();
    [("block", Root::Block), ("meta", Root::Meta)]
        .into_iter()
        .find(|(name, _)| {
            let rest = text.strip_prefix(name);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
        .map(|(_, root)| root)
}

/// The segments after the first.
fn path(mask: &JsonString) -> Vec<JsonString> {
    match mask.as_str() {
        Some(text) => {
            // Nearly all have one.
            let mut path = Vec::with_capacity(1);
            path.extend(text.split('.').skip(1).map(JsonString::from));
            path
        }
        None => {
            let code_points: Vec<u32> = mask.code_points().collect();
            code_points
                .split(|code_point| *code_point == u32::from('.'))
                .skip(1)
                .map(|segment| {
                    JsonString::from_code_points(segment.iter().copied()).unwrap_or_default()
                })
                .collect()
        }
    }
}

/// Whether the operation may change the field of a block that a path leads to.
pub(super) fn field(op: Op, path: &[JsonString]) -> Result<(), Rejection> {
    let reject = |rule, message: String| Err(Rejection::new(rule, message).at("mask"));
    match path.first().and_then(JsonString::as_str) {
        Some(name @ ("id" | "ref")) => {
            let rule = label::fixed_field(op, name, path.len());
            reject(
                rule,
                format!(
                    "no mask changes the `{name}` of a block; send the whole block by a `set` without a mask"
                ),
            )
        }
        _ if op == Op::Append && path.len() != 1 => reject(
            "AUE-5.3-33",
            "an `append` adds to a member of the block itself, as `block.content` is, and this mask leads deeper; assign the whole value by a `set`".to_owned(),
        ),
        _ => Ok(()),
    }
}

/// The value that a path selects in a payload.
pub(super) fn selected<'v>(
    op: Op,
    payload: &'v Object,
    path: &[JsonString],
) -> Result<&'v Value, Rejection> {
    select(payload, path).ok_or_else(|| {
        let rule = label::no_value(op, payload, path);
        Rejection::new(rule, "the payload has no value at the mask").at("mask")
    })
}

/// The value that a path leads to through objects.
fn select<'v>(object: &'v Object, path: &[JsonString]) -> Option<&'v Value> {
    let (last, parents) = path.split_last()?;
    let mut object = object;
    for name in parents {
        object = object.get_name(name)?.as_object()?;
    }
    object.get_name(last)
}

/// The value that a path leads to through objects, to change.
pub(super) fn target<'v>(object: &'v mut Object, path: &[JsonString]) -> Option<&'v mut Value> {
    let (last, parents) = path.split_last()?;
    let mut object = object;
    for name in parents {
        object = object.get_name_mut(name)?.as_object_mut()?;
    }
    object.get_name_mut(last)
}

/// How many segments of a path, its last left out, lead through objects that are there.
///
/// # Errors
///
/// If the path leads through something that is there and not an object.
pub(super) fn reach(object: &Object, path: &[JsonString]) -> Result<usize, Rejection> {
    let mut object = object;
    let parents = path.len().saturating_sub(1);
    for (depth, name) in path[..parents].iter().enumerate() {
        match object.get_name(name) {
            Some(Value::Object(inner)) => object = inner,
            None => return Ok(depth),
            Some(other) => {
                let kind = label::one(other.kind());
                let message = format!("the mask leads through {name:?}, which is {kind}");
                let rule = label::no_way(other, &path[depth..]);
                return Err(Rejection::new(rule, message).at("mask"));
            }
        }
    }
    Ok(parents)
}

/// Assigns a value to the member of that path, creating the objects that are missing on the way.
///
/// A path that leads through something else than an object changes nothing; [`reach`] has refused it.
pub(super) fn assign(object: &mut Object, path: &[JsonString], value: Value) {
    let Some((name, rest)) = path.split_first() else {
        return;
    };
    let mut object = object;
    let (mut name, mut rest) = (name, rest);
    while let Some((next, after)) = rest.split_first() {
        if object.get_name(name).is_none() {
            break;
        }
        let Some(Value::Object(inner)) = object.get_name_mut(name) else {
            return;
        };
        object = inner;
        (name, rest) = (next, after);
    }
    object.insert(name, nest(rest, value));
}

/// The value within one object for each segment, the first segment outermost.
pub(super) fn nest(path: &[JsonString], value: Value) -> Value {
    path.iter().rev().fold(value, |inner, name| {
        Object::from_iter([(name, inner)]).into()
    })
}
