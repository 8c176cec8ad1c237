//! Faults in the pointers of a patch (RFC 6901).

use uiconform_json::{JsonString, Pointer};
use uiconform_protocols::ag_ui::{PatchSteps, Reference, Result};

use super::{COMMON, of_patch};

/// The pointer whose tokens are those of the text, changed.
fn changed(text: &JsonString, change: impl Fn(&str) -> String) -> Result<Pointer> {
    let pointer = Reference.pointer(text)?;
    let tokens = pointer
        .tokens()
        .map(|token| change(&token.to_string_lossy()));
    Ok(tokens.fold(Pointer::root(), |pointer, token| pointer.join(token)))
}

of_patch! {
    "decodes-tildes-first" aims ["AGU-PATCH-21"] in COMMON
    "Decodes `~0` before `~1`, so that `~01` leads to a slash." => {
        fn pointer(&mut self, text: &JsonString) -> Result<Pointer> {
            let raw = text.to_string_lossy();
            let tokens = raw.split('/').skip(1);
            Ok(tokens.fold(Pointer::root(), |pointer, token| {
                pointer.join(token.replace("~0", "~").replace("~1", "/"))
            }))
        }
    }

    "decodes-nothing" aims ["AGU-PATCH-21"] in COMMON
    "Takes the escapes of a pointer for what they are written as." => {
        fn pointer(&mut self, text: &JsonString) -> Result<Pointer> {
            let raw = text.to_string_lossy();
            Ok(raw.split('/').skip(1).fold(Pointer::root(), |pointer, token| pointer.join(token)))
        }
    }

    "takes-numbers-for-indexes" aims ["AGU-PATCH-22"] in COMMON
    "Reads an index as its language reads numbers, leading zeros and signs included." => {
        fn pointer(&mut self, text: &JsonString) -> Result<Pointer> {
            changed(text, |token| match token.parse::<usize>() {
                Ok(index) => index.to_string(),
                Err(_) => token.to_owned(),
            })
        }
    }

    "takes-a-hyphen-for-the-last" aims ["AGU-PATCH-23"] in COMMON
    "Replaces and removes the last element at `-`." => {
        fn replace(&mut self, document: &mut uiconform_protocols::ag_ui::patch::Document<'_>, path: &Pointer, value: &uiconform_json::Value) -> Result<()> {
            let list = path.parent().filter(|_| path.to_string().ends_with("/-"));
            let length = list.as_ref().and_then(|list| document.get(list).ok()?.as_array().map(|list| list.len()));
            match (list, length) {
                (Some(list), Some(length)) if length > 0 => document.replace(&list.join(length - 1), value.clone()),
                _ => document.replace(path, value.clone()),
            }
        }
    }

    "takes-a-slash-for-the-whole" aims ["AGU-PATCH-24"] in COMMON
    "Takes `/` for the whole document." => {
        fn pointer(&mut self, text: &JsonString) -> Result<Pointer> {
            if text == "/" { Ok(Pointer::root()) } else { Reference.pointer(text) }
        }
    }
}
