//! `pen-and-paper`: arguments, and what is done with them.

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use ::view::words::counted;
use clap::{Args, Parser};
use kit::input::Input;
use kit::output::{print, write_json};
use kit::terminal::{Console, printable, shortened};
use kit::{Drawn, Error, Format, Program, Result, Seed};
use watch::{Task, Watcher};

use crate::count::{Tally, Ways, count};
use crate::dice::Dice;
use crate::existence::why_none;
use crate::rules::Board;
use crate::search::{Method, Search, Supervisor};
use crate::tour::{Tour, examine};
use crate::view::{self, Counts};

/// Fill a grid with 1, 2, 3 … by jumps of three cells in a row or column, or of two diagonally
///
/// A tour fills the whole grid; a circular one also jumps from its last number back to 1.
#[derive(Parser, Debug)]
#[command(name = "pen-and-paper")]
pub(crate) enum PenAndPaper {
    Solve(Solve),
    /// Count all tours one by one
    Count {
        #[command(flatten)]
        size: Size,
        /// Count only circular tours, of up to 56 cells; all tours are counted up to 42 cells
        #[arg(long)]
        circular: bool,
        /// How to write the result
        #[arg(long, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Say whether a filled grid is a tour, circular or not, and where it breaks
    Check {
        /// The grid as `solve` prints it, or the numbers of one row per line; - is stdin
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

impl Program for PenAndPaper {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Solve(program) => program.run(console),
            Self::Count {
                size,
                circular,
                format,
            } => {
                let counts = counts(size.size, *circular, console)?;
                format.print(|out| counts.write_text(out), &counts)
            }
            Self::Check { file } => {
                let input = Input::of(file);
                let name = input.name();
                let bytes = input.bytes(MOST_BYTES, console.stop())?;
                let text = String::from_utf8_lossy(&bytes);
                let wrong = |what: String| Error::other(format!("{name}: {what}"), "");
                let (board, numbers) = grid(&text).map_err(wrong)?;
                let circular = examine(board, &numbers)
                    .map_err(|flaw| wrong(format!("{board}: no tour: {flaw}")))?;
                let kind = ["a tour, not circular", "a circular tour"][usize::from(circular)];
                print(|out| Ok(writeln!(out, "{board}: {kind}")?))
            }
        }
    }
}

#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Size {
    /// The size of the grid: rows x columns such as 4x5, or one number for a square
    #[arg(long, short, value_name = "N|RxC", default_value = "5", value_parser = board)]
    size: Board,
}

fn board(text: &str) -> std::result::Result<Board, String> {
    let (rows, columns) = text.split_once('x').unwrap_or((text, text));
    match (rows.parse(), columns.parse()) {
        (Ok(rows), Ok(columns)) => Board::new(rows, columns),
        _ => Err("expected a number such as 5, or rows x columns such as 4x5".to_owned()),
    }
}

/// Find a tour
#[derive(Args, Debug)]
pub(crate) struct Solve {
    #[command(flatten)]
    size: Size,
    /// A tour with a jump from its last number back to 1
    #[arg(long)]
    circular: bool,
    /// How to search [default: the best for the size]
    #[arg(long, value_enum)]
    method: Option<Method>,
    #[command(flatten)]
    seed: Seed,
    /// How to write the tour; svg draws the way, up to 100 rows and columns
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    format: Drawn,
}

impl Solve {
    fn run(&self, console: &Console) -> Result<()> {
        let board = self.size.size;
        let seed = self.seed.given().unwrap_or_else(kit::fresh_seed);
        if self.format == Drawn::Svg && board.flat().columns() > view::svg::MOST_DRAWN {
            let wrong = "--format svg draws up to 100 rows and columns";
            return Err(Error::Usage(wrong.to_owned()));
        }
        // Blocks have circular tours.
        let circular = self.circular || self.method == Some(Method::Blocks);
        if let Some(why) = why_none(board, circular) {
            let tour = if circular { "circular tour" } else { "tour" };
            return Err(Error::other(format!("{board} has no {tour}: {why}"), ""));
        }
        let best = Method::best(board, self.circular);
        let method = self.method.unwrap_or(best);
        let search = Search::new(board, self.circular, method);
        let mut progress = Progress {
            watcher: console,
            begun: Instant::now(),
            next: Duration::from_secs(2),
            steps: 0,
        };
        let found = search.run(&mut Dice::new(seed), &mut progress);
        let found = found.map_err(|_| {
            let steps = counted(progress.steps, "step", "steps");
            Error::Stopped(format!("stopped after {steps}; no tour was found"))
        })?;
        let (name, tour) = (method.name(), found.tour);
        let kind = ["a tour", "a circular tour"][usize::from(tour.is_circular)];
        let attempts = counted(found.attempts, "attempt", "attempts");
        let cost = format!("{attempts} and {}", counted(found.steps, "step", "steps"));
        console.say(&format!("{name}: {kind} of {board} in {cost}, seed {seed}"));
        print(|out| match self.format {
            Drawn::Text => Ok(write!(out, "{}", view::grid(board, &tour.numbers))?),
            Drawn::Json => Ok(write_json(out, &view::document(&tour, seed, method))?),
            Drawn::Svg => Ok(write!(out, "{}", view::svg::picture(&tour))?),
        })
    }
}

/// Tells the watcher of a search that takes long.
struct Progress<'a> {
    watcher: &'a dyn Watcher,
    begun: Instant,
    next: Duration,
    steps: u64,
}

impl Supervisor for Progress<'_> {
    fn ends(&mut self, steps: u64, attempts: u64) -> bool {
        self.steps = steps;
        let time = self.begun.elapsed();
        // Nobody knows how long it will take, so the messages become rarer.
        if time >= self.next {
            self.next = 2 * time;
            let rate = steps as f64 / time.as_secs_f64();
            let steps = counted(steps, "step", "steps");
            let attempts = counted(attempts, "attempt", "attempts");
            self.watcher
                .say(&format!("{steps} in {attempts}, {rate:.0} steps/s"));
        }
        self.watcher.stop().asked()
    }

    fn met(&mut self, tour: &dyn Fn() -> Tour) {
        let watcher = self.watcher;
        watcher.detail("an open tour, on the way to a circular one:");
        let tour = tour();
        for line in view::grid(tour.board, &tour.numbers).lines() {
            watcher.detail(line);
        }
    }
}

fn counts(board: Board, only_circular: bool, console: &Console) -> Result<Counts> {
    let all = [Ways::Open, Ways::Closed][usize::from(only_circular)];
    let (tours, most) = (all.tours(), all.most_cells());
    if board.cells() > most {
        let mut hint = "take fewer rows or columns".to_owned();
        if board.cells() <= Ways::Closed.most_cells() {
            hint += ", or count the circular ones alone with --circular";
        }
        let what = format!("{board} is too big to count its {tours}: {most} cells are the most");
        return Err(Error::other(what, hint));
    }
    let closed = tally(board, Ways::Closed, console)?;
    let open = (!only_circular).then(|| tally(board, Ways::Open, console));
    let open = open.transpose()?;
    // Each closed way can be cut open at any of its jumps, so two searches
    // that share no unit have to agree.
    let cut_open = closed.ways * board.cells() as u64;
    assert!(open.is_none_or(|open| open.closing == cut_open), "{board}");
    Ok(Counts::new(board, closed, open))
}

fn tally(board: Board, ways: Ways, watcher: &dyn Watcher) -> Result<Tally> {
    let what = format!("counting {} of {board}", ways.tours());
    let mut task = None;
    let mut advance = |done: usize, all: usize| {
        let task = task.get_or_insert_with(|| Task::new(watcher, what.clone(), all as u64));
        task.advance(done as u64);
    };
    let tally = count(board.flat(), ways, watcher.stop(), &mut advance);
    tally.ok_or_else(|| Error::Stopped(format!("stopped {what}")))
}

/// No grid takes more bytes than these, however it is written.
const MOST_BYTES: u64 = 1 << 27;

/// Reads a filled grid: its size, and its numbers row by row. Fails with what is wrong,
/// and in which line of the text.
fn grid(text: &str) -> Result<(Board, Vec<u32>), String> {
    let mut rows: Vec<Vec<u32>> = Vec::new();
    // Some editors leave a mark at the beginning.
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let words = text.split([' ', '\t', '|', ',', ';']);
        let words = words.filter(|word| !word.is_empty());
        // Lines without numbers are borders or empty.
        if text.contains(|c: char| !" \t|,;-=+".contains(c)) {
            let number = |word: &str| {
                word.parse().map_err(|_| {
                    let word = printable(&shortened(word));
                    format!("line {line}: '{word}' is not a number of a tour")
                })
            };
            rows.push(words.map(number).collect::<Result<_, _>>()?);
        }
    }
    let columns = rows.first().map_or(0, Vec::len);
    if let Some((row, other)) = (1..).zip(&rows).find(|(_, row)| row.len() != columns) {
        let numbers = counted(other.len() as u64, "number", "numbers");
        return Err(format!("row {row} has {numbers}, and row 1 has {columns}"));
    }
    let board = Board::new(rows.len() as u64, columns as u64)?;
    Ok((board, rows.concat()))
}
