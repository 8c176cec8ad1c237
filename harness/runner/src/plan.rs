//! Which cases are run, and in which order.

use std::collections::HashSet;

use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use uiconform_catalogue::record::Shard;
use uiconform_catalogue::{Case, CaseId, Catalogue, did_you_mean};

/// What to select.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Profiles by name or as `suite/profile`; empty for all.
    pub profiles: Vec<String>,
    /// Globs over ids of cases, or of the requirements that they cite; empty for all.
    pub filters: Vec<String>,
    /// Only these ids, if given.
    pub only: Option<HashSet<String>>,
    /// Only the cases of this part of the whole.
    pub shard: Option<Shard>,
    /// The seed of a random order.
    pub shuffle: Option<u64>,
}

/// A choice that cannot be made.
#[derive(Debug, thiserror::Error)]
pub enum ChoiceError {
    /// A filter is no glob.
    #[error("the filter `{glob}` is not a glob: {reason}")]
    Glob {
        /// The filter.
        glob: String,
        /// What is wrong with it.
        reason: String,
    },
    /// No suite has the profile.
    #[error("no profile `{name}`{meant}; there are {known}")]
    Profile {
        /// The name that was given.
        name: String,
        /// The name that was probably meant, as part of the message; may be empty.
        meant: String,
        /// The names that exist.
        known: String,
    },
}

/// Globs over ids, in which `*` stands for any characters, `/` included.
#[derive(Clone, Debug)]
pub struct Globs(GlobSet);

impl Globs {
    /// Reads globs.
    ///
    /// # Errors
    ///
    /// [`ChoiceError::Glob`] for what is none.
    pub fn new(globs: &[String]) -> Result<Self, ChoiceError> {
        let error = |glob: &str, error: globset::Error| ChoiceError::Glob {
            glob: glob.to_owned(),
            reason: error.kind().to_string(),
        };
        let mut set = GlobSetBuilder::new();
        for text in globs {
            // An id is a name, not a path.
            let glob = GlobBuilder::new(text)
                .literal_separator(false)
                .build()
                .map_err(|reason| error(text, reason))?;
            set.add(glob);
        }
        let set = set.build().map_err(|reason| error("", reason))?;
        Ok(Self(set))
    }

    /// Whether one of them matches.
    pub fn is_match(&self, id: &str) -> bool {
        self.0.is_match(id)
    }
}

/// Cases in the order in which they are run and reported. A twin always stands before the cases that rest on it.
#[derive(Debug)]
pub struct Plan<'a> {
    /// The cases, each with the catalogue that it belongs to.
    pub cases: Vec<(&'a Catalogue, &'a Case)>,
}

impl<'a> Plan<'a> {
    /// Selects cases from catalogues.
    ///
    /// # Errors
    ///
    /// See [`ChoiceError`].
    pub fn new(catalogues: &'a [Catalogue], choice: &Choice) -> Result<Self, ChoiceError> {
        Ok(Self::of(Self::chosen(catalogues, choice)?))
    }

    /// A plan of these cases, with the twins that they rest on.
    pub fn of(chosen: Vec<(&'a Catalogue, &'a Case)>) -> Self {
        Self {
            cases: twins_first(chosen),
        }
    }

    /// Selects cases without the twins that they rest on.
    ///
    /// # Errors
    ///
    /// See [`ChoiceError`].
    pub fn chosen(
        catalogues: &'a [Catalogue],
        choice: &Choice,
    ) -> Result<Vec<(&'a Catalogue, &'a Case)>, ChoiceError> {
        check_profiles(catalogues, &choice.profiles)?;
        let globs = Globs::new(&choice.filters)?;
        let mut chosen: Vec<(&Catalogue, &Case)> = catalogues
            .iter()
            .flat_map(|catalogue| catalogue.cases.iter().map(move |case| (catalogue, case)))
            .filter(|(_, case)| {
                let profile = case.profile_id();
                choice.profiles.is_empty()
                    || choice
                        .profiles
                        .iter()
                        .any(|wanted| *wanted == case.profile || *wanted == profile)
            })
            .filter(|(_, case)| {
                let cited = || case.requirements.iter().any(|id| globs.is_match(id));
                choice.filters.is_empty() || globs.is_match(case.id.as_str()) || cited()
            })
            .filter(|(_, case)| {
                choice
                    .only
                    .as_ref()
                    .is_none_or(|only| only.contains(case.id.as_str()))
            })
            .filter(|(_, case)| choice.shard.is_none_or(|shard| shard.holds(&case.id)))
            .collect();
        if let Some(seed) = choice.shuffle {
            fastrand::Rng::with_seed(seed).shuffle(&mut chosen);
        }
        Ok(chosen)
    }
}

/// Puts each twin before the first case that rests on it, and brings along those that were not chosen.
fn twins_first<'a>(chosen: Vec<(&'a Catalogue, &'a Case)>) -> Vec<(&'a Catalogue, &'a Case)> {
    let mut placed: HashSet<&CaseId> = HashSet::with_capacity(chosen.len());
    let mut ordered = Vec::with_capacity(chosen.len());
    for (catalogue, case) in chosen {
        // A twin expects no rejection, so it has none itself.
        let twin = case.twin.as_ref().and_then(|id| catalogue.case(id));
        for case in twin.into_iter().chain([case]) {
            if placed.insert(&case.id) {
                ordered.push((catalogue, case));
            }
        }
    }
    ordered
}

fn check_profiles(catalogues: &[Catalogue], wanted: &[String]) -> Result<(), ChoiceError> {
    let known: Vec<String> = catalogues
        .iter()
        .flat_map(|catalogue| {
            let suite = &catalogue.suite;
            suite
                .profiles
                .iter()
                .map(move |profile| format!("{}/{}", suite.id, profile.name))
        })
        .collect();
    for name in wanted {
        let fits = |known: &String| known == name || known.rsplit('/').next() == Some(name);
        if !known.iter().any(fits) {
            // A name is typed with its suite or without it.
            let whole = name.contains('/');
            let names = known.iter().map(|known| match known.rsplit_once('/') {
                Some((_, short)) if !whole => short,
                _ => known.as_str(),
            });
            return Err(ChoiceError::Profile {
                name: name.clone(),
                meant: did_you_mean(&name.to_lowercase(), names),
                known: known.join(", "),
            });
        }
    }
    Ok(())
}
