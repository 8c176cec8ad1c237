//! `uiconform driver`: the reference and its faulty variants as drivers.

use std::io::Write as _;

use uiconform_catalogue::did_you_mean;
use uiconform_driver::serve;
use uiconform_reference as reference;

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
            None => {
                let faults = reference::agentue_faults();
                let names = faults.iter().map(|fault| fault.name);
                return Err(Failure::Usage(format!(
                    "no fault `{name}`{}; `uiconform driver reference --list-faults` lists them",
                    did_you_mean(name, names)
                )));
            }
        },
    };
    serve(&mut *service)?;
    Ok(0)
}
