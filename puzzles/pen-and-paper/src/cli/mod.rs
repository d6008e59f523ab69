//! `pen-and-paper`: arguments, and what is done with them.

mod check;
mod count;
mod solve;

use std::io;

use clap::{Args, Parser, Subcommand};
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Error, Program, Result};

use crate::rules::Board;
use crate::store::Store;
use crate::verify::verify;

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
    #[command(flatten)]
    common: Common,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Solve),
    Count(count::Count),
    Check(check::Check),
    /// Check kept tours and counts against the rules; small grids are counted anew
    ///
    /// A line is printed for each check, and the exit code is 0 only if everything is
    /// there and right.
    Verify,
}

impl Program for PenAndPaper {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        match &self.command {
            Command::Solve(program) => program.run(&self.common, console),
            Command::Count(program) => program.run(&self.common, console),
            Command::Check(program) => program.run(console),
            Command::Verify => {
                let file = self.common.open(Access::Read, console)?;
                verify(&mut Store { file }, console, &mut io::stdout().lock())
            }
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
    fn board(self) -> Result<Board> {
        let square = (self.size, self.size);
        let (rows, columns) = self.rows.zip(self.columns).unwrap_or(square);
        Board::new(rows, columns).map_err(|error| Error::Usage(error.to_string()))
    }
}
