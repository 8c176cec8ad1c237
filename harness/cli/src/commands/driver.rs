//! `uiconform driver`: the reference and its faulty variants as drivers.

use std::io::Write as _;

use uiconform_driver::serve;
use uiconform_reference as reference;

use super::unknown_fault;
use crate::args::{Driver, DriverAction};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Driver, output: &mut Output) -> Result<u8, Failure> {
    let DriverAction::Reference { fault, list_faults } = &args.action;
    if *list_faults {
        for fault in reference::agentue_faults() {
            writeln!(
                output,
                "{}  {}",
                output.palette().strong(fault.name),
                fault.about
            )?;
        }
        output.flush()?;
        return Ok(0);
    }
    let mut service = match fault {
        None => reference::reference(),
        Some(name) => match reference::find(name) {
            Some(fault) => (fault.make)(),
            None => return Err(unknown_fault(name)),
        },
    };
    serve(&mut *service)?;
    Ok(0)
}
