//! Paths, lengths and plots, as text, JSON and SVG; the dialogue of a game.
//!
//! In the JSON documents states, and the moves of a path, are numbers up to 53
//! rings, and texts of decimal digits for more: not every reader keeps all the
//! digits of a number, and some refuse a long one. Distances are always texts.

mod decimal;
mod dialogue;
mod lengths;
mod path;

pub use dialogue::{Dialogue, Form, left};
pub use lengths::{LengthsChart, MOST_RINGS_LISTED, write_lengths, write_lengths_json};
pub use path::{MOST_LISTED, Path};

use std::fmt::Display;
use std::io::{self, Write};

use serde::Serialize;

use super::rules::{Rings, State, Walk};
use super::store::Summary;

/// How many states one goes through for a picture, which shows no more of them.
pub const MOST_DRAWN: u64 = 1 << 24;

/// How many moves are written between two looks at whether to stop.
const MOVES_BETWEEN_LOOKS: u64 = 1 << 12;

/// More points than this are drawn as the lowest and the highest of many.
const MOST_POINTS: u64 = 1024;

/// So many of something.
fn counted(count: &dyn Display, one: &str) -> String {
    let count = count.to_string();
    let plural = if count == "1" { "" } else { "s" };
    format!("{count} {one}{plural}")
}

/// What stands around a number of a state or of moves in a document.
fn quote(rings: Rings) -> &'static str {
    /// How many bits of a number every reader keeps.
    const BITS_KEPT: u32 = 53;
    if rings.count() > BITS_KEPT { "\"" } else { "" }
}

/// Writes a distance, and the next hook, as one document: `rings`, `from`,
/// `to`, `distance`, `next_hook` (null where the two are the same).
///
/// # Errors
///
/// What the writer fails with.
pub fn write_distance_json(out: &mut impl Write, from: &State, to: &State) -> io::Result<()> {
    let rings = from.rings();
    let q = quote(rings);
    let mut walk = Walk::new(from, to);
    let distance = walk.left().to_string();
    let hook = walk
        .next()
        .map_or("null".to_owned(), |hook| hook.to_string());
    writeln!(
        out,
        r#"{{"rings":{},"from":{q}{}{q},"to":{q}{}{q},"distance":"{distance}","next_hook":{hook}}}"#,
        rings.count(),
        from.number(),
        to.number(),
    )
}

/// Writes what an exploration has found.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_summary(out: &mut impl Write, summary: &Summary, rings: Rings) -> io::Result<()> {
    let Summary {
        states,
        moves,
        start_distance,
        farthest_state,
        farthest_distance,
    } = summary;
    let edges = states / 2 * u64::from(rings.count());
    writeln!(
        out,
        "{rings}: {states} states, and {moves} of the {edges} edges of their hypercube are legal moves,"
    )?;
    writeln!(
        out,
        "which form one single path, from the goal {} to {farthest_state}, {farthest_distance} moves away.",
        states - 1,
    )?;
    writeln!(
        out,
        "The start, 0, lies on it {start_distance} moves from the goal."
    )
}

/// Writes what an exploration has found as one document: `rings`, `states`,
/// `moves`, `start_distance`, `farthest_state`, `farthest_distance`.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_summary_json(out: &mut impl Write, summary: &Summary, rings: Rings) -> io::Result<()> {
    #[derive(Serialize)]
    struct Document {
        rings: u32,
        states: u64,
        moves: u64,
        start_distance: u64,
        farthest_state: u64,
        farthest_distance: u64,
    }
    let document = Document {
        rings: rings.count(),
        states: summary.states,
        moves: summary.moves,
        start_distance: summary.start_distance,
        farthest_state: summary.farthest_state,
        farthest_distance: summary.farthest_distance,
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}

/// Points of which only the lowest and the highest of many are kept, where
/// there are too many.
struct Thinned {
    /// How many of them fall together.
    every: u64,
    /// The lowest and the highest of those that do.
    kept: Vec<[(u64, u64); 2]>,
}

impl Thinned {
    fn new(points: u64) -> Thinned {
        let every = if points <= MOST_POINTS {
            1
        } else {
            points.div_ceil(MOST_POINTS / 2)
        };
        Thinned {
            every,
            kept: Vec::new(),
        }
    }

    fn add(&mut self, x: u64, y: u64) {
        match self.kept.last_mut() {
            Some([low, high]) if low.0 / self.every == x / self.every => {
                if y < low.1 {
                    *low = (x, y);
                } else if y > high.1 {
                    *high = (x, y);
                }
            }
            _ => self.kept.push([(x, y); 2]),
        }
    }

    fn points(&self) -> Vec<(f64, f64)> {
        let mut points: Vec<(u64, u64)> = self.kept.iter().flatten().copied().collect();
        points.sort_unstable_by_key(|&(x, _)| x);
        points.dedup();
        points
            .into_iter()
            .map(|(x, y)| (x as f64, y as f64))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thinned_points_keep_the_lowest_and_the_highest() {
        let heights = |x: u64| x * 7919 % 10_007;
        let mut few = Thinned::new(1000);
        let mut many = Thinned::new(100_000);
        for x in 0..100_000 {
            if x < 1000 {
                few.add(x, heights(x));
            }
            many.add(x, heights(x));
        }
        let all: Vec<(f64, f64)> = (0..1000).map(|x| (x as f64, heights(x) as f64)).collect();
        assert_eq!(few.points(), all);
        let many = many.points();
        assert!((600..=1024).contains(&many.len()), "{}", many.len());
        assert!(many.is_sorted_by(|a, b| a.0 < b.0));
        let ends = |pick: fn(f64, f64) -> f64| many.iter().map(|point| point.1).reduce(pick);
        assert_eq!(
            (ends(f64::min), ends(f64::max)),
            (Some(0.0), Some(10_006.0))
        );
    }
}
