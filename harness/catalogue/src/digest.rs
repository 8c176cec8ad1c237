//! The digest of a suite: what a certificate names, and what must agree before results are joined.
//!
//! It is taken over the parsed cases with names sorted, number lexemes kept and prose left out, so that neither layout nor
//! the wording of an explanation changes it, and every change of an input or an expectation does.

use std::collections::HashSet;

use sha2::{Digest as _, Sha256};
use uiconform_json::Value;

/// Members of a case file and of its cases that are prose.
const PROSE_OF_FILE: [&str; 2] = ["topic", "title"];
const PROSE_OF_ENTRY: [&str; 4] = ["why", "asks", "about", "provenance"];

/// Members of a file that are lists of such entries.
const ENTRIES: [&str; 3] = ["cases", "profiles", "framings"];

/// Collects the files of a suite.
#[derive(Default)]
pub(crate) struct SuiteDigest {
    sha: Sha256,
}

impl SuiteDigest {
    /// Adds a file, as [`of_file`] writes it; the order of calls matters, so callers sort by path.
    pub(crate) fn add(&mut self, path: &str, canonical: &str) {
        for part in [path, canonical] {
            self.sha.update((part.len() as u64).to_le_bytes());
            self.sha.update(part.as_bytes());
        }
    }

    /// The digest in the form `sha256:…`.
    pub(crate) fn finish(self) -> String {
        let mut text = String::from("sha256:");
        for byte in self.sha.finalize() {
            text.push_str(&format!("{byte:02x}"));
        }
        text
    }
}

/// The text of a file over which the digest is taken.
pub(crate) fn of_file(root: &Value) -> String {
    let mut text = String::new();
    write_file(root, &mut text);
    text
}

/// Hexadecimal digits of the digest of a case: it tells one state of a case from the next, and nobody forges cases.
const CASE_DIGITS: usize = 8;

/// The digest of one case of a file: over its entry, and over what the file gives under the names that the entry mentions.
pub(crate) fn of_case(entry: &Value, file: &Value) -> String {
    let mut text = String::new();
    write_entry(entry, &mut text);
    if let Some(Value::Object(given)) = file.get("given") {
        let mentioned = strings(entry);
        let used = given.iter().filter(|(name, _)| mentioned.contains(name));
        write_members(used, &mut text, |_, value, out| canonical(value, out));
    }
    let mut digits = String::new();
    for byte in Sha256::digest(text.as_bytes()) {
        digits.push_str(&format!("{byte:02x}"));
    }
    digits.truncate(CASE_DIGITS);
    digits
}

/// All strings in a value.
fn strings(value: &Value) -> HashSet<&uiconform_json::JsonString> {
    let mut found = HashSet::new();
    let mut open = vec![value];
    while let Some(value) = open.pop() {
        match value {
            Value::String(text) => {
                found.insert(text);
            }
            Value::Array(list) => open.extend(list.iter()),
            Value::Object(object) => open.extend(object.iter().map(|(_, member)| member)),
            _ => {}
        }
    }
    found
}

fn write_file(root: &Value, out: &mut String) {
    let Value::Object(members) = root else {
        return canonical(root, out);
    };
    write_members(
        members
            .iter()
            .filter(|(name, _)| !PROSE_OF_FILE.iter().any(|prose| *name == *prose)),
        out,
        |name, value, out| match value {
            Value::Array(entries) if ENTRIES.iter().any(|entries| *name == *entries) => {
                out.push('[');
                for entry in entries.iter() {
                    write_entry(entry, out);
                    out.push(',');
                }
                out.push(']');
            }
            other => canonical(other, out),
        },
    );
}

fn write_entry(entry: &Value, out: &mut String) {
    let Value::Object(members) = entry else {
        return canonical(entry, out);
    };
    write_members(
        members
            .iter()
            .filter(|(name, _)| !PROSE_OF_ENTRY.iter().any(|prose| *name == *prose)),
        out,
        |_, value, out| canonical(value, out),
    );
}

/// Case files are not deep (the loader sees to it), so recursion is safe.
fn canonical(value: &Value, out: &mut String) {
    match value {
        Value::Array(list) => {
            out.push('[');
            for element in list.iter() {
                canonical(element, out);
                out.push(',');
            }
            out.push(']');
        }
        Value::Object(object) => {
            write_members(object.iter(), out, |_, value, out| canonical(value, out));
        }
        scalar => scalar.write_to(out),
    }
}

fn write_members<'a>(
    members: impl Iterator<Item = (&'a uiconform_json::JsonString, &'a Value)>,
    out: &mut String,
    write: impl Fn(&uiconform_json::JsonString, &Value, &mut String),
) {
    let mut members: Vec<_> = members.collect();
    members.sort_by(|a, b| a.0.cmp(b.0));
    out.push('{');
    for (name, value) in members {
        Value::from(name.clone()).write_to(out);
        out.push(':');
        write(name, value, out);
        out.push(',');
    }
    out.push('}');
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;

    fn digest(text: &str) -> String {
        let mut digest = SuiteDigest::default();
        digest.add("a.json", &of_file(&uiconform_json::parse(text).unwrap()));
        digest.finish()
    }

    const CASE: &str = r#"{"topic":"t","cases":[{"name":"n","why":"w","steps":[{"event":{"seq":1.0,"why":"data"}}]}]}"#;

    #[test]
    fn prose_and_layout_do_not_count() {
        let relaid = r#"{ "cases": [ {"why":"other","steps":[{"event":{"why":"data","seq":1.0}}],"name":"n"} ], "topic": "u" }"#;
        assert_eq!(digest(CASE), digest(relaid));
    }

    fn of_first_case(text: &str) -> String {
        let file = uiconform_json::parse(text).unwrap();
        of_case(
            file.get("cases")
                .unwrap()
                .as_array()
                .unwrap()
                .iter()
                .next()
                .unwrap(),
            &file,
        )
    }

    #[test]
    fn a_case_changes_with_what_it_mentions_and_with_nothing_else() {
        let file = |extra: &str, model: &str, name: &str, why: &str| {
            format!(
                r#"{{"given":{{"a":{model}{extra}}},"cases":[{{"name":"{name}","why":"{why}","model":"a"}},{{"name":"z"}}]}}"#
            )
        };
        let digest = of_first_case(&file("", "1", "n", "w"));
        assert_eq!(digest.len(), CASE_DIGITS);
        assert_eq!(digest, of_first_case(&file("", "1", "n", "other")));
        assert_eq!(digest, of_first_case(&file(r#","b":2"#, "1", "n", "w")));
        assert_ne!(digest, of_first_case(&file("", "2", "n", "w")));
        assert_ne!(digest, of_first_case(&file("", "1", "m", "w")));
    }

    #[test]
    fn lexemes_and_data_that_look_like_prose_count() {
        assert_ne!(digest(CASE), digest(&CASE.replace("1.0", "1")));
        assert_ne!(digest(CASE), digest(&CASE.replace("data", "datum")));
    }
}
