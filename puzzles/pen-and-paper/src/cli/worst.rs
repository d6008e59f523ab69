//! `pen-and-paper worst`.

use std::io::Write;

use ::view::words::counted;
use clap::Args;
use kit::{Error, Format, Result, object};

use super::Size;
use crate::stuck::worst_attempt;
use crate::view;

/// Show the worst attempt: the fewest numbers after which no jump is left
#[derive(Args, Debug)]
pub(super) struct Worst {
    #[command(flatten)]
    size: Size,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Worst {
    pub(super) fn run(&self) -> Result<()> {
        let board = self.size.size;
        let Some(way) = worst_attempt(board) else {
            let what = format!("{board} is filled by its only attempt");
            return Err(Error::other(what, ""));
        };
        let mut numbers = vec![0; board.cells()];
        for (number, &cell) in (1..).zip(&way) {
            numbers[cell] = number;
        }
        let stuck = counted(way.len() as u64, "number", "numbers");
        self.format.print(
            |out| {
                writeln!(
                    out,
                    "{board}: stuck after {stuck}, and no attempt has fewer"
                )?;
                out.write_all(view::grid(board, &numbers).as_bytes())
            },
            &object! {
                rows: board.rows(),
                columns: board.columns(),
                numbers: way.len(),
                grid: numbers.chunks_exact(board.columns()).collect::<Vec<_>>(),
            },
        )
    }
}
