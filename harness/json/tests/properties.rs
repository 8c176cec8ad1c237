//! Laws of the JSON layer on random texts and values.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::cmp::Ordering;

use proptest::collection::vec;
use proptest::prelude::*;
use support::{lexeme, text, tree};
use uiconform_json::{
    Array, Document, JsonString, Number, Object, Pointer, Sameness, Value, compare, differences,
    parse, parse_bytes,
};

/// Another text for the same value: members turned around, numbers written otherwise.
fn respelt(value: &Value) -> Value {
    match value {
        Value::Number(number) => respelt_number(number).into(),
        Value::Array(array) => array.iter().map(respelt).collect::<Array>().into(),
        Value::Object(object) => {
            let members: Vec<_> = object
                .iter()
                .map(|(name, value)| (name.clone(), respelt(value)))
                .collect();
            members.into_iter().rev().collect::<Object>().into()
        }
        scalar => scalar.clone(),
    }
}

/// Ten times the number with an exponent smaller by one, where the exponent is short enough to count by hand.
fn respelt_number(number: &Number) -> Number {
    let (mantissa, exponent) = number
        .lexeme()
        .split_once(['e', 'E'])
        .unwrap_or((number.lexeme(), "0"));
    let Ok(exponent) = exponent.parse::<i64>() else {
        return number.clone();
    };
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let (sign, whole) = whole
        .strip_prefix('-')
        .map_or(("", whole), |whole| ("-", whole));
    let (moved, rest) = if fraction.is_empty() {
        ("0", "00")
    } else {
        fraction.split_at(1)
    };
    let whole = match format!("{whole}{moved}").trim_start_matches('0') {
        "" => "0".to_owned(),
        significant => significant.to_owned(),
    };
    let rest = if rest.is_empty() { "0" } else { rest };
    Number::parse(&format!("{sign}{whole}.{rest}e{}", exponent - 1)).unwrap()
}

/// The value without earlier members of a name.
fn without_duplicates(value: &Value) -> Value {
    match value {
        Value::Array(array) => array
            .iter()
            .map(without_duplicates)
            .collect::<Array>()
            .into(),
        Value::Object(object) => {
            let mut unique = Object::new();
            for (name, value) in object {
                unique.insert(name, without_duplicates(value));
            }
            unique.into()
        }
        scalar => scalar.clone(),
    }
}

/// The value with each scalar `true` made `false`: something that may or may not be equal.
fn disturbed(value: &Value) -> Value {
    match value {
        Value::Bool(true) => false.into(),
        Value::Array(array) => array.iter().map(disturbed).collect::<Array>().into(),
        Value::Object(object) => object
            .iter()
            .map(|(name, value)| (name, disturbed(value)))
            .collect::<Object>()
            .into(),
        other => other.clone(),
    }
}

/// Digits of a number whose exponent is small, counted in units of 10^-100, by hand.
fn scaled(number: &Number) -> Option<(bool, String)> {
    let (mantissa, exponent) = number
        .lexeme()
        .split_once(['e', 'E'])
        .unwrap_or((number.lexeme(), "0"));
    let exponent = exponent
        .parse::<i64>()
        .ok()
        .filter(|exponent| exponent.abs() < 50)?;
    let (sign, mantissa) = mantissa
        .strip_prefix('-')
        .map_or((false, mantissa), |mantissa| (true, mantissa));
    let (whole, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let zeros = usize::try_from(100 + exponent)
        .ok()?
        .checked_sub(fraction.len())?;
    let digits = format!("{whole}{fraction}{}", "0".repeat(zeros));
    let significant = digits.trim_start_matches('0').to_owned();
    Some((sign && !significant.is_empty(), significant))
}

fn by_hand(a: &(bool, String), b: &(bool, String)) -> Ordering {
    let magnitude = |a: &str, b: &str| a.len().cmp(&b.len()).then_with(|| a.cmp(b));
    match (a.0, b.0) {
        (false, false) => magnitude(&a.1, &b.1),
        (true, true) => magnitude(&b.1, &a.1),
        (false, true) => Ordering::Greater,
        (true, false) => Ordering::Less,
    }
}

fn number() -> impl Strategy<Value = Number> {
    lexeme().prop_map(|lexeme| Number::parse(&lexeme).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn texts_are_read_without_loss(tree in tree()) {
        let text = tree.text();
        let value = parse(&text).unwrap();
        prop_assert_eq!(value.to_text(), tree.compact());
        prop_assert_eq!(parse_bytes(text.as_bytes()).unwrap().to_text(), tree.compact());
        prop_assert_eq!(&value, &tree.value());
    }

    #[test]
    fn values_are_written_without_loss(tree in tree()) {
        let value = tree.value();
        let text = value.to_text();
        prop_assert_eq!(&text, &tree.compact());
        prop_assert_eq!(parse(&text).unwrap().to_text(), text.clone());
        prop_assert_eq!(parse(&value.to_pretty()).unwrap().to_text(), text.clone());
        prop_assert_eq!(format!("{value} {value:?}"), format!("{text} {text}"));
    }

    #[test]
    fn a_value_equals_itself_and_its_copy(tree in tree()) {
        let value = tree.value();
        let copy = value.clone();
        prop_assert_eq!(copy.to_text(), value.to_text());
        prop_assert_eq!(&copy, &value);
        let comparison = compare(&value, &copy);
        prop_assert!(comparison.difference.is_none() && comparison.lossy.is_empty());
    }

    #[test]
    fn the_spelling_does_not_matter(tree in tree()) {
        let value = tree.value();
        let respelt = respelt(&value);
        prop_assert_eq!(&value, &respelt);
        let comparison = compare(&value, &respelt);
        prop_assert!(comparison.difference.is_none() && comparison.lossy.is_empty());
    }

    #[test]
    fn equality_is_symmetric_and_comparison_agrees(one in tree(), two in tree()) {
        let (one, two) = (one.value(), two.value());
        for other in [two, respelt(&disturbed(&one)), without_duplicates(&one)] {
            let equal = one == other;
            prop_assert_eq!(equal, other == one);
            let (forth, back) = (compare(&one, &other), compare(&other, &one));
            prop_assert_eq!(forth.difference.is_none(), back.difference.is_none());
            prop_assert_eq!(equal, forth.difference.is_none() && forth.lossy.is_empty());
            let all = differences(&one, &other, usize::MAX);
            prop_assert_eq!(all.len(), differences(&other, &one, usize::MAX).len());
            prop_assert_eq!(all.first(), forth.difference.as_ref());
        }
    }

    #[test]
    fn differences_lead_to_what_differs(one in tree(), two in tree()) {
        let (one, two) = (without_duplicates(&one.value()), without_duplicates(&two.value()));
        for other in [two, disturbed(&one)] {
            for difference in differences(&one, &other, usize::MAX) {
                prop_assert_eq!(one.pointer(&difference.pointer), difference.expected);
                prop_assert_eq!(other.pointer(&difference.pointer), difference.got);
                prop_assert_ne!(difference.expected, difference.got);
            }
        }
    }

    #[test]
    fn appending_is_concatenation_of_code_units(head in text(), tail in text()) {
        let mut joined = head.string();
        joined.push(&tail.string());
        let units = [head.units(), tail.units()].concat();
        prop_assert_eq!(&joined, &JsonString::from_units(units.clone()));
        let expected = char::decode_utf16(units).map(|piece| piece.map_or_else(|lone| lone.unpaired_surrogate().into(), u32::from));
        prop_assert_eq!(joined.code_points().collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        prop_assert_eq!(JsonString::from_code_points(joined.code_points()), Some(joined));
    }

    #[test]
    fn strings_are_ordered_by_code_point(one in text(), two in text()) {
        let (one, two) = (one.string(), two.string());
        let by_code_point = one.code_points().cmp(two.code_points());
        prop_assert_eq!(one.cmp(&two), by_code_point);
        prop_assert_eq!(one == two, by_code_point.is_eq());
    }

    #[test]
    fn places_are_where_the_text_is(tree in tree()) {
        let (text, places) = tree.text_and_places();
        let document = Document::parse("text", text).unwrap();
        for (pointer, (start, end)) in places {
            let place = document.place(&pointer);
            prop_assert_eq!((place.offset, &place.pointer), (start, &pointer));
            let found = document.value().pointer(&pointer);
            prop_assert_eq!(found, Some(&parse(&document.text()[start..end]).unwrap()));
            let before = &document.text()[..start];
            prop_assert_eq!(place.line, before.split('\n').count());
            prop_assert_eq!(place.column, before.split('\n').next_back().unwrap().chars().count() + 1);
            // One step further there may be nothing; the place is then that of the innermost value that is there.
            let beyond = document.place(&pointer.join("nowhere"));
            prop_assert_eq!((beyond.offset, beyond.pointer), (start, pointer));
        }
    }

    #[test]
    fn numbers_are_ordered_by_value(one in number(), two in number()) {
        let order = one.cmp_value(&two);
        prop_assert_eq!(two.cmp_value(&one), order.reverse());
        prop_assert_eq!(one == two, order.is_eq());
        prop_assert_eq!(one.same(&two) == Sameness::Equal, order.is_eq());
        prop_assert_eq!(one.same(&two), two.same(&one));
        if let (Some(a), Some(b)) = (scaled(&one), scaled(&two)) {
            prop_assert_eq!(order, by_hand(&a, &b));
        }
        let floats = one.to_f64().total_cmp(&two.to_f64());
        prop_assert!(order.is_eq() || floats != order.reverse() || one.to_f64() == two.to_f64());
    }

    #[test]
    fn numbers_that_are_sorted_stay_so(mut numbers in vec(number(), 3)) {
        numbers.sort_by(Number::cmp_value);
        prop_assert!(numbers[0].cmp_value(&numbers[2]).is_le());
        for number in &numbers {
            let respelt = respelt_number(number);
            prop_assert_eq!(number, &respelt);
            prop_assert_eq!(number.is_integer(), respelt.is_integer());
            prop_assert_eq!(number.to_u64(), respelt.to_u64());
            prop_assert_eq!(number.to_i64(), respelt.to_i64());
            prop_assert_eq!(number.to_f64(), respelt.to_f64());
        }
    }

    #[test]
    fn integers_are_read_back(unsigned in any::<u64>(), signed in any::<i64>()) {
        prop_assert_eq!(Number::from(unsigned).to_u64(), Some(unsigned));
        prop_assert_eq!(respelt_number(&Number::from(unsigned)).to_u64(), Some(unsigned));
        prop_assert_eq!(respelt_number(&Number::from(signed)).to_i64(), Some(signed));
        prop_assert_eq!(Number::from(signed).is_negative(), signed < 0);
    }

    #[test]
    fn pointers_keep_their_tokens(names in vec(text(), 0..5), other in vec(text(), 0..5)) {
        let built = |names: &[support::Text]| {
            let mut pointer = Pointer::root();
            names.iter().for_each(|name| pointer.push(name.string()));
            pointer
        };
        let pointer = built(&names);
        let tokens: Vec<JsonString> = names.iter().map(support::Text::string).collect();
        prop_assert_eq!(pointer.tokens().collect::<Vec<_>>(), tokens.clone());
        prop_assert_eq!(pointer.parent(), names.split_last().map(|(_, rest)| built(rest)));
        prop_assert!(pointer.starts_with(&pointer.parent().unwrap_or_default()));
        if tokens.iter().all(|token| !token.has_lone_surrogates()) {
            prop_assert_eq!(Pointer::parse(&pointer.to_string()), Some(pointer.clone()));
        }
        prop_assert_eq!(pointer.cmp(&built(&other)), built(&other).cmp(&pointer).reverse());
    }
}

#[test]
fn the_generator_draws_what_matters() {
    use proptest::strategy::ValueTree;
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let texts: Vec<String> = (0..500)
        .map(|_| tree().new_tree(&mut runner).unwrap().current().text())
        .collect();
    let values: Vec<Value> = texts.iter().map(|text| parse(text).unwrap()).collect();
    let has = |wanted: fn(&Value) -> bool| values.iter().any(|value| any_within(value, wanted));
    assert!(has(|value| value
        .as_object()
        .is_some_and(|object| object.duplicate_name().is_some())));
    assert!(has(|value| value
        .as_string()
        .is_some_and(JsonString::has_lone_surrogates)));
    assert!(has(|value| value
        .as_str()
        .is_some_and(|text| text.chars().any(|c| c > '\u{ffff}'))));
    assert!(has(|value| value
        .as_number()
        .is_some_and(|number| number.to_f64().is_infinite())));
    assert!(has(|value| value
        .as_number()
        .is_some_and(|number| number.lexeme().len() > 40)));
    assert!(
        texts
            .iter()
            .any(|text| text.contains("\\u") && text.contains("\r\n"))
    );
}

fn any_within(value: &Value, wanted: fn(&Value) -> bool) -> bool {
    wanted(value)
        || match value {
            Value::Array(array) => array.iter().any(|value| any_within(value, wanted)),
            Value::Object(object) => object.iter().any(|(_, value)| any_within(value, wanted)),
            _ => false,
        }
}
