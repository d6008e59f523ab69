//! The options that programs share.

use std::env;
use std::io::{self, BufWriter, StdoutLock};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::thread;

use clap::{Arg, Args, Command, ValueEnum, value_parser};
use serde::Serialize;
use watch::Watcher;

use super::Result;
use super::database::{Access, Database};
use super::output::{print, write_json};
use super::seed::fresh_seed;
use super::terminal::{self, Console, Loudness};

/// The database if nobody names another.
pub const DEFAULT_DATABASE: &str = "data/blackbox.db";

/// The option that names the database.
const DB: &str = "db";

/// The database if no option names one. Were the variable clap's, the usage in an error
/// would show `--db` as if it were required.
fn database_by_default() -> PathBuf {
    let named = env::var_os("BLACKBOX_DB").filter(|path| !path.is_empty());
    named.map_or_else(|| PathBuf::from(DEFAULT_DATABASE), PathBuf::from)
}

/// The database of a command. A command that needs none does not have this option.
#[derive(Args, Clone, Debug)]
pub struct DatabasePath {
    /// The database [env: BLACKBOX_DB=] [default: data/blackbox.db]
    #[arg(
        long,
        value_name = "PATH",
        display_order = 900,
        default_value_os_t = database_by_default(),
        hide_default_value = true
    )]
    db: PathBuf,
}

impl DatabasePath {
    /// The same option for a whole program whose commands have it. It may stand before the command.
    /// There, and with a command that needs no database, help does not show it.
    pub(super) fn of_all(program: Command) -> Command {
        let has_it =
            |command: &Command| command.get_arguments().any(|option| option.get_id() == DB);
        if !program.get_subcommands().any(has_it) {
            return program;
        }
        let option = Arg::new(DB).long(DB).value_name("PATH").global(true);
        program.arg(option.value_parser(value_parser!(PathBuf)).hide(true))
    }

    /// Where the database is.
    pub fn path(&self) -> &Path {
        &self.db
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

/// The options of every subcommand of every program. In a program whose subcommands share
/// them, they may stand before or behind the subcommand.
#[derive(Args, Clone, Copy, Debug)]
pub struct Common {
    /// No progress and no messages, only results and errors
    #[arg(
        long,
        short,
        conflicts_with = "verbose",
        global = true,
        display_order = 901
    )]
    quiet: bool,
    /// More messages
    #[arg(long, short, global = true, display_order = 902)]
    verbose: bool,
}

impl Common {
    pub(super) fn loudness(&self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Verbose,
            _ => Loudness::Normal,
        }
    }
}

/// More threads than any processor has only get into each other's way.
const MOST_THREADS: i64 = 256;

/// The number of threads that work.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// The number of threads [default: one per processor]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=MOST_THREADS))]
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
    /// The number of columns for plots and drawings [default: the terminal's, or 80]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(20..=1000))]
    width: Option<u16>,
}

impl Width {
    /// How many columns there are.
    pub fn columns(self) -> usize {
        self.width.map_or_else(terminal::columns, usize::from)
    }
}

/// A number, or a range of numbers of which both ends belong to it: `7`, `1..5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The first number.
    pub first: u64,
    /// The last number, which is not before the first.
    pub last: u64,
}

impl From<Numbers> for RangeInclusive<u64> {
    fn from(Numbers { first, last }: Numbers) -> RangeInclusive<u64> {
        first..=last
    }
}

impl FromStr for Numbers {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Numbers, String> {
        let number = |digits: &str| match digits.bytes().all(|byte| byte.is_ascii_digit()) {
            true => digits.parse().ok(),
            false => None,
        };
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let last = last.strip_prefix('=').unwrap_or(last);
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Numbers { first, last }),
            (Some(first), Some(last)) => Err(format!(
                "a range begins with its lower number, such as {last}..{first}"
            )),
            _ => Err("expected a number such as 7, or a range such as 1..5".to_owned()),
        }
    }
}

/// Numbers that count from 1, as those of molecules and solutions do.
///
/// # Errors
///
/// As a text for clap.
pub fn numbers_from_1(text: &str) -> std::result::Result<Numbers, String> {
    match text.parse()? {
        Numbers { first: 0, .. } => Err("numbers count from 1".to_owned()),
        numbers => Ok(numbers),
    }
}

/// At most this number of things, or all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// Not more than this number.
    AtMost(u64),
    /// Every one.
    All,
}

impl FromStr for Limit {
    type Err = &'static str;

    fn from_str(text: &str) -> std::result::Result<Limit, &'static str> {
        match (text, text.parse()) {
            ("all", _) => Ok(Limit::All),
            (_, Ok(number @ 1..)) => Ok(Limit::AtMost(number)),
            _ => Err("expected a number from 1, or all"),
        }
    }
}

/// The seed of the random numbers.
#[derive(Args, Clone, Copy, Debug)]
pub struct Seed {
    /// The seed of the random numbers: the same seed gives the same result [default: a
    /// random seed, which is printed]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
}

impl Seed {
    /// The seed that was asked for.
    pub fn given(self) -> Option<u64> {
        self.seed
    }

    /// The seed that was asked for, or a fresh one. The watcher learns of a fresh one.
    pub fn or_fresh(self, watcher: &dyn Watcher) -> u64 {
        self.seed.unwrap_or_else(|| {
            let seed = fresh_seed();
            watcher.say(&format!("seed {seed}"));
            seed
        })
    }
}

/// How a result is written.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Text for people
    Text,
    /// One JSON document, or one per line
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

/// How a result is written that consists of rows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rows {
    /// Text for people
    Text,
    /// One JSON document, or one per line
    Json,
    /// Comma-separated values with a header
    Csv,
}

/// How a result is written that can be drawn.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Drawn {
    /// Text for people
    Text,
    /// One JSON document, or one per line
    Json,
    /// A picture
    Svg,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_ends_belong_to_a_range() {
        for (text, first, last) in [("7", 7, 7), ("1..5", 1, 5), ("1..=5", 1, 5), ("0..0", 0, 0)] {
            assert_eq!(text.parse(), Ok(Numbers { first, last }), "{text}");
        }
        for text in [
            "", "..", "1..", "..5", "5..1", "1-5", "+1", "1...5", "a", "1..5..7",
        ] {
            assert!(text.parse::<Numbers>().is_err(), "{text}");
        }
        assert!(numbers_from_1("0..3").is_err());
    }
}
