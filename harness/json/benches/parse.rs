//! Parsing, ours beside serde_json's, over the same event lines: read the ratio, not the times.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};

/// About this many bytes of lines are parsed.
const BYTES: usize = 1 << 20;

/// Lines as a stream of an agent's interface has them: many short deltas, some blocks, now and then a whole model.
fn event_lines() -> Vec<String> {
    let mut lines = Vec::new();
    let mut bytes = 0;
    for seq in 1.. {
        let block = seq / 40;
        let line = match seq % 40 {
            0 => format!(
                r#"{{"op":"start","seq":{seq},"ts":{},"stream_id":"run-7","model":{{"version":"1.1","biz":"chat","meta":{{"title":"Trip to Lisbon","tags":["travel","draft"]}},"blocks":[{{"id":"b{block}","type":"text","content":"","props":{{"collapsed":false,"rank":{}.25}}}},{{"id":"c{block}","type":"chart","data":[{}]}}]}}}}"#,
                1_764_000_000_000_u64 + seq,
                seq % 17,
                (0..40)
                    .map(|x| format!("{}.{}", x * seq % 1009, x))
                    .collect::<Vec<_>>()
                    .join(", "),
            ),
            1 | 21 => format!(
                r#"{{"op": "set", "seq": {seq}, "mask": "block.props", "block": {{"id": "b{block}", "props": {{"state": "running", "progress": 0.{seq}, "label": "Searching \"flights\"\n", "error": null}}}}}}"#
            ),
            _ => format!(
                r#"{{"op":"append","seq":{seq},"mask":"block.content","block":{{"id":"b{block}","content":" word{seq} and a few more – né"}}}}"#
            ),
        };
        bytes += line.len();
        lines.push(line);
        if bytes >= BYTES {
            break;
        }
    }
    lines
}

fn parse(criterion: &mut Criterion) {
    let lines = event_lines();
    let list = format!("[{}]", lines.join(",\n"));
    let mut group = criterion.benchmark_group("parse");

    group.throughput(Throughput::Bytes(
        lines.iter().map(|line| line.len() as u64).sum(),
    ));
    group.bench_with_input(
        BenchmarkId::new("lines", "uiconform"),
        &lines,
        |bencher, lines| {
            bencher.iter(|| {
                lines
                    .iter()
                    .for_each(|line| drop(black_box(uiconform_json::parse(line))))
            });
        },
    );
    group.bench_with_input(
        BenchmarkId::new("lines", "serde_json"),
        &lines,
        |bencher, lines| {
            bencher.iter(|| {
                lines.iter().for_each(|line| {
                    drop(black_box(serde_json::from_str::<serde_json::Value>(line)))
                })
            });
        },
    );

    group.throughput(Throughput::Bytes(list.len() as u64));
    group.bench_with_input(
        BenchmarkId::new("list", "uiconform"),
        &list,
        |bencher, list| {
            bencher.iter_with_large_drop(|| uiconform_json::parse(list));
        },
    );
    group.bench_with_input(
        BenchmarkId::new("list", "serde_json"),
        &list,
        |bencher, list| {
            bencher.iter_with_large_drop(|| serde_json::from_str::<serde_json::Value>(list));
        },
    );
    group.finish();
}

criterion_group!(benches, parse);
criterion_main!(benches);
