//! JSON-RPC lines, and words for what is wrong with them.

use std::time::Duration;

use uiconform_catalogue::{Answer, NoResult};
use uiconform_driver::PROTOCOL_VERSION;
use uiconform_json::{JsonString, Value, parse};

use super::excerpt::excerpt;
use super::session::Trouble;
use crate::Breakage;

/// Most bytes of an endless line that are kept as evidence.
const ENDLESS_SHOWN: usize = 64 * 1024;

const LOGS: &str = "standard output is for answers alone: write logs and banners to standard error";
const ONE_LINE: &str = "an answer is one line of JSON: no line breaks in it, and one at its end";
const TWICE: &str = "each request has one answer";
const FLUSH: &str = "the answer came when standard input was closed: flush standard output after each answer \
                     (or allow more time, if the driver is only slow)";
const NO_END: &str = "the answer came without a line end: write a newline after each answer";
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
        /// Whether it answers an earlier request.
        earlier: bool,
    },
    /// It is a JSON-RPC error.
    Error { code: String, message: String },
}

impl Misread {
    /// The same as a breakage, and whether an earlier call is to blame.
    pub(crate) fn into_breakage(self) -> (Breakage, bool) {
        match self {
            Self::Bad { why, hint, earlier } => (Breakage::BadAnswer { why, hint }, earlier),
            Self::Error { code, message } => (Breakage::DriverError { code, message }, false),
        }
    }
}

/// Reads the answer to the request with that id.
pub(crate) fn read_answer(line: Vec<u8>, id: u64) -> Read {
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
                    earlier: false,
                }),
            };
        }
    };
    if text.ends_with('\r') {
        text.pop();
    }
    let reply = Answer::read(&text, id).map_err(|error| misread(error, &text, id));
    Read { text, reply }
}

fn misread(error: NoResult, text: &str, id: u64) -> Misread {
    let other = id_of(text).filter(|given| *given != id);
    match (error, other) {
        (_, Some(given)) if given < id => Misread::Bad {
            why: format!(
                "a second answer to request {given} came in place of the answer to request {id}"
            ),
            hint: Some(TWICE.to_owned()),
            earlier: true,
        },
        (_, Some(given)) => Misread::Bad {
            why: format!("the answer has the id {given}, the request had {id}"),
            hint: Some("an answer has the id of its request".to_owned()),
            earlier: false,
        },
        (NoResult::Error { code, message }, None) => Misread::Error { code, message },
        (NoResult::Bad(why), None) => Misread::Bad {
            why,
            hint: hint_on(text).map(str::to_owned),
            earlier: false,
        },
    }
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
    // Cut short: it is likely to go on in the next line.
    parse(trimmed)
        .is_err_and(|error| error.offset >= trimmed.len())
        .then_some(ONE_LINE)
}

fn id_of(text: &str) -> Option<u64> {
    parse(text).ok()?.get("id")?.as_number()?.to_u64()
}

/// A breakage in words.
#[derive(Debug)]
pub(crate) struct Told {
    pub(crate) breakage: Breakage,
    /// What came, as far as anything did.
    pub(crate) received: Option<String>,
    /// See [`Exchange::blames_earlier`](crate::Exchange::blames_earlier).
    pub(crate) earlier: bool,
}

/// Puts a trouble into words. `line` is the request without its end and `id` its id; the limits are those that were in force.
pub(crate) fn tell(
    trouble: Trouble,
    line: &str,
    id: u64,
    limit: Option<Duration>,
    answer_limit: u64,
) -> Told {
    match trouble {
        Trouble::Ended {
            exit,
            partial,
            earlier,
        } => Told {
            breakage: Breakage::Crash { exit },
            received: if_any(&partial),
            earlier,
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
            earlier: false,
        },
        Trouble::Unasked(said) => {
            let said = lossy(&said);
            Told {
                breakage: bad(
                    format!("output that nobody asked for: `{}`", excerpt(&said)),
                    hint_on_surplus(&said),
                ),
                received: Some(said),
                earlier: true,
            }
        }
        Trouble::Surplus { answer, more } => surplus(answer, &more, id),
        Trouble::Hasty(answer) => hasty(answer, id),
        Trouble::Endless(beginning) => {
            let shown = &beginning[..beginning.len().min(ENDLESS_SHOWN)];
            Told {
                breakage: bad(
                    format!("the answer is longer than the limit of {answer_limit} bytes"),
                    ONE_LINE,
                ),
                received: if_any(shown),
                earlier: false,
            }
        }
    }
}

/// If what came first is no answer, it says more about the driver than what came after it.
fn surplus(answer: Vec<u8>, more: &[u8], id: u64) -> Told {
    let (read, more) = (read_answer(answer, id), lossy(more));
    let received = Some(format!("{}\n{more}", read.text));
    let (breakage, earlier) = match read.reply {
        Err(misread @ Misread::Bad { .. }) => misread.into_breakage(),
        _ => (
            bad(
                format!("more output after the answer: `{}`", excerpt(&more)),
                hint_on_surplus(&more),
            ),
            false,
        ),
    };
    Told {
        breakage,
        received,
        earlier,
    }
}

/// A driver may well refuse a request that is too large for it without reading it all, but its error is all that can be used.
fn hasty(answer: Vec<u8>, id: u64) -> Told {
    let read = read_answer(answer, id);
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
        earlier: false,
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
            read_answer(bytes.to_vec(), id).reply,
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

    fn bad_line(line: &[u8]) -> (String, Option<String>, bool) {
        match read_answer(line.to_vec(), 7).reply {
            Err(Misread::Bad { why, hint, earlier }) => (why, hint, earlier),
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
        let read = read_answer(
            br#"{"id":7,"result":{}}"#.iter().copied().chain(*b"\r").collect(),
            7,
        );
        assert_eq!(read.text, r#"{"id":7,"result":{}}"#);
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
            r#"{"id":6,"error":{"code":1,"message":""}}"#,
        ] {
            let (why, _, earlier) = bad_line(line.as_bytes());
            assert_eq!(
                why,
                "a second answer to request 6 came in place of the answer to request 7"
            );
            assert!(earlier);
        }
        let (why, _, earlier) = bad_line(br#"{"id":8,"result":{}}"#);
        assert_eq!(why, "the answer has the id 8, the request had 7");
        assert!(!earlier);
    }

    #[test]
    fn an_error_without_an_id_is_the_drivers_answer_to_what_it_could_not_read() {
        let read = read_answer(
            br#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"no"}}"#.to_vec(),
            7,
        );
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
        let answer = r#"{"id":7,"result":{}}"#;
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
