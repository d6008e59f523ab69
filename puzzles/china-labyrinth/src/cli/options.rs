//! Options that several commands have.

use std::io::{self, IsTerminal, Write};

use ::view::words::quantity;
use clap::{Args, ValueEnum};
use kit::database::Access;
use kit::terminal::{self, Console};
use kit::{Common, Drawn};
use watch::Watcher;

use crate::error::Result;
use crate::rules::{Kind, Solution, Tiles};
use crate::search::{Algorithm, Criterion, Demands, Found, Order, Settings};
use crate::store::{Store, StoredSolution};
use crate::view::{self, Labels};

/// The seed where none is given and the same answer is wanted every time.
pub(super) const SEED: u64 = 1;

/// The database with what searches have found.
pub(super) fn open_to_read(common: &Common, console: &Console) -> Result<Store> {
    Ok(common.open(Access::Read, console)?.into())
}

/// How a search goes about it.
#[derive(Args, Clone, Debug)]
pub(super) struct Method {
    /// The original's algorithm: candidates suit the pieces around a cell, and
    /// the empty cells are not looked at
    #[arg(long)]
    pub literal: bool,
    /// Which of the cells that demand a piece is next
    #[arg(long, value_enum, default_value_t = DemandsArg::Fewest)]
    pub demands: DemandsArg,
    /// Which of its candidates is first: angles (the most doors at 120° with none
    /// between them), doors (the most doors), both in the order given, or random
    /// [default: doors,angles; with --literal angles,doors]
    #[arg(long, value_name = "ORDER")]
    pub pieces: Option<Order>,
    /// Do not give up when counting shows that doors are left over
    #[arg(long)]
    pub no_pruning: bool,
    /// The little sister: 16 squares, every subset of four doors once
    #[arg(long)]
    pub squares: bool,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum DemandsArg {
    /// One with the fewest candidates
    Fewest,
    /// Any
    Random,
}

impl Method {
    pub(super) fn tiles(&self) -> Tiles {
        if self.squares {
            Tiles::Squares
        } else {
            Tiles::Hexagons
        }
    }

    pub(super) fn settings(&self) -> Settings {
        let pieces = self.pieces.clone().unwrap_or_else(|| {
            let original = [Criterion::Angles, Criterion::Doors];
            let best = [Criterion::Doors, Criterion::Angles];
            Order(if self.literal { original } else { best }.to_vec())
        });
        Settings {
            tiles: self.tiles(),
            algorithm: match self.literal {
                true => Algorithm::Literal,
                false => Algorithm::LookAhead,
            },
            demands: match self.demands {
                DemandsArg::Fewest => Demands::Fewest,
                DemandsArg::Random => Demands::Random,
            },
            pieces,
            pruning: !self.no_pruning,
        }
    }
}

/// What chance comes from.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Seed {
    /// The same seed gives the same answer [default: any, which is told]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: Option<u64>,
}

impl Seed {
    /// The seed, or any.
    pub(super) fn or_any(self, watcher: &dyn Watcher) -> u64 {
        seed_or_any(self.seed, watcher)
    }
}

/// The seed, or any, which is told.
pub(super) fn seed_or_any(seed: Option<u64>, watcher: &dyn Watcher) -> u64 {
    seed.unwrap_or_else(|| {
        let seed = kit::fresh_seed();
        watcher.say(&format!("seed {seed}"));
        seed
    })
}

/// What chance comes from where the same answer is wanted every time.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct SameSeed {
    /// The same seed gives the same answer
    #[arg(long, value_name = "N", default_value_t = SEED, value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    pub seed: u64,
}

/// How a solution is written.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Look {
    /// How it is written
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    pub format: Drawn,
    /// What is written on the pieces
    #[arg(long, value_enum, default_value_t = Labels::KingWen)]
    pub labels: Labels,
}

impl Look {
    /// Only one picture fits into a file.
    pub(super) fn allow(self, solutions: Option<u64>) -> kit::Result<()> {
        if self.format == Drawn::Svg && solutions != Some(1) {
            return Err(kit::Error::Usage(
                "--format svg draws one solution; ask for one".to_owned(),
            ));
        }
        Ok(())
    }

    /// Writes a solution that a search has found.
    pub(super) fn write_found(
        self,
        out: &mut impl Write,
        found: &Found,
        seed: u64,
        watcher: &dyn Watcher,
    ) -> io::Result<()> {
        match self.format {
            Drawn::Json => view::json::write_found(out, found),
            Drawn::Svg => self.draw(out, &found.solution),
            Drawn::Text => {
                let symmetry = found.solution.symmetry();
                self.tell(out, found, "", symmetry, seed, watcher)
            }
        }
    }

    /// Writes a stored solution.
    pub(super) fn write_stored(
        self,
        out: &mut impl Write,
        stored: &StoredSolution,
        watcher: &dyn Watcher,
    ) -> io::Result<()> {
        let StoredSolution {
            number,
            found,
            symmetry,
            seed,
        } = stored;
        match self.format {
            Drawn::Json => view::json::write_stored(out, stored),
            Drawn::Svg => self.draw(out, &found.solution),
            Drawn::Text => {
                let number = format!("solution {number}: ");
                self.tell(out, found, &number, *symmetry, *seed, watcher)
            }
        }
    }

    fn draw(self, out: &mut impl Write, solution: &Solution) -> io::Result<()> {
        let picture = view::svg::solution(solution, self.labels);
        out.write_all(picture.document().as_bytes())
    }

    fn tell(
        self,
        out: &mut impl Write,
        found: &Found,
        number: &str,
        symmetry: Kind,
        seed: u64,
        watcher: &dyn Watcher,
    ) -> io::Result<()> {
        let solution = &found.solution;
        writeln!(out, "{solution}")?;
        writeln!(
            out,
            "{number}{} groups, {}, symmetry {symmetry}, {}, {}, seed {seed}",
            solution.groups().len(),
            quantity(solution.holes(), "hole", "holes"),
            quantity(found.steps, "step", "steps"),
            quantity(found.restarts, "restart", "restarts"),
        )?;
        let wide = view::text::width(solution);
        if io::stdout().is_terminal() && wide > terminal::columns() {
            watcher.say(&format!(
                "the drawing is {wide} columns wide; --format svg makes a picture"
            ));
        }
        view::text::write_solution(out, solution, self.labels)
    }
}
