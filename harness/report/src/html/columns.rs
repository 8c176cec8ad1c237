//! The implementations as columns: a name that tells each from the others, and a key for links.

use std::collections::HashMap;

use uiconform_catalogue::record::DriverRecord;

use super::Entry;
use super::visible::name;

/// Characters of a name that are shown.
const NAME: usize = 80;

/// One column.
pub(super) struct Column<'a> {
    pub(super) entry: &'a Entry,
    /// What stands above it.
    pub(super) name: String,
    /// What stands for it in links: lower-case letters, digits and `-`.
    pub(super) key: String,
}

impl Column<'_> {
    /// What was under test.
    pub(super) fn driver(&self) -> &DriverRecord {
        &self.entry.run.header.driver
    }
}

/// The columns, in the order of the results.
pub(super) fn of(entries: &[Entry]) -> Vec<Column<'_>> {
    let plain = |driver: &DriverRecord| name(&driver.name, NAME);
    let mut named: HashMap<String, usize> = HashMap::new();
    for entry in entries {
        *named.entry(plain(&entry.run.header.driver)).or_default() += 1;
    }
    let (mut names, mut keys) = (HashMap::new(), HashMap::new());
    entries
        .iter()
        .map(|entry| {
            let driver = &entry.run.header.driver;
            let plain = plain(driver);
            let full = match named.get(&plain) {
                Some(1) => plain,
                _ => format!("{plain} {}", name(&driver.version, NAME)),
            };
            let key = match key(&full) {
                empty if empty.is_empty() => "implementation".to_owned(),
                key => key,
            };
            Column {
                entry,
                name: numbered(&mut names, full, " (", ")"),
                key: numbered(&mut keys, key, "-", ""),
            }
        })
        .collect()
}

/// A name, with a number from the second time on.
fn numbered(seen: &mut HashMap<String, usize>, name: String, open: &str, close: &str) -> String {
    let mut wanted = name.clone();
    let mut number = 1;
    while seen.contains_key(&wanted) {
        number += 1;
        wanted = format!("{name}{open}{number}{close}");
    }
    seen.insert(wanted.clone(), number);
    wanted
}

fn key(name: &str) -> String {
    let words = name.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_letters_digits_and_dashes() {
        assert_eq!(key("My SDK <b>1.0</b>"), "my-sdk-b-1-0-b");
        assert_eq!(key("共"), "");
    }

    #[test]
    fn equal_names_are_told_apart() {
        let mut seen = HashMap::new();
        let mut next = |name: &str| numbered(&mut seen, name.to_owned(), "-", "");
        assert_eq!(next("a"), "a");
        assert_eq!(next("a-2"), "a-2");
        assert_eq!(next("a"), "a-3");
    }
}
