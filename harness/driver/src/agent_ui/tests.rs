#![allow(clippy::unwrap_used)] // A test says what it expects.

use super::*;
use crate::answer_line;

/// Notes what it is asked.
#[derive(Default)]
struct Notes(Vec<String>);

impl AgentUi for Notes {
    fn implementation(&self) -> Implementation {
        Implementation::new("notes", "1")
    }

    fn persists(&self) -> bool {
        true
    }

    fn begin(&mut self, session: Option<&str>) {
        self.0 = vec![format!("begin {session:?}")];
    }

    fn registry(&mut self, registry: Option<&Registry>) {
        let names = registry.map(|registry| registry.components.join(" "));
        self.0.push(format!("registry {names:?}"));
    }

    fn reload(&mut self, message: Option<&RawValue>) {
        let message = message.map(RawValue::get);
        self.0.push(format!("reload {message:?}"));
    }

    fn renderers(&mut self, renderers: &BTreeMap<String, Behaviour>) {
        self.0
            .extend(renderers.iter().map(|(id, does)| format!("{id} {does:?}")));
    }

    fn event(&mut self, event: &str, data: &RawValue) {
        self.0.push(format!("event {event} {}", data.get()));
    }

    fn stream(&mut self, pieces: &[Vec<u8>]) {
        self.0.push(format!("stream {pieces:?}"));
    }

    fn told(&mut self) -> PhaseTold {
        let became = [
            Became::Rendered,
            Became::Fallback("\"\\ud83d\"".to_owned()),
            Became::Error("why".to_owned()),
        ];
        PhaseTold {
            outcomes: became
                .into_iter()
                .map(|became| Outcome {
                    id: "\"e\"".to_owned(),
                    became,
                })
                .collect(),
            calls: vec![FixtureCall {
                id: "\"e\"".to_owned(),
                name: "\"n\"".to_owned(),
                surface: None,
                value: "1.0e400".to_owned(),
                data: Some("null".to_owned()),
            }],
            errors: self.0.drain(..).collect(),
            records: vec!["{}".to_owned()],
        }
    }
}

fn answer(params: &str) -> String {
    let request = format!(r#"{{"id":1,"method":"agent-ui/receive","params":{params}}}"#);
    answer_line(&mut Driver::new(Notes::default()), &request).unwrap()
}

/// What was asked in each phase.
fn asked(params: &str) -> Vec<Vec<String>> {
    // What serde_json does not take goes out as it is all the same.
    let answer = answer(params)
        .replace(r"\ud83d", "")
        .replace("1.0e400", "1");
    let answer: serde_json::Value = serde_json::from_str(&answer).unwrap();
    let phases = answer["result"]["phases"].as_array().unwrap();
    let errors = phases.iter().map(|phase| phase["errors"].clone());
    errors
        .map(|errors| serde_json::from_value(errors).unwrap())
        .collect()
}

#[test]
fn a_registry_that_is_null_is_told_from_one_that_stays() {
    let phases = asked(
        r#"{"phases":[{"registry":null,"session":"s"},{},{"registry":{"components":["a","b"],"actions":[],"grammars":[]}}]}"#,
    );
    assert_eq!(phases[0], [r#"begin Some("s")"#, "registry None"]);
    assert!(phases[1].is_empty());
    assert_eq!(phases[2], [r#"registry Some("a b")"#]);
}

#[test]
fn a_phase_is_told_in_its_order() {
    let phases = asked(
        r#"{"phases":[{"events":[{"event":"x","data":{"n":1.0e40}}],"render":{"e":"threw"},"reload":{"uiEnvelopes":[]}},{"reload":true,"sse":["a",{"b64":"/w=="}]}]}"#,
    );
    assert_eq!(
        phases[0],
        [
            "begin None",
            "e Threw",
            r#"reload Some("{\"uiEnvelopes\":[]}")"#,
            r#"event x {"n":1.0e40}"#
        ]
    );
    assert_eq!(phases[1], ["reload None", "stream [[97], [255]]"]);
}

#[test]
fn what_the_implementation_wrote_goes_out_to_the_letter() {
    assert_eq!(
        answer(r#"{"phases":[{}]}"#),
        concat!(
            r#"{"jsonrpc":"2.0","id":1,"result":{"phases":[{"outcomes":[{"id":"e","outcome":"rendered"},"#,
            r#"{"id":"e","outcome":"fallback","text":"\ud83d"},{"id":"e","outcome":"error","error":"why"}],"#,
            r#""calls":[{"id":"e","name":"n","value":1.0e400,"data":null}],"errors":["begin None"],"records":[{}]}]}}"#
        )
    );
}

#[test]
fn params_of_another_form_are_invalid() {
    for params in [
        "{}",
        r#"{"phases":[{"registry":{}}]}"#,
        r#"{"phases":[{"sse":[{"b64":"?"}]}]}"#,
        r#"{"phases":[{"render":{"e":"perhaps"}}]}"#,
    ] {
        assert!(answer(params).contains("-32602"), "{params}");
    }
}

#[test]
fn only_what_is_offered_is_listed() {
    let offered = Driver::new(Notes::default()).initialize().profiles;
    assert_eq!(offered, ["agent-ui-1/frontend", "agent-ui-1/records"]);
}
