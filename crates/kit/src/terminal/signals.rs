//! Ctrl-C and similar signals.
//!
//! A program can start with a signal ignored: `nohup` does so with SIGHUP, and a shell with the
//! SIGINT of programs in the background. Such a signal stays ignored. On Linux, `/proc/self/status`
//! shows the inherited signals. On other systems, only unsafe code can ask for them, so every
//! signal is handled there.

use std::io::{self, Write};
use std::process;

use watch::Stop;

/// The exit code of a program that was stopped.
const STOPPED: i32 = 130;

/// Turns the first Ctrl-C, SIGTERM or SIGHUP into a wish to stop. A second one ends the program at
/// once; SQLite rolls back what was not committed when the database is next opened. The first one
/// also ends the program at once while it does work that cannot check for the wish.
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
    use std::sync::Arc;
    use std::thread;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
    use signal_hook::iterator::Signals;

    let ignored = ignored_signals();
    let all = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let mut signals = Signals::new(all.filter(|signal| ignored >> (signal - 1) & 1 == 0))?;
    let wait = move || signals.forever().for_each(|_| act());
    let thread = thread::Builder::new().name("signals".to_owned());
    thread.spawn(wait)?;
    // A write beyond a limit on the size of files returns an error because the signal is handled.
    // Otherwise it would kill the program, which could not report it. Nobody reads the flag.
    signal_hook::flag::register(SIGXFSZ, Arc::default())?;
    Ok(())
}

/// The signals that were ignored when the program began, one bit each.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    use std::path::Path;

    use crate::input::beginning;

    const MOST: u64 = 1 << 16;
    let status = beginning(Path::new("/proc/self/status"), MOST).unwrap_or_default();
    let status = String::from_utf8_lossy(&status);
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(0)
}

#[cfg(windows)]
fn on_signals(act: impl FnMut() + Send + 'static) -> io::Result<()> {
    ctrlc::set_handler(act).map_err(io::Error::other)
}
