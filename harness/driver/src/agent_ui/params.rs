//! The params of `agent-ui/receive`.

use std::collections::BTreeMap;

use data_encoding::BASE64;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::{Behaviour, Registry};
use crate::Failure;
use crate::text::{present, read};

#[derive(Deserialize)]
pub(super) struct ReceiveParams<'a> {
    #[serde(borrow)]
    pub(super) phases: Vec<PhaseParams<'a>>,
}

#[derive(Deserialize)]
pub(super) struct PhaseParams<'a> {
    /// Null is a registry that is not loaded, and absent one that stays.
    #[serde(borrow, default, deserialize_with = "present")]
    registry: Option<&'a RawValue>,
    #[serde(default)]
    pub(super) session: Option<String>,
    #[serde(borrow, default)]
    pub(super) reload: Option<&'a RawValue>,
    #[serde(borrow, default)]
    pub(super) events: Vec<EventParams<'a>>,
    #[serde(borrow, default)]
    sse: Option<Vec<&'a RawValue>>,
    #[serde(default)]
    pub(super) render: BTreeMap<String, Behaviour>,
}

#[derive(Deserialize)]
pub(super) struct EventParams<'a> {
    pub(super) event: String,
    #[serde(borrow)]
    pub(super) data: &'a RawValue,
}

#[derive(Deserialize)]
struct Bytes {
    b64: String,
}

impl PhaseParams<'_> {
    /// The registry from this phase on, if it changes.
    pub(super) fn registry(&self) -> Result<Option<Option<Registry>>, Failure> {
        self.registry.map(read).transpose()
    }

    /// The bytes of the stream, if the phase has one.
    pub(super) fn pieces(&self) -> Result<Option<Vec<Vec<u8>>>, Failure> {
        let pieces = self.sse.as_ref();
        pieces
            .map(|pieces| pieces.iter().map(|piece| bytes(piece)).collect())
            .transpose()
    }
}

fn bytes(piece: &RawValue) -> Result<Vec<u8>, Failure> {
    if piece.get().starts_with('"') {
        return read::<String>(piece).map(String::into_bytes);
    }
    let bytes: Bytes = read(piece)?;
    BASE64
        .decode(bytes.b64.as_bytes())
        .map_err(|error| Failure::InvalidParams(format!("a piece is no base64: {error}")))
}
