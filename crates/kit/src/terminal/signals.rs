//! Ctrl-C and similar signals.
//!
//! A program can start with a signal ignored: `nohup` does so with SIGHUP, and a shell with the
//! SIGINT of programs in the background. Such a signal stays ignored.

use std::io::{self, Write};
use std::process;

use watch::Stop;

/// The exit code of a program that was stopped.
const STOPPED: i32 = 130;

/// Turns the first Ctrl-C, SIGTERM or SIGHUP into a wish to stop. A second one ends the program at
/// once; SQLite rolls back what was not committed when the database is next opened. The first one
/// also ends the program at once while it does work that cannot check for the wish.
///
/// If one of the three was ignored when the program began, all of them keep the action that they had.
pub(crate) fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    // A write beyond a limit on the size of files returns an error because the signal is handled.
    // Otherwise it would kill the program, which could not report it. The flag is never read.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default())?;
    let stop = stop.clone();
    let caught = ctrlc::try_set_handler(move || {
        if !stop.ask() || stop.is_deaf() {
            let _ = writeln!(io::stderr(), "\nended at once; what was committed is safe");
            process::exit(STOPPED);
        }
    });
    match caught {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}
