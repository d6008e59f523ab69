//! The program `china-labyrinth`.

mod cast;
mod count;
mod options;
mod search;
mod stored;
mod watch;

use clap::{Args, Parser, Subcommand};
use kit::terminal::Console;
use kit::{Common, Program, Programs};

use crate::error::{Error, Result};

/// Explores the China Labyrinth: 64 hexagons, every subset of six doors once
#[derive(Parser, Debug)]
#[command(name = "china-labyrinth", version, propagate_version = true)]
pub(crate) struct ChinaLabyrinth {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Find transcendental solutions, and store them
    ///
    /// Every door meets a door, and a side without a door has no neighbour. The
    /// search begins anew whenever it has put so many pieces as --limit says.
    Search(Of<search::Search>),
    /// Watch the search at work on the terminal, piece by piece
    ///
    /// Nothing is stored. Ctrl-C ends it.
    Watch(Of<watch::Watch>),
    /// Count all transcendental solutions of the squares, one by one
    Count(Of<count::Count>),
    /// Estimate how many transcendental solutions there are
    ///
    /// By Knuth's method: the mean over random ways down the tree of the product of
    /// the numbers of choices. A way forks where it stands for many, and is given up
    /// by chance where it stands for few.
    Estimate(Of<count::Estimate>),
    /// Find a compact solution: all hexagons on a rhombus of eight rows of eight
    ///
    /// Doors meet doors, blank sides meet blank sides, and nothing leads over the
    /// border.
    Compact(Of<search::Compact>),
    /// Solve the Octopuszle: 256 squares, every subset of four sides and four corners
    /// once, on 16 rows of 16 cells
    Octopuszle(Of<search::Octopuszle>),
    /// Show stored solutions
    Display(Of<stored::Display>),
    /// List the pieces as hexagrams, with numbers and names
    ///
    /// Door d of a piece is line d + 1 of its hexagram, counted from below; a door
    /// is an unbroken line.
    Hexagrams(Of<count::Hexagrams>),
    /// Cast a hexagram with changing lines, and tell the one that it becomes
    Cast(Of<cast::Cast>),
    /// Check stored solutions against the rules
    ///
    /// A line is printed for each check, and the exit code is 0 only if everything is
    /// there and right.
    Verify(Of<stored::Verify>),
}

impl Programs for ChinaLabyrinth {
    type Error = Error;

    fn chosen(&self) -> &dyn Program<Error = Error> {
        match &self.command {
            Command::Search(program) => program,
            Command::Watch(program) => program,
            Command::Count(program) => program,
            Command::Estimate(program) => program,
            Command::Compact(program) => program,
            Command::Octopuszle(program) => program,
            Command::Display(program) => program,
            Command::Hexagrams(program) => program,
            Command::Cast(program) => program,
            Command::Verify(program) => program,
        }
    }
}

/// A command's own options, and those that all have.
#[derive(Args, Debug)]
struct Of<A: Args> {
    #[command(flatten)]
    own: A,
    #[command(flatten)]
    common: Common,
}

/// What a command does.
trait Run {
    fn run(&self, common: &Common, console: &Console) -> Result<()>;
}

impl<A: Args + Run> Program for Of<A> {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        self.own.run(&self.common, console)
    }
}
