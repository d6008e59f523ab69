//! What every program is: arguments, work, an exit code.

use std::env;
use std::process::ExitCode;

use clap::Parser;
use watch::{Stop, Watcher};

use super::terminal::{self, Console};
use super::{Common, Failure};

/// A program: its arguments, and what it does with them.
pub trait Program {
    /// What it can fail with.
    type Error: Failure;

    /// The options that every program has.
    fn common(&self) -> &Common;

    /// Does the program's work.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being done.
    fn run(&self, console: &Console) -> Result<(), Self::Error>;
}

/// Several programs under one name: whichever its arguments choose.
pub trait Programs {
    /// What each of them can fail with.
    type Error: Failure;

    /// The one that was chosen.
    fn chosen(&self) -> &dyn Program<Error = Self::Error>;
}

impl<P: Programs> Program for P {
    type Error = P::Error;

    fn common(&self) -> &Common {
        self.chosen().common()
    }

    fn run(&self, console: &Console) -> Result<(), P::Error> {
        self.chosen().run(console)
    }
}

/// The whole of a program, from its arguments to its exit code.
pub fn main<P: Program + Parser>() -> ExitCode {
    let program = P::try_parse().unwrap_or_else(|error| {
        // The message quotes what cannot be understood.
        let args = env::args_os().map(|arg| terminal::printable(&arg.to_string_lossy()));
        P::try_parse_from(args).err().unwrap_or(error).exit()
    });
    let stop = Stop::default();
    let console = Console::new(program.common().loudness(), stop.clone());
    let prepared =
        terminal::stop_on_signals(&stop).and_then(|()| terminal::ignore_file_size_signal());
    if let Err(error) = prepared {
        console.say(&format!("warning: signals are not handled: {error}"));
    }
    terminal::report(program.run(&console))
}
