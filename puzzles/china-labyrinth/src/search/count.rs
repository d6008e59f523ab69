//! All solutions, one by one.

use watch::Stop;

use super::settings::Settings;
use super::walk::{Event, probed};
use crate::rules::{Fault, Solution};

/// The published numbers of steps leave out the first pieces: the workers that counted them had
/// divided the tree from there.
const CUT: usize = 4;

/// Goes through the whole tree, gives each solution to `each`, and returns the number of steps
/// after the first four pieces. `None` if somebody asked to stop. The squares need only 252,546
/// steps, but nobody will see the end for the hexagons.
///
/// # Errors
///
/// If the result is not a solution: an error of this program.
pub fn all(
    settings: &Settings,
    seed: u64,
    stop: &Stop,
    mut each: impl FnMut(Solution),
) -> Result<Option<u64>, Fault> {
    let mut walk = probed(settings);
    walk.begin(seed, 0);
    let mut steps = 0;
    while !stop.asked() {
        let event = walk.advance(&mut 1);
        match event {
            Event::Exhausted => return Ok(Some(steps)),
            Event::Solved => each(Solution::new(settings.tiles, walk.pieces())?),
            Event::OutOfSteps => {}
        }
        steps += u64::from(walk.depth() > CUT);
    }
    Ok(None)
}
