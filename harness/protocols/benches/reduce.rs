//! What reducing costs, as ratios measured in one run: against parsing alone, and as a text grows.

#![allow(missing_docs)] // Criterion makes a public function of each group.
#![allow(clippy::unwrap_used)] // A benchmark that cannot run must stop.

use std::hint::black_box;
use std::time::Duration;

use criterion::{BatchSize, Criterion, criterion_group, criterion_main};
use uiconform_protocols::agentue::{Event, Reducer, Reference};

const EVENTS: usize = 10_000;
const APPENDS: usize = 50_000;

/// A delivery as agents send it: many small deltas, blocks, fields and metadata.
fn delivery() -> Vec<String> {
    let mut events = vec![
        r#"{"op":"start","seq":0,"model":{"version":"1.1","biz":"chat","meta":{"task_id":"task-1"},"blocks":[]}}"#
            .to_owned(),
    ];
    while events.len() < EVENTS {
        let seq = events.len();
        let block = seq / 20;
        events.push(match seq % 20 {
            1 => format!(
                r#"{{"op":"set","seq":{seq},"ts":1760000000000,"block":{{"id":"b{block}","type":"tool","parent_id":"answer","tool":{{"name":"search","arguments":{{"query":"rust reducers","limit":10}},"status":"running"}}}}}}"#
            ),
            5 => format!(
                r#"{{"op":"set","seq":{seq},"mask":"block.tool.status","block":{{"id":"b{block}","tool":{{"status":"completed"}}}}}}"#
            ),
            10 => format!(
                r#"{{"op":"set","seq":{seq},"mask":"meta.stats","meta":{{"stats":{{"tokens":{seq},"cost":0.125,"status":"running"}}}}}}"#
            ),
            _ => format!(
                r#"{{"op":"append","seq":{seq},"mask":"block.content","event_type":"message.delta","block":{{"id":"a{block}","type":"text","content":"Hello, world {seq}"}}}}"#
            ),
        });
    }
    events
}

fn append() -> Event {
    let text = r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","type":"text","content":"delta "}}"#;
    Event::parse(text).unwrap()
}

fn started() -> Reducer {
    let start =
        r#"{"op":"start","seq":0,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}}"#;
    let mut reducer = Reducer::new();
    reducer
        .apply(&mut Reference, &Event::parse(start).unwrap())
        .unwrap();
    reducer
}

/// `parse and reduce` must take less than twice the time of `serde_json`.
fn against_parsing(criterion: &mut Criterion) {
    let texts = delivery();
    let mut group = criterion.benchmark_group("10,000 events");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(3));
    group.bench_function("serde_json parses them", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                black_box(serde_json::from_str::<serde_json::Value>(text).unwrap());
            }
        });
    });
    group.bench_function("parse and reduce", |bencher| {
        bencher.iter(|| {
            let mut reducer = Reducer::new();
            for text in &texts {
                reducer
                    .apply(&mut Reference, &Event::parse(text).unwrap())
                    .unwrap();
            }
            black_box(reducer)
        });
    });
    group.bench_function("parse alone", |bencher| {
        bencher.iter(|| {
            for text in &texts {
                black_box(Event::parse(text).unwrap());
            }
        });
    });
    group.finish();
}

/// Four times the appends must take less than five times as long.
fn growth(criterion: &mut Criterion) {
    // One event over and over: what is measured is the text that grows, not how many events fit into a cache.
    let event = append();
    let mut group = criterion.benchmark_group("appends to one text");
    group
        .sample_size(10)
        .measurement_time(Duration::from_secs(3));
    for count in [APPENDS, 4 * APPENDS] {
        group.bench_function(count.to_string(), |bencher| {
            bencher.iter_batched(
                started,
                |mut reducer| {
                    for _ in 0..count {
                        reducer.apply(&mut Reference, &event).unwrap();
                    }
                    reducer
                },
                BatchSize::PerIteration,
            );
        });
    }
    group.finish();
}

criterion_group!(benches, against_parsing, growth);
criterion_main!(benches);
