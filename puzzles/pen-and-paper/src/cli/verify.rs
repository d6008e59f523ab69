//! `pen-and-paper verify`.

use std::io;

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Program};

use crate::error::{Error, Result};
use crate::rules::Board;
use crate::stages;
use crate::store::{Store, flat};

/// Check kept tours and counts against the rules; small grids are counted anew
///
/// A line is printed for each check, and the exit code is 0 only if everything is
/// there and right.
#[derive(Parser, Debug)]
#[command(name = "verify")]
pub(super) struct Verify {
    /// How many rows the grid has [default: all grids]
    #[arg(long, value_name = "R", requires = "columns")]
    rows: Option<u64>,
    /// How many columns it has
    #[arg(long, value_name = "C", requires = "rows")]
    columns: Option<u64>,
    #[command(flatten)]
    common: Common,
}

impl Program for Verify {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let only = match (self.rows, self.columns) {
            (Some(rows), Some(columns)) => {
                let board = Board::new(rows, columns)
                    .map_err(|error| kit::Error::Usage(error.to_string()))?;
                Some(flat(board))
            }
            _ => None,
        };
        let mut store = Store::from(self.common.open(Access::Read, console)?);
        let mut out = io::stdout().lock();
        stages::verify::verify(&mut store, only, console, &mut out)
    }
}
