//! The page of results: nothing from a driver becomes markup, script, style or link, its policy holds, and it stays small.

#![allow(clippy::unwrap_used, reason = "a test")]

mod support;

use std::collections::BTreeSet;

use base64::Engine as _;
use html5gum::emitters::default::DefaultEmitter;
use html5gum::{Token, Tokenizer};
use serde_json::Value;
use sha2::{Digest as _, Sha256};
use support::{HOSTILE, case, every_kind, failing, file, recorded, run};
use uiconform_catalogue::record::Exchange;
use uiconform_catalogue::{Level, Verdict};
use uiconform_report::Run;
use uiconform_report::html::{Entry, render};

fn page(runs: &[Run]) -> String {
    let entry = |run: &Run| Entry::new(file("r", run), "uiconform run --driver x".to_owned());
    let entries: Vec<Entry> = runs.iter().map(entry).collect();
    render("Results", &entries, &[]).unwrap()
}

/// A page as a browser takes it apart.
struct Read {
    /// Names of elements with the names and values of their attributes.
    tags: Vec<(String, Vec<(String, String)>)>,
    /// What stands in style and script elements, in order.
    raw: Vec<String>,
    /// The rest of the text.
    text: String,
}

fn read(page: &str) -> Read {
    let mut emitter = DefaultEmitter::<()>::default();
    // As browsers do, what is in scripts and styles is no markup.
    emitter.naively_switch_states(true);
    let string = |bytes: &html5gum::HtmlString| String::from_utf8_lossy(bytes).into_owned();
    let mut read = Read {
        tags: Vec::new(),
        raw: Vec::new(),
        text: String::new(),
    };
    let mut inside = String::new();
    for token in Tokenizer::new_with_emitter(page, emitter) {
        match token.unwrap() {
            Token::StartTag(tag) => {
                inside = string(&tag.name);
                if matches!(inside.as_str(), "style" | "script") {
                    read.raw.push(String::new());
                }
                let attributes = tag.attributes.iter();
                let attributes = attributes.map(|(name, value)| (string(name), string(value)));
                read.tags.push((inside.clone(), attributes.collect()));
            }
            Token::EndTag(_) => inside.clear(),
            Token::String(text) if matches!(inside.as_str(), "style" | "script") => {
                read.raw.last_mut().unwrap().push_str(&string(&text));
            }
            Token::String(text) => read.text.push_str(&string(&text)),
            Token::Comment(comment) => panic!("a comment: {comment:?}"),
            Token::Doctype(_) => {}
            Token::Error(error) => panic!("the page is not well-formed: {error:?}"),
        }
    }
    read
}

fn data(read: &Read) -> Value {
    serde_json::from_str(&read.raw[1]).unwrap()
}

/// The attributes that a page has: none of them acts, but for `href`, which is looked at by itself, and those of the head.
const ATTRIBUTES: [&str; 27] = [
    "aria-label",
    "aria-labelledby",
    "autocomplete",
    "charset",
    "checked",
    "class",
    "colspan",
    "content",
    "data-column",
    "data-profile",
    "data-r",
    "data-suite",
    "for",
    "hidden",
    "href",
    "http-equiv",
    "id",
    "lang",
    "method",
    "name",
    "placeholder",
    "role",
    "scope",
    "spellcheck",
    "tabindex",
    "type",
    "value",
];

fn check(read: &Read) {
    for (name, attributes) in &read.tags {
        for (attribute, value) in attributes {
            assert!(
                ATTRIBUTES.contains(&attribute.as_str()),
                "<{name} {attribute}={value:?}>"
            );
            if attribute == "href" {
                assert!(value.starts_with('#'), "<{name} href={value:?}>");
            }
        }
    }
    let count = |wanted: &str| read.tags.iter().filter(|(name, _)| name == wanted).count();
    assert_eq!((count("script"), count("style"), count("meta")), (2, 1, 6));
    for absent in ["img", "iframe", "link", "base", "object", "svg", "embed"] {
        assert_eq!(count(absent), 0, "{absent}");
    }
}

fn policy(read: &Read) -> String {
    let attribute = |attributes: &[(String, String)], wanted: &str| {
        let found = attributes.iter().find(|(name, _)| name == wanted);
        found.map(|(_, value)| value.clone())
    };
    let metas = read.tags.iter().filter(|(name, _)| name == "meta");
    let policies = metas.filter(|(_, attributes)| {
        attribute(attributes, "http-equiv").as_deref() == Some("Content-Security-Policy")
    });
    let policies: Vec<String> = policies
        .filter_map(|(_, attributes)| attribute(attributes, "content"))
        .collect();
    assert_eq!(policies.len(), 1);
    policies[0].clone()
}

#[test]
fn whatever_a_driver_says_is_text() {
    let plain: BTreeSet<String> = read(&page(&[every_kind("plain")]))
        .tags
        .into_iter()
        .map(|(name, _)| name)
        .collect();
    for text in HOSTILE {
        // In an attribute or in an element, it would have to end that first.
        for text in [
            text.to_owned(),
            format!("\"'><{text}"),
            format!("</script>{text}"),
        ] {
            let mut run = every_kind(&text);
            for case in &mut run.cases {
                case.requirements.push(text.clone());
                case.number_lossy.push(text.clone());
            }
            let read = read(&page(&[run.clone(), run]));
            check(&read);
            let tags: BTreeSet<String> = read.tags.iter().map(|(name, _)| name.clone()).collect();
            assert!(tags.is_subset(&plain), "{text:?}");
            let failures = data(&read)["failures"].as_array().unwrap().len();
            assert_eq!(failures, 36, "{text:?}");
        }
    }
}

#[test]
fn the_policy_allows_the_style_and_the_script_of_the_page_alone() {
    let page = page(&[every_kind("plain")]);
    let read = read(&page);
    let digest = |text: &str| {
        let digest = Sha256::digest(text.as_bytes());
        base64::engine::general_purpose::STANDARD.encode(digest)
    };
    let wanted = format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest(&read.raw[0]),
        digest(&read.raw[2])
    );
    assert_eq!(policy(&read), wanted);
    // A policy counts from where it stands.
    let before = page.split("Content-Security-Policy").next().unwrap();
    assert!(!before.contains("<script") && !before.contains("<style"));
}

#[test]
fn the_same_results_give_the_same_page() {
    let runs = [every_kind("one"), every_kind("two")];
    assert_eq!(page(&runs), page(&runs));
}

#[test]
fn equal_implementations_are_columns_of_their_own() {
    let runs = [every_kind("same"), every_kind("same")];
    let data = data(&read(&page(&runs)));
    let names: Vec<&str> = data["implementations"]
        .as_array()
        .unwrap()
        .iter()
        .map(|one| one["name"].as_str().unwrap())
        .collect();
    assert_eq!(names, ["same same", "same same (2)"]);
    assert_ne!(
        data["implementations"][0]["key"],
        data["implementations"][1]["key"]
    );
}

#[test]
fn open_points_stand_beside_each_other() {
    let answers = |outcome: &str| run(vec![recorded("asks", "who creates it?", outcome)], "x");
    let read = read(&page(&[answers("refuses"), answers("creates")]));
    assert!(read.text.contains("who creates it?"));
    assert!(read.text.contains("refuses") && read.text.contains("creates"));
    let is_marked = |(name, attributes): &(String, Vec<(String, String)>)| {
        name == "tr" && attributes.contains(&("class".to_owned(), "differ".to_owned()))
    };
    assert_eq!(read.tags.iter().filter(|tag| is_marked(tag)).count(), 1);
}

#[test]
fn a_long_transcript_is_cut_and_says_so() {
    let mut case = failing(case("long", Level::Required), Verdict::Fail, "x");
    case.failure.as_mut().unwrap().transcript = vec![
        Exchange {
            purpose: "the case".to_owned(),
            sent: "é".repeat(20_000),
            received: Some("ü".repeat(20_000)),
        },
        Exchange {
            purpose: "again".to_owned(),
            sent: "z".repeat(7),
            received: None,
        },
    ];
    let data = data(&read(&page(&[run(vec![case], "x")])));
    let failure = &data["failures"][0];
    // 40,000 bytes and 25,536 of the next; then nothing of 7.
    assert_eq!(failure["cut"], 80_007 - 65_536);
    let text = |place: &Value| {
        let place = usize::try_from(place.as_u64().unwrap()).unwrap();
        data["strings"][place].as_str().unwrap().to_owned()
    };
    let received = text(&failure["transcript"][0][2]);
    assert!(
        received.ends_with("ü… (14464 more bytes)"),
        "{}",
        received.len()
    );
    assert_eq!(text(&failure["transcript"][1][1]), "… (7 more bytes)");
}

/// A run of 2,000 cases of which every tenth fails, or all of them, with transcripts of as many bytes that are like no other.
fn large(number: usize, every: usize, bytes: usize) -> Run {
    let cases = (0..2000).map(|index| {
        let mut one = case(&format!("case-{index}"), Level::Required);
        one.requirements = vec![format!("S-1-{:03}", index / 7)];
        if index % every != 0 {
            return one;
        }
        // No two failures say the same.
        let text = format!("{number} {index} ").repeat(bytes / 80);
        let mut one = failing(one, Verdict::Fail, &text);
        let said = format!("{number} {index} ").repeat(bytes / 8);
        let failure = one.failure.as_mut().unwrap();
        failure.fingerprint = text;
        failure.transcript = vec![Exchange {
            purpose: "the case".to_owned(),
            sent: format!("{{\"id\":{index},\"params\":\"{}\"}}", "p".repeat(400)),
            received: Some(said),
        }];
        one
    });
    run(cases.collect(), &format!("implementation {number}"))
}

#[test]
fn twenty_implementations_of_two_thousand_cases_stay_below_15_mb() {
    let count = 20;
    for (every, bytes) in [(10, 600), (1, 2_000)] {
        let runs: Vec<Run> = (0..count)
            .map(|number| large(number, every, bytes))
            .collect();
        let page = page(&runs);
        assert!(page.len() < 15_000_000, "{} bytes", page.len());
        let data = data(&read(&page));
        let failures = data["failures"].as_array().unwrap();
        assert_eq!(failures.len(), count * 2000 / every);
        let is_left_out = |failure: &Value| failure["left_out"] == true;
        let missing = failures
            .iter()
            .filter(|failure| is_left_out(failure))
            .count();
        assert_eq!(missing > 0, every == 1, "{missing}");
        // Where there is not room for all, each implementation has some of it.
        for column in 0..count {
            let cases = data["cases"].as_array().unwrap().iter();
            let mut own = cases.filter_map(|case| case["failures"][column.to_string()].as_u64());
            assert!(own.any(|number| !is_left_out(&failures[usize::try_from(number).unwrap()])));
        }
    }
}
