//! Checksums of the content of tables, independent of the form of the file.
//!
//! The checksum of rows is the SHA-256 of their lines. A line is a row's cells in the order of the
//! columns, as `sqlite3 -list` prints them. Whole numbers are decimal, `|` is between the cells, and
//! a line feed at the end.

use std::io;

/// The content of a cell, of any type. A text need not be UTF-8.
pub(crate) use rusqlite::types::ValueRef as Cell;
use sha2::{Digest, Sha256};

/// The lines of some rows.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lines {
    rows: u64,
    bytes: Vec<u8>,
}

impl Lines {
    /// Adds a row.
    pub(crate) fn add<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) {
        for (column, cell) in cells.enumerate() {
            if column > 0 {
                self.bytes.push(b'|');
            }
            match cell {
                // Most are small, and there are twenty in a row.
                Cell::Integer(number @ 0..10) => self.bytes.push(b'0' + number as u8),
                Cell::Integer(number @ 10..100) => {
                    let digits = [number / 10, number % 10].map(|digit| b'0' + digit as u8);
                    self.bytes.extend(digits);
                }
                Cell::Integer(number) => {
                    // Writing to a vector cannot fail.
                    let _ = io::Write::write_fmt(&mut self.bytes, format_args!("{number}"));
                }
                Cell::Text(bytes) | Cell::Blob(bytes) => self.bytes.extend(bytes),
                // No table has them where it is sound.
                Cell::Null | Cell::Real(_) => {}
            }
        }
        self.bytes.push(b'\n');
        self.rows += 1;
    }

    /// The number of lines.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// Removes the lines.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.rows = 0;
    }
}

/// A checksum in progress.
#[derive(Clone, Debug, Default)]
pub(crate) struct Checksum {
    rows: u64,
    sha256: Sha256,
    line: Lines,
}

impl Checksum {
    /// Adds a row.
    pub(crate) fn add<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) {
        self.line.clear();
        self.line.add(cells);
        self.sha256.update(&self.line.bytes);
        self.rows += 1;
    }

    /// Adds the rows of some lines.
    pub(crate) fn add_lines(&mut self, lines: &Lines) {
        self.sha256.update(&lines.bytes);
        self.rows += lines.rows;
    }

    /// The number of rows added.
    pub(crate) fn rows(&self) -> u64 {
        self.rows
    }

    /// The SHA-256 in hexadecimal digits.
    pub(crate) fn digits(&self) -> String {
        let digest = self.sha256.clone().finalize();
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    }
}
