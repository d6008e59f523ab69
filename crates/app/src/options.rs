//! The options that programs share.

use std::env;
use std::fmt::Display;
use std::hash::{BuildHasher, RandomState};
use std::io::{self, BufWriter, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::str::FromStr;
use std::thread;

use clap::{Arg, Args, ColorChoice, Command, ValueEnum, value_parser};
use draw::words::{thousands, wrapped};
use serde::Serialize;
use watch::Watcher;

use super::output::{Stdout, print, write_json};
use super::terminal::{self, Loudness};
use super::{Error, Result};

/// The choice of colours in the arguments, read before they are parsed, because help and errors of the command line
/// need it.
pub(super) fn color_choice() -> ColorChoice {
    let arguments = env::args_os().skip(1);
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let mut choice = ColorChoice::Auto;
    while let Some(argument) = arguments.next() {
        let value = match argument.to_str() {
            Some("--color") => arguments.next().and_then(|value| value.into_string().ok()),
            Some(other) => other.strip_prefix("--color=").map(str::to_owned),
            None => None,
        };
        if let Some(Ok(asked)) = value.map(|value| value.parse()) {
            choice = asked;
        }
    }
    choice
}

/// The name of the option for the database.
const DB: &str = "db";

/// Adds the option for the database to a program whose commands have it, so that it may also precede the command.
/// Help does not show it there, or with a command that needs no database.
pub(super) fn database_anywhere(program: Command) -> Command {
    let has_it = |command: &Command| command.get_arguments().any(|option| option.get_id() == DB);
    if !program.get_subcommands().any(has_it) {
        return program;
    }
    let option = Arg::new(DB)
        .long(DB)
        .short('d')
        .value_name("PATH")
        .global(true);
    program.arg(option.value_parser(value_parser!(PathBuf)).hide(true))
}

// The options that every program has; they may stand before or behind its command. As a doc
// comment, this would become the description of the program.
#[derive(Args, Clone, Copy, Debug)]
pub(super) struct Common {
    /// Print only results and errors
    #[arg(long, short, global = true, display_order = 901)]
    #[arg(conflicts_with = "verbose")]
    quiet: bool,
    /// Print more messages, if the command has any
    #[arg(long, short, global = true, display_order = 902)]
    verbose: bool,
    /// When to use colours
    #[arg(long, global = true, display_order = 903)]
    #[arg(value_name = "WHEN", default_value_t = ColorChoice::Auto)]
    color: ColorChoice,
}

impl Common {
    pub(super) fn loudness(self) -> Loudness {
        match (self.quiet, self.verbose) {
            (true, _) => Loudness::Quiet,
            (_, true) => Loudness::Verbose,
            _ => Loudness::Normal,
        }
    }
}

/// The greatest number of threads; more than a processor has only slow each other down.
const MOST_THREADS: u16 = 256;

/// The number of threads that work.
#[derive(Args, Clone, Copy, Debug)]
pub struct Threads {
    /// The number of threads [default: one per processor]
    #[arg(long, short = 'j', value_name = "N")]
    #[arg(value_parser = whole::<u16>(1..=MOST_THREADS))]
    threads: Option<u16>,
}

impl Threads {
    /// The number of threads, at least one.
    pub fn count(self) -> usize {
        let all = || thread::available_parallelism().map_or(1, usize::from);
        self.threads.map_or_else(all, usize::from)
    }
}

/// A parser of whole numbers in this range.
pub fn whole<N: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static>(
    range: RangeInclusive<N>,
) -> impl Fn(&str) -> std::result::Result<N, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (first, last) = (range.start(), range.end());
            format!("expected a whole number from {first} to {last}")
        })
    }
}

/// A number or an inclusive range of numbers: `7`, `1..5`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Numbers {
    /// The first number.
    pub first: u64,
    /// The last number, which is at least the first.
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

/// Parses [`Numbers`] that are counted from 1, as those of molecules and solutions.
pub fn numbers_from_1(text: &str) -> std::result::Result<Numbers, String> {
    match text.parse()? {
        Numbers { first: 0, .. } => Err("numbers start at 1".to_owned()),
        numbers => Ok(numbers),
    }
}

/// A limit on a number, or `None` for no limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limit(pub Option<u64>);

impl Limit {
    /// The number of results to list if this number of them exists. Fails if it is above `most`; `what` is their
    /// plural.
    pub fn listed(self, existing: u128, most: u64, what: &str) -> Result<u64> {
        match existing.min(self.0.map_or(u128::MAX, u128::from)) {
            wanted if wanted <= most.into() => Ok(wanted as u64),
            _ => {
                let (most, existing) = (thousands(most), thousands(existing));
                let error = format!("at most {most} of the {existing} {what} can be listed");
                Err(Error::other(error, "choose a lower --limit"))
            }
        }
    }
}

/// A parser of limits, with the word for no limit.
pub fn limit_or(
    word: &'static str,
) -> impl Fn(&str) -> std::result::Result<Limit, String> + Clone + Send + Sync + 'static {
    move |text| match text.parse() {
        _ if text == word => Ok(Limit(None)),
        Ok(number @ 1..) => Ok(Limit(Some(number))),
        _ => Err(format!("expected a number of at least 1, or {word}")),
    }
}

/// The seed of the random numbers.
#[derive(Args, Clone, Copy, Debug)]
pub struct Seed {
    /// The seed of the random numbers: the same seed gives the same result [default: a
    /// random seed, which is printed unless --quiet is given]
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0..=i64::MAX as u64))]
    seed: Option<u64>,
}

impl Seed {
    /// The seed that was given, if any.
    pub fn given(self) -> Option<u64> {
        self.seed
    }

    /// The seed that was given, or a fresh one, which is printed as a message.
    pub fn or_fresh(self, watcher: &dyn Watcher) -> u64 {
        self.seed.unwrap_or_else(|| {
            let seed = fresh_seed();
            watcher.say(&format!("seed {seed}"));
            seed
        })
    }
}

/// A random seed, short enough to be typed again.
pub fn fresh_seed() -> u64 {
    // The standard library seeds its hashes with random numbers of the system.
    RandomState::new().hash_one(()) >> 32
}

/// The output format of a result.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum Format {
    /// Human-readable text
    Text,
    /// One JSON document per line
    Json,
}

impl Format {
    /// Prints a result: as text by calling `text`, or as a JSON document.
    pub fn print(
        self,
        text: impl FnOnce(&mut BufWriter<Stdout>) -> io::Result<()>,
        document: &impl Serialize,
    ) -> Result<()> {
        print(|out| match self {
            Format::Text => Ok(text(out)?),
            Format::Json => Ok(write_json(out, document)?),
        })
    }

    /// Prints a result: sentences, wrapped to the terminal, or a JSON document.
    pub fn say(self, text: &str, document: &impl Serialize) -> Result<()> {
        let text = wrapped(text, terminal::columns_to_wrap());
        self.print(|out| writeln!(out, "{text}"), document)
    }
}

/// The output format of rows.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum RowFormat {
    /// Human-readable text
    Text,
    /// One JSON document per line
    Json,
    /// Comma-separated values with a header
    Csv,
}

/// The output format of a result with a picture.
#[derive(ValueEnum, Clone, Copy, PartialEq, Eq, Debug)]
pub enum PictureFormat {
    /// Human-readable text
    Text,
    /// One JSON document per line
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
