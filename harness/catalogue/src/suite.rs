//! What a suite says of itself.

use uiconform_json::{Document, Located};

/// A suite: one text, its profiles, its version.
#[derive(Clone, Debug)]
pub struct Suite {
    /// Name such as `agentue-1.1`.
    pub id: String,
    /// Version of the suite, raised whenever a case is added, changed or buried.
    pub version: String,
    /// The text that it tests.
    pub title: String,
    /// Its profiles, in the order in which they are shown and run.
    pub profiles: Vec<Profile>,
    /// Digest over the cases; see [`Catalogue`](crate::Catalogue).
    pub digest: String,
}

/// One thing that an implementation may offer.
#[derive(Clone, Debug)]
pub struct Profile {
    /// Name within the suite, such as `reducer`.
    pub name: String,
    /// Whether it belongs to the headline verdict of the suite.
    pub headline: bool,
    /// One sentence: what is under test.
    pub about: String,
}

impl Suite {
    /// The profile of that name.
    pub fn profile(&self, name: &str) -> Option<&Profile> {
        self.profiles.iter().find(|profile| profile.name == name)
    }

    /// Place of a profile in the order of the suite.
    pub(crate) fn rank(&self, name: &str) -> usize {
        self.profiles
            .iter()
            .position(|profile| profile.name == name)
            .unwrap_or(self.profiles.len())
    }
}

/// Reads `suite.json`.
pub(crate) fn read(document: &Document) -> Result<Suite, Located> {
    let mut file = document.root().object()?;
    let id = file.required("suite")?.text()?.to_owned();
    let version = file.required("version")?.text()?.to_owned();
    let title = file.required("title")?.text()?.to_owned();
    let mut profiles = Vec::new();
    for node in file.required("profiles")?.list()? {
        let mut members = node.object()?;
        // The loader reads the canary, with the form of the suite.
        members.optional("canary");
        profiles.push(Profile {
            name: members.required("name")?.text()?.to_owned(),
            headline: members.required("headline")?.boolean()?,
            about: members.required("about")?.text()?.to_owned(),
        });
        members.finish()?;
    }
    file.finish()?;
    Ok(Suite {
        id,
        version,
        title,
        profiles,
        digest: String::new(),
    })
}
