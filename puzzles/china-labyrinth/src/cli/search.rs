//! `china-labyrinth search`, `compact` and `octopuszle`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use ::draw::words::{counted, thousands};
use app::input::Input;
use app::output::write_json;
use app::terminal::{Console, shortened};
use app::{Error, Format, Limit, PictureFormat, Result, Seed};
use clap::Args;
use serde_json::json;
use watch::{Stop, Watcher};

use super::MethodArgs;
use crate::rules::{Doors, Fault, OCTOPUSZLE, Tiles};
use crate::search::{self, Annealed, LiteralProgress, Runs, STEPS_BETWEEN_CHECKS};
use crate::view;

#[derive(Args, Debug)]
pub(crate) struct Search {
    /// Find at most this number of solutions; with all, search until interrupted
    #[arg(long, short = 'n', value_name = "N|all", default_value = "1", value_parser = app::limit_or("all"))]
    limit: Limit,
    /// Start again after this number of steps (laid pieces); with never, the search visits all
    /// solutions in turn [default: 96 (the fastest), or 384 with --literal]
    #[arg(long, value_name = "N|never", value_parser = app::limit_or("never"))]
    restart_after: Option<Limit>,
    /// Show only solutions whose pieces form this number of connected groups, 2 to 64
    #[arg(long, value_name = "N", value_parser = app::whole::<u64>(2..=64))]
    groups: Option<u64>,
    #[command(flatten)]
    method: MethodArgs,
    #[command(flatten)]
    seed: Seed,
    /// How to write the result; svg draws only one solution
    #[arg(long, short, value_enum, default_value_t = PictureFormat::Text)]
    format: PictureFormat,
}

impl Search {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        // Only one picture fits into a file.
        let Limit(wanted) = self.limit;
        if self.format == PictureFormat::Svg && wanted != Some(1) {
            let what = "--format svg draws only one solution; leave out --limit";
            return Err(Error::Usage(what.to_owned()));
        }
        let seed = self.seed.or_fresh(console);
        let settings = self.method.settings(Tiles::Hexagons);
        let best = Limit(Some(settings.algorithm.best_limit()));
        let Limit(limit) = self.restart_after.unwrap_or(best);
        let mut runs = Runs::new(&settings, limit, seed);
        if let Some(wanted) = wanted {
            console.begin("searching for solutions", 0, wanted);
        }
        if io::stdout().is_terminal() {
            // The solutions themselves show the progress.
            console.end();
        }
        let mut out = BufWriter::new(io::stdout().lock());
        let (begun, mut shown) = (Instant::now(), 0);
        while wanted.is_none_or(|wanted| shown < wanted) {
            if console.stop().is_requested() {
                let steps = counted(runs.totals.steps, "step", "steps");
                let found = counted(shown, "solution", "solutions");
                let what = format!("stopped after {steps} and {found}");
                return Err(Error::Stopped(what));
            }
            let Some(found) = runs.advance(STEPS_BETWEEN_CHECKS)? else {
                continue;
            };
            let groups = found.solution.groups().len() as u64;
            if self.groups.is_some_and(|wanted| groups != wanted) {
                continue;
            }
            if shown > 0 && self.format == PictureFormat::Text {
                writeln!(out)?;
            }
            shown += 1;
            match self.format {
                PictureFormat::Text => write!(out, "{}", view::found(&found, seed))?,
                PictureFormat::Json => write_json(&mut out, &view::json::found(&found))?,
                PictureFormat::Svg => {
                    let picture = view::svg::solution(&found.solution, &[]);
                    write!(out, "{}", picture.document())?;
                }
            }
            // Shows the solution at once, because the next one may take long.
            out.flush()?;
            console.advance(shown);
        }
        console.end();
        let (totals, seconds) = (runs.totals, begun.elapsed().as_secs_f64());
        let solutions = counted(totals.solutions, "solution", "solutions");
        let steps = counted(totals.steps, "step", "steps");
        let restarts = counted(totals.restarts, "restart", "restarts");
        let rate = (totals.solutions as f64 / seconds.max(1e-9)) as u64;
        let [again, rate] = [totals.repeats, rate].map(thousands);
        let shown = match shown == totals.solutions {
            true => String::new(),
            false => format!(" ({} shown)", thousands(shown)),
        };
        console.say(&format!(
            "{solutions} found{shown} in {seconds:.2} s, {rate} per second"
        ));
        console.say(&format!(
            "{steps}, {restarts}, {again} known solutions found again"
        ));
        Ok(())
    }
}

#[derive(Args, Debug)]
pub(crate) struct Compact {
    #[command(flatten)]
    seed: Seed,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Compact {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let seed = self.seed.or_fresh(console);
        let pieces = found(search::compact(seed, console.stop())?, console)?;
        let document = json!({ "pieces": view::json::pieces(&pieces) });
        let text = view::drawing(&pieces, &[]);
        self.format.print(|out| write!(out, "{text}"), &document)
    }
}

#[derive(Args, Debug)]
pub(crate) struct Octopuszle {
    /// Keep the corner doors of the solution that --format json printed to this file, and search for
    /// the side doors
    #[arg(long, value_name = "FILE")]
    diagonals: Option<PathBuf>,
    /// With --diagonals, use the algorithm that Ed van Zon sketches in the I Ching Connexion: always
    /// fill a cell in which the fewest pieces fit, and try each of these. It has never found a
    /// solution in our runs
    #[arg(long, requires = "diagonals")]
    literal: bool,
    /// With --literal, start again after this number of steps (laid pieces), or never
    #[arg(long, value_name = "N|never", requires = "literal")]
    #[arg(default_value = "never", value_parser = app::limit_or("never"))]
    restart_after: Limit,
    /// With --literal, give up after this number of steps, or never
    #[arg(long, value_name = "N|never", requires = "literal")]
    #[arg(default_value = "never", value_parser = app::limit_or("never"))]
    end_after: Limit,
    #[command(flatten)]
    seed: Seed,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Octopuszle {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let given = self.diagonals.as_deref();
        let given = given.map(|path| pieces_of(path, console.stop()));
        let given = given.transpose()?;
        let seed = self.seed.or_fresh(console);
        let wrong = |fault: Fault| match &self.diagonals {
            Some(path) => Error::other(format!("{}: {fault}", path.display()), ""),
            None => fault.into(),
        };
        let pieces = match given.as_deref() {
            Some(given) if self.literal => {
                let [limit, most] =
                    [self.restart_after, self.end_after].map(|n| n.0.unwrap_or(u64::MAX));
                let stop = console.stop();
                let ended = search::literal_octopuszle(given, seed, limit, most, stop);
                found_literally(ended.map_err(wrong)?, console)?
            }
            given => {
                let ended = search::octopuszle(given, seed, console.stop());
                found(ended.map_err(wrong)?, console)?
            }
        };
        let rows: Vec<&[Doors]> = pieces.chunks(OCTOPUSZLE.side).collect();
        let (text, document) = (view::octopuszle(&rows), json!({ "grid": rows }));
        self.format.print(|out| write!(out, "{text}"), &document)
    }
}

/// Reads the pieces of a file, which need not be a solution.
fn pieces_of(path: &Path, stop: &Stop) -> Result<Vec<Doors>> {
    #[derive(serde::Deserialize)]
    struct Document {
        grid: [[Doors; OCTOPUSZLE.side]; OCTOPUSZLE.side],
    }
    /// The greatest size of a file; no grid needs more.
    const MOST_BYTES: u64 = 1 << 16;
    let input = Input::of(path);
    let name = input.name();
    let read = serde_json::from_slice(&input.bytes(MOST_BYTES, stop)?);
    let pieces = read.map(|Document { grid }| grid.as_flattened().to_vec());
    pieces.map_err(|error| {
        let what = format!(
            "{name} is not a solution: {}",
            shortened(&error.to_string())
        );
        Error::other(
            what,
            "`china-labyrinth octopuszle --format json` prints one",
        )
    })
}

/// The result of a search by annealing, unless it was interrupted.
fn found<P>(ended: Option<Annealed<P>>, console: &Console) -> Result<Vec<P>> {
    let stopped = || Error::Stopped("stopped before a solution was found".to_owned());
    let Annealed { pieces, moves } = ended.ok_or_else(stopped)?;
    console.say(&format!("found in {}", counted(moves, "move", "moves")));
    Ok(pieces)
}

/// The result of a search with the algorithm of van Zon's text.
fn found_literally(
    (found, progress): (Option<Vec<Doors>>, LiteralProgress),
    console: &Console,
) -> Result<Vec<Doors>> {
    let steps = counted(progress.steps, "step", "steps");
    let restarts = counted(progress.restarts, "restart", "restarts");
    let most = progress.most_placed;
    let said = format!("{steps} and {restarts}; at most {most} of 256 squares were laid at once");
    match found {
        Some(pieces) => {
            console.say(&said);
            Ok(pieces)
        }
        None if console.stop().is_requested() => {
            Err(Error::Stopped(format!("stopped after {said}")))
        }
        None => Err(Error::other(format!("not solved after {said}"), "")),
    }
}
