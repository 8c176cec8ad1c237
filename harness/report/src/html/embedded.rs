//! What is the same on every page: style and script, and the policy that allows them and nothing else.

use askama::filters::HtmlSafe;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use sha2::{Digest as _, Sha256};

/// The style of the page.
pub(super) const STYLE: Fixed = Fixed(concat!(
    "\n",
    include_str!("../../templates/html/style.css"),
    include_str!("../../templates/html/case.css"),
    include_str!("../../templates/html/media.css"),
));

/// The script of the page, one file a job.
pub(super) const SCRIPT: Fixed = Fixed(concat!(
    "\n\"use strict\";\n",
    include_str!("../../templates/html/data.js"),
    include_str!("../../templates/html/address.js"),
    include_str!("../../templates/html/filter.js"),
    include_str!("../../templates/html/matrix.js"),
    include_str!("../../templates/html/case.js"),
    include_str!("../../templates/html/keys.js"),
    include_str!("../../templates/html/main.js"),
));

/// Text of this program that stands in the page as it is.
#[derive(Clone, Copy)]
pub(super) struct Fixed(&'static str);

/// The data of a page, which stands in a script element that no browser runs.
pub(super) struct Data(pub(super) String);

/// The policy of the page: nothing from anywhere, but its own style and script.
pub(super) fn policy() -> String {
    let digest = |text: &Fixed| STANDARD.encode(Sha256::digest(text.0.as_bytes()));
    format!(
        "default-src 'none'; style-src 'sha256-{}'; script-src 'sha256-{}'; base-uri 'none'; form-action 'none'",
        digest(&STYLE),
        digest(&SCRIPT)
    )
}

impl std::fmt::Display for Fixed {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

// The only two kinds of text that the templates do not escape.
impl HtmlSafe for Fixed {}
impl HtmlSafe for Data {}

impl std::fmt::Display for Data {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}
