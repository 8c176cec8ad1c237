//! `uiconform driver`: the reference and its faulty variants as drivers, and drivers to start from.

mod new;

use std::io::Write as _;

use uiconform_driver::serve;

use super::unknown_fault;
use crate::args::{Driver, DriverAction, Policy};
use crate::failure::Failure;
use crate::output::Output;

pub(crate) fn run(args: &Driver, output: &mut Output) -> Result<u8, Failure> {
    match &args.action {
        DriverAction::Reference {
            list_faults: true, ..
        } => list_faults(output),
        DriverAction::Reference { fault, policy, .. } => reference(fault.as_deref(), *policy),
        DriverAction::New { lang, folder } => new::new(*lang, folder, output),
    }
}

fn list_faults(output: &mut Output) -> Result<u8, Failure> {
    for fault in uiconform_reference::all_faults() {
        writeln!(
            output,
            "{}  {}",
            output.palette().strong(fault.name),
            fault.about
        )?;
    }
    output.flush()?;
    Ok(0)
}

fn reference(fault: Option<&str>, policy: Policy) -> Result<u8, Failure> {
    let mut service = match fault {
        None if policy == Policy::V1 => uiconform_reference::reference_v1(),
        None => uiconform_reference::reference(),
        Some(name) => match uiconform_reference::find(name) {
            Some(fault) => (fault.make)(),
            None => return Err(unknown_fault(name)),
        },
    };
    serve(&mut *service)?;
    Ok(0)
}
