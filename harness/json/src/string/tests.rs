use super::*;

const HIGH: u16 = 0xd83d;
const LOW: u16 = 0xde00;

fn units(units: &[u16]) -> JsonString {
    JsonString::from_units(units.iter().copied())
}

fn pushed(head: &JsonString, tail: &JsonString) -> JsonString {
    let mut joined = head.clone();
    joined.push(tail);
    joined
}

#[test]
fn halves_that_meet_become_one_character() {
    assert_eq!(units(&[HIGH, LOW]), "😀");
    assert_eq!(pushed(&units(&[0x61, HIGH]), &units(&[LOW, 0x62])), "a😀b");
    assert_eq!(
        pushed(&units(&[HIGH, HIGH]), &units(&[LOW, LOW])),
        units(&[HIGH, HIGH, LOW, LOW])
    );
    assert_eq!(pushed(&units(&[HIGH]), &JsonString::new()), units(&[HIGH]));
    assert_eq!(pushed(&JsonString::new(), &units(&[LOW])), units(&[LOW]));
}

#[test]
fn other_surrogates_stay_alone() {
    for alone in [[LOW, HIGH], [HIGH, HIGH], [LOW, LOW]] {
        let string = pushed(&units(&alone[..1]), &units(&alone[1..]));
        assert_eq!(
            string.code_points().collect::<Vec<_>>(),
            alone.map(u32::from)
        );
        assert!(string.has_lone_surrogates());
    }
    // A character between them keeps them apart.
    let apart = pushed(&pushed(&units(&[HIGH]), &"-".into()), &units(&[LOW]));
    assert_eq!(apart, units(&[HIGH, 0x2d, LOW]));
}

#[test]
fn a_lone_surrogate_is_not_the_character_that_stands_for_it() {
    let lone = units(&[0x61, HIGH]);
    assert_eq!(lone.as_str(), None);
    assert_eq!(lone.to_string_lossy(), "a\u{fffd}");
    assert_eq!(lone.to_string(), "a\u{fffd}");
    assert_ne!(lone, JsonString::from("a\u{fffd}"));
    assert_ne!(lone, units(&[0x61, LOW]));
    assert!(lone != "a\u{fffd}");
    assert_eq!(lone.len(), 4);
    assert_eq!(format!("{lone:?}"), r#""a\ud83d""#);
}

#[test]
fn marks_keep_their_places_as_strings_grow() {
    let mut string = units(&[HIGH, 0xe9, LOW]);
    string.push(&units(&[0x20ac, LOW, HIGH]));
    string.push(&units(&[LOW, HIGH]));
    let expected = [0xd83d, 0xe9, 0xde00, 0x20ac, 0xde00, 0x1f600, 0xd83d];
    assert_eq!(string.code_points().collect::<Vec<_>>(), expected);
    assert_eq!(JsonString::from_code_points(expected), Some(string));
}

#[test]
fn healed_strings_are_plain_again() {
    let mut string = JsonString::new();
    for _ in 0..1000 {
        string.push(&units(&[HIGH]));
        assert_eq!(string.as_str(), None);
        string.push(&units(&[LOW]));
        assert!(string.as_str().is_some());
    }
    assert_eq!(string, "😀".repeat(1000).as_str());
}

#[test]
fn the_order_is_that_of_code_points() {
    // As UTF-16 code units, U+1F600 would come before U+E000; as UTF-8 with U+FFFD, U+D83D after U+E000.
    let ascending = [
        units(&[]),
        units(&[0x61]),
        units(&[0xd7ff]),
        units(&[HIGH]),
        units(&[LOW]),
        units(&[0xe000]),
        "😀".into(),
    ];
    for (i, a) in ascending.iter().enumerate() {
        for (j, b) in ascending.iter().enumerate() {
            assert_eq!(a.cmp(b), i.cmp(&j), "{a:?} {b:?}");
        }
    }
}

#[test]
fn slices_take_their_marks_along() {
    let string = units(&[0x61, HIGH, 0x62, LOW, HIGH]);
    assert_eq!(string.slice(0..1), "a");
    assert_eq!(string.slice(1..5), units(&[HIGH, 0x62]));
    assert_eq!(string.slice(5..11), units(&[LOW, HIGH]));
    assert_eq!(string.slice(4..5), "b");
}

#[test]
fn code_points_end_where_unicode_ends() {
    assert_eq!(
        JsonString::from_code_points([0x10ffff]),
        Some("\u{10ffff}".into())
    );
    assert_eq!(JsonString::from_code_points([0x110000]), None);
}
