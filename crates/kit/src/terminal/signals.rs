//! Ctrl-C and its relatives.
//!
//! Whoever starts a program may have it ignore a signal, as `nohup` does with
//! SIGHUP and a shell with the SIGINT of what runs in the background. Such a
//! signal stays ignored. What was inherited is asked of Linux, in
//! `/proc/self/status`; the other systems tell it to unsafe code alone, so there
//! every signal is handled.

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
    on_signals(move || {
        if !stop.ask() || stop.is_deaf() {
            let _ = writeln!(io::stderr(), "\nended at once; what was committed is safe");
            process::exit(STOPPED);
        }
    })
}

#[cfg(unix)]
fn on_signals(act: impl Fn() + Send + 'static) -> io::Result<()> {
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;

    let ignored = ignored_signals();
    let wanted = [SIGINT, SIGTERM, SIGHUP]
        .into_iter()
        .filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let mut signals = Signals::new(wanted)?;
    let wait = move || signals.forever().for_each(|_| act());
    thread::Builder::new()
        .name("signals".to_owned())
        .spawn(wait)?;
    Ok(())
}

/// The signals that were ignored when the program began, a bit each.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    std::fs::read_to_string("/proc/self/status")
        .ok()
        .and_then(|status| {
            let mask = status
                .lines()
                .find_map(|line| line.strip_prefix("SigIgn:"))?;
            u64::from_str_radix(mask.trim(), 16).ok()
        })
        .unwrap_or(0)
}

#[cfg(windows)]
fn on_signals(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
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
