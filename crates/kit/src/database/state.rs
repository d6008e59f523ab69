//! The state that an open database shares with the handlers that SQLite calls.

use std::fmt;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Duration;

use rusqlite::Connection;
use watch::{Stop, locked};

use crate::Result;

/// The number of instructions that SQLite executes between two checks whether to stop: far below a
/// millisecond.
const INSTRUCTIONS_BETWEEN_LOOKS: i32 = 10_000;

/// The length of one sleep while another program writes.
const NAP: Duration = Duration::from_millis(5);

/// The number of naps before somebody hears of the wait.
const NAPS_UNTOLD: i32 = 200;

type Tell = Box<dyn Fn() + Send>;

/// The state that SQLite's handlers check.
pub(super) struct State {
    pub(super) stop: Stop,
    shielded: AtomicBool,
    pub(super) instructions: Arc<AtomicU64>,
    /// Hears of a wait for another writer.
    pub(super) tell: Mutex<Option<Tell>>,
}

impl State {
    pub(super) fn new(stop: Stop) -> State {
        State {
            stop,
            shielded: AtomicBool::new(false),
            instructions: Arc::default(),
            tell: Mutex::new(None),
        }
    }

    /// Lets a wish to stop interrupt a connection.
    pub(super) fn watch(self: &Arc<State>, connection: &mut Connection) -> Result<()> {
        let state = Arc::clone(self);
        let look = move || {
            let executed = INSTRUCTIONS_BETWEEN_LOOKS as u64;
            state.instructions.fetch_add(executed, Ordering::Relaxed);
            state.stop.asked() && !state.shielded.load(Ordering::Relaxed)
        };
        Ok(connection.progress_handler(INSTRUCTIONS_BETWEEN_LOOKS, Some(look))?)
    }

    /// Lets a connection wait for other writers, in short naps, until somebody
    /// asks to stop.
    pub(super) fn wait_for_others(self: &Arc<State>, connection: &mut Connection) -> Result<()> {
        let state = Arc::clone(self);
        Ok(connection.busy_handler(Some(move |naps: i32| state.nap(naps)))?)
    }

    /// Sleeps a moment. Returns false if somebody asked to stop.
    pub(super) fn nap(&self, naps: i32) -> bool {
        if naps == NAPS_UNTOLD
            && let Some(tell) = &*locked(&self.tell)
        {
            tell();
        }
        thread::sleep(NAP);
        !self.stop.asked()
    }
}

impl fmt::Debug for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("State")
            .field("stop", &self.stop)
            .finish_non_exhaustive()
    }
}

/// While this exists, a wish to stop does not interrupt anything.
#[derive(Debug)]
pub(super) struct Shield(Arc<State>);

impl Shield {
    pub(super) fn over(state: Arc<State>) -> Shield {
        state.shielded.store(true, Ordering::Relaxed);
        Shield(state)
    }
}

impl Drop for Shield {
    fn drop(&mut self) {
        self.0.shielded.store(false, Ordering::Relaxed);
    }
}
