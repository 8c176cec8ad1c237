//! Objects, in the order and with the duplicates of their text.

use std::fmt;

use crate::index::Index;
use crate::string::Parts;
use crate::value::dismantle;
use crate::{JsonString, Value, compare, write};

/// A member: its name and its value.
pub(crate) type Member = (JsonString, Value);

/// A JSON object: its members in order, those that share a name among them.
///
/// A name is looked up in constant time. RFC 8259, section 4 leaves open what members that share a name mean; whoever asks
/// by name gets the last, as most implementations have it.
#[derive(Default)]
pub struct Object {
    members: Vec<Member>,
    /// There exactly if the members are many; see [`Index::WORTHWHILE`].
    index: Option<Box<Index>>,
}

impl Object {
    /// The empty object.
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn from_members(members: Vec<Member>) -> Self {
        let index = (members.len() > Index::WORTHWHILE).then(|| Box::new(Index::of(&members)));
        Self { members, index }
    }

    /// How many members there are, those that share a name counted each.
    #[inline]
    pub fn len(&self) -> usize {
        self.members.len()
    }

    /// Whether there is no member.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.members.is_empty()
    }

    /// The value of that name, the last if several share it.
    #[inline]
    pub fn get(&self, name: &str) -> Option<&Value> {
        self.position((name, &[]))
            .map(|position| &self.members[position].1)
    }

    /// The value of that name to change, the last if several share it.
    #[inline]
    pub fn get_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.position((name, &[]))
            .map(|position| &mut self.members[position].1)
    }

    /// Like [`Object::get`], for any name.
    #[inline]
    pub fn get_name(&self, name: &JsonString) -> Option<&Value> {
        self.position(name.parts())
            .map(|position| &self.members[position].1)
    }

    /// Like [`Object::get_mut`], for any name.
    #[inline]
    pub fn get_name_mut(&mut self, name: &JsonString) -> Option<&mut Value> {
        self.position(name.parts())
            .map(|position| &mut self.members[position].1)
    }

    /// Whether there is a member of that name.
    #[inline]
    pub fn contains(&self, name: &str) -> bool {
        self.position((name, &[])).is_some()
    }

    /// Gives a name a value: that of the last member of that name is replaced where it stands and returned, or a new member
    /// comes to the end.
    pub fn insert(
        &mut self,
        name: impl Into<JsonString>,
        value: impl Into<Value>,
    ) -> Option<Value> {
        let name = name.into();
        match self.position(name.parts()) {
            Some(position) => Some(std::mem::replace(
                &mut self.members[position].1,
                value.into(),
            )),
            None => {
                self.push(name, value);
                None
            }
        }
    }

    /// Appends a member, even if there is one of that name.
    pub fn push(&mut self, name: impl Into<JsonString>, value: impl Into<Value>) {
        self.members.push((name.into(), value.into()));
        match &mut self.index {
            Some(index) => index.note_last(&self.members),
            None if self.members.len() > Index::WORTHWHILE => {
                self.index = Some(Box::new(Index::of(&self.members)))
            }
            None => {}
        }
    }

    /// Takes every member of that name out and returns the value of the last.
    pub fn remove(&mut self, name: &str) -> Option<Value> {
        let last = self.position((name, &[]))?;
        self.index = None;
        let value = self.members.remove(last).1;
        self.members.retain(|(other, _)| other != name);
        *self = Self::from_members(std::mem::take(&mut self.members));
        Some(value)
    }

    /// Takes the last member of that name out, and says where it stood; an earlier one of that name stays.
    pub fn take(&mut self, name: &JsonString) -> Option<(usize, Value)> {
        let position = self.position(name.parts())?;
        let (last, members) = (self.members.len() - 1, &self.members);
        let is_last = position == last && last > Index::WORTHWHILE;
        if let Some(index) = self.index.as_mut().filter(|_| is_last)
            && index.forget_last(members)
        {
            return self.members.pop().map(|(_, value)| (position, value));
        }
        self.index = None;
        let value = self.members.remove(position).1;
        *self = Self::from_members(std::mem::take(&mut self.members));
        Some((position, value))
    }

    /// Puts a member where [`Object::take`] found it, even if there is one of that name; at the end if there are fewer members.
    pub fn put_back(
        &mut self,
        position: usize,
        name: impl Into<JsonString>,
        value: impl Into<Value>,
    ) {
        self.index = None;
        let position = position.min(self.members.len());
        self.members.insert(position, (name.into(), value.into()));
        *self = Self::from_members(std::mem::take(&mut self.members));
    }

    /// The members in order.
    #[inline]
    pub fn iter(&self) -> Iter<'_> {
        self.members.iter().map(|(name, value)| (name, value))
    }

    /// The members in order, their values to change.
    pub fn iter_mut(&mut self) -> IterMut<'_> {
        self.members.iter_mut().map(|(name, value)| (&*name, value))
    }

    /// The names in order.
    pub fn names(&self) -> impl Iterator<Item = &JsonString> {
        self.members.iter().map(|(name, _)| name)
    }

    /// The first name that an earlier member has too.
    pub fn duplicate_name(&self) -> Option<&JsonString> {
        let repeated = match &self.index {
            Some(index) => index.first_repeated(),
            None => (1..self.members.len()).find(|position| {
                self.members[..*position]
                    .iter()
                    .any(|(name, _)| name.parts() == self.members[*position].0.parts())
            }),
        };
        repeated.map(|position| &self.members[position].0)
    }

    /// The object as JSON text without white space; numbers as they were written.
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write::object(self, &mut text);
        text
    }

    pub(crate) fn members(&self) -> &[Member] {
        &self.members
    }

    /// Like [`Object::get_name`], trying first the position at which another object has that name.
    ///
    /// Only for names of which there is at most one, or else it might not be the last.
    pub(crate) fn find(&self, name: &JsonString, hint: usize) -> Option<&Value> {
        match self.members.get(hint) {
            Some((other, value)) if other == name => Some(value),
            _ => self.get_name(name),
        }
    }

    /// Where the last member of that name stands.
    #[inline]
    pub(crate) fn position(&self, name: Parts<'_>) -> Option<usize> {
        match &self.index {
            Some(index) => index.position(&self.members, name),
            None => self
                .members
                .iter()
                .rposition(|(other, _)| other.parts() == name),
        }
    }

    /// An object of the same names in the same order, so of the same index.
    pub(crate) fn with_members(&self, members: Vec<Member>) -> Self {
        Self {
            members,
            index: self.index.clone(),
        }
    }
}

/// The iterator of [`Object::iter`].
pub(crate) type Iter<'a> =
    std::iter::Map<std::slice::Iter<'a, Member>, fn(&'a Member) -> (&'a JsonString, &'a Value)>;
/// The iterator of [`Object::iter_mut`].
pub(crate) type IterMut<'a> = std::iter::Map<
    std::slice::IterMut<'a, Member>,
    fn(&'a mut Member) -> (&'a JsonString, &'a mut Value),
>;

impl Drop for Object {
    fn drop(&mut self) {
        dismantle(self.members.iter_mut().map(|(_, value)| value));
    }
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        compare::equal_objects(self, other)
    }
}

impl Eq for Object {}

impl fmt::Debug for Object {
    /// As compact JSON text.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write::object(self, f)
    }
}

impl<N: Into<JsonString>, V: Into<Value>> FromIterator<(N, V)> for Object {
    /// Keeps members that share a name.
    fn from_iter<I: IntoIterator<Item = (N, V)>>(members: I) -> Self {
        Self::from_members(
            members
                .into_iter()
                .map(|(name, value)| (name.into(), value.into()))
                .collect(),
        )
    }
}

impl IntoIterator for Object {
    type Item = (JsonString, Value);
    type IntoIter = std::vec::IntoIter<Member>;

    fn into_iter(mut self) -> Self::IntoIter {
        std::mem::take(&mut self.members).into_iter()
    }
}

impl<'a> IntoIterator for &'a Object {
    type Item = (&'a JsonString, &'a Value);
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a> IntoIterator for &'a mut Object {
    type Item = (&'a JsonString, &'a mut Value);
    type IntoIter = IterMut<'a>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter_mut()
    }
}

#[cfg(test)]
mod tests;
