//! A path, as text, JSON and a plot.

use std::io::{self, Write};

use ::view::chart::{Marks, Plot, Scale};
use ::view::words::quantity;
use kit::{Error, Result};
use num_bigint::BigUint;
use watch::Stop;

use super::decimal::Decimal;
use super::number::quote;
use super::thinned::{MOST_DRAWN, Thinned};
use crate::rules::{State, Walk};

/// How many moves are written between two looks at whether to stop.
pub(super) const MOVES_BETWEEN_LOOKS: u64 = 1 << 12;

/// How many moves of a path are listed unless more are asked for.
pub(crate) const MOST_LISTED: u64 = 100_000_000;

/// With more rings no column is left for where the hooks are.
const MOST_RINGS_SHOWN: u32 = 64;

/// A path to be listed, or the beginning of one.
#[derive(Clone, Debug)]
pub(crate) struct Path {
    from: State,
    to: State,
    moves: BigUint,
    listed: u64,
}

impl Path {
    /// The shortest path between two states of as many rings. At most `limit`
    /// moves are listed; without a limit all of them, and none where they are
    /// more than [`MOST_LISTED`].
    pub(crate) fn new(from: State, to: State, limit: Option<u64>) -> Path {
        let moves = from.distance(&to);
        let listed = match (u64::try_from(&moves), limit) {
            (Ok(moves), Some(limit)) => moves.min(limit),
            (Ok(moves), None) if moves <= MOST_LISTED => moves,
            (Err(_), Some(limit)) => limit,
            _ => 0,
        };
        Path {
            from,
            to,
            moves,
            listed,
        }
    }

    /// How long it is.
    pub(crate) fn moves(&self) -> &BigUint {
        &self.moves
    }

    /// How many of its moves are listed.
    pub(crate) fn listed(&self) -> u64 {
        self.listed
    }

    /// Calls `each` for every move that is listed, with its number from 1, its
    /// hook and where it leads, until it fails or somebody wants to stop.
    fn walk(
        &self,
        stop: &Stop,
        mut each: impl FnMut(u64, u32, &State) -> io::Result<()>,
    ) -> Result<()> {
        let mut walk = Walk::new(&self.from, &self.to);
        for number in 1..=self.listed {
            if number.is_multiple_of(MOVES_BETWEEN_LOOKS) && stop.asked() {
                return Err(Error::Stopped(format!(
                    "stopped at move {number} of {}",
                    self.moves
                )));
            }
            let Some(hook) = walk.next() else { break };
            each(number, hook, walk.state())?;
        }
        Ok(())
    }

    /// Writes a line about the path, and one for each state on it: how many
    /// moves lead there, the hook of the last one, the state, and the hooks
    /// from the first to the last one, 1 for one that is down.
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`], or what the writer fails with.
    pub(crate) fn write_text(&self, out: &mut impl Write, stop: &Stop) -> Result<()> {
        let rings = self.from.rings();
        writeln!(
            out,
            "{rings}, from {} to {}: {}, {}",
            self.from.number(),
            self.to.number(),
            quantity(&self.moves, "move", "moves"),
            quantity(&self.moves + 1u32, "state", "states"),
        )?;
        if self.listed == 0 {
            return Ok(());
        }
        let shown = rings.count() <= MOST_RINGS_SHOWN;
        let first = self.listed.to_string().len().max(4);
        let third = match rings.few_states().filter(|_| shown) {
            Some(states) => (states - 1).to_string().len().max(5),
            None if shown => u64::MAX.to_string().len(),
            None => 0,
        };
        let title = if shown { "  hooks" } else { "" };
        writeln!(out, "{:>first$}  hook  {:>third$}{title}", "move", "state")?;
        let mut digits = Decimal::of(&self.from);
        let mut hooks = hooks(&self.from, shown);
        write!(out, "{:>first$}  {:>4}  {digits:>third$}", 0, "")?;
        out.write_all(&hooks)?;
        self.walk(stop, |number, hook, state| {
            digits.follow(hook, state);
            write!(out, "{number:>first$}  {hook:>4}  {digits:>third$}")?;
            if shown {
                hooks[hook as usize + 1] ^= b'0' ^ b'1';
            }
            out.write_all(&hooks)
        })
    }

    /// Writes the path as one document, move by move: `rings`, `from`, `to`,
    /// `moves` (how long the path is), `states` and `hooks` (those listed).
    ///
    /// # Errors
    ///
    /// [`Error::Stopped`], or what the writer fails with.
    pub(crate) fn write_json(&self, out: &mut impl Write, stop: &Stop) -> Result<()> {
        let rings = self.from.rings();
        let q = quote(rings);
        let (from, to) = (self.from.number(), self.to.number());
        write!(
            out,
            r#"{{"rings":{},"from":{q}{from}{q},"to":{q}{to}{q},"moves":{q}{}{q},"states":[{q}{from}{q}"#,
            rings.count(),
            self.moves,
        )?;
        let mut digits = Decimal::of(&self.from);
        self.walk(stop, |_, hook, state| {
            digits.follow(hook, state);
            write!(out, ",{q}{digits}{q}")
        })?;
        write!(out, r#"],"hooks":["#)?;
        self.walk(stop, |number, hook, _| {
            let comma = if number == 1 { "" } else { "," };
            write!(out, "{comma}{hook}")
        })?;
        writeln!(out, "]}}")?;
        Ok(())
    }

    /// The path as a plot: the state against the step.
    ///
    /// # Errors
    ///
    /// [`Error::Usage`] where the path is too long or its states too large for
    /// that, [`Error::Stopped`].
    pub(crate) fn plot(&self, stop: &Stop) -> Result<Plot> {
        let rings = self.from.rings();
        let drawable = self.listed <= MOST_DRAWN && (self.listed > 0 || self.moves == 0u32.into());
        if rings.few_states().is_none() || !drawable {
            return Err(Error::Usage(format!(
                "a plot shows at most {MOST_DRAWN} moves (--limit shows the first ones) of at most 63 rings; this path has {} of {rings}",
                quantity(&self.moves, "move", "moves"),
            )));
        }
        let small = |state: &State| u64::try_from(state.number()).unwrap_or(u64::MAX);
        let mut points = Thinned::new(self.listed + 1);
        points.add(0, small(&self.from));
        self.walk(stop, |number, _, state| {
            points.add(number, small(state));
            Ok(())
        })?;
        let name = format!(
            "{rings}: the path from {} to {}",
            self.from.number(),
            self.to.number()
        );
        Ok(Plot {
            title: name.clone(),
            x: "step".to_owned(),
            y: "state".to_owned(),
            series: vec![(name, points.points())],
            marks: Marks::Line,
            scale: Scale::Linear,
        })
    }
}

/// Two spaces, the hooks, and the end of the line.
fn hooks(state: &State, shown: bool) -> Vec<u8> {
    let mut line = Vec::new();
    if shown {
        line.extend(b"  ");
        let hooks = 1..=state.rings().count();
        line.extend(hooks.map(|hook| b'0' + u8::from(state.is_down(hook))));
    }
    line.push(b'\n');
    line
}
