//! `pen-and-paper`: its arguments and commands.

use std::io::Write;
use std::path::PathBuf;
use std::str::FromStr;

use ::draw::words::{counted, thousands};
use app::output::print;
use app::terminal::Console;
use app::{Error, Format, Program, Result, Seed, object};
use clap::{Args, Parser};
use watch::{Stop, Task, Watcher};

use crate::count::{Tally, count};
use crate::dice::Dice;
use crate::existence::why_none;
use crate::grid::Given;
use crate::play::Game;
use crate::rules::Board;
use crate::search::{End, Method, Search};
use crate::tour::{Tour, TourKind, examine};
use crate::unfinished::Unfinished;
use crate::view::{self, Counts};

/// Fills grids with 1, 2, 3 …, where each step from a number to the next one goes three cells along a
/// row or column, or two cells diagonally
///
/// Such a step is a jump. A tour fills the whole grid. If a jump also leads from the last number back
/// to 1, the tour is circular.
#[derive(Parser, Debug)]
#[command(
    name = "pen-and-paper",
    after_help = "{} play\n{} solve --size 6 --circular\n{} solve grid.txt"
)]
pub(crate) enum PenAndPaper {
    Solve(Solve),
    Count(Count),
    /// Check whether a grid is a tour, a circular tour or unfinished, or report where it breaks a rule
    #[command(after_help = "{} grid.txt\npen-and-paper solve | {} -")]
    Check {
        /// The grid as this program prints it, or a line of numbers and dots for each row; - is stdin
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
    /// Play: fill a grid of at most 400 cells number by number, with hints
    ///
    /// Each number must be three cells left, right, up or down from the one before it, or two cells
    /// diagonally. The first level is a grid of 5 x 5 with the first 15 numbers.
    #[command(after_help = "{}\n{} --laid 1 --size 6\n{} --seed 7")]
    Play {
        #[command(flatten)]
        size: Size,
        /// The number of cells that are filled before you begin; at least one stays empty
        #[arg(long, value_name = "N", default_value_t = 15, value_parser = app::whole::<u16>(0..=399))]
        laid: u16,
        /// The level; the same number always gives the same level
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = app::whole::<u64>(0..=u64::MAX))]
        seed: u64,
    },
}

impl Program for PenAndPaper {
    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Solve(program) => program.run(console),
            Self::Count(program) => program.run(console),
            Self::Check { file } => {
                let given = Given::read(file, console.stop())?;
                let (board, numbers) = (given.board, &given.numbers);
                let wrong = |flaw: String| given.wrong(&format!("not a tour: {flaw}"), "");
                let standing = numbers.iter().filter(|&&number| number > 0).count();
                let kind = if standing < board.cells() {
                    Unfinished::new(board, numbers).map_err(wrong)?;
                    format!(
                        "{standing} of {} numbers placed, no rule broken",
                        board.cells()
                    )
                } else {
                    let circular = examine(board, numbers).map_err(wrong)?;
                    ["a tour, not circular", "a circular tour"][usize::from(circular)].to_owned()
                };
                print(|out| Ok(writeln!(out, "{board}: {kind}")?))
            }
            Self::Play { size, laid, seed } => {
                let board = size.size;
                if let Some(why) = why_none(board, TourKind::Any).filter(|_| board.cells() <= 400) {
                    return Err(Error::other(format!("{board} has no tour: {why}"), ""));
                }
                if board.cells() > 400 || usize::from(*laid) >= board.cells() {
                    let what = "a game needs a grid of at most 400 cells, and --laid must leave at least one of them free";
                    return Err(Error::Usage(what.to_owned()));
                }
                let game = Game::new(board, (*laid).into(), *seed, console.stop());
                app::play(console, game.map_err(stopped)?)
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

/// A cell as row and column, counted from 1.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Place(usize, usize);

impl FromStr for Place {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Place, &'static str> {
        let place = text.split_once(',');
        let place = place.and_then(|(row, column)| Some((row.parse().ok()?, column.parse().ok()?)));
        match place {
            Some((row @ 1.., column @ 1..)) => Ok(Place(row, column)),
            _ => Err("expected a row and a column counted from 1, such as 1,3"),
        }
    }
}

impl Place {
    fn cell(self, board: Board) -> Result<usize> {
        let Place(row, column) = self;
        if row > board.rows() || column > board.columns() {
            let what = format!("{board} has no row {row}, column {column}");
            return Err(Error::Usage(what));
        }
        Ok((row - 1) * board.columns() + column - 1)
    }
}

/// Count all tours of a grid of at most 42 cells, or 56 with --circular
#[derive(Args, Debug)]
#[command(after_help = "{}\n{} --size 7 --circular\n{} --start 1,1")]
pub(crate) struct Count {
    #[command(flatten)]
    size: Size,
    /// Count only circular tours
    #[arg(long)]
    circular: bool,
    /// Count only the tours that begin in this cell
    #[arg(long, value_name = "ROW,COLUMN")]
    start: Option<Place>,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Count {
    fn run(&self, console: &Console) -> Result<()> {
        let (board, kind) = (self.size.size, TourKind::of(self.circular));
        check_size(board, kind)?;
        let Some(start) = self.start else {
            let counts = counts(board, kind, console)?;
            return self
                .format
                .print(|out| counts.write_text(out), &counts.document());
        };
        let mut numbers = vec![0; board.cells()];
        numbers[start.cell(board)?] = 1;
        let wrong = |what: String| Error::other(what, "");
        let grid = Unfinished::new(board, &numbers).map_err(wrong)?;
        let ways = |kind| {
            let ways = grid.ways(kind, console.stop());
            ways.ok_or_else(|| Error::Stopped("stopped counting".to_owned()))
        };
        let circular = ways(TourKind::Circular)?;
        let directed = (!self.circular).then(|| ways(TourKind::Any)).transpose()?;
        let closed = counted(circular, "tour", "tours");
        let found = directed.map_or(closed, |all| {
            let all = counted(all, "tour", "tours");
            format!("{all}, {} of them", thousands(circular))
        });
        let Place(row, column) = start;
        let text = format!(
            "{board} with 1 in row {row}, column {column}: {found} with a jump from the last number to 1"
        );
        let document = object! {
            rows: board.rows(),
            columns: board.columns(),
            start: [row, column],
            directed: directed,
            directed_circular: circular,
        };
        self.format.say(&text, &document)
    }
}

/// Find a tour of a grid of up to 2000 x 2000 cells, or finish a grid
///
/// FILE contains a partly filled grid, with a line for each row and a dot for each free cell. FILE
/// can also be the output of this program, as text or JSON. If no tour has the given numbers in
/// their cells, the error reports the first number that does not fit.
#[derive(Args, Debug)]
#[command(
    after_help = "{} --size 6 --circular\n{} --start 1,1 --end 5,5\n{} grid.txt\nprintf '1 . . 2 .\\n. . . . .\\n. . . . .\\n. . . . .\\n' | {} -"
)]
pub(crate) struct Solve {
    /// The grid to finish; - is stdin
    #[arg(value_name = "FILE", conflicts_with_all = ["size", "start", "end", "method"])]
    file: Option<PathBuf>,
    #[command(flatten)]
    size: Size,
    /// Find a circular tour, in which a jump leads from the last number back to 1
    #[arg(long)]
    circular: bool,
    /// The cell of 1
    #[arg(long, value_name = "ROW,COLUMN")]
    start: Option<Place>,
    /// The cell of the last number
    #[arg(long, value_name = "ROW,COLUMN")]
    end: Option<Place>,
    /// The search method for an empty grid [default: the best for the size]
    #[arg(long, value_enum, conflicts_with_all = ["start", "end"])]
    method: Option<Method>,
    #[command(flatten)]
    seed: Seed,
    /// How to write the tour
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Solve {
    fn run(&self, console: &Console) -> Result<()> {
        let given = self.given(console.stop())?;
        let board = given.as_ref().map_or(self.size.size, |given| given.board);
        let seed = self.seed.given().unwrap_or_else(app::fresh_seed);
        // Blocks are always joined to a circular tour.
        let kind = TourKind::of(self.circular || self.method == Some(Method::Blocks));
        if let Some(why) = why_none(board, kind) {
            let what = format!("{board} has no {}: {why}", kind.name());
            return Err(Error::other(what, ""));
        }
        let (tour, method) = match given {
            Some(given) => (finish(&given, kind, seed, console)?, None),
            None => {
                let method = self.method.unwrap_or(Method::best(board, kind));
                let tour = search(board, kind, method, seed, console)?;
                (tour, Some(method))
            }
        };
        let grid = view::grid(board, &tour.numbers);
        let document = view::document(&tour, seed, method);
        self.format.print(|out| write!(out, "{grid}"), &document)
    }

    /// The partly filled grid, if a file or the cell of a number is given.
    fn given(&self, stop: &Stop) -> Result<Option<Given>> {
        if let Some(file) = &self.file {
            return Given::read(file, stop).map(Some);
        }
        if self.start.is_none() && self.end.is_none() {
            return Ok(None);
        }
        let board = self.size.size;
        let mut numbers = vec![0; board.cells()];
        for (place, number) in [(self.end, board.cells() as u32), (self.start, 1)] {
            if let Some(place) = place {
                let cell = place.cell(board)?;
                if ![0, number].contains(&numbers[cell]) {
                    let what = "--start and --end must be different cells";
                    return Err(Error::Usage(what.to_owned()));
                }
                numbers[cell] = number;
            }
        }
        Ok(Some(Given {
            name: String::new(),
            board,
            numbers,
        }))
    }
}

/// Completes a grid, or fails with the first number that does not fit.
fn finish(given: &Given, kind: TourKind, seed: u64, console: &Console) -> Result<Tour> {
    let (stop, dice) = (console.stop(), &mut Dice::new(seed));
    let grid = Unfinished::new(given.board, &given.numbers);
    let grid = grid.map_err(|flaw| given.wrong(&flaw, ""))?;
    if grid.has_gaps() && given.board.cells() > Unfinished::MOST_CELLS {
        let what = "in a grid of this size, the missing numbers must be consecutive";
        return Err(given.wrong(
            what,
            "a grid of at most 10,000 cells can have any of its numbers",
        ));
    }
    if let Some(tour) = grid.finish(kind, u64::MAX, dice, stop).map_err(stopped)? {
        let (board, found) = (given.board, TourKind::of(tour.is_circular).name());
        console.say(&format!("a {found} of {board}, seed {seed}"));
        return Ok(tour);
    }
    let wrong = grid.first_wrong(kind, dice, stop).map_err(stopped)?;
    let wrong = wrong.unwrap_or_default();
    let cell = given
        .numbers
        .iter()
        .position(|&number| number as usize == wrong);
    let (kind, at) = (kind.name(), given.board.name(cell.unwrap_or_default()));
    let what = format!(
        "{wrong} does not fit at {at}: no {kind} has {wrong} and all smaller given numbers in their cells"
    );
    let hint = match given.name.is_empty() {
        true => "choose other cells for --start and --end".to_owned(),
        false => format!("erase {wrong} and all larger numbers"),
    };
    Err(given.wrong(&what, &hint))
}

/// Finds a tour of an empty grid.
fn search(
    board: Board,
    kind: TourKind,
    method: Method,
    seed: u64,
    console: &Console,
) -> Result<Tour> {
    let search = Search::new(board, kind, method);
    let found = search.run(&mut Dice::new(seed), console.stop());
    let found = found.map_err(stopped)?;
    let (name, kind) = (method.name(), TourKind::of(found.tour.is_circular).name());
    let attempts = counted(found.attempts, "attempt", "attempts");
    let steps = counted(found.steps, "step", "steps");
    console.say(&format!(
        "{name}: a {kind} of {board} in {attempts} and {steps}, seed {seed}"
    ));
    Ok(found.tour)
}

fn stopped(_: End) -> Error {
    Error::Stopped("stopped before a tour was found".to_owned())
}

/// Rejects a grid that has too many tours to count.
fn check_size(board: Board, kind: TourKind) -> Result<()> {
    let (name, most) = (kind.name(), kind.most_cells());
    if board.cells() > most {
        let mut hint = "choose fewer rows or columns".to_owned();
        if board.cells() <= TourKind::Circular.most_cells() {
            hint += ", or count only the circular ones with --circular";
        }
        let what = format!("{board} is too large to count its {name}s; the limit is {most} cells");
        return Err(Error::other(what, hint));
    }
    Ok(())
}

fn counts(board: Board, kind: TourKind, console: &Console) -> Result<Counts> {
    let closed = tally(board, TourKind::Circular, console)?;
    let open = (kind == TourKind::Any).then(|| tally(board, kind, console));
    let open = open.transpose()?;
    // Each closed path can be cut open at any of its jumps, so two searches that share no units must agree.
    let cut_open = closed.ways * board.cells() as u64;
    assert!(open.is_none_or(|open| open.closing == cut_open), "{board}");
    Ok(Counts::new(board, closed, open))
}

fn tally(board: Board, kind: TourKind, watcher: &dyn Watcher) -> Result<Tally> {
    let what = format!("counting {}s of {board}", kind.name());
    let mut task = None;
    let mut advance = |done: usize, all: usize| {
        let task = task
            .get_or_insert_with(|| Task::new(watcher, format!("{what}, parts done"), all as u64));
        task.advance(done as u64);
    };
    let tally = count(board.flat(), kind, watcher.stop(), &mut advance);
    tally.ok_or_else(|| Error::Stopped(format!("stopped {what}")))
}
