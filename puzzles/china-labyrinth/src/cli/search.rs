//! `china-labyrinth search`, `compact` and `octopuszle`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::Instant;

use ::view::words::{counted, thousands};
use clap::Args;
use kit::database::Access;
use kit::input::Input;
use kit::output::write_json;
use kit::terminal::{Console, shortened};
use kit::{Drawn, Error, Format, Limit, Result, Seed};
use tables::DatabasePath;
use watch::{Stop, Watcher};

use super::options::{Look, Method};
use crate::explore::explore;
use crate::rules::{Fault, Grid, Tiles};
use crate::search::{self, Found, Runs};
use crate::store::Store;
use crate::view;

#[derive(Args, Debug)]
pub(super) struct Search {
    /// Find at most this number of solutions, or all: then the search continues until it is
    /// stopped
    #[arg(long, value_name = "N|all", default_value = "1")]
    limit: Limit,
    /// Start again after this number of pieces [default: the one that needs the fewest pieces
    /// per solution, 96, or 384 with --literal]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    restart_after: Option<u64>,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    seed: Seed,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    database: DatabasePath,
}

impl Search {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        self.look.allow(self.limit)?;
        let wanted = match self.limit {
            Limit::AtMost(number) => Some(number),
            Limit::All => None,
        };
        let seed = self.seed.or_fresh(console);
        let settings = self.method.settings(Tiles::Hexagons);
        let limit = (self.restart_after).unwrap_or(settings.algorithm.best_limit());
        let name = format!("{settings}, limit {limit}");
        let file = self.database.open(Access::Create, console)?;
        let on_terminal = io::stdout().is_terminal();
        let mut out = BufWriter::new(io::stdout().lock());
        let mut first = true;
        let each = |found: &Found| -> Result<()> {
            if first && on_terminal {
                // Solutions one after the other are progress enough.
                console.end();
            }
            if !first && self.look.format == Drawn::Text {
                writeln!(out)?;
            }
            first = false;
            match self.look.format {
                Drawn::Json => write_json(&mut out, &view::json::found(found))?,
                _ => self.look.draw(&mut out, found, seed)?,
            }
            // The reader sees it at once, since the next one may take long.
            Ok(out.flush()?)
        };
        let begun = Instant::now();
        let mut runs = Runs::new(&settings, limit, seed);
        let by = (seed, &name[..]);
        let new = explore(&mut Store { file }, &mut runs, by, wanted, console, each)?;
        let (totals, seconds) = (runs.totals(), begun.elapsed().as_secs_f64());
        let solutions = counted(totals.solutions, "solution", "solutions");
        let steps = counted(totals.steps, "step", "steps");
        let restarts = counted(totals.restarts, "restart", "restarts");
        let rate = (totals.solutions as f64 / seconds.max(1e-9)) as u64;
        let [new, repeats, rate] = [new, totals.repeats, rate].map(thousands);
        console.say(&format!("{solutions} in {seconds:.2} s, {rate} per second"));
        console.say(&format!(
            "{steps}, {restarts}, {new} new, {repeats} found again"
        ));
        Ok(())
    }
}

#[derive(Args, Debug)]
pub(super) struct Compact {
    #[command(flatten)]
    seed: Seed,
}

impl Compact {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let seed = self.seed.or_fresh(console);
        let pieces = found(search::compact(seed, console.stop())?, console)?;
        let drawing = view::text::drawing(&pieces, &[]);
        Ok(write!(io::stdout().lock(), "{drawing}")?)
    }
}

#[derive(Args, Debug)]
pub(super) struct Octopuszle {
    /// Keep the corners of this solution, which --format json wrote, and search only the
    /// sides
    #[arg(long, value_name = "FILE")]
    diagonals: Option<PathBuf>,
    #[command(flatten)]
    seed: Seed,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Octopuszle {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let given = self.diagonals.as_deref();
        let given = given.map(|path| grid_of(path, console.stop()));
        let given = given.transpose()?;
        let seed = self.seed.or_fresh(console);
        let ended = search::octopuszle(given.as_ref(), seed, console.stop());
        let wrong = |fault: Fault| match &self.diagonals {
            Some(path) => Error::other(format!("{}: {fault}", path.display()), ""),
            None => fault.into(),
        };
        let grid = found(ended.map_err(wrong)?, console)?;
        self.format.print(
            |out| view::text::write_octopuszle(out, &grid),
            &serde_json::json!({ "grid": grid }),
        )
    }
}

/// The grid of a file, a solution or not.
fn grid_of(path: &Path, stop: &Stop) -> Result<Grid> {
    #[derive(serde::Deserialize)]
    struct Document {
        grid: Grid,
    }
    /// No grid needs more.
    const MOST_BYTES: u64 = 1 << 16;
    let input = Input::of(path);
    let name = input.name();
    let text = input.bytes(MOST_BYTES, stop)?;
    match serde_json::from_slice(&text) {
        Ok(Document { grid }) => Ok(grid),
        Err(error) => {
            let error = shortened(&error.to_string());
            Err(Error::other(format!("{name}: {error}"), ""))
        }
    }
}

/// What a search by annealing has found, unless it was stopped.
fn found<T>(ended: Option<(T, u64)>, console: &Console) -> Result<T> {
    let Some((found, moves)) = ended else {
        return Err(Error::Stopped("stopped; nothing was found yet".to_owned()));
    };
    console.say(&format!("found in {moves} moves"));
    Ok(found)
}
