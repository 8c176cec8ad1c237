use crate::{Array, JsonString, Value, parse};

fn value(text: &str) -> Value {
    parse(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

#[test]
fn every_way_to_write_compactly_agrees() {
    let text = r#"{"a":[1.0,{"b":[]},"\ud800"],"c":{},"a":null}"#;
    let value = value(text);
    let mut appended = String::from("> ");
    value.write_to(&mut appended);
    assert_eq!(appended, format!("> {text}"));
    assert_eq!(value.to_text(), text);
    assert_eq!(value.to_string(), text);
    assert_eq!(format!("{value:?}"), text);
    assert_eq!(format!("{:?}", value.as_object().expect("an object")), text);
    assert_eq!(
        format!("{:?}", Array::from(vec![true.into(), Value::Null])),
        "[true,null]"
    );
}

#[test]
fn strings_have_the_escapes_that_they_need() {
    let every = Value::from(JsonString::from_units(
        (0..=0x7f).chain([0xe9, 0x2028, 0xdbff, 0xfffd, 0xdc00]),
    ));
    let text = every.to_text();
    let controls =
        r#""\u0000\u0001\u0002\u0003\u0004\u0005\u0006\u0007\b\t\n\u000b\f\r\u000e\u000f"#;
    assert!(text.starts_with(controls), "{text}");
    assert!(
        text.contains(r##"\u001f !\"#$%&'()*+,-./0"##) && text.contains(r"[\\]"),
        "{text}"
    );
    assert!(
        text.ends_with("~\u{7f}é\u{2028}\\udbff\u{fffd}\\udc00\""),
        "{text}"
    );
    assert_eq!(value(&text), every);
}

#[test]
fn the_pretty_form_breaks_lines_where_people_would() {
    let words = r#""a word of some length""#;
    let text = format!(
        r#"{{"short":[1,"two",null,true],"long":[{words},{words},{words}],"nested":[[],{{}},[1.0]],"e":{{"f":{{}}}}}}"#
    );
    let expected = format!(
        r#"{{
  "short": [1, "two", null, true],
  "long": [
    {words},
    {words},
    {words}
  ],
  "nested": [
    [],
    {{}},
    [1.0]
  ],
  "e": {{
    "f": {{}}
  }}
}}"#
    );
    assert_eq!(value(&text).to_pretty(), expected);
    assert_eq!(value(&expected).to_text(), text);
    for scalar in ["null", "-1.50", "\"x\"", "[]", "{}", "[1]"] {
        assert_eq!(value(scalar).to_pretty(), scalar);
    }
}

#[test]
fn lines_hold_sixty_bytes() {
    let fits = Value::from(vec!["x".repeat(56).into()]);
    assert_eq!(fits.to_pretty().lines().count(), 1);
    assert_eq!(fits.to_pretty().len(), 60);
    let too_long = Value::from(vec!["x".repeat(57).into()]);
    assert_eq!(too_long.to_pretty().lines().count(), 3);
    // What separates the elements counts too: 15 of 2 bytes and 14 of ", ", or one more.
    let ones = |count: usize| Value::from(vec![Value::from(11_u64); count]).to_pretty();
    assert_eq!((ones(15).len(), ones(15).lines().count()), (60, 1));
    assert_eq!(ones(16).lines().count(), 18);
}
