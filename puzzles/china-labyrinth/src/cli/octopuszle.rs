//! `china-labyrinth octopuszle`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Parser;
use kit::terminal::Console;
use kit::{Common, Drawn, Program};
use watch::Watcher;

use super::annealing::{found, temperature};
use super::options::Seed;
use super::reading;
use crate::error::{Error, Result};
use crate::rules::SIDE;
use crate::search::{self, DiagonalFault, Effort, OCTOPUSZLE, Schedule};
use crate::view;

/// Solve the Octopuszle: 256 squares, every subset of four sides and four corners
/// once, on 16 rows of 16 cells
#[derive(Parser, Debug)]
#[command(name = "octopuszle", version)]
pub(super) struct Octopuszle {
    /// A solution, or a grid of numbers, whose corners are kept: only the sides
    /// are looked for
    #[arg(long, value_name = "FILE")]
    diagonals: Option<PathBuf>,
    #[command(flatten)]
    seed: Seed,
    /// The temperature, in pieces too many
    #[arg(long, value_name = "T", default_value_t = OCTOPUSZLE.temperature, value_parser = temperature)]
    temperature: f64,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    format: Drawn,
    #[command(flatten)]
    common: Common,
}

impl Program for Octopuszle {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let diagonals: Option<(PathBuf, [[u8; SIDE]; SIDE])> = match &self.diagonals {
            Some(path) => Some((path.clone(), reading::grid(path)?)),
            None => None,
        };
        let seed = self.seed.or_any(console);
        let schedule = Schedule {
            temperature: self.temperature,
            ..OCTOPUSZLE
        };
        let given = diagonals.as_ref().map(|(_, grid)| grid);
        let begin = |attempt: u64| {
            let task = format!("flipping doors, attempt {attempt}");
            console.begin(&task, 0, schedule.patience);
        };
        begin(1);
        let mut restarts = 0;
        let mut tell = |effort: Effort| {
            if effort.restarts > restarts {
                restarts = effort.restarts;
                console.end();
                begin(restarts + 1);
            }
            let before = restarts.saturating_mul(schedule.patience);
            let done = effort.moves.saturating_sub(before);
            console.advance(done.min(schedule.patience));
        };
        let ended = search::octopuszle(given, schedule, seed, console.stop(), &mut tell);
        console.end();
        let (end, effort) = ended.map_err(|fault| match (fault, diagonals) {
            (DiagonalFault::Wrong(fault), _) => Error::WrongGrid(fault),
            (fault, Some((path, _))) => Error::diagonals(path, &fault),
            (fault, None) => Error::diagonals(PathBuf::new(), &fault),
        })?;
        let octopuszle = found(end, effort, console)?;
        let out = &mut io::stdout().lock();
        match self.format {
            Drawn::Text => view::text::write_octopuszle(out, &octopuszle)?,
            Drawn::Json => view::json::write_octopuszle(out, &octopuszle)?,
            Drawn::Svg => {
                let picture = view::svg::octopuszle(&octopuszle);
                out.write_all(picture.document().as_bytes())?;
            }
        }
        Ok(())
    }
}
