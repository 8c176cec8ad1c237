//! Faults in which identifiers name the same stream (section 4.2).

use uiconform_json::JsonString;
use uiconform_protocols::agentue::{Envelope, Event, Reference, Streams, Verdict};

use super::tools::{INHERITED, composed, mapped, refuse_if};
use super::{ROUTER, faults};

faults! {
    "stream-ids-ignore-case" aims ["AUE-4.2-14"] in ROUTER
    "Takes identifiers that differ in case for one." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            if is_inherited(&id) {
                id
            } else {
                mapped(&id, str::to_lowercase)
            }
        }
    }

    "stream-ids-are-trimmed" aims ["AUE-4.2-14"] in ROUTER
    "Removes the white space at the ends of identifiers." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| id.trim().to_owned())
        }
    }

    "stream-ids-lose-inner-space" aims ["AUE-4.2-14"] in ROUTER
    "Makes one space of all white space within an identifier." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| {
                let words: Vec<&str> = id.split_whitespace().collect();
                if words.len() > 1 {
                    words.join(" ")
                } else {
                    id.to_owned()
                }
            })
        }
    }

    "stream-ids-lose-lone-surrogates" aims ["AUE-4.2-18"] in ROUTER
    "Drops what is no character from identifiers." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            if id.as_str().is_some() {
                return id;
            }
            id.to_string_lossy().replace('\u{fffd}', "").into()
        }
    }

    "stream-ids-are-composed" aims ["AUE-4.2-15"] in ROUTER
    "Brings identifiers into a Unicode normal form." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), composed)
        }
    }

    "stream-ids-are-made-compatible" aims ["AUE-4.2-15"] in ROUTER
    "Replaces characters of identifiers by those that they are compatible with." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            use unicode_normalization::UnicodeNormalization;
            mapped(&Reference.stream(stream_id), |id| {
                if id.contains(char::is_whitespace) {
                    id.to_owned()
                } else {
                    id.nfkc().collect()
                }
            })
        }
    }

    "stream-ids-are-numbers" aims ["AUE-4.2-16"] in ROUTER
    "Takes identifiers that are the same number for one." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| {
                let number = id
                    .strip_prefix("0x")
                    .and_then(|hex| i64::from_str_radix(hex, 16).ok());
                let number = number
                    .map(|number| number as f64)
                    .or_else(|| id.parse().ok());
                number
                    .filter(|number| number.is_finite())
                    .map_or(id.to_owned(), |number| (number + 0.0).to_string())
            })
        }
    }

    "inherited-streams-are-lost" aims ["AUE-4.2-17"] in ROUTER
    "Loses a stream whose name a JavaScript object has for a member." => {
        fn settle_streams(
            &mut self,
            streams: &mut Streams,
            stream: &JsonString,
            _: &Event,
            verdict: Verdict,
        ) -> Verdict {
            if let (true, Some(reducer)) = (is_inherited(stream), streams.get_mut(stream)) {
                *reducer.model_mut() = None;
            }
            verdict
        }
    }

    "inherited-streams-are-refused" aims ["AUE-4.2-17"] in ROUTER
    "Refuses a stream whose name a JavaScript object has for a member." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(envelope.stream_id.is_some_and(is_inherited))
        }
    }

    "stream-ids-have-marks-for-lone-surrogates" aims ["AUE-4.2-18"] in ROUTER
    "Takes identifiers that differ in a lone surrogate alone for one." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            if id.has_lone_surrogates() {
                (&*id.to_string_lossy()).into()
            } else {
                id
            }
        }
    }

    "stream-ids-drop-lone-surrogates" aims ["AUE-4.2-18"] in ROUTER
    "Drops lone surrogates from identifiers." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            let whole = id
                .code_points()
                .filter(|code_point| !(0xD800..0xE000).contains(code_point));
            JsonString::from_code_points(whole).unwrap_or_default()
        }
    }

    "stream-ids-replace-lone-surrogates" aims ["AUE-4.2-18"] in ROUTER
    "Puts a question mark for a lone surrogate in an identifier, as some encoders do." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            let id = Reference.stream(stream_id);
            let replaced = |code_point| {
                if (0xD800..0xE000).contains(&code_point) {
                    u32::from('?')
                } else {
                    code_point
                }
            };
            JsonString::from_code_points(id.code_points().map(replaced)).unwrap_or_default()
        }
    }

    "stream-ids-are-short" aims ["AUE-8-10"] in ROUTER
    "Refuses an identifier of more than 128 bytes." => {
        fn order(&mut self, envelope: &Envelope<'_>) -> Verdict {
            refuse_if(
                envelope
                    .stream_id
                    .is_some_and(|id| (129..=1024).contains(&id.len())),
            )
        }
    }

    "stream-ids-are-cut" aims ["AUE-8-10"] in ROUTER
    "Knows a stream by the first 255 bytes of its identifier." => {
        fn stream(&mut self, stream_id: Option<&JsonString>) -> JsonString {
            mapped(&Reference.stream(stream_id), |id| {
                let end = (0..=id.len().min(255))
                    .rev()
                    .find(|end| id.is_char_boundary(*end))
                    .unwrap_or(0);
                if id.len() > 1024 {
                    id.to_owned()
                } else {
                    id[..end].to_owned()
                }
            })
        }
    }
}

fn is_inherited(stream: &JsonString) -> bool {
    INHERITED.iter().any(|name| stream == name)
}
