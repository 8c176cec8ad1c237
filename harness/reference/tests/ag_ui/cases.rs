//! The cases, read from their files and written out.

use std::path::{Path, PathBuf};

use uiconform_json::{Array, Object, Value, parse};

/// A case as the judge needs it.
pub(crate) struct Case {
    pub(crate) id: String,
    pub(crate) profile: String,
    pub(crate) level: String,
    pub(crate) requirements: Vec<String>,
    /// The members that are about all runs.
    pub(crate) body: Object,
    /// The runs, descriptions written out.
    pub(crate) runs: Vec<Object>,
}

impl Case {
    pub(crate) fn is_informative(&self) -> bool {
        self.level == "informative"
    }

    /// Whether nothing that the agent streams is refused.
    pub(crate) fn is_sound(&self, run: usize) -> bool {
        let events = self.runs[run].get("events").or(self.runs[run].get("sse"));
        let refused = events
            .and_then(Value::as_array)
            .is_some_and(|events| events.iter().any(|event| event.get("refused").is_some()));
        let names_its_end = self.runs[run].contains("end");
        let outcomes = self.body.contains("outcomes") && !self.is_informative();
        !(refused || names_its_end || outcomes)
    }

    pub(crate) fn holds(&self, relation: &str) -> bool {
        let holds = self.body.get("holds").and_then(Value::as_array);
        holds.is_some_and(|holds| holds.iter().any(|name| name.as_str() == Some(relation)))
    }
}

/// All cases.
pub(crate) fn all() -> Vec<Case> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../spec-cases/drafts/ag-ui/cases");
    let mut files = Vec::new();
    collect(&root, &mut files);
    files.sort();
    files.iter().flat_map(|file| read(&root, file)).collect()
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect(&path, files);
        } else {
            files.push(path);
        }
    }
}

fn read(root: &Path, file: &Path) -> Vec<Case> {
    let text = std::fs::read_to_string(file).unwrap();
    let document = parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
    let name = file.strip_prefix(root).unwrap().with_extension("");
    let given = document.get("given").cloned().unwrap_or_default();
    let mut cases = Vec::new();
    for case in list(document.get("cases")) {
        let id = format!("{}/{}", name.display(), text_of(&case, "name"));
        let body = case.as_object().unwrap().clone();
        let mut add = |id: String, body: Object| {
            cases.push(Case {
                id,
                profile: text_of(&document, "profile"),
                level: text_of(&case, "level"),
                requirements: list(case.get("requirements"))
                    .iter()
                    .map(|id| id.as_str().unwrap().to_owned())
                    .collect(),
                runs: runs(&body, &given),
                body,
            });
        };
        let also = body.get("also").and_then(Value::as_object).cloned();
        for (name, events) in also.iter().flatten() {
            let mut body = body.clone();
            body.insert("events", events.clone());
            body.remove("also");
            add(format!("{id}.{name}"), body);
        }
        add(id, body);
    }
    cases
}

fn runs(body: &Object, given: &Value) -> Vec<Object> {
    let runs = match body.get("runs").and_then(Value::as_array) {
        Some(runs) => runs
            .iter()
            .map(|run| run.as_object().unwrap().clone())
            .collect(),
        None => vec![body.clone()],
    };
    runs.into_iter()
        .map(|mut run| {
            for member in ["events", "sse"] {
                if let Some(Value::Array(elements)) = run.get_mut(member).map(std::mem::take) {
                    let elements: Array = elements
                        .into_iter()
                        .flat_map(|element| named(element, given))
                        .flat_map(repeated)
                        .collect();
                    run.insert(member, elements);
                }
            }
            for member in ["after", "updates"] {
                if let Some(value) = run.get_mut(member).map(std::mem::take) {
                    run.insert(member, expand(&value, None));
                }
            }
            run
        })
        .collect()
}

/// What a name in the file's `given` stands for.
fn named(element: Value, given: &Value) -> Vec<Value> {
    let known = element.as_str().and_then(|name| given.get(name));
    match known {
        Some(Value::Array(events)) => events
            .iter()
            .flat_map(|event| named(event.clone(), given))
            .collect(),
        Some(event) => vec![event.clone()],
        None => vec![element],
    }
}

/// The copies of an element that says how many there are.
fn repeated(element: Value) -> Vec<Value> {
    if element.get("type").is_some() {
        return vec![expand(&element, None)]; // It may have an `event` of its own.
    }
    let times = element.get("times").and_then(Value::as_number);
    match (times.and_then(|times| times.to_u64()), element.get("event")) {
        (Some(times), Some(event)) => (0..times).map(|index| expand(event, Some(index))).collect(),
        (None, Some(event)) => vec![expand(event, None)],
        _ => vec![expand(&element, None)],
    }
}

/// Writes out what is described; `index` is that of the repetition around it.
pub(crate) fn expand(value: &Value, index: Option<u64>) -> Value {
    match value {
        Value::String(text) => match (index, text.as_str()) {
            (Some(index), Some(text)) => text.replace("{n}", &index.to_string()).into(),
            _ => value.clone(),
        },
        Value::Array(array) => array
            .iter()
            .map(|value| expand(value, index))
            .collect::<Array>()
            .into(),
        Value::Object(object) => described(object, index).unwrap_or_else(|| {
            object
                .iter()
                .map(|(name, value)| (name.clone(), expand(value, index)))
                .collect::<Object>()
                .into()
        }),
        _ => value.clone(),
    }
}

fn described(object: &Object, index: Option<u64>) -> Option<Value> {
    let count = |value: &Value, name| value.get(name)?.as_number()?.to_u64();
    if let Some(text) = object.get("$text") {
        let times = count(text, "times")? as usize;
        return Some(text.get("of")?.as_str()?.repeat(times).into());
    }
    if let Some(list) = object.get("$list") {
        let (of, times) = (list.get("of")?, count(list, "times")?);
        let elements: Array = (0..times).map(|index| expand(of, Some(index))).collect();
        return Some(elements.into());
    }
    if let Some(nest) = object.get("$nest") {
        let mut value = expand(nest.get("of")?, index);
        for _ in 0..count(nest, "levels")? {
            value = match nest.get("in")?.as_str()? {
                "list" => Value::from(vec![value]),
                _ => Value::from([("a", value)].into_iter().collect::<Object>()),
            };
        }
        return Some(value);
    }
    if let Some(start) = object.get("$count") {
        return Some((start.as_number()?.to_u64()? + index?).into());
    }
    None
}

pub(crate) fn list(value: Option<&Value>) -> Vec<Value> {
    value
        .and_then(Value::as_array)
        .map(|array| array.to_vec())
        .unwrap_or_default()
}

fn text_of(value: &Value, member: &str) -> String {
    value
        .get(member)
        .and_then(Value::as_str)
        .unwrap()
        .to_owned()
}
