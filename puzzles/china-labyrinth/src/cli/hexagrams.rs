//! `china-labyrinth hexagrams`.

use std::io;

use clap::Parser;
use kit::terminal::Console;
use kit::{Common, Format, Program};

use crate::error::{Error, Result};
use crate::view;

/// List the pieces as hexagrams, with numbers and names
///
/// Door d of a piece is line d + 1 of its hexagram, counted from below; a door
/// is an unbroken line.
#[derive(Parser, Debug)]
#[command(name = "hexagrams", version)]
pub(super) struct Hexagrams {
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for Hexagrams {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, _: &Console) -> Result<()> {
        let out = &mut io::stdout().lock();
        match self.format {
            Format::Json => view::json::write_hexagrams(out)?,
            Format::Text => view::text::write_hexagrams(out)?,
        }
        Ok(())
    }
}
