//! `pen-and-paper check`.

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::{Path, PathBuf};

use clap::Parser;

use super::super::failure::Failure;
use super::super::reading::{self, Filled, ReadError};
use super::super::tour::examine;
use super::super::view::findings;
use super::{Format, output};
use crate::cli::{Common, Program};
use crate::error::{Error, Result};
use crate::stages::Watcher;
use crate::terminal::Console;

/// Say whether a filled grid is a tour, circular or not, and where it breaks
#[derive(Parser, Debug)]
#[command(name = "check")]
pub(super) struct Check {
    /// The grid as `solve` writes it, text or JSON, or numbers a row a line; -
    /// is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How the result is printed
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Check {
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let name = self.name();
        let filled = self.read(&name, console)?;
        let examination = examine(filled.board, &filled.numbers);
        output::write(None, |mut out| {
            match self.format {
                Format::Text => findings::write_text(&mut out, filled.board, &examination)?,
                Format::Json => findings::write_json(&mut out, filled.board, &examination)?,
            }
            Ok(())
        })?;
        if examination.is_tour() {
            Ok(())
        } else {
            Err(Failure::NotATour(name).into())
        }
    }
}

impl Check {
    fn name(&self) -> String {
        if self.file == Path::new("-") {
            "stdin".to_owned()
        } else {
            self.file.display().to_string()
        }
    }

    fn read(&self, name: &str, console: &Console) -> Result<Filled> {
        let unreadable = |what: String| {
            Error::from(Failure::Unreadable {
                name: name.to_owned(),
                what,
            })
        };
        let text: Box<dyn BufRead> = if self.file == Path::new("-") {
            Box::new(io::stdin().lock())
        } else {
            let file = File::open(&self.file).map_err(|error| unreadable(error.to_string()))?;
            Box::new(BufReader::with_capacity(1 << 16, file))
        };
        reading::read(text, || console.stop().asked()).map_err(|error| match error {
            ReadError::Stopped => Error::Stopped(format!("stopped reading {name}")),
            other => unreadable(other.to_string()),
        })
    }
}
