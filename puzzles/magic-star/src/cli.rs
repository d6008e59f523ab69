//! `magic-star`.

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use clap::{Args, Parser};
use kit::output::{print, write_json};
use kit::terminal::Console;
use kit::{Error, Format, Numbers, Program, Result, Rows, Width, numbers_from_1};
use watch::Watcher;

use crate::analysis::Analysis;
use crate::deduction::{deduce, grade};
use crate::explore::{Explored, Images, basics, complete};
use crate::rules::{Diagram, Partial, Star};
use crate::search::BruteForce;
use crate::view;

/// Explores magic stars: 1 to 2n on the points and crossings of a star, each
/// line of four with the same sum
///
/// A star is written as its order n, 5 to 15, and the letter of its kind: a for {n/2}, b for {n/3}
/// and so on. Its cells are named a, b, c ... row by row from the top, see `magic-star diagram`.
#[derive(Parser, Debug)]
#[command(name = "magic-star")]
pub(crate) enum MagicStar {
    Explore(Explore),
    Analysis(Analyse),
    Display(Display),
    Solve(Solve),
    Hint(Hint),
    Brute(Brute),
    Diagram(Show),
}

impl Program for MagicStar {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Explore(program) => program.run(console),
            Self::Analysis(program) => program.run(console),
            Self::Display(program) => program.run(console),
            Self::Solve(program) => program.run(console),
            Self::Hint(program) => program.run(),
            Self::Brute(program) => program.run(console),
            Self::Diagram(program) => program.run(),
        }
    }
}

/// Count all solutions of a star
///
/// This takes some seconds up to order 13, minutes to hours for orders 14 and 15.
#[derive(Args, Debug)]
pub(crate) struct Explore {
    /// The star, such as 8a
    star: Star,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Explore {
    fn run(&self, console: &Console) -> Result<()> {
        let diagram = Diagram::of(self.star);
        let explored = Explored::of(&diagram, console)?;
        self.format.print(
            |out| view::write_explored(out, &diagram, &explored),
            &view::explored_document(&diagram, &explored),
        )
    }
}

/// Analyse the solutions of a star
#[derive(Args, Debug)]
pub(crate) struct Analyse {
    /// The star, such as 8a
    star: Star,
    #[command(flatten)]
    width: Width,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Analyse {
    fn run(&self, console: &Console) -> Result<()> {
        let diagram = Diagram::of(self.star);
        let basics = basics(&diagram, console)?;
        let analysis = Analysis::of(diagram, &basics, console)?;
        self.format.print(
            |out| view::write_analysis(out, &analysis, self.width.columns()),
            &view::analysis_document(&analysis),
        )
    }
}

/// Show solutions of a star
#[derive(Args, Debug)]
pub(crate) struct Display {
    /// The star, such as 8a
    star: Star,
    /// Numbers of solutions, counted from 1 in lexicographic order, or ranges of them such as 1..5
    #[arg(value_name = "NUMBER", required = true, value_parser = numbers_from_1)]
    numbers: Vec<Numbers>,
    /// How to write them
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
}

impl Display {
    fn run(&self, console: &Console) -> Result<()> {
        let star = self.star;
        let diagram = Diagram::of(star);
        let basics = basics(&diagram, console)?;
        let solutions = (basics.len() * star.cells()) as u64;
        let last = self.numbers.iter().map(|numbers| numbers.last).max();
        if let Some(last) = last.filter(|last| *last > solutions) {
            let what = match solutions {
                0 => format!("{star} has no solutions"),
                _ => format!("{star} has no solution {last}, its last one is {solutions}"),
            };
            return Err(Error::other(what, ""));
        }
        let images = Images::of(&diagram, &basics, console);
        let mut out = BufWriter::new(io::stdout().lock());
        let mut first = true;
        if self.format == Rows::Csv {
            view::write_solution_header(&mut out, &diagram)?;
        }
        for numbers in &self.numbers {
            images.numbered((numbers.first, numbers.last), |found| {
                if console.stop().asked() {
                    let what = format!("stopped showing solutions of {star}");
                    return Err(Error::Stopped(what));
                }
                match self.format {
                    Rows::Json => write_json(&mut out, &view::solution_document(&diagram, &found))?,
                    Rows::Csv => view::write_solution_row(&mut out, &found)?,
                    Rows::Text => {
                        if !std::mem::take(&mut first) {
                            writeln!(out)?;
                        }
                        view::write_solution(&mut out, &diagram, &found)?;
                    }
                }
                Ok(())
            })?;
        }
        Ok(out.flush()?)
    }
}

/// Complete a partly filled star, and count the ways to do that
#[derive(Args, Debug)]
pub(crate) struct Solve {
    /// The star, such as 8a
    star: Star,
    #[command(flatten)]
    cells: Cells,
    /// Show at most this number of completed stars, the first in lexicographic order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    limit: u32,
    /// How to write them
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Solve {
    fn run(&self, console: &Console) -> Result<()> {
        let diagram = Diagram::of(self.star);
        let given = self.cells.given(&diagram)?;
        let found = complete(&diagram, &given, self.limit as usize, console)?;
        self.format.print(
            |out| view::write_completions(out, &diagram, &given, &found),
            &view::completions_document(&diagram, &given, &found),
        )
    }
}

/// Show a number that follows in a partly filled star, and why; no search helps
#[derive(Args, Debug)]
pub(crate) struct Hint {
    /// The star, such as 8a
    star: Star,
    #[command(flatten)]
    cells: Cells,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Hint {
    fn run(&self) -> Result<()> {
        let diagram = Diagram::of(self.star);
        let given = self.cells.given(&diagram)?;
        let (next, grade) = (deduce(&diagram, &given), grade(&diagram, &given));
        self.format.print(
            |out| view::write_hint(out, &diagram, next, grade),
            &view::hint_document(&diagram, next, grade),
        )
    }
}

#[derive(Args, Debug)]
struct Cells {
    /// The numbers that are given: a=5,b=12, or one entry per cell in the order a, b, c ...,
    /// a number or -
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    cells: String,
}

impl Cells {
    fn given(&self, diagram: &Diagram) -> Result<Partial> {
        Partial::parse(&self.cells, diagram)
            .map_err(|error| Error::Usage(format!("invalid value for '--cells <LIST>': {error}")))
    }
}

/// Try permutations by brute force for a while, and estimate the time for all of them
#[derive(Args, Debug)]
pub(crate) struct Brute {
    /// The star, such as 8a
    star: Star,
    /// The time to spend, in seconds
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=86_400))]
    seconds: u64,
}

impl Brute {
    fn run(&self, console: &Console) -> Result<()> {
        /// How many permutations are looked at between two looks at the clock.
        const AT_ONCE: u64 = 1 << 20;
        let diagram = Diagram::of(self.star);
        let mut brute = BruteForce::new(&diagram);
        let begun = Instant::now();
        let time = Duration::from_secs(self.seconds);
        while !brute.ended && begun.elapsed() < time && !console.stop().asked() {
            brute.go_on(&diagram, AT_ONCE);
        }
        let seconds = begun.elapsed().as_secs_f64();
        print(|out| Ok(view::write_brute_force(out, self.star, &brute, seconds)?))
    }
}

/// Show a star: the names of its cells, its lines, its symmetries
#[derive(Args, Debug)]
pub(crate) struct Show {
    /// The star, such as 8a
    star: Star,
}

impl Show {
    fn run(&self) -> Result<()> {
        print(|out| Ok(view::write_diagram(out, &Diagram::of(self.star))?))
    }
}
