//! Checksums of the contents of tables, independent of the layout of the file.
//!
//! The checksum of rows is the SHA-256 of their lines. A line has the cells of a row in the order of the columns,
//! as `sqlite3 -list` prints them: integers are decimal, `|` separates cells, and a line feed is at the end.

use std::io::{self, Write};

use rusqlite::Row;
/// The content of a cell, of any type. A text need not be UTF-8.
pub(crate) use rusqlite::types::ValueRef as Cell;
use sha2::{Digest, Sha256};

/// The cells of a row of a query.
pub(crate) fn cells<'a>(row: &'a Row<'_>) -> impl Iterator<Item = Cell<'a>> {
    (0..).map_while(|column| row.get_ref(column).ok())
}

/// Appends the line of a row.
pub(crate) fn add_line<'a>(lines: &mut Vec<u8>, cells: impl Iterator<Item = Cell<'a>>) {
    for (column, cell) in cells.enumerate() {
        if column > 0 {
            lines.push(b'|');
        }
        match cell {
            // A fast path, because a row has some twenty numbers, most of which are small.
            Cell::Integer(number @ 0..10) => lines.push(b'0' + number as u8),
            Cell::Integer(number @ 10..100) => {
                lines.extend([number / 10, number % 10].map(|digit| b'0' + digit as u8));
            }
            Cell::Integer(number) => {
                // Writing to a vector cannot fail.
                let _ = write!(lines, "{number}");
            }
            Cell::Text(bytes) => lines.extend(bytes),
            // Sound tables have no blobs. The mark distinguishes a blob from a text with the same bytes.
            Cell::Blob(bytes) => lines.extend([0].iter().chain(bytes)),
            Cell::Null | Cell::Real(_) => {}
        }
    }
    lines.push(b'\n');
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Checksum {
    rows: u64,
    sha256: Sha256,
    line: Vec<u8>,
}

impl Checksum {
    pub(crate) fn add<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) {
        self.line.clear();
        add_line(&mut self.line, cells);
        self.sha256.update(&self.line);
        self.rows += 1;
    }

    /// Adds the lines of this number of rows.
    pub(crate) fn add_lines(&mut self, lines: &[u8], rows: u64) {
        self.sha256.update(lines);
        self.rows += rows;
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

/// Adds bytes in another format of rows.
impl Write for Checksum {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.sha256.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
