//! Waits for a key, and notices when the terminal is gone.

use std::io;
use std::time::Duration;

/// The state of the terminal that stdin reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Keyboard {
    /// No key has come.
    Quiet,
    /// Something can be read.
    Ready,
    /// The terminal is gone, for example because its window was closed.
    Gone,
}

impl Keyboard {
    /// Waits for a key, but not longer than this. A signal ends the wait, too.
    ///
    /// Call this before you read keys with crossterm: its own wait never ends once the terminal is
    /// gone, and takes all of a processor.
    ///
    /// # Errors
    ///
    /// If the system does not say.
    #[cfg(unix)]
    pub fn wait(patience: Duration) -> io::Result<Keyboard> {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let stdin = io::stdin();
        let mut watched = [PollFd::new(&stdin, PollFlags::IN)];
        let patience = Timespec {
            tv_sec: patience.as_secs() as _,
            tv_nsec: patience.subsec_nanos() as _,
        };
        match poll(&mut watched, Some(&patience)) {
            Ok(_) => {}
            Err(rustix::io::Errno::INTR) => return Ok(Keyboard::Quiet),
            Err(error) => return Err(error.into()),
        }
        let happened = watched[0].revents();
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        Ok(if happened.intersects(gone) {
            Keyboard::Gone
        } else if happened.contains(PollFlags::IN) {
            Keyboard::Ready
        } else {
            Keyboard::Quiet
        })
    }

    /// On other systems crossterm waits.
    ///
    /// # Errors
    ///
    /// Never.
    #[cfg(not(unix))]
    pub fn wait(_: Duration) -> io::Result<Keyboard> {
        Ok(Keyboard::Ready)
    }
}
