//! JSON Patch.

use uiconform_json::{JsonString, Pointer, Value};

use crate::ag_ui::patch::{Document, Operation, pointer};
use crate::ag_ui::{Error, Result};

/// The operations of RFC 6902.
pub trait PatchSteps {
    /// Begins a patch of a value; nothing that a variant remembers may outlive this.
    fn begin_patch(&mut self, value: &Value) {
        let _ = value;
    }

    /// Reads a pointer (RFC 6901).
    fn pointer(&mut self, text: &JsonString) -> Result<Pointer> {
        pointer(text)
    }

    /// Applies one operation.
    fn operation(&mut self, document: &mut Document<'_>, operation: &Operation) -> Result<()> {
        match operation {
            Operation::Add { path, value } => self.add(document, path, value),
            Operation::Remove { path } => self.remove(document, path),
            Operation::Replace { path, value } => self.replace(document, path, value),
            Operation::Move { from, path } => self.move_value(document, from, path),
            Operation::Copy { from, path } => self.copy(document, from, path),
            Operation::Test { path, value } => self.test(document, path, value),
        }
    }

    /// Adds a value (4.1).
    fn add(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
        document.add(path, value.clone())
    }

    /// Takes a value away (4.2).
    fn remove(&mut self, document: &mut Document<'_>, path: &Pointer) -> Result<()> {
        document.remove(path)
    }

    /// Puts a value in the place of another (4.3).
    fn replace(
        &mut self,
        document: &mut Document<'_>,
        path: &Pointer,
        value: &Value,
    ) -> Result<()> {
        document.replace(path, value.clone())
    }

    /// Takes a value away and adds it elsewhere (4.4).
    fn move_value(
        &mut self,
        document: &mut Document<'_>,
        from: &Pointer,
        path: &Pointer,
    ) -> Result<()> {
        document.move_value(from, path)
    }

    /// Adds a value that is elsewhere (4.5).
    fn copy(&mut self, document: &mut Document<'_>, from: &Pointer, path: &Pointer) -> Result<()> {
        let value = document.get(from)?.clone();
        document.add(path, value)
    }

    /// Compares a value (4.6).
    fn test(&mut self, document: &mut Document<'_>, path: &Pointer, value: &Value) -> Result<()> {
        let found = document.get(path)?;
        if self.equal(found, value) {
            Ok(())
        } else {
            Err(Error::patch(format!("`{path}` is not what it should be")))
        }
    }

    /// Whether two values are equal (4.6): numbers by their value, members in any order.
    fn equal(&mut self, found: &Value, expected: &Value) -> bool {
        found == expected
    }

    /// Takes back what a patch did that failed (5).
    fn roll_back(&mut self, document: Document<'_>) {
        document.roll_back();
    }
}
