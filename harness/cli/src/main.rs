//! The `uiconform` command: arguments and wiring.

#![forbid(unsafe_code)]

mod args;
mod commands;
mod config;
mod failure;
mod ordinary;
mod output;
mod suggest;

use std::io;
use std::process::ExitCode;

use args::Command;
use failure::Failure;
use output::Output;

fn main() -> ExitCode {
    let args = match args::parse() {
        Ok(args) => args,
        Err(message) => {
            let failure = Failure::Usage(message);
            Output::new(args::Color::Auto).complain(&failure);
            return ExitCode::from(failure.exit_code());
        }
    };
    let mut output = Output::new(args.color);
    let result = match args.command {
        Command::Run(run) => commands::run::run(&run, &mut output),
        Command::Fuzz(fuzz) => commands::fuzz::run(&fuzz, &mut output),
        Command::Check(check) => commands::check::run(&check, &mut output),
        Command::Cases(cases) => commands::cases::run(&cases, &mut output),
        Command::Requirements(options) => commands::requirements::run(&options, &mut output),
        Command::Report(report) => commands::report::run(&report, &mut output),
        Command::Selftest(options) => commands::selftest::run(&options, &mut output),
        Command::Driver(driver) => commands::driver::run(&driver, &mut output),
        Command::Schema(schema) => commands::schema::run(&schema, &mut output),
    };
    let code = match result {
        Ok(code) => code,
        Err(Failure::Output(error)) if error.kind() == io::ErrorKind::BrokenPipe => 0,
        Err(failure) => {
            if !failure.is_closed_pipe() {
                output.complain(&failure);
            }
            failure.exit_code()
        }
    };
    ExitCode::from(code)
}
