//! `pen-and-paper count`.

use clap::{Parser, ValueEnum};
use kit::database::Access;
use kit::output::Output;
use kit::terminal::Console;
use kit::{Common, Program, Threads};
use watch::Watcher;

use super::options::Size;
use crate::count::Ways;
use crate::error::{Error, Result};
use crate::stages::count::{self, Means};
use crate::store::Store;
use crate::view::counts::Counts;

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
    #[arg(long, value_enum, default_value_t = CountFormat::Text)]
    format: CountFormat,
    #[command(flatten)]
    common: Common,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum CountFormat {
    /// A table
    Text,
    /// One JSON document
    Json,
    /// Comma-separated values
    Csv,
}

impl Program for Count {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let board = self.size.board()?;
        let open = !self.circular || board.cells() <= FEW_CELLS;
        // Before a database is made for nothing.
        let most = if open { Ways::Open } else { Ways::Closed }.most_cells();
        if board.cells() > most {
            return Err(Error::TooBigToCount { board, most });
        }
        let means = Means {
            threads: self.threads.count(),
            force: self.force,
        };
        let mut store = Store::from(self.common.open(Access::Create, console)?);
        let mut count = |ways| count::count(&mut store, board, ways, means, console);
        let closed = count(Ways::Closed)?;
        let open = open.then(|| count(Ways::Open)).transpose()?;
        // Each closed way can be cut open at any of its jumps, so two searches
        // that share no unit have to agree.
        let cut_open = closed.ways.checked_mul(board.cells() as u64);
        if open.is_some_and(|open| Some(open.closing) != cut_open) {
            return Err(Error::DamagedCount(board));
        }
        let counts = Counts {
            board,
            closed,
            open,
            circular: self.circular,
        };
        Output::stdout().write(console.stop(), |mut out| -> Result<()> {
            match self.format {
                CountFormat::Text => counts.write_text(&mut out)?,
                CountFormat::Json => counts.write_json(&mut out)?,
                CountFormat::Csv => counts.write_csv(&mut out)?,
            }
            Ok(())
        })
    }
}
