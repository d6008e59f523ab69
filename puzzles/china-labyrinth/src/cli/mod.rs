//! The program `china-labyrinth`.

mod annealing;
mod check;
mod compact;
mod count;
mod display;
mod estimate;
mod hexagrams;
mod list;
mod octopuszle;
mod options;
mod reading;
mod search;
mod tune;
mod verify;

use clap::{Parser, Subcommand};
use kit::{Program, Programs};

use crate::error::Error;

/// Explores the China Labyrinth: 64 hexagons, every subset of six doors once
#[derive(Parser, Debug)]
#[command(name = "china-labyrinth", version)]
pub(crate) struct ChinaLabyrinth {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Search(search::Search),
    Count(count::Count),
    Tune(tune::Tune),
    Estimate(estimate::Estimate),
    Compact(compact::Compact),
    Octopuszle(octopuszle::Octopuszle),
    Check(check::Check),
    Display(display::Display),
    List(list::List),
    Hexagrams(hexagrams::Hexagrams),
    Verify(verify::Verify),
}

impl Programs for ChinaLabyrinth {
    type Error = Error;

    fn chosen(&self) -> &dyn Program<Error = Error> {
        match &self.command {
            Command::Search(program) => program,
            Command::Count(program) => program,
            Command::Tune(program) => program,
            Command::Estimate(program) => program,
            Command::Compact(program) => program,
            Command::Octopuszle(program) => program,
            Command::Check(program) => program,
            Command::Display(program) => program,
            Command::List(program) => program,
            Command::Hexagrams(program) => program,
            Command::Verify(program) => program,
        }
    }
}
