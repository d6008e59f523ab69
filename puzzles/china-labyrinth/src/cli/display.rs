//! `china-labyrinth display`.

use std::io::{self, BufWriter, Write};

use clap::Parser;
use kit::terminal::Console;
use kit::{Common, Drawn, Program};

use super::options::{self, Look};
use crate::error::{Error, Result};
use crate::rules::{Kind, Tiles};
use crate::store::Wanted;

/// Show stored solutions
#[derive(Parser, Debug)]
#[command(name = "display", version)]
pub(super) struct Display {
    /// Numbers of solutions, in the order in which they were found
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64), conflicts_with_all = ["groups", "symmetry", "most"])]
    numbers: Vec<u64>,
    /// Those with so many groups
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    groups: Option<u64>,
    /// Those with this symmetry; any for those with some
    #[arg(long, value_name = "KIND", value_parser = symmetry)]
    symmetry: Option<Symmetry>,
    /// At most so many
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    most: Option<u64>,
    /// Those of the squares
    #[arg(long)]
    squares: bool,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    common: Common,
}

#[derive(Clone, Copy, Debug)]
enum Symmetry {
    Any,
    Only(Kind),
}

fn symmetry(text: &str) -> Result<Symmetry, String> {
    match text {
        "any" => Ok(Symmetry::Any),
        kind => Ok(Symmetry::Only(kind.parse()?)),
    }
}

impl Program for Display {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let asked = match self.numbers.len() {
            0 => self.most,
            some => Some(some as u64),
        };
        self.look.allow(asked)?;
        let wanted = Wanted {
            groups: self.groups,
            symmetry: match self.symmetry {
                Some(Symmetry::Only(kind)) => Some(kind),
                _ => None,
            },
            symmetric: matches!(self.symmetry, Some(Symmetry::Any)),
            numbers: self.numbers.clone(),
            most: self.most,
        };
        let tiles = match self.squares {
            true => Tiles::Squares,
            false => Tiles::Hexagons,
        };
        let store = options::open_to_read(&self.common, console)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut found = 0;
        store.solutions(tiles, &wanted, |one| {
            if found > 0 && self.look.format == Drawn::Text {
                writeln!(out)?;
            }
            found += 1;
            Ok(self.look.write_stored(&mut out, &one, console)?)
        })?;
        out.flush()?;
        if found == 0 {
            return Err(Error::NoneStored(tiles));
        }
        Ok(())
    }
}
