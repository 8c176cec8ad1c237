//! A case as a story: what its file says, and what the names in it stand for.

use uiconform_catalogue::Case;
use uiconform_json::Value;

/// The values of the file that a case refers to by name, in the order in which it does.
pub fn named_values(case: &Case) -> Vec<(String, &Value)> {
    /// Members whose strings are no names of values: prose, names of other things, and what goes to the driver as it is.
    const OTHERS: [&str; 10] = [
        "name",
        "why",
        "asks",
        "twin",
        "level",
        "expect",
        "requirements",
        "differs_at",
        "event",
        "wire",
    ];
    let mut found: Vec<(String, &Value)> = Vec::new();
    let mut open = vec![case.source.value()];
    while let Some(value) = open.pop() {
        match value {
            Value::Object(object) => {
                let members = object
                    .iter()
                    .filter(|(name, _)| name.as_str().is_none_or(|name| !OTHERS.contains(&name)));
                let members: Vec<&Value> = members.map(|(_, member)| member).collect();
                open.extend(members.into_iter().rev());
            }
            Value::Array(list) => {
                let elements: Vec<&Value> = list.iter().collect();
                open.extend(elements.into_iter().rev());
            }
            Value::String(text) => {
                let name = text.to_string_lossy();
                if let Some(given) = case.source.given(&name)
                    && !found.iter().any(|(known, _)| *known == name)
                {
                    found.push((name.into_owned(), given));
                }
            }
            _ => {}
        }
    }
    found
}
