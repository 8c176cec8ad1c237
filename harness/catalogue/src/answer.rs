//! An answer of a driver, read without loss.

use uiconform_json::{Document, Node, Value};

/// A JSON-RPC answer that carries a result.
#[derive(Debug)]
pub struct Answer {
    document: Document,
}

/// Why a line is not an answer with a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NoResult {
    /// It is outside the grammar of JSON, or no JSON-RPC answer to this request: one sentence that says where.
    Bad(String),
    /// The driver says that it failed.
    Error {
        /// Code of the JSON-RPC error.
        code: String,
        /// Its message.
        message: String,
    },
}

/// The JSON-RPC code of "method not found".
pub const METHOD_NOT_FOUND: &str = "-32601";

impl Answer {
    /// Reads the answer to the request with that id.
    ///
    /// # Errors
    ///
    /// If the line carries no result; see [`NoResult`].
    pub fn read(line: &str, id: u64) -> Result<Self, NoResult> {
        let bad = |error: uiconform_json::Located| NoResult::Bad(error.to_string());
        let document = Document::parse("answer", line).map_err(bad)?;
        // Members beyond those that JSON-RPC names are let pass: they harm nobody.
        let _ = document.root().object().map_err(bad)?;
        // Their places are of interest only where something is wrong.
        let member = |name| document.value().get(name);
        let given = member("id");
        let matches = given
            .and_then(Value::as_number)
            .and_then(uiconform_json::Number::to_u64)
            == Some(id);
        let version = member("jsonrpc").and_then(Value::as_str);
        let error = member("error");
        let has_result = member("result").is_some();
        if matches || error.is_some() {
            // What follows is about an answer that is meant for this request.
            if version != Some("2.0") {
                return Err(NoResult::Bad(
                    r#"the answer is no JSON-RPC 2.0: write `"jsonrpc":"2.0"` into every answer"#
                        .to_owned(),
                ));
            }
            if error.is_some() && has_result {
                return Err(NoResult::Bad(
                    "the answer has an `error` beside its `result`: leave the error out where there is none, also as null".to_owned(),
                ));
            }
        }
        if let Some(error) = error {
            if error.is_null() {
                return Err(NoResult::Bad(
                    "the `error` of the answer is null, and there is no `result`: write the result"
                        .to_owned(),
                ));
            }
            let member = |name| error.get(name).cloned().unwrap_or_default();
            let message = member("message");
            return Err(NoResult::Error {
                code: member("code").to_text(),
                message: message.as_string().map_or_else(
                    || message.to_text(),
                    |text| text.to_string_lossy().into_owned(),
                ),
            });
        }
        if !matches {
            return Err(NoResult::Bad(match given {
                Some(given) => format!(
                    "the answer has the id {}, the request had {id}",
                    given.to_text()
                ),
                None => format!("the answer has no `id`; the request had {id}"),
            }));
        }
        if !has_result {
            return Err(bad(document.root().error("missing member `result`")));
        }
        Ok(Self { document })
    }

    /// The result.
    pub fn result(&self) -> Node<'_> {
        let root = self.document.root();
        // `read` has seen both the object and the member.
        let result = root
            .object()
            .ok()
            .and_then(|mut members| members.optional("result"));
        result.unwrap_or(root)
    }

    /// The whole line.
    pub fn text(&self) -> &str {
        self.document.text()
    }
}
