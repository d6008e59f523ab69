//! `display`.

use std::io::{self, BufWriter, Write};
use std::mem;

use anstream::{AutoStream, ColorChoice};
use clap::{Parser, ValueEnum};
use kit::database::Access;
use kit::terminal::{Console, columns_to_wrap};
use kit::{Common, DatabasePath, Numbers, Program, numbers_from_1};

use super::{Configuration, open};
use crate::error::{Error, Result};
use crate::game::{Molecule, Spectrum};
use crate::play::board_text::{emacs, game_id};
use crate::stages::display::{Selection, display};
use crate::view::{drawing, record, text};

/// How many molecules one picture shows, and how many of them in a row.
const MOST_DRAWN: usize = 100;
const IN_A_ROW: usize = 4;

/// Show molecules with their spectrum and the statistics of their rays
#[derive(Parser, Debug)]
#[command(name = "display")]
pub struct Display {
    #[command(flatten)]
    configuration: Configuration,
    /// Numbers of molecules, counted from 1, or ranges of them such as 1..5
    #[arg(
        value_name = "NUMBER",
        value_parser = numbers_from_1,
        required_unless_present_any = ["from", "spectrum", "molecule"]
    )]
    numbers: Vec<Numbers>,
    /// The first number of a range, as the original's program has it
    #[arg(
        long,
        hide = true,
        requires = "to",
        value_name = "N",
        conflicts_with = "numbers"
    )]
    from: Option<u64>,
    /// Its last number
    #[arg(long, hide = true, requires = "from", value_name = "N")]
    to: Option<u64>,
    /// All molecules with this spectrum, whichever letters label its rays
    #[arg(long, value_name = "TEXT", conflicts_with_all = ["numbers", "from"])]
    spectrum: Option<String>,
    /// The molecule with this text, O for an atom and - for an empty cell, line by line
    #[arg(
        long,
        value_name = "TEXT",
        allow_hyphen_values = true,
        conflicts_with_all = ["numbers", "from", "spectrum"]
    )]
    molecule: Option<String>,
    /// How to write them
    #[arg(long, value_enum, default_value_t = MoleculeFormat::Text)]
    format: MoleculeFormat,
    /// Also draw the ways of the rays (with --format svg)
    #[arg(long)]
    rays: bool,
    #[command(flatten)]
    database: DatabasePath,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum MoleculeFormat {
    /// The box with its rays, as the original program draws it, and the twins
    Text,
    /// One JSON document per line, with the keys of the original's records, and the twins
    Json,
    /// Comma-separated values with a header: the columns of Molecules, and the twins
    Csv,
    /// One picture
    Svg,
    /// As Emacs draws it after all rays are shot
    Emacs,
    /// One game ID per line, for Simon Tatham's collection
    Tatham,
}

impl Display {
    fn selection(&self) -> kit::Result<Selection> {
        let config = self.configuration.config;
        let wrong = |option: &str, error: &dyn std::error::Error| {
            kit::Error::Usage(format!("invalid value for '{option}': {error}"))
        };
        if let Some(spectrum) = &self.spectrum {
            return Spectrum::parse(spectrum, config)
                .map(Selection::Spectrum)
                .map_err(|error| wrong("--spectrum <TEXT>", &error));
        }
        if let Some(molecule) = &self.molecule {
            return Molecule::parse(molecule, config)
                .map(Selection::Molecule)
                .map_err(|error| wrong("--molecule <TEXT>", &error));
        }
        if let (Some(from), Some(to)) = (self.from, self.to) {
            let range = numbers_from_1(&format!("{from}..{to}"));
            let range = range.map_err(|error| {
                kit::Error::Usage(format!("invalid value for '--from <N>': {error}"))
            })?;
            return Ok(Selection::Numbers(vec![range]));
        }
        Ok(Selection::Numbers(self.numbers.clone()))
    }
}

impl Program for Display {
    type Error = Error;

    fn stray(argument: &str) -> Option<String> {
        super::stray(argument)
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config;
        let selection = self.selection()?;
        if self.rays && self.format != MoleculeFormat::Svg {
            return Err(kit::Error::Usage(
                "the ways of rays are drawn only in a picture; --rays wants --format svg"
                    .to_owned(),
            )
            .into());
        }
        if self.format == MoleculeFormat::Tatham
            && (config.width() < 2 || config.atoms() == config.cells())
        {
            return Err(kit::Error::Usage(format!(
                "{config} has no game ID: his boxes are 2 and more cells wide, one of them free"
            ))
            .into());
        }
        let store = open(&self.database, Access::Read, console)?;
        let stdout = io::stdout();
        let colour = AutoStream::choice(&stdout) != ColorChoice::Never;
        let columns = columns_to_wrap();
        let mut out = BufWriter::new(stdout.lock());
        let mut drawn = Vec::new();
        let mut first = true;
        let shown = display(&store, config, &selection, console, |record, twins| {
            let first = mem::take(&mut first);
            match self.format {
                MoleculeFormat::Text => {
                    text::write(&mut out, record, twins, config, (colour, columns))?
                }
                MoleculeFormat::Json => record::write_json(&mut out, record, twins, config)?,
                MoleculeFormat::Csv => record::write_csv(&mut out, record, twins, config, first)?,
                MoleculeFormat::Emacs => {
                    if !first {
                        writeln!(out)?;
                    }
                    out.write_all(emacs::write(record.molecule, config).as_bytes())?;
                }
                MoleculeFormat::Tatham => {
                    let balls = config.atoms() as u64;
                    let id = game_id::write(record.molecule, config, balls..=balls);
                    writeln!(out, "{id}")?;
                }
                MoleculeFormat::Svg if drawn.len() == MOST_DRAWN => {
                    return Err(kit::Error::Usage(format!(
                        "one picture shows at most {MOST_DRAWN} molecules"
                    ))
                    .into());
                }
                MoleculeFormat::Svg => drawn.push(drawing::record(record, config, self.rays)),
            }
            Ok(())
        });
        if !drawn.is_empty() && !matches!(shown, Err(Error::Kit(kit::Error::Usage(_)))) {
            let title = format!("Molecules of {config}");
            out.write_all(drawing::sheet(drawn, IN_A_ROW, title).document().as_bytes())?;
        }
        // What was shown before an error belongs to the results.
        out.flush()?;
        shown
    }
}
