//! Reading the members of cases that are AG-UI's own.

use uiconform_catalogue::{Derived, Described, FileForm, Level, Reading, check_name, entries};
use uiconform_json::{Located, Members, Node, Value};

use super::body::{Body, Expectation, Piece, Profile, Run, Stream};
use super::expected::{Expected, is_object};
use super::stream;
use crate::asked::{Again, Asked};
use crate::framings::Framing;
use crate::reading::{read_outcomes, read_words};

/// The profiles in which no updates are listed: those whose cases are about what stands after a run.
const WITHOUT_LISTS: [&str; 5] = ["common", "seed", "v1", "verify-off", "sse"];

/// What the cases of a file have in common.
pub(super) struct CaseFile {
    profile: Profile,
}

/// The members of a run, which stand in the case itself if there is only one.
const OF_A_RUN: [&str; 7] = ["send", "resume", "events", "sse", "end", "after", "updates"];

impl CaseFile {
    pub(super) fn new(profile: &str) -> Self {
        Self {
            profile: Profile::new(profile),
        }
    }

    fn runs(&self, case: &mut Members<'_>) -> Result<(Vec<Run>, Vec<Expected>), Located> {
        let Some(node) = case.optional("runs") else {
            let (run, expected) = self.run(case)?;
            return Ok((vec![run], vec![expected]));
        };
        for name in OF_A_RUN {
            if let Some(node) = case.optional(name) {
                return Err(node.error(format!("a case with `runs` has `{name}` in these")));
            }
        }
        let list = node.list()?;
        if list.is_empty() {
            return Err(node.error("a case has at least one run"));
        }
        let runs = list.iter().map(|node| {
            let mut members = node.object()?;
            let run = self.run(&mut members)?;
            members.finish()?;
            Ok(run)
        });
        let runs: Vec<(Run, Expected)> = runs.collect::<Result<_, Located>>()?;
        Ok(runs.into_iter().unzip())
    }

    fn run(&self, members: &mut Members<'_>) -> Result<(Run, Expected), Located> {
        let mut object = |name: &'static str| {
            let node = members.optional(name);
            node.map(|node| {
                is_object(&node)?;
                Described::read(&node, false)
            })
            .transpose()
        };
        let send = object("send")?;
        let resume = match members.optional("resume") {
            None => None,
            Some(node) => {
                node.list()?;
                Some(Described::read(&node, false)?)
            }
        };
        let run = Run {
            send,
            resume,
            stream: stream::read(members, self.profile.is("sse"))?,
            end: stream::end(members)?,
        };
        Ok((run, Expected::read(members, self.has_lists())?))
    }

    fn has_lists(&self) -> bool {
        !WITHOUT_LISTS.contains(&self.profile.name())
    }

    fn expectation(
        &self,
        level: Level,
        case: &mut Members<'_>,
        expected: Vec<Expected>,
    ) -> Result<Expectation, Located> {
        let open = level == Level::Informative;
        let outcomes = match case.optional("outcomes") {
            None if !open => {
                if expected.iter().all(Expected::is_empty) {
                    let node = case.node();
                    return Err(
                        node.error("say what is expected: `after`, `updates` or `outcomes`")
                    );
                }
                return Ok(Expectation::Fixed(expected));
            }
            None => case.required("outcomes")?,
            Some(node) => node,
        };
        if !expected.iter().all(Expected::is_empty) {
            return Err(outcomes.error(
                "a case has `outcomes`, or expects one thing by `after` and `updates`; not both",
            ));
        }
        let outcomes = self.outcomes(&outcomes, expected.len())?;
        Ok(match open {
            true => Expectation::Open(outcomes),
            false => Expectation::Several(outcomes),
        })
    }

    fn outcomes(
        &self,
        node: &Node<'_>,
        runs: usize,
    ) -> Result<Vec<(String, Vec<Expected>)>, Located> {
        read_outcomes(node, |members| {
            let Some(list) = members.optional("runs") else {
                let expected = Expected::read(members, self.has_lists())?;
                if runs > 1 {
                    let node = members.node();
                    return Err(node.error(format!(
                        "say it of each of the {runs} runs: `runs`, a list with null for each of which nothing is said"
                    )));
                }
                return Ok(vec![expected]);
            };
            let nodes = list.list()?;
            if nodes.len() != runs {
                return Err(list.error(format!("{} runs of {runs}", nodes.len())));
            }
            let expected = nodes.iter().map(|node| match node.value() {
                Value::Null => Ok(Expected::default()),
                _ => {
                    let mut members = node.object()?;
                    let expected = Expected::read(&mut members, self.has_lists())?;
                    members.finish()?;
                    Ok(expected)
                }
            });
            expected.collect()
        })
    }
}

/// What holds of a case besides its expectation.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Hold {
    Again(Again),
    Split,
}

impl Hold {
    const WORDS: [(&'static str, Self); 3] = [
        ("repeat", Self::Again(Again::Repeat)),
        ("fresh", Self::Again(Again::Fresh)),
        ("split", Self::Split),
    ];

    fn again(&self) -> Option<Again> {
        match self {
            Self::Again(again) => Some(*again),
            Self::Split => None,
        }
    }
}

impl FileForm for CaseFile {
    fn read(&self, level: Level, case: &mut Members<'_>) -> Result<Reading, Located> {
        let mut described = |name: &'static str, is_list: bool| {
            let node = case.optional(name);
            node.map(|node| {
                if is_list {
                    node.list()?;
                }
                Described::read(&node, false)
            })
            .transpose()
        };
        let messages = described("messages", true)?;
        let state = described("state", false)?;
        let (runs, expected) = self.runs(case)?;
        let holds = read_words(case.optional("holds"), &Hold::WORDS)?;
        if holds.contains(&Hold::Split) && !runs.iter().any(Run::has_bytes) {
            let node = case.node();
            return Err(node.error("only bytes can be split; `events` come one by one"));
        }
        let body = Body {
            profile: self.profile.clone(),
            messages,
            state,
            runs,
            expectation: self.expectation(level, case, expected)?,
            framing: None,
            split: holds.contains(&Hold::Split),
            again: holds.iter().filter_map(Hold::again).collect(),
            tells_ends_alone: false,
        };
        let mut derived = Vec::new();
        if let Some(node) = case.optional("also") {
            derived.extend(said_otherwise(&node, level, &body)?);
        }
        if let Some(node) = case.optional("framings") {
            derived.extend(framed(&node, level, &body)?);
        }
        Ok(Reading {
            exercise: asked(body),
            derived,
        })
    }
}

fn asked(body: Body) -> Box<Asked<Body>> {
    let again = body.again.clone();
    Box::new(Asked::new(body, &again))
}

/// The cases that say the same in other events.
fn said_otherwise(node: &Node<'_>, level: Level, body: &Body) -> Result<Vec<Derived>, Located> {
    let [run] = body.runs.as_slice() else {
        return Err(node.error("only a case of one run can be said in other events"));
    };
    let derived = entries(node)?.into_iter().map(|(name, node)| {
        let name = name.to_string_lossy().into_owned();
        check_name(&node, &name)?;
        let run = Run {
            stream: Stream::Events(stream::events(&node)?),
            ..run.clone()
        };
        Ok(Derived {
            suffix: name,
            level,
            about: "said in other events".to_owned(),
            exercise: asked(Body {
                runs: vec![run],
                ..body.clone()
            }),
        })
    });
    derived.collect()
}

/// The cases in each framing of a group.
fn framed(node: &Node<'_>, level: Level, body: &Body) -> Result<Vec<Derived>, Located> {
    let is_event = |piece: &Piece| matches!(piece, Piece::Frame(event) if !event.refused);
    let is_plain = |run: &Run| match &run.stream {
        Stream::Bytes(pieces) => pieces.iter().all(is_event),
        Stream::Events(_) => false,
    };
    match body.runs.as_slice() {
        [run] if is_plain(run) => {}
        _ => {
            return Err(node.error(
                "only a case of the profile `sse` with one run, all of whose pieces are events that are taken, can be framed in other ways",
            ));
        }
    }
    let derived = Framing::group(node)?.into_iter().map(|framing| Derived {
        suffix: framing.name.clone(),
        level,
        about: format!("in another framing: {}", framing.about),
        exercise: asked(Body {
            framing: Some(framing),
            split: false,
            ..body.clone()
        }),
    });
    Ok(derived.collect())
}
