//! `pen-and-paper check`.

use std::io::Write;
use std::path::PathBuf;

use ::view::words::counted;
use clap::Args;
use kit::input::Input;
use kit::output::print;
use kit::terminal::{Console, printable, shortened};
use kit::{Error, Result};
use watch::Watcher;

use crate::rules::Board;
use crate::tour::examine;

/// No grid takes more bytes than these, however it is written.
const MOST_BYTES: u64 = 1 << 27;

/// Say whether a filled grid is a tour, circular or not, and where it breaks
#[derive(Args, Debug)]
pub(super) struct Check {
    /// The grid as `solve` prints it, or the numbers of one row per line; - is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

impl Check {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let input = Input::of(&self.file);
        let name = input.name();
        let bytes = input.bytes(MOST_BYTES, console.stop())?;
        let text = String::from_utf8_lossy(&bytes);
        let examined = grid(&text).and_then(|(board, numbers)| {
            let circular = examine(board, &numbers);
            let circular = circular.map_err(|flaw| format!("{board}: no tour: {flaw}"));
            Ok((board, circular?))
        });
        let (board, circular) =
            examined.map_err(|what| Error::other(format!("{name}: {what}"), ""))?;
        let kind = ["a tour, not circular", "a circular tour"][usize::from(circular)];
        print(|out| Ok(writeln!(out, "{board}: {kind}")?))
    }
}

/// Reads a filled grid: its size, and its numbers row by row. Fails with what is wrong,
/// and in which line of the text.
fn grid(text: &str) -> Result<(Board, Vec<u32>), String> {
    let mut rows: Vec<Vec<u32>> = Vec::new();
    // Some editors leave a mark at the beginning.
    for (line, text) in (1..).zip(text.trim_start_matches('\u{feff}').lines()) {
        let words = text.split([' ', '\t', '|', ',', ';']);
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        // Lines without numbers are borders or empty.
        if text.contains(|c: char| !" \t|,;-=+".contains(c)) {
            let number = |word: &&str| {
                word.parse().map_err(|_| {
                    let word = printable(&shortened(word));
                    format!("line {line}: '{word}' is not a number of a tour")
                })
            };
            rows.push(words.iter().map(number).collect::<Result<_, _>>()?);
        }
    }
    let columns = rows.first().map_or(0, Vec::len);
    if let Some((row, other)) = (1..).zip(&rows).find(|(_, row)| row.len() != columns) {
        let numbers = counted(other.len() as u64, "number", "numbers");
        return Err(format!("row {row} has {numbers}, and row 1 has {columns}"));
    }
    let board = Board::new(rows.len() as u64, columns as u64);
    Ok((board.map_err(|error| error.to_string())?, rows.concat()))
}
