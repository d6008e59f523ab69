//! `magic-star`.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::PathBuf;

use ::view::svg::Picture;
use clap::{ArgGroup, Parser, Subcommand};
use kit::database::Access;
use kit::output::{print, write_folder};
use kit::terminal::{self, Console};
use kit::{Common, Drawn, Format, Program, Programs, Threads};
use watch::Watcher;

use crate::analysis::Analysis;
use crate::completion;
use crate::error::{Error, Result};
use crate::explore::explore;
use crate::numbering::Numbering;
use crate::rules::{Diagram, Partial, Star};
use crate::store::{NumberedSolution, Store};
use crate::verify::verify;
use crate::view;

/// Explores magic stars: 1 to 2n on the points and crossings of a star, each
/// line of four with the same sum
///
/// A star is written as its order n, 5 to 16, and the letter of its kind: a for
/// {n/2}, b for {n/3} and so on. Its cells are named a, b, c ... row by row
/// from the top, see `magic-star diagram`.
#[derive(Parser, Debug)]
#[command(name = "magic-star", version)]
pub(crate) struct MagicStar {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Explore(Explore),
    Analysis(Analyse),
    Display(Display),
    Solve(Solve),
    Diagram(Show),
    Verify(Verify),
}

impl Programs for MagicStar {
    type Error = Error;

    fn chosen(&self) -> &dyn Program<Error = Error> {
        match &self.command {
            Command::Explore(program) => program,
            Command::Analysis(program) => program,
            Command::Display(program) => program,
            Command::Solve(program) => program,
            Command::Diagram(program) => program,
            Command::Verify(program) => program,
        }
    }
}

/// Find all solutions of a star and store them; interrupted, go on where it
/// was
#[derive(Parser, Debug)]
struct Explore {
    /// The star, such as 8a
    star: Star,
    /// Delete what is stored of it first
    #[arg(long)]
    force: bool,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

impl Program for Explore {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = Store::from(self.common.open(Access::Create, console)?);
        let threads = self.threads.count();
        let explored = explore(&mut store, self.star, self.force, threads, console)?;
        Ok(print(|out| match self.format {
            Format::Text => view::write_explored(out, self.star, &explored),
            Format::Json => view::write_explored_json(out, self.star, &explored),
        })?)
    }
}

/// Tell all that the solutions of a star say, after exploring it if that is
/// still to be done
#[derive(Parser, Debug)]
struct Analyse {
    /// The star, such as 8a
    star: Star,
    /// Put pictures into this folder: the star and the names of its cells, the
    /// iterations of its solutions, its solutions by the number at the top
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// How many columns the plot may take [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=1000))]
    width: Option<u16>,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

impl Analyse {
    /// The database with the star explored. Where it is already, nothing needs
    /// to be written.
    fn explored(&self, console: &Console) -> Result<Store> {
        match self.common.open(Access::Read, console).map(Store::from) {
            Ok(store) if store.is_explored(self.star)? => return Ok(store),
            Ok(_) | Err(kit::Error::NoDatabase(_)) => {}
            Err(error) => return Err(error.into()),
        }
        let mut store = Store::from(self.common.open(Access::Create, console)?);
        explore(&mut store, self.star, false, self.threads.count(), console)?;
        Ok(store)
    }

    fn columns(&self) -> usize {
        self.width.map_or_else(terminal::columns, usize::from)
    }
}

impl Program for Analyse {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let store = self.explored(console)?;
        let analysis = Analysis::of(&store, self.star, console)?;
        if let Some(folder) = &self.out {
            let pictures: Vec<(String, String)> = (view::analysis_pictures(&analysis).into_iter())
                .map(|(name, picture)| (name, picture.document()))
                .collect();
            write_folder(
                folder,
                Picture::BEGINNING,
                pictures.iter().map(|(name, text)| (&name[..], &text[..])),
            )?;
        }
        Ok(print(|out| match self.format {
            Format::Text => view::write_analysis(out, &analysis, self.columns()),
            Format::Json => view::write_analysis_json(out, &analysis),
        })?)
    }
}

/// Show solutions of an explored star
#[derive(Parser, Debug)]
#[command(group = ArgGroup::new("selection").required(true).args(["numbers", "from"]))]
struct Display {
    /// The star, such as 8a
    star: Star,
    /// Numbers of solutions, counted from 1 in lexicographic order
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..))]
    numbers: Vec<u64>,
    /// The first number of a range
    #[arg(long, value_name = "N", requires = "to", value_parser = clap::value_parser!(u64).range(1..))]
    from: Option<u64>,
    /// The last number of a range
    #[arg(long, value_name = "M", requires = "from", value_parser = clap::value_parser!(u64).range(1..))]
    to: Option<u64>,
    /// How to show them
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    format: Drawn,
    #[command(flatten)]
    common: Common,
}

impl Display {
    /// Ranges of numbers, one behind the other.
    fn ranges(&self) -> kit::Result<Vec<(u64, u64)>> {
        match (self.from, self.to) {
            (Some(from), Some(to)) if from > to => Err(kit::Error::Usage(format!(
                "the range from {from} to {to} is empty; --from takes the lower number"
            ))),
            (Some(from), Some(to)) => Ok(vec![(from, to)]),
            _ => Ok(self
                .numbers
                .iter()
                .map(|&number| (number, number))
                .collect()),
        }
    }
}

impl Program for Display {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let star = self.star;
        let ranges = self.ranges()?;
        let store = Store::from(self.common.open(Access::Read, console)?);
        let shelf = Shelf::of(&store, star, console)?;
        for &(_, to) in &ranges {
            shelf.check(to)?;
        }
        let diagram = Diagram::of(star);
        if self.format == Drawn::Svg {
            let wanted = ranges.iter().map(|(from, to)| to - from + 1).sum();
            let most = view::MOST_DRAWN as u64;
            if wanted > most {
                return Err(Error::TooManyDrawn { wanted, most });
            }
            let mut found = Vec::new();
            for range in ranges {
                shelf.each(range, |solution| {
                    found.push(solution);
                    Ok(())
                })?;
            }
            let picture = view::solutions_picture(&diagram, &found);
            return Ok(print(|out| out.write_all(picture.document().as_bytes()))?);
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let mut first = true;
        for range in ranges {
            shelf.each(range, |solution| {
                if self.format == Drawn::Json {
                    return Ok(view::write_solution_json(&mut out, &diagram, &solution)?);
                }
                if !std::mem::take(&mut first) {
                    writeln!(out)?;
                }
                Ok(view::write_solution(&mut out, &diagram, &solution)?)
            })?;
        }
        Ok(out.flush()?)
    }
}

/// Where solutions are taken from.
struct Shelf<'a> {
    store: &'a Store,
    console: &'a Console,
    star: Star,
    solutions: u64,
    /// If not all of them are stored.
    numbering: Option<Numbering>,
}

impl<'a> Shelf<'a> {
    fn of(store: &'a Store, star: Star, console: &'a Console) -> Result<Shelf<'a>> {
        let stored = store.star(star)?;
        let (stored, explored) = stored
            .and_then(|stored| Some((stored.stored, stored.explored?)))
            .ok_or(Error::NotExplored(star))?;
        let numbering = match stored == explored.solutions {
            true => None,
            false => Some(Numbering::of(store, star, console)?),
        };
        Ok(Shelf {
            store,
            console,
            star,
            solutions: explored.solutions,
            numbering,
        })
    }

    /// There must be a solution of that number.
    fn check(&self, number: u64) -> Result<()> {
        let (star, solutions) = (self.star, self.solutions);
        if solutions == 0 {
            return Err(Error::NoSolutions(star));
        }
        if number > solutions {
            return Err(Error::NoSolution {
                star,
                number,
                solutions,
            });
        }
        Ok(())
    }

    /// Calls `show` with the solutions of a range of numbers.
    fn each(
        &self,
        (from, to): (u64, u64),
        mut show: impl FnMut(NumberedSolution) -> Result<()>,
    ) -> Result<()> {
        /// So many are sorted at once, in some hundred megabytes.
        const AT_ONCE: u64 = 1_000_000;
        let stop = self.console.stop();
        let stopped = || kit::Error::Stopped(format!("stopped showing solutions of {}", self.star));
        let Some(numbering) = &self.numbering else {
            let diagram = Diagram::of(self.star);
            for number in from..=to {
                if stop.asked() {
                    return Err(stopped().into());
                }
                show(self.store.solution(&diagram, number)?)?;
            }
            return Ok(());
        };
        let mut first = from;
        while first <= to {
            let last = to.min(first + AT_ONCE - 1);
            for solution in numbering.select(self.store, first..=last, self.console)? {
                if stop.asked() {
                    return Err(stopped().into());
                }
                show(solution)?;
            }
            first = last + 1;
        }
        Ok(())
    }
}

/// Complete a partly filled star, and tell in how many ways that can be done
///
/// Needs no database.
#[derive(Parser, Debug)]
#[command(group = ArgGroup::new("given").required(true).args(["cells", "file"]))]
struct Solve {
    /// The star, such as 8a
    star: Star,
    /// The numbers that are given: a=5,b=12 or one entry a cell in the order
    /// a, b, c ..., a number or -
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    cells: Option<String>,
    /// A file that holds such a list, with commas, spaces or line breaks
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    /// How many completed stars are shown, the first in lexicographic order
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    limit: u32,
    /// Be content with one way, whichever is found first, and do not count
    #[arg(long, conflicts_with = "limit")]
    any: bool,
    /// How to show them
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    format: Drawn,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    common: Common,
}

impl Solve {
    fn given(&self, diagram: &Diagram) -> Result<Partial> {
        if let Some(list) = &self.cells {
            return Partial::parse(list, diagram).map_err(|error| {
                kit::Error::Usage(format!("invalid value for '--cells <LIST>': {error}")).into()
            });
        }
        let Some(path) = &self.file else {
            return Ok(Partial::EMPTY);
        };
        /// No list is longer, however it is spaced.
        const MOST_BYTES: u64 = 1 << 16;
        let mut text = Vec::new();
        File::open(path)
            .and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut text))
            .map_err(|source| kit::Error::Unreadable {
                name: path.display().to_string(),
                source,
            })?;
        if text.len() as u64 > MOST_BYTES {
            return Err(Error::LongFile(path.clone()));
        }
        let text = String::from_utf8_lossy(&text);
        Partial::parse(&text, diagram).map_err(|error| Error::File {
            path: path.clone(),
            error,
        })
    }
}

impl Program for Solve {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let diagram = Diagram::of(self.star);
        let given = self.given(&diagram)?;
        let limit = self.limit as usize;
        if self.format == Drawn::Svg && limit > view::MOST_DRAWN {
            let (wanted, most) = (limit as u64, view::MOST_DRAWN as u64);
            return Err(Error::TooManyDrawn { wanted, most });
        }
        let (ways, first) = if self.any {
            let found = completion::complete_anyhow(&diagram, &given, console)?;
            let ways = if found.is_none() { Some(0) } else { None };
            (ways, found.into_iter().collect())
        } else {
            let threads = self.threads.count();
            let found = completion::complete(&diagram, &given, limit, threads, console)?;
            (Some(found.ways), found.first)
        };
        Ok(print(|out| match self.format {
            Drawn::Text => view::write_completions(out, &diagram, &given, ways, &first),
            Drawn::Json => view::write_completions_json(out, &diagram, &given, ways, &first),
            Drawn::Svg => {
                let picture = view::completions_picture(&diagram, &first);
                out.write_all(picture.document().as_bytes())
            }
        })?)
    }
}

/// Check what is stored of a star against the rules
///
/// A line is printed for each check, and the exit code is 0 only if everything is
/// there and right.
#[derive(Parser, Debug)]
struct Verify {
    /// The star, such as 8a [default: all that are stored]
    star: Option<Star>,
    #[command(flatten)]
    common: Common,
}

impl Program for Verify {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = Store::from(self.common.open(Access::Read, console)?);
        verify(&mut store, self.star, console, &mut io::stdout().lock())
    }
}

/// Show a star: the names of its cells, its lines, its symmetries
///
/// Needs no database.
#[derive(Parser, Debug)]
struct Show {
    /// The star, such as 8a
    star: Star,
    /// How to show it
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    format: Drawn,
    #[command(flatten)]
    common: Common,
}

impl Program for Show {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, _: &Console) -> Result<()> {
        let diagram = Diagram::of(self.star);
        Ok(print(|out| match self.format {
            Drawn::Text => view::write_diagram(out, &diagram),
            Drawn::Json => view::write_diagram_json(out, &diagram),
            Drawn::Svg => {
                let picture = view::diagram_picture(&diagram);
                out.write_all(picture.document().as_bytes())
            }
        })?)
    }
}
