//! The program `china-labyrinth`.

mod cast;
mod count;
mod options;
mod play;
mod search;
mod stored;

use clap::Parser;
use kit::terminal::Console;
use kit::{Error, Program, Result};

/// Explores the China Labyrinth: 64 hexagons, every subset of six doors once
#[derive(Parser, Debug)]
#[command(name = "china-labyrinth")]
pub(crate) enum ChinaLabyrinth {
    /// Find transcendental solutions, and store them
    ///
    /// Every door meets a door, and a side without a door has no neighbour. The search
    /// starts again after a number of pieces, see --restart-after.
    Search(search::Search),
    /// Count all transcendental solutions of the squares, one by one
    Count(count::Count),
    /// Estimate how many transcendental solutions there are
    ///
    /// Knuth's method multiplies the numbers of choices on a random way down the tree.
    /// The mean of these products is the number of solutions. Ways that represent much
    /// fork, and others may end by chance.
    Estimate(count::Estimate),
    /// Find a compact solution: all hexagons on a rhombus of eight rows of eight
    ///
    /// Doors only meet doors, and nothing leads over the border.
    Compact(search::Compact),
    /// Solve the Octopuszle: 256 squares, every subset of four sides and four corners
    /// once, on 16 rows of 16 cells
    Octopuszle(search::Octopuszle),
    /// Play the first level: lay 16 squares, every subset of four doors once
    ///
    /// The 64 hexagons are played on the page.
    Play(play::Play),
    /// Show stored solutions
    Display(stored::Display),
    /// List the pieces as hexagrams, with numbers and names
    ///
    /// Door d of a piece is line d + 1 of its hexagram, counted from below; a door
    /// is an unbroken line.
    Hexagrams(cast::Hexagrams),
    /// Cast a hexagram with changing lines, and show the one that it becomes
    Cast(cast::Cast),
    /// Show the shortest way between two hexagrams through the doors of a stored solution
    Connect(stored::Connect),
    /// Check stored solutions against the rules
    ///
    /// Prints a line for each check. The exit code is 0 only if everything is there and right.
    Verify(stored::Verify),
}

impl Program for ChinaLabyrinth {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Search(program) => program.run(console),
            Self::Count(program) => program.run(console),
            Self::Estimate(program) => program.run(console),
            Self::Compact(program) => program.run(console),
            Self::Octopuszle(program) => program.run(console),
            Self::Play(program) => program.run(console),
            Self::Display(program) => program.run(console),
            Self::Hexagrams(program) => program.run(),
            Self::Cast(program) => program.run(console),
            Self::Connect(program) => program.run(console),
            Self::Verify(program) => program.run(console),
        }
    }
}
