//! JSON-RPC lines, and words for what is wrong with them.

use std::collections::VecDeque;
use std::time::Duration;

use uiconform_catalogue::{Answer, NoResult};
use uiconform_driver::PROTOCOL_VERSION;
use uiconform_json::{JsonString, Value, parse};

use super::bounds::excess;
use super::excerpt::excerpt;
use super::session::Trouble;
use crate::{Breakage, Origin};

/// Most bytes of an endless line that are kept as evidence.
const ENDLESS_SHOWN: usize = 64 * 1024;

const LOGS: &str = "standard output is for answers alone: write logs and banners to standard error";
const ONE_LINE: &str = "an answer is one line of JSON: no line breaks in it, and one at its end";
const TWICE: &str = "each request has one answer";
const FLUSH: &str = "the answer came when standard input was closed: flush standard output after each answer \
                     (or allow more time, if the driver is only slow)";
const NO_END: &str = "the answer came without a line end: write a newline after each answer";
const SLOW_TO_READ: &str =
    "the answer came in time, and is so large that reading it took longer than the limit";
/// Why something was not done.
pub(crate) const STOPPED: &str = "the run was stopped";
const NOT_READ: &str =
    "the driver has not read the request: it must read standard input line by line";

/// The request that opens a session, with its line end.
pub(crate) fn initialize_line(suites: &[String]) -> String {
    let suites: Vec<Value> = suites
        .iter()
        .map(|suite| Value::from(suite.as_str()))
        .collect();
    let params = format!(
        r#"{{"protocol":{PROTOCOL_VERSION},"suites":{}}}"#,
        Value::from(suites).to_text()
    );
    request_line(0, "initialize", &params)
}

/// A request, with its line end.
pub(crate) fn request_line(id: u64, method: &str, params: &str) -> String {
    let method = Value::from(JsonString::from(method)).to_text();
    let mut line = format!(r#"{{"jsonrpc":"2.0","id":{id},"method":{method},"params":"#);
    line.reserve(params.len() + 2);
    if memchr::memchr2(b'\n', b'\r', params.as_bytes()).is_some() {
        // Between tokens alone, for a string cannot hold one.
        line.push_str(&params.replace(['\n', '\r'], " "));
    } else {
        line.push_str(params);
    }
    line.push_str("}\n");
    line
}

/// A line that came where an answer was due.
#[derive(Debug)]
pub(crate) struct Read {
    /// Its text; what is not UTF-8 is replaced.
    pub(crate) text: String,
    /// What it is.
    pub(crate) reply: Result<Answer, Misread>,
}

/// Why a line is no answer with a result.
#[derive(Debug)]
pub(crate) enum Misread {
    /// It is no answer to the request.
    Bad {
        why: String,
        hint: Option<String>,
        /// Whose doing it is, as far as its id tells.
        origin: Origin,
    },
    /// It is a JSON-RPC error.
    Error { code: String, message: String },
}

/// The ids of the last requests to a process.
#[derive(Debug, Default)]
pub(crate) struct Asked(VecDeque<u64>);

impl Asked {
    /// Answers come late by a moment, and not by more requests than this.
    const KEPT: usize = 1024;

    pub(crate) fn add(&mut self, id: u64) {
        if self.0.len() == Self::KEPT {
            self.0.pop_front();
        }
        self.0.push_back(id);
    }

    fn has(&self, id: u64) -> bool {
        self.0.contains(&id)
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl Misread {
    /// The same as a breakage, and whose doing it is.
    pub(crate) fn into_breakage(self) -> (Breakage, Origin) {
        match self {
            Self::Bad { why, hint, origin } => (Breakage::BadAnswer { why, hint }, origin),
            Self::Error { code, message } => {
                (Breakage::DriverError { code, message }, Origin::Unknown)
            }
        }
    }
}

/// Reads the answer to the request with that id, before which others were asked of the same process.
pub(crate) fn read_answer(line: Vec<u8>, id: u64, asked: &Asked) -> Read {
    let mut text = match String::from_utf8(line) {
        Ok(text) => text,
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let line = error.into_bytes();
            return Read {
                text: String::from_utf8_lossy(&line).into_owned(),
                reply: Err(Misread::Bad {
                    why: format!(
                        "the answer is not UTF-8: byte {at} of the line is {:#04x}",
                        line[at]
                    ),
                    hint: None,
                    origin: Origin::Unknown,
                }),
            };
        }
    };
    if text.ends_with('\r') {
        text.pop();
    }
    let reply = match excess(&text) {
        Some(why) => Err(Misread::Bad {
            why,
            hint: None,
            origin: Origin::Unknown,
        }),
        None => Answer::read(&text, id).map_err(|error| misread(error, &text, id, asked)),
    };
    Read { text, reply }
}

fn misread(error: NoResult, text: &str, id: u64, asked: &Asked) -> Misread {
    let other = id_of(text).filter(|given| *given != id);
    match (error, other) {
        (_, Some(given)) if asked.has(given) => Misread::Bad {
            // Whether it came before the next request was sent or after it is a matter of chance.
            why: second_answer(given),
            hint: Some(TWICE.to_owned()),
            origin: Origin::Request(given),
        },
        (_, Some(given)) => Misread::Bad {
            why: format!("the answer has the id {given}, the request had {id}"),
            hint: Some("an answer has the id of its request".to_owned()),
            origin: Origin::Unknown,
        },
        (NoResult::Error { code, message }, None) => Misread::Error { code, message },
        (NoResult::Bad(why), None) => Misread::Bad {
            why,
            hint: hint_on(text).map(str::to_owned),
            origin: Origin::Unknown,
        },
    }
}

/// Whether a line bears that id.
pub(crate) fn is_addressed(text: &str, id: u64) -> bool {
    id_of(text) == Some(id)
}

/// What is likely wrong with a driver that writes such a line.
fn hint_on(text: &str) -> Option<&'static str> {
    let trimmed = text.trim();
    if trimmed.is_empty() {
        return Some(ONE_LINE);
    }
    if !trimmed.starts_with(['{', '[']) {
        return Some(LOGS);
    }
    if excess(trimmed).is_some() {
        return None;
    }
    // Cut short: it is likely to go on in the next line.
    parse(trimmed)
        .is_err_and(|error| error.offset >= trimmed.len())
        .then_some(ONE_LINE)
}

fn id_of(text: &str) -> Option<u64> {
    if excess(text).is_some() {
        return None;
    }
    parse(text).ok()?.get("id")?.as_number()?.to_u64()
}

/// What becomes of an answer that came in time, and that could not be read in what was left of it.
pub(crate) fn read_late(after: Duration) -> Breakage {
    Breakage::Timeout {
        after,
        hint: Some(SLOW_TO_READ.to_owned()),
    }
}

/// A breakage in words.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) breakage: Breakage,
    /// What came, as far as anything did.
    pub(crate) received: Option<String>,
    /// Whose doing it is, as far as is known.
    pub(crate) origin: Origin,
}

/// Puts a trouble into words. `line` is the request without its end and `id` its id; the limits are those that were in force.
pub(crate) fn tell(
    trouble: Trouble,
    line: &str,
    id: u64,
    asked: &Asked,
    limit: Option<Duration>,
    answer_limit: u64,
) -> Told {
    match trouble {
        Trouble::Stopped => Told {
            breakage: Breakage::NotStarted {
                why: STOPPED.to_owned(),
                for_good: true,
            },
            received: None,
            origin: Origin::Unknown,
        },
        Trouble::Ended {
            exit,
            partial,
            earlier,
        } => Told {
            breakage: Breakage::Crash { exit },
            received: if_any(&partial),
            origin: if earlier {
                Origin::Earlier
            } else {
                Origin::Unknown
            },
        },
        Trouble::Late {
            flushed,
            partial,
            unread,
        } => Told {
            breakage: Breakage::Timeout {
                after: limit.unwrap_or_default(),
                hint: hint_on_late(flushed.as_deref(), &partial, unread, line, id),
            },
            received: if_any(flushed.as_deref().unwrap_or(&partial)),
            origin: Origin::Unknown,
        },
        Trouble::Unasked(said) => {
            let said = lossy(&said);
            Told {
                breakage: bad(
                    match id_of(&said).filter(|given| asked.has(*given)) {
                        Some(given) => second_answer(given),
                        None => format!("output that nobody asked for: `{}`", excerpt(&said)),
                    },
                    hint_on_surplus(&said),
                ),
                received: Some(said),
                origin: Origin::Earlier,
            }
        }
        Trouble::Surplus { answer, more } => surplus(answer, &more, id, asked),
        Trouble::Hasty(answer) => hasty(answer, id),
        Trouble::Endless(beginning) => {
            let shown = &beginning[..beginning.len().min(ENDLESS_SHOWN)];
            Told {
                breakage: bad(
                    format!("the answer is longer than the limit of {answer_limit} bytes"),
                    ONE_LINE,
                ),
                received: if_any(shown),
                origin: Origin::Unknown,
            }
        }
    }
}

/// If what came first is no answer, it says more about the driver than what came after it.
fn surplus(answer: Vec<u8>, more: &[u8], id: u64, asked: &Asked) -> Told {
    let (read, more) = (read_answer(answer, id, asked), lossy(more));
    let received = Some(format!("{}\n{more}", read.text));
    let (breakage, origin) = match read.reply {
        Err(misread @ Misread::Bad { .. }) => misread.into_breakage(),
        _ => (
            bad(
                format!("more output after the answer: `{}`", excerpt(&more)),
                hint_on_surplus(&more),
            ),
            Origin::Unknown,
        ),
    };
    Told {
        breakage,
        received,
        origin,
    }
}

/// A driver may well refuse a request that is too large for it without reading it all, but its error is all that can be used.
fn hasty(answer: Vec<u8>, id: u64) -> Told {
    let read = read_answer(answer, id, &Asked::default());
    let breakage = match read.reply {
        Ok(_) => bad(
            "the answer came before the whole request was read".to_owned(),
            "read a whole line before you answer it",
        ),
        Err(misread) => misread.into_breakage().0,
    };
    Told {
        breakage,
        received: Some(read.text),
        origin: Origin::Unknown,
    }
}

fn hint_on_late(
    flushed: Option<&[u8]>,
    partial: &[u8],
    unread: Option<u64>,
    line: &str,
    id: u64,
) -> Option<String> {
    let answers = |bytes: &[u8]| {
        !matches!(
            read_answer(bytes.to_vec(), id, &Asked::default()).reply,
            Err(Misread::Bad { .. })
        )
    };
    let length = line.len() as u64 + 1;
    match unread {
        _ if answers(partial) => Some(NO_END.to_owned()),
        _ if flushed.is_some_and(answers) => Some(FLUSH.to_owned()),
        _ if !partial.is_empty() => Some(ONE_LINE.to_owned()),
        Some(unread) if unread >= length => Some(NOT_READ.to_owned()),
        Some(unread) if unread > 0 => Some(format!(
            "the driver has read only {} of the {length} bytes of the request",
            length - unread
        )),
        _ => None,
    }
}

fn second_answer(id: u64) -> String {
    format!("a second answer to request {id} came")
}

fn hint_on_surplus(said: &str) -> &'static str {
    if id_of(said).is_some() {
        TWICE
    } else {
        hint_on(said).unwrap_or(LOGS)
    }
}

fn bad(why: String, hint: &str) -> Breakage {
    Breakage::BadAnswer {
        why,
        hint: Some(hint.to_owned()),
    }
}

fn lossy(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

fn if_any(bytes: &[u8]) -> Option<String> {
    (!bytes.is_empty()).then(|| lossy(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The answer to request 7, after request 6.
    fn read(line: &[u8]) -> Read {
        let mut asked = Asked::default();
        asked.add(6);
        read_answer(line.to_vec(), 7, &asked)
    }

    fn bad_line(line: &[u8]) -> (String, Option<String>, Origin) {
        match read(line).reply {
            Err(Misread::Bad { why, hint, origin }) => (why, hint, origin),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn a_request_is_one_line() {
        assert_eq!(
            request_line(3, "agentue/reduce", "{\n  \"a\": [1,\r\n 2]\n}"),
            "{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"agentue/reduce\",\"params\":{   \"a\": [1,   2] }}\n"
        );
        assert_eq!(
            initialize_line(&["agentue-1.1".to_owned(), "\"".to_owned()]),
            "{\"jsonrpc\":\"2.0\",\"id\":0,\"method\":\"initialize\",\"params\":{\"protocol\":1,\"suites\":[\"agentue-1.1\",\"\\\"\"]}}\n"
        );
    }

    #[test]
    fn an_answer_may_end_with_a_carriage_return() {
        let read = read(b"{\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}\r");
        assert_eq!(read.text, r#"{"jsonrpc":"2.0","id":7,"result":{}}"#);
        assert!(read.reply.is_ok());
    }

    #[test]
    fn invalid_utf_8_is_named_with_its_place() {
        let (why, _, _) = bad_line(b"{\"id\":7,\"result\":\"\xc3(\"}");
        assert_eq!(why, "the answer is not UTF-8: byte 18 of the line is 0xc3");
    }

    #[test]
    fn hints_fit_what_came() {
        let hint = |line: &str| bad_line(line.as_bytes()).1;
        assert_eq!(hint("INFO ready").as_deref(), Some(LOGS));
        assert_eq!(hint("").as_deref(), Some(ONE_LINE));
        assert_eq!(hint("{").as_deref(), Some(ONE_LINE));
        assert_eq!(hint(r#"{"id":7,"result":Infinity}"#), None);
        assert_eq!(hint(r#"{"id":7}"#), None);
    }

    #[test]
    fn an_answer_to_an_earlier_request_blames_it() {
        for line in [
            r#"{"id":6,"result":{}}"#,
            r#"{"jsonrpc":"2.0","id":6,"error":{"code":1,"message":""}}"#,
        ] {
            let (why, _, origin) = bad_line(line.as_bytes());
            assert_eq!(why, "a second answer to request 6 came");
            assert_eq!(origin, Origin::Request(6));
        }
        // Request 5 was never asked.
        for id in [5, 8] {
            let (why, _, origin) = bad_line(format!(r#"{{"id":{id},"result":{{}}}}"#).as_bytes());
            assert_eq!(
                why,
                format!("the answer has the id {id}, the request had 7")
            );
            assert_eq!(origin, Origin::Unknown);
        }
    }

    #[test]
    fn an_error_without_an_id_is_the_drivers_answer_to_what_it_could_not_read() {
        let read = read(br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#);
        assert!(
            matches!(&read.reply, Err(Misread::Error { code, message }) if code == "-32700" && message == "no"),
            "{read:?}"
        );
    }

    fn late_hint(flushed: Option<&str>, partial: &str, unread: Option<u64>) -> Option<String> {
        hint_on_late(
            flushed.map(str::as_bytes),
            partial.as_bytes(),
            unread,
            "0123456789",
            7,
        )
    }

    #[test]
    fn a_late_answer_is_explained_where_it_can_be() {
        let answer = r#"{"jsonrpc":"2.0","id":7,"result":{}}"#;
        assert_eq!(late_hint(Some(answer), "", None).as_deref(), Some(FLUSH));
        assert_eq!(late_hint(None, answer, None).as_deref(), Some(NO_END));
        assert_eq!(late_hint(None, "{", None).as_deref(), Some(ONE_LINE));
        assert_eq!(late_hint(None, "", Some(11)).as_deref(), Some(NOT_READ));
        assert_eq!(
            late_hint(None, "", Some(4)).as_deref(),
            Some("the driver has read only 7 of the 11 bytes of the request")
        );
        assert_eq!(late_hint(None, "", Some(0)), None);
        assert_eq!(late_hint(Some("bye"), "", None), None);
    }
}
