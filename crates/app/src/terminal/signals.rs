//! Ctrl-C and similar signals.
//!
//! A program can start with a signal ignored: `nohup` does so with SIGHUP, and a shell with the
//! SIGINT of programs in the background. Such a signal stays ignored.

use std::io::{self, Write};
use std::process;
use std::thread;
use std::time::Duration;

use watch::Stop;

/// The exit code of a program that was stopped.
const STOPPED: i32 = 130;

/// Ends the program. A message must not keep it from that.
fn end_at_once() -> ! {
    if takes_messages() {
        let _ = writeln!(io::stderr(), "\nended at once; committed work is safe");
    }
    process::exit(STOPPED);
}

/// Ends the program, which has been asked to stop, if it may be waiting until its messages are read:
/// stderr is a full pipe, or a terminal that is stopped by Ctrl-S.
fn end_if_nobody_reads() {
    /// A reader who takes longer than this does not read.
    const PATIENCE: Duration = Duration::from_millis(500);
    let mut read = true;
    loop {
        thread::sleep(PATIENCE);
        if !read && !takes_messages() {
            process::exit(STOPPED);
        }
        read = takes_messages();
    }
}

/// Does stderr take a line without waiting? A closed one does: writing to it fails at once.
fn takes_messages() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let stderr = io::stderr();
        let mut watched = [PollFd::new(&stderr, PollFlags::OUT)];
        let polled = poll(&mut watched, Some(&Timespec::default()));
        polled.is_err() || !watched[0].revents().is_empty()
    }
    #[cfg(not(unix))]
    true
}

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
            end_at_once();
        }
        // If this fails, a second signal ends the program.
        let _ = thread::Builder::new().spawn(end_if_nobody_reads);
    });
    match caught {
        Ok(()) | Err(ctrlc::Error::MultipleHandlers) => Ok(()),
        Err(error) => Err(io::Error::other(error)),
    }
}
