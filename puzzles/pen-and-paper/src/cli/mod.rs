//! `pen-and-paper`: arguments, and what is done with them.

mod check;
mod count;
mod solve;

use clap::{Args, Parser, Subcommand};
use kit::{Program, Programs};

use crate::error::Error;
use crate::rules::Board;
use crate::verify::Verify;

/// Fill a grid with 1, 2, 3 … by jumps of three cells in a row or column, or
/// of two diagonally
///
/// A tour fills the whole grid; a circular one also jumps from its last number
/// back to 1.
#[derive(Parser, Debug)]
#[command(name = "pen-and-paper", version)]
pub(crate) struct PenAndPaper {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Solve),
    Count(count::Count),
    Check(check::Check),
    Verify(Verify),
}

impl Programs for PenAndPaper {
    type Error = Error;

    fn chosen(&self) -> &dyn Program<Error = Error> {
        match &self.command {
            Command::Solve(program) => program,
            Command::Count(program) => program,
            Command::Check(program) => program,
            Command::Verify(program) => program,
        }
    }
}

/// The size of a grid.
#[derive(Args, Clone, Copy, Debug)]
struct Size {
    /// How many rows and columns
    #[arg(long, short, value_name = "N", default_value_t = 5, conflicts_with_all = ["rows", "columns"])]
    size: u64,
    /// How many rows
    #[arg(long, value_name = "R", requires = "columns")]
    rows: Option<u64>,
    /// How many columns
    #[arg(long, value_name = "C", requires = "rows")]
    columns: Option<u64>,
}

impl Size {
    fn board(self) -> kit::Result<Board> {
        let square = (self.size, self.size);
        let (rows, columns) = self.rows.zip(self.columns).unwrap_or(square);
        Board::new(rows, columns).map_err(|error| kit::Error::Usage(error.to_string()))
    }
}
