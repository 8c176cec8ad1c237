//! `uiconform driver`: the reference and its faulty variants as drivers, and drivers to start from.

mod new;

use std::io::Write as _;

use uiconform_driver::serve;

use super::unknown_fault;
use crate::args::{Driver, DriverAction};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Driver, output: &mut Output) -> Result<u8, Failure> {
    match &args.action {
        DriverAction::Reference { fault, list_faults } => {
            reference(fault.as_deref(), *list_faults, output)
        }
        DriverAction::New { lang, folder } => new::new(*lang, folder, output),
    }
}

fn reference(fault: Option<&str>, list_faults: bool, output: &mut Output) -> Result<u8, Failure> {
    if list_faults {
        for fault in uiconform_reference::all_faults() {
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
        None => uiconform_reference::reference(),
        Some(name) => match uiconform_reference::find(name) {
            Some(fault) => (fault.make)(),
            None => return Err(unknown_fault(name)),
        },
    };
    serve(&mut *service)?;
    Ok(0)
}
