//! JSON-RPC lines around a [`Service`].

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Failure, InitializeResult};

/// What stands behind the lines: one method call in, one result out.
pub trait Service {
    /// The answer to `initialize`.
    fn initialize(&mut self) -> InitializeResult;

    /// Answers one request, with the result as JSON text.
    ///
    /// # Errors
    ///
    /// A [`Failure`] if the driver cannot answer; what the implementation under test rejects is a result.
    fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure>;
}

#[derive(Deserialize)]
struct Request<'a> {
    #[serde(borrow, default)]
    id: Option<&'a RawValue>,
    method: String,
    #[serde(borrow, default)]
    params: Option<&'a RawValue>,
}

#[derive(Serialize)]
struct ErrorObject {
    code: i32,
    message: String,
}

/// The feature of a driver that takes a list of requests as one line, and answers it by a list.
const BATCH: &str = "batch";

/// Answers requests from standard input on standard output until `shutdown` or the end of the input.
///
/// Batches are taken too, which the answer to `initialize` says.
///
/// # Errors
///
/// Whatever reading or writing the standard streams gives.
pub fn serve(service: &mut dyn Service) -> io::Result<()> {
    let mut input = io::stdin().lock();
    let mut output = io::stdout().lock();
    let mut line = Vec::new();
    loop {
        line.clear();
        if input.read_until(b'\n', &mut line)? == 0 {
            return Ok(());
        }
        let reply = match std::str::from_utf8(&line) {
            Ok(text) => handle(service, text),
            Err(error) => Reply::Answer(error_line(None, -32700, format!("not UTF-8: {error}"))),
        };
        match reply {
            Reply::Answer(mut answer) => {
                answer.push('\n');
                output.write_all(answer.as_bytes())?;
                output.flush()?;
            }
            Reply::None => {}
            Reply::Shutdown => return Ok(()),
        }
    }
}

/// Answers one line; `None` for a notification, which has no answer.
pub fn answer_line(service: &mut dyn Service, line: &str) -> Option<String> {
    match handle(service, line) {
        Reply::Answer(answer) => Some(answer),
        Reply::None | Reply::Shutdown => None,
    }
}

/// What a line leads to.
enum Reply {
    Answer(String),
    /// A notification of which nothing is known.
    None,
    Shutdown,
}

fn handle(service: &mut dyn Service, line: &str) -> Reply {
    match line.trim_start().starts_with('[') {
        true => handle_batch(service, line),
        false => handle_one(service, line),
    }
}

/// Answers a batch with the list of its answers, in its order. A `shutdown` in it ends the driver when it is answered.
fn handle_batch(service: &mut dyn Service, line: &str) -> Reply {
    let requests: Vec<&RawValue> = match serde_json::from_str(line) {
        Ok(requests) => requests,
        Err(error) => return Reply::Answer(error_line(None, -32700, error.to_string())),
    };
    if requests.is_empty() {
        return Reply::Answer(error_line(None, -32600, "the batch is empty".to_owned()));
    }
    let mut answers = String::new();
    for request in requests {
        let answer = match handle_one(service, request.get()) {
            Reply::Answer(answer) => answer,
            Reply::None => continue,
            Reply::Shutdown => return Reply::Shutdown,
        };
        answers.push(if answers.is_empty() { '[' } else { ',' });
        answers.push_str(&answer);
    }
    match answers.is_empty() {
        true => Reply::None,
        false => Reply::Answer(answers + "]"),
    }
}

fn handle_one(service: &mut dyn Service, line: &str) -> Reply {
    let request: Request<'_> = match serde_json::from_str(line) {
        Ok(request) => request,
        Err(error) => return Reply::Answer(error_line(None, -32700, error.to_string())),
    };
    let Some(id) = request.id else {
        return if request.method == "shutdown" {
            Reply::Shutdown
        } else {
            Reply::None
        };
    };
    let outcome = match request.method.as_str() {
        "initialize" => serde_json::to_string(&introduction(service))
            .map_err(|error| Failure::Internal(error.to_string())),
        method => service.call(method, request.params.unwrap_or(RawValue::NULL)),
    };
    Reply::Answer(match outcome {
        Ok(result) => result_line(id, &result),
        Err(Failure::UnknownMethod) => error_line(
            Some(id),
            -32601,
            format!("method not found: {}", request.method),
        ),
        Err(Failure::InvalidParams(message)) => error_line(Some(id), -32602, message),
        Err(Failure::Internal(message)) => error_line(Some(id), -32603, message),
    })
}

/// What the service says of itself, and what these lines are able to do whatever stands behind them.
fn introduction(service: &mut dyn Service) -> InitializeResult {
    let mut introduction = service.initialize();
    if !introduction.features.iter().any(|feature| feature == BATCH) {
        introduction.features.push(BATCH.to_owned());
    }
    introduction
}

/// The result is put in as it is: nothing that an implementation wrote is read and written again on its way out.
fn result_line(id: &RawValue, result: &str) -> String {
    let mut line = String::with_capacity(result.len() + 64);
    line.push_str(r#"{"jsonrpc":"2.0","id":"#);
    line.push_str(id.get());
    line.push_str(r#","result":"#);
    if memchr::memchr2(b'\n', b'\r', result.as_bytes()).is_some() {
        // In JSON text they stand between tokens alone, where a space does as well.
        line.push_str(&result.replace(['\n', '\r'], " "));
    } else {
        line.push_str(result);
    }
    line.push('}');
    line
}

fn error_line(id: Option<&RawValue>, code: i32, message: String) -> String {
    let id = id.map_or("null", RawValue::get);
    // A number and a string cannot fail to be written.
    let error = serde_json::to_string(&ErrorObject { code, message }).unwrap_or_default();
    format!(r#"{{"jsonrpc":"2.0","id":{id},"error":{error}}}"#)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)] // A test says what it expects.

    use super::*;
    use crate::Implementation;

    struct Echo;

    impl Service for Echo {
        fn initialize(&mut self) -> InitializeResult {
            InitializeResult {
                protocol: crate::PROTOCOL_VERSION,
                implementation: Implementation::new("echo", "1"),
                profiles: vec![],
                features: vec![],
                limits: None,
                choices: Default::default(),
            }
        }

        fn call(&mut self, method: &str, params: &RawValue) -> Result<String, Failure> {
            match method {
                "echo" => Ok(params.get().to_owned()),
                "spread" => Ok("{\n  \"a\":\r\n1}".to_owned()),
                "break" => Err(Failure::Internal("broken".into())),
                _ => Err(Failure::UnknownMethod),
            }
        }
    }

    fn answer(line: &str) -> String {
        answer_line(&mut Echo, line).unwrap()
    }

    #[test]
    fn what_comes_in_goes_out_to_the_letter() {
        let params = r#"{"n":1.0e400,"s":"\ud83d","__proto__":[0.10]}"#;
        assert_eq!(
            answer(&format!(
                r#"{{"jsonrpc":"2.0","id":7,"method":"echo","params":{params}}}"#
            )),
            format!(r#"{{"jsonrpc":"2.0","id":7,"result":{params}}}"#)
        );
    }

    #[test]
    fn an_answer_is_one_line_however_the_result_is_laid_out() {
        assert_eq!(
            answer(r#"{"id":1,"method":"spread"}"#),
            r#"{"jsonrpc":"2.0","id":1,"result":{   "a":  1}}"#
        );
    }

    #[test]
    fn batches_are_announced_whatever_the_service_says() {
        assert!(answer(r#"{"id":1,"method":"initialize"}"#).contains(r#""features":["batch"]"#));
    }

    #[test]
    fn notifications_have_no_answer() {
        assert!(answer_line(&mut Echo, r#"{"jsonrpc":"2.0","method":"echo"}"#).is_none());
    }

    #[test]
    fn a_batch_is_answered_by_a_list_in_its_order() {
        assert_eq!(
            answer(
                r#" [{"id":2,"method":"echo","params":[0.10]},{"method":"echo"},{"id":1,"method":"nothing"},7]"#
            ),
            concat!(
                r#"[{"jsonrpc":"2.0","id":2,"result":[0.10]},"#,
                r#"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"method not found: nothing"}},"#,
                r#"{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"invalid type: integer `7`, expected struct Request at line 1 column 1"}}]"#
            )
        );
        assert!(answer("[]").contains("-32600"));
        assert!(answer_line(&mut Echo, r#"[{"method":"echo"}]"#).is_none());
    }

    #[test]
    fn failures_are_json_rpc_errors() {
        assert!(answer(r#"{"id":1,"method":"nothing"}"#).contains("-32601"));
        assert!(answer(r#"{"id":1,"method":"break"}"#).contains(r#""message":"broken""#));
        assert!(answer("{").contains("-32700"));
    }

    #[test]
    fn shutdown_is_recognized_whatever_its_spelling() {
        let ends = |line| matches!(handle(&mut Echo, line), Reply::Shutdown);
        assert!(ends(r#"{"method" : "shutdown","jsonrpc":"2.0"}"#));
        assert!(ends(r#"{"method":"\u0073hutdown"}"#));
        assert!(!ends(r#"{"id":1,"method":"echo","params":"shutdown"}"#));
    }
}
