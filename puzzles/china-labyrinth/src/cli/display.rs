//! `china-labyrinth display`.

use std::io::{self, BufWriter, Write};

use clap::Args;
use kit::database::Access;
use kit::output::write_json;
use kit::terminal::Console;
use kit::{Drawn, Error, Limit, Result};
use tables::DatabasePath;

use super::options::Look;
use crate::store::Store;
use crate::view;

#[derive(Args, Debug)]
pub(super) struct Display {
    /// The number of a solution, in the order in which they were found
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    number: Option<u64>,
    /// Show only solutions with this number of groups
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    groups: Option<u64>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    database: DatabasePath,
}

impl Display {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let shown = self.number.map_or(Limit::All, |_| Limit::AtMost(1));
        self.look.allow(shown)?;
        let file = self.database.open(Access::Read, console)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut found = 0;
        Store { file }.solutions(self.number, self.groups, |_, stored| {
            let stored = stored?;
            if self.look.format == Drawn::Text {
                let gap = if found > 0 { "\n" } else { "" };
                writeln!(out, "{gap}solution {}", stored.number)?;
            }
            match self.look.format {
                Drawn::Json => write_json(&mut out, &view::json::stored(&stored))?,
                _ => self.look.draw(&mut out, &stored.found, stored.seed)?,
            }
            found += 1;
            Ok(true)
        })?;
        out.flush()?;
        let none = "no solution of the hexagons like that is stored";
        match found {
            0 => Err(Error::other(none, "")),
            _ => Ok(()),
        }
    }
}
