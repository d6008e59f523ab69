//! `display`.

pub mod run;

use std::io::{self, BufWriter, IsTerminal, Write};
use std::mem;

use app::input::lines;
use app::terminal::Console;
use app::{Numbers, Program, numbers_from_1};
use clap::{Parser, ValueEnum};
use db::Access;
use draw::words::{thousands, wrapped};
use tables::DatabasePath;
use watch::Watcher;

use crate::board::{Board, Config, Spectrum};
use crate::commands::display::run::{Selection, display};
use crate::commands::{counted_config, open, usage};
use crate::error::{Error, Result};
use crate::output::decoded::TextOptions;
use crate::output::game::LABELS_OF_DATA;
use crate::output::{drawing, molecule};
use crate::puzzle::text::{emacs, game_id};

/// The greatest number of molecules in a picture, and in one of its rows.
const MOST_DRAWN: usize = 100;
const IN_A_ROW: usize = 4;

/// The number of molecules that are shown by default.
const FIRST: u64 = 10;

/// Show molecules with their spectra and the statistics of their rays
#[derive(Parser, Debug)]
#[command(
    name = "display",
    after_help = "{} --config A4_B6 --from 5 --to 10\n{} A4_B6 868\n{} A4_B6 868 --format svg --rays > 868.svg"
)]
pub struct Display {
    /// The configuration: n atoms in a box of p by p cells; it can also be given without -c, before the
    /// numbers
    /// [default: A4_B8]
    #[arg(long, short, value_name = "An_Bp", value_parser = counted_config)]
    config: Option<Config>,
    /// The numbers of molecules, counted from 1, or ranges such as 1..5; a number may include its
    /// configuration, as in A4_B8:2813. With `-`, the numbers are read from standard input
    /// [default: 1..10]
    #[arg(value_name = "NUMBER", value_parser = Selector::parse)]
    wanted: Vec<Selector>,
    /// The first number of a range [default with --to: the first molecule]
    #[arg(long, value_name = "N", value_parser = app::whole::<u64>(1..=u64::MAX))]
    from: Option<u64>,
    /// The last number of a range [default with --from: the last molecule]
    #[arg(long, value_name = "N", value_parser = app::whole::<u64>(1..=u64::MAX))]
    to: Option<u64>,
    /// Show all molecules with this spectrum, whichever letters label its rays
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["from", "to"])]
    spectrum: Option<String>,
    /// Show the molecule with this text: row by row, O for an atom and - for an empty cell
    #[arg(long, value_name = "TEXT", allow_hyphen_values = true)]
    #[arg(conflicts_with_all = ["from", "to", "spectrum"])]
    molecule: Option<String>,
    /// Show all molecules that fulfil this condition, such as "spectral_group_size = 5"; the error
    /// message for an unknown column lists all columns
    #[arg(id = "condition", long = "where", value_name = "CONDITION")]
    #[arg(conflicts_with_all = ["from", "to", "spectrum", "molecule"])]
    condition: Option<String>,
    /// How to write the molecules
    #[arg(long, short, value_enum, default_value_t = MoleculeFormat::Text)]
    format: MoleculeFormat,
    /// Also draw the paths of the rays: as text, one drawing for each ray that enters the box; with
    /// --format svg, all in one picture
    #[arg(long)]
    rays: bool,
    #[command(flatten)]
    database: DatabasePath,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum MoleculeFormat {
    /// The box with the answers of its rays, their statistics and the twins, as in Jean Forget's original program
    Text,
    /// One JSON document per line, with the keys of the original program's records, and the twins
    Json,
    /// Comma-separated values with a header: the columns of the table Molecules, the twins and their number
    Csv,
    /// One picture of all molecules
    Svg,
    /// The box as GNU Emacs draws it after all rays have been fired
    Emacs,
    /// One game ID per line, for Simon Tatham's Portable Puzzle Collection
    Tatham,
}

/// A positional argument: a configuration with or without numbers, numbers, or `-`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Selector {
    Config(Config, Option<Numbers>),
    Numbers(Numbers),
    /// The numbers on standard input.
    Input,
}

impl Selector {
    fn parse(text: &str) -> std::result::Result<Selector, String> {
        match text.as_bytes() {
            b"-" => Ok(Selector::Input),
            [b'A' | b'a', b'0'..=b'9', ..] => {
                let (config, numbers) = match text.split_once(':') {
                    Some((config, numbers)) => (config, Some(numbers_from_1(numbers)?)),
                    None => (text, None),
                };
                Ok(Selector::Config(counted_config(config)?, numbers))
            }
            _ => numbers_from_1(text).map(Selector::Numbers),
        }
    }
}

/// The greatest number of numbers and configurations on standard input, which are all kept in memory.
const MOST_SELECTORS: usize = 1_000_000;

/// The greatest number of bytes of a line of standard input, which may contain all numbers.
const LONGEST_LINE: u64 = 1 << 24;

/// Reads numbers and configurations from standard input, separated by spaces, commas or line ends.
fn from_input(console: &Console) -> Result<Vec<Selector>> {
    if io::stdin().is_terminal() {
        console.say("type the numbers, and end with Ctrl-D");
    }
    let mut selectors = Vec::new();
    for line in lines("standard input", LONGEST_LINE, console.stop())? {
        let line = line?;
        let words = line.split([',', ' ', '\t', '\r']);
        for word in words.filter(|word| !word.is_empty()) {
            let wrong = |error| usage(format!("standard input contains {word:?}: {error}"));
            selectors.push(Selector::parse(word).map_err(wrong)?);
            if selectors.len() > MOST_SELECTORS {
                let most = thousands(MOST_SELECTORS as u64);
                return Err(usage(format!(
                    "standard input contains more than {most} numbers"
                )));
            }
        }
    }
    if console.stop().is_requested() {
        return Err(app::Error::Stopped("stopped while reading numbers".to_owned()).into());
    }
    Ok(selectors)
}

impl Display {
    /// The configuration and the numbers in the arguments.
    fn chosen_numbers(&self, console: &Console) -> Result<(Config, Vec<Numbers>)> {
        let mut configs: Vec<Config> = self.config.into_iter().collect();
        let mut numbers = Vec::new();
        let mut wanted = self.wanted.clone();
        if let Some(input) = wanted.iter().position(|&one| one == Selector::Input) {
            wanted.splice(input..=input, from_input(console)?);
        }
        for wanted in wanted {
            match wanted {
                Selector::Config(config, some) => {
                    configs.push(config);
                    numbers.extend(some);
                }
                Selector::Numbers(some) => numbers.push(some),
                Selector::Input => return Err(usage("standard input can be read only once")),
            }
        }
        configs.dedup();
        let texts = [&self.spectrum, &self.molecule, &self.condition];
        let otherwise = texts.iter().any(|text| text.is_some()) || self.from.or(self.to).is_some();
        let wrong = match (&configs[..], numbers.is_empty(), otherwise) {
            ([one, other, ..], ..) => {
                format!("give only one configuration (got {one} and {other})")
            }
            (_, true, _) if self.wanted.contains(&Selector::Input) => {
                "standard input contains no numbers".to_owned()
            }
            (_, false, true) => {
                "choose molecules in only one way: numbers, --from/--to, --spectrum, --molecule or --where".to_owned()
            }
            _ => {
                let config = configs.first().copied().unwrap_or(Config::STANDARD);
                if numbers.is_empty() && !otherwise {
                    let (first, last) = (1, config.molecules().min(FIRST));
                    numbers.push(Numbers { first, last });
                }
                return Ok((config, numbers));
            }
        };
        Err(usage(wrong))
    }

    fn selection(&self, config: Config, numbers: Vec<Numbers>) -> Result<Selection> {
        let wrong = |option: &str, error: &dyn std::fmt::Display| {
            usage(format!("invalid value for '{option}': {error}"))
        };
        if let Some(spectrum) = &self.spectrum {
            let spectrum = Spectrum::parse(spectrum, config);
            return (spectrum.map(Selection::Spectrum))
                .map_err(|error| wrong("--spectrum <TEXT>", &error));
        }
        if let Some(molecule) = &self.molecule {
            let molecule = Board::parse(molecule, config);
            let molecule = molecule.map_err(|error| wrong("--molecule <TEXT>", &error))?;
            let Some(first) = molecule.number() else {
                return Ok(Selection::Numbers(Vec::new()));
            };
            return Ok(Selection::Numbers(vec![Numbers { first, last: first }]));
        }
        if let Some(condition) = &self.condition {
            return Ok(Selection::Where(condition.clone()));
        }
        if self.from.or(self.to).is_some() {
            let first = self.from.unwrap_or(1);
            let last = self.to.unwrap_or_else(|| config.molecules().max(first));
            if first > last {
                return Err(usage(format!("--from {first} is greater than --to {last}")));
            }
            return Ok(Selection::Numbers(vec![Numbers { first, last }]));
        }
        Ok(Selection::Numbers(numbers))
    }
}

impl Program for Display {
    fn run(&self, console: &Console) -> app::Result<()> {
        Ok(self.show(console)?)
    }
}

impl Display {
    fn show(&self, console: &Console) -> Result<()> {
        let (config, numbers) = self.chosen_numbers(console)?;
        let selection = self.selection(config, numbers)?;
        if self.rays && !matches!(self.format, MoleculeFormat::Svg | MoleculeFormat::Text) {
            let what = "--rays needs --format text or svg";
            return Err(usage(what));
        }
        if self.format == MoleculeFormat::Tatham
            && (config.width() < 2 || config.atoms() == config.cells())
        {
            return Err(usage(format!(
                "{config} has no game ID: boxes of Tatham's collection are at least 2 cells wide \
                 and have a free cell"
            )));
        }
        let store = open(&self.database, Access::Read, console)?;
        let stdout = io::stdout();
        let options = TextOptions::of(&stdout);
        let mut out = BufWriter::new(stdout.lock());
        let mut drawn = Vec::new();
        let mut first = true;
        let shown = display(&store, config, &selection, console, |record, twins| {
            let first = mem::take(&mut first);
            match self.format {
                MoleculeFormat::Text => {
                    molecule::write(&mut out, record, twins, options)?;
                    if self.rays {
                        let (molecule, columns) = (record.molecule, options.columns);
                        molecule::write_rays(&mut out, molecule, twins, columns)?;
                    }
                }
                MoleculeFormat::Json => molecule::write_json(&mut out, record, twins)?,
                MoleculeFormat::Csv => molecule::write_csv(&mut out, record, twins, first)?,
                MoleculeFormat::Emacs => {
                    if !first {
                        writeln!(out)?;
                    }
                    out.write_all(emacs::write(record.molecule).as_bytes())?;
                }
                MoleculeFormat::Tatham => {
                    let balls = config.atoms() as u64;
                    let id = game_id::write(record.molecule, balls..=balls);
                    writeln!(out, "{id}")?;
                }
                MoleculeFormat::Svg if drawn.len() == MOST_DRAWN => {
                    let what = format!("one picture shows at most {MOST_DRAWN} molecules");
                    return Err(usage(what));
                }
                MoleculeFormat::Svg => drawn.push(drawing::record(record, self.rays)),
            }
            Ok(())
        });
        if !drawn.is_empty()
            && !matches!(shown, Err(Error::Db(db::Error::App(app::Error::Usage(_)))))
        {
            let title = format!("Molecules of {config}");
            out.write_all(drawing::sheet(drawn, IN_A_ROW, title).document().as_bytes())?;
        }
        if !first && self.format == MoleculeFormat::Text {
            writeln!(out, "{}", wrapped(LABELS_OF_DATA, options.columns))?;
        }
        // Molecules that were written before an error are part of the output.
        out.flush()?;
        shown
    }
}
