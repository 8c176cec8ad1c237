//! How records stand against a baseline.

use serde::{Deserialize, Serialize};

use crate::Verdict;
use crate::record::CaseRecord;

/// How a case stands against the baseline of known failures.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Baselined {
    /// What it is to the baseline.
    pub standing: BaselineStanding,
    /// The reason that the baseline gives, if the case is in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What the baseline says of it, if it is in it and is not as it says.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub was: Option<KnownFailure>,
    /// What an update of the suite has to do with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

/// What a case is to the baseline.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum BaselineStanding {
    /// It fails as the baseline says.
    Known,
    /// It fails and is not in the baseline.
    New,
    /// It is in the baseline and fails in another way, or is not offered any more.
    Changed,
    /// It is in the baseline and passes.
    Fixed,
}

/// A failure as a baseline knows it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct KnownFailure {
    /// Its verdict.
    pub verdict: Verdict,
    /// Its fingerprint.
    pub fingerprint: String,
}

impl Baselined {
    /// Whether the run is not as the baseline says.
    pub fn deviates(&self) -> bool {
        self.standing != BaselineStanding::Known
    }

    /// One sentence that says how the case stands, which came to this verdict.
    pub fn sentence(&self, verdict: Verdict) -> String {
        let reason = self.reason.as_deref().unwrap_or_default();
        let was = self.was.as_ref().map_or_else(String::new, |was| {
            if was.fingerprint.is_empty() {
                was.verdict.to_string()
            } else {
                format!("{} ({})", was.verdict, was.fingerprint)
            }
        });
        let mut text = match self.standing {
            BaselineStanding::Known => format!("known: {reason}"),
            BaselineStanding::New => "not in the baseline".to_owned(),
            BaselineStanding::Changed if verdict == Verdict::Unsupported => format!(
                "not judged, since the driver does not offer the profile any more; the baseline has it as {was}, for the reason: {reason}"
            ),
            BaselineStanding::Changed => {
                format!("the baseline has it as {was}, for the reason: {reason}")
            }
            BaselineStanding::Fixed => {
                format!(
                    "passes now, so take it out of the baseline, which has it as {was}, for the reason: {reason}"
                )
            }
        };
        if let Some(note) = &self.note {
            text += &format!("; {note}");
        }
        text
    }
}

/// How many cases stand how against a baseline.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BaselineCounts {
    /// They fail as the baseline says.
    pub known: usize,
    /// They fail and are not in it.
    pub new: usize,
    /// They are in it and fail in another way.
    pub changed: usize,
    /// They are in it and pass.
    pub fixed: usize,
}

impl BaselineCounts {
    /// Adds a case.
    pub fn add(&mut self, case: &CaseRecord) {
        let Some(baselined) = &case.baseline else {
            return;
        };
        *match baselined.standing {
            BaselineStanding::Known => &mut self.known,
            BaselineStanding::New => &mut self.new,
            BaselineStanding::Changed => &mut self.changed,
            BaselineStanding::Fixed => &mut self.fixed,
        } += 1;
    }

    /// How many are not as the baseline says.
    pub fn deviations(&self) -> usize {
        self.new + self.changed + self.fixed
    }
}
