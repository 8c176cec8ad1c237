use super::*;
use crate::{Value, parse};

fn pointer(text: &str) -> Pointer {
    Pointer::parse(text).unwrap_or_else(|| panic!("{text} is a pointer"))
}

fn value(text: &str) -> Value {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn the_examples_of_rfc_6901_hold() {
    // Section 5.
    let document = value(
        r#"{"foo": ["bar", "baz"], "": 0, "a/b": 1, "c%d": 2, "e^f": 3, "g|h": 4, "i\\j": 5, "k\"l": 6, " ": 7, "m~n": 8}"#,
    );
    assert_eq!(document.pointer(&Pointer::root()), Some(&document));
    for (text, found) in [
        ("/foo", r#"["bar", "baz"]"#),
        ("/foo/0", "\"bar\""),
        ("/", "0"),
        ("/a~1b", "1"),
        ("/c%d", "2"),
        ("/e^f", "3"),
        ("/g|h", "4"),
        ("/i\\j", "5"),
        ("/k\"l", "6"),
        ("/ ", "7"),
        ("/m~0n", "8"),
    ] {
        assert_eq!(
            document.pointer(&pointer(text)),
            Some(&value(found)),
            "{text}"
        );
        assert_eq!(pointer(text).to_string(), text);
    }
}

#[test]
fn only_pointers_are_read() {
    for bad in ["a", "a/b", " /a", "/~", "/a~", "/~2", "/~~0"] {
        assert_eq!(Pointer::parse(bad), None, "{bad}");
    }
}

#[test]
fn list_indexes_have_one_form() {
    let list = value("[[1],2,3,4,5,6,7,8,9,10,11]");
    assert_eq!(list.pointer(&pointer("/10")), Some(&11.into()));
    for nothing in [
        "/11",
        "/-",
        "/01",
        "/00",
        "/+1",
        "/",
        "/1e0",
        "/99999999999999999999999",
        "/0/1",
        "/1/0",
        "/١",
    ] {
        assert_eq!(list.pointer(&pointer(nothing)), None, "{nothing}");
    }
    // To an object, they are names.
    assert_eq!(
        value(r#"{"01": 1}"#).pointer(&pointer("/01")),
        Some(&1.into())
    );
}

#[test]
fn pushing_escapes_and_tokens_unescape() {
    let mut built = Pointer::root();
    let names = ["a/b", "~1", "~", "", "m~n/~0"];
    names.iter().for_each(|name| built.push(*name));
    built.push(12);
    assert_eq!(built.to_string(), "/a~1b/~01/~0//m~0n~1~00/12");
    assert_eq!(
        built
            .tokens()
            .map(|token| token.to_string())
            .collect::<Vec<_>>(),
        ["a/b", "~1", "~", "", "m~n/~0", "12"]
    );
    assert_eq!(pointer(&built.to_string()), built);
}

#[test]
fn names_with_lone_surrogates_lead_somewhere() {
    let high = JsonString::from_units([0xd83d, 0x7e]);
    let low = JsonString::from_units([0xde00]);
    let document = value(r#"{"\ud83d~": {"\ude00": 1}}"#);
    let pointer = Pointer::root().join(&high).join(&low);
    assert_eq!(document.pointer(&pointer), Some(&1.into()));
    // A slash keeps the halves apart.
    assert_eq!(pointer.to_string(), "/\\ud83d~0/\\ude00");
    assert_eq!(pointer.tokens().collect::<Vec<_>>(), [high, low]);
    assert_ne!(pointer, self::pointer("/\u{fffd}~0/\u{fffd}"));
}

#[test]
fn parents_and_prefixes_go_by_tokens() {
    assert_eq!(pointer("/a/b~1c").parent(), Some(pointer("/a")));
    assert_eq!(pointer("/a").parent(), Some(Pointer::root()));
    assert_eq!(pointer("/").parent(), Some(Pointer::root()));
    assert_eq!(Pointer::root().parent(), None);
    for (inner, outer, expected) in [
        ("/a/b", "/a", true),
        ("/a/b", "", true),
        ("/a/b", "/a/b", true),
        ("/ab", "/a", false),
        ("/a", "/a/b", false),
        ("/a/", "/a", true),
        ("", "/", false),
    ] {
        assert_eq!(
            pointer(inner).starts_with(&pointer(outer)),
            expected,
            "{inner} {outer}"
        );
    }
    assert_eq!(pointer("/a/b/c").first(2), pointer("/a/b"));
    assert_eq!(pointer("/a/b/c").first(0), Pointer::root());
}

#[test]
fn what_stands_in_a_value_follows_it() {
    let mut pointers = ["/a!", "/a/b", "/b", "/a", "", "/a/a", "/"].map(pointer);
    pointers.sort();
    assert_eq!(
        pointers.map(|pointer| pointer.to_string()),
        ["", "/", "/a", "/a/a", "/a/b", "/a!", "/b"]
    );
}

#[test]
fn a_name_may_have_a_lone_surrogate() {
    let text = JsonString::from_units([u16::from(b'/'), 0xd83d, u16::from(b'/'), u16::from(b'a')]);
    let pointer = Pointer::try_from(text).expect("a pointer");
    let tokens: Vec<JsonString> = pointer.tokens().collect();
    assert_eq!(tokens, [JsonString::from_units([0xd83d]), "a".into()]);
    let none = JsonString::from_units([0xd83d]);
    assert_eq!(Pointer::try_from(none.clone()), Err(none));
}
