//! Faults in the operations of a patch (RFC 6902).

use uiconform_json::{Pointer, Value};
use uiconform_protocols::ag_ui::patch::Document;
use uiconform_protocols::ag_ui::{Error, ErrorKind, Reference, Result};

use super::{COMMON, PATCHED, of_patch};

/// That a patch fails.
pub(super) fn failure() -> Error {
    Error::new(ErrorKind::Patch, "the patch fails")
}

/// The list that holds what the path leads to, by its length, and the index that the path has there.
pub(super) fn in_list(document: &Document<'_>, path: &Pointer) -> Option<(usize, String)> {
    let list = document.get(&path.parent()?).ok()?.as_array()?.len();
    let index = path.tokens().last()?.as_str()?.to_owned();
    Some((list, index))
}

of_patch! {

    "adds-only-what-is-there" aims ["AGU-PATCH-01"] in PATCHED
    "Refuses to add a member that is not there." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            let parent = path.parent().and_then(|parent| document.get(&parent).ok());
            let is_object = parent.is_some_and(|parent| parent.as_object().is_some());
            if is_object && document.get(path).is_err() {
                return Err(failure());
            }
            Reference.add(document, path, value)
        }
    }

    "adds-only-what-is-new" aims ["AGU-PATCH-02"] in COMMON
    "Refuses to add a member that is there." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            let parent = path.parent().and_then(|parent| document.get(&parent).ok());
            let is_object = parent.is_some_and(|parent| parent.as_object().is_some());
            if is_object && document.get(path).is_ok() {
                return Err(failure());
            }
            Reference.add(document, path, value)
        }
    }

    "adds-in-the-place-of-an-element" aims ["AGU-PATCH-03"] in COMMON
    "Replaces the element at the index instead of inserting before it." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            match in_list(document, path) {
                Some(_) if document.get(path).is_ok() => document.replace(path, value.clone()),
                _ => Reference.add(document, path, value),
            }
        }
    }

    "knows-no-end-of-a-list" aims ["AGU-PATCH-04"] in PATCHED
    "Refuses to add at the length of a list, and at `-`." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            match in_list(document, path) {
                Some((length, index)) if index == "-" || index == length.to_string() => Err(failure()),
                _ => Reference.add(document, path, value),
            }
        }
    }

    "appends-what-is-beyond-the-end" aims ["AGU-PATCH-05"] in COMMON
    "Appends to a list what is to be added beyond its end." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            if let Some((length, index)) = in_list(document, path)
                && index.parse().is_ok_and(|index: usize| index > length)
                && let Some(parent) = path.parent()
            {
                return document.add(&parent.join("-"), value.clone());
            }
            Reference.add(document, path, value)
        }
    }

    "makes-what-a-path-leads-through" aims ["AGU-PATCH-06"] in COMMON
    "Makes the objects that lead to what is added." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            if let Some(parent) = path.parent()
                && document.get(&parent).is_err()
            {
                self.add(document, &parent, &uiconform_json::Object::new().into())?;
            }
            Reference.add(document, path, value)
        }
    }

    "replaces-no-whole-document" aims ["AGU-PATCH-07"] in COMMON
    "Refuses to add at the empty path." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            if path.parent().is_none() {
                return Err(failure());
            }
            Reference.add(document, path, value)
        }
    }

    "leaves-null-where-it-removed" aims ["AGU-PATCH-08"] in PATCHED
    "Puts null in the place of what is removed." => {
        fn remove(&mut self, document: &mut Document<'_>, path: &Pointer) -> Result<()> {
            document.replace(path, Value::Null)
        }
    }

    "removes-what-is-not-there" aims ["AGU-PATCH-09"] in PATCHED
    "Takes the removal of what is not there for done." => {
        fn remove(&mut self, document: &mut Document<'_>, path: &Pointer) -> Result<()> {
            let is_end = in_list(document, path).is_some_and(|(_, index)| index == "-");
            if !is_end && document.get(path).is_err() {
                return Ok(());
            }
            document.remove(path)
        }
    }

    "replaces-nothing" aims ["AGU-PATCH-10"] in PATCHED
    "Leaves what is to be replaced." => {
        fn replace(&mut self, document: &mut Document<'_>, path: &Pointer, _: &Value) -> Result<()> {
            document.get(path).map(|_| ())
        }
    }

    "replaces-what-is-not-there" aims ["AGU-PATCH-11"] in PATCHED
    "Adds a member that is to be replaced and is not there." => {
        fn replace(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            if document.get(path).is_err() && in_list(document, path).is_none() {
                return document.add(path, value.clone());
            }
            document.replace(path, value.clone())
        }
    }

    "leaves-what-is-moved" aims ["AGU-PATCH-12"] in COMMON
    "Copies what is to be moved." => {
        fn move_value(&mut self, document: &mut Document<'_>, from: &Pointer, path: &Pointer) -> Result<()> {
            if path.starts_with(from) {
                return document.move_value(from, path);
            }
            Reference.copy(document, from, path)
        }
    }

    "moves-a-value-into-itself" aims ["AGU-PATCH-13"] in COMMON
    "Copies a value that is to be moved into itself." => {
        fn move_value(&mut self, document: &mut Document<'_>, from: &Pointer, path: &Pointer) -> Result<()> {
            if path.starts_with(from) && path != from {
                return Reference.copy(document, from, path);
            }
            document.move_value(from, path)
        }
    }

    "takes-what-is-copied" aims ["AGU-PATCH-14"] in COMMON
    "Moves what is to be copied." => {
        fn copy(&mut self, document: &mut Document<'_>, from: &Pointer, path: &Pointer) -> Result<()> {
            document.move_value(from, path)
        }
    }

    "fails-tests-that-hold" aims ["AGU-PATCH-15"] in COMMON
    "Fails every test." => {
        fn test(&mut self, _: &mut Document<'_>, _: &Pointer, _: &Value) -> Result<()> {
            Err(failure())
        }
    }

    "passes-tests-that-fail" aims ["AGU-PATCH-16"] in COMMON
    "Passes a test of whatever is there." => {
        fn equal(&mut self, found: &Value, expected: &Value) -> bool {
            // What a comparison without types would take for equal is another error.
            found.kind() == expected.kind() || found == expected
        }
    }

    "compares-lexemes" aims ["AGU-PATCH-17"] in COMMON
    "Takes numbers for equal only if they are written alike." => {
        fn equal(&mut self, found: &Value, expected: &Value) -> bool {
            match (found, expected) {
                (Value::Number(found), Value::Number(expected)) => found.lexeme() == expected.lexeme(),
                _ => found == expected,
            }
        }
    }

    "compares-without-types" aims ["AGU-PATCH-18"] in COMMON
    "Takes null, false, 0 and the empty text for equal." => {
        fn equal(&mut self, found: &Value, expected: &Value) -> bool {
            let is_false = |value: &Value| match value {
                Value::Null | Value::Bool(false) => true,
                Value::Number(number) => number.to_u64() == Some(0),
                Value::String(text) => text.is_empty(),
                _ => false,
            };
            found == expected || (is_false(found) && is_false(expected))
        }
    }

    "compares-members-in-order" aims ["AGU-PATCH-18"] in COMMON
    "Takes objects for equal only if their members come in the same order." => {
        fn equal(&mut self, found: &Value, expected: &Value) -> bool {
            match (found, expected) {
                (Value::Object(found), Value::Object(expected)) => found.to_text() == expected.to_text(),
                _ => found == expected,
            }
        }
    }

    "finds-null-where-nothing-is" aims ["AGU-PATCH-19"] in COMMON
    "Passes a test for null of a member that is not there." => {
        fn test(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            if value.is_null() && document.get(path).is_err() {
                return Ok(());
            }
            Reference.test(document, path, value)
        }
    }

    "looks-at-the-document-before-the-patch" aims ["AGU-PATCH-20"] in COMMON { before: Value }
    "Adds only to what was there before the patch." => {
        fn begin_patch(&mut self, value: &Value) {
            self.before = value.clone();
        }

        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            if path.parent().is_some_and(|parent| self.before.pointer(&parent).is_none()) {
                return Err(failure());
            }
            document.add(path, value.clone())
        }
    }
}
