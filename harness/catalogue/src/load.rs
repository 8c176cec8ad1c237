//! Loading a suite: every file is read and checked as a whole, and every fault is named with its place.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

use rayon::ThreadPoolBuilder;
use rayon::prelude::*;
use uiconform_json::{Document, Located};

use crate::digest::{self, SuiteDigest};
use crate::read_case::{Draft, Head, is_name, read_case};
use crate::{
    Case, CaseId, Exercise, Form, IdList, IdState, Level, Requirement, Suite, located, requirement,
    suite, twin,
};

/// Does work that is shared out to threads, or without any where the system gives none: the global pool would panic.
fn shared_out<T: Send>(work: impl FnOnce() -> T + Send) -> T {
    let alone = || {
        let builder = ThreadPoolBuilder::new().num_threads(1);
        builder.use_current_thread().build()
    };
    match ThreadPoolBuilder::new().build().or_else(|_| alone()) {
        Ok(pool) => pool.install(work),
        Err(_) => work(),
    }
}

/// A file as the loader takes it.
#[derive(Clone, Debug)]
pub struct SourceFile {
    /// Path within the suite, with `/`: `suite.json`, `ids.txt`, `requirements/…`, `cases/<area>/<file>.json`.
    pub path: String,
    /// Path as errors and reports show it.
    pub shown: String,
    /// Its text.
    pub text: Cow<'static, str>,
}

/// Everything that is wrong with the files of a suite.
#[derive(Debug, thiserror::Error)]
#[error("{}", .errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
pub struct LoadError {
    /// The faults, in the order of the files.
    pub errors: Vec<Located>,
}

impl From<Located> for LoadError {
    fn from(error: Located) -> Self {
        Self {
            errors: vec![error],
        }
    }
}

/// A loaded suite with its requirements and its cases.
pub struct Catalogue {
    /// The suite.
    pub suite: Suite,
    /// Its requirements, in the order of the text.
    pub requirements: Vec<Requirement>,
    /// Its cases: by profile, then by file, then as they stand in the file.
    pub cases: Vec<Case>,
    /// All ids that the suite has ever had.
    pub ids: IdList,
    canaries: BTreeMap<String, Box<dyn Exercise>>,
    by_id: HashMap<CaseId, usize>,
}

impl Catalogue {
    /// Loads a suite from its files.
    ///
    /// # Errors
    ///
    /// All faults of all files, each with file, line and column.
    pub fn load(files: &[SourceFile], form: &dyn Form) -> Result<Self, LoadError> {
        let loader = Loader::new(files, form)?;
        let catalogue = loader.load(files.iter().filter(|file| is_case_file(&file.path)))?;
        match catalogue.cases.iter().find(|case| case.review) {
            Some(case) => Err(LoadError::from(located::at(
                &case.place.file,
                case.place.line,
                case.place.column,
                "a case of the suite is adopted: give it what it lacks, and remove `review`",
            ))),
            None => Ok(catalogue),
        }
    }

    /// Loads the requirements alone.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load), of the files that are read.
    pub fn requirements_of(
        files: &[SourceFile],
        form: &dyn Form,
    ) -> Result<Vec<Requirement>, LoadError> {
        let loader = Loader::new(files, form)?;
        match loader.errors.is_empty() {
            true => Ok(loader.requirements),
            false => Err(LoadError {
                errors: loader.errors,
            }),
        }
    }

    /// Loads other case files against the definition, the requirements and the tombstones of a suite. No conformance is
    /// claimed from them.
    ///
    /// # Errors
    ///
    /// As [`load`](Self::load).
    pub fn load_other(
        files: &[SourceFile],
        others: &[SourceFile],
        form: &dyn Form,
    ) -> Result<Self, LoadError> {
        Loader::new(files, form)?.load(others.iter())
    }

    /// The case of that id.
    pub fn case(&self, id: &CaseId) -> Option<&Case> {
        self.by_id.get(id).map(|index| &self.cases[*index])
    }

    /// The place of a case among [`cases`](Self::cases).
    pub fn position(&self, id: &CaseId) -> Option<usize> {
        self.by_id.get(id).copied()
    }

    /// The requirement of that id.
    pub fn requirement(&self, id: &str) -> Option<&Requirement> {
        self.requirements
            .iter()
            .find(|requirement| requirement.id == id)
    }

    /// The request that follows a case which touches names that JavaScript objects inherit.
    pub fn canary(&self, profile: &str) -> Option<&dyn Exercise> {
        self.canaries.get(profile).map(|canary| &**canary)
    }
}

impl std::fmt::Debug for Catalogue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Catalogue")
            .field("suite", &self.suite)
            .field("cases", &self.cases.len())
            .finish_non_exhaustive()
    }
}

fn is_case_file(path: &str) -> bool {
    path.starts_with("cases/") && path.ends_with(".json")
}

/// Case files are written by people; what is deeper than this is described with `$nest`.
const DEEPEST: usize = 200;

struct Loader<'a> {
    form: &'a dyn Form,
    suite: Suite,
    requirements: Vec<Requirement>,
    ids: IdList,
    canaries: BTreeMap<String, Box<dyn Exercise>>,
    digest: SuiteDigest,
    errors: Vec<Located>,
}

/// What came of reading one file.
#[derive(Default)]
struct FileRead {
    /// The text of it that goes into the digest; nothing if it is no JSON.
    canonical: Option<String>,
    drafts: Vec<Draft>,
    errors: Vec<Located>,
}

impl<'a> Loader<'a> {
    fn new(files: &[SourceFile], form: &'a dyn Form) -> Result<Self, LoadError> {
        let mut errors = Vec::new();
        let manifest = files.iter().find(|file| file.path == "suite.json");
        let Some(manifest) = manifest else {
            return Err(located::at("suite.json", 1, 1, "the suite has no suite.json").into());
        };
        let document = open(manifest)?;
        let suite = suite::read(&document)?;
        let canaries = read_canaries(&document, form)?;
        let mut digest = SuiteDigest::default();
        digest.add(&manifest.path, &digest::of_file(document.value()));
        for (path, text) in form.shared() {
            let document = Document::parse(*path, *text)?;
            digest.add(path, &digest::of_file(document.value()));
        }

        let mut requirements: Vec<Requirement> = Vec::new();
        for file in files
            .iter()
            .filter(|file| file.path.starts_with("requirements/"))
        {
            match open(file).and_then(|document| requirement::read(&document, &suite.id)) {
                Ok(read) => {
                    for requirement in read {
                        if requirements.iter().any(|other| other.id == requirement.id) {
                            errors.push(located::at(
                                &file.shown,
                                1,
                                1,
                                format!("the requirement {} stands twice", requirement.id),
                            ));
                        }
                        requirements.push(requirement);
                    }
                }
                Err(error) => errors.push(error),
            }
        }
        let ids = match files.iter().find(|file| file.path == "ids.txt") {
            Some(file) => IdList::parse(&file.shown, &file.text)?,
            None => IdList::default(),
        };
        Ok(Self {
            form,
            suite,
            requirements,
            ids,
            canaries,
            digest,
            errors,
        })
    }

    fn load<'f>(
        mut self,
        files: impl Iterator<Item = &'f SourceFile>,
    ) -> Result<Catalogue, LoadError> {
        let files: Vec<&SourceFile> = files.collect();
        // Files do not depend on each other, and a run begins with reading all of them.
        let read: Vec<FileRead> =
            shared_out(|| files.par_iter().map(|file| self.read(file)).collect());
        let mut drafts = Vec::new();
        for (file, read) in files.iter().zip(read) {
            if let Some(text) = read.canonical {
                self.digest.add(&file.path, &text);
            }
            self.errors.extend(read.errors);
            drafts.extend(read.drafts);
        }
        drafts.sort_by_key(|draft| self.suite.rank(&draft.case.profile));
        let mut by_id: HashMap<CaseId, usize> = HashMap::new();
        for (index, draft) in drafts.iter().enumerate() {
            self.check_id(
                &draft.case,
                by_id.get(&draft.case.id).map(|i| &drafts[*i].case),
            );
            by_id.insert(draft.case.id.clone(), index);
        }
        // A case that could not be read is missing for its twins too, which would say nothing new.
        let whole = self.errors.is_empty();
        let find = |id: &CaseId| by_id.get(id).map(|index| &drafts[*index].case);
        let unfit = |draft: &Draft| {
            let lost = draft
                .twin
                .as_ref()
                .is_some_and(|twin| !by_id.contains_key(&twin.id));
            let is_due = draft.case.derived.is_none() && (whole || !lost);
            is_due
                .then(|| twin::check(&draft.case, draft.twin.as_ref(), find).err())
                .flatten()
        };
        let unfit: Vec<Located> = shared_out(|| drafts.par_iter().filter_map(unfit).collect());
        self.errors.extend(unfit);
        if !self.errors.is_empty() {
            return Err(LoadError {
                errors: self.errors,
            });
        }
        self.suite.digest = self.digest.finish();
        Ok(Catalogue {
            suite: self.suite,
            requirements: self.requirements,
            cases: drafts.into_iter().map(|draft| draft.case).collect(),
            ids: self.ids,
            canaries: self.canaries,
            by_id,
        })
    }

    fn check_id(&mut self, case: &Case, earlier: Option<&Case>) {
        let error = |message: String| {
            located::at(
                &case.place.file,
                case.place.line,
                case.place.column,
                message,
            )
        };
        if let Some(earlier) = earlier {
            self.errors.push(error(format!(
                "the id {} is in use: it stands at {}; give this case another name",
                case.id, earlier.place
            )));
        }
        if let Some(IdState::Buried { note, .. }) = self.ids.state(case.id.as_str()) {
            self.errors.push(error(format!(
                "the id {} is buried ({note}); ids are never used again, so give this case another name",
                case.id
            )));
        }
    }

    /// Reads one file, and goes on after a case that cannot be read.
    fn read(&self, file: &SourceFile) -> FileRead {
        let mut read = FileRead::default();
        match open(file) {
            Ok(document) => {
                let document = Arc::new(document);
                read.canonical = Some(digest::of_file(document.value()));
                if let Err(error) = self.read_cases(file, &document, &mut read) {
                    read.errors.push(error);
                }
            }
            Err(error) => read.errors.push(error),
        }
        read
    }

    fn read_cases(
        &self,
        file: &SourceFile,
        document: &Arc<Document>,
        into: &mut FileRead,
    ) -> Result<(), Located> {
        let mut members = document.root().object()?;
        let suite = members.required("suite")?;
        if suite.text()? != self.suite.id {
            return Err(suite.error(format!(
                "this file is loaded for the suite `{}`",
                self.suite.id
            )));
        }
        let profile = members.required("profile")?;
        if self.suite.profile(profile.text()?).is_none() {
            let known: Vec<&str> = self
                .suite
                .profiles
                .iter()
                .map(|p| p.name.as_str())
                .collect();
            return Err(profile.error(format!(
                "the suite has no profile of that name; it has {}",
                known.join(", ")
            )));
        }
        let profile = profile.text()?;
        let topic = members.required("topic")?.text()?;
        if topic.trim().is_empty() {
            return Err(document
                .root()
                .error("say in `topic` what the cases are about"));
        }
        let list = members.required("cases")?;
        let cases = list.list()?;
        if cases.is_empty() {
            return Err(list.error("a case file has at least one case"));
        }
        let form = self.form.open(profile, &mut members)?;
        members.finish()?;

        let stem = file
            .path
            .trim_start_matches("cases/")
            .trim_end_matches(".json");
        if let Some(part) = stem.split('/').find(|part| !is_name(part)) {
            return Err(document.root().error(format!(
                "the path of a case file becomes part of its ids, so `{part}` must be lower-case words and digits joined by `-`; rename it"
            )));
        }
        let head = Head {
            suite: &self.suite.id,
            profile,
            topic,
            stem,
            file: &file.shown,
        };
        let places = document.places_of_elements(&list.pointer());
        for (node, place) in cases.iter().zip(places) {
            match read_case(document, node, place, &head, &*form, &self.requirements) {
                Ok(read) => into.drafts.extend(read),
                Err(error) => into.errors.push(error),
            }
        }
        Ok(())
    }
}

fn open(file: &SourceFile) -> Result<Document, Located> {
    let document = Document::parse(file.shown.clone(), file.text.clone().into_owned())?;
    let depth = located::depth(document.value());
    if depth > DEEPEST {
        return Err(document.root().error(format!(
            "{depth} levels of nesting; describe what is deeper than {DEEPEST} with `$nest`"
        )));
    }
    Ok(document)
}

fn read_canaries(
    document: &Document,
    form: &dyn Form,
) -> Result<BTreeMap<String, Box<dyn Exercise>>, Located> {
    let mut canaries = BTreeMap::new();
    for node in document.root().object()?.required("profiles")?.list()? {
        let mut members = node.object()?;
        let profile = members.required("name")?.text()?;
        if let Some(canary) = members.optional("canary") {
            let mut canary = canary.object()?;
            let reading = form
                .open(profile, &mut canary)?
                .read(Level::Required, &mut canary)?;
            canary.finish()?;
            canaries.insert(profile.to_owned(), reading.exercise);
        }
    }
    Ok(canaries)
}
