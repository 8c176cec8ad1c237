//! What checking a recording costs, as a ratio measured in one run: against parsing the same lines alone.

#![allow(missing_docs)] // Criterion makes a public function of each group.
#![allow(clippy::unwrap_used)] // A benchmark that cannot run must stop.

use std::hint::black_box;
use std::time::Duration;

use criterion::{Criterion, criterion_group, criterion_main};
use uiconform_checker::{Hygiene, Recorded};
use uiconform_protocols::agentue::{Event, Reference, Router};

const EVENTS: usize = 10_000;

/// A delivery as agents send it: blocks, and many small deltas for each.
fn lines() -> Vec<String> {
    let mut lines = vec![
        r#"{"op":"start","seq":0,"model":{"version":"1.1","biz":"chat","meta":{},"blocks":[]}}"#
            .to_owned(),
    ];
    while lines.len() < EVENTS {
        let seq = lines.len();
        let block = seq / 20;
        lines.push(if seq % 20 == 0 || seq == 1 {
            format!(
                r#"{{"op":"set","seq":{seq},"block":{{"id":"b{block}","type":"text","content":"","title":"Block {block}","items":[1,2.5,true,null]}}}}"#
            )
        } else {
            format!(
                r#"{{"op":"append","seq":{seq},"ts":1760000000000,"mask":"block.content","block":{{"id":"b{block}","content":"A delta of the sixty-four bytes that a model server often emits\n"}}}}"#
            )
        });
    }
    lines.push(format!(r#"{{"op":"end","seq":{EVENTS}}}"#));
    lines
}

/// `checked` must take less than twice the time of `serde_json`.
fn against_parsing(criterion: &mut Criterion) {
    let lines = lines();
    let mut recorded = Recorded::new(Hygiene::default());
    assert!(lines.iter().all(|line| recorded.event(line).is_empty()));
    assert!(recorded.finish().is_empty());
    let mut group = criterion.benchmark_group("10,000 lines");
    group
        .sample_size(20)
        .measurement_time(Duration::from_secs(3));
    group.bench_function("serde_json parses them", |bencher| {
        bencher.iter(|| {
            for line in &lines {
                black_box(serde_json::from_str::<serde_json::Value>(line).unwrap());
            }
        });
    });
    group.bench_function("parsed as events", |bencher| {
        bencher.iter(|| {
            for line in &lines {
                black_box(Event::parse(line).unwrap());
            }
        });
    });
    group.bench_function("reduced", |bencher| {
        bencher.iter(|| {
            let mut router = Router::new();
            for line in &lines {
                let event = Event::parse(line).unwrap();
                router.apply(&mut Reference, &event).unwrap();
            }
            black_box(router)
        });
    });
    group.bench_function("checked", |bencher| {
        bencher.iter(|| {
            let mut recorded = Recorded::new(Hygiene::default());
            for line in &lines {
                black_box(recorded.event(line));
            }
            black_box(recorded)
        });
    });
    group.finish();
}

criterion_group!(benches, against_parsing);
criterion_main!(benches);
