//! Ctrl-C and its relatives.

use std::io::{self, Write};
use std::process;

use watch::Stop;

/// Exit code of a program that was stopped.
const STOPPED: i32 = 130;

/// Turns the first Ctrl-C, SIGTERM or SIGHUP into a wish to stop. A second
/// one ends the program at once; SQLite rolls back what was not committed
/// when the database is opened next. So does the first one where work is under
/// way that cannot look for it.
///
/// # Errors
///
/// Where the system does not let us handle signals.
pub(crate) fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    let stop = stop.clone();
    ctrlc::set_handler(move || {
        if !stop.ask() || stop.is_deaf() {
            let _ = writeln!(io::stderr(), "\nended at once; what was committed is safe");
            process::exit(STOPPED);
        }
    })
    .map_err(io::Error::other)
}

/// Makes a write beyond a limit on the size of files fail instead of killing
/// the program, so that it can say what happened.
///
/// # Errors
///
/// Where the system does not let us handle signals.
#[cfg(unix)]
pub(crate) fn ignore_file_size_signal() -> io::Result<()> {
    use std::sync::Arc;
    use std::sync::atomic::AtomicBool;
    // Nobody reads the flag: handling the signal is enough for the write to
    // return an error.
    signal_hook::flag::register(
        signal_hook::consts::SIGXFSZ,
        Arc::new(AtomicBool::new(false)),
    )?;
    Ok(())
}

/// Other systems have no such signal.
///
/// # Errors
///
/// None.
#[cfg(not(unix))]
pub(crate) fn ignore_file_size_signal() -> io::Result<()> {
    Ok(())
}
