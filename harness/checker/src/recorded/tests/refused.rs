//! What follows a `start` that is refused, or is missing.

use super::*;

const BLOCKS: &str = r#"{"id":"a","type":"text","content":"","items":[]},{"id":"r","ref":"k"}"#;

/// A start with those blocks, and something beside them.
fn start(version: &str, blocks: &str, beside: &str) -> String {
    format!(
        r#"{{"op":"start","seq":1,"model":{{{version}"biz":"chat","meta":{{}},"blocks":{blocks}}}{beside}}}"#
    )
}

/// The faults that an event can have by itself or by the model that was meant.
const FAULTS: [&str; 11] = [
    r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"zz","content":"x"}}"#,
    r#"{"op":"set","seq":3}"#,
    r#"{"op":"set","seq":4,"block":{"type":"text"}}"#,
    r#"{"op":"set","seq":5,"block":{"id":"b","ref":"k","content":"x"}}"#,
    r#"{"op":"set","seq":6,"mask":"block.ref","block":{"id":"a","ref":"k"}}"#,
    r#"{"op":"append","seq":7,"block":{"id":"a","content":"x"}}"#,
    r#"{"op":"error","seq":8,"meta":{"error":{"code":"c","message":"m"}}}"#,
    r#"{"op":"error","seq":9,"mask":"meta.error","meta":{"error":{"code":"c"}}}"#,
    r#"{"op":"append","seq":10,"mask":"block.content","block":{"id":"a","content":7}}"#,
    r#"{"op":"append","seq":11,"mask":"block.content","block":{"id":"a","content":["x"]}}"#,
    r#"{"op":"append","seq":12,"mask":"block.content","block":{"id":"r","content":"x"}}"#,
];
/// What is found at each, the first and the last two by the model that was meant.
const FINDINGS: [&str; 11] = [
    "1 AUE-5.3-20 /block",
    "2 AUE-5.2-08",
    "3 AUE-5.2-09 /block",
    "4 AUE-5.2-11 /block/content",
    "5 AUE-5.2-36 /mask",
    "6 AUE-5.3-25",
    "7 AUE-5.4-05",
    "8 AUE-5.4-15 /meta/error",
    "9 AUE-5.3-15 /block/content",
    "10 AUE-5.3-13 /mask",
    "11 AUE-3.4-13 /block/id",
];

/// Finds the offences of the start, and after it each fault at its event.
#[track_caller]
fn goes_on(start: &str, offences: &[&str], by_the_model: bool) -> Recorded {
    let texts: Vec<&str> = [start]
        .into_iter()
        .chain(FAULTS)
        .chain([r#"{"op":"end","seq":13}"#])
        .collect();
    let found = match by_the_model {
        true => &FINDINGS[..],
        false => &FINDINGS[1..9],
    };
    let expected = [offences, found].concat();
    finds(Hygiene::default(), &texts, &expected)
}

#[test]
fn a_refused_start_hides_no_fault_of_what_follows() {
    let blocks = format!("[{BLOCKS}]");
    let version = r#""version":"1.1","#;
    for (start, offences) in [
        (start("", &blocks, ""), &["0 AUE-3.1-01 /model"][..]),
        (
            start(r#""version":1.1,"#, &blocks, ""),
            &["0 AUE-3.1-01 /model/version"],
        ),
        (
            start(r#""version":"1.0","#, &blocks, ""),
            &["0 AUE-3.5-03 /model/blocks/1"],
        ),
        (
            start(version, &blocks, r#","meta":{}"#),
            &["0 AUE-5.1-02 /meta"],
        ),
        (
            start(version, &blocks, "").replace(r#""seq":1"#, r#""seq":"1""#),
            &["0 AUE-4-12 /seq"],
        ),
        (
            start(version, &blocks, "").replace(r#""meta":{}"#, r#""meta":[]"#),
            &["0 AUE-3.1-03 /model/meta"],
        ),
        (
            start(version, &blocks, "").replace(r#""type":"text","#, ""),
            &["0 AUE-3.3-02 /model/blocks/0"],
        ),
        (
            start(version, &blocks, "").replace(r#""content":"""#, r#""content":"","ref":null"#),
            &["0 AUE-3.4-06 /model/blocks/0/ref"],
        ),
    ] {
        let recorded = goes_on(&start, offences, true);
        assert_eq!(recorded.judged_in_part(), 0, "{start}");
        assert_eq!(recorded.finals().count(), 0);
    }
}

#[test]
fn what_is_not_clear_in_a_refused_start_is_held_against_no_event() {
    let version = r#""version":"1.1","#;
    for (start, offences) in [
        (
            start(version, r#"{"a":{},"r":{}}"#, ""),
            "0 AUE-3.1-04 /model/blocks",
        ),
        (
            start(version, r#"[{"type":"text","content":""}]"#, ""),
            "0 AUE-3.3-01 /model/blocks/0",
        ),
    ] {
        let recorded = goes_on(&start, &[offences], false);
        // The appends and the `set` of members of blocks, of which nothing is known.
        assert_eq!(recorded.judged_in_part(), 6);
    }
    // Of two blocks with one id, and of one that is both a reference and inline.
    let twice = r#"{"id":"a","type":"list","items":[]}"#;
    let both = r#"{"id":"b","type":"text","content":"","ref":"k"}"#;
    finds(
        Hygiene::default(),
        &[
            &start(version, &format!("[{BLOCKS},{twice},{both}]"), ""),
            r#"{"op":"append","seq":2,"mask":"block.items","block":{"id":"a","items":"x"}}"#,
            r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"b","content":"x"}}"#,
            r#"{"op":"set","seq":4,"mask":"block.some.thing","block":{"id":"b","some":{"thing":1}}}"#,
            r#"{"op":"append","seq":5,"mask":"block.content","block":{"id":"c","content":"x"}}"#,
            r#"{"op":"set","seq":6,"block":{"id":"b","type":"text","content":5}}"#,
            r#"{"op":"append","seq":7,"mask":"block.content","block":{"id":"b","content":"x"}}"#,
            r#"{"op":"end","seq":8}"#,
        ],
        &[
            "0 AUE-3.3-03 /model/blocks/2/id",
            "0 AUE-3.4-06 /model/blocks/3/type",
            "6 AUE-5.3-14 /mask",
        ],
    );
}

#[test]
fn without_a_model_events_are_judged_by_themselves() {
    for (start, offence) in [
        (r#"{"op":"start","seq":1}"#, "0 AUE-5.1-01"),
        (
            r#"{"op":"start","seq":1,"model":[]}"#,
            "0 AUE-5.1-01 /model",
        ),
        (r#"{"op":"ping","seq":1,"ts":1}"#, "0 AUE-5-01 /op"),
    ] {
        let recorded = goes_on(start, &[offence], false);
        assert_eq!(recorded.judged_in_part(), FAULTS.len(), "{start}");
    }
    // What is set as a whole is known, and what a reference needs there is.
    finds(
        Hygiene::default(),
        &[
            r#"{"op":"start","seq":1}"#,
            r#"{"op":"set","seq":2,"block":{"id":"b","ref":"k"}}"#,
            r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"b","content":"x"}}"#,
            r#"{"op":"set","seq":4,"mask":"meta.stats.n","meta":{"stats":{"n":1}}}"#,
            r#"{"op":"end","seq":5}"#,
        ],
        &["0 AUE-5.1-01", "2 AUE-3.4-13 /block/id"],
    );
}

#[test]
fn the_finding_says_by_what_the_stream_is_judged() {
    let why = |text: &str| {
        let found = Recorded::new(Hygiene::default()).event(text);
        found[0].objection.why
    };
    assert!(why(r#"{"op":"start","seq":1}"#).contains("without a model"));
    assert!(why(&start("", "[]", "")).contains("as if it had taken this one, so that"));
    assert!(why(&start("", "[5]", "")).contains("blocks that are not clear"));
}

#[test]
fn the_next_start_is_judged_by_as_ever_and_a_refused_one_is_never_final() {
    let recorded = finds(
        Hygiene::default(),
        &[
            START,
            &start("", r#"[{"id":"b","type":"text","content":""}]"#, ""),
            r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"x"}}"#,
            r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"b","content":"x"}}"#,
            r#"{"op":"end","seq":4}"#,
        ],
        &["1 AUE-3.1-01 /model", "2 AUE-5.3-20 /block"],
    );
    let last = recorded.finals().next().unwrap();
    assert!(last.stale);
    assert!(models(&recorded)[0].contains(r#""id":"a""#));
    let recorded = finds(
        Hygiene::default(),
        &[
            &start("", "[]", ""),
            START,
            r#"{"op":"append","seq":2,"mask":"block.content","block":{"id":"a","content":"x"}}"#,
            r#"{"op":"end","seq":4}"#,
        ],
        &["0 AUE-3.1-01 /model"],
    );
    assert!(!recorded.finals().next().unwrap().stale);
    assert!(models(&recorded)[0].contains(r#""content":"x""#));
}

#[test]
fn frames_after_a_refused_start_have_to_complete() {
    let frame = r#"{"op":"set","seq":2,"block":{"id":"f","type":"frame","block_id":"b","seq":0,"total":2,"data":"x"}}"#;
    let end = r#"{"op":"end","seq":3}"#;
    let offence = "0 AUE-3.1-01 /model";
    finds(
        Hygiene::default(),
        &[&start("", "[]", ""), frame, end],
        &[offence, "1 AUE-3.3-28"],
    );
    // Unless the rest may be in the start.
    finds(
        Hygiene::default(),
        &[&start("", "[5]", ""), frame, end],
        &[offence, "0 AUE-3.3-01 /model/blocks/0"],
    );
}

#[test]
fn a_block_that_a_refused_event_was_to_make_is_missed_once() {
    let append = |seq: u64, id: &str, content: &str| {
        format!(
            r#"{{"op":"append","seq":{seq},"mask":"block.content","block":{{"id":"{id}","content":{content}}}}}"#
        )
    };
    for before in [START, &start("", "[]", "")] {
        let offence = match before {
            START => None,
            _ => Some("0 AUE-3.1-01 /model"),
        };
        let mut expected = Vec::from_iter(offence);
        expected.extend([
            "1 AUE-5.2-10 /block",
            "3 AUE-5.3-15 /block/content",
            "5 AUE-5.3-20 /block",
            "7 AUE-5.2-31",
            "9 AUE-5.3-13 /mask",
        ]);
        if offence.is_none() {
            // A fault of the payload that says more where no block is there.
            expected[1] = "3 AUE-5.3-17 /block/content";
        }
        let recorded = finds(
            Hygiene::default(),
            &[
                before,
                r#"{"op":"set","seq":2,"block":{"id":"b","content":""}}"#,
                &append(3, "b", r#""x""#),
                &append(4, "b", "5"),
                r#"{"op":"set","seq":5,"mask":"block.state","block":{"id":"b","state":"done"}}"#,
                &append(6, "c", r#""x""#),
                &append(7, "c", r#""x""#),
                r#"{"op":"set","seq":8,"mask":"block.state"}"#,
                r#"{"op":"set","seq":9,"block":{"id":"b","type":"text","content":""}}"#,
                &append(10, "b", "[]"),
                r#"{"op":"end","seq":11}"#,
            ],
            &expected,
        );
        assert_eq!(recorded.judged_in_part(), 4);
    }
}

#[test]
fn a_start_that_is_no_json_is_missed_by_no_event() {
    finds(
        Hygiene::default(),
        &[
            r#"{"op":"start","seq":1,"model":{"version":"1.1","biz":"chat","meta":{"score":NaN},"blocks":[]}}"#,
            r#"{"op":"set","seq":2,"block":{"id":"b"}}"#,
            r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"c","content":"x"}}"#,
            r#"{"op":"end","seq":4}"#,
        ],
        &["0 AUE-4-03", "1 AUE-5.2-10 /block"],
    );
}

#[test]
fn an_event_with_a_model_was_meant_for_a_start() {
    let blocks = format!("[{BLOCKS}]");
    let start = start(r#""version":"1.1","#, &blocks, "");
    for (text, offences) in [
        (
            start.replace(r#""op":"start""#, r#""op":"Start""#),
            &["0 AUE-4-07 /op"][..],
        ),
        (start.replace(r#""op":"start","#, ""), &["0 AUE-4-05"]),
        (
            start.replace(r#""op""#, r#""type""#),
            &["0 AUE-4-26 /type", "0 AUE-4-05"],
        ),
    ] {
        goes_on(&text, offences, true);
    }
}

#[test]
fn what_an_event_that_names_no_block_was_to_make_is_missed_by_none() {
    let append =
        r#"{"op":"append","seq":3,"mask":"block.content","block":{"id":"b","content":"x"}}"#;
    let end = r#"{"op":"end","seq":4}"#;
    for (set, offence) in [
        (
            r#"{"op":"set","seq":2,"data":{"id":"b","type":"text"}}"#,
            "AUE-5.2-08",
        ),
        (
            r#"{"op":"set","seq":2,"block":{"type":"text"}}"#,
            "AUE-5.2-09 /block",
        ),
        (
            r#"{"op":"set","seq":2,"block":{"id":"b","type":"text","n":NaN}}"#,
            "AUE-4-03",
        ),
    ] {
        for before in [START, &start("", "[]", "")] {
            let mut recorded = Recorded::new(Hygiene::default());
            recorded.event(before);
            let found = recorded.event(set);
            assert!(
                found
                    .iter()
                    .any(|one| offence.starts_with(one.objection.rule)),
                "{found:?}"
            );
            assert_eq!(recorded.event(append), [], "{set}");
            assert_eq!(recorded.event(end), []);
        }
    }
    // An event that is too long for the check may have made it.
    let mut recorded = Recorded::new(Hygiene::default());
    recorded.event(START);
    recorded.unread(10);
    assert_eq!(recorded.event(append), []);
}

#[test]
fn an_end_that_is_refused_is_not_missed() {
    finds(
        Hygiene::default(),
        &[START, r#"{"op":"end"}"#],
        &["1 AUE-4-09"],
    );
    finds(
        Hygiene::default(),
        &[
            START,
            r#"{"op":"end"}"#,
            &START.replace("\"seq\":1", "\"seq\":3"),
        ],
        &["1 AUE-4-09", "2 AUE-5-03"],
    );
}
