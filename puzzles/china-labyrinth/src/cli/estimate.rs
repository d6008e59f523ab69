//! `china-labyrinth estimate`.

use std::io;

use clap::Parser;
use kit::terminal::Console;
use kit::{Common, Format, Program, Threads};
use watch::Watcher;

use super::options::SameSeed;
use crate::error::{Error, Result};
use crate::rules::Tiles;
use crate::search::{Order, Settings, estimate};
use crate::view;

/// Estimate how many transcendental solutions there are
///
/// By Knuth's method: the mean over random ways down the tree of the product of
/// the numbers of choices. A way forks where it stands for many, and is given up
/// by chance where it stands for few.
#[derive(Parser, Debug)]
#[command(name = "estimate", version)]
pub(super) struct Estimate {
    /// How many times to go down the tree
    #[arg(long, value_name = "N", default_value_t = 65_536, value_parser = clap::value_parser!(u64).range(2..))]
    probes: u64,
    /// The little sister: 16 squares, every subset of four doors once
    #[arg(long)]
    squares: bool,
    #[command(flatten)]
    seed: SameSeed,
    #[command(flatten)]
    threads: Threads,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Estimate {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let tiles = match self.squares {
            true => Tiles::Squares,
            false => Tiles::Hexagons,
        };
        let settings = Settings {
            tiles,
            ..Settings::hexagons(Order(Vec::new()))
        };
        let seed = self.seed.seed;
        console.begin("going down the tree", 0, self.probes);
        let estimate = estimate(
            &settings,
            self.probes,
            seed,
            self.threads.count(),
            console.stop(),
            |so_far| console.advance(so_far.probes),
        );
        console.end();
        let estimate = estimate.map_err(kit::Error::from)?;
        if estimate.probes < self.probes {
            let known = match estimate.hits {
                0 => "nothing is known yet".to_owned(),
                _ => format!("so far {}", view::text::estimated(&estimate)),
            };
            return Err(kit::Error::Stopped(format!(
                "stopped after {} of {} probes; {known}",
                estimate.probes, self.probes
            ))
            .into());
        }
        let out = &mut io::stdout().lock();
        match self.format {
            Format::Json => view::json::write_estimate(out, tiles.name(), &estimate, seed)?,
            Format::Text => view::text::write_estimate(out, tiles.name(), &estimate)?,
        }
        Ok(())
    }
}
