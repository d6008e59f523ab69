//! `pen-and-paper`: arguments, and what is done with them.

mod check;
mod count;
mod solve;
mod worst;

use clap::{Args, Parser, Subcommand};
use kit::terminal::Console;
use kit::{Error, Program, Result};

use crate::rules::Board;

/// Fill a grid with 1, 2, 3 … by jumps of three cells in a row or column, or
/// of two diagonally
///
/// A tour fills the whole grid; a circular one also jumps from its last number
/// back to 1.
#[derive(Parser, Debug)]
#[command(name = "pen-and-paper")]
pub(crate) struct PenAndPaper {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Solve(solve::Solve),
    Count(count::Count),
    Check(check::Check),
    Worst(worst::Worst),
}

impl Program for PenAndPaper {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        match &self.command {
            Command::Solve(program) => program.run(console),
            Command::Count(program) => program.run(console),
            Command::Check(program) => program.run(console),
            Command::Worst(program) => program.run(),
        }
    }
}

/// The size of a grid.
#[derive(Args, Clone, Copy, Debug)]
struct Size {
    /// The size of the grid: rows x columns such as 4x5, or one number for a square
    #[arg(long, short, value_name = "N|RxC", default_value = "5", value_parser = board)]
    size: Board,
}

fn board(text: &str) -> std::result::Result<Board, String> {
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    match (rows.parse(), columns.parse()) {
        (Ok(rows), Ok(columns)) => Board::new(rows, columns).map_err(|error| error.to_string()),
        _ => Err("expected a number such as 5, or rows x columns such as 4x5".to_owned()),
    }
}
