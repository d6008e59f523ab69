//! Checksums of what tables say, whatever the file looks like.
//!
//! A table's checksum is the SHA-256 of its rows in the order of number
//! (Molecules) or of spectrum in byte order (Spectrums). A row is its cells in
//! the order of the columns, whole numbers in decimal, with `|` between them
//! and a line feed behind the last: what `sqlite3 -list` prints.

use std::fmt::Write;

use sha2::{Digest, Sha256};

use super::{Line, Said, Verification};
use crate::error::Result;
use crate::store::{Cell, RawMolecule};

/// The checksum of a configuration's rows in a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checksum {
    /// The table's name.
    pub table: &'static str,
    /// How many rows there are.
    pub rows: u64,
    /// The SHA-256 in hexadecimal digits.
    pub sha256: String,
}

/// A checksum under way.
#[derive(Default)]
struct Hash {
    rows: u64,
    sha256: Sha256,
    line: Vec<u8>,
}

impl Hash {
    fn add<'a>(&mut self, cells: impl Iterator<Item = Cell<'a>>) {
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

    fn finish(self, table: &'static str) -> Line {
        let mut sha256 = String::new();
        for byte in self.sha256.finalize() {
            // Writing to a string cannot fail.
            let _ = write!(sha256, "{byte:02x}");
        }
        Line::Checksum(Checksum {
            table,
            rows: self.rows,
            sha256,
        })
    }
}

impl Verification<'_> {
    /// The checksums of what is wholly there.
    pub(super) fn checksums(&mut self, said: &Said) -> Result<()> {
        let molecules = self.read(|this| {
            this.watched("checksum", said.rows, |step| {
                let mut hash = Hash::default();
                this.inspection.molecules_by_number(this.config, |row| {
                    hash.add((0..RawMolecule::COLUMNS).map(|column| row.cell(column)));
                    step()
                })?;
                Ok(hash)
            })
        })?;
        match molecules {
            Ok(hash) => (self.each)(&hash.finish("Molecules"))?,
            Err(error) => self.report("checksum", Err(error))?,
        }
        if said.spectrums_updated() {
            let spectrums = self.read(|this| {
                let mut hash = Hash::default();
                this.inspection.spectrums(this.config, |cells| {
                    hash.add(cells.into_iter());
                    Ok(())
                })?;
                Ok(hash)
            })?;
            match spectrums {
                Ok(hash) => (self.each)(&hash.finish("Spectrums"))?,
                Err(error) => self.report("checksum", Err(error))?,
            }
        }
        Ok(())
    }
}
