//! `china-labyrinth compact`.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::{ArgGroup, Parser};
use kit::terminal::{Console, shortened};
use kit::{Common, Drawn, Program};
use watch::Watcher;

use super::annealing::{found, temperature};
use super::options::Seed;
use super::reading;
use crate::error::{Error, Result};
use crate::rules::{Form, FormError};
use crate::search::{self, COMPACT, Schedule};
use crate::view::{self, Labels};

/// Find a compact solution: all hexagons in a form of 64 cells
///
/// Doors meet doors, blank sides meet blank sides, and nothing leads over the
/// border.
#[derive(Parser, Debug)]
#[command(name = "compact", version, group = ArgGroup::new("which").args(["form", "file"]))]
pub(super) struct Compact {
    /// The form: rhombus, offset-square, hexagon (61 cells and three more), or
    /// ROWSxCOLUMNS, rows half a cell apart
    #[arg(long, value_name = "FORM", default_value = "rhombus")]
    form: String,
    /// A drawing of the form: every character but blanks and dots is a cell, two
    /// characters apart, and one to the left or right of those of the next line
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    seed: Seed,
    /// How many moves are tried
    #[arg(long, value_name = "N", default_value_t = COMPACT.most, value_parser = clap::value_parser!(u64).range(1..))]
    moves: u64,
    /// The temperature, in pieces too many
    #[arg(long, value_name = "T", default_value_t = COMPACT.temperature, value_parser = temperature)]
    temperature: f64,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Drawn::Text)]
    format: Drawn,
    /// What is written on the pieces
    #[arg(long, value_enum, default_value_t = Labels::KingWen)]
    labels: Labels,
    #[command(flatten)]
    common: Common,
}

impl Program for Compact {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let (name, form) = self.form()?;
        let out = &mut io::stdout().lock();
        if let Some(why) = form.impossible() {
            let why = why.to_string();
            if self.format == Drawn::Json {
                view::json::write_impossible(out, &name, &form, &why)?;
                out.flush()?;
            }
            return Err(Error::Impossible { form: name, why });
        }
        let seed = self.seed.or_any(console);
        let schedule = Schedule {
            temperature: self.temperature,
            most: self.moves,
            ..COMPACT
        };
        console.begin("flipping doors", 0, schedule.most);
        let ended = search::compact(&form, schedule, seed, console.stop(), &mut |effort| {
            console.advance(effort.moves);
        });
        console.end();
        let (end, effort) = ended.map_err(Error::Wrong)?;
        let compact = found(end, effort, console)?;
        match self.format {
            Drawn::Text => view::text::write_compact(out, &compact, self.labels)?,
            Drawn::Json => view::json::write_compact(out, &name, &compact, effort, seed)?,
            Drawn::Svg => {
                let picture = view::svg::compact(&compact, &name, self.labels);
                out.write_all(picture.document().as_bytes())?;
            }
        }
        Ok(())
    }
}

impl Compact {
    /// The form and its name.
    fn form(&self) -> Result<(String, Form)> {
        if let Some(path) = &self.file {
            let text = reading::text(path, reading::MOST_BYTES)?;
            let form = Form::parse(&text).map_err(|error| Error::Invalid {
                path: path.clone(),
                what: error.to_string(),
            })?;
            let name = path.file_stem().unwrap_or_default().to_string_lossy();
            return Ok((name.into_owned(), form));
        }
        let wrong = |text: &str, what: &dyn std::fmt::Display| {
            let text = shortened(text);
            kit::Error::Usage(format!(
                "invalid value '{text}' for '--form <FORM>': {what}"
            ))
        };
        let form = match self.form.as_str() {
            "rhombus" => Form::parallelogram(8, 8),
            "offset-square" => Form::offset_square(),
            "hexagon" => Form::hexagon(),
            other => match other.split_once('x').map(|(r, c)| (r.parse(), c.parse())) {
                Some((Ok(rows), Ok(columns))) => Form::parallelogram(rows, columns),
                _ => {
                    let known = "rhombus, offset-square, hexagon or ROWSxCOLUMNS is wanted";
                    return Err(wrong(other, &known).into());
                }
            },
        };
        let form = form.map_err(|error: FormError| wrong(&self.form, &error))?;
        Ok((self.form.clone(), form))
    }
}
