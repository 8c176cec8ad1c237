//! Faults in the reading of data that is text (SSE Event).

use uiconform_json::{Value, parse};
use uiconform_protocols::agent_ui::{Reference, Refusal, Steps as _};

use super::tools::{panel_data, refusal};
use super::{SSE, faults};

/// The first reading of the text that is JSON, or else why it is none.
fn or_else(text: &str, other: impl FnOnce() -> Option<Value>) -> Result<Value, Refusal> {
    Reference.decode(text).or_else(|why| other().ok_or(why))
}

faults! {
    "the-first-value-counts" aims ["AUI-2-03"] in SSE
    "Reads a value and passes over what stands behind it." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            or_else(text, || {
                let ends = text.match_indices('}').map(|(at, _)| at + 1);
                let mut values = ends.filter_map(|end| parse(&text[..end]).ok());
                values.next()
            })
        }
    }

    "what-is-cut-short-is-completed" aims ["AUI-2-03"] in SSE
    "Adds the braces that a text lacks at its end." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            or_else(text, || {
                let mut values = (1..4).filter_map(|braces| parse(&format!("{text}{}", "}".repeat(braces))).ok());
                values.next()
            })
        }
    }

    "texts-in-quotes-are-read-again" aims ["AUI-2-03"] in SSE
    "Reads the JSON that stands in quotes." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            or_else(text, || parse(text.trim_matches('\'')).ok())
        }
    }

    "what-stands-between-braces-counts" aims ["AUI-2-03"] in SSE
    "Reads what stands between the first brace and the last." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            or_else(text, || {
                let (first, last) = (text.find('{')?, text.rfind('}')?);
                parse(text.get(first..=last)?).ok()
            })
        }
    }

    "not-a-number-is-null" aims ["AUI-2-03"] in SSE
    "Reads `NaN` as null." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            or_else(text, || parse(&text.replace("NaN", "null")).ok())
        }
    }

    "commas-before-a-brace-are-passed-over" aims ["AUI-2-03"] in SSE
    "Reads a comma before the last brace as nothing." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            or_else(text, || parse(&text.replace(",}", "}")).ok())
        }
    }

    "what-is-no-json-is-shown-as-it-is" aims ["AUI-2-03"] in SSE
    "Shows data that is no JSON on a panel." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            Ok(Reference.decode(text).unwrap_or_else(|_| panel_data(&text.into()).into()))
        }
    }

    "stops-where-data-is-no-json" aims ["AUI-2-03"] in SSE { stopped: bool }
    "Takes nothing more after data that is no JSON, or no object." => {
        fn begin(&mut self) {
            self.stopped = false;
        }
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            let value = Reference.decode(text);
            self.stopped |= !matches!(value, Ok(Value::Object(_)));
            match self.stopped {
                true => Err(refusal()),
                false => value,
            }
        }
    }

    "no-white-space-around-json" aims ["AUI-2-01"] in SSE
    "Refuses white space around the data." => {
        fn decode(&mut self, text: &str) -> Result<Value, Refusal> {
            match text.trim() == text {
                true => Reference.decode(text),
                false => Err(refusal()),
            }
        }
    }
}
