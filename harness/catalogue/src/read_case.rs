//! Reading one case of a file: what every suite has in common; the rest is for its form.

use std::sync::Arc;

use uiconform_json::{Document, Located, Node, Pointer, Value};

use crate::{
    Case, CaseId, Derivation, Exercise, FileForm, Level, Place, Requirement, Showing, case::Source,
    located, twin,
};

/// Names that JavaScript objects inherit: a case that mentions one is followed by the canary.
const INHERITED: [&str; 3] = ["__proto__", "constructor", "prototype"];

/// A case and the node of its twin, until all files are read.
pub(crate) struct Draft {
    pub(crate) case: Case,
    pub(crate) twin: Option<TwinReference>,
}

/// How a case names its twin. The place is worked out only for an error.
pub(crate) struct TwinReference {
    pub(crate) id: CaseId,
    document: Arc<Document>,
    pointer: Pointer,
}

impl TwinReference {
    pub(crate) fn error(&self, message: &str) -> Located {
        let place = self.document.place(&self.pointer);
        Located {
            name: self.document.name().to_owned(),
            line: place.line,
            column: place.column,
            pointer: self.pointer.clone(),
            message: message.to_owned(),
        }
    }
}

/// What the cases of one file share.
pub(crate) struct Head<'a> {
    pub(crate) suite: &'a str,
    pub(crate) profile: &'a str,
    pub(crate) topic: &'a str,
    pub(crate) stem: &'a str,
    pub(crate) file: &'a str,
}

pub(crate) fn read_case(
    document: &Arc<Document>,
    node: &Node<'_>,
    place: uiconform_json::Place,
    head: &Head<'_>,
    form: &dyn FileForm,
    known: &[Requirement],
) -> Result<Vec<Draft>, Located> {
    let mut members = node.object()?;
    let name = members.required("name")?;
    check_name(&name, name.text()?)?;
    let id = |name: &str| CaseId::new(format!("{}/{}/{name}", head.suite, head.stem));
    let review = match members.optional("review") {
        Some(node) if node.boolean()? => true,
        Some(node) => {
            return Err(node.error("a case is to be reviewed or it is not; remove `review`"));
        }
        None => false,
    };
    // Whoever wrote the case says freely how.
    if let Some(node) = members.optional("provenance")
        && node.value().as_object().is_none()
    {
        return Err(node.error("the provenance of a case is an object"));
    }
    let level = match members.optional("level") {
        None if review => Level::Required,
        None => Level::read(&members.required("level")?)?,
        Some(node) => Level::read(&node)?,
    };
    let requirements = match members.optional("requirements") {
        None if review => Vec::new(),
        None => read_requirements(&members.required("requirements")?, head, known)?,
        Some(node) => read_requirements(&node, head, known)?,
    };
    let why = members.required("why")?;
    if why.text()?.trim().is_empty() {
        return Err(why.error("say in one sentence why the expectation is what it is"));
    }
    let asks = match (members.optional("asks"), level) {
        (Some(asks), Level::Informative) if !asks.text()?.trim().is_empty() => {
            Some(asks.text()?.to_owned())
        }
        (_, Level::Informative) => {
            return Err(
                node.error("an informative case needs `asks`: the open question, in a few words")
            );
        }
        (Some(asks), _) => return Err(asks.error("only an informative case asks something")),
        (None, _) => None,
    };
    let twin = members
        .optional("twin")
        .map(|node| {
            let text = node.text()?;
            Ok(TwinReference {
                id: if text.contains('/') {
                    CaseId::new(text)
                } else {
                    id(text)
                },
                document: Arc::clone(document),
                pointer: node.pointer(),
            })
        })
        .transpose()?;
    let differs_at = match (members.optional("differs_at"), &twin) {
        (None, _) => Vec::new(),
        (Some(node), Some(_)) => twin::read_pointers(&node)?,
        (Some(node), None) => return Err(node.error("there is no `twin` from which to differ")),
    };
    let reading = form.read(level, &mut members)?;
    members.finish()?;

    let place = Place {
        file: head.file.to_owned(),
        line: place.line,
        column: place.column,
    };
    let origin = id(name.text()?);
    let case = |id: CaseId, level, derived, exercise: Box<dyn Exercise>| Case {
        canary: touches_inherited(&exercise.input()),
        id,
        suite: head.suite.to_owned(),
        profile: head.profile.to_owned(),
        topic: head.topic.to_owned(),
        level,
        requirements: requirements.clone(),
        why: why.text().unwrap_or_default().to_owned(),
        asks: asks.clone(),
        twin: twin.as_ref().map(|twin| twin.id.clone()),
        differs_at: differs_at.clone(),
        review,
        derived,
        place: place.clone(),
        source: Source::new(document, node.pointer()),
        exercise,
    };
    let mut drafts: Vec<Draft> = reading
        .derived
        .into_iter()
        .map(|derived| {
            let derivation = Derivation {
                from: origin.clone(),
                about: derived.about,
            };
            Draft {
                case: case(
                    CaseId::new(format!("{origin}.{}", derived.suffix)),
                    derived.level,
                    Some(derivation),
                    derived.exercise,
                ),
                twin: None,
            }
        })
        .collect();
    drafts.insert(
        0,
        Draft {
            case: case(origin.clone(), level, None, reading.exercise),
            twin,
        },
    );
    Ok(drafts)
}

/// Checks the name of a case or of an outcome: lower-case words and digits joined by `-`.
///
/// # Errors
///
/// A located error if it is of another form.
pub fn check_name(node: &Node<'_>, name: &str) -> Result<(), Located> {
    if is_name(name) {
        Ok(())
    } else {
        Err(node.error("a name is lower-case words and digits joined by `-`"))
    }
}

/// Whether a text can be a part of an id. Ids go into command lines, reports and file names as they are.
pub(crate) fn is_name(name: &str) -> bool {
    let fits = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    !name.is_empty() && name.chars().all(fits) && !name.starts_with('-') && !name.ends_with('-')
}

fn read_requirements(
    node: &Node<'_>,
    head: &Head<'_>,
    known: &[Requirement],
) -> Result<Vec<String>, Located> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.error("name the requirements whose violation this case shows"));
    }
    list.iter()
        .enumerate()
        .map(|(index, node)| {
            let id = node.text()?;
            if list[..index]
                .iter()
                .any(|earlier| earlier.value() == node.value())
            {
                return Err(node.error(format!("{id} stands twice")));
            }
            let Some(requirement) = known.iter().find(|requirement| requirement.id == id) else {
                let ids = known.iter().map(|requirement| requirement.id.as_str());
                return Err(node.error(format!(
                    "unknown requirement `{id}`{}; `uiconform requirements` lists them",
                    located::did_you_mean(id, ids)
                )));
            };
            match &requirement.showing {
                Showing::Profiles(profiles) if profiles.iter().any(|p| p == head.profile) => {
                    Ok(id.to_owned())
                }
                Showing::Profiles(profiles) => Err(node.error(format!(
                    "{id} is shown by the profiles {}, not by {}",
                    profiles.join(", "),
                    head.profile
                ))),
                Showing::NotShown(reason) => {
                    Err(node.error(format!("no driver can show {id}: {reason}")))
                }
            }
        })
        .collect()
}

fn touches_inherited(input: &Value) -> bool {
    let text = input.to_text();
    INHERITED.iter().any(|name| text.contains(name))
}
