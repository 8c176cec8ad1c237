//! Baselines: what the reader takes fits the schema, and the other way round.

use serde_json::Value;
use uiconform_catalogue::baseline::Baseline;
use uiconform_catalogue::schemas::BASELINE;

use crate::{assert_fits, assert_refused, validator};

const WHOLE: &str = r#"
# A comment.
schema = 1

[suites."agentue-1.1"]
version = "1.0.0"
digest = "sha256:00"

[[failure]]
case = "agentue-1.1/a/b/c"
verdict = "fail"
fingerprint = "fail at /x"
reason = "so"

[[failure]]
case = "agentue-1.1/a/b/d"
verdict = "unproven"
reason = "so"
"#;

/// The text as JSON, as any reader of TOML would have it.
fn meaning(text: &str) -> Value {
    toml_edit::de::from_str(text).unwrap()
}

#[test]
fn what_the_reader_takes_fits() {
    let schema = validator(BASELINE, "");
    for text in [WHOLE, "schema = 1\n"] {
        Baseline::parse("b.toml", text).unwrap();
        assert_fits(&schema, &meaning(text), text);
    }
}

#[test]
fn what_the_reader_refuses_does_not_fit() {
    let schema = validator(BASELINE, "");
    for (from, to, place) in [
        ("schema = 1", "", "b.toml:1:1: "),
        ("schema = 1", "schema = 2", "b.toml:3:10: "),
        (
            "reason = \"so\"\n\n",
            "reason = \" \"\n\n",
            "b.toml:13:10: ",
        ),
        ("reason = \"so\"\n\n", "\n", "b.toml:9:1: "),
        ("\"fail\"", "\"pass\"", "b.toml:11:11: "),
        ("\"fail\"", "\"failed\"", "b.toml:11:11: "),
        ("a/b/c", "a/*", "b.toml:10:8: "),
        ("fingerprint", "finger", "b.toml:12:1: "),
        ("digest = \"sha256:00\"\n", "", "b.toml:5:1: "),
    ] {
        assert!(WHOLE.contains(from));
        let text = WHOLE.replacen(from, to, 1);
        let error = Baseline::parse("b.toml", &text).unwrap_err().to_string();
        assert!(error.starts_with(place), "{from} -> {to}: {error}");
        assert_refused(&schema, &meaning(&text), &text);
    }
}
