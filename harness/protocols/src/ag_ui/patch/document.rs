//! A document that is being patched.

use uiconform_json::{Array, JsonString, Pointer, Value};

use crate::ag_ui::{Error, Result};

/// A value, and how it becomes again what it was.
#[derive(Debug)]
pub struct Document<'v> {
    value: &'v mut Value,
    /// How to undo the changes, the last one last.
    undo: Vec<Undo>,
    /// What the change that was undone last had put there.
    hand: Value,
}

/// What takes back one change. Taken in the reverse order of the changes, each meets the document that its change left.
#[derive(Debug)]
enum Undo {
    /// Puts back the value that was replaced.
    Restore(Pointer, Value),
    /// Takes out the member or the element that came.
    TakeOut(Pointer),
    /// Puts back the member or the element that went, at the position at which it stood.
    PutBack(Pointer, usize, Value),
    /// The same with what has just been taken out elsewhere.
    MoveBack(Pointer, usize),
}

/// A place to which something can be added.
enum Place {
    Whole,
    Member(Pointer, JsonString),
    Element(Pointer, usize),
}

/// Where in a list an index leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Index {
    /// To the element at this position, or behind the last.
    At(usize),
    /// `-`: behind the last.
    Behind,
}

impl Index {
    /// Reads an index (RFC 6901, section 4): digits without a leading zero, or `-`.
    fn read(token: &JsonString) -> Result<Self> {
        let no_index = || Error::patch(format!("`{token}` is no index of a list"));
        let text = token.as_str().ok_or_else(no_index)?;
        if text == "-" {
            return Ok(Self::Behind);
        }
        let is_plain = text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_plain || text.is_empty() || (text.len() > 1 && text.starts_with('0')) {
            return Err(no_index());
        }
        // What is beyond the range of a position is beyond the end of every list.
        Ok(Self::At(text.parse().unwrap_or(usize::MAX)))
    }

    /// The position of an element that is there.
    fn existing(self, array: &Array) -> Option<usize> {
        match self {
            Self::At(position) => Some(position).filter(|position| *position < array.len()),
            Self::Behind => None,
        }
    }
}

impl<'v> Document<'v> {
    pub(super) fn new(value: &'v mut Value) -> Self {
        Self {
            value,
            undo: Vec::new(),
            hand: Value::Null,
        }
    }

    /// The value at a pointer.
    ///
    /// # Errors
    ///
    /// There is none.
    pub fn get(&self, pointer: &Pointer) -> Result<&Value> {
        pointer
            .tokens()
            .try_fold(&*self.value, |value, token| child(value, &token))
            .map_err(|reason| reason.within(format_args!("`{pointer}`")))
    }

    /// Adds a value (4.1): a member, new or in the place of another; an element before the one that is there; or the whole document.
    ///
    /// # Errors
    ///
    /// There is nothing that it could be added to, or the index is beyond the end.
    pub fn add(&mut self, path: &Pointer, value: Value) -> Result<()> {
        let place = self.place(path)?;
        self.put(path, place, value);
        Ok(())
    }

    /// Takes a value away (4.2); of a document that is taken away as a whole, `null` is left.
    ///
    /// # Errors
    ///
    /// There is no value at the path.
    pub fn remove(&mut self, path: &Pointer) -> Result<()> {
        if path.parent().is_none() {
            self.replace_at(path, Value::Null);
            return Ok(());
        }
        let (position, value) = self.take(path)?;
        self.undo.push(Undo::PutBack(path.clone(), position, value));
        Ok(())
    }

    /// Takes a value away and adds it elsewhere (4.4).
    ///
    /// # Errors
    ///
    /// There is no value to move, it would be moved into itself, or it cannot be added there.
    pub fn move_value(&mut self, from: &Pointer, path: &Pointer) -> Result<()> {
        self.get(from)?;
        if from == path {
            return Ok(());
        }
        if path.starts_with(from) {
            return Err(Error::patch(format!(
                "`{from}` cannot be moved into itself"
            )));
        }
        let (position, value) = self.take(from)?;
        // A place is looked for behind the removal, which moves the elements of a list up.
        match self.place(path) {
            Ok(place) => {
                self.undo.push(Undo::MoveBack(from.clone(), position));
                self.put(path, place, value);
                Ok(())
            }
            Err(failure) => {
                self.undo_one(Undo::PutBack(from.clone(), position, value));
                Err(failure)
            }
        }
    }

    fn place(&mut self, path: &Pointer) -> Result<Place> {
        let Some((parent, token)) = split(path) else {
            return Ok(Place::Whole);
        };
        match self.container(&parent)? {
            Value::Object(_) => Ok(Place::Member(parent, token)),
            Value::Array(array) => match Index::read(&token)? {
                Index::Behind => Ok(Place::Element(parent, array.len())),
                Index::At(position) if position <= array.len() => {
                    Ok(Place::Element(parent, position))
                }
                Index::At(_) => Err(Error::patch(format!(
                    "`{path}` is beyond the end of the list, which has {}",
                    array.len()
                ))),
            },
            other => Err(no_container(&parent, other)),
        }
    }

    fn put(&mut self, path: &Pointer, place: Place, value: Value) {
        match place {
            Place::Whole => self.replace_at(path, value),
            Place::Member(parent, name) => {
                if let Ok(Value::Object(object)) = find(self.value, &parent) {
                    let undo = match object.insert(&name, value) {
                        Some(previous) => Undo::Restore(path.clone(), previous),
                        None => Undo::TakeOut(path.clone()),
                    };
                    self.undo.push(undo);
                }
            }
            Place::Element(parent, position) => {
                if let Ok(Value::Array(array)) = find(self.value, &parent) {
                    array.insert(position, value);
                    self.undo.push(Undo::TakeOut(parent.join(position)));
                }
            }
        }
    }

    fn take(&mut self, path: &Pointer) -> Result<(usize, Value)> {
        let absent = || Error::patch(format!("there is nothing at `{path}`"));
        let (parent, token) = split(path).ok_or_else(absent)?;
        match self.container(&parent)? {
            Value::Object(object) => object.take(&token).ok_or_else(absent),
            Value::Array(array) => {
                let position = Index::read(&token)?.existing(array).ok_or_else(absent)?;
                Ok((position, array.remove(position)))
            }
            other => Err(no_container(&parent, other)),
        }
    }

    /// Puts a value in the place of another (4.3).
    ///
    /// # Errors
    ///
    /// There is no value at the path.
    pub fn replace(&mut self, path: &Pointer, value: Value) -> Result<()> {
        self.get(path)?;
        self.replace_at(path, value);
        Ok(())
    }

    /// Puts a value in the place of the one that is there.
    fn replace_at(&mut self, path: &Pointer, value: Value) {
        if let Ok(place) = find(self.value, path) {
            let previous = std::mem::replace(place, value);
            self.undo.push(Undo::Restore(path.clone(), previous));
        }
    }

    fn container(&mut self, path: &Pointer) -> Result<&mut Value> {
        find(self.value, path).map_err(|reason| reason.within(format_args!("`{path}`")))
    }

    /// Undoes all changes.
    pub fn roll_back(mut self) {
        while let Some(undo) = self.undo.pop() {
            self.undo_one(undo);
        }
    }

    fn undo_one(&mut self, undo: Undo) {
        match undo {
            Undo::Restore(path, previous) => {
                if let Ok(place) = find(self.value, &path) {
                    self.hand = std::mem::replace(place, previous);
                }
            }
            Undo::TakeOut(path) => {
                if let Ok((_, value)) = self.take(&path) {
                    self.hand = value;
                }
            }
            Undo::PutBack(path, position, value) => self.put_back(&path, position, value),
            Undo::MoveBack(path, position) => {
                let value = std::mem::take(&mut self.hand);
                self.put_back(&path, position, value);
            }
        }
    }

    fn put_back(&mut self, path: &Pointer, position: usize, value: Value) {
        let Some((parent, name)) = split(path) else {
            return;
        };
        match find(self.value, &parent) {
            Ok(Value::Object(object)) => object.put_back(position, name, value),
            Ok(Value::Array(array)) => {
                let position = position.min(array.len());
                array.insert(position, value);
            }
            _ => {}
        }
    }
}

/// The pointer to what holds the value, and its name or index there; none for the whole document.
fn split(path: &Pointer) -> Option<(Pointer, JsonString)> {
    Some((path.parent()?, path.tokens().last()?))
}

fn child<'v>(value: &'v Value, token: &JsonString) -> Result<&'v Value> {
    let child = match value {
        Value::Object(object) => object.get_name(token),
        Value::Array(array) => Index::read(token)?
            .existing(array)
            .map(|position| &array[position]),
        _ => None,
    };
    child.ok_or_else(|| Error::patch(format!("there is no `{token}`")))
}

fn find<'v>(value: &'v mut Value, path: &Pointer) -> Result<&'v mut Value> {
    path.tokens().try_fold(value, |value, token| {
        let child = match value {
            Value::Object(object) => object.get_name_mut(&token),
            Value::Array(array) => match Index::read(&token)?.existing(array) {
                Some(position) => array.get_mut(position),
                None => None,
            },
            _ => None,
        };
        child.ok_or_else(|| Error::patch(format!("there is no `{token}`")))
    })
}

fn no_container(path: &Pointer, found: &Value) -> Error {
    Error::patch(format!(
        "`{path}` is neither an object nor a list but {}",
        found.kind()
    ))
}
