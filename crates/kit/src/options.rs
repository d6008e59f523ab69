//! The options that programs share.

use std::env;
use std::io::{self, BufWriter, StdoutLock};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::thread;

use clap::{Args, ValueEnum};
use serde::Serialize;
use watch::Watcher;

use super::Result;
use super::database::{Access, Database};
use super::output::{print, write_json};
use super::terminal::{self, Console, Loudness};

/// The database if nobody names another.
pub const DEFAULT_DATABASE: &str = "data/blackbox.db";

/// The database if no option names one. Were the variable clap's, the usage in an error
/// would show `--db` as if it were required.
fn database_by_default() -> PathBuf {
    let named = env::var_os("BLACKBOX_DB").filter(|path| !path.is_empty());
    named.map_or_else(|| PathBuf::from(DEFAULT_DATABASE), PathBuf::from)
}

/// The options of every subcommand of every program. A program with subcommands may
/// have them itself: they stand before or behind the subcommand then.
#[derive(Args, Clone, Debug)]
pub struct Common {
    /// The database [env: BLACKBOX_DB=] [default: data/blackbox.db]
    #[arg(
        long,
        value_name = "PATH",
        global = true,
        default_value_os_t = database_by_default(),
        hide_default_value = true
    )]
    db: PathBuf,
    /// No progress and no messages, only results and errors
    #[arg(long, short, conflicts_with = "verbose", global = true)]
    quiet: bool,
    /// More messages
    #[arg(long, short, global = true)]
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

/// How wide text is.
#[derive(Args, Clone, Copy, Debug)]
pub struct Width {
    /// How many columns plots and drawings may take [default: the terminal's, or 80]
    #[arg(long, value_name = "COLUMNS", value_parser = clap::value_parser!(u16).range(20..=1000))]
    width: Option<u16>,
}

impl Width {
    /// How many columns there are.
    pub fn columns(self) -> usize {
        self.width.map_or_else(terminal::columns, usize::from)
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

impl Format {
    /// Prints a result: `text` writes it for people, the document is for programs.
    ///
    /// # Errors
    ///
    /// Where stdout takes no more.
    pub fn print(
        self,
        text: impl FnOnce(&mut BufWriter<StdoutLock<'static>>) -> io::Result<()>,
        document: &impl Serialize,
    ) -> Result<()> {
        print(|out| match self {
            Format::Text => Ok(text(out)?),
            Format::Json => Ok(write_json(out, document)?),
        })
    }
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
