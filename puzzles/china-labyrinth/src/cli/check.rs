//! `china-labyrinth check`.

use std::io;
use std::path::PathBuf;

use clap::Parser;
use kit::terminal::Console;
use kit::{Common, Format, Program};

use super::reading;
use crate::error::{Error, Result};
use crate::view::{json, text};

/// Check solutions of any kind, as `search`, `display` and `octopuszle` print them, and
/// `compact` with `--format json`
///
/// The check shares nothing with the searches but the rules. Exit code 0 if all
/// are solutions, 1 with the first fault otherwise.
#[derive(Parser, Debug)]
#[command(name = "check", version)]
pub(super) struct Check {
    /// The file, - for stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Check {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, _: &Console) -> Result<()> {
        let out = &mut io::stdout().lock();
        let json = self.format == Format::Json;
        let checked = reading::solutions(&self.file, |checked| {
            if json {
                json::write_checked(out, Ok(&checked))?;
            } else {
                text::write_checked(out, &checked)?;
            }
            Ok(())
        });
        if let Err(Error::Invalid { what, .. }) = &checked
            && json
        {
            json::write_checked(out, Err(what))?;
        }
        checked
    }
}
