//! Checksums of what tables say, whatever the file looks like.
//!
//! The checksum of rows is the SHA-256 of their lines. A line is a row's cells in
//! the order of the columns, whole numbers in decimal, with `|` between them
//! and a line feed behind the last: what `sqlite3 -list` prints.

use std::fmt::Write;

use rusqlite::types::ValueRef;
use sha2::{Digest, Sha256};

/// What stands in a cell, whatever that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Cell<'a> {
    /// A whole number.
    Integer(i64),
    /// Text, which need not be UTF-8.
    Text(&'a [u8]),
    /// Something else, as the bytes that stand for it in a line.
    Strange(&'a [u8]),
}

impl<'a> From<ValueRef<'a>> for Cell<'a> {
    fn from(value: ValueRef<'a>) -> Cell<'a> {
        match value {
            ValueRef::Integer(number) => Cell::Integer(number),
            ValueRef::Text(text) => Cell::Text(text),
            ValueRef::Blob(bytes) => Cell::Strange(bytes),
            ValueRef::Null | ValueRef::Real(_) => Cell::Strange(b""),
        }
    }
}

/// A checksum under way.
#[derive(Clone, Debug, Default)]
pub struct Checksum {
    rows: u64,
    sha256: Sha256,
    line: Vec<u8>,
}

impl Checksum {
    /// Adds a row.
    pub fn add<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) {
        self.line.clear();
        for (column, cell) in cells.enumerate() {
            if column > 0 {
                self.line.push(b'|');
            }
            match cell {
                Cell::Integer(number) => {
                    // Writing to a vector cannot fail.
                    let _ = std::io::Write::write_fmt(&mut self.line, format_args!("{number}"));
                }
                Cell::Text(bytes) | Cell::Strange(bytes) => self.line.extend(bytes),
            }
        }
        self.line.push(b'\n');
        self.sha256.update(&self.line);
        self.rows += 1;
    }

    /// How many rows were added.
    pub fn rows(&self) -> u64 {
        self.rows
    }

    /// The SHA-256 in hexadecimal digits.
    pub fn digits(&self) -> String {
        let mut digits = String::new();
        for byte in self.sha256.clone().finalize() {
            // Writing to a string cannot fail.
            let _ = write!(digits, "{byte:02x}");
        }
        digits
    }
}
