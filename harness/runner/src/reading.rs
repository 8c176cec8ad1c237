//! What the readers of case files have in common, whatever the protocol.

use uiconform_catalogue::{check_name, entries};
use uiconform_json::{Located, Members, Node};

use crate::values::OTHER;

/// Reads words of which each has a meaning and stands at most once.
pub(crate) fn read_words<T: Copy>(
    node: Option<Node<'_>>,
    known: &[(&'static str, T)],
) -> Result<Vec<T>, Located> {
    let Some(node) = node else {
        return Ok(Vec::new());
    };
    let list = node.list()?;
    let mut found = Vec::new();
    for (index, node) in list.iter().enumerate() {
        let word = node.text()?;
        if list[..index]
            .iter()
            .any(|earlier| earlier.value() == node.value())
        {
            return Err(node.error(format!("`{word}` stands twice")));
        }
        let Some((_, meaning)) = known.iter().find(|(name, _)| *name == word) else {
            let words: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
            return Err(node.error(format!(
                "unknown relation `{word}`; use one of {}",
                words.join(", ")
            )));
        };
        found.push(*meaning);
    }
    Ok(found)
}

/// Reads the `outcomes` of an informative case.
pub(crate) fn read_outcomes<T>(
    node: &Node<'_>,
    mut read: impl FnMut(&mut Members<'_>) -> Result<T, Located>,
) -> Result<Vec<(String, T)>, Located> {
    let mut outcomes = Vec::new();
    for (name, node) in entries(node)? {
        let name = name.to_string_lossy().into_owned();
        check_name(&node, &name)?;
        if name == OTHER {
            return Err(node.error("`other` is what matches no outcome; choose another name"));
        }
        let mut members = node.object()?;
        outcomes.push((name, read(&mut members)?));
        members.finish()?;
    }
    if outcomes.len() < 2 {
        return Err(node.error("name at least two outcomes: with one there is nothing open"));
    }
    Ok(outcomes)
}
