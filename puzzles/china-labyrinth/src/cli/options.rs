//! Options that several commands have.

use std::io::{self, Write};

use ::view::words::quantity;
use clap::Args;
use kit::{Drawn, Error};
use watch::Watcher;

use crate::rules::Tiles;
use crate::search::{Demands, Found, Order, Settings};
use crate::view::{self, Labels};

/// How many solutions; none is all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted(pub(super) Option<u64>);

pub(super) fn wanted(text: &str) -> Result<Wanted, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(Wanted(None)),
        (_, Ok(number @ 1..)) => Ok(Wanted(Some(number))),
        _ => Err("a number from 1 or all is wanted".to_owned()),
    }
}

/// What is played with.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Set {
    /// The little sister: 16 squares, every subset of four doors once
    #[arg(long)]
    pub(super) squares: bool,
}

/// How a search goes about it.
#[derive(Args, Clone, Debug)]
pub(super) struct Method {
    /// The original's algorithm: candidates suit the pieces around a cell, and
    /// the empty cells are not looked at
    #[arg(long)]
    literal: bool,
    /// Which of the cells that demand a piece is next
    #[arg(long, value_enum, default_value_t = Demands::Fewest)]
    demands: Demands,
    /// Which of its candidates is first: angles (the most doors at 120° with none
    /// between them), doors (the most doors), both in the order given, or random
    /// [default: doors,angles; with --literal angles,doors]
    #[arg(long, value_name = "ORDER")]
    pieces: Option<Order>,
    /// Do not give up when counting shows that doors are left over
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

/// What chance comes from.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Seed {
    /// The same seed gives the same answer [default: any, which is told; 1 for figures]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
}

impl Seed {
    /// The seed, or the same every time.
    pub(super) fn or_one(self) -> u64 {
        self.seed.unwrap_or(1)
    }

    /// The seed, or any, which is told.
    pub(super) fn or_any(self, watcher: &dyn Watcher) -> u64 {
        self.seed.unwrap_or_else(|| {
            let seed = kit::fresh_seed();
            watcher.say(&format!("seed {seed}"));
            seed
        })
    }
}

/// How a solution is written.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Look {
    /// How it is written
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    pub(super) format: Drawn,
    /// What is written on the pieces of a picture
    #[arg(long, value_enum, default_value_t = Labels::KingWen)]
    pub(super) labels: Labels,
}

impl Look {
    /// Only one picture fits into a file.
    pub(super) fn allow(self, solutions: Option<u64>) -> kit::Result<()> {
        if self.format == Drawn::Svg && solutions != Some(1) {
            return Err(Error::Usage(
                "--format svg draws one solution; ask for one".to_owned(),
            ));
        }
        Ok(())
    }

    /// Writes a solution as text or as a picture.
    pub(super) fn draw(self, out: &mut impl Write, found: &Found, seed: u64) -> io::Result<()> {
        let solution = &found.solution;
        if self.format == Drawn::Svg {
            let picture = view::svg::solution(solution, self.labels);
            return out.write_all(picture.document().as_bytes());
        }
        let steps = quantity(found.steps, "step", "steps");
        let restarts = quantity(found.restarts, "restart", "restarts");
        writeln!(out, "{}", view::text::described(solution))?;
        writeln!(out, "{steps}, {restarts}, seed {seed}")?;
        view::text::write_solution(out, solution)
    }
}
