//! Objects with two members of one name, as most readers take them.

use uiconform_json::{Object, Value};

/// Leaves the last of the members that share a name, at any depth.
pub(super) fn settled(mut value: Value) -> Value {
    // Without recursion: no depth of nesting exhausts the stack.
    let mut open = vec![&mut value];
    while let Some(value) = open.pop() {
        match value {
            Value::Array(elements) => open.extend(elements.iter_mut()),
            Value::Object(members) => {
                if members.duplicate_name().is_some() {
                    let mut settled = Object::new();
                    for (name, value) in std::mem::take(members).iter() {
                        settled.insert(name.clone(), value.clone());
                    }
                    *members = settled;
                }
                open.extend(members.iter_mut().map(|(_, value)| value));
            }
            _ => {}
        }
    }
    value
}
