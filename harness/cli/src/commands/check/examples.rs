//! Bad and good examples of a rule: the suite's own cases as recordings, each of which has been checked before it is shown.

use std::collections::HashMap;

use uiconform_catalogue::{Case, Catalogue, Level, Relation};
use uiconform_checker::{Finding, Hygiene, Recorded, RecordedEnvelopes, RecordedRuns};
use uiconform_json::{JsonString, Object, Value};
use uiconform_protocols::agentue::Op;
use uiconform_report::inert;
use uiconform_runner::suites;

/// Bytes of a recording that is shown.
const SHORT: usize = 1600;

/// The model with which a recording begins if the case says nothing of it.
const MODEL: &str = r#"{"version":"1.1","biz":"chat","meta":{},"blocks":[]}"#;

/// A way of calling a check.
#[derive(Clone, Copy)]
struct Way {
    options: &'static str,
    hygiene: Hygiene,
}

/// The ways, of which the first counts that finds a rule.
const WAYS: [Way; 3] = [
    Way {
        options: "",
        hygiene: Hygiene {
            empty_deltas: false,
            large: None,
        },
    },
    Way {
        options: " --hygiene",
        hygiene: Hygiene {
            empty_deltas: true,
            large: None,
        },
    },
    Way {
        options: " --hygiene --large 200",
        hygiene: Hygiene {
            empty_deltas: true,
            large: Some(200),
        },
    },
];

/// A case as a recording, and what a check finds in it.
pub(super) struct Example<'c> {
    pub(super) case: &'c Case,
    /// The options with which the check finds it, each with a blank in front.
    pub(super) options: &'static str,
    /// JSON lines, an event each.
    pub(super) lines: Vec<String>,
    findings: Vec<Finding>,
}

/// What shows a rule.
#[derive(Default)]
pub(super) struct Examples<'c> {
    /// A recording with a finding of the rule.
    pub(super) bad: Option<Example<'c>>,
    /// One that is valid, and has none.
    pub(super) good: Option<Example<'c>>,
}

impl<'c> Example<'c> {
    fn new(case: &'c Case, lines: Vec<String>, way: Way) -> Option<Self> {
        let is_short = lines.iter().map(String::len).sum::<usize>() <= SHORT;
        // What would be shown otherwise than it is would be another example, and a blank line is none.
        let is_plain = |line: &String| {
            !line.contains(['\n', '\r']) && !line.trim().is_empty() && inert(line) == *line
        };
        if !is_short || !lines.iter().all(is_plain) {
            return None;
        }
        let findings = Protocol::of(case).findings(&lines, way);
        Some(Self {
            case,
            options: way.options,
            lines,
            findings,
        })
    }

    fn has(&self, rule: &str) -> bool {
        self.findings
            .iter()
            .any(|finding| finding.objection.rule == rule)
    }

    /// Whether what is found of a rule is no offence.
    pub(super) fn is_lawful(&self, rule: &str) -> bool {
        let mut found = self.findings.iter().map(|finding| &finding.objection);
        !found.any(|one| one.rule == rule && one.level > Level::Informative)
    }

    fn is_valid(&self) -> bool {
        let mut levels = self.findings.iter().map(|finding| finding.objection.level);
        levels.all(|level| level < Level::Required)
    }

    /// How well it shows a rule: with little else that is wrong, in lines that are meant for events, and shortly.
    fn noise(&self, rule: &str) -> (usize, usize, usize) {
        let others = self.findings.iter();
        let others = others.filter(|finding| finding.objection.rule != rule);
        let odd = self
            .lines
            .iter()
            .filter(|line| !BEGINNINGS.iter().any(|begins| line.starts_with(begins)));
        let bytes = self.lines.iter().map(String::len).sum();
        (others.count(), odd.count(), bytes)
    }

    /// The operation of the event that a rule objects to.
    fn offending(&self, rule: &str) -> Option<Op> {
        let mut findings = self.findings.iter();
        let finding = findings.find(|finding| finding.objection.rule == rule)?;
        op(&uiconform_json::parse(self.lines.get(finding.event)?).ok()?)
    }

    fn does(&self, wanted: Op) -> bool {
        let mut values = self.lines.iter().map(|line| uiconform_json::parse(line));
        values.any(|value| value.is_ok_and(|value| op(&value) == Some(wanted)))
    }
}

/// How lines begin that anybody knows for events.
const BEGINNINGS: [&str; 3] = ["{\"op\"", "{\"session_id\"", "{\"type\""];

/// What the recordings of a suite are of.
#[derive(Clone, Copy)]
enum Protocol {
    /// Events of AgentUE.
    Events,
    /// Envelopes of agent-ui@1, which are judged one by one.
    Envelopes,
    /// Runs of AG-UI.
    Runs,
}

impl Protocol {
    fn of(case: &Case) -> Self {
        match case.suite.as_str() {
            suites::MAIN => Self::Events,
            "agent-ui-1" => Self::Envelopes,
            _ => Self::Runs,
        }
    }

    fn findings(self, lines: &[String], way: Way) -> Vec<Finding> {
        match self {
            Self::Events => event_findings(lines, way),
            Self::Envelopes => envelope_findings(lines),
            Self::Runs => run_findings(lines, way),
        }
    }
}

fn event_findings(lines: &[String], way: Way) -> Vec<Finding> {
    let mut recorded = Recorded::new(way.hygiene);
    let mut findings: Vec<Finding> = Vec::new();
    for line in lines {
        findings.extend(recorded.event(line));
    }
    findings.extend(recorded.finish());
    findings
}

fn envelope_findings(lines: &[String]) -> Vec<Finding> {
    let mut recorded = RecordedEnvelopes::new();
    let findings = lines.iter().flat_map(|line| recorded.event(None, line));
    findings.collect()
}

fn run_findings(lines: &[String], way: Way) -> Vec<Finding> {
    let mut recorded = RecordedRuns::new(way.hygiene.empty_deltas);
    let mut findings: Vec<Finding> = Vec::new();
    for line in lines {
        findings.extend(recorded.event(line));
    }
    findings.extend(recorded.finish());
    findings
}

/// The examples of a rule, of the cases that cite it if there are such.
pub(super) fn of<'c>(catalogue: &'c Catalogue, rule: &str) -> Examples<'c> {
    let mut ways = WAYS.iter().map(|way| with(catalogue, rule, *way));
    ways.find(|examples| examples.bad.is_some())
        .unwrap_or_default()
}

fn with<'c>(catalogue: &'c Catalogue, rule: &str, way: Way) -> Examples<'c> {
    let cites = |case: &&Case| case.requirements.iter().any(|id| id == rule);
    let (citing, others): (Vec<&Case>, Vec<&Case>) = catalogue.cases.iter().partition(cites);
    let bad = |cases: &[&'c Case]| {
        let examples = cases.iter().flat_map(|case| recordings(case, way));
        let examples = examples.filter(|example| example.has(rule));
        examples.min_by_key(|example| example.noise(rule))
    };
    let Some(bad) = bad(&citing).or_else(|| bad(&others)) else {
        return Examples::default();
    };
    let fits = |example: &Example<'c>| example.is_valid() && !example.has(rule);
    let best = |cases: &[&'c Case], wanted: Option<Op>| {
        let examples = cases.iter().flat_map(|case| recordings(case, way));
        let examples = examples
            .filter(fits)
            .filter(|example| wanted.is_none_or(|op| example.does(op)));
        examples.min_by_key(|example| example.noise(rule))
    };
    let twin = bad.case.twin.as_ref().and_then(|id| catalogue.case(id));
    let near: Vec<&Case> = twin.into_iter().collect();
    let accepting: Vec<&Case> = citing
        .iter()
        .filter(|case| case.exercise.relation() == Relation::Accepts)
        .copied()
        .collect();
    let op = bad.offending(rule);
    let good = best(&near, None)
        .or_else(|| best(&[bad.case], None))
        .or_else(|| best(&accepting, op))
        .or_else(|| best(&others, op));
    Examples {
        bad: Some(bad),
        good,
    }
}

/// The recordings that a case may be shown as: with a start in front or as it is, with an end or without.
fn recordings(case: &Case, way: Way) -> Vec<Example<'_>> {
    let whole = match Protocol::of(case) {
        Protocol::Events => None,
        // Other ways find nothing more.
        Protocol::Envelopes if !way.options.is_empty() => Some(None),
        Protocol::Envelopes => Some(envelopes(case)),
        Protocol::Runs if way.hygiene.large.is_some() => Some(None),
        Protocol::Runs => Some(runs(case)),
    };
    if let Some(lines) = whole {
        let lines = lines.filter(|lines| !lines.is_empty());
        return lines
            .and_then(|lines| Example::new(case, lines, way))
            .into_iter()
            .collect();
    }
    let Some(lines) = events(case) else {
        return Vec::new();
    };
    let mut started = vec![start(MODEL)];
    started.extend(lines.iter().cloned());
    [lines, started]
        .into_iter()
        .flat_map(|lines| [Some(ended(&lines)), Some(lines)])
        .flatten()
        .filter_map(|lines| Example::new(case, lines, way))
        .collect()
}

/// The data of the envelopes in the first request of a case.
fn envelopes(case: &Case) -> Option<Vec<String>> {
    if case.exercise.size().bytes > SHORT {
        return None;
    }
    let call = case.exercise.next_call(&[])?;
    let params = uiconform_json::parse(&call.params).ok()?;
    let mut lines = Vec::new();
    for phase in params.get("phases")?.as_array()?.iter() {
        for event in phase.get("events")?.as_array()?.iter() {
            if event.get("event").and_then(Value::as_str) == Some("ui_envelope") {
                lines.push(event.get("data")?.to_text());
            }
        }
    }
    Some(lines)
}

/// The events of all runs in the first request of a case that sends them as values.
fn runs(case: &Case) -> Option<Vec<String>> {
    if case.exercise.size().bytes > SHORT {
        return None;
    }
    let call = case.exercise.next_call(&[])?;
    let params = uiconform_json::parse(&call.params).ok()?;
    let mut lines = Vec::new();
    for run in params.get("runs")?.as_array()?.iter() {
        lines.extend(run.get("events")?.as_array()?.iter().map(Value::to_text));
    }
    Some(lines)
}

/// The events of the first request of a case, after a start with its model.
fn events(case: &Case) -> Option<Vec<String>> {
    // What is too long to be shown need not be made.
    if case.exercise.size().bytes > SHORT {
        return None;
    }
    let call = case.exercise.next_call(&[])?;
    let params = uiconform_json::parse(&call.params).ok()?;
    let model = params.get("model").filter(|model| !model.is_null());
    let list = |name| params.get(name).and_then(Value::as_array);
    let mut lines = Vec::from_iter(model.map(|model| start(&model.to_text())));
    if let Some(events) = list("events") {
        lines.extend(events.iter().map(Value::to_text));
    } else if let Some(texts) = list("wire") {
        let texts = texts.iter().filter_map(Value::as_str);
        lines.extend(texts.map(str::to_owned));
    } else {
        lines.extend(list("frames")?.iter().enumerate().map(|(at, frame)| {
            let (seq, frame) = (at + 1, frame.to_text());
            format!(r#"{{"op":"set","seq":{seq},"block":{frame}}}"#)
        }));
    }
    Some(lines)
}

fn start(model: &str) -> String {
    format!(r#"{{"op":"start","seq":0,"model":{model}}}"#)
}

/// The events with an end for each stream that has none.
fn ended(lines: &[String]) -> Vec<String> {
    let mut streams: Vec<JsonString> = Vec::new();
    let mut open: HashMap<JsonString, (u64, bool)> = HashMap::new();
    for value in lines.iter().flat_map(|line| uiconform_json::parse(line)) {
        let stream = value.get("stream_id").and_then(Value::as_string);
        let stream = stream.cloned().unwrap_or_default();
        if !open.contains_key(&stream) {
            streams.push(stream.clone());
        }
        let (latest, ended) = open.entry(stream).or_default();
        let seq = value.get("seq").and_then(Value::as_number);
        let seq = seq.and_then(|seq| seq.to_u64()).unwrap_or_default();
        *latest = seq.max(*latest);
        *ended = op(&value) == Some(Op::End);
    }
    let mut lines = lines.to_vec();
    for stream in streams {
        if let Some((latest, false)) = open.get(&stream) {
            let mut end = Object::new();
            end.push("op", "end");
            if !stream.is_empty() {
                end.push("stream_id", stream);
            }
            end.push("seq", latest.saturating_add(1));
            lines.push(end.to_text());
        }
    }
    lines
}

fn op(event: &Value) -> Option<Op> {
    event.get("op").and_then(Value::as_str).and_then(Op::named)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use std::collections::BTreeSet;

    use super::*;

    /// The rules of findings in a recording, and whether it is valid.
    fn checked(lines: &[String], options: &str) -> (BTreeSet<&'static str>, bool) {
        let way = WAYS.iter().find(|way| way.options == options).unwrap();
        let mut recorded = Recorded::new(way.hygiene);
        let text = lines.join("\n");
        let mut findings: Vec<Finding> = Vec::new();
        for line in text.lines() {
            findings.extend(recorded.event(line));
        }
        findings.extend(recorded.finish());
        let heavy = |finding: &Finding| finding.objection.level == Level::Required;
        let valid = !findings.iter().any(heavy);
        let rules = findings.iter().map(|finding| finding.objection.rule);
        (rules.collect(), valid)
    }

    #[test]
    fn an_example_says_what_it_takes_to_find_it() {
        let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
        let bad = |rule| of(&catalogue, rule).bad.unwrap();
        assert_eq!(bad("AUE-5.3-12").options, "");
        assert_eq!(bad("AUE-5.3-07").options, " --hygiene");
        assert_eq!(bad("AUE-8-04").options, " --hygiene --large 200");
        // A text that is cut short, which whoever reads the page knows for an event.
        let cut = bad("AUE-4-02");
        let broken = cut
            .lines
            .iter()
            .find(|line| uiconform_json::parse(line).is_err());
        assert!(broken.unwrap().starts_with("{\"op\""), "{:?}", cut.lines);
    }

    #[test]
    fn every_rule_that_can_be_found_has_a_bad_example_and_a_good_one() {
        let catalogue = suites::load(suites::MAIN).unwrap().unwrap();
        let mut rules: BTreeSet<&'static str> = BTreeSet::new();
        let widest = WAYS[WAYS.len() - 1];
        let examples = catalogue.cases.iter();
        for example in examples.flat_map(|case| recordings(case, widest)) {
            rules.extend(example.findings.iter().map(|one| one.objection.rule));
        }
        assert!(rules.len() > 120, "{}: {rules:?}", rules.len());
        let mut without: Vec<&str> = Vec::new();
        for rule in rules {
            let examples = of(&catalogue, rule);
            let bad = examples.bad.unwrap();
            assert!(
                bad.lines.iter().all(|line| !line.trim().is_empty()),
                "{rule}"
            );
            let (found, _) = checked(&bad.lines, bad.options);
            assert!(found.contains(rule), "{rule}: {found:?}");
            let Some(good) = examples.good else {
                without.push(rule);
                continue;
            };
            let (found, valid) = checked(&good.lines, bad.options);
            assert!(valid && !found.contains(rule), "{rule}: {found:?}");
        }
        assert_eq!(without, [""; 0]);
    }

    /// Each rule that is found in recordings of cases of a suite has examples that show it.
    fn rules_have_examples(suite: &str, least: usize, without: &[&str]) {
        let catalogue = suites::load(suite).unwrap().unwrap();
        let mut rules: BTreeSet<&'static str> = BTreeSet::new();
        for example in catalogue
            .cases
            .iter()
            .flat_map(|case| recordings(case, WAYS[0]))
        {
            rules.extend(example.findings.iter().map(|one| one.objection.rule));
        }
        assert!(rules.len() > least, "{}: {rules:?}", rules.len());
        for rule in rules {
            let examples = of(&catalogue, rule);
            let bad = examples.bad.unwrap();
            let found = |lines: &[String]| -> BTreeSet<&'static str> {
                let findings = Protocol::of(&catalogue.cases[0]).findings(lines, WAYS[0]);
                findings.iter().map(|one| one.objection.rule).collect()
            };
            assert!(found(&bad.lines).contains(rule), "{rule}");
            match examples.good {
                Some(good) => assert!(!found(&good.lines).contains(rule), "{rule}"),
                None => assert!(without.contains(&rule), "{rule} has no good example"),
            }
        }
    }

    #[test]
    fn rules_of_envelopes_have_examples_too() {
        rules_have_examples("agent-ui-1", 20, &[]);
    }

    #[test]
    fn rules_of_runs_have_examples_too() {
        rules_have_examples("ag-ui", 30, &[]);
    }
}
