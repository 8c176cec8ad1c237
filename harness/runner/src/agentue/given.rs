//! What the files of the optional profiles have in common: values by name, lists, expectations and outcomes.

use std::collections::BTreeMap;

use uiconform_catalogue::{Described, did_you_mean, entries};
use uiconform_json::{Located, Members, Node, Value};

/// Objects that a file names, and refers to by their names.
pub(super) type Given = BTreeMap<String, Described>;

/// Reads `given`.
pub(super) fn read_given(file: &mut Members<'_>) -> Result<Given, Located> {
    let mut given = Given::new();
    let Some(node) = file.optional("given") else {
        return Ok(given);
    };
    for (name, value) in entries(&node)? {
        let name = name.to_string_lossy().into_owned();
        if name == "unchanged" {
            return Err(value.error("`unchanged` has a meaning of its own; choose another name"));
        }
        if value.value().as_object().is_none() {
            return Err(value.error("what is given is an object"));
        }
        given.insert(name, Described::read(&value, false)?);
    }
    Ok(given)
}

/// Reads an object, or the name of a given one.
pub(super) fn read_object(node: &Node<'_>, given: &Given) -> Result<Described, Located> {
    match node.value() {
        Value::Object(_) => Described::read(node, false),
        Value::String(_) => {
            let name = node.text()?;
            given.get(name).cloned().ok_or_else(|| {
                node.error(format!(
                    "`given` has nothing of the name `{name}`{}",
                    did_you_mean(name, given.keys().map(String::as_str))
                ))
            })
        }
        _ => Err(node.error("expected an object, or the name of one in `given`")),
    }
}

/// A list of values, some of which may be described together.
#[derive(Clone, Debug)]
pub(super) struct Values(Vec<Described>);

impl Values {
    /// Reads a list of any values. An element `{"$list": …}` stands for all that it describes.
    pub(super) fn read(node: &Node<'_>) -> Result<Self, Located> {
        let elements = node.list()?;
        let values = elements.iter().map(|node| Described::read(node, false));
        values.collect::<Result<_, _>>().map(Self)
    }

    /// The values.
    pub(super) fn get(&self) -> Vec<Value> {
        let mut values = Vec::new();
        for described in &self.0 {
            let value = described.get().into_owned();
            match (is_spread(described), value) {
                (true, Value::Array(list)) => values.extend(list.iter().cloned()),
                (_, value) => values.push(value),
            }
        }
        values
    }

    /// As the file gives them.
    pub(super) fn as_given(&self) -> Value {
        let values: Vec<Value> = self
            .0
            .iter()
            .map(|value| value.as_given().clone())
            .collect();
        values.into()
    }
}

fn is_spread(described: &Described) -> bool {
    let object = described.as_given().as_object();
    object.is_some_and(|object| object.len() == 1 && object.contains("$list"))
}

/// Whether a request is to be carried out or refused as a whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Expect {
    Accept,
    Reject,
}

impl Expect {
    pub(super) fn read(node: &Node<'_>) -> Result<Self, Located> {
        match node.text()? {
            "accept" => Ok(Self::Accept),
            "reject" => Ok(Self::Reject),
            other => Err(node.error(format!(
                "unknown expectation `{other}`; use `accept` or `reject`"
            ))),
        }
    }
}

/// Whether a request is refused, or what comes of it.
#[derive(Clone, Debug)]
pub(super) enum Answered {
    Refused,
    With(Described),
}

impl Answered {
    /// Reads `{"expect": "reject"}`, or `{"expect": "accept", "result": …}`.
    pub(super) fn read(
        members: &mut Members<'_>,
        result: impl FnOnce(&Node<'_>) -> Result<Described, Located>,
    ) -> Result<Self, Located> {
        match Expect::read(&members.required("expect")?)? {
            Expect::Reject => Ok(Self::Refused),
            Expect::Accept => result(&members.required("result")?).map(Self::With),
        }
    }
}
