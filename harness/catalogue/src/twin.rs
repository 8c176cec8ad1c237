//! Twins: a rejection proves something only beside an almost equal input that is accepted.

use uiconform_json::{Located, Node, Pointer, differences};

use crate::read_case::TwinReference;
use crate::{Case, CaseId, Relation, located};

/// Differences beyond this are not listed in an error.
const SHOWN: usize = 4;

/// Checks that a case which expects a rejection has a fitting twin, and that no other case has one.
pub(crate) fn check<'a>(
    case: &Case,
    reference: Option<&TwinReference>,
    find: impl Fn(&CaseId) -> Option<&'a Case>,
) -> Result<(), Located> {
    let reference = match (reference, case.exercise.relation()) {
        (None, Relation::Accepts | Relation::Records) => return Ok(()),
        (None, Relation::Rejects) if case.review => return Ok(()),
        (None, Relation::Rejects) => {
            return Err(located::at(
                &case.place.file,
                case.place.line,
                case.place.column,
                format!(
                    "`{}` expects a rejection and names no `twin`: name the accepted case from which its input differs at one place",
                    case.id.name()
                ),
            ));
        }
        (Some(reference), Relation::Accepts | Relation::Records) => {
            return Err(
                reference.error("only a case that expects a rejection has a twin; remove `twin`")
            );
        }
        (Some(reference), Relation::Rejects) => reference,
    };
    let error = |message: String| Err(reference.error(&message));
    let Some(twin) = find(&reference.id) else {
        return error(format!(
            "there is no case {}; name one of this file, or another by its full id",
            reference.id
        ));
    };
    if twin.profile != case.profile {
        return error(format!(
            "the twin {} belongs to the profile {}, this case to {}",
            twin.id, twin.profile, case.profile
        ));
    }
    if twin.exercise.relation() != Relation::Accepts {
        return error(format!(
            "the twin {} does not expect everything to be accepted",
            twin.id
        ));
    }
    if twin.level < case.level {
        return error(format!(
            "the twin {} is {}, weaker than this case, which is {}",
            twin.id, twin.level, case.level
        ));
    }
    let (input, other) = (case.exercise.input(), twin.exercise.input());
    let most = if case.differs_at.is_empty() {
        SHOWN
    } else {
        usize::MAX
    };
    let found: Vec<Pointer> = differences(&other, &input, most)
        .into_iter()
        .map(|difference| difference.pointer)
        .collect();
    if found.is_empty() {
        return error(format!(
            "the input of the twin {} is the same: it cannot be both accepted and rejected",
            twin.id
        ));
    }
    if case.differs_at.is_empty() {
        if found.len() > 1 {
            return error(format!(
                "the input differs from the twin {} at {}{}; let it differ at one place, or list the places in `differs_at`",
                twin.id,
                list(&found),
                if found.len() == SHOWN {
                    " and perhaps more"
                } else {
                    ""
                },
            ));
        }
        return Ok(());
    }
    if let Some(stray) = found
        .iter()
        .find(|pointer| !case.differs_at.iter().any(|at| pointer.starts_with(at)))
    {
        return error(format!(
            "the input differs from the twin {} at {stray} too, which `differs_at` does not list",
            twin.id
        ));
    }
    if let Some(idle) = case
        .differs_at
        .iter()
        .find(|at| !found.iter().any(|pointer| pointer.starts_with(at)))
    {
        return error(format!(
            "`differs_at` lists {idle}, where the twin {} does not differ",
            twin.id
        ));
    }
    Ok(())
}

/// Reads `differs_at`.
pub(crate) fn read_pointers(node: &Node<'_>) -> Result<Vec<Pointer>, Located> {
    let list = node.list()?;
    if list.is_empty() {
        return Err(node.error("list at least one pointer, or leave `differs_at` out"));
    }
    list.iter()
        .map(|node| {
            if node.text()?.is_empty() {
                return Err(
                    node.error("the whole input may always differ; name the places that do")
                );
            }
            Pointer::parse(node.text()?).ok_or_else(|| {
                node.error("not a JSON pointer: it begins with `/`, as in /events/0/block")
            })
        })
        .collect()
}

fn list(pointers: &[Pointer]) -> String {
    pointers
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join(", ")
}
