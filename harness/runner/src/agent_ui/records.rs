//! What a case says of persisted records.

use uiconform_json::{JsonString, Located, Node, Pointer, Value};

use super::given::STATUSES;
use super::sent::{Sent, Which};
use crate::values::matches;
use crate::wrong::Wrong;

/// What is said of the records of one envelope. What is absent is not looked at.
#[derive(Clone, Debug)]
pub(super) struct RecordExpected {
    id: JsonString,
    /// Whether there may be none.
    optional: bool,
    /// How many there are.
    times: Option<u64>,
    envelope: Option<Which>,
    /// Whether the time is the one that was sent.
    created_at: bool,
    /// The statuses that will do; any if there are none.
    statuses: Vec<&'static str>,
    /// Whether an error is a string.
    error: bool,
}

impl RecordExpected {
    /// Reads what is said of one envelope.
    pub(super) fn read(node: &Node<'_>) -> Result<Self, Located> {
        let mut members = node.object()?;
        let id = members.required("envelopeId")?.text()?.into();
        let optional = match members.optional("optional") {
            Some(node) if node.boolean()? => true,
            Some(node) => return Err(node.error("`optional` is true or absent")),
            None => false,
        };
        let times = members
            .optional("times")
            .map(|node| node.unsigned())
            .transpose()?;
        let envelope = match members.optional("envelope") {
            None => None,
            Some(node) => Some(match node.text()? {
                "same" => Which::First,
                "last" => Which::Last,
                _ => return Err(node.error("an envelope is the `same`, or the `last` of its id")),
            }),
        };
        let created_at = is_word(members.optional("createdAt"), "same")?;
        let error = is_word(members.optional("error"), "string-if-any")?;
        let statuses = match members.optional("renderStatus") {
            None => Vec::new(),
            Some(node) if matches!(node.value(), Value::Array(_)) => {
                let list = node.list()?;
                list.iter().map(status).collect::<Result<_, _>>()?
            }
            Some(node) => vec![status(&node)?],
        };
        members.finish()?;
        Ok(Self {
            id,
            optional,
            times,
            envelope,
            created_at,
            statuses,
            error,
        })
    }

    /// Compares the records of a phase with what is said here. Gives places where numbers agree only as binary64.
    pub(super) fn check(&self, records: &[&Value], sent: &Sent<'_>) -> Result<Vec<Pointer>, Wrong> {
        let has_id = |record: &&&Value| {
            record.get("envelopeId").and_then(Value::as_string) == Some(&self.id)
        };
        let own: Vec<&&Value> = records.iter().filter(has_id).collect();
        let wrong = |message: String| Err(Wrong::new(message));
        if let Some(times) = self.times
            && own.len() as u64 != times
        {
            return wrong(format!(
                "{} records have the `envelopeId` {:?}; there must be {times}",
                own.len(),
                self.id
            ));
        }
        let Some(record) = own.first() else {
            return match self.optional || self.times == Some(0) {
                true => Ok(Vec::new()),
                false => wrong(format!("no record has the `envelopeId` {:?}", self.id)),
            };
        };
        let mut lossy = Vec::new();
        let mut compare = |name: &str, expected: Option<&Value>| -> Result<(), Wrong> {
            let Some(expected) = expected else {
                return Ok(());
            };
            let got = record.get(name).cloned();
            match got.as_ref().and_then(|got| matches(expected, got)) {
                Some(places) => {
                    lossy.extend(places);
                    Ok(())
                }
                None => Err(Wrong::new(format!(
                    "the `{name}` in the record of {:?} is not the one that was sent",
                    self.id
                ))
                .between(expected, &got.unwrap_or_default())),
            }
        };
        if let Some(which) = self.envelope {
            compare("envelope", sent.envelope(&self.id, which))?;
        }
        if self.created_at {
            compare("createdAt", sent.created_at(&self.id))?;
        }
        if !self.statuses.is_empty() {
            let status = record.get("renderStatus");
            if !status
                .and_then(Value::as_str)
                .is_some_and(|status| self.statuses.contains(&status))
            {
                return wrong(format!(
                    "the `renderStatus` in the record of {:?} is {}; it must be `{}`",
                    self.id,
                    status.map_or("absent".to_owned(), Value::to_text),
                    self.statuses.join("` or `")
                ));
            }
        }
        if self.error
            && let Some(error) = record.get("error")
            && !error.is_null()
            && error.as_string().is_none()
        {
            return wrong(format!(
                "the `error` in the record of {:?} is {}; where there is one it is a string",
                self.id,
                error.to_text()
            ));
        }
        Ok(lossy)
    }
}

/// Checks that the first records with these ids stand in this order; others may stand between them.
pub(super) fn check_order(order: &[JsonString], records: &[&Value]) -> Result<(), Wrong> {
    let place = |id: &JsonString| {
        records
            .iter()
            .position(|record| record.get("envelopeId").and_then(Value::as_string) == Some(id))
            .ok_or_else(|| Wrong::new(format!("no record has the `envelopeId` {id:?}")))
    };
    for pair in order.windows(2) {
        if place(&pair[0])? > place(&pair[1])? {
            return Err(Wrong::new(format!(
                "the record of {:?} stands behind that of {:?}, whose envelope came later",
                pair[0], pair[1]
            )));
        }
    }
    Ok(())
}

fn status(node: &Node<'_>) -> Result<&'static str, Located> {
    let text = node.text()?;
    let known = STATUSES.into_iter().find(|status| *status == text);
    known.ok_or_else(|| node.error(format!("a status is one of {}", STATUSES.join(", "))))
}

/// Whether a member is there; if it is, it is this word.
fn is_word(node: Option<Node<'_>>, word: &str) -> Result<bool, Located> {
    match node {
        None => Ok(false),
        Some(node) if node.text()? == word => Ok(true),
        Some(node) => Err(node.error(format!("the only thing to say here is `{word}`"))),
    }
}
