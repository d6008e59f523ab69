//! `magic-star`.

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use ::draw::words::{listed, wrapped};
use app::output::{print, write_json};
use app::terminal::{Console, columns_to_wrap};
use app::{Error, Format, Limit, Numbers, Program, Result, RowFormat, numbers_from_1};
use clap::{Args, Parser};
use watch::Watcher;

use crate::deduction::{blocked_line, deduce, grade};
use crate::explore::{Numbering, complete};
use crate::play::Game;
use crate::rules::{Diagram, Partial, Star};
use crate::search::{BruteForce, Search};
use crate::view;

/// Solves and explores magic stars, in which each line of four numbers has the same sum
///
/// A star with n points (5 to 15) has the numbers 1 to 2n in its cells, which are the points and the
/// crossings next to them. Its name is n and a letter: a if each line skips one point, b if it skips
/// two, and so on. Cells are named a, b, c ... row by row from the top: see `magic-star diagram 8a`.
#[derive(Parser, Debug)]
#[command(
    name = "magic-star",
    after_help = "{} play\n{} solve 8a --cells a=6,b=2\n{} explore 8a"
)]
pub(crate) enum MagicStar {
    /// Count all solutions of a star
    ///
    /// The output contains the iterations of the first and the last solution. The iteration of a solution
    /// is its place among all permutations of the numbers, in lexicographic order. Stars of 13 points take up to half a minute of processor time, and larger
    /// ones minutes to hours.
    #[command(after_help = "{} 8a\n{} 12b --format json")]
    Explore(Whole),
    /// Analyse a star: how rare its solutions are, how often each number is at the top, and its
    /// symmetries
    ///
    /// The star can have up to 13 points.
    #[command(after_help = "{} 8a\n{} 6a --format json")]
    Analysis(Whole),
    /// Show solutions of a star
    ///
    /// The output contains the iteration of a solution: its place among all permutations of the numbers,
    /// in lexicographic order. A basic solution is the first of its rotations and reflections in this
    /// order; all other solutions are rotations and reflections of basic ones. The star can have up to
    /// 13 points.
    #[command(after_help = "{} 8a 1 896\n{} 6a 1..960 --format csv")]
    Display {
        /// The star, such as 8a
        star: Star,
        /// The solutions to show, counted from 1 in lexicographic order: numbers, or ranges such as 1..5
        #[arg(value_name = "NUMBER", required = true, value_parser = numbers_from_1)]
        numbers: Vec<Numbers>,
        /// How to write the result
        #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
        format: RowFormat,
    },
    /// Complete a partly filled star, and count the ways to do so
    ///
    /// If there is no way, the error reports a line that cannot be filled, or given numbers that no
    /// solution has together.
    #[command(after_help = "{} 8a --cells a=6,b=2\n{} 6a --cells '5 1 - - - - - - - - - 12'")]
    Solve {
        #[command(flatten)]
        part: Part,
        /// Show at most the first N completed stars, in lexicographic order, or all; up to 1,000,000
        /// can be shown
        #[arg(long, short = 'n', value_name = "N|all", default_value = "1", value_parser = app::limit_or("all"))]
        limit: Limit,
    },
    /// Show a number that can be deduced in a partly filled star, and why
    #[command(after_help = "{} 8a --cells b=2,c=7,d=16")]
    Hint(Part),
    /// Play: fill the empty cells of a star, with hints
    ///
    /// Each line of four numbers must have the same sum. The first level is a star of six points with
    /// five empty cells, which you can fill line by line.
    #[command(after_help = "{}\n{} 8a --empty 12 --seed 7")]
    Play {
        /// The star, such as 8a; it can have 6 to 12 points
        #[arg(default_value = "6a")]
        star: Star,
        /// The number of empty cells, from 1 to all of them
        #[arg(long, value_name = "N", default_value_t = 5, value_parser = app::whole::<u8>(1..=24))]
        empty: u8,
        /// The level; the same number always gives the same level
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = app::whole::<u64>(0..=u64::MAX))]
        seed: u64,
    },
    /// Try permutations by brute force for a while, and estimate the time for all of them
    #[command(after_help = "{} 8a\n{} 5a --seconds 10")]
    Brute {
        /// The star, such as 8a
        star: Star,
        /// The time to spend, in seconds, at most a day (86400)
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = app::whole::<u64>(1..=86_400))]
        seconds: u64,
    },
    /// Draw a star with the names of its cells, and list its lines and symmetries
    #[command(after_help = "{} 8a")]
    Diagram {
        /// The star, such as 8a
        star: Star,
    },
}

#[derive(Args, Debug)]
pub(crate) struct Whole {
    /// The star, such as 8a
    star: Star,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Args, Debug)]
pub(crate) struct Part {
    #[command(flatten)]
    whole: Whole,
    /// The given numbers: by cell, such as a=5,b=12, or as a list with a number or - for each cell
    /// in the order a, b, c ...
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    cells: String,
}

impl Part {
    fn given(&self) -> Result<(Diagram, Partial)> {
        let diagram = Diagram::of(self.whole.star);
        let given = Partial::parse(&self.cells, &diagram).map_err(|error| {
            Error::Usage(format!("invalid value for '--cells <LIST>': {error}"))
        })?;
        Ok((diagram, given))
    }
}

impl Program for MagicStar {
    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Explore(Whole { star, format }) => {
                let diagram = Diagram::of(*star);
                let explored = complete(&diagram, &Partial::EMPTY, Limit(Some(1)), console)?;
                let document = view::json::explored(&diagram, &explored);
                format.say(&view::explored(&diagram, &explored), &document)
            }
            Self::Analysis(Whole { star, format }) => {
                let diagram = Diagram::of(*star);
                let by_top = Numbering::of(&diagram, console)?.by_top;
                let document = view::json::analysis(&diagram, &by_top);
                format.say(&view::analysis(&diagram, &by_top), &document)
            }
            Self::Display {
                star,
                numbers,
                format,
            } => display(*star, numbers, *format, console),
            Self::Solve { part, limit } => {
                let ((diagram, given), format) = (part.given()?, part.whole.format);
                let found = complete(&diagram, &given, *limit, console)?;
                let document = view::json::completions(&diagram, &given, &found);
                if found.ways > 0 || format == Format::Json {
                    let text = |out: &mut _| view::write_completions(out, &diagram, &found);
                    format.print(text, &document)?;
                }
                match found.ways {
                    0 => Err(impossible(&diagram, &given, console)),
                    _ => Ok(()),
                }
            }
            Self::Hint(part) => {
                let (diagram, given) = part.given()?;
                let (next, grade) = (deduce(&diagram, &given), grade(&diagram, &given));
                if blocked_line(&diagram, &given).is_some() {
                    return Err(impossible(&diagram, &given, console));
                }
                let document = view::json::hint(&diagram, next, grade);
                part.whole
                    .format
                    .say(&view::hint(&diagram, &given, next, grade), &document)
            }
            Self::Play { star, empty, seed } => {
                if usize::from(*empty) > star.cells() || star.order() > 12 {
                    let what = "a game needs a star of at most 12 points, and --empty must not exceed the number of its cells";
                    return Err(Error::Usage(what.to_owned()));
                }
                let game = Game::new(Diagram::of(*star), (*empty).into(), *seed);
                app::play(console, game.ok_or_else(|| unsolvable(*star))?)
            }
            Self::Brute { star, seconds } => {
                /// The number of permutations between two checks of the clock.
                const AT_ONCE: u64 = 1 << 20;
                let diagram = Diagram::of(*star);
                let mut brute = BruteForce::new(&diagram);
                let (begun, time) = (Instant::now(), Duration::from_secs(*seconds));
                while !brute.ended && begun.elapsed() < time && !console.stop().is_requested() {
                    brute.go_on(&diagram, AT_ONCE);
                }
                let seconds = begun.elapsed().as_secs_f64();
                let text = view::brute_force(*star, &brute, seconds);
                print::<Error>(|out| Ok(writeln!(out, "{}", wrapped(&text, columns_to_wrap()))?))?;
                match console.stop().is_requested() {
                    true => Err(Error::Stopped("stopped before the time was up".to_owned())),
                    false => Ok(()),
                }
            }
            Self::Diagram { star } => {
                print(|out| Ok(write!(out, "{}", view::diagram(&Diagram::of(*star)))?))
            }
        }
    }
}

fn unsolvable(star: Star) -> Error {
    Error::other(format!("{star} has no solutions"), "")
}

/// The error for a star that cannot be completed: a line that shows it, or the first numbers that do not fit together.
fn impossible(diagram: &Diagram, given: &Partial, console: &Console) -> Error {
    let star = diagram.star;
    let what = match blocked_line(diagram, given) {
        Some(line) => view::blocked(diagram, given, line),
        None => {
            let mut fewer = Partial::EMPTY;
            let wrong = given.given().find(|&(cell, number)| {
                fewer = fewer.with(cell, number);
                let mut exists = false;
                Search::completion(diagram, &fewer).all(console.stop(), &mut |_| {
                    exists = true;
                    false
                });
                !exists
            });
            if wrong.is_none() {
                return unsolvable(star);
            }
            let numbers = fewer.given();
            let numbers = numbers.map(|(cell, number)| format!("{}={number}", Diagram::name(cell)));
            format!(
                "each line can be filled, but no solution has {}",
                listed(numbers)
            )
        }
    };
    Error::other(format!("{star} cannot be completed: {what}"), "")
}

fn display(star: Star, wanted: &[Numbers], format: RowFormat, console: &Console) -> Result<()> {
    let diagram = Diagram::of(star);
    let mut numbering = Numbering::of(&diagram, console)?;
    let solutions = numbering.by_top.iter().sum();
    let last = wanted.iter().map(|numbers| numbers.last).max();
    match last.filter(|last| *last > solutions) {
        Some(_) if solutions == 0 => return Err(unsolvable(star)),
        Some(last) => {
            let what = format!("{star} has no solution {last}; the last one is {solutions}");
            return Err(Error::other(what, ""));
        }
        None => {}
    }
    let mut out = BufWriter::new(io::stdout().lock());
    let mut first = true;
    if format == RowFormat::Csv {
        view::write_solution_header(&mut out, &diagram)?;
    }
    for number in wanted
        .iter()
        .flat_map(|numbers| numbers.first..=numbers.last)
    {
        if console.stop().is_requested() {
            let what = format!("stopped showing solutions of {star}");
            return Err(Error::Stopped(what));
        }
        let found = numbering.find(number);
        match format {
            RowFormat::Json => write_json(&mut out, &view::json::solution(&diagram, &found))?,
            RowFormat::Csv => view::write_solution_row(&mut out, &found)?,
            RowFormat::Text => {
                if !std::mem::take(&mut first) {
                    writeln!(out)?;
                }
                view::write_solution(&mut out, &diagram, &found)?;
            }
        }
    }
    Ok(out.flush()?)
}
