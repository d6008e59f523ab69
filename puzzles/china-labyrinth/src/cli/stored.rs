//! `china-labyrinth display` and `verify`: what is stored.

use std::io::{self, BufWriter, Write};

use clap::Args;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Drawn};

use super::Run;
use super::options::Look;
use crate::error::{Error, Result};
use crate::rules::Tiles;
use crate::store::{Store, Wanted};
use crate::verify::verify;
use crate::view;

#[derive(Args, Debug)]
pub(super) struct Display {
    /// The number of a solution, in the order in which they were found
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    number: Option<u64>,
    /// Those with so many groups
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    groups: Option<u64>,
    #[command(flatten)]
    look: Look,
}

impl Run for Display {
    fn run(&self, common: &Common, console: &Console) -> Result<()> {
        self.look.allow(self.number.map(|_| 1))?;
        let wanted = Wanted {
            tiles: Some(Tiles::Hexagons),
            number: self.number,
            groups: self.groups,
        };
        let store = Store::from(common.open(Access::Read, console)?);
        let mut out = BufWriter::new(io::stdout().lock());
        let mut found = 0;
        store.solutions(wanted, |_, stored| {
            let stored = stored?;
            if self.look.format == Drawn::Text {
                let gap = if found > 0 { "\n" } else { "" };
                writeln!(out, "{gap}solution {}", stored.number)?;
            }
            match self.look.format {
                Drawn::Json => view::json::write(&mut out, &view::json::stored(&stored))?,
                _ => self.look.draw(&mut out, &stored.found, stored.seed)?,
            }
            found += 1;
            Ok(())
        })?;
        out.flush()?;
        match found {
            0 => Err(Error::NoneStored),
            _ => Ok(()),
        }
    }
}

#[derive(Args, Debug)]
pub(super) struct Verify {}

impl Run for Verify {
    fn run(&self, common: &Common, console: &Console) -> Result<()> {
        let mut store = Store::from(common.open(Access::Read, console)?);
        verify(&mut store, console, &mut io::stdout().lock())
    }
}
