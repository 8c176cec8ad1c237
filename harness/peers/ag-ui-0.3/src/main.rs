//! A driver for the Rust crate `ag-ui` 0.3.0, whose `Session` is the client that the text describes.
//!
//!     uiconform run --suite ag-ui --driver uiconform-peer-ag-ui-0-3
//!
//! What does not depend on the version stands in `../ag-ui`.

mod client;
#[path = "../../ag-ui/driver.rs"]
mod driver;
#[path = "../../ag-ui/network.rs"]
mod network;
#[cfg(test)]
#[path = "../../ag-ui/tests.rs"]
mod tests;
#[path = "../../ag-ui/told.rs"]
mod told;

fn main() -> std::io::Result<()> {
    uiconform_driver::serve(&mut uiconform_driver::ag_ui::Driver::new(driver::Peer))
}
