use proptest::prelude::*;
use uiconform_json::{Value, parse};

use super::apply;
use crate::ag_ui::Reference;

fn json(text: &str) -> Value {
    parse(text).expect("JSON")
}

/// What becomes of a document, or that the patch failed and left it.
fn patched(document: &str, operations: &str) -> String {
    let before = json(document);
    let mut value = before.clone();
    match apply(
        &mut Reference,
        &mut value,
        json(operations).as_array().expect("a list"),
    ) {
        Ok(()) => value.to_text(),
        Err(_) => {
            assert_eq!(
                value.to_text(),
                before.to_text(),
                "{operations} is half applied"
            );
            "fails".to_owned()
        }
    }
}

#[test]
fn numbers_stay_as_they_were_written_and_are_compared_by_value() {
    let document = r#"{"a":1.50,"n":9007199254740993}"#;
    for (operations, expected) in [
        (
            r#"[{"op":"test","path":"/a","value":15e-1},{"op":"remove","path":"/a"}]"#,
            r#"{"n":9007199254740993}"#,
        ),
        (
            r#"[{"op":"test","path":"/n","value":9007199254740992}]"#,
            "fails",
        ),
        (
            r#"[{"op":"move","from":"/n","path":"/m"}]"#,
            r#"{"a":1.50,"m":9007199254740993}"#,
        ),
    ] {
        assert_eq!(patched(document, operations), expected);
    }
}

#[test]
fn a_value_moves_within_a_list_by_the_places_that_its_removal_leaves() {
    for (from, to, expected) in [
        ("/0", "/2", "[2,3,1]"),
        ("/2", "/0", "[3,1,2]"),
        ("/0", "/-", "[2,3,1]"),
        ("/1", "/1", "[1,2,3]"),
        ("/0", "/3", "fails"),
        ("/3", "/3", "fails"),
    ] {
        let operations = format!(r#"[{{"op":"move","from":"{from}","path":"{to}"}}]"#);
        assert_eq!(patched("[1,2,3]", &operations), expected, "{operations}");
    }
}

#[test]
fn a_move_over_what_holds_the_value_is_undone() {
    let operations = r#"[{"op":"move","from":"/a/b","path":"/a"},{"op":"test","path":"/a","value":1},{"op":"remove","path":"/gone"}]"#;
    assert_eq!(
        patched(r#"{"a":{"x":0,"b":1,"y":2},"z":3}"#, operations),
        "fails"
    );
}

#[test]
fn the_whole_document_can_be_removed_and_comes_back() {
    assert_eq!(patched("[1]", r#"[{"op":"remove","path":""}]"#), "null");
    assert_eq!(
        patched(
            "[1]",
            r#"[{"op":"remove","path":""},{"op":"add","path":"/a","value":1}]"#
        ),
        "fails"
    );
}

#[test]
fn a_deep_document_is_patched_at_its_bottom() {
    let depth = 50_000;
    let mut value = json(&format!("{}{}", "[".repeat(depth), "]".repeat(depth)));
    let path = format!("{}/-", "/0".repeat(depth - 1));
    let operations = json(&format!(r#"[{{"op":"add","path":"{path}","value":1}}]"#));
    apply(
        &mut Reference,
        &mut value,
        operations.as_array().expect("a list"),
    )
    .expect("it applies");
    let expected = format!("{}1{}", "[".repeat(depth), "]".repeat(depth));
    assert_eq!(value.to_text(), expected);
}

fn pointer() -> impl Strategy<Value = String> {
    let token = prop::sample::select(vec!["a", "b", "0", "1", "2", "-"]);
    prop::collection::vec(token, 0..4)
        .prop_map(|tokens| tokens.iter().map(|token| format!("/{token}")).collect())
}

fn operation() -> impl Strategy<Value = String> {
    let value = prop::sample::select(vec!["1", "null", "[1,2]", r#"{"a":[],"b":{"a":1}}"#]);
    let op = prop::sample::select(vec!["add", "remove", "replace", "move", "copy"]);
    (op, pointer(), pointer(), value).prop_map(|(op, path, from, value)| {
        format!(r#"{{"op":"{op}","path":"{path}","from":"{from}","value":{value}}}"#)
    })
}

proptest! {
    /// Whatever operations come before one that fails, all of them are taken back, the order of members included.
    #[test]
    fn what_fails_in_the_end_has_changed_nothing(operations in prop::collection::vec(operation(), 0..8)) {
        let document = r#"{"a":[1,{"b":2,"a":3,"c":4},[5]],"b":{"a":[6,7],"b":[8]},"c":9}"#;
        let mut list = operations.join(",");
        list.push_str(if list.is_empty() { "" } else { "," });
        let failing = format!(r#"[{list}{{"op":"test","path":"/no/where","value":0}}]"#);
        prop_assert_eq!(patched(document, &failing), "fails");
    }
}
