//! Why a choice selects no case.

use uiconform_catalogue::Catalogue;
use uiconform_runner::{Choice, ChoiceError, Plan};

use crate::suggest;

/// Says which condition of a choice that selects nothing leaves nothing over. The others come before it.
pub(super) fn selected(catalogues: &[Catalogue], choice: Choice) -> Result<String, ChoiceError> {
    let mut part = Choice {
        profiles: choice.profiles.clone(),
        ..Choice::default()
    };
    let is_empty = |part: &Choice| Ok(Plan::chosen(catalogues, part)?.is_empty());
    let reason = if is_empty(&part)? {
        format!("no case is of the profile {}", choice.profiles.join(" or "))
    } else {
        part.filters = choice.filters;
        let within = within(&part);
        if is_empty(&part)? {
            let of_profile = of_profile(&part);
            let filters: Vec<String> = part
                .filters
                .iter()
                .map(|filter| format!("`{filter}`"))
                .collect();
            let meant = match &part.filters[..] {
                [filter] => suggest::filter(filter, &part.profiles, catalogues),
                _ => String::new(),
            };
            format!(
                "no id of a case{of_profile} or of its requirements matches {}{meant}; `uiconform cases list` prints the ids, and * stands for any characters",
                filters.join(" or ")
            )
        } else {
            part.only = choice.only;
            match (part.only.as_ref(), choice.shard) {
                (Some(only), _) if only.is_empty() => "the result file has no failure".to_owned(),
                (Some(_), _) if is_empty(&part)? => {
                    format!("no failure of the result file is among the cases{within}")
                }
                (_, Some(shard)) => format!(
                    "the shard {shard} holds none of the {} cases{within}",
                    Plan::chosen(catalogues, &part)?.len()
                ),
                _ => "the suite has none".to_owned(),
            }
        }
    };
    Ok(format!("no case was selected: {reason}"))
}

fn of_profile(part: &Choice) -> String {
    match &part.profiles[..] {
        [] => String::new(),
        profiles => format!(" of the profile {}", profiles.join(" or ")),
    }
}

/// What was chosen so far, as the end of a sentence.
fn within(part: &Choice) -> String {
    let filtered = match &part.filters[..] {
        [] => String::new(),
        filters => format!(
            " that match {}",
            filters
                .iter()
                .map(|filter| format!("`{filter}`"))
                .collect::<Vec<_>>()
                .join(" or ")
        ),
    };
    of_profile(part) + &filtered
}
