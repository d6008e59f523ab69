//! `pen-and-paper`: arguments, and what is done with them.

mod check;
mod compare;
mod count;
mod options;
mod solve;
mod verify;

use clap::{Parser, Subcommand};
use kit::{Program, Programs};

use crate::error::Error;

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
    Compare(compare::Compare),
    Check(check::Check),
    Verify(verify::Verify),
}

impl Programs for PenAndPaper {
    type Error = Error;

    fn chosen(&self) -> &dyn Program<Error = Error> {
        match &self.command {
            Command::Solve(program) => program,
            Command::Count(program) => program,
            Command::Compare(program) => program,
            Command::Check(program) => program,
            Command::Verify(program) => program,
        }
    }
}
