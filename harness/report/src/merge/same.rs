//! What shards of one run have in common, in words.

use uiconform_catalogue::record::{Header, LevelCounts};

/// What both headers say of one thing each: its name, and what the first and the second one have.
type Fact = (&'static str, String, String);

/// What must be the same, beside the names and versions of the suites and of the implementation.
pub(super) fn facts(a: &Header, b: &Header) -> Vec<Fact> {
    let fact = |name, of: &dyn Fn(&Header) -> String| (name, of(a), of(b));
    vec![
        fact("list of profiles that the driver offers", &|header| {
            list(&header.driver.profiles)
        }),
        fact("list of profiles of the suites", &|header| {
            list(&profiles(header))
        }),
        fact("list of optional abilities", &|header| {
            list(&header.driver.features)
        }),
        fact("list of limits", &|header| {
            let limits = header.driver.limits.iter();
            list(
                &limits
                    .map(|(name, limit)| format!("{name} {limit}"))
                    .collect::<Vec<_>>(),
            )
        }),
        fact("list of choices", &|header| {
            let choices = header.driver.choices.iter();
            list(
                &choices
                    .map(|(name, choice)| format!("{name} {}", choice.get()))
                    .collect::<Vec<_>>(),
            )
        }),
        fact("language of the implementation", &|header| {
            one(header.driver.language.as_ref())
        }),
        fact("address of the implementation", &|header| {
            one(header.driver.url.as_ref())
        }),
        fact("--profile", &|header| list(&header.selection.profiles)),
        fact("--filter", &|header| list(&header.selection.filters)),
        fact("--shuffle", &|header| {
            one(header.selection.shuffle.as_ref())
        }),
        fact("--repeat", &|header| one(header.selection.repeat.as_ref())),
        fact("--timeout", &|header| {
            one(header.selection.timeout.as_ref())
        }),
        fact("--startup-timeout", &|header| {
            one(header.selection.startup_timeout.as_ref())
        }),
    ]
}

/// The first option that one of them was run with and the other was not, and whether the second one was.
pub(super) fn option(a: &Header, b: &Header) -> Option<(&'static str, bool)> {
    let is_foreign = |header: &Header| header.suites.iter().any(|suite| suite.foreign);
    [
        ("--strict", a.selection.strict, b.selection.strict),
        ("--baseline", a.selection.baselined, b.selection.baselined),
        ("--failed", a.selection.failed_only, b.selection.failed_only),
        ("--cases", is_foreign(a), is_foreign(b)),
    ]
    .into_iter()
    .find(|(_, a, b)| a != b)
    .map(|(option, _, b)| (option, b))
}

/// Every profile with its cases.
fn profiles(header: &Header) -> Vec<String> {
    let profiles = header.suites.iter().flat_map(|suite| &suite.profiles);
    profiles
        .map(|profile| {
            let LevelCounts {
                required,
                recommended,
                informative,
            } = profile.cases;
            format!(
                "{} ({required} required, {recommended} recommended, {informative} informative{}{})",
                profile.profile,
                if profile.offered { "" } else { ", not offered" },
                if profile.headline { ", headline" } else { "" },
            )
        })
        .collect()
}

fn list(texts: &[String]) -> String {
    if texts.is_empty() {
        "empty".to_owned()
    } else {
        texts.join(", ")
    }
}

fn one(text: Option<&impl ToString>) -> String {
    text.map_or_else(|| "not given".to_owned(), ToString::to_string)
}
