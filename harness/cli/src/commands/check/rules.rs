//! Which rules findings are asked for.

use std::collections::HashMap;

use uiconform_catalogue::Requirement;
use uiconform_runner::Globs;

use crate::args::Check;
use crate::failure::Failure;
use crate::suggest;

/// The requirements of a suite, and those of them that are asked for.
pub(super) struct Rules<'r> {
    all: HashMap<&'r str, &'r Requirement>,
    only: Option<Globs>,
    off: Option<Globs>,
}

impl<'r> Rules<'r> {
    /// # Errors
    ///
    /// If a glob of the arguments is none, or matches no requirement.
    pub(super) fn new(
        args: &Check,
        suite: &str,
        requirements: &'r [Requirement],
    ) -> Result<Self, Failure> {
        Ok(Self {
            all: requirements
                .iter()
                .map(|requirement| (requirement.id.as_str(), requirement))
                .collect(),
            only: globs(&args.rule, suite, requirements)?,
            off: globs(&args.off, suite, requirements)?,
        })
    }

    /// Whether findings of a rule are asked for.
    pub(super) fn wants(&self, rule: &str) -> bool {
        let is_match = |globs: &Globs| globs.is_match(rule);
        self.only.as_ref().is_none_or(is_match) && !self.off.as_ref().is_some_and(is_match)
    }

    /// Whether there is a rule that is not asked for.
    pub(super) fn is_filtered(&self) -> bool {
        self.only.is_some() || self.off.is_some()
    }

    /// What a rule says.
    pub(super) fn text(&self, rule: &str) -> Option<String> {
        Some(self.all.get(rule)?.text.clone())
    }
}

/// Globs in any letter case, each of which matches something.
fn globs(
    wanted: &[String],
    suite: &str,
    requirements: &[Requirement],
) -> Result<Option<Globs>, Failure> {
    if wanted.is_empty() {
        return Ok(None);
    }
    // Ids of requirements are in capitals.
    let wanted: Vec<String> = wanted.iter().map(|one| one.to_ascii_uppercase()).collect();
    for one in &wanted {
        let glob = Globs::new(std::slice::from_ref(one))?;
        if !requirements.iter().any(|rule| glob.is_match(&rule.id)) {
            let ids = requirements.iter().map(|rule| rule.id.as_str());
            return Err(unknown(one, suite, ids));
        }
    }
    Ok(Some(Globs::new(&wanted)?))
}

/// A rule or glob that names nothing.
pub(super) fn unknown<'i>(rule: &str, suite: &str, ids: impl Iterator<Item = &'i str>) -> Failure {
    Failure::Usage(format!(
        "no rule `{rule}`{}; `uiconform requirements --suite {suite}` lists them, and * stands for any characters",
        suggest::near(rule, ids)
    ))
}
