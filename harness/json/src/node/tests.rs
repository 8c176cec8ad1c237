use super::*;

const TEXT: &str = r#"{
  "name": "é",
  "on": true,
  "count": 3.0,
  "steps": [{"event": 1}, {"event": 2, "expects": 3}],
  "free": {"b": 1, "a/b": -2},
  "odd": "\ud800",
  "twice": {"x": 1, "y": 2,
            "x": 3}
}"#;

fn document() -> Document {
    Document::parse("dir/a.json", TEXT).unwrap_or_else(|error| panic!("{error}"))
}

fn root(document: &Document) -> Members<'_> {
    document
        .root()
        .object()
        .unwrap_or_else(|error| panic!("{error}"))
}

fn message<T: std::fmt::Debug>(result: Result<T, Located>) -> String {
    result.expect_err("an error").to_string()
}

#[test]
fn typed_values_are_read() {
    let document = document();
    let mut members = root(&document);
    assert_eq!(
        members.required("name").and_then(|node| node.text()),
        Ok("é")
    );
    assert_eq!(
        members.required("on").and_then(|node| node.boolean()),
        Ok(true)
    );
    assert_eq!(
        members.required("count").and_then(|node| node.unsigned()),
        Ok(3)
    );
    assert!(members.optional("absent").is_none());
    let steps = members
        .required("steps")
        .and_then(|node| node.list())
        .expect("a list");
    assert_eq!(
        steps
            .iter()
            .map(|step| step.pointer().to_string())
            .collect::<Vec<_>>(),
        ["/steps/0", "/steps/1"]
    );
    assert_eq!(steps[0].kind(), Kind::Object);
    assert_eq!(steps[0].value().to_text(), r#"{"event":1}"#);
    let free = members
        .required("free")
        .and_then(|node| node.object())
        .expect("an object");
    let entries: Vec<String> = free
        .entries()
        .map(|(name, node)| format!("{name} {} {:?}", node.pointer(), node.value()))
        .collect();
    assert_eq!(entries, ["b /free/b 1", "a/b /free/a~1b -2"]);
}

#[test]
fn errors_say_what_and_where() {
    let document = document();
    let mut members = root(&document);
    let mut node = |name| members.required(name).expect("there");
    let at = |place: &str| format!("dir/a.json:{place}");
    assert_eq!(
        message(node("on").text()),
        at("3:9: expected a string, found a boolean (at /on)")
    );
    assert_eq!(
        message(node("steps").boolean()),
        at("5:12: expected a boolean, found a list (at /steps)")
    );
    assert_eq!(
        message(node("name").unsigned()),
        at("2:11: expected a number, found a string (at /name)")
    );
    assert_eq!(
        message(node("free").list()),
        at("6:11: expected a list, found an object (at /free)")
    );
    assert_eq!(
        message(node("name").object()),
        at("2:11: expected an object, found a string (at /name)")
    );
    assert_eq!(
        message(node("odd").text()),
        at("7:10: expected a string of whole characters, found a lone surrogate in it (at /odd)")
    );
    assert_eq!(
        message(node("twice").object()),
        at("9:13: duplicate member `x` (at /twice/x)")
    );
    let mut free = node("free").object().expect("an object");
    assert_eq!(
        message(free.required("a/b").and_then(|node| node.unsigned())),
        at("6:27: expected an integer from 0 to 18446744073709551615, found -2 (at /free/a~1b)")
    );
    assert_eq!(
        message(free.required("c")),
        at("6:11: missing member `c` (at /free)")
    );
    assert_eq!(
        document.root().error("no good").to_string(),
        at("1:1: no good")
    );
}

#[test]
fn members_that_nobody_asked_for_are_refused() {
    let document = document();
    let steps = root(&document)
        .required("steps")
        .and_then(|node| node.list())
        .expect("a list");
    let asking = |names: &[&'static str]| {
        let mut members = steps[1].object().expect("an object");
        for name in names {
            members.optional(name);
        }
        members.finish()
    };
    assert_eq!(asking(&["event", "expects", "times"]), Ok(()));
    let at = |message: &str| format!("dir/a.json:5:40: {message} (at /steps/1/expects)");
    assert_eq!(
        message(asking(&["event", "expect", "times", "event"])),
        at("unknown member `expects`; did you mean `expect`? known here: event, expect, times")
    );
    assert_eq!(
        message(asking(&["event", "times"])),
        at("unknown member `expects`; known here: event, times")
    );
    assert_eq!(
        message(asking(&[])),
        "dir/a.json:5:28: unknown member `event`; none is known here (at /steps/1/event)"
    );
}

#[test]
fn a_name_that_is_there_is_not_suggested() {
    let document = Document::parse("a", r#"{"expect": 1, "expects": 2}"#).expect("valid");
    let mut members = root(&document);
    members.optional("expect");
    assert_eq!(
        message(members.finish()),
        "a:1:15: unknown member `expects`; known here: expect (at /expects)"
    );
}

#[test]
fn long_names_are_cut_in_messages() {
    let document = Document::parse("a", format!(r#"{{"{}": 1}}"#, "x".repeat(100))).expect("valid");
    let error = root(&document).finish().expect_err("unknown");
    assert_eq!(
        error.message,
        format!("unknown member `{}…`; none is known here", "x".repeat(40))
    );
}
