//! Paths and results of searches, as text and JSON. Distances are strings in JSON.

use std::io::{self, Write};

use ::draw::words::{counted, quantity, thousands, wrapped};
use app::object;
use app::terminal::columns_to_wrap;
use serde::Serialize;
use serde_json::Value;

use crate::rules::{Rings, State, walk};
use crate::search::Searched;

pub(crate) const MOST_LISTED: u64 = 1_000_000;

/// The number of a state, or of moves, in a document: a string if it may exceed the 53 bits that every reader
/// supports.
fn number(number: u128, rings: Rings) -> Value {
    match rings.count() {
        ..=53 => (number as u64).into(),
        _ => number.to_string().into(),
    }
}

fn state(state: &State) -> Value {
    number(state.number(), state.rings())
}

/// Writes a line about the shortest path between two states, and one for each of the `listed` moves on it: the
/// number of moves so far, the hook moved, the state, and all hooks, 1 for down.
pub(crate) fn write_path(
    out: &mut impl Write,
    from: State,
    to: State,
    listed: u64,
) -> io::Result<()> {
    let (rings, moves) = (from.rings(), from.distance(&to));
    // The number of states of 128 rings does not fit a `u128`.
    let states = moves.checked_add(1).map_or("2^128".to_owned(), thousands);
    let headline = format!(
        "{rings}, from {} to {}: {}, {}",
        from.number(),
        to.number(),
        counted(moves, "move", "moves"),
        quantity(states, "state", "states"),
    );
    writeln!(out, "{}", wrapped(&headline, columns_to_wrap()))?;
    if listed == 0 {
        return Ok(());
    }
    // With more rings, there is no room for a column of hooks.
    let shown = rings.count() <= 64;
    let first = listed.to_string().len().max(4);
    let third = rings.last().to_string().len().max(5);
    let title = if shown { "  hooks" } else { "" };
    writeln!(out, "{:>first$}  hook  {:>third$}{title}", "move", "state")?;
    let mut line = |step: u64, hook: &str, state: State| {
        let down = |hook| if state.is_down(hook) { '1' } else { '0' };
        let hooks = (1..=rings.count()).filter(|_| shown).map(down);
        let (hooks, number) = (hooks.collect::<String>(), state.number());
        let row = format!("{step:>first$}  {hook:>4}  {number:>third$}  {hooks}");
        writeln!(out, "{}", row.trim_end())
    };
    line(0, "", from)?;
    (1..=listed)
        .zip(walk(from, to))
        .try_for_each(|(number, (hook, state))| line(number, &hook.to_string(), state))
}

/// The path as a document: `moves` is its length, `states` and `hooks` are the listed ones.
pub(crate) fn path_document(from: State, to: State, listed: u64) -> impl Serialize {
    let walk = || walk(from, to).take(listed as usize);
    let states = walk().map(|(_, next)| state(&next));
    object! {
        rings: from.rings().count(),
        from: state(&from),
        to: state(&to),
        moves: number(from.distance(&to), from.rings()),
        states: [state(&from)].into_iter().chain(states).collect::<Vec<_>>(),
        hooks: walk().map(|(hook, _)| hook).collect::<Vec<u32>>(),
    }
}

/// A distance, and the next hook, which is null if the two states are equal.
pub(crate) fn distance_document(from: &State, to: &State) -> impl Serialize + use<> {
    object! {
        rings: from.rings().count(),
        from: state(from),
        to: state(to),
        distance: from.distance(to).to_string(),
        together: from.distance_together(to).to_string(),
        next_hook: from.next_hook(to),
    }
}

/// The result of an exploration, which has been compared with the closed form.
pub(crate) fn explored(rings: Rings, states: u32) -> String {
    let farthest = State::at_place(u128::from(states) - 1, rings).number();
    format!(
        "{rings}: {} states, the corners of a hypercube. The edges that are legal moves, {} of {}, form a single path from the goal, state {}, to state {farthest}. The start, state 0, is on this path, at distance {} from the goal.\nFor every state, the distance and the next hook that `path` and `distance` compute agree with this path.",
        thousands(states),
        thousands(states - 1),
        thousands(u64::from(states / 2) * u64::from(rings.count())),
        rings.last(),
        thousands(State::start(rings).place()),
    )
}

pub(crate) fn explored_document(rings: Rings, states: u32) -> impl Serialize + use<> {
    object! {
        rings: rings.count(),
        states: states,
        moves: states - 1,
        start_distance: State::start(rings).place() as u32,
        farthest_state: State::at_place(u128::from(states) - 1, rings).number() as u32,
        farthest_distance: states - 1,
    }
}

pub(crate) fn searched_document(searched: &Searched, rings: Rings) -> impl Serialize {
    object! {
        rings: rings.count(),
        states: &searched.path,
        calls: searched.calls,
        asked: searched.asked,
        deepest: searched.deepest,
    }
}

pub(crate) fn searched(searched: &Searched, from: State) -> String {
    let rings = from.rings();
    format!(
        "{rings}: the recursive search finds the {} from state {} to state {} in {}, nested up to {} deep, and checks {} whether a hook can move.",
        counted(searched.path.len() as u64 - 1, "move", "moves"),
        from.number(),
        rings.last(),
        counted(searched.calls, "call", "calls"),
        thousands(searched.deepest),
        counted(searched.asked, "time", "times"),
    )
}
