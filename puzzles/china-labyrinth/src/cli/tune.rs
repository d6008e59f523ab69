//! `china-labyrinth tune`.

use std::io::{self, Write};

use clap::{Parser, ValueEnum};
use kit::terminal::Console;
use kit::{Common, Program};
use watch::Watcher;

use super::options::{Method, SameSeed};
use crate::error::{Error, Result};
use crate::rules::Tiles;
use crate::search::{Algorithm, Criterion, Demands, Order, Settings, Trial, Trials};
use crate::view;

/// The limit that the original found best.
const ORIGINAL: u64 = 384;

/// In how many turns every limit is tried.
const TURNS: u64 = 20;

/// Find the limit that gives the most solutions a second, by measurement
///
/// Every limit is tried on one thread for the same number of steps, in turns.
/// Steps a solution are the same on every machine; solutions a second are not. A
/// solution that is found again counts again.
#[derive(Parser, Debug)]
#[command(name = "tune", version)]
pub(super) struct Tune {
    /// The limits to try
    #[arg(
        long,
        value_name = "STEPS",
        value_delimiter = ',',
        default_value = "64,80,96,112,128,160,192,256,320,384,448,512,640,768,1024",
        value_parser = clap::value_parser!(u64).range(1..)
    )]
    limits: Vec<u64>,
    /// How many steps each limit is tried for
    #[arg(long, value_name = "N", default_value_t = 2_000_000, value_parser = clap::value_parser!(u64).range(1..))]
    steps: u64,
    /// Both algorithms with every setting, not only those asked for
    #[arg(long, conflicts_with_all = ["literal", "demands", "pieces", "no_pruning"])]
    all: bool,
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    seed: SameSeed,
    /// How it is written
    #[arg(long, value_enum, default_value_t = TrialsFormat::Text)]
    format: TrialsFormat,
    #[command(flatten)]
    common: Common,
}

#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
enum TrialsFormat {
    /// Tables for people
    Text,
    /// One JSON document a line, one for each setting
    Json,
    /// A chart
    Svg,
}

impl Program for Tune {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let settings = match self.all {
            true => all(self.method.tiles()),
            false => vec![self.method.settings()],
        };
        let seed = self.seed.seed;
        let mut limits = self.limits.clone();
        limits.sort_unstable();
        limits.dedup();
        let out = &mut io::stdout().lock();
        let mut tried: Vec<(String, Vec<Trial>)> = Vec::new();
        let tasks = settings.len() as u64 * TURNS;
        console.begin("trying limits", 0, tasks);
        let mut done = 0;
        for settings in settings {
            let mut trials = Trials::new(&settings, &limits, seed);
            for turn in 1..=TURNS {
                // Whatever else the machine does meanwhile hits all limits alike.
                let steps = u128::from(self.steps) * u128::from(turn) / u128::from(TURNS);
                let whole = trials.go_on(steps as u64, console.stop());
                if !whole.map_err(Error::Wrong)? {
                    console.end();
                    return Err(kit::Error::Stopped(format!(
                        "stopped while trying {settings}, {done} of {tasks} turns made"
                    ))
                    .into());
                }
                done += 1;
                console.advance(done);
            }
            let trials = trials.trials();
            let name = settings.to_string();
            match self.format {
                TrialsFormat::Json => view::json::write_trials(out, &name, trials)?,
                TrialsFormat::Text => {
                    if !tried.is_empty() {
                        writeln!(out)?;
                    }
                    view::text::write_trials(out, &name, trials, ORIGINAL)?;
                }
                TrialsFormat::Svg => {}
            }
            out.flush()?;
            tried.push((name, trials.to_vec()));
        }
        console.end();
        if self.format == TrialsFormat::Svg {
            let picture = view::svg::trials(&tried);
            out.write_all(picture.document().as_bytes())?;
        }
        Ok(())
    }
}

/// Both algorithms with every setting.
fn all(tiles: Tiles) -> Vec<Settings> {
    use Criterion::{Angles, Doors};
    let orders = [
        vec![Angles, Doors],
        vec![Doors, Angles],
        vec![Angles],
        vec![Doors],
        vec![],
    ];
    let mut all = Vec::new();
    for algorithm in [Algorithm::Literal, Algorithm::LookAhead] {
        for demands in [Demands::Fewest, Demands::Random] {
            for order in &orders {
                for pruning in [true, false] {
                    all.push(Settings {
                        tiles,
                        algorithm,
                        demands,
                        pieces: Order(order.clone()),
                        pruning,
                    });
                }
            }
        }
    }
    all
}
