//! The messages of a program at work, and the terminal.

use std::env;
use std::io;

mod printable;
mod progress;
mod signals;
mod width;

pub(crate) use printable::cut;
pub use printable::{printable, shortened};
pub use progress::Console;
pub(crate) use progress::Loudness;
pub(crate) use signals::stop_on_signals;
pub(crate) use width::message;
pub use width::{columns, columns_to_wrap};

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
/// processor. Systems other than Unix end the program.
pub fn is_gone() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let stdin = io::stdin();
        let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        let polled = poll(&mut watched, Some(&Timespec::default()));
        polled.is_ok() && watched[0].revents().intersects(gone)
    }
    #[cfg(not(unix))]
    false
}

/// Stops the programs of this job, as Ctrl-Z does where the terminal reads lines. It returns when
/// the shell continues them. Systems other than Unix have no jobs.
///
/// # Errors
///
/// If the system does not allow it.
pub fn suspend() -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, kill_current_process_group};

        kill_current_process_group(Signal::TSTP)?;
    }
    Ok(())
}
