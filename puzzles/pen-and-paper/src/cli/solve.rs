//! `pen-and-paper solve`.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;

use ::view::words::thousands;
use clap::{Parser, ValueEnum};
use kit::output::{Output, format_by_name};
use kit::terminal::Console;
use kit::{Common, Program};
use watch::{Stop, Watcher};

use super::options::{MethodName, Seed, Size, TiesName, check_options};
use crate::error::{Error, Result};
use crate::rules::Board;
use crate::search::{Goal, Method};
use crate::stages::solve::{self, Order, Solution};
use crate::view;

/// A tour of more cells is not printed on a terminal unless that is asked for.
const MOST_CELLS_ON_TERMINAL: usize = 10_000;

/// Find a tour
///
/// Circular tours of up to 65536 cells are kept in the database; later answers
/// are those, varied, unless --fresh or --method asks for a search.
#[derive(Parser, Debug)]
#[command(name = "solve")]
pub(super) struct Solve {
    #[command(flatten)]
    size: Size<5>,
    /// A tour with a jump from its last number back to 1
    #[arg(long)]
    circular: bool,
    /// Where 1 stands: row and column, counted from 1 [default: anywhere]
    #[arg(long, value_name = "R,C", value_parser = place)]
    start: Option<(u64, u64)>,
    /// How to search [default: the best for the size]
    #[arg(long, value_enum, value_name = "M")]
    method: Option<MethodName>,
    /// Which of several equally good cells warnsdorff and backtrack take
    /// [default: random up to 2500 cells, outward beyond]
    #[arg(long, value_enum, value_name = "WHICH", requires = "method")]
    ties: Option<TiesName>,
    /// How many steps an attempt of backtrack takes back at most [default: 16,
    /// and one for every 16 cells]
    #[arg(long, value_name = "STEPS", requires = "method")]
    back: Option<u64>,
    #[command(flatten)]
    seed: Seed,
    /// Search anew, whatever is kept in the database
    #[arg(long)]
    fresh: bool,
    /// Give up after so many steps [default: never]
    #[arg(long, value_name = "STEPS")]
    limit: Option<u64>,
    /// How the tour is written [default: by the name of the --out file, else
    /// text]
    #[arg(long, value_enum)]
    format: Option<TourFormat>,
    /// A file to write to instead of stdout
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    #[command(flatten)]
    common: Common,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum TourFormat {
    /// The filled grid with a border
    #[value(alias = "txt")]
    Text,
    /// One JSON document
    Json,
    /// A picture of the way, or, beyond 100 rows or columns, of tiles coloured
    /// by their numbers
    Svg,
    /// A picture of cells coloured by their numbers
    Png,
}

impl Program for Solve {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        check_options(self.method.as_slice(), self.ties, self.back)?;
        let board = self.size.board()?;
        let start = self.start.map(|start| cell(start, board)).transpose()?;
        let seed = self.seed.or_random();
        let order = Order {
            goal: Goal {
                board,
                circular: self.circular,
                start,
            },
            method: self.method(board),
            seed,
            fresh: self.fresh,
            limit: self.limit,
        };
        let out = self.out.as_deref();
        let terminal = out.is_none() && io::stdout().is_terminal();
        let format = match (self.format, out) {
            (None, Some(path)) => format_by_name(path)?,
            (format, _) => format,
        };
        if terminal && format == Some(TourFormat::Png) {
            return Err(kit::Error::Usage(
                "a PNG picture is not for a terminal; name a file with --out".to_owned(),
            )
            .into());
        }
        let database = self.common.database();
        let output = Output::new("--out", out, database, view::is_ours)?;
        let solution = solve::solve(order, database, console)?;
        if terminal && format.is_none() && board.cells() > MOST_CELLS_ON_TERMINAL {
            console.say(&format!(
                "{} numbers are not printed on a terminal; --out FILE writes them to a file, --format text prints them all the same",
                thousands(board.cells() as u64)
            ));
            return Ok(());
        }
        let format = format.unwrap_or(TourFormat::Text);
        let stop = console.stop();
        output.write(stop, |out| show(out, &solution, seed, format, stop))?;
        if let Some(path) = out {
            console.say(&format!("{} is written", path.display()));
        }
        Ok(())
    }
}

impl Solve {
    fn method(&self, board: Board) -> Option<Method> {
        let ties = self.ties.map(TiesName::into);
        solve::method(self.method?.name(), ties, self.back, board)
    }
}

fn show(
    mut out: &mut dyn Write,
    solution: &Solution,
    seed: u64,
    format: TourFormat,
    stop: &Stop,
) -> Result<()> {
    match format {
        TourFormat::Text => view::text::write(&mut out, &solution.tour)?,
        TourFormat::Json => view::json::write(&mut out, solution, seed)?,
        TourFormat::Svg => {
            let picture = view::svg::picture(&solution.tour, stop)?;
            out.write_all(picture.document().as_bytes())?;
        }
        TourFormat::Png => view::png::write(out, &solution.tour, stop)?,
    }
    Ok(())
}

/// Two numbers from 1 with a comma between them.
fn place(text: &str) -> Result<(u64, u64), String> {
    let number = |text: &str| text.trim().parse().ok().filter(|&number| number > 0);
    text.split_once(',')
        .and_then(|(row, column)| Some((number(row)?, number(column)?)))
        .ok_or_else(|| "a row and a column are wanted, such as 1,3".to_owned())
}

fn cell((row, column): (u64, u64), board: Board) -> kit::Result<usize> {
    let index = |number: u64| usize::try_from(number - 1).ok();
    index(row)
        .zip(index(column))
        .and_then(|(row, column)| board.cell(row, column))
        .ok_or_else(|| {
            kit::Error::Usage(format!(
                "row {row}, column {column} is outside the grid of {board}"
            ))
        })
}
