//! `china-labyrinth count` and `estimate`: figures.

use std::io::Write;

use ::view::words::{counted, thousands};
use clap::Args;
use kit::terminal::Console;
use kit::{Error, Format, Result, Seed};
use serde_json::json;
use watch::Watcher;

use super::options::{Method, Set};
use crate::rules::Tiles;
use crate::search::{self, Order, Settings};
use crate::view;

#[derive(Args, Debug)]
pub(crate) struct Count {
    #[command(flatten)]
    method: Method,
    #[command(flatten)]
    set: Set,
    #[command(flatten)]
    seed: Seed,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Count {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        if !self.set.squares {
            return Err(Error::other(
                "nobody can count the solutions of the hexagons: that takes some 10^24 steps",
                "`china-labyrinth estimate` tells how many there are; --squares counts those of the squares",
            ));
        }
        let settings = self.method.settings(Tiles::Squares);
        let mut solutions = 0u64;
        let seed = self.seed.or_fresh(console);
        let steps = search::all(&settings, seed, console.stop(), |_| solutions += 1)?;
        let found = counted(solutions, "solution", "solutions");
        let Some(steps) = steps else {
            return Err(Error::Stopped(format!("stopped after {found}")));
        };
        let in_steps = counted(steps, "step", "steps");
        self.format.print(
            |out| writeln!(out, "{found} of the squares in {in_steps}"),
            &json!({ "tiles": "squares", "solutions": solutions, "steps": steps }),
        )
    }
}

#[derive(Args, Debug)]
pub(crate) struct Estimate {
    /// The number of ways down the tree
    #[arg(long, value_name = "N", default_value_t = 65_536, value_parser = clap::value_parser!(u64).range(2..))]
    probes: u64,
    #[command(flatten)]
    set: Set,
    #[command(flatten)]
    seed: Seed,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Estimate {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let tiles = match self.set.squares {
            true => Tiles::Squares,
            false => Tiles::Hexagons,
        };
        let settings = Settings {
            pieces: Order::ALL[4],
            ..Settings::best(tiles)
        };
        let (probes, seed) = (self.probes, self.seed.or_fresh(console));
        console.begin("going down the tree", 0, probes);
        let tell = |so_far: &search::Estimate| console.advance(so_far.probes);
        let estimate = search::estimate(&settings, probes, seed, console.stop(), tell);
        console.end();
        if estimate.probes < probes {
            let known = match estimate.hits {
                0 => "nothing is known yet".to_owned(),
                _ => format!("so far {}", view::estimated(&estimate)),
            };
            let (done, probes) = (thousands(estimate.probes), thousands(probes));
            let stopped = format!("stopped after {done} of {probes} probes; {known}");
            return Err(Error::Stopped(stopped));
        }
        self.format.print(
            |out| view::write_estimate(out, tiles, &estimate),
            &view::json::estimate(tiles, &estimate, seed),
        )
    }
}
