//! Looking at what is stored without believing any of it: what `verify` reads.
//!
//! Everything comes from one snapshot, so an explorer at work does not make
//! the parts disagree.

mod census;

use std::cmp::Ordering;

use kit::database::{Database, Reading};
use rusqlite::types::ValueRef;
use rusqlite::{OptionalExtension, Row, named_params};

use super::Store;
use super::molecules::COLUMNS;
use crate::game::Config;
use crate::store::error::Result;

pub(crate) use census::{RawCensus, RawCensusGroup};

/// How much memory SQLite may take to look at a database, in KiB. It goes back
/// and forth between a table and its indexes, and reads most pages again and
/// again if it can keep only the usual 2 MiB of them.
const CACHE_KIB: i64 = 256 << 10;

/// What stands in a cell, whatever that is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Cell<'a> {
    /// A whole number.
    Integer(i64),
    /// Text, which need not be UTF-8.
    Text(&'a [u8]),
    /// Something that no table of ours has anywhere, as the bytes that
    /// `sqlite3` would print.
    Strange(&'a [u8]),
}

/// A row of the table Molecules as it stands in the file.
pub(crate) struct RawMolecule<'a>(&'a Row<'a>);

impl RawMolecule<'_> {
    /// How many columns there are.
    pub(crate) const COLUMNS: usize = COLUMNS.len();

    /// The name of a column.
    pub(crate) fn name(column: usize) -> &'static str {
        COLUMNS[column]
    }

    /// What stands in a column.
    pub(crate) fn cell(&self, column: usize) -> Cell<'_> {
        match self.0.get_ref(column) {
            Ok(ValueRef::Integer(number)) => Cell::Integer(number),
            Ok(ValueRef::Text(text)) => Cell::Text(text),
            Ok(ValueRef::Blob(bytes)) => Cell::Strange(bytes),
            _ => Cell::Strange(b""),
        }
    }
}

/// A row of Configurations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawConfiguration {
    /// `nb_mol`, `nb_atoms`, `width`, `frontier` and `nb_stored`.
    pub counts: [i64; 5],
    /// Whether it is said to be explored, its spectra to be collected, and
    /// those to be updated.
    pub done: [bool; 3],
}

/// What the table Batches says of a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct RawBatches {
    /// How many there are.
    pub batches: i64,
    /// How many rows they say to have added.
    pub rows: i64,
    /// The last frontier, 0 if there is none.
    pub frontier: i64,
}

/// A spectrum that several molecules share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SharedSpectrum {
    /// The spectrum, which may be any text.
    pub spectrum: Vec<u8>,
    /// How many molecules have it.
    pub molecules: i64,
    /// The lowest canonical number among them.
    pub canonical_number: i64,
    /// The transform of the lowest-numbered of those with that canonical
    /// number.
    pub transform: Vec<u8>,
}

/// A snapshot of a database that nobody changes.
pub(crate) struct Inspection<'store>(Reading<'store>);

impl Store {
    /// How many instructions, roughly, the integrity check takes for a row of
    /// Molecules: its types, and its entries in two indexes.
    pub(crate) const INSTRUCTIONS_A_ROW: u64 = 64;

    /// What SQLite's integrity check finds wrong with the whole file, up to so
    /// many lines, while the instructions are counted that it executes. A wish
    /// to stop interrupts it.
    ///
    /// # Errors
    ///
    /// Where the file is too damaged for that.
    pub(crate) fn check_file(&mut self, lines: u32) -> Result<Vec<String>> {
        look_widely(&self.file)?;
        let sql = format!("pragma integrity_check({lines})");
        let mut statement = self.file.connection().prepare(&sql)?;
        let found = statement.query_map([], |row| text(row, 0))?;
        let mut faults = found.collect::<rusqlite::Result<Vec<String>>>()?;
        faults.retain(|line| line != "ok");
        Ok(faults)
    }

    /// How many molecules all configurations together are said to have.
    ///
    /// # Errors
    ///
    /// Where that cannot be read.
    pub(crate) fn rows_said(&self) -> Result<u64> {
        let sql = "select coalesce(sum(nb_stored), 0) from Configurations";
        let rows: i64 = self
            .file
            .connection()
            .query_row(sql, [], |row| row.get(0))?;
        Ok(u64::try_from(rows).unwrap_or(0))
    }

    /// Looks at the database as it stands now. A wish to stop interrupts it.
    ///
    /// # Errors
    ///
    /// Those of `look`, and where the file cannot be read.
    pub(crate) fn inspect<T, E: From<kit::Error>>(
        &mut self,
        look: impl FnOnce(&Inspection<'_>) -> Result<T, E>,
    ) -> Result<T, E> {
        look_widely(&self.file)?;
        look(&Inspection(self.file.read()?))
    }
}

fn look_widely(file: &Database) -> kit::Result<()> {
    let pragma = file
        .connection()
        .pragma_update(None, "cache_size", -CACHE_KIB);
    Ok(pragma?)
}

impl Inspection<'_> {
    // Everything here fails where the file is too damaged to be read, or holds
    // something that is no number where only a number can stand.

    /// The configuration's row.
    pub(crate) fn configuration(&self, config: Config) -> Result<Option<RawConfiguration>> {
        let found = self.0.query_row(
            "select nb_mol, nb_atoms, width, frontier, nb_stored, explored_at is not null,
                    spectrums_initialised_at is not null, spectrums_updated_at is not null
               from Configurations where config = :config",
            named_params! { ":config": config.to_string() },
            |row| {
                Ok(RawConfiguration {
                    counts: [
                        row.get(0)?,
                        row.get(1)?,
                        row.get(2)?,
                        row.get(3)?,
                        row.get(4)?,
                    ],
                    done: [row.get(5)?, row.get(6)?, row.get(7)?],
                })
            },
        );
        Ok(found.optional()?)
    }

    /// What the table Batches says of a configuration.
    pub(crate) fn batches(&self, config: Config) -> Result<RawBatches> {
        Ok(self.0.query_row(
            "select count(*), coalesce(sum(nb_mol), 0), coalesce(max(frontier), 0)
               from Batches where config = :config",
            named_params! { ":config": config.to_string() },
            |row| {
                Ok(RawBatches {
                    batches: row.get(0)?,
                    rows: row.get(1)?,
                    frontier: row.get(2)?,
                })
            },
        )?)
    }

    /// How many rows the configuration has in Molecules.
    pub(crate) fn count_molecules(&self, config: Config) -> Result<u64> {
        super::molecules::count(&self.0, config)
    }

    /// How many rows the configuration has in Spectrums.
    pub(crate) fn count_spectrums(&self, config: Config) -> Result<u64> {
        let count: i64 = self.0.query_row(
            "select count(*) from Spectrums where config = :config",
            named_params! { ":config": config.to_string() },
            |row| row.get(0),
        )?;
        Ok(count as u64)
    }

    /// All rows of Molecules in the order of the file: by canonical number,
    /// then by number.
    pub(crate) fn molecules(
        &self,
        config: Config,
        mut each: impl FnMut(RawMolecule<'_>) -> Result<()>,
    ) -> Result<()> {
        let sql = molecules_sql("canonical_number, number");
        self.each(&sql, config, |row| each(RawMolecule(row)))
    }

    /// All rows of Molecules by number.
    pub(crate) fn molecules_by_number(
        &self,
        config: Config,
        mut each: impl FnMut(RawMolecule<'_>) -> Result<()>,
    ) -> Result<()> {
        self.each(&molecules_sql("number"), config, |row| {
            each(RawMolecule(row))
        })
    }

    /// All numbers in Molecules, lowest first.
    pub(crate) fn numbers(
        &self,
        config: Config,
        mut each: impl FnMut(i64) -> Result<()>,
    ) -> Result<()> {
        let sql = "select number from Molecules where config = :config order by number";
        self.each(sql, config, |row| each(row.get(0)?))
    }

    /// All rows of Spectrums as the bytes that their checksum is made of, by
    /// spectrum.
    pub(crate) fn spectrums(
        &self,
        config: Config,
        mut each: impl FnMut([Cell<'_>; 5]) -> Result<()>,
    ) -> Result<()> {
        let sql = "select config, spectrum, nb_mol, transform, canonical_number
                     from Spectrums where config = :config order by spectrum";
        self.each(sql, config, |row| {
            let row = RawMolecule(row);
            each([0, 1, 2, 3, 4].map(|column| row.cell(column)))
        })
    }

    /// Puts what Molecules says about shared spectra beside what Spectrums
    /// says: `each` gets both where both have the spectrum.
    pub(crate) fn shared_spectra(
        &self,
        config: Config,
        mut each: impl FnMut(Option<SharedSpectrum>, Option<SharedSpectrum>) -> Result<()>,
    ) -> Result<()> {
        let parameters = named_params! { ":config": config.to_string() };
        let mut shared = self.0.prepare(
            "select spectrum, count(*), min(canonical_number), ''
               from Molecules where config = :config
              group by spectrum having count(*) >= 2 order by spectrum",
        )?;
        let mut said = self.0.prepare(
            "select spectrum, nb_mol, canonical_number, transform
               from Spectrums where config = :config order by spectrum",
        )?;
        let mut transform = self.0.prepare(
            "select transform from Molecules
              where config = :config and canonical_number = :canonical
                and spectrum = cast(:spectrum as text)
              order by number limit 1",
        )?;
        let mut shared = shared.query(parameters)?;
        let mut said = said.query(parameters)?;
        let mut left = next_spectrum(&mut shared)?;
        let mut right = next_spectrum(&mut said)?;
        loop {
            let order = match (&left, &right) {
                (Some(left), Some(right)) => left.spectrum.cmp(&right.spectrum),
                (Some(_), None) => Ordering::Less,
                (None, Some(_)) => Ordering::Greater,
                (None, None) => return Ok(()),
            };
            let one = if order == Ordering::Greater {
                None
            } else {
                let mut one = left.take();
                if let Some(one) = &mut one {
                    one.transform = transform.query_row(
                        named_params! {
                            ":config": config.to_string(),
                            ":canonical": one.canonical_number,
                            ":spectrum": one.spectrum,
                        },
                        |row| bytes(row, 0),
                    )?;
                }
                left = next_spectrum(&mut shared)?;
                one
            };
            let other = if order == Ordering::Less {
                None
            } else {
                let other = right.take();
                right = next_spectrum(&mut said)?;
                other
            };
            each(one, other)?;
        }
    }

    /// All rows of Spectrums by canonical number: that, the spectrum, and
    /// the transform.
    pub(crate) fn classes(
        &self,
        config: Config,
        mut each: impl FnMut(i64, &[u8], &[u8]) -> Result<()>,
    ) -> Result<()> {
        let sql = "select canonical_number, spectrum, transform
                     from Spectrums where config = :config order by canonical_number, spectrum";
        self.each(sql, config, |row| {
            each(row.get(0)?, &bytes(row, 1)?, &bytes(row, 2)?)
        })
    }

    /// Group size, ambiguous spectra and those of them that are called `id`,
    /// by size.
    pub(crate) fn group_sizes(&self, config: Config) -> Result<Vec<[i64; 3]>> {
        self.list_of(
            config,
            "select nb_mol, count(*) filter (where transform = 'id'), count(*)
               from Spectrums where config = :config group by nb_mol order by nb_mol",
            |row| Ok([row.get(0)?, row.get(1)?, row.get(2)?]),
        )
    }

    /// Goes through the rows of a query whose one parameter is the
    /// configuration.
    fn each(
        &self,
        sql: &str,
        config: Config,
        mut each: impl FnMut(&Row<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.0.prepare(sql)?;
        let mut rows = statement.query(named_params! { ":config": config.to_string() })?;
        while let Some(row) = rows.next()? {
            each(row)?;
        }
        Ok(())
    }

    fn list_of<T>(
        &self,
        config: Config,
        sql: &str,
        mut of_row: impl FnMut(&Row<'_>) -> rusqlite::Result<T>,
    ) -> Result<Vec<T>> {
        let mut list = Vec::new();
        self.each(sql, config, |row| {
            list.push(of_row(row)?);
            Ok(())
        })?;
        Ok(list)
    }
}

fn molecules_sql(order: &str) -> String {
    format!(
        "select {} from Molecules where config = :config order by {order}",
        COLUMNS.join(", ")
    )
}

fn next_spectrum(rows: &mut rusqlite::Rows<'_>) -> Result<Option<SharedSpectrum>> {
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    Ok(Some(SharedSpectrum {
        spectrum: bytes(row, 0)?,
        molecules: row.get(1)?,
        canonical_number: row.get(2)?,
        transform: bytes(row, 3)?,
    }))
}

/// A text that need not be UTF-8.
fn bytes(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<u8>> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.to_vec(),
        ValueRef::Integer(number) => number.to_string().into_bytes(),
        _ => Vec::new(),
    })
}

fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(String::from_utf8_lossy(&bytes(row, column)?).into_owned())
}
