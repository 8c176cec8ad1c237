use super::*;

fn document(text: &str) -> Document {
    Document::parse("a.json", text).unwrap_or_else(|error| panic!("{error}"))
}

/// Where the pointer leads, as `offset line:column pointer`.
fn place(text: &str, pointer: &str) -> String {
    let pointer = Pointer::parse(pointer).unwrap_or_else(|| panic!("{pointer} is a pointer"));
    let Place {
        offset,
        line,
        column,
        pointer,
    } = document(text).place(&pointer);
    format!("{offset} {line}:{column} {pointer}")
}

#[test]
fn values_stand_where_their_text_starts() {
    let text = " {\n  \"é\": [10, {\"b\": \"x\"}],\n  \"c\": 3 }";
    assert_eq!(place(text, ""), "1 1:2 ");
    assert_eq!(place(text, "/é"), "11 2:8 /é");
    assert_eq!(place(text, "/é/0"), "12 2:9 /é/0");
    assert_eq!(place(text, "/é/1"), "16 2:13 /é/1");
    assert_eq!(place(text, "/é/1/b"), "22 2:19 /é/1/b");
    assert_eq!(place(text, "/c"), "36 3:8 /c");
}

#[test]
fn what_is_not_there_is_where_it_would_be() {
    let text = r#"{"a": [1, {"b": 2}], "c": {"0": 5}}"#;
    assert_eq!(place(text, "/x"), "0 1:1 ");
    assert_eq!(place(text, "/a/2"), "6 1:7 /a");
    assert_eq!(place(text, "/a/1/x/y"), "10 1:11 /a/1");
    assert_eq!(place(text, "/a/0/b"), "7 1:8 /a/0");
    assert_eq!(place(text, "/a/b"), "6 1:7 /a");
    assert_eq!(place(text, "/a/-"), "6 1:7 /a");
    assert_eq!(place(text, "/c/0"), "32 1:33 /c/0");
}

#[test]
fn the_last_of_a_name_counts() {
    let text = r#"{"a": {"b": 1, "b": [2]}, "a": {"c": 3, "b": [[4, 5]]}, "d": 6}"#;
    assert_eq!(place(text, "/a"), "31 1:32 /a");
    assert_eq!(place(text, "/a/b/0/1"), "50 1:51 /a/b/0/1");
    // The first `a` has one, but it is not the one that is meant.
    assert_eq!(place(r#"{"a": {"b": 1}, "a": 2}"#, "/a/b"), "21 1:22 /a");
}

#[test]
fn names_are_compared_as_they_are_meant() {
    assert_eq!(
        place(r#"{"\u0061\/": 1, "\ud800": 2}"#, "/a~1"),
        "13 1:14 /a~1"
    );
    let lone = Pointer::root().join(crate::JsonString::from_units([0xd800]));
    assert_eq!(
        document(r#"{"\u0061\/": 1, "\ud800": 2}"#)
            .place(&lone)
            .offset,
        26
    );
}

#[test]
fn equal_names_elsewhere_do_not_mislead() {
    let text = r#"{"x": {"a": {"b": 0}}, "l": [{"a": 1}, [{"a": 2}]], "a": {"x": {"b": 3}, "b": 4}, "b": 5}"#;
    assert_eq!(place(text, "/a/b"), "78 1:79 /a/b");
    assert_eq!(place(text, "/l/1/0/a"), "46 1:47 /l/1/0/a");
}

#[test]
fn a_text_that_is_no_json_says_where() {
    let error = Document::parse("cases/x.json", "{\n \"a\": 1,\n}").expect_err("a comma too many");
    assert_eq!(
        error.to_string(),
        "cases/x.json:3:1: expected a member's name in double quotes after the comma, found `}`"
    );
    let error = Document::parse_bytes("answer", b"\"\xff\"".to_vec()).expect_err("no UTF-8");
    assert_eq!(
        error.to_string(),
        "answer:1:2: expected UTF-8, found the byte 0xff out of place"
    );
    assert_eq!(
        Document::parse_bytes("answer", b" 1".to_vec()).map(|document| document.text().len()),
        Ok(2)
    );
}

#[test]
fn places_of_elements_are_those_of_their_pointers() {
    let text = "{\"é\": [[1, [2]], {\"a\": []},\n\n \"]\", 4,{}, []], \"b\": [], \"c\": {\"d\": [1]}, \"e\": 3}";
    let document = document(text);
    for (list, length) in [
        ("/é", 6),
        ("/é/0", 2),
        ("/b", 0),
        ("/c/d", 1),
        ("/c", 0),
        ("/e", 0),
        ("/x", 0),
        ("", 0),
    ] {
        let list = Pointer::parse(list).unwrap_or_else(|| panic!("{list} is a pointer"));
        let places = document.places_of_elements(&list);
        assert_eq!(places.len(), length, "{list}");
        for (index, place) in places.into_iter().enumerate() {
            assert_eq!(place, document.place(&list.join(index)));
        }
    }
}
