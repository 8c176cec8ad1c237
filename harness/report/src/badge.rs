//! Badges: what an implementation conforms to, for the page that presents it.

use std::fmt::Write as _;

use serde::Serialize;
use uiconform_catalogue::record::LevelCounts;
use uiconform_catalogue::summary::{Conformance, ProfileSummary, Summary};

use crate::inert::shortened;
use crate::results::ResultFile;

/// Characters of a label or a message.
const SHOWN: usize = 120;

/// What a badge says, in the form that badge services read from an address (the endpoint form, version 1).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Badge {
    schema_version: u32,
    /// The suite.
    pub label: String,
    /// What came of it.
    pub message: String,
    /// A colour that says the same: never grey, since grey is what a badge without a result looks like.
    pub color: &'static str,
}

pub(crate) const GREEN: &str = "#2e7d32";
const ORANGE: &str = "#bf5b04";
pub(crate) const RED: &str = "#c62828";
const LABEL: &str = "#1f3a5f";

impl Badge {
    /// The badge of a suite, or none if the file has no such suite.
    pub fn new(file: &ResultFile, suite: &str) -> Option<Self> {
        let record = file
            .header
            .suites
            .iter()
            .find(|record| record.suite == suite)?;
        let mut summary = Summary::new(&file.header);
        file.cases.iter().for_each(|case| summary.add(case));
        let profiles: Vec<ProfileSummary> = summary
            .finish()
            .into_iter()
            .filter(|summary| {
                let mut own = record.profiles.iter();
                own.any(|profile| profile.profile == summary.profile)
            })
            .collect();
        let is_part = !file.header.selection.is_whole() || record.foreign;
        let (message, color) = if file.is_incomplete() {
            ("incomplete run".to_owned(), ORANGE)
        } else {
            told(&profiles, is_part)
        };
        Some(Self {
            schema_version: 1,
            label: shortened(suite, SHOWN),
            message: shortened(&message, SHOWN),
            color,
        })
    }

    /// The form that badge services read.
    pub fn to_json(&self) -> String {
        let mut text = serde_json::to_string(self).unwrap_or_default();
        text.push('\n');
        text
    }

    /// A picture of its own, of 20 pixels in height.
    pub fn to_svg(&self) -> String {
        let (left, right) = (width(&self.label) + 10, width(&self.message) + 10);
        let all = left + right;
        let (label, message) = (xml(&self.label), xml(&self.message));
        let mut svg = String::new();
        let _ = writeln!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{all}" height="20" role="img" aria-label="{label}: {message}">"#
        );
        let _ = writeln!(svg, "  <title>{label}: {message}</title>");
        let _ = writeln!(
            svg,
            r#"  <clipPath id="r"><rect width="{all}" height="20" rx="3"/></clipPath>"#
        );
        let _ = writeln!(
            svg,
            r#"  <g clip-path="url(#r)"><rect width="{left}" height="20" fill="{LABEL}"/><rect x="{left}" width="{right}" height="20" fill="{}"/></g>"#,
            self.color
        );
        let _ = writeln!(
            svg,
            r##"  <g fill="#fff" font-family="Verdana,Geneva,DejaVu Sans,sans-serif" font-size="11">"##
        );
        for (text, from, wide) in [(&label, 0, left), (&message, left, right)] {
            let _ = writeln!(
                svg,
                r#"    <text x="{}" y="14" textLength="{}" lengthAdjust="spacingAndGlyphs">{text}</text>"#,
                from + 5,
                wide - 10
            );
        }
        svg.push_str("  </g>\n</svg>\n");
        svg
    }
}

fn told(profiles: &[ProfileSummary], is_part: bool) -> (String, &'static str) {
    let (headline, optional): (Vec<&ProfileSummary>, Vec<&ProfileSummary>) =
        profiles.iter().partition(|profile| profile.headline);
    let is = |wanted| move |profile: &&&ProfileSummary| profile.conformance == wanted;
    let all = |of: &[&ProfileSummary]| {
        !of.is_empty()
            && of
                .iter()
                .all(|profile| profile.conformance == Conformance::Conformant)
    };
    let extra: Vec<&str> = optional
        .iter()
        .filter(is(Conformance::Conformant))
        .map(|profile| short(&profile.profile))
        .collect();
    let extra = if extra.is_empty() {
        String::new()
    } else {
        format!(" + {}", extra.join(", "))
    };
    let broken: Vec<String> = headline
        .iter()
        .chain(&optional)
        .filter(is(Conformance::NotConformant))
        .map(|profile| format!("{} {}", short(&profile.profile), share(profile)))
        .collect();
    if !broken.is_empty() {
        let part = if is_part { "partial run, " } else { "" };
        return (format!("{part}not conformant: {}", broken.join(", ")), RED);
    }
    if all(&headline) {
        let names: Vec<&str> = headline
            .iter()
            .map(|profile| short(&profile.profile))
            .collect();
        return (format!("{} conformant{extra}", names.join(", ")), GREEN);
    }
    let words: Vec<String> = headline
        .iter()
        .map(|profile| {
            format!(
                "{} {}",
                short(&profile.profile),
                profile.conformance.words()
            )
        })
        .collect();
    (format!("{}{extra}", words.join(", ")), ORANGE)
}

/// A profile without its suite.
fn short(profile: &str) -> &str {
    profile.split_once('/').map_or(profile, |(_, name)| name)
}

fn share(profile: &ProfileSummary) -> String {
    let LevelCounts { required, .. } = profile.cases;
    format!("{}/{required}", profile.passed.required)
}

/// The width of a text of 11 pixels in Verdana, roughly; `textLength` makes it so.
fn width(text: &str) -> usize {
    let tenths: usize = text
        .chars()
        .map(|c| match c {
            'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | ' ' | '/' | '\'' => 40,
            'f' | 't' | 'r' | '-' | '(' | ')' => 48,
            'm' | 'w' | 'M' | 'W' => 100,
            'A'..='Z' | '+' => 78,
            c if c.is_ascii() => 68,
            _ => 110,
        })
        .sum();
    tenths / 10 + 1
}

fn xml(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
        .replace('"', "&quot;")
}
