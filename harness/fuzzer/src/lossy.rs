//! JSON of which readers lawfully make different things.

use uiconform_json::{JsonString, Number, Value};

/// Whether a value holds something that readers of JSON lawfully understand differently, so that nothing can be said of it: numbers, lone surrogates, or
/// more levels than every reader should take.
pub(crate) fn is_read_differently(value: &Value, most: usize) -> bool {
    let odd_name = |name: &JsonString| name.has_lone_surrogates();
    let mut open = vec![(value, 1)];
    while let Some((value, depth)) = open.pop() {
        match value {
            Value::Number(number) if !is_interoperable(number) => return true,
            Value::String(text) if text.has_lone_surrogates() => return true,
            Value::Array(elements) => {
                open.extend(elements.iter().map(|element| (element, depth + 1)));
            }
            Value::Object(members) => {
                if members.names().any(odd_name) {
                    return true;
                }
                open.extend(members.iter().map(|(_, member)| (member, depth + 1)));
            }
            _ => {}
        }
        if depth > most {
            return true;
        }
    }
    false
}

/// Whether every reader keeps the value: an integer within 2^53, or a decimal of at most 15 digits that is neither huge nor tiny.
pub(crate) fn is_interoperable(number: &Number) -> bool {
    const SAFE: f64 = 9_007_199_254_740_991.0;
    let lexeme = number.lexeme();
    let mantissa = lexeme.split(['e', 'E']).next().unwrap_or(lexeme);
    let digits: String = mantissa.chars().filter(char::is_ascii_digit).collect();
    let value = number.to_f64().abs();
    let significant = digits.trim_start_matches('0');
    if value == 0.0 {
        return significant.is_empty();
    }
    if number.is_integer() {
        return value < SAFE || (value == SAFE && significant.len() <= 16);
    }
    significant.trim_end_matches('0').len() <= 15 && value > 1e-300 && value < SAFE
}

/// Whether an object, at any depth, has two members of one name.
pub(crate) fn has_duplicates(value: &Value) -> bool {
    match value {
        Value::Array(list) => list.iter().any(has_duplicates),
        Value::Object(object) => {
            object.duplicate_name().is_some()
                || object.iter().any(|(_, inner)| has_duplicates(inner))
        }
        _ => false,
    }
}
