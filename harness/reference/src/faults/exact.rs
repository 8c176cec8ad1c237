//! Faults in how exactly single operations match ids, names and masks (sections 5.2 and 5.3).

use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::{
    Envelope, Mask, Model, Op, Reference, Rejection, Root, Verdict,
};

use super::tools::{LOOKED_AT, composed, mapped, without_leading_zeros};
use super::{REDUCER, faults};

faults! {
    "appends-find-blocks-in-any-case" aims ["AUE-5.2-13"] in REDUCER { appending: bool }
    "Appends to the first block whose id is the same but for case." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            self.appending = envelope.op == Op::Append;
            Ok(())
        }

        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            if self.appending {
                first_alike(model, id, str::to_lowercase)
            } else {
                Reference.find(model, id)
            }
        }
    }

    "appends-find-blocks-by-trimmed-ids" aims ["AUE-5.2-13"] in REDUCER { appending: bool }
    "Appends to the first block whose id is the same but for white space at its ends." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            self.appending = envelope.op == Op::Append;
            Ok(())
        }

        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            if self.appending {
                first_alike(model, id, |id| id.trim().to_owned())
            } else {
                Reference.find(model, id)
            }
        }
    }

    "appends-find-blocks-by-composed-ids" aims ["AUE-5.2-14"] in REDUCER { appending: bool }
    "Appends to the first block whose id is the same in normal form C." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            self.appending = envelope.op == Op::Append;
            Ok(())
        }

        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            if self.appending {
                first_alike(model, id, composed)
            } else {
                Reference.find(model, id)
            }
        }
    }

    "appends-find-blocks-by-number" aims ["AUE-5.2-15"] in REDUCER { appending: bool }
    "Appends to the first block whose id is the same number." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            self.appending = envelope.op == Op::Append;
            Ok(())
        }

        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            if self.appending {
                first_alike(model, id, without_leading_zeros)
            } else {
                Reference.find(model, id)
            }
        }
    }

    "appends-find-blocks-up-to-a-dot" aims ["AUE-5.2-15"] in REDUCER { appending: bool }
    "Appends to the first block whose id is the same up to the first dot." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            self.appending = envelope.op == Op::Append;
            Ok(())
        }

        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            if self.appending {
                first_alike(model, id, |id| before(id, '.'))
            } else {
                Reference.find(model, id)
            }
        }
    }

    "ids-end-at-a-null-character" aims ["AUE-5.2-13"] in REDUCER
    "Compares ids as strings that end at a null character." => {
        fn find(&mut self, model: &Model, id: &JsonString) -> Option<usize> {
            first_alike(model, id, |id| before(id, '\0'))
        }
    }

    "appends-know-fields-by-a-small-first-letter" aims ["AUE-5.3-09"] in REDUCER { field: Option<JsonString> }
    "Appends to the field whose name begins with a small letter instead of a capital." => {
        fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
            let mut mask = Reference.mask(op, mask)?;
            if op == Op::Append {
                self.field = rewrite(&mut mask, |name| {
                    let (first, rest) = name.split_at(name.chars().next().map_or(0, char::len_utf8));
                    first.to_lowercase() + rest
                });
            }
            Ok(mask)
        }

        fn select<'e>(
            &mut self,
            op: Op,
            payload: &'e Object,
            path: &[JsonString],
        ) -> Result<&'e Value, Rejection> {
            match &self.field {
                Some(field) if op == Op::Append => Reference.select(op, payload, std::slice::from_ref(field)),
                _ => Reference.select(op, payload, path),
            }
        }
    }

    "appends-know-fields-by-composed-names" aims ["AUE-5.3-09"] in REDUCER { field: Option<JsonString> }
    "Appends to the field whose name is the one of the mask in normal form C." => {
        fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
            let mut mask = Reference.mask(op, mask)?;
            if op == Op::Append {
                self.field = rewrite(&mut mask, composed);
            }
            Ok(mask)
        }

        fn select<'e>(
            &mut self,
            op: Op,
            payload: &'e Object,
            path: &[JsonString],
        ) -> Result<&'e Value, Rejection> {
            match &self.field {
                Some(field) if op == Op::Append => Reference.select(op, payload, std::slice::from_ref(field)),
                _ => Reference.select(op, payload, path),
            }
        }
    }

    "sets-know-members-by-composed-names" aims ["AUE-5.2-18"] in REDUCER
    "Assigns to the member whose name is the one of the mask in normal form C, if there is one." => {
        fn assign(&mut self, root: Root, target: &mut Object, path: &[JsonString], value: Value) {
            let other = path.first().map(|name| mapped(name, composed));
            match (other, path) {
                (Some(other), [_]) if target.get_name(&other).is_some() => {
                    Reference.assign(root, target, &[other], value);
                }
                _ => Reference.assign(root, target, path, value),
            }
        }
    }

    "append-masks-are-trimmed" aims ["AUE-5.3-27", "AUE-5.3-28"] in REDUCER
    "Reads the mask of an append without white space at its ends." => {
        fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
            let trimmed = mapped(mask, |mask| mask.trim().to_owned());
            Reference.mask(op, if op == Op::Append { &trimmed } else { mask })
        }
    }

    "append-masks-may-be-pointers" aims ["AUE-5.3-27"] in REDUCER
    "Takes a JSON pointer for the mask of an append." => {
        fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
            let dotted = mapped(mask, |mask| {
                mask.strip_prefix('/')
                    .map_or_else(|| mask.to_owned(), |pointer| pointer.replace('/', "."))
            });
            Reference.mask(op, if op == Op::Append { &dotted } else { mask })
        }
    }

    "set-masks-are-trimmed-at-their-end" aims ["AUE-5.2-32"] in REDUCER
    "Reads the mask of a set without white space at its end." => {
        fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
            let trimmed = mapped(mask, |mask| mask.trim_end().to_owned());
            Reference.mask(op, if op == Op::Set { &trimmed } else { mask })
        }
    }

    "segments-of-set-masks-are-trimmed" aims ["AUE-5.2-32"] in REDUCER
    "Reads each name in the mask of a set without white space at its ends." => {
        fn mask(&mut self, op: Op, mask: &JsonString) -> Result<Mask, Rejection> {
            let mut mask = Reference.mask(op, mask)?;
            if op == Op::Set {
                for name in &mut mask.path {
                    *name = mapped(name, |name| name.trim().to_owned());
                }
            }
            Ok(mask)
        }
    }
}

/// The first block whose identifier looks the same, or else the one that has it.
fn first_alike(model: &Model, id: &JsonString, look: impl Fn(&str) -> String) -> Option<usize> {
    let wanted = id.as_str().map(&look);
    let alike = |block: &Value| {
        let id = block.get("id").and_then(Value::as_str);
        wanted.is_some() && id.map(&look) == wanted
    };
    model
        .blocks()
        .iter()
        .take(LOOKED_AT)
        .position(alike)
        .or_else(|| model.position(id))
}

fn before(text: &str, end: char) -> String {
    text.split(end).next().unwrap_or_default().to_owned()
}

/// Changes the first name of a mask, and gives the one that it had.
fn rewrite(mask: &mut Mask, change: impl Fn(&str) -> String) -> Option<JsonString> {
    let name = mask.path.first_mut()?;
    let changed = mapped(name, change);
    Some(std::mem::replace(name, changed))
}
