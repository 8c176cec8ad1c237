//! JSON-RPC lines around a [`Service`].

use std::io::{self, BufRead, Write};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use crate::{Failure, InitializeResult};

/// What stands behind the lines: one method call in, one result out.
pub trait Service {
    /// The answer to `initialize`.
    fn initialize(&mut self) -> InitializeResult;

    /// Answers one request.
    ///
    /// # Errors
    ///
    /// A [`Failure`] if the driver cannot answer; what the implementation under test rejects is a result.
    fn call(&mut self, method: &str, params: &RawValue) -> Result<Box<RawValue>, Failure>;
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
struct Answer<'a> {
    jsonrpc: &'static str,
    id: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    result: Option<&'a RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<ErrorObject>,
}

#[derive(Serialize)]
struct ErrorObject {
    code: i32,
    message: String,
}

/// Answers requests from standard input on standard output until `shutdown` or the end of the input.
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
        "initialize" => serde_json::value::to_raw_value(&service.initialize())
            .map_err(|error| Failure::Internal(error.to_string())),
        method => service.call(method, request.params.unwrap_or(RawValue::NULL)),
    };
    Reply::Answer(match outcome {
        Ok(result) => render(&Answer {
            jsonrpc: "2.0",
            id: Some(id),
            result: Some(&result),
            error: None,
        }),
        Err(Failure::UnknownMethod) => error_line(
            Some(id),
            -32601,
            format!("method not found: {}", request.method),
        ),
        Err(Failure::InvalidParams(message)) => error_line(Some(id), -32602, message),
        Err(Failure::Internal(message)) => error_line(Some(id), -32603, message),
    })
}

fn error_line(id: Option<&RawValue>, code: i32, message: String) -> String {
    render(&Answer {
        jsonrpc: "2.0",
        id: Some(id.unwrap_or(RawValue::NULL)),
        result: None,
        error: Some(ErrorObject { code, message }),
    })
}

fn render(answer: &Answer<'_>) -> String {
    // Strings and raw JSON cannot fail to serialize; the fallback keeps the line well-formed all the same.
    serde_json::to_string(answer).unwrap_or_else(|error| {
        format!(
            r#"{{"jsonrpc":"2.0","id":null,"error":{{"code":-32603,"message":"{}"}}}}"#,
            error.to_string().escape_default()
        )
    })
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

        fn call(&mut self, method: &str, params: &RawValue) -> Result<Box<RawValue>, Failure> {
            match method {
                "echo" => Ok(params.to_owned()),
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
    fn notifications_have_no_answer() {
        assert!(answer_line(&mut Echo, r#"{"jsonrpc":"2.0","method":"echo"}"#).is_none());
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
