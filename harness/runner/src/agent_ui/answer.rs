//! Reading what a driver answered. What is of the wrong shape is an error that names the place.

use uiconform_catalogue::Answer;
use uiconform_json::{JsonString, Located, Node, Object, Value};

/// What an implementation says has become of an envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Became {
    Rendered,
    Fallback,
    Rejected,
    Error,
    Pending,
}

impl Became {
    const ALL: [(&'static str, Self); 5] = [
        ("rendered", Self::Rendered),
        ("fallback", Self::Fallback),
        ("rejected", Self::Rejected),
        ("error", Self::Error),
        ("pending", Self::Pending),
    ];

    fn read(node: &Node<'_>) -> Result<Self, Located> {
        let word = node.value().as_str();
        let known = Self::ALL.iter().find(|(name, _)| Some(*name) == word);
        known.map(|(_, became)| *became).ok_or_else(|| {
            node.error(format!(
                "expected `rendered`, `fallback`, `rejected`, `error` or `pending`, found {}",
                node.value().to_text()
            ))
        })
    }

    /// Whether a fixture may have been called for it, though it did not throw.
    pub(super) fn may_have_a_call(self) -> bool {
        matches!(self, Self::Rendered | Self::Pending)
    }

    pub(super) fn text(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, became)| *became == self);
        known.map_or("", |(name, _)| name)
    }
}

/// What has become of one envelope.
#[derive(Debug)]
pub(super) struct Outcome<'a> {
    /// Its identifier; none if that is no string, as of an event that could not be read.
    pub(super) id: Option<&'a JsonString>,
    pub(super) became: Became,
    pub(super) text: Option<&'a Value>,
    pub(super) error: Option<&'a Value>,
}

/// What a fixture was called with.
#[derive(Debug)]
pub(super) struct FixtureCall<'a> {
    pub(super) id: Option<&'a JsonString>,
    pub(super) name: &'a Value,
    pub(super) surface: Option<&'a Value>,
    pub(super) value: &'a Value,
    pub(super) data: Option<&'a Value>,
}

/// What an implementation says of one phase.
#[derive(Debug)]
pub(super) struct PhaseAnswer<'a> {
    pub(super) outcomes: Vec<Outcome<'a>>,
    pub(super) calls: Vec<FixtureCall<'a>>,
    /// How many errors it reports besides.
    pub(super) errors: usize,
    /// Empty where the profile asks for none.
    pub(super) records: Vec<&'a Value>,
}

/// Reads the answer to `agent-ui/receive`; `records` says whether those are asked for.
pub(super) fn read(
    answer: &Answer,
    phases: usize,
    records: bool,
) -> Result<Vec<PhaseAnswer<'_>>, Located> {
    let list = answer.result().object()?.required("phases")?;
    let answers = list.list()?;
    if answers.len() != phases {
        return Err(list.error(format!(
            "{} answers to {phases} phases; there is one for each",
            answers.len()
        )));
    }
    answers.iter().map(|node| phase(node, records)).collect()
}

fn phase<'a>(node: &Node<'a>, records: bool) -> Result<PhaseAnswer<'a>, Located> {
    let mut members = node.object()?;
    let outcomes = members.required("outcomes")?.list()?;
    let calls = members.required("calls")?.list()?;
    let errors = members.required("errors")?.list()?.len();
    let records = match records {
        true => {
            let list = members.required("records")?.list()?;
            let record = |node: &Node<'a>| node.object().map(|_| node.value());
            list.iter().map(record).collect::<Result<_, _>>()?
        }
        false => Vec::new(),
    };
    Ok(PhaseAnswer {
        outcomes: outcomes.iter().map(outcome).collect::<Result<_, _>>()?,
        calls: calls.iter().map(call).collect::<Result<_, _>>()?,
        errors,
        records,
    })
}

fn outcome<'a>(node: &Node<'a>) -> Result<Outcome<'a>, Located> {
    let mut members = node.object()?;
    let became = Became::read(&members.required("outcome")?)?;
    let value = |node: Option<Node<'a>>| node.map(|node| node.value());
    Ok(Outcome {
        id: value(members.optional("id")).and_then(Value::as_string),
        became,
        text: value(members.optional("text")),
        error: value(members.optional("error")),
    })
}

fn call<'a>(node: &Node<'a>) -> Result<FixtureCall<'a>, Located> {
    let mut members = node.object()?;
    let present = |node: Option<Node<'a>>| {
        let value = node.map(|node| node.value());
        value.filter(|value| !value.is_null())
    };
    Ok(FixtureCall {
        name: members.required("name")?.value(),
        value: members.required("value")?.value(),
        id: members
            .optional("id")
            .and_then(|node| node.value().as_string()),
        surface: present(members.optional("surface")),
        data: members.optional("data").map(|node| node.value()),
    })
}

/// What two answers to one request have to have in common: texts of errors, and how they are reported, may vary.
pub(super) fn comparable(phases: &[PhaseAnswer<'_>]) -> Value {
    let or_null = |value: Option<&Value>| value.cloned().unwrap_or_default();
    let id = |id: Option<&JsonString>| id.cloned().map_or(Value::Null, Value::from);
    let phase = |phase: &PhaseAnswer<'_>| {
        let outcomes = phase.outcomes.iter().map(|outcome| {
            Object::from_iter([
                ("id", id(outcome.id)),
                ("outcome", outcome.became.text().into()),
                ("text", or_null(outcome.text)),
            ])
        });
        let calls = phase.calls.iter().map(|call| {
            Object::from_iter([
                ("id", id(call.id)),
                ("name", call.name.clone()),
                ("surface", or_null(call.surface)),
                ("value", call.value.clone()),
                ("data", or_null(call.data)),
            ])
        });
        let records = phase.records.iter().map(|record| {
            let members = record.as_object().into_iter().flat_map(Object::iter);
            let members = members.filter(|(name, _)| **name != "error");
            Object::from_iter(members.map(|(name, value)| (name.clone(), value.clone())))
        });
        let list = |objects: Vec<Object>| {
            Value::from(objects.into_iter().collect::<uiconform_json::Array>())
        };
        Object::from_iter([
            ("outcomes", list(outcomes.collect())),
            ("calls", list(calls.collect())),
            ("errors", (phase.errors as u64).into()),
            ("records", list(records.collect())),
        ])
    };
    let phases: uiconform_json::Array = phases.iter().map(phase).collect();
    Object::from_iter([("phases", Value::from(phases))]).into()
}
