//! Handles Ctrl-C and similar signals.
//!
//! A program can be started with a signal ignored: `nohup` does so with SIGHUP, and a shell with the SIGINT of
//! programs in the background. Such a signal stays ignored.

use std::io::{self, Write};
use std::process;
use std::thread;
use std::time::Duration;

use watch::Stop;

/// The exit code of an interrupted program.
const STOPPED: i32 = 130;

/// Ends the program, even if a message cannot be printed.
fn end_at_once() -> ! {
    if takes_messages() {
        let _ = writeln!(io::stderr(), "\nended at once");
    }
    process::exit(STOPPED);
}

/// Ends an interrupted program that may be blocked because its messages are not read: stderr is a full pipe, or a
/// terminal stopped by Ctrl-S.
fn end_if_nobody_reads() {
    /// A reader that takes longer than this is supposed not to read.
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

/// Whether a line can be written to stderr without blocking, which includes a closed stderr, where writing fails at
/// once.
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

/// Turns the first Ctrl-C, SIGTERM or SIGHUP into a request to stop. A second one ends the program at once; SQLite
/// rolls back uncommitted changes when the database is next opened. The first one also ends the program at once
/// while it does work that cannot check for the request.
pub(crate) fn stop_on_signals(stop: &Stop) -> io::Result<()> {
    // If SIGXFSZ is handled, writing beyond a limit on file sizes returns an error, which the program reports,
    // instead of killing it. The flag is never read.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Default::default())?;
    let stop = stop.clone();
    let handle = move || {
        if !stop.request() || stop.is_blocked() {
            end_at_once();
        }
        // If the thread cannot be started, a second signal still ends the program.
        let _ = thread::Builder::new().spawn(end_if_nobody_reads);
    };
    match ctrlc::try_set_handler(handle.clone()) {
        // One of the three is ignored.
        #[cfg(unix)]
        Err(ctrlc::Error::MultipleHandlers) => handle_others(handle),
        caught => caught.map_err(io::Error::other),
    }
}

/// Handles those of the three signals that are not ignored.
#[cfg(unix)]
fn handle_others(handle: impl Fn() + Send + 'static) -> io::Result<()> {
    use std::fs;
    use std::io::Read;
    use std::os::unix::net::UnixStream;

    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};

    #[expect(clippy::disallowed_methods, reason = "a file of the system")]
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let ignored = ignored.and_then(|set| u64::from_str_radix(set.trim(), 16).ok());
    // Without this file, only SIGTERM is handled, because shells and `nohup` never ignore it.
    let is_ignored = |signal| ignored.map_or(signal != SIGTERM, |set| set >> (signal - 1) & 1 == 1);
    let (signals, sender) = UnixStream::pair()?;
    for signal in [SIGINT, SIGTERM, SIGHUP] {
        if !is_ignored(signal) {
            signal_hook::low_level::pipe::register(signal, sender.try_clone()?)?;
        }
    }
    let received = io::BufReader::new(signals).bytes();
    let waiting = move || received.for_each(|_| handle());
    thread::Builder::new().spawn(waiting).map(|_| ())
}
