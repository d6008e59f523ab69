//! The options that programs share.

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args, ValueEnum};
use watch::Watcher;

use super::Result;
use super::database::{Access, Database};
use super::terminal::{Console, Loudness};

/// The database if nobody names another.
pub const DEFAULT_DATABASE: &str = "data/blackbox.db";

/// The options of every subcommand of every program.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The database
    #[arg(
        long,
        value_name = "PATH",
        env = "BLACKBOX_DB",
        hide_env_values = true,
        default_value = DEFAULT_DATABASE
    )]
    db: PathBuf,
    /// No progress and no messages, only results and errors
    #[arg(long, short, conflicts_with = "verbose")]
    quiet: bool,
    /// More messages
    #[arg(long, short)]
    verbose: bool,
}

impl Common {
    /// Where the database is.
    pub fn database(&self) -> &Path {
        &self.db
    }

    pub(super) fn loudness(&self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Verbose,
            _ => Loudness::Normal,
        }
    }

    /// Opens the database.
    ///
    /// # Errors
    ///
    /// Those of [`Database::open`].
    pub fn open(&self, access: Access, console: &Console) -> Result<Database> {
        console.detail(&format!("database {}", self.db.display()));
        let database = Database::open(&self.db, access, console.stop())?;
        let tell = console.teller();
        database.tell_waits(move || {
            tell("another program is writing to the database; waiting for its end");
        });
        Ok(database)
    }
}

/// More threads than any processor has only get into each other's way.
const MOST_THREADS: i64 = 256;

/// On how many threads a program works.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// How many threads work [default: one a processor]
    #[arg(long, value_name = "T", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
    threads: Option<u16>,
}

impl Threads {
    /// How many there are, at least one.
    pub fn count(self) -> usize {
        self.threads.map_or_else(
            || thread::available_parallelism().map_or(1, NonZeroUsize::get),
            usize::from,
        )
    }
}

/// How a result is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// For people
    Text,
    /// One JSON document, or one a line
    Json,
}

/// How a result is written that can be drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// For people
    Text,
    /// One JSON document, or one a line
    Json,
    /// A picture
    Svg,
}
