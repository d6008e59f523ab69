//! What every program is: arguments, work, an exit code.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::process::ExitCode;

use clap::error::{ContextKind, ContextValue};
use clap::{Command, FromArgMatches, Parser, Subcommand};
use watch::{Stop, Watcher};

use super::manual::Manual;
use super::terminal::{self, Console};
use super::{Common, DatabasePath, Error, Failure};

/// Exit code for wrong arguments.
const USAGE: u8 = 2;

/// A program: its arguments, and what it does with them.
pub trait Program {
    /// What it can fail with.
    type Error: Failure;

    /// The options that every program has.
    fn common(&self) -> &Common;

    /// A hint for an argument that the command does not know: what its user may have meant. `None`
    /// if the program cannot guess it.
    fn stray(_argument: &str) -> Option<String>
    where
        Self: Sized,
    {
        None
    }

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

    /// As [`Program::stray`].
    fn stray(_argument: &str) -> Option<String>
    where
        Self: Sized,
    {
        None
    }

    /// The one that was chosen.
    fn chosen(&self) -> &dyn Program<Error = Self::Error>;
}

impl<P: Programs> Program for P {
    type Error = P::Error;

    fn stray(argument: &str) -> Option<String> {
        <P as Programs>::stray(argument)
    }

    fn common(&self) -> &Common {
        self.chosen().common()
    }

    fn run(&self, console: &Console) -> Result<(), P::Error> {
        self.chosen().run(console)
    }
}

/// The version of all programs, in a release with the commit.
const VERSION: &str = env!("KIT_VERSION");

/// What the arguments ask for.
enum Asked<P> {
    Work(P),
    Manual(Manual),
}

/// The program's command line, with what every program has.
fn command_line<P: Parser>() -> Command {
    let command = P::command().version(VERSION).propagate_version(true);
    match command.has_subcommands() {
        true => Manual::augment_subcommands(command),
        false => command,
    }
}

fn parse<P: Parser>(
    arguments: impl IntoIterator<Item = OsString>,
) -> clap::error::Result<Asked<P>> {
    let mut command = DatabasePath::of_all(command_line::<P>());
    let matches = command.try_get_matches_from_mut(arguments)?;
    let asked = match matches.subcommand_name() {
        Some(name) if Manual::has_subcommand(name) => {
            Manual::from_arg_matches(&matches).map(Asked::Manual)
        }
        _ => P::from_arg_matches(&matches).map(Asked::Work),
    };
    asked.map_err(|error| error.format(&mut command))
}

/// The whole of a program, from its arguments to its exit code.
pub fn main<P: Program + Parser>() -> ExitCode {
    let program = match parse::<P>(env::args_os()) {
        Ok(Asked::Work(program)) => program,
        Ok(Asked::Manual(manual)) => return terminal::report(manual.tell(command_line::<P>())),
        Err(error) => return refuse::<P>(&quoted::<P>(error)),
    };
    let stop = Stop::default();
    let console = Console::new(program.common().loudness(), stop.clone());
    let prepared =
        terminal::stop_on_signals(&stop).and_then(|()| terminal::ignore_file_size_signal());
    if let Err(error) = prepared {
        console.say(&format!("warning: signals are not handled: {error}"));
    }
    terminal::report(program.run(&console))
}

/// The same message, which quotes what cannot be understood as it can be shown.
fn quoted<P: Parser>(error: clap::Error) -> clap::Error {
    /// A longer message is hardly ours.
    const LONGEST: usize = 4096;
    let again = |show: fn(&str) -> String| {
        let shown = |arg: OsString| show(&terminal::printable(&arg.to_string_lossy())).into();
        parse::<P>(env::args_os().map(shown)).err()
    };
    match again(str::to_owned) {
        Some(long) if long.use_stderr() && long.to_string().len() > LONGEST => {
            again(terminal::shortened).unwrap_or(long)
        }
        Some(shown) => shown,
        None => error,
    }
}

/// Help and the version are results as any others; everything else is an error.
fn refuse<P: Program>(message: &clap::Error) -> ExitCode {
    let printed = message.print();
    if message.use_stderr() {
        let stray = [ContextKind::InvalidArg, ContextKind::InvalidValue]
            .into_iter()
            .find_map(|kind| match message.get(kind) {
                Some(ContextValue::String(stray)) => P::stray(stray),
                _ => None,
            });
        if let Some(hint) = stray {
            let _ = writeln!(anstream::stderr(), "\n{}", terminal::hint_line(&hint));
        }
        // If even stderr is closed, nobody can read an error.
        return ExitCode::from(USAGE);
    }
    let printed = printed.and_then(|()| io::stdout().flush());
    terminal::report(printed.map_err(Error::Output))
}
