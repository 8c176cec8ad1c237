//! What a client of AG-UI costs, as ratios measured in one run: against parsing alone, and as things grow.

#![allow(missing_docs)] // Criterion makes a public function of each group.
#![allow(clippy::unwrap_used)] // A benchmark that cannot run must stop.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use uiconform_json::Object;
use uiconform_protocols::ag_ui::{Options, Reference, Run, Session, Stop, Update};

const BODY: usize = 100 << 20;
/// The bytes that a network hands over at once.
const PIECE: usize = 16 << 10;

/// What an agent streams: texts in small deltas, calls with arguments, results, and a state that is patched.
fn payloads() -> Vec<String> {
    let mut payloads = vec![
        r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#.to_owned(),
        r#"{"type":"STATE_SNAPSHOT","snapshot":{"progress":0,"plan":[{"step":"look","done":false}]}}"#.to_owned(),
    ];
    let mut size = 0;
    let mut turn = 0;
    while size < BODY {
        let first = payloads.len();
        payloads.push(format!(
            r#"{{"type":"TEXT_MESSAGE_START","messageId":"message-{turn}","role":"assistant"}}"#
        ));
        for word in 0..200 {
            payloads.push(format!(
                r#"{{"type":"TEXT_MESSAGE_CONTENT","messageId":"message-{turn}","delta":" word {word}, \"as said\"\n","timestamp":1760000000000}}"#
            ));
        }
        payloads.push(format!(
            r#"{{"type":"TEXT_MESSAGE_END","messageId":"message-{turn}"}}"#
        ));
        payloads.push(format!(
            r#"{{"type":"TOOL_CALL_START","toolCallId":"call-{turn}","toolCallName":"search","parentMessageId":"message-{turn}"}}"#
        ));
        for part in 0..20 {
            payloads.push(format!(
                r#"{{"type":"TOOL_CALL_ARGS","toolCallId":"call-{turn}","delta":"\"part{part}\": {part}, "}}"#
            ));
        }
        payloads.push(format!(
            r#"{{"type":"TOOL_CALL_END","toolCallId":"call-{turn}"}}"#
        ));
        payloads.push(format!(
            r#"{{"type":"TOOL_CALL_RESULT","messageId":"result-{turn}","toolCallId":"call-{turn}","content":"{{\"found\":[1,2,3]}}"}}"#
        ));
        payloads.push(format!(
            r#"{{"type":"STATE_DELTA","delta":[{{"op":"replace","path":"/progress","value":{turn}}},{{"op":"replace","path":"/plan/0/done","value":true}}]}}"#
        ));
        turn += 1;
        size += payloads[first..].iter().map(String::len).sum::<usize>();
    }
    payloads.push(r#"{"type":"RUN_FINISHED","threadId":"t","runId":"r1"}"#.to_owned());
    payloads
}

fn body(payloads: &[String]) -> Vec<u8> {
    payloads
        .iter()
        .flat_map(|payload| ["data: ", payload, "\n\n"])
        .flat_map(str::bytes)
        .collect()
}

/// Takes a body, and counts the updates.
fn take(body: &[u8]) -> (Session, usize) {
    let state = Object::new().into();
    let mut session = Session::new("t".into(), Options::default(), Vec::new(), state);
    let mut updates = 0;
    let mut steps = Reference;
    let mut out = |update: Update<'_>| {
        assert!(!matches!(update, Update::Error(_)), "{update:?}");
        updates += 1;
    };
    let mut run = Run::begin(&mut steps, &mut session, "r1".into(), &mut out);
    for piece in body.chunks(PIECE) {
        run.bytes(piece);
    }
    run.stop(Stop::Ended);
    (session, updates)
}

/// `decode and apply` must take less than twice the time of `serde_json`.
fn against_parsing(criterion: &mut Criterion) {
    let payloads = payloads();
    let body = body(&payloads);
    let mut group = criterion.benchmark_group("a body of 100 MB");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(10));
    group.bench_function("serde_json parses the payloads", |bencher| {
        bencher.iter(|| {
            for payload in &payloads {
                black_box(serde_json::from_str::<serde_json::Value>(payload).unwrap());
            }
        });
    });
    group.bench_function("decode and apply", |bencher| {
        bencher.iter(|| black_box(take(&body)));
    });
    group.finish();
}

fn open_messages(count: usize) -> Vec<u8> {
    let mut payloads = vec![r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#.to_owned()];
    for kind in [
        r#""type":"TEXT_MESSAGE_START""#,
        r#""type":"TEXT_MESSAGE_CONTENT","delta":"x""#,
        r#""type":"TEXT_MESSAGE_END""#,
    ] {
        payloads.extend((0..count).map(|id| format!(r#"{{{kind},"messageId":"m{id}"}}"#)));
    }
    body(&payloads)
}

fn lanes(count: usize) -> Vec<u8> {
    let mut payloads = vec![r#"{"type":"RUN_STARTED","threadId":"t","runId":"r1"}"#.to_owned()];
    payloads.extend((0..count).map(|id| {
        format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","messageId":"m{id}","delta":"x","subagentRunId":"s{id}"}}"#)
    }));
    payloads.extend((0..count).map(|id| {
        format!(r#"{{"type":"TEXT_MESSAGE_CHUNK","delta":"x","subagentRunId":"s{id}"}}"#)
    }));
    body(&payloads)
}

/// Four times as many must take less than six times as long: the tables outgrow the caches meanwhile.
fn growth(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("open at once");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(3));
    for count in [10_000, 40_000] {
        for (what, body) in [
            ("messages", open_messages(count)),
            ("lanes of subagents", lanes(count)),
        ] {
            group.bench_function(format!("{count} {what}"), |bencher| {
                bencher.iter(|| black_box(ended(&body)));
            });
        }
    }
    group.finish();
}

/// Takes a body that stops without an end.
fn ended(body: &[u8]) -> usize {
    let mut session = Session::new(
        "t".into(),
        Options::default(),
        Vec::new(),
        Object::new().into(),
    );
    let mut steps = Reference;
    let mut out = |_: Update<'_>| {};
    let mut run = Run::begin(&mut steps, &mut session, "r1".into(), &mut out);
    run.bytes(body);
    run.stop(Stop::Ended);
    session.messages().len()
}

criterion_group!(benches, against_parsing, growth);
criterion_main!(benches);
