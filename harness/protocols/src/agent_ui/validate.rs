//! From an envelope to what its renderer is called with.

use uiconform_json::{JsonString, Value};

use super::{Call, Kind, Program, Refusal, Registry, Steps};

/// Why an envelope is not rendered, and what its type says may be shown in its place.
pub(super) struct Invalid {
    pub(super) kind: Option<Kind>,
    pub(super) refusal: Refusal,
    pub(super) fallback: Option<JsonString>,
}

/// Validates an envelope (sections 3 and 4).
pub(super) fn validate<S: Steps + ?Sized>(
    steps: &mut S,
    program: &Program,
    registry: Option<&Registry>,
    id: &JsonString,
    envelope: &Value,
) -> Result<Call, Invalid> {
    let bare = |refusal| Invalid {
        kind: None,
        refusal,
        fallback: None,
    };
    let object = steps.object(envelope).map_err(bare)?;
    let kind = steps.kind(&object).map_err(bare)?;
    // An envelope of a known kind may fall back to its text whatever is wrong with the rest of it.
    let fallback = steps.fallback_text(&object);
    let invalid = |refusal| Invalid {
        kind: Some(kind),
        refusal,
        fallback: fallback.as_ref().ok().cloned().flatten(),
    };
    let mut call = || -> Result<Call, Refusal> {
        fallback.as_ref().map_err(Clone::clone)?;
        steps.version(kind, &object)?;
        let surface = steps.surface(kind, &object)?;
        let name = match kind {
            Kind::Chart => steps.grammar(&object)?,
            Kind::Component | Kind::MapAction => steps.name(kind, &object)?,
        };
        let value = steps.payload(kind, &object)?;
        let data = steps.data(kind, &object)?;
        match registry {
            Some(registry) => steps.listed(kind, &name, registry)?,
            None => steps.unloaded(kind, &name)?,
        }
        if kind != Kind::Chart {
            let entry = steps.entry(kind, &name, program)?;
            steps.fits(kind, &entry, &value)?;
        }
        Ok(Call {
            id: id.clone(),
            kind,
            name,
            surface,
            value,
            data,
        })
    };
    call().map_err(invalid)
}
