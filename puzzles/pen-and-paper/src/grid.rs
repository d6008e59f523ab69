//! Reads grids, as this program prints them, or with the numbers of one row per line.

use std::path::Path;

use ::draw::words::counted;
use app::input::Input;
use app::terminal::{cut, printable};
use app::{Error, Result};
use watch::Stop;

use crate::rules::Board;

/// A grid from a file: the name of the file, the size, and the numbers row by row, 0 for a free cell.
#[derive(Debug)]
pub(crate) struct Given {
    pub(crate) name: String,
    pub(crate) board: Board,
    pub(crate) numbers: Vec<u32>,
}

impl Given {
    /// Reads a file, or standard input if the path is `-`.
    pub(crate) fn read(file: &Path, stop: &Stop) -> Result<Given> {
        /// The greatest size of a file; no grid takes more, however it is written.
        const MOST_BYTES: u64 = 1 << 27;
        let input = Input::of(file);
        let name = input.name();
        let bytes = input.bytes(MOST_BYTES, stop)?;
        match parse(&String::from_utf8_lossy(&bytes)) {
            Ok((board, numbers)) => Ok(Given {
                name,
                board,
                numbers,
            }),
            Err(what) => Err(Error::other(format!("{name}: {what}"), "")),
        }
    }

    /// An error that names the file and the size of the grid.
    pub(crate) fn wrong(&self, what: &str, hint: &str) -> Error {
        let (name, board) = (&self.name, self.board);
        let file = if name.is_empty() { "" } else { ": " };
        Error::other(format!("{name}{file}{board}: {what}"), hint)
    }
}

fn parse(text: &str) -> Result<(Board, Vec<u32>), String> {
    #[derive(serde::Deserialize)]
    struct Document {
        grid: Vec<Vec<u32>>,
    }
    // Some editors write a byte-order mark at the beginning.
    let text = text.trim_start_matches(['\u{feff}', '\r', '\n']);
    let rows = if text.starts_with('{') {
        let document = serde_json::from_str(text);
        let document: Document = document
            .map_err(|error| format!("no grid in this JSON: {}", quoted(&error.to_string())))?;
        document.grid
    } else {
        // A drawing has frames, and messages of `play` are outside of them.
        let is_drawing = text.lines().any(|line| line.trim_start().starts_with('|'));
        let is_row = |line: &str| !is_border(line) && (!is_drawing || line.contains('|'));
        let lines = (1..).zip(text.lines()).filter(|(_, line)| is_row(line));
        lines
            .map(|(line, text)| row(line, text))
            .collect::<Result<_, _>>()?
    };
    let columns = rows.first().map_or(0, Vec::len);
    if let Some((row, other)) = (1..).zip(&rows).find(|(_, row)| row.len() != columns) {
        let cells = counted(other.len() as u64, "cell", "cells");
        return Err(format!("row {row} has {cells}, and row 1 has {columns}"));
    }
    let board = Board::new(rows.len() as u64, columns as u64)?;
    Ok((board, rows.concat()))
}

/// Whether a line has no cells: it is a border, or empty between its ends.
fn is_border(line: &str) -> bool {
    let has_cells = line.contains(|c: char| !" \t\r|,;-=+".contains(c));
    !has_cells && (line.contains(['-', '=', '+']) || line.matches('|').count() < 3)
}

fn row(line: usize, text: &str) -> Result<Vec<u32>, String> {
    let inner = text.trim().trim_matches('|');
    let words: Vec<&str> = match inner.contains('|') {
        // Between bars, an empty cell needs no sign.
        true => inner.split('|').map(str::trim).collect(),
        false => {
            let words = inner.split([' ', '\t', ',', ';']);
            words.filter(|word| !word.is_empty()).collect()
        }
    };
    // `play` draws letters in the cells where the next number may go.
    let is_free = |word: &str| match word {
        "" | "." | "_" | "?" => true,
        _ => word.len() < 3 && word.bytes().all(|byte| byte.is_ascii_lowercase()),
    };
    let number = |word: &str| match word.parse() {
        Ok(number) => Ok(number),
        Err(_) if is_free(word) => Ok(0),
        Err(_) => {
            let word = quoted(word);
            Err(format!(
                "line {line}: '{word}' is neither a number nor a free cell"
            ))
        }
    };
    words.into_iter().map(number).collect()
}

/// The beginning of a text from a file, to be quoted in an error; the text can be as long as the file.
fn quoted(text: &str) -> String {
    printable(&cut(text, 60))
}
