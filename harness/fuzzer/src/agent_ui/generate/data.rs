//! The data around an envelope, and events that bring none.

use uiconform_json::{Object, Value, parse};

use super::spoil::written;
use super::swarm::Swarm;
use super::values;
use crate::Draw;

/// The data of an event.
pub(super) fn around(
    draw: &mut Draw<'_>,
    swarm: &Swarm,
    id: &str,
    time: u64,
    envelope: Value,
) -> Object {
    let mut data = Object::from_iter([
        ("session_id", Value::from(*draw.pick(&swarm.sessions))),
        ("envelope_id", id.into()),
        ("created_at", time.into()),
        ("envelope", envelope),
    ]);
    if draw.chance(swarm.surplus, 32) {
        let name = draw.word(&[
            "message_id",
            "seq",
            "kind",
            "surface",
            "component",
            "envelopeId",
        ]);
        let value = match name {
            "kind" => draw
                .word(&["chart", "map_action", "registered_component"])
                .into(),
            "surface" => draw.word(&["modal", "canvas", "map_overlay"]).into(),
            _ => values::odd_kind(draw),
        };
        data.insert(name, value);
    }
    data
}

/// An event of another name, or with something wrong in its data.
pub(super) fn ill_formed(
    draw: &mut Draw<'_>,
    swarm: &Swarm,
    mut data: Object,
) -> (&'static str, Value) {
    const OTHERS: &[&str] = &[
        "tool_call",
        "artifacts",
        "token",
        "message",
        "",
        "UI_ENVELOPE",
        "ui_envelope ",
        " ui_envelope",
        "ui_envelopes",
        "uiEnvelope",
        "Ui_Envelope",
        "constructor",
        "__proto__",
        "toString",
        "ui-envelope",
        "envelope",
    ];
    match draw.below(8) {
        0..=2 => return (draw.word(OTHERS), data.into()),
        3 | 4 => {
            let name = draw.word(&["envelope_id", "session_id", "created_at", "envelope"]);
            match draw.below(4) {
                0 => drop(data.remove(name)),
                1 => {
                    if let Some(value) = data.remove(name) {
                        data.insert(written(draw, name), value);
                    }
                }
                2 if name == "created_at" => {
                    const TIMES: &[&str] = &[
                        "-1",
                        "1710000000",
                        "1710000000000.5",
                        "1",
                        "1.71e12",
                        "1e400",
                    ];
                    data.insert(name, parse(draw.word(TIMES)).unwrap_or_default());
                }
                2 if name != "envelope" => drop(data.insert(name, "")),
                _ => drop(data.insert(name, values::odd_kind(draw))),
            }
        }
        5 => {
            // The names of records.
            let names = [
                ("envelope_id", "envelopeId"),
                ("session_id", "sessionId"),
                ("created_at", "createdAt"),
            ];
            for (name, other) in names {
                if let Some(value) = data.remove(name) {
                    data.insert(other, value);
                }
            }
        }
        6 => return ("ui_envelope", Value::from(vec![data.into()])),
        _ => {
            let value = match draw.below(4) {
                0 => data.get("envelope").cloned().unwrap_or_default(),
                1 => data.to_text().into(),
                2 => values::value(draw, swarm),
                _ => values::odd_kind(draw),
            };
            return ("ui_envelope", value);
        }
    }
    ("ui_envelope", data.into())
}
