//! What the commands share that look for a solution by annealing.

use kit::terminal::Console;
use watch::Watcher;

use crate::error::{Error, Result};
use crate::search::{Effort, End};

/// A temperature at which something is taken and something is not.
pub(super) fn temperature(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(temperature @ 0.001..=100.0) => Ok(temperature),
        _ => Err("a number from 0.001 to 100 is wanted".to_owned()),
    }
}

/// What a search has found, or why it has found nothing.
pub(super) fn found<T>(end: End<T>, effort: Effort, console: &Console) -> Result<T> {
    let moves = effort.moves;
    match end {
        End::Found(solution) => {
            console.say(&format!("found in {moves} moves"));
            Ok(solution)
        }
        End::NotFound => Err(Error::NoneFound { moves }),
        End::Stopped => Err(kit::Error::Stopped(format!("stopped after {moves} moves")).into()),
    }
}
