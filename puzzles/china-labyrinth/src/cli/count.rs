//! `china-labyrinth count`.

use std::io;

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Format, Program, Threads};
use watch::Watcher;

use super::options::{Method, SameSeed};
use crate::error::{Error, Result};
use crate::explore;
use crate::store::{SearchKey, Store};
use crate::view;

/// Count all transcendental solutions, one by one, without storing them
///
/// Of the squares that takes no time. Of the hexagons there are so many that no
/// machine will come to the end; `estimate` tells how many. The same command
/// goes on with a count that was stopped.
#[derive(Parser, Debug)]
#[command(name = "count", version)]
pub(super) struct Count {
    #[command(flatten)]
    method: Method,
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

impl Program for Count {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let settings = self.method.settings();
        let key = SearchKey {
            tiles: settings.tiles,
            search: settings.to_string(),
            counting: true,
            seed: self.seed.seed,
        };
        let mut store = Store::from(self.common.open(Access::Create, console)?);
        let threads = self.threads.count();
        let nothing = |_: &_| Ok(());
        let outcome =
            explore::exhaustive(&mut store, &key, &settings, threads, None, console, nothing)?;
        console.detail(&format!("{settings}, seed {}, {threads} threads", key.seed));
        let (solutions, steps) = (outcome.totals.solutions, outcome.totals.steps);
        let tiles = settings.tiles.name();
        let out = &mut io::stdout().lock();
        match self.format {
            Format::Json => view::json::write_count(out, tiles, solutions, steps)?,
            Format::Text => view::text::write_count(out, tiles, solutions, steps)?,
        }
        Ok(())
    }
}
