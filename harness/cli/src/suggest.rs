//! What was probably meant by an id or a glob that matches nothing. Nothing is suggested that is not really close.

use uiconform_catalogue::Catalogue;
use uiconform_report::counted;
use uiconform_runner::{Choice, Plan};

/// The known id that differs in a letter or two, or in case, as the end of a message: "; did you mean `x`?", or nothing.
///
/// Ids of cases share long beginnings, so a likeness in per cent would find one for anything.
pub(crate) fn near<'a>(id: &str, known: impl IntoIterator<Item = &'a str>) -> String {
    let most = (id.chars().count() / 8).clamp(1, 3);
    let id = id.to_lowercase();
    known
        .into_iter()
        .map(|known| (strsim::osa_distance(&id, &known.to_lowercase()), known))
        .filter(|(distance, _)| *distance <= most)
        .min_by_key(|(distance, _)| *distance)
        .map_or_else(String::new, |(_, known)| {
            format!("; did you mean `{known}`?")
        })
}

/// A filter that matches something where the given one matches nothing, as the end of a message, or nothing.
pub(crate) fn filter(filter: &str, profiles: &[String], catalogues: &[Catalogue]) -> String {
    let matches = |glob: &str, profiles: &[String]| {
        let choice = Choice {
            filters: vec![glob.to_owned()],
            profiles: profiles.to_vec(),
            ..Choice::default()
        };
        Plan::chosen(catalogues, &choice).map_or(0, |chosen| chosen.len())
    };
    let elsewhere = matches(filter, &[]);
    if elsewhere > 0 {
        return format!(
            "; it matches {} of other profiles",
            counted(elsewhere, "case")
        );
    }
    // Ids of cases are in small letters, those of requirements in capitals.
    let (small, large) = (filter.to_lowercase(), filter.to_uppercase());
    let anywhere = |glob: &str| format!("*{}*", glob.trim_matches('*'));
    let forms = [
        small.clone(),
        large.clone(),
        anywhere(filter),
        anywhere(&small),
        anywhere(&large),
    ];
    for form in forms {
        // Everything is no suggestion.
        let number = matches(&form, profiles);
        if form != filter && number > 0 && form.len() > 3 {
            return format!(
                "; did you mean `{form}`, which matches {}?",
                counted(number, "case")
            );
        }
    }
    let of_cases = catalogues
        .iter()
        .flat_map(|catalogue| catalogue.cases.iter().map(|case| case.id.as_str()));
    let of_requirements = catalogues.iter().flat_map(|catalogue| {
        let requirements = catalogue.requirements.iter();
        requirements.map(|requirement| requirement.id.as_str())
    });
    near(filter, of_cases.chain(of_requirements))
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn only_what_is_close_is_suggested() {
        let known = [
            "s-1/append/strings/keeps-spaces",
            "s-1/set/values/null",
            "S-5.3-02",
        ];
        let near = |id| near(id, known);
        assert_eq!(
            near("s-1/append/strings/keeps-space"),
            "; did you mean `s-1/append/strings/keeps-spaces`?"
        );
        assert_eq!(near("s-5.3-02"), "; did you mean `S-5.3-02`?");
        // The same beginning is no likeness.
        assert_eq!(near("s-1/append/strings/drops-all-of-it"), "");
        assert_eq!(near("append"), "");
    }
}
