//! Faults in which members of an event have an effect (section 4).

use std::collections::HashMap;

use uiconform_json::{JsonString, Number, Object, Value};
use uiconform_protocols::agentue::{Envelope, Event, Model, Op, Reference, Rejection, Verdict};
use unicode_normalization::UnicodeNormalization;

use super::tools::{
    accept_if, edit_meta, is, known_as, merge, object, put, refuse_if, text, with_names,
};
use super::{REDUCER, ROUTER, faults};

/// The members of an envelope that it may do without.
const OPTIONAL: [&str; 7] = [
    "stream_id",
    "ts",
    "mask",
    "event_type",
    "model",
    "meta",
    "block",
];

faults! {
    "unknown-members-go-to-the-metadata" aims ["AUE-4-25"] in REDUCER
    "Keeps what it does not know of an event in the metadata of the model." => {
        fn unknown(&mut self, member: &JsonString, value: &Value) -> Verdict {
            accept_if(!looks_known(member), Reference.unknown(member, value))
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if verdict.is_ok() {
                let known = |name: &JsonString| {
                    ["op", "seq"]
                        .iter()
                        .chain(&OPTIONAL)
                        .any(|known| name == known)
                };
                let unknown = event.members().iter().filter(|(name, _)| !known(name));
                edit_meta(model, |meta| {
                    merge(
                        meta,
                        &unknown
                            .map(|(name, value)| (name, value.clone()))
                            .collect::<Object>(),
                    );
                });
            }
            verdict
        }
    }

    "unknown-members-are-ignored" aims ["AUE-4-26"] in REDUCER
    "Ignores members of an event that the protocol does not define." => {
        fn unknown(&mut self, member: &JsonString, value: &Value) -> Verdict {
            accept_if(!looks_known(member), Reference.unknown(member, value))
        }
    }

    "optional-members-ignore-case" aims ["AUE-4-27"] in REDUCER
    "Knows the members of an event in any case, such as `Mask`." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Ok(with_names(Reference.read(text)?, |name| {
                known_as(name, &OPTIONAL, str::to_ascii_lowercase)
            }))
        }
    }

    "optional-members-by-look-alike-letters" aims ["AUE-4-27"] in REDUCER
    "Knows the members of an event when a letter only looks like theirs, as the long s does." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Ok(with_names(Reference.read(text)?, |name| {
                known_as(name, &OPTIONAL, skeleton)
            }))
        }
    }

    "the-stream-id-ignores-case" aims ["AUE-4-27"] in ROUTER
    "Routes by a `stream_id` in any case, such as `Stream_Id`." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Ok(with_names(Reference.read(text)?, |name| {
                known_as(name, &["stream_id"], str::to_ascii_lowercase)
            }))
        }
    }

    "look-alike-members-are-ignored" aims ["AUE-4-28"] in REDUCER
    "Ignores members of an event that are spelt almost like those of the protocol." => {
        fn unknown(&mut self, member: &JsonString, value: &Value) -> Verdict {
            let mandatory = member.to_string_lossy().to_ascii_lowercase();
            let ignored = looks_known(member) && mandatory != "op" && mandatory != "seq";
            accept_if(ignored, Reference.unknown(member, value))
        }
    }

    "any-event-may-bring-a-model" aims ["AUE-4-29"] in REDUCER
    "Starts anew with the `model` of an event that is not a start." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                brings_model(op) && member == "model",
                Reference.surplus(op, member),
            )
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), Some(document), false) =
                (&verdict, object(event, "model"), is(event, Op::Start))
            {
                *model = Some(Model::new(document.clone()));
            }
            verdict
        }
    }

    "set-of-a-block-takes-metadata-along" aims ["AUE-4-30"] in REDUCER
    "Merges the `meta` of a set that changes a block." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::Set && member == "meta",
                Reference.surplus(op, member),
            )
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let of_block = text(event, "mask").is_none_or(|mask| mask.starts_with("block."));
            if let (Ok(()), true, true, Some(members)) = (
                &verdict,
                is(event, Op::Set),
                of_block,
                object(event, "meta"),
            ) {
                edit_meta(model, |meta| merge(meta, members));
            }
            verdict
        }
    }

    "set-of-metadata-takes-a-block-along" aims ["AUE-4-30"] in REDUCER
    "Puts the `block` of a set that changes metadata." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::Set && member == "block",
                Reference.surplus(op, member),
            )
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            let of_meta = text(event, "mask").is_some_and(|mask| mask.starts_with("meta."));
            if let (Ok(()), true, Some(model), Some(block)) =
                (&verdict, of_meta, model, object(event, "block"))
                && is(event, Op::Set)
            {
                put(model, block);
            }
            verdict
        }
    }

    "append-takes-metadata-along" aims ["AUE-4-31"] in REDUCER
    "Merges the `meta` of an append." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::Append && member == "meta",
                Reference.surplus(op, member),
            )
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), true, Some(members)) =
                (&verdict, is(event, Op::Append), object(event, "meta"))
            {
                edit_meta(model, |meta| merge(meta, members));
            }
            verdict
        }
    }

    "error-takes-a-block-along" aims ["AUE-4-32"] in REDUCER
    "Puts the `block` of an error." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::Error && member == "block",
                Reference.surplus(op, member),
            )
        }

        fn settle(
            &mut self,
            model: &mut Option<Model>,
            event: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (Ok(()), true, Some(model), Some(block)) = (
                &verdict,
                is(event, Op::Error),
                model,
                object(event, "block"),
            ) {
                put(model, block);
            }
            verdict
        }
    }

    "ping-applies-its-payload" aims ["AUE-4-33"] in REDUCER
    "Applies the payload of a ping." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::Ping && member != "mask",
                Reference.surplus(op, member),
            )
        }

        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::Ping {
                apply_all(model, envelope);
            }
            Ok(())
        }
    }

    "end-applies-its-payload" aims ["AUE-4-33"] in REDUCER
    "Applies the payload of an end." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op == Op::End && member != "mask",
                Reference.surplus(op, member),
            )
        }

        fn control(&mut self, model: &mut Option<Model>, envelope: &Envelope<'_>) -> Verdict {
            if envelope.op == Op::End {
                apply_all(model, envelope);
            }
            Ok(())
        }
    }

    "surplus-slots-are-ignored" aims ["AUE-4-34"] in REDUCER
    "Ignores the payload slots of other operations." => {
        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(
                op != Op::Start && member != "mask",
                Reference.surplus(op, member),
            )
        }
    }

    "seq-must-be-near" aims ["AUE-4.1-01"] in REDUCER { latest: HashMap<JsonString, u64> }
    "Refuses an event that follows an earlier one at a distance of a hundred or more." => {
        fn begin(&mut self, _: Option<&Model>, _: u64) {
            self.latest.clear();
        }

        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let Some(seq) = envelope.seq.and_then(Number::to_u64) else {
                return Ok(());
            };
            let stream = envelope.stream_id.cloned().unwrap_or_default();
            let earlier = self.latest.insert(stream, seq);
            refuse_if(earlier.is_some_and(|earlier| seq.saturating_sub(earlier) >= 100))
        }
    }

    "seq-has-32-bits" aims ["AUE-4.1-01"] in REDUCER
    "Refuses a `seq` that does not fit into 32 bits." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            let seq = envelope.seq.and_then(Number::to_u64);
            refuse_if(seq.is_some_and(|seq| (1 << 31..=1 << 53).contains(&seq)))
        }
    }

    "seq-0-counts-as-missing" aims ["AUE-4.1-01"] in REDUCER
    "Refuses a `seq` of 0, which the language takes for none." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.seq.and_then(Number::to_u64) == Some(0))
        }
    }

    "member-names-are-trimmed" aims ["AUE-4-25"] in REDUCER
    "Knows the members of an event with white space around their names." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            Ok(with_names(Reference.read(text)?, |name| {
                known_as(name, &OPTIONAL, |name| name.trim().to_owned())
            }))
        }
    }

    "the-last-op-in-any-case-counts" aims ["AUE-4-08"] in REDUCER { other: bool }
    "Acts by the last of the members that are named `op` but for case, and leaves what it does not need." => {
        fn read(&mut self, text: &str) -> Result<Value, Rejection> {
            let event = Reference.read(text)?;
            self.other = event.get("op").is_some()
                && event.as_object().is_some_and(|members| {
                    members.names().any(|name| {
                        *name != "op" && name.to_string_lossy().eq_ignore_ascii_case("op")
                    })
                });
            if !self.other {
                return Ok(event);
            }
            Ok(with_names(event, |name| {
                known_as(name, &["op"], str::to_ascii_lowercase)
            }))
        }

        fn surplus(&mut self, op: Op, member: &'static str) -> Verdict {
            accept_if(self.other, Reference.surplus(op, member))
        }
    }
}

fn brings_model(op: Op) -> bool {
    matches!(op, Op::Set | Op::Append | Op::Error)
}

/// Whether a name is that of a member of the envelope but for case, white space or letters that look alike.
fn looks_known(name: &JsonString) -> bool {
    let name = skeleton(name.to_string_lossy().trim()).to_ascii_lowercase();
    name == "op" || name == "seq" || OPTIONAL.contains(&name.as_str())
}

/// A name with the letters that its own look like.
fn skeleton(name: &str) -> String {
    let look = |letter| match letter {
        'а' => 'a',
        'с' => 'c',
        'е' => 'e',
        'к' => 'k',
        'м' => 'm',
        'о' => 'o',
        'р' => 'p',
        'ѕ' => 's',
        'т' => 't',
        other => other,
    };
    // Compatibility takes care of full width and of the long s, and would make a capital of the Kelvin sign.
    name.replace('\u{212A}', "k").nfkc().map(look).collect()
}

fn apply_all(model: &mut Option<Model>, envelope: &Envelope<'_>) {
    if let Some(document) = envelope.model.and_then(Value::as_object) {
        *model = Some(Model::new(document.clone()));
    }
    if let Some(members) = envelope.meta.and_then(Value::as_object) {
        edit_meta(model, |meta| merge(meta, members));
    }
    if let (Some(model), Some(block)) = (model, envelope.block.and_then(Value::as_object)) {
        put(model, block);
    }
}
