//! Scripts for a frontend: most of what they bring is valid, much nearly so, some anything at all.

mod data;
mod envelope;
mod spoil;
mod stream;
mod swarm;
mod values;
mod words;

use uiconform_json::{Array, JsonString, Object, Value};

use self::swarm::Swarm;
use super::script::{Input, LISTS, Phase, Profile, Renderer, Script, What};
use crate::Draw;

/// A script of a profile.
pub(super) fn script(draw: &mut Draw<'_>, profile: Profile) -> Script {
    let swarm = Swarm::draw(draw, profile);
    let mut live = Live::default();
    let mut phases = Vec::new();
    for at in 0..swarm.phases {
        phases.push(live.phase(draw, &swarm, profile, at));
        if draw.is_used_up() {
            break;
        }
    }
    Script { profile, phases }
}

/// What has been sent so far.
#[derive(Default)]
struct Live {
    /// How many events have come.
    count: usize,
    /// Identifiers that have come, or are those of records.
    ids: Vec<&'static str>,
    /// Of these, those that are shown.
    shown: Vec<&'static str>,
    /// Of these, those whose renderer has not reported.
    held: Vec<&'static str>,
    /// The latest time.
    time: u64,
}

impl Live {
    fn phase(&mut self, draw: &mut Draw<'_>, swarm: &Swarm, profile: Profile, at: usize) -> Phase {
        let mut phase = Phase {
            registry: (at == 0 || draw.chance(swarm.changes, 16)).then(|| registry(draw, swarm)),
            session: (at == 0 && draw.chance(swarm.one_session, 16)).then(|| "s".into()),
            ..Phase::default()
        };
        if profile == Profile::Records
            && draw.chance(swarm.reloads, 16)
            && (at > 0 || draw.chance(1, 2))
        {
            phase.reload = Some(self.reload(draw, swarm));
        }
        self.reports(draw, &mut phase);
        let mut stream = stream::Stream::new(draw, swarm);
        for _ in 0..draw.between(usize::from(at == 0), swarm.length) {
            let input = self.event(draw, swarm);
            match profile {
                Profile::Sse => stream.add(draw, swarm, input),
                Profile::Frontend | Profile::Records => phase.inputs.push(input),
            }
            if draw.is_used_up() {
                break;
            }
        }
        phase.inputs.extend(stream.finish(draw, swarm));
        phase
    }

    fn event(&mut self, draw: &mut Draw<'_>, swarm: &Swarm) -> Input {
        let id = self.id(draw, swarm);
        let envelope = if draw.chance(swarm.spoilt, 16) {
            spoil::envelope(draw, swarm)
        } else {
            envelope::valid(draw, swarm).into()
        };
        let time = self.time(draw, swarm);
        let data = data::around(draw, swarm, id, time, envelope);
        let (name, data) = if draw.chance(swarm.ill_formed, 16) {
            data::ill_formed(draw, swarm, data)
        } else {
            ("ui_envelope", data.into())
        };
        let renderer = draw
            .chance(swarm.renderers, 16)
            .then(|| *draw.pick(&[Renderer::Threw, Renderer::Hold, Renderer::Threw]));
        if renderer == Some(Renderer::Hold) {
            self.held.push(id);
        }
        Input {
            what: What::Event {
                name: name.to_owned(),
                data,
            },
            renderer,
        }
    }

    /// An identifier that has not come yet, for the most part.
    fn id(&mut self, draw: &mut Draw<'_>, swarm: &Swarm) -> &'static str {
        self.count += 1;
        if !self.ids.is_empty() && draw.chance(swarm.repeated, 16) {
            return draw.pick::<&'static str>(&self.ids);
        }
        let left: Vec<&str> = swarm
            .ids
            .iter()
            .copied()
            .filter(|id| !self.ids.contains(id))
            .collect();
        let plain = words::PLAIN_IDS
            .iter()
            .copied()
            .filter(|id| !self.ids.contains(id));
        let id = match left.is_empty() {
            false => *draw.pick(&left),
            true => plain.into_iter().next().unwrap_or("z"),
        };
        self.ids.push(id);
        self.shown.push(id);
        id
    }

    /// The time of an event: it goes on for the most part, and sometimes back.
    fn time(&mut self, draw: &mut Draw<'_>, swarm: &Swarm) -> u64 {
        if self.time == 0 {
            self.time = 1_710_000_000_000;
        }
        match draw.chance(swarm.odd_times, 16) {
            true => *draw.pick(&[
                0,
                1_500_000_000_000,
                4_102_444_800_000,
                2_147_483_648_000,
                self.time - 500,
            ]),
            false => {
                self.time += 1_000;
                self.time
            }
        }
    }

    /// Renderers of earlier phases report, if there are any that have not.
    fn reports(&mut self, draw: &mut Draw<'_>, phase: &mut Phase) {
        if phase.reload.is_some() {
            self.held.clear();
            if let Some(id) = self.shown.first().filter(|_| draw.chance(1, 8)) {
                phase.inputs.push(report(id, Renderer::Threw));
            }
        }
        for id in std::mem::take(&mut self.held) {
            if draw.chance(3, 4) {
                let renderer = *draw.pick(&[Renderer::Done, Renderer::Done, Renderer::Threw]);
                phase.inputs.push(report(id, renderer));
            } else {
                self.held.push(id);
            }
        }
    }

    /// What a page begins anew with.
    fn reload(&mut self, draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
        if !draw.chance(swarm.messages, 16) {
            return true.into();
        }
        self.shown.clear();
        let mut message = Object::from_iter([("id", "m1"), ("role", "assistant")]);
        if draw.chance(1, 2) {
            message = Object::new();
        }
        if draw.chance(1, 6) {
            return message.into();
        }
        // What readers understand differently is for events, of which it can be said that it is open.
        let plain = Swarm {
            odd: 0,
            ..swarm.clone()
        };
        let mut records = Array::new();
        for _ in 0..*draw.pick(&[1, 2, 1, 0, 3]) {
            records.push(self.record(draw, &plain).into());
        }
        message.insert("uiEnvelopes", records);
        message.into()
    }

    fn record(&mut self, draw: &mut Draw<'_>, swarm: &Swarm) -> Object {
        let id = self.id(draw, swarm);
        let envelope = match draw.chance(swarm.spoilt, 16) {
            true => spoil::envelope(draw, swarm),
            false => envelope::valid(draw, swarm).into(),
        };
        let status = draw.word(&[
            "rendered", "rendered", "rendered", "fallback", "error", "pending",
        ]);
        let mut record = Object::from_iter([
            ("envelopeId", Value::from(id)),
            ("createdAt", self.time(draw, swarm).into()),
            ("envelope", envelope),
            ("renderStatus", status.into()),
        ]);
        if status == "error" && draw.chance(1, 2) {
            record.insert("error", "it threw");
        }
        record
    }
}

fn report(id: &'static str, renderer: Renderer) -> Input {
    Input {
        what: What::Report(JsonString::from(id)),
        renderer: Some(renderer),
    }
}

/// A registry: everything, a part, nothing, or none at all.
fn registry(draw: &mut Draw<'_>, swarm: &Swarm) -> Value {
    if draw.chance(swarm.unloaded, 16) {
        return Value::Null;
    }
    let is_full = draw.chance(swarm.full, 16);
    let mut lists = words::LISTED.map(|names| -> Vec<&str> {
        match is_full {
            true => names.to_vec(),
            false => match draw.below(4) {
                0 => Vec::new(),
                1 => names.to_vec(),
                _ => draw.some(names).into_iter().copied().collect(),
            },
        }
    });
    for list in &mut lists {
        if draw.chance(swarm.odd_names, 16) {
            list.push(swarm.odd_name);
        }
    }
    if !is_full && draw.chance(1, 8) {
        // What is listed as the one is not listed as the other.
        lists.swap(0, 1);
    }
    let lists = LISTS.iter().zip(lists);
    let lists = lists.map(|(list, names)| {
        let names = names.into_iter().map(Value::from);
        (*list, names.collect::<Array>())
    });
    lists.collect::<Object>().into()
}
