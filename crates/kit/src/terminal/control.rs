//! What a program that draws on the terminal has to know about it.

use std::env;
use std::io;

/// Does the terminal show only lines of text? `TERM=dumb` says so; on Unix, so does no `TERM` at
/// all.
pub fn is_dumb() -> bool {
    match env::var_os("TERM") {
        Some(term) => term.is_empty() || term == "dumb",
        None => cfg!(unix),
    }
}

/// Is the terminal that stdin reads gone, for example because its window was closed? A program
/// that waits for keys must ask: crossterm's own wait never ends then, and takes all of a
/// processor.
#[cfg(unix)]
pub fn is_gone() -> bool {
    use rustix::event::{PollFd, PollFlags, Timespec, poll};

    let stdin = io::stdin();
    let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
    let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
    poll(&mut watched, Some(&Timespec::default())).is_ok() && watched[0].revents().intersects(gone)
}

/// Other systems end the program.
#[cfg(not(unix))]
pub fn is_gone() -> bool {
    false
}

/// Stops the programs of this job, as Ctrl-Z does where the terminal reads lines. It returns when
/// the shell continues them.
///
/// # Errors
///
/// If the system does not allow it.
#[cfg(unix)]
pub fn suspend() -> io::Result<()> {
    use rustix::process::{Signal, kill_current_process_group};

    Ok(kill_current_process_group(Signal::TSTP)?)
}

/// Other systems have no jobs.
///
/// # Errors
///
/// Never.
#[cfg(not(unix))]
pub fn suspend() -> io::Result<()> {
    Ok(())
}
