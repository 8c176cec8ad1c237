//! JSON text without loss: number lexemes, lone surrogates, duplicate names, any depth, and places.
//!
//! The suite judges what others do to JSON, so it may lose nothing itself. [`parse`] takes every text that the grammar of
//! RFC 8259 allows and keeps what most libraries drop:
//!
//! - a [`Number`] is its lexeme; it is compared by mathematical value, whatever the length of its digits or exponent;
//! - a [`JsonString`] may hold lone surrogates, as `"\ud83d"` does;
//! - an [`Object`] keeps the order of its members and those that share a name;
//! - depth is limited by memory alone: nothing here recurses, neither parsing nor dropping, cloning, comparing or writing.
//!
//! Values are equal as RFC 8259 understands them: objects without order, lists with order, strings by code point, numbers by
//! mathematical value. [`compare`] says where two values first differ and which numbers differ only beyond binary64.
//!
//! ```
//! let sent = uiconform_json::parse(r#"{"total": 1.50, "id": 9007199254740993}"#)?;
//! let echoed = uiconform_json::parse(r#"{"id": 9007199254740992, "total": 1.5}"#)?;
//! assert_eq!(sent.to_text(), r#"{"total":1.50,"id":9007199254740993}"#);
//! let comparison = uiconform_json::compare(&sent, &echoed);
//! assert!(comparison.difference.is_none());
//! assert_eq!(comparison.lossy[0].to_string(), "/id");
//! # Ok::<(), uiconform_json::ParseError>(())
//! ```
//!
//! [`Document`] adds places to a text: [`Node`] reads typed members from it, and each error names the file, the line, the
//! column and the pointer.

#![forbid(unsafe_code)]

mod classes;
mod clone;
mod compare;
mod decimal;
mod document;
mod error;
mod index;
mod lexer;
mod node;
mod number;
mod object;
mod pairs;
mod parse;
mod place;
mod pointer;
mod string;
mod value;
mod write;

pub use compare::{Comparison, Difference, LOSSY_AT_MOST, compare, differences};
pub use document::{Document, Located, Place, offset_of};
pub use error::ParseError;
pub use node::{Members, Node};
pub use number::{Number, Sameness};
pub use object::Object;
pub use parse::{parse, parse_bytes};
pub use pointer::{Pointer, Token};
pub use string::JsonString;
pub use value::{Array, Kind, Value};
