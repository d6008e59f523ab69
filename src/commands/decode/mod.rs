//! `blackbox decode`.

mod interactive;
pub mod run;

use std::ffi::OsString;
use std::io::{self, BufWriter, IsTerminal, Write};
use std::ops::RangeInclusive;
use std::path::Path;

use app::input::Input;
use app::terminal::Console;
use app::{Limit, Numbers, RowFormat};
use clap::{Args, ValueEnum};
use itertools::Itertools;
use watch::Watcher;

use crate::board::{Board, Config};
use crate::commands::decode::run::{LISTED, Patience, decode, listed, with_default_atoms};
use crate::commands::usage;
use crate::error::Result;
use crate::puzzle::PlayError;
use crate::puzzle::aim::Aim;
use crate::puzzle::sheet::Sheet;
use crate::puzzle::text::{BoardText, MAX_BYTES};
use crate::puzzle::words::Mark;
use crate::puzzle::{Annotations, Puzzle};
use crate::screen;

use crate::output;
use crate::output::decoded::TextOptions;
use crate::output::page_link::PlayPage;

/// List the molecules that agree with a board, and suggest the next ray
///
/// The board can be a list of shots, or a drawing like those of `display` and Emacs. The number of a
/// molecule (A4_B8:2813) and a game ID of Simon Tatham's collection (w8h8m4M4:...) stand for the
/// answers to all rays. The command reads the board from the arguments, a file or standard input.
///
/// A shot is a fired ray with its answer: `west 4 = H` (absorbed), `west 5 = R` (reflected) or
/// `north 2 = east 5`; the short forms are `w4=H`, `w5=R` and `n2=e5`. Shots are separated by
/// commas or line ends. The command also reads the lines that `play` prints.
///
/// A drawing has the rows of the box, with a space between neighbouring cells, and a label at each
/// end of a ray, outside the box. H or @ is an absorbed ray, and R or & a reflected one. A digit,
/// or any other letter, marks both ends of a ray that came out, and a space or a dot means that no
/// ray was fired. In the box, O is an atom, x is a cell without one, and - or . is unknown.
#[derive(Args, Debug)]
#[command(
    after_help = "{} 'west 1 = H' 'west 4 = east 7'\n{} game.txt --limit all\necho A4_B8:2813 | {}"
)]
pub(super) struct Decode {
    /// The board, or a file that contains it [default: standard input]. To use a
    /// configuration other than A4_B8, write it before the shots (also in a file): A3_B5 is 3 atoms
    /// in 5 by 5 cells, and A4_B9x7 is 4 atoms in 9 rows and 7 columns
    #[arg(value_name = "BOARD")]
    board: Vec<OsString>,
    /// The number of atoms, or a range such as 3..6 [default: the number that the board states, or
    /// the number of its atoms if it shows all rays and atoms; otherwise 4, or 1..6 if no molecule of
    /// 4 atoms agrees]
    #[arg(long, value_name = "N|N..M")]
    atoms: Option<Numbers>,
    /// The meaning of the marks in the box
    #[arg(long, value_enum, default_value_t = MarksAre::Guesses)]
    marks: MarksAre,
    /// List at most this number of molecules that agree, or all of them, however long it
    /// takes [default: 20; but if more than 20 agree, --format text lists none]
    #[arg(long, short = 'n', value_name = "N|all", value_parser = app::limit_or("all"))]
    limit: Option<Limit>,
    /// Count exactly, however long it takes
    ///
    /// By default, values that would take longer than about a quarter of a second to compute are
    /// estimated. The count of molecules then looks like "about 2.4 × 10¹⁰", and a mean, such as the
    /// expected bits, like "3.50 (± 0.03)": in about 95 of 100 cases, the true mean differs from 3.50
    /// by at most 0.03.
    #[arg(long)]
    exact: bool,
    /// Fill in a board on the terminal, with advice after each ray
    #[arg(long, conflicts_with_all = ["marks", "limit", "exact", "page", "format"])]
    interactive: bool,
    /// The aim of the next ray
    #[arg(long = "minimize", value_enum, value_name = "COST", default_value_t)]
    aim: Aim,
    /// Also print a link to the board on the site (apps/web in the source code) at this address or in this folder
    #[arg(long, value_name = "URL|FOLDER", conflicts_with = "format")]
    page: Option<PlayPage>,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum MarksAre {
    /// Not certain: they exclude no molecules, and the result states how many points they would cost
    Guesses,
    /// Facts, like the shots
    Known,
}

impl Decode {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        if self.interactive {
            return self.interactive(console);
        }
        let puzzle = self.puzzle(console)?;
        let patience = match self.exact || self.limit == Some(Limit(None)) {
            true => Patience::Exact,
            false => Patience::Moment,
        };
        let (solutions, advice) = decode(&puzzle, self.aim, patience, console)?;
        let Limit(limit) = self.limit.unwrap_or(Limit(Some(LISTED as u64)));
        let list =
            |each: &mut dyn FnMut(&Board) -> Result<()>| listed(&solutions, limit, console, each);
        let stdout = io::stdout();
        let options = TextOptions::of(&stdout);
        let mut out = BufWriter::new(stdout.lock());
        let written = match self.format {
            RowFormat::Text => {
                let is_listed = self.limit.is_some() || solutions.count() <= LISTED as u128;
                output::decoded::write_text(&mut out, &solutions, &advice, is_listed, options)?;
                let listed = match is_listed {
                    true => output::decoded::write_list(&mut out, &solutions, options, list),
                    false => Ok(()),
                };
                listed.and_then(|()| match &self.page {
                    Some(page) => Ok(writeln!(out, "\n{}", page.board(&puzzle))?),
                    None => Ok(()),
                })
            }
            RowFormat::Json => output::decoded::write_json(&mut out, &solutions, &advice, list),
            RowFormat::Csv => {
                let mut rows = 0;
                let written = output::decoded::write_csv(&mut out, |each| {
                    list(&mut |solution| {
                        rows += 1;
                        each(solution)
                    })
                });
                let left = output::decoded::not_listed(&solutions, rows);
                if let (Ok(()), Some(left)) = (&written, left) {
                    console.say(&left);
                }
                written
            }
        };
        out.flush()?;
        written
    }

    /// Lets the user fill in a board on the terminal, and prints it in the end.
    fn interactive(&self, console: &Console) -> Result<()> {
        if !screen::is_possible() {
            return Err(usage("--interactive needs a terminal"));
        }
        let read = self.board_text(console)?;
        let standard = Config::STANDARD.atoms() as u64;
        let given = self.atoms.map(RangeInclusive::from);
        let atoms = given.or(read.balls).unwrap_or(standard..=standard);
        // Fails now if these numbers of atoms are impossible.
        Puzzle::new(read.evidence.without_marks(), atoms.clone()).map_err(PlayError::Atoms)?;
        let mut sheet = Sheet::new(read.evidence.size(), atoms);
        for (position, outcome) in read.evidence.shots() {
            (sheet.note(position, outcome)).map_err(PlayError::from)?;
        }
        let balls = (read.marks.atoms.atoms()).map(|cell| (cell, Mark::Ball));
        let empty = read.marks.empty().map(|cell| (cell, Mark::Empty));
        (balls.chain(empty)).try_for_each(|(cell, mark)| sheet.mark(cell, mark))?;
        let sheet = interactive::interactive(sheet, self.aim, console)?;
        Ok(write!(io::stdout(), "{}", sheet.drawing())?)
    }

    fn board_text(&self, console: &Console) -> Result<BoardText> {
        let (name, text) = self.read(console)?;
        let read = BoardText::parse(&text).map_err(|error| PlayError::Board { name, error })?;
        if let Some(note) = &read.note {
            console.say(note);
        }
        Ok(read)
    }

    fn puzzle(&self, console: &Console) -> Result<Puzzle> {
        let read = self.board_text(console)?;
        let hidden = read.disclosed();
        let (evidence, marks) = match self.marks {
            MarksAre::Guesses => (read.evidence.without_marks(), Some(read.marks)),
            MarksAre::Known => (read.evidence, None),
        };
        let puzzle = match (self.atoms, read.balls) {
            (Some(atoms), _) => Puzzle::new(evidence, atoms.into())
                .map_err(|error| usage(format!("invalid value for '--atoms <N|N..M>': {error}")))?,
            (None, Some(atoms)) => Puzzle::new(evidence, atoms).map_err(PlayError::Atoms)?,
            (None, None) => with_default_atoms(evidence, console)?,
        };
        Ok(puzzle.with(Annotations {
            labels: read.labels,
            marks: marks.filter(|marks| !marks.is_empty()),
            hidden,
        }))
    }

    /// The name of the source and the text of the board.
    fn read(&self, console: &Console) -> Result<(String, Vec<u8>)> {
        match &self.board[..] {
            [] if self.interactive => {
                Ok((String::new(), Config::STANDARD.to_string().into_bytes()))
            }
            [] => read_from(Path::new("-"), console),
            [one] if one == "-" || Path::new(one).exists() => read_from(Path::new(one), console),
            typed => {
                let text = typed.iter().map(|part| part.to_string_lossy()).join(" ");
                if let [one] = typed
                    && !BoardText::may_be(&text)
                {
                    // If the path cannot be examined, reading it fails with the reason.
                    if Path::new(one).try_exists().is_err() && is_name(&text) {
                        return read_from(Path::new(one), console);
                    }
                    let hint = "shots may be arguments, too, such as 'west 4 = H'; `display` finds a \
                                molecule by its text with --molecule or --spectrum";
                    return Err(app::Error::other(format!("there is no file {text}"), hint).into());
                }
                Ok(("the board".to_owned(), text.into_bytes()))
            }
        }
    }
}

/// Whether all components are short enough for file names on every system.
fn is_name(text: &str) -> bool {
    text.split(['/', '\\']).all(|part| part.len() < 256)
}

/// Reads the text of a board from a file or standard input. Returns the name of the source, too.
fn read_from(path: &Path, console: &Console) -> Result<(String, Vec<u8>)> {
    let input = Input::of(path);
    if input.is_stdin() && io::stdin().is_terminal() {
        console.say("type the shots or the drawing of the board, and end with Ctrl-D");
    }
    let name = input.name();
    Ok((name, input.bytes(MAX_BYTES as u64, console.stop())?))
}
