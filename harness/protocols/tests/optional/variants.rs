//! A deliberately wrong variant replaces one step, and that is what is wrong with it.

use uiconform_json::{JsonString, Number, Object, Value, parse};
use uiconform_protocols::agentue::emitter::{EmitSteps, Emitter};
use uiconform_protocols::agentue::frames::{FrameSteps, Part, join, split};
use uiconform_protocols::agentue::host::{Answer, Host, HostSteps, Waiting};
use uiconform_protocols::agentue::resolver::{Resolution, ResolveSteps};
use uiconform_protocols::agentue::resume::{ResumeSteps, resume};
use uiconform_protocols::agentue::{Event, Model, Op, Reference, Steps};

const START: &str = r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[{"id":"a","ref":"k"}]}}"#;

fn json(text: &str) -> Value {
    parse(text).unwrap()
}

fn event(text: &str) -> Event {
    Event::parse(text).unwrap()
}

#[test]
fn frames_in_order_of_arrival() {
    struct Arrival;
    impl FrameSteps for Arrival {
        fn arrange(&mut self, _: &mut [Part]) {}
    }
    let block = json(r#"{"id":"a","type":"text","content":"a text that takes several frames"}"#);
    let frames = split(&mut Reference, &block, 90).unwrap();
    assert_eq!(join(&mut Arrival, &frames), Ok(block.clone()));
    assert_eq!(join(&mut Reference, frames.iter().rev()), Ok(block));
    assert!(join(&mut Arrival, frames.iter().rev()).is_err());
}

#[test]
fn frames_that_count_characters() {
    struct Characters;
    impl FrameSteps for Characters {
        fn encoded_length(&mut self, _: char) -> usize {
            1
        }
    }
    let block =
        json(r#"{"id":"a","type":"text","content":"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\"\""}"#);
    let longest = |frames: Vec<Value>| frames.iter().map(|frame| frame.to_text().len()).max();
    assert!(longest(split(&mut Reference, &block, 90).unwrap()) <= Some(90));
    assert!(longest(split(&mut Characters, &block, 90).unwrap()) > Some(90));
}

/// Takes two appends and then the content, and gives what the block holds.
fn host<S: HostSteps>(steps: &mut S) -> Value {
    let model = event(START).get("model").cloned().unwrap();
    let mut host = Host::new(steps, &model).unwrap();
    for delta in ["1", "2"] {
        let append = format!(
            r#"{{"op":"append","seq":2,"mask":"block.content","block":{{"id":"a","content":"{delta}"}}}}"#
        );
        assert_eq!(host.event(steps, &event(&append)), Answer::Deferred);
    }
    let resolution = Resolution {
        block_id: "a".into(),
        key: "k".into(),
        content: Ok(json(r#"{"id":"a","type":"text","content":"A"}"#)),
    };
    assert_eq!(host.loaded(steps, &resolution), Answer::Applied);
    host.model()
        .unwrap()
        .block(0)
        .unwrap()
        .get("content")
        .cloned()
        .unwrap()
}

#[test]
fn waiting_patches_the_last_first() {
    struct LastFirst;
    impl Steps for LastFirst {}
    impl ResolveSteps for LastFirst {}
    impl HostSteps for LastFirst {
        fn due(&mut self, waiting: &mut Waiting, block_id: &JsonString) -> Vec<Event> {
            let mut due = waiting.remove(block_id).unwrap_or_default();
            due.reverse();
            due
        }
    }
    assert_eq!(host(&mut Reference), "A12".into());
    assert_eq!(host(&mut LastFirst), "A21".into());
}

#[test]
fn content_that_comes_shouting() {
    struct Shouting;
    impl Steps for Shouting {}
    impl HostSteps for Shouting {}
    impl ResolveSteps for Shouting {
        fn materialize(&mut self, model: &mut Model, at: usize, _: Value) {
            model.replace(at, json(r#"{"id":"a","type":"text","content":"!"}"#));
        }
    }
    assert_eq!(host(&mut Shouting), "!12".into());
}

#[test]
fn a_cursor_that_does_not_cover_its_own_event() {
    struct Below;
    impl Steps for Below {}
    impl ResumeSteps for Below {
        fn covers(&mut self, cursor: &Number, op: Op, seq: &Number) -> bool {
            op != Op::Ping && seq.cmp_value(cursor).is_lt()
        }
    }
    let log = [
        event(START),
        event(r#"{"op":"set","seq":2,"block":{"id":"b","type":"t"}}"#),
        event(r#"{"op":"end","seq":3}"#),
    ];
    let cursor = Number::from(2_u64);
    assert_eq!(resume(&mut Reference, &log, &cursor).unwrap().len(), 2);
    assert_eq!(resume(&mut Below, &log, &cursor).unwrap().len(), 3);
}

#[test]
fn nulls_that_get_lost_on_the_wire() {
    struct Lossy;
    impl EmitSteps for Lossy {
        fn send(&mut self, event: Event, sent: &mut Vec<Event>) {
            let members = event.members().clone().into_iter();
            let members = members.map(|(name, value)| match value {
                Value::Object(inner) => {
                    let kept = inner.into_iter().filter(|(_, value)| !value.is_null());
                    (name, kept.collect::<Object>().into())
                }
                other => (name, other),
            });
            sent.push(members.collect::<Object>().into());
        }
    }
    let mut emitter = Emitter::default();
    let model = json(r#"{"biz":"chat","meta":{},"blocks":[]}"#);
    emitter.start(&mut Lossy, &model).unwrap();
    let sent = emitter
        .set_meta(&mut Lossy, &["stats".into()], &Value::Null)
        .unwrap();
    assert_eq!(sent[0].get("meta"), Some(&json("{}")));
    assert_eq!(
        emitter.model().unwrap().meta().unwrap().get("stats"),
        Some(&Value::Null)
    );
}
