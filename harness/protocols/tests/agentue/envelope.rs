//! Section 4.

use crate::{accepts, apply, having, json, model, refuses};

const BLOCK: &str = r#"{"id":"a","type":"text"}"#;

fn set(envelope: &str) -> String {
    format!(r#"{{"op":"set",{envelope}"block":{BLOCK}}}"#)
}

#[test]
fn op_is_one_of_six_names() {
    for op in [
        r#""Start""#,
        r#""put""#,
        r#"["set"]"#,
        "null",
        "1",
        r#"" set""#,
        r#""set\u0000""#,
    ] {
        refuses(
            &model(""),
            &format!(r#"{{"op":{op},"seq":2,"block":{BLOCK}}}"#),
            "4",
        );
    }
    refuses(
        &model(""),
        &format!(r#"{{"seq":2,"block":{BLOCK}}}"#),
        "4-05",
    );
    refuses(
        &model(""),
        &format!(r#"{{"OP":"set","seq":2,"block":{BLOCK}}}"#),
        "4-28",
    );
}

#[test]
fn seq_is_a_non_negative_integer_however_written() {
    for seq in [
        "0",
        "2",
        "1.0",
        "10e-1",
        "-0",
        "18446744073709551616",
        "1e400",
    ] {
        accepts(&model(""), &set(&format!(r#""seq":{seq},"#)), &model(BLOCK));
    }
    for seq in ["-1", "1.5", "1e-1", r#""2""#, "true", "null", "[2]"] {
        refuses(&model(""), &set(&format!(r#""seq":{seq},"#)), "4");
    }
    refuses(&model(""), &set(""), "4-09");
    refuses(&model(""), &set(r#""Seq":2,"#), "4-28");
}

#[test]
fn order_is_not_judged() {
    let mut reducer = having(&model(""));
    for seq in [9, 9, 3] {
        apply(&mut reducer, &set(&format!(r#""seq":{seq},"#))).unwrap();
    }
}

#[test]
fn optional_members_have_their_types() {
    for member in [
        r#""ts":1700000000000"#,
        r#""event_type":"""#,
        r#""stream_id":"s""#,
    ] {
        accepts(
            &model(""),
            &set(&format!(r#""seq":2,{member},"#)),
            &model(BLOCK),
        );
    }
    for member in [
        r#""ts":-1"#,
        r#""ts":1.5"#,
        r#""ts":"now""#,
        r#""ts":null"#,
        r#""event_type":1"#,
        r#""stream_id":null"#,
        r#""mask":5"#,
    ] {
        refuses(&model(""), &set(&format!(r#""seq":2,{member},"#)), "4");
    }
}

#[test]
fn other_members_are_refused() {
    for member in ["note", "Mask", "BLOCK", "ma\u{17f}k", "bloc\u{212a}", ""] {
        let rejection = refuses(
            &model(""),
            &set(&format!(r#""seq":2,"{member}":"block.x","#)),
            "4",
        );
        assert_eq!(rejection.pointer().to_string(), format!("/{member}"));
    }
}

#[test]
fn slots_of_other_operations_are_refused() {
    let before = model(BLOCK);
    for (event, section) in [
        (
            r#"{"op":"set","seq":2,"block":{"id":"b","type":"t"},"meta":{"x":1}}"#,
            "4-34",
        ),
        (
            r#"{"op":"set","seq":2,"block":{"id":"b","type":"t"},"model":{}}"#,
            "4-34",
        ),
        (
            r#"{"op":"set","seq":2,"mask":"meta.x","meta":{"x":1},"block":{"id":"a"}}"#,
            "4-34",
        ),
        (
            r#"{"op":"append","seq":2,"mask":"block.c","block":{"id":"b","type":"t","c":""},"meta":{}}"#,
            "4-34",
        ),
        (
            r#"{"op":"error","seq":2,"mask":"meta.error","meta":{"error":{"code":"c","message":"m"}},"block":{}}"#,
            "4-34",
        ),
        (r#"{"op":"ping","seq":2,"meta":{}}"#, "4-34"),
        (r#"{"op":"ping","seq":2,"mask":"meta.x"}"#, "4-35"),
        (
            r#"{"op":"end","seq":2,"block":{"id":"b","type":"t"}}"#,
            "4-34",
        ),
    ] {
        refuses(&before, event, section);
    }
}

#[test]
fn an_event_is_one_json_object() {
    let before = model("");
    for text in [
        "null",
        "[]",
        r#""set""#,
        "7",
        "",
        "{",
        "NaN",
        r#"{"op":"ping","seq":1} {}"#,
        r#"{"op":"ping","seq":NaN}"#,
    ] {
        refuses(&before, text, "4");
    }
}

#[test]
fn names_are_not_repeated_at_any_depth() {
    refuses(&model(""), r#"{"op":"ping","seq":1,"seq":1}"#, "4-36");
    refuses(
        &model(""),
        r#"{"op":"set","seq":2,"block":{"id":"a","type":"t","x":[{"y":1,"\u0079":1}]}}"#,
        "4-36",
    );
}

#[test]
fn depth_is_no_limit() {
    let deep = format!(
        r#"{{"op":"set","seq":2,"mask":"meta.x","meta":{{"x":{}{}}}}}"#,
        "[".repeat(200_000),
        "]".repeat(200_000)
    );
    let mut reducer = having(&model(""));
    apply(&mut reducer, &deep).unwrap();
    assert!(json(&reducer).to_text().len() > 400_000);
}
