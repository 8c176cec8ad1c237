//! Envelopes that are valid by their type, each with what the fixtures of the suite take.

use uiconform_json::{Array, Object, Value, parse};
use uiconform_protocols::agent_ui::Kind;

use super::swarm::Swarm;
use super::{values, words};
use crate::Draw;

/// A valid envelope of one of the kinds.
pub(super) fn valid(draw: &mut Draw<'_>, swarm: &Swarm) -> Object {
    let kinds = [Kind::Component, Kind::Chart, Kind::MapAction];
    let kind = kinds[draw.weighted(&swarm.kinds)];
    of_kind(draw, swarm, kind)
}

/// A valid envelope of that kind.
pub(super) fn of_kind(draw: &mut Draw<'_>, swarm: &Swarm, kind: Kind) -> Object {
    let name = Kind::ALL.iter().find(|(_, known)| *known == kind);
    let mut envelope = Object::from_iter([
        ("kind", name.map_or("", |(name, _)| *name)),
        ("schemaVersion", "agent-ui@1"),
        ("surface", draw.word(kind.surfaces())),
    ]);
    match kind {
        Kind::Component => component(draw, swarm, &mut envelope),
        Kind::Chart => chart(draw, swarm, &mut envelope),
        Kind::MapAction => action(draw, &mut envelope),
    }
    if draw.chance(swarm.fallbacks, 16) {
        envelope.insert("fallbackText", fallback(draw, swarm));
    }
    if draw.chance(swarm.surplus, 16) {
        surplus(draw, swarm, kind, &mut envelope);
    }
    envelope
}

/// A fallback text; it may be empty, and have signs of any kind.
pub(super) fn fallback(draw: &mut Draw<'_>, swarm: &Swarm) -> String {
    match draw.below(4) {
        0 => String::new(),
        1 => format!("No {} < 5 & \"more\"  é", values::text(draw, swarm)),
        _ => format!(" It  failed {}", values::text(draw, swarm)),
    }
}

fn component(draw: &mut Draw<'_>, swarm: &Swarm, envelope: &mut Object) {
    if draw.chance(1, 6) {
        envelope.insert("component", "fixture_strict");
        let props = Object::from_iter([("title", values::text(draw, swarm))]);
        envelope.insert("props", props);
    } else {
        envelope.insert("component", "fixture_panel");
        let props = match draw.below(3) {
            0 => values::object(draw, swarm, 2).into(),
            1 => Object::from_iter([("title", values::text(draw, swarm))]).into(),
            _ => values::value(draw, swarm),
        };
        envelope.insert("props", props);
    }
    if draw.chance(2, 5) {
        let data = match draw.below(5) {
            0 => values::odd_kind(draw),
            _ => values::value(draw, swarm),
        };
        envelope.insert("data", data);
    }
}

/// Specs: plain bars, more than that, and what a subset need not take.
const SPECS: [&str; 5] = [
    r#"{"xAxis":{"type":"category"},"yAxis":{"type":"value"},"series":[{"type":"bar"}]}"#,
    r#"{"title":{"text":"Flow"},"xAxis":{"type":"category"},"yAxis":{"type":"value"},"series":[{"type":"bar"}]}"#,
    r#"{"xAxis":{"type":"category"},"yAxis":{"type":"value"},"series":[{"type":"bar"},{"type":"bar"}]}"#,
    r#"{"xAxis":{"type":"category"},"yAxis":{"type":"value"},"series":[{"type":"bar"}],"toolbox":{"feature":{}}}"#,
    r#"{"xAxis":{"type":"category"}}"#,
];

fn chart(draw: &mut Draw<'_>, swarm: &Swarm, envelope: &mut Object) {
    envelope.insert("grammar", "echarts-safe-subset");
    let spec = match draw.below(8) {
        0..=3 => parse(SPECS[0]).unwrap_or_default(),
        4 | 5 => parse(draw.word(&SPECS)).unwrap_or_default(),
        6 => values::value(draw, swarm),
        _ => values::odd_kind(draw),
    };
    envelope.insert("spec", spec);
    let data = match draw.below(6) {
        0 => values::value(draw, swarm),
        1 => values::odd_kind(draw),
        _ => {
            let rows = (0..draw.between(1, 3)).map(|_| {
                let number = *draw.pick(&[3_u64, 5, 0, 100]);
                Value::from(vec![
                    Value::from(draw.word(&["Mon", "Tue", "é", "a < b"])),
                    number.into(),
                ])
            });
            rows.collect::<Array>().into()
        }
    };
    envelope.insert("data", data);
}

fn action(draw: &mut Draw<'_>, envelope: &mut Object) {
    if draw.chance(1, 3) {
        envelope.insert("action", "fixture_clear");
        envelope.insert("params", Object::new());
    } else {
        envelope.insert("action", "fixture_zoom");
        let level = *draw.pick(&[5_u64, 0, 22, 1, 12, 21]);
        envelope.insert("params", Object::from_iter([("level", level)]));
    }
}

/// Members that the type does not have.
pub(super) fn surplus(draw: &mut Draw<'_>, swarm: &Swarm, kind: Kind, envelope: &mut Object) {
    match draw.below(5) {
        0 => {
            let name = draw.word(&[
                "title", "version", "theme", "animate", "error", "id", "more",
            ]);
            envelope.insert(name, values::odd_kind(draw));
        }
        1 => {
            let name = draw.word(words::INHERITED);
            let polluting = Object::from_iter([
                ("surface", "modal"),
                ("component", "nothing"),
                ("title", "x"),
            ]);
            let value = match draw.chance(1, 2) {
                true => polluting.into(),
                false => values::odd_kind(draw),
            };
            envelope.insert(name, value);
        }
        2 if kind == Kind::MapAction => {
            envelope.insert("data", values::value(draw, swarm));
        }
        3 => {
            envelope.insert("surfaces", vec![Value::from("canvas")]);
        }
        _ => {
            let others = ["component", "props", "grammar", "spec", "action", "params"];
            for name in draw.some(&others) {
                if !envelope.contains(name) {
                    let value = match *name {
                        "component" => "fixture_strict".into(),
                        "action" => "fixture_clear".into(),
                        "grammar" => "vega-lite".into(),
                        _ => values::value(draw, swarm),
                    };
                    envelope.insert(*name, value);
                }
            }
        }
    }
}
