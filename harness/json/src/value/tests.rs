use super::*;
use crate::parse;

fn value(text: &str) -> Value {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn kinds_and_what_is_in_them() {
    for (text, kind, name) in [
        ("null", Kind::Null, "null"),
        ("true", Kind::Bool, "boolean"),
        ("1", Kind::Number, "number"),
        ("\"a\"", Kind::String, "string"),
        ("[1]", Kind::Array, "list"),
        ("{\"a\":1}", Kind::Object, "object"),
    ] {
        let mut value = value(text);
        assert_eq!(value.kind(), kind);
        assert_eq!(kind.to_string(), name);
        assert_eq!(value.is_null(), kind == Kind::Null);
        assert_eq!(value.as_bool().is_some(), kind == Kind::Bool);
        assert_eq!(value.as_number().is_some(), kind == Kind::Number);
        assert_eq!(value.as_str().is_some(), kind == Kind::String);
        assert_eq!(value.as_array().is_some(), kind == Kind::Array);
        assert_eq!(value.as_array_mut().is_some(), kind == Kind::Array);
        assert_eq!(value.as_object().is_some(), kind == Kind::Object);
        assert_eq!(value.as_object_mut().is_some(), kind == Kind::Object);
        assert_eq!(value.get("a").is_some(), kind == Kind::Object);
    }
}

#[test]
fn a_string_with_a_lone_surrogate_has_no_text() {
    let lone = value(r#""\ud800""#);
    assert_eq!(lone.as_str(), None);
    assert!(
        lone.as_string()
            .is_some_and(JsonString::has_lone_surrogates)
    );
}

#[test]
fn values_are_made_from_parts() {
    let object: Object = [
        ("a", Value::from(1_u64)),
        ("b", Value::from(vec![true.into(), "x".into(), Value::Null])),
    ]
    .into_iter()
    .collect();
    let made = Value::from(vec![
        object.into(),
        (-3_i64).into(),
        4_usize.into(),
        String::from("s").into(),
        Value::default(),
    ]);
    assert_eq!(
        made.to_text(),
        r#"[{"a":1,"b":[true,"x",null]},-3,4,"s",null]"#
    );
}

#[test]
fn lists_are_vectors() {
    let mut array: Array = [1_u64, 2, 3].into_iter().collect();
    array.push("four".into());
    array.remove(0);
    for value in &mut array {
        *value = Value::from(vec![std::mem::take(value)]);
    }
    assert_eq!(
        (&array).into_iter().map(Value::kind).collect::<Vec<_>>(),
        [Kind::Array; 3]
    );
    assert_eq!(Value::from(array.clone()), value(r#"[[2],[3],["four"]]"#));
    assert_eq!(array.into_iter().next_back(), Some(value(r#"["four"]"#)));
}

#[test]
#[cfg(target_pointer_width = "64")]
fn values_stay_small() {
    // Every element of a list has this size; a change should be on purpose.
    assert_eq!(size_of::<Value>(), 32);
}
