//! What is persisted of an envelope.

use uiconform_json::{JsonString, Object, Value};

/// An element of `uiEnvelopes` (section 5).
#[derive(Clone, Debug, PartialEq)]
pub struct Record {
    /// The identifier of the envelope.
    pub id: JsonString,
    /// When it was created, as its event said.
    pub created_at: Value,
    /// The envelope as it was sent.
    pub envelope: Value,
    /// What has become of it.
    pub status: Status,
    /// What went wrong, if something did.
    pub error: Option<JsonString>,
}

/// What has become of a recorded envelope.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// Its renderer has not reported yet.
    Pending,
    /// It is rendered.
    Rendered,
    /// A text is shown in its place.
    Fallback,
    /// It could not be rendered.
    Error,
}

impl Status {
    const ALL: [(&'static str, Self); 4] = [
        ("pending", Self::Pending),
        ("rendered", Self::Rendered),
        ("fallback", Self::Fallback),
        ("error", Self::Error),
    ];

    /// The word that is persisted.
    pub fn text(self) -> &'static str {
        let known = Self::ALL.iter().find(|(_, status)| *status == self);
        known.map_or("", |(text, _)| text)
    }
}

impl Record {
    /// The record in a value; `None` if it is none.
    pub fn read(value: &Value) -> Option<Self> {
        let status = value.get("renderStatus")?.as_str()?;
        let (_, status) = Status::ALL.iter().find(|(text, _)| *text == status)?;
        let created_at = value.get("createdAt")?;
        created_at.as_number()?;
        Some(Self {
            id: value.get("envelopeId")?.as_string()?.clone(),
            created_at: created_at.clone(),
            envelope: value.get("envelope")?.clone(),
            status: *status,
            error: value.get("error").and_then(Value::as_string).cloned(),
        })
    }

    /// The record as it is persisted.
    pub fn to_object(&self) -> Object {
        let mut object = Object::from_iter([
            ("envelopeId", Value::from(&self.id)),
            ("createdAt", self.created_at.clone()),
            ("envelope", self.envelope.clone()),
            ("renderStatus", self.status.text().into()),
        ]);
        if let Some(error) = &self.error {
            object.insert("error", error);
        }
        object
    }
}
