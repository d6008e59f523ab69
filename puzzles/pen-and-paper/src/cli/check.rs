//! `pen-and-paper check`.

use std::fs::File;
use std::io::{self, IsTerminal, Read, Write};
use std::path::PathBuf;

use ::view::words::{counted, thousands};
use clap::Parser;
use kit::output::print;
use kit::terminal::{Console, printable, shortened};
use kit::{Common, Program};
use watch::Watcher;

use crate::error::{Error, Result};
use crate::rules::Board;
use crate::tour::examine;

/// No grid takes more bytes than these, however it is written.
const MOST_BYTES: u64 = 1 << 27;

/// Say whether a filled grid is a tour, circular or not, and where it breaks
#[derive(Parser, Debug)]
#[command(name = "check")]
pub(super) struct Check {
    /// The grid as `solve` prints it, or numbers a row a line; - is stdin
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    common: Common,
}

impl Program for Check {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let is_stdin = self.file.as_os_str() == "-";
        let name = match is_stdin {
            true => "standard input".to_owned(),
            false => self.file.display().to_string(),
        };
        if is_stdin && io::stdin().is_terminal() {
            console.say("write the grid, a row a line, and end it with Ctrl-D");
        }
        let mut bytes = Vec::new();
        let read = || match is_stdin {
            true => io::stdin().lock().take(MOST_BYTES).read_to_end(&mut bytes),
            false => File::open(&self.file)?
                .take(MOST_BYTES)
                .read_to_end(&mut bytes),
        };
        // A read cannot be cut short.
        if let Err(source) = console.stop().deafly(read) {
            return Err(kit::Error::Unreadable { name, source }.into());
        }
        let (board, numbers) = match grid(&String::from_utf8_lossy(&bytes)) {
            Ok(grid) => grid,
            Err(what) => return Err(Error::NoGrid { name, what }),
        };
        let found = examine(board, &numbers);
        print(|out| -> Result<()> {
            match (found.is_tour(), found.circular) {
                (true, true) => writeln!(out, "{board}: a circular tour")?,
                (true, false) => writeln!(out, "{board}: a tour, not circular")?,
                _ => {
                    let flaws = counted(found.count, "flaw", "flaws");
                    writeln!(out, "{board}: no tour, {flaws}")?;
                }
            }
            for flaw in &found.flaws {
                writeln!(out, "  {flaw}")?;
            }
            match found.count - found.flaws.len() as u64 {
                0 => {}
                more => writeln!(out, "  and {} more", thousands(more))?,
            }
            Ok(())
        })?;
        match found.is_tour() {
            true => Ok(()),
            false => Err(Error::NotATour(name)),
        }
    }
}

/// Reads a filled grid: its size, and its numbers row by row.
/// Fails with what is wrong, and in which line of the text.
fn grid(text: &str) -> Result<(Board, Vec<u32>), String> {
    // Some editors leave a mark at the beginning.
    let lines = (1..).zip(text.trim_start_matches('\u{feff}').lines());
    let rows =
        lines.map(|(number, line)| row(line).map_err(|what| format!("line {number}: {what}")));
    let mut rows = rows.collect::<Result<Vec<Vec<u32>>, String>>()?;
    // Lines without numbers are borders or empty.
    rows.retain(|row| !row.is_empty());
    let columns = rows.first().map_or(0, Vec::len);
    if columns == 0 {
        return Err("there are no numbers".to_owned());
    }
    if let Some((row, other)) = (1..).zip(&rows).find(|(_, row)| row.len() != columns) {
        let numbers = other.len();
        return Err(format!(
            "row {row} has {numbers} numbers, and row 1 has {columns}"
        ));
    }
    let board = Board::new(rows.len() as u64, columns as u64);
    Ok((board.map_err(|error| error.to_string())?, rows.concat()))
}

/// The numbers of a line, with blanks, commas and the like between them.
fn row(line: &str) -> Result<Vec<u32>, String> {
    let words = line.split([' ', '\t', '|', ',', ';']);
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words
        .iter()
        .all(|word| word.trim_matches(['-', '=', '+']).is_empty())
    {
        return Ok(Vec::new());
    }
    let number = |word: &&str| {
        word.parse()
            .map_err(|_| format!("'{}' is no number of a tour", printable(&shortened(word))))
    };
    words.iter().map(number).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn borders_and_plain_numbers_are_read() {
        for text in [
            "1 2 3\n14 5 6\n",
            "\u{feff}1,2,3\r\n14;5;6",
            " ---------- \n| 1  2  3  |\n| 14 5  6  |\n ---------- \n",
            "+--+--+--+\n|1|2|3|\n+==+==+==+\n\n\t14 5 6\n\n",
        ] {
            let board = Board::new(2, 3).unwrap();
            assert_eq!(grid(text), Ok((board, vec![1, 2, 3, 14, 5, 6])), "{text}");
        }
    }

    #[test]
    fn other_texts_are_refused_with_the_place() {
        for (text, error) in [
            ("\u{feff}---\n", "there are no numbers"),
            ("1 2\n3 -4\n", "line 2: '-4' is no number of a tour"),
            ("1 2\n3 -\n", "line 2: '-' is no number of a tour"),
            ("1 99999999999\n", "line 1: '99999999999' is no"),
            ("1\n\n\u{1b}[31m", "line 3: '\\u{1b}[31m' is no number"),
            ("1 2\n3\n", "row 2 has 1 numbers, and row 1 has 2"),
            (&"1 ".repeat(2001), "rows and columns, not 1 × 2001"),
        ] {
            let said = grid(text).unwrap_err();
            assert!(said.contains(error), "{text}: {said}");
        }
    }
}
