//! `pen-and-paper count`.

use clap::{Parser, ValueEnum};

use super::super::count::Ways;
use super::super::failure::Failure;
use super::super::stages::count::{self, Means};
use super::super::view::counts::Counts;
use super::options::Size;
use super::output;
use crate::cli::{Common, Program, Threads};
use crate::error::Result;
use crate::stages::Watcher;
use crate::store::Access;
use crate::terminal::Console;

/// Up to so many cells all tours are counted in moments, even where only the
/// circular ones are asked for.
const FEW_CELLS: usize = 36;

/// Count all tours by looking at them; goes on where it was stopped
#[derive(Parser, Debug)]
#[command(name = "count")]
pub(super) struct Count {
    #[command(flatten)]
    size: Size<5>,
    /// Count circular tours, which can be done for bigger grids; other ones
    /// only up to 36 cells
    #[arg(long)]
    circular: bool,
    #[command(flatten)]
    threads: Threads,
    /// Count anew, whatever is stored
    #[arg(long)]
    force: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum Format {
    /// A table
    Text,
    /// One JSON document
    Json,
    /// Comma-separated values
    Csv,
}

impl Program for Count {
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let board = self.size.board()?;
        let open = !self.circular || board.cells() <= FEW_CELLS;
        // Before a database is made for nothing.
        let most = if open { Ways::Open } else { Ways::Closed }.most_cells();
        if board.cells() > most {
            return Err(Failure::TooBigToCount { board, most }.into());
        }
        let means = Means {
            threads: self.threads.count(),
            force: self.force,
        };
        let mut store = self.common.open(Access::Create, console)?;
        let mut count = |ways| count::count(&mut store, board, ways, means, console);
        let closed = count(Ways::Closed)?;
        let open = open.then(|| count(Ways::Open)).transpose()?;
        // Each closed way can be cut open at any of its jumps, so two searches
        // that share no unit have to agree.
        if open.is_some_and(|open| open.closing != closed.ways * board.cells() as u64) {
            return Err(Failure::DamagedCount(board).into());
        }
        let counts = Counts {
            board,
            closed,
            open,
            circular: self.circular,
        };
        output::print(console.stop(), |mut out| {
            match self.format {
                Format::Text => counts.write_text(&mut out)?,
                Format::Json => counts.write_json(&mut out)?,
                Format::Csv => counts.write_csv(&mut out)?,
            }
            Ok(())
        })
    }
}
