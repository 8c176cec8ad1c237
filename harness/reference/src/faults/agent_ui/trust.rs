//! Faults in what is made of strings that look like code or markup (Summary).

use uiconform_json::Value;
use uiconform_protocols::agent_ui::Call;

use super::tools::with_texts;
use super::{ANY, faults};

/// What stands between two signs is replaced.
fn filled(text: &str, open: &str, close: &str) -> String {
    let (Some(from), Some(to)) = (text.find(open), text.rfind(close)) else {
        return text.to_owned();
    };
    match from + open.len() <= to {
        true => format!("{}4{}", &text[..from], &text[to + close.len()..]),
        false => text.to_owned(),
    }
}

fn has_tag(text: &str) -> bool {
    let is_sign = |rest: &str| {
        rest.starts_with(|sign: char| sign.is_ascii_alphabetic() || "/!".contains(sign))
    };
    let mut tags = text.match_indices('<');
    text.contains('>') && tags.any(|(at, _)| is_sign(&text[at + 1..]))
}

/// A text without its tags.
fn without_tags(text: &str) -> String {
    if !has_tag(text) {
        return text.to_owned();
    }
    let mut left = String::new();
    let mut within = false;
    for sign in text.chars() {
        match sign {
            '<' => within = true,
            '>' => within = false,
            _ if !within => left.push(sign),
            _ => {}
        }
    }
    left
}

/// Whether a text looks like a program, a style sheet or a link to one.
fn looks_like_code(text: &str) -> bool {
    let signs = [
        "function",
        "=>",
        "()",
        "javascript:",
        "data:",
        "import",
        "${",
        "{{",
        "__",
        "%(",
        "%s",
        "{0",
        "fetch(",
        "eval",
        "@import",
        "body{",
        "body {",
    ];
    signs.iter().any(|sign| text.contains(sign))
        || (text.contains('(') && text.contains(')'))
        || (text.contains('{') && text.contains('}'))
}

faults! {
    "templates-are-filled" aims ["AUI-1-04"] in ANY
    "Fills templates in the texts that it hands on." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            with_texts(call, |text| filled(&filled(text, "${", "}"), "{{", "}}"))
        }
    }

    "code-is-evaluated" aims ["AUI-1-04"] in ANY
    "Hands on what a text that is code comes to." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            with_texts(call, |text| match looks_like_code(text) {
                true => "4".to_owned(),
                false => text.to_owned(),
            })
        }
    }

    "script-links-are-blanked" aims ["AUI-1-04"] in ANY
    "Hands on `about:blank` for links to scripts and data." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            with_texts(call, |text| match text.starts_with("javascript:") || text.starts_with("data:") {
                true => "about:blank".to_owned(),
                false => text.to_owned(),
            })
        }
    }

    "tags-are-removed" aims ["AUI-1-04"] in ANY
    "Removes tags from the texts that it hands on." => {
        fn handed(&mut self, mut call: Call, _envelope: &Value) -> Vec<Call> {
            let renamed = call.value.as_object().map(|value| {
                let members = value.iter().map(|(name, member)| {
                    (without_tags(&name.to_string_lossy()), member.clone())
                });
                members.collect()
            });
            if let Some(renamed) = renamed {
                call.value = Value::Object(renamed);
            }
            with_texts(call, without_tags)
        }
    }

    "less-than-signs-are-escaped" aims ["AUI-1-05"] in ANY
    "Escapes every `<` that begins no tag." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            with_texts(call, |text| match has_tag(text) || looks_like_code(text) {
                true => text.to_owned(),
                false => text.replace('<', "&lt;"),
            })
        }
    }

    "markup-in-props-is-escaped" aims ["AUI-1-04", "AUI-1-05"] in ANY
    "Escapes the signs of markup in the texts that it hands on." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            with_texts(call, |text| {
                text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;").replace('\'', "&#39;")
            })
        }
    }

    "entities-of-props-are-decoded" aims ["AUI-1-05"] in ANY
    "Decodes entities in the texts that it hands on." => {
        fn handed(&mut self, call: Call, _envelope: &Value) -> Vec<Call> {
            with_texts(call, |text| {
                text.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&").replace("&nbsp;", "\u{a0}")
            })
        }
    }
}
