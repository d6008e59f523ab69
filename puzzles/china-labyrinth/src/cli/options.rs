//! Options that several commands have.

use std::io::{self, Write};

use ::view::words::counted;
use clap::Args;
use kit::{Drawn, Error, Limit};

use crate::rules::Tiles;
use crate::search::{Demands, Found, Order, Settings};
use crate::view;

/// The set of pieces.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Set {
    /// Use the smaller set: 16 squares, every subset of four doors once
    #[arg(long)]
    pub(super) squares: bool,
}

/// What a search does, see [`Settings`].
#[derive(Args, Clone, Debug)]
pub(super) struct Method {
    /// Use the original's algorithm: candidates suit the pieces around a cell, and nothing
    /// looks at the empty cells
    #[arg(long)]
    literal: bool,
    /// Which cell is next among those that demand a piece
    #[arg(long, value_enum, default_value_t = Demands::Fewest)]
    demands: Demands,
    /// Which candidate is first: angles (the most angles), doors (the most doors),
    /// both in the order given, or random. An angle is two doors at 120° with none
    /// between them [default: doors,angles; with --literal angles,doors]
    #[arg(long, value_name = "ORDER")]
    pieces: Option<Order>,
    /// Continue even if a count of doors shows a dead end
    #[arg(long)]
    no_pruning: bool,
}

impl Method {
    pub(super) fn settings(&self, tiles: Tiles) -> Settings {
        let usual = match self.literal {
            true => Settings::original(tiles),
            false => Settings::best(tiles),
        };
        Settings {
            demands: self.demands,
            pieces: self.pieces.unwrap_or(usual.pieces),
            pruning: !self.no_pruning,
            ..usual
        }
    }
}

/// How a solution is written.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Look {
    /// How to write it
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    pub(super) format: Drawn,
}

impl Look {
    /// Only one picture fits into a file.
    pub(super) fn allow(self, solutions: Limit) -> kit::Result<()> {
        if self.format == Drawn::Svg && solutions != Limit::AtMost(1) {
            let what = "--format svg draws one solution; ask for one";
            return Err(Error::Usage(what.to_owned()));
        }
        Ok(())
    }

    /// Writes a solution as text or as a picture.
    pub(super) fn draw(self, out: &mut impl Write, found: &Found, seed: u64) -> io::Result<()> {
        let solution = &found.solution;
        if self.format == Drawn::Svg {
            let picture = view::svg::solution(solution, &[]);
            return out.write_all(picture.document().as_bytes());
        }
        let steps = counted(found.steps, "step", "steps");
        let restarts = counted(found.restarts, "restart", "restarts");
        let groups = counted(solution.groups().len() as u64, "group", "groups");
        let holes = counted(solution.holes() as u64, "hole", "holes");
        writeln!(out, "{groups}, {holes}\n{steps}, {restarts}, seed {seed}")?;
        view::write_solution(out, solution)
    }
}
