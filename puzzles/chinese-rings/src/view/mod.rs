//! Paths, lengths and plots, as text, JSON and SVG; the dialogue of a game.
//!
//! In the JSON documents states, and the moves of a path, are numbers up to 53
//! rings, and texts of decimal digits for more: not every reader keeps all the
//! digits of a number, and some refuse a long one. Distances are always texts.

mod decimal;
mod dialogue;
mod lengths;
mod number;
mod path;
mod thinned;

pub(crate) use dialogue::{Dialogue, Form, left};
pub(crate) use lengths::{LengthsChart, MOST_RINGS_LISTED, write_lengths, write_lengths_json};
pub(crate) use path::Path;

use std::io::{self, Write};

use serde::Serialize;

use crate::rules::{Rings, State, Walk};
use crate::store::Summary;
use number::quote;

/// Writes a distance, and the next hook, as one document: `rings`, `from`,
/// `to`, `distance`, `next_hook` (null where the two are the same).
///
/// # Errors
///
/// What the writer fails with.
pub(crate) fn write_distance_json(
    out: &mut impl Write,
    from: &State,
    to: &State,
) -> io::Result<()> {
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
pub(crate) fn write_summary(
    out: &mut impl Write,
    summary: &Summary,
    rings: Rings,
) -> io::Result<()> {
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
pub(crate) fn write_summary_json(
    out: &mut impl Write,
    summary: &Summary,
    rings: Rings,
) -> io::Result<()> {
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
