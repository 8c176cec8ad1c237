//! A check as JUnit XML: a test case for each rule that is broken, and one for the recording as a whole.

use std::collections::BTreeMap;
use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use uiconform_catalogue::Level;

use super::{CheckFinding, CheckReporter, CheckSubject, CheckSummary, sentence};
use crate::counted;
use crate::inert::{inert, shortened};

/// Characters of a message that are kept.
const WIDTH: usize = 400;

/// Findings of one rule that are written out.
const SHOWN: usize = 100;

pub(super) struct Junit<'w> {
    out: &'w mut dyn Write,
    subject: CheckSubject,
    rules: BTreeMap<String, Broken>,
}

/// The findings of one rule.
struct Broken {
    level: Level,
    requirement: String,
    count: usize,
    lines: Vec<String>,
}

impl<'w> Junit<'w> {
    pub(super) fn new(out: &'w mut dyn Write, subject: CheckSubject) -> Self {
        Self {
            out,
            subject,
            rules: BTreeMap::new(),
        }
    }

    /// Takes in a finding, and writes it out if there are fewer than that.
    fn count(&mut self, finding: &CheckFinding, most: usize) {
        let broken = self
            .rules
            .entry(finding.rule.clone())
            .or_insert_with(|| Broken {
                level: finding.level,
                requirement: finding.requirement.clone().unwrap_or_default(),
                count: 0,
                lines: Vec::new(),
            });
        broken.level = broken.level.max(finding.level);
        broken.count += 1;
        if broken.lines.len() < most {
            broken.lines.push(format!(
                "line {}, event {}: {}",
                finding.line,
                finding.event,
                shortened(&sentence(finding), WIDTH)
            ));
        }
    }
}

impl CheckReporter for Junit<'_> {
    fn finding(&mut self, finding: &CheckFinding) -> io::Result<()> {
        self.count(finding, SHOWN);
        Ok(())
    }

    fn hidden(&mut self, finding: &CheckFinding) {
        // A rule that is broken fails its test case, whatever of it is written out.
        self.count(finding, 0);
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }

    fn finish(&mut self, summary: &CheckSummary) -> io::Result<()> {
        let failures = self
            .rules
            .values()
            .filter(|broken| broken.level == Level::Required)
            .count();
        let tests = (self.rules.len() + 1).to_string();
        let failed = (failures + usize::from(summary.failed && failures == 0)).to_string();
        let name = shortened(&self.subject.input, WIDTH);
        let mut xml = Writer::new_with_indent(&mut *self.out, b' ', 2);
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        xml.create_element("testsuites")
            .with_attribute(("name", "uiconform check"))
            .with_attribute(("tests", tests.as_str()))
            .with_attribute(("failures", failed.as_str()))
            .write_inner_content(|xml| {
                xml.create_element("testsuite")
                    .with_attribute(("name", name.as_str()))
                    .with_attribute(("tests", tests.as_str()))
                    .with_attribute(("failures", failed.as_str()))
                    .write_inner_content(|xml| {
                        for (rule, broken) in &self.rules {
                            write_rule(xml, &self.subject.suite, rule, broken)?;
                        }
                        write_whole(xml, &self.subject.suite, summary, failures == 0)
                    })?;
                Ok(())
            })?;
        writeln!(self.out)
    }
}

fn write_rule<W: Write>(
    xml: &mut Writer<W>,
    suite: &str,
    rule: &str,
    broken: &Broken,
) -> io::Result<()> {
    let mut text = broken.lines.join("\n");
    if broken.count > broken.lines.len() {
        text.push_str(&format!(
            "\n… and {} more",
            counted(broken.count - broken.lines.len(), "finding")
        ));
    }
    let message = shortened(&broken.requirement, WIDTH);
    xml.create_element("testcase")
        .with_attribute(("classname", suite))
        .with_attribute(("name", rule))
        .write_inner_content(|xml| {
            // What is advised or left open is told and breaks nothing.
            let element = match broken.level {
                Level::Required => "failure",
                Level::Recommended | Level::Informative => "system-out",
            };
            let mut element = xml.create_element(element);
            if broken.level == Level::Required {
                element = element.with_attribute(("message", message.as_str()));
            }
            element.write_text_content(BytesText::new(&inert(&text)))?;
            Ok(())
        })?;
    Ok(())
}

/// The recording as a whole, so that there is a test case also where no rule is broken; it fails where a lighter finding does.
fn write_whole<W: Write>(
    xml: &mut Writer<W>,
    suite: &str,
    summary: &CheckSummary,
    alone: bool,
) -> io::Result<()> {
    let whole = xml
        .create_element("testcase")
        .with_attribute(("classname", suite))
        .with_attribute(("name", "the recording"));
    let mut told = format!(
        "{} in {}",
        counted(summary.total(), "finding"),
        counted(summary.events, "event")
    );
    if summary.interrupted {
        told.push_str(", and reading was interrupted");
    }
    whole.write_inner_content(|xml| {
        if summary.failed && alone {
            xml.create_element("failure")
                .with_attribute(("message", told.as_str()))
                .write_empty()?;
        } else {
            xml.create_element("system-out")
                .write_text_content(BytesText::new(&told))?;
        }
        Ok(())
    })?;
    Ok(())
}
