use super::*;
use crate::parse;

fn object(text: &str) -> Object {
    match parse(text) {
        Ok(Value::Object(object)) => object,
        other => panic!("{other:?} is no object"),
    }
}

/// An object of so many members, the value of each its position; small ones have no index, large ones have.
fn counted(members: usize) -> Object {
    (0..members)
        .map(|position| (format!("name-{position}"), position))
        .collect()
}

const SIZES: [usize; 4] = [3, Index::WORTHWHILE, Index::WORTHWHILE + 1, 1000];

#[test]
fn names_are_found_at_any_size() {
    for size in SIZES {
        let mut counted = counted(size);
        for position in 0..size {
            assert_eq!(
                counted.get(&format!("name-{position}")),
                Some(&position.into())
            );
        }
        assert_eq!(counted.get("name"), None);
        assert!(!counted.contains("name-1000000"));
        *counted.get_mut("name-1").expect("there") = Value::Null;
        assert_eq!(counted.get("name-1"), Some(&Value::Null));
    }
}

#[test]
fn the_last_of_a_name_counts() {
    for size in SIZES {
        let mut object = counted(size);
        assert_eq!(object.duplicate_name(), None);
        object.push("name-2", "second");
        object.push("other", true);
        object.push("name-0", "second");
        assert_eq!(object.len(), size + 3);
        assert_eq!(object.get("name-2"), Some(&"second".into()));
        assert_eq!(object.duplicate_name(), Some(&"name-2".into()));
        // Replaced in place: the first of the two is as before.
        assert_eq!(object.insert("name-2", "third"), Some("second".into()));
        assert_eq!(
            object.iter().nth(2).map(|(_, value)| value.clone()),
            Some(2_usize.into())
        );
        assert_eq!(
            object.iter().nth(size).map(|(_, value)| value.clone()),
            Some("third".into())
        );
    }
}

#[test]
fn inserting_grows_across_the_threshold() {
    let mut object = Object::new();
    for position in 0..100 {
        assert_eq!(object.insert(format!("name-{position}"), position), None);
        assert_eq!(
            object.insert(format!("name-{position}"), position + 1),
            Some(position.into())
        );
    }
    assert_eq!(object.len(), 100);
    assert_eq!(object.get("name-41"), Some(&42.into()));
}

#[test]
fn removing_takes_all_of_a_name_and_keeps_the_rest_in_order() {
    for size in SIZES {
        let mut object = counted(size);
        object.push("name-1", "last");
        assert_eq!(object.remove("name-1"), Some("last".into()));
        assert_eq!(object.remove("name-1"), None);
        assert_eq!(object.len(), size - 1);
        let last = size - 1;
        assert_eq!(object.get(&format!("name-{last}")), Some(&last.into()));
        assert_eq!(object.names().next(), Some(&"name-0".into()));
        assert_eq!(object.duplicate_name(), None);
    }
}

#[test]
fn names_that_differ_in_a_lone_surrogate_are_different() {
    let mut object = object(r#"{"\ud800": 1, "\ud801": 2, "\ufffd": 3}"#);
    for position in 0..Index::WORTHWHILE {
        let high = JsonString::from_units([0xd800]);
        assert_eq!(object.get_name(&high), Some(&1.into()));
        assert_eq!(
            object.get_name(&JsonString::from_units([0xd801])),
            Some(&2.into())
        );
        assert_eq!(object.get("\u{fffd}"), Some(&3.into()));
        assert_eq!(object.get_name(&JsonString::from_units([0xd802])), None);
        object.push(position.to_string(), Value::Null);
    }
    *object
        .get_name_mut(&JsonString::from_units([0xd801]))
        .expect("there") = 4.into();
    assert_eq!(
        object.iter().nth(1).map(|(_, value)| value.clone()),
        Some(4.into())
    );
}

#[test]
fn copies_find_their_names() {
    for size in SIZES {
        let copy = counted(size).clone();
        assert_eq!(copy.get("name-2"), Some(&2.into()));
        assert_eq!(copy, counted(size));
    }
}

#[test]
fn iteration_keeps_order_and_duplicates() {
    let mut twice = object(r#"{"b": 1, "a": 2, "b": 3}"#);
    for (_, value) in &mut twice {
        *value = Value::from(vec![std::mem::take(value)]);
    }
    assert_eq!(format!("{twice:?}"), r#"{"b":[1],"a":[2],"b":[3]}"#);
    let names: Vec<JsonString> = twice.into_iter().map(|(name, _)| name).collect();
    assert_eq!(names, ["b", "a", "b"]);
}

#[test]
fn what_is_taken_can_be_put_back_where_it_stood() {
    for size in SIZES {
        let mut changed = counted(size);
        let name = JsonString::from("name-1");
        assert_eq!(changed.take(&name), Some((1, 1.into())));
        assert_eq!(changed.get("name-1"), None);
        assert_eq!(changed.get("name-2"), Some(&2.into()));
        changed.put_back(1, &name, 1);
        assert_eq!(changed.to_text(), counted(size).to_text());
        assert_eq!(changed.get("name-1"), Some(&1.into()));
        assert_eq!(changed.take(&"name".into()), None);
    }
}

#[test]
fn of_members_that_share_a_name_the_last_is_taken() {
    let mut twice = object(r#"{"a": 1, "b": 2, "a": 3}"#);
    assert_eq!(twice.take(&"a".into()), Some((2, 3.into())));
    assert_eq!(twice.to_text(), r#"{"a":1,"b":2}"#);
}

#[test]
fn members_are_taken_from_the_end_at_any_size() {
    for size in SIZES {
        let mut changed = counted(size);
        for last in (0..size).rev() {
            let name = JsonString::from(format!("name-{last}"));
            assert_eq!(changed.take(&name), Some((last, last.into())));
            assert_eq!(changed.take(&name), None);
            assert_eq!(changed.get("name-0").is_some(), last > 0);
        }
        assert!(changed.is_empty());
        changed.push("name-0", 1);
        assert_eq!(changed.get("name-0"), Some(&1.into()));
    }
    let mut twice = counted(1000);
    twice.push("name-5", "again");
    let name = JsonString::from("name-5");
    assert_eq!(twice.take(&name), Some((1000, "again".into())));
    assert_eq!(twice.take(&name), Some((5, 5.into())));
    assert_eq!(twice.take(&name), None);
}
