//! Faults in the operations of a patch that come from how languages keep lists and objects (RFC 6902).

use uiconform_json::{Pointer, Value};
use uiconform_protocols::ag_ui::patch::Document;
use uiconform_protocols::ag_ui::{Reference, Result};

use super::patches::{failure, in_list};
use super::{COMMON, of_patch};

of_patch! {
    "adds-no-null" aims ["AGU-PATCH-01"] in COMMON
    "Takes null for no value to add." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            if value.is_null() {
                return Ok(());
            }
            Reference.add(document, path, value)
        }
    }

    "knows-no-index-at-the-length" aims ["AGU-PATCH-04"] in COMMON
    "Refuses to add at the length of a list, and appends at `-` alone." => {
        fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            match in_list(document, path) {
                Some((length, index)) if index == length.to_string() => Err(failure()),
                _ => Reference.add(document, path, value),
            }
        }
    }

    "leaves-null-where-an-element-was" aims ["AGU-PATCH-08"] in COMMON
    "Puts null in the place of an element that is removed, unless it is the last." => {
        fn remove(&mut self, document: &mut Document<'_>, path: &Pointer) -> Result<()> {
            let is_followed = in_list(document, path)
                .is_some_and(|(length, index)| index.parse().is_ok_and(|index: usize| index + 1 < length));
            if is_followed {
                return document.replace(path, Value::Null);
            }
            document.remove(path)
        }
    }

    "removes-what-is-behind-the-last" aims ["AGU-PATCH-09"] in COMMON
    "Takes the removal of an element beyond the end of a list for done." => {
        fn remove(&mut self, document: &mut Document<'_>, path: &Pointer) -> Result<()> {
            let is_beyond = in_list(document, path)
                .is_some_and(|(length, index)| index.parse().is_ok_and(|index: usize| index >= length));
            if is_beyond { Ok(()) } else { document.remove(path) }
        }
    }

    "merges-what-it-replaces" aims ["AGU-PATCH-10"] in COMMON
    "Leaves members of an object that is replaced by another." => {
        fn replace(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            let merged = match (document.get(path)?, value) {
                (Value::Object(known), Value::Object(value)) => {
                    let mut merged = known.clone();
                    for (name, value) in value {
                        merged.insert(name.clone(), value.clone());
                    }
                    merged.into()
                }
                _ => value.clone(),
            };
            document.replace(path, merged)
        }
    }

    "appends-what-is-to-replace" aims ["AGU-PATCH-11"] in COMMON
    "Appends to a list what is to replace an element at its length." => {
        fn replace(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
            match in_list(document, path) {
                Some((length, index)) if index == length.to_string() => document.add(path, value.clone()),
                _ => document.replace(path, value.clone()),
            }
        }
    }

    "adds-before-it-removes" aims ["AGU-PATCH-12"] in COMMON
    "Adds what is moved before it takes it away, so that indexes are those of a longer list." => {
        fn move_value(&mut self, document: &mut Document<'_>, from: &Pointer, path: &Pointer) -> Result<()> {
            if path.starts_with(from) {
                return document.move_value(from, path);
            }
            Reference.copy(document, from, path)?;
            document.remove(from)
        }
    }
}
