//! Reads the tables without trusting them, for `verify`.
//!
//! All reads are from one snapshot, so that they are consistent while an explorer is at work.

use std::cmp::Ordering;

use crate::store::checks::{Check, Faults, quoted};
use db::Reading;
use db::is_named;
use draw::words::counted;
use itertools::Itertools;
use rusqlite::types::ValueRef;
use rusqlite::{Connection, OptionalExtension, Row};

use super::configurations::{marks_agree, stored_of_all};
use super::molecules::select;
use super::spectrums::COLUMNS as SPECTRUMS;
use super::{Store, count};
use crate::board::Config;
use crate::census::AmbiguityRow;
use crate::error::Result;

/// A row of Configurations.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawConfiguration {
    pub nb_mol: i64,
    pub nb_atoms: i64,
    pub width: i64,
    pub frontier: i64,
    pub nb_stored: i64,
    /// The times when it was explored, and its spectra were collected and updated, if these stages are done.
    pub times: [Option<String>; 3],
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawBatch {
    /// The frontier after the batch.
    pub frontier: i64,
    /// The number of rows that it has added, according to its row.
    pub rows: i64,
    pub committed_at: String,
}

/// A spectrum that several molecules share.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SharedSpectrum {
    /// The spectrum, which may be any text.
    pub spectrum: Vec<u8>,
    /// The number of molecules that have it.
    pub molecules: i64,
    /// The lowest canonical number among them.
    pub canonical_number: i64,
    /// The transform of the first molecule with that canonical number.
    pub transform: Vec<u8>,
}

/// The names of configurations in the tables.
pub(crate) struct StoredNames {
    /// Small ones first.
    pub configs: Vec<Config>,
    /// The texts that are not configurations.
    pub invalid: Vec<Vec<u8>>,
}

/// A snapshot of a database.
pub(crate) struct Inspection<'store>(pub(super) Reading<'store>);

impl Store {
    /// The configurations that are explored or counted, small ones first.
    pub(crate) fn configs(&self) -> Result<Vec<Config>> {
        Ok(self.inspect()?.names()?.configs)
    }

    /// The number of molecules of all configurations, according to Configurations.
    pub(crate) fn stored_rows(&self) -> Result<u64> {
        let rows = stored_of_all(self.file.connection())?;
        Ok(u64::try_from(rows).unwrap_or(0))
    }

    /// A snapshot of the database. A stop interrupts reading it.
    pub(crate) fn inspect(&self) -> Result<Inspection<'_>> {
        Ok(Inspection(self.file.read()?))
    }
}

/// Every table with the column `config`, and the table whose row of the same configuration owns its rows.
pub(super) const TABLES: [(&str, &str); 12] = [
    ("Configurations", "Configurations"),
    ("Molecules", "Configurations"),
    ("Spectrums", "Configurations"),
    ("Batches", "Configurations"),
    ("Censuses", "Censuses"),
    ("CensusPasses", "Censuses"),
    ("CensusSpectrums", "Censuses"),
    ("CensusGroups", "Censuses"),
    ("CensusMolecules", "Censuses"),
    ("CensusRays", "Censuses"),
    ("CensusSlices", "Censuses"),
    ("CensusChecksums", "Censuses"),
];

impl Inspection<'_> {
    /// The tables in this file. An older file that is opened only for reading may lack some.
    fn tables(&self) -> Result<Vec<(&'static str, &'static str)>> {
        let there = TABLES.into_iter().map(|(table, owner)| {
            let there = is_named(&self.0, table)? && is_named(&self.0, owner)?;
            Ok(there.then_some((table, owner)))
        });
        there.filter_map(Result::transpose).collect()
    }

    /// The names of all configurations that are explored or counted.
    pub(crate) fn names(&self) -> Result<StoredNames> {
        let tables = self.tables()?;
        let owners = tables.iter().filter(|(table, owner)| table == owner);
        let sql = owners
            .map(|(table, _)| format!("select config from {table}"))
            .join(" union ");
        let mut statement = self.0.prepare(&sql)?;
        let names = statement.query_map([], |row| {
            let name = bytes(row, 0)?;
            Ok(match row.get_ref(0)? {
                ValueRef::Text(_) => Ok(name),
                _ => Err([b"the blob ", &name[..]].concat()),
            })
        })?;
        let config = |name: Result<Vec<u8>, Vec<u8>>| {
            let name = name?;
            let config = str::from_utf8(&name)
                .ok()
                .and_then(|name| name.parse().ok());
            let config = config.and_then(|config: Config| config.counted().ok());
            let config = config.filter(|config| config.to_string().as_bytes() == name);
            config.ok_or(name)
        };
        let (mut configs, invalid): (Vec<Config>, _) =
            names.process_results(|names| names.map(config).partition_result())?;
        configs.sort_by_key(|config| config.molecules());
        Ok(StoredNames { configs, invalid })
    }

    pub(crate) fn has(&self, config: Config) -> Result<bool> {
        for (table, _) in self.tables()? {
            let sql = format!("select 1 from {table} where config = ?1");
            if self.0.prepare(&sql)?.exists([config])? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Checks that every row, or every row of a configuration, has an owner. Queries never find rows without one.
    pub(crate) fn strays(&self, of: Option<Config>) -> Result<Check> {
        let mut faults = Faults::default();
        for (table, owner) in self.tables()? {
            // Jumps from one configuration to the next in the index, instead of reading all rows.
            let sql = format!(
                "with recursive Names (name) as (
                     select min(config) from {table}
                      union all
                     select (select min(config) from {table} where config > name)
                       from Names where name is not null)
                 select name, (select count(*) from {table} where config = name) from Names
                  where name = coalesce(?1, name) and name not in (select config from {owner})"
            );
            let mut statement = self.0.prepare(&sql)?;
            let mut strays = statement.query([of])?;
            while let Some(row) = strays.next()? {
                let (name, rows): (Vec<u8>, i64) = (bytes(row, 0)?, row.get(1)?);
                faults.add_many(rows as u64, || {
                    let rows = counted(rows as u64, "row", "rows");
                    format!(
                        "{rows} of {table} without a row in {owner}: {}",
                        quoted(&name)
                    )
                });
            }
        }
        Ok(faults.result(|| Check::passed("no row is orphaned")))
    }

    // The following functions fail if the file is too damaged to be read, or if a number is of another type.

    pub(crate) fn configuration(&self, config: Config) -> Result<Option<RawConfiguration>> {
        let sql = "select nb_mol, nb_atoms, width, frontier, nb_stored,
                          explored_at, spectrums_initialised_at, spectrums_updated_at
                     from Configurations where config = :config";
        let found = self.0.query_row(sql, [config], |row| {
            Ok(RawConfiguration {
                nb_mol: row.get(0)?,
                nb_atoms: row.get(1)?,
                width: row.get(2)?,
                frontier: row.get(3)?,
                nb_stored: row.get(4)?,
                times: [time(row, 5)?, time(row, 6)?, time(row, 7)?],
            })
        });
        Ok(found.optional()?)
    }

    pub(crate) fn marks_agree(&self, config: Config) -> Result<bool> {
        marks_agree(&self.0, config)
    }

    pub(crate) fn batches(&self, config: Config) -> Result<Vec<RawBatch>> {
        let sql = "select frontier, nb_mol, committed_at from Batches
                    where config = :config order by frontier";
        rows_of(&self.0, config, sql, |row| {
            Ok(RawBatch {
                frontier: row.get(0)?,
                rows: row.get(1)?,
                committed_at: text(row, 2)?,
            })
        })
    }

    pub(crate) fn count(&self, config: Config, table: &str) -> Result<u64> {
        count(&self.0, config, &format!("count(*) from {table}"))
    }

    /// All rows of Molecules in the order of the file: by canonical number, then by number.
    pub(crate) fn molecules(
        &self,
        config: Config,
        each: impl FnMut(&Row<'_>) -> Result<()>,
    ) -> Result<()> {
        let sql = select("where config = :config order by canonical_number, number");
        rows_of(&self.0, config, &sql, each)
    }

    /// All rows of Spectrums, by spectrum.
    pub(crate) fn spectrums(
        &self,
        config: Config,
        each: impl FnMut(&Row<'_>) -> Result<()>,
    ) -> Result<()> {
        let columns = SPECTRUMS.join(", ");
        let sql =
            format!("select {columns} from Spectrums where config = :config order by spectrum");
        rows_of(&self.0, config, &sql, each)
    }

    /// Calls `each` with every spectrum of several molecules: according to Molecules, and according to Spectrums.
    pub(crate) fn shared_spectra(
        &self,
        config: Config,
        mut each: impl FnMut(Option<SharedSpectrum>, Option<SharedSpectrum>) -> Result<()>,
    ) -> Result<()> {
        let mut shared = self.0.prepare(
            "select spectrum, count(*), min(canonical_number), ''
               from Molecules where config = :config
              group by spectrum having count(*) >= 2 order by spectrum",
        )?;
        let mut stated = self.0.prepare(
            "select spectrum, nb_mol, canonical_number, transform
               from Spectrums where config = :config order by spectrum",
        )?;
        let mut transform = self.0.prepare(
            "select transform from Molecules
              where config = ?1 and canonical_number = ?2 and spectrum in (?3, cast(?3 as text))
              order by number limit 1",
        )?;
        let read = |row: &Row<'_>| -> rusqlite::Result<SharedSpectrum> {
            Ok(SharedSpectrum {
                spectrum: bytes(row, 0)?,
                molecules: row.get(1)?,
                canonical_number: row.get(2)?,
                transform: bytes(row, 3)?,
            })
        };
        let shared = shared.query_map([config], read)?;
        let stated = stated.query_map([config], read)?;
        let pairs = shared.merge_join_by(stated, |one, other| match (one, other) {
            (Ok(one), Ok(other)) => one.spectrum.cmp(&other.spectrum),
            // An error comes first, and ends the loop below.
            (Err(_), _) => Ordering::Less,
            (_, Err(_)) => Ordering::Greater,
        });
        for pair in pairs {
            let (one, other) = pair.left_and_right();
            let (mut one, other) = (one.transpose()?, other.transpose()?);
            if let Some(one) = &mut one {
                let key = (config, one.canonical_number, &one.spectrum);
                one.transform = transform.query_row(key, |row| bytes(row, 0))?;
            }
            each(one, other)?;
        }
        Ok(())
    }

    /// For each group size, the number of ambiguous spectra with the transform `id`, and of all.
    pub(crate) fn group_sizes(&self, config: Config) -> Result<Vec<AmbiguityRow>> {
        let sql = "select nb_mol, count(*) filter (where transform = 'id'), count(*)
                     from Spectrums where config = :config group by nb_mol order by nb_mol";
        rows_of(&self.0, config, sql, |row| {
            let counts: [i64; 3] = [row.get(0)?, row.get(1)?, row.get(2)?];
            Ok(counts.map(i64::cast_unsigned).into())
        })
    }
}

/// Collects what `of_row` makes of the rows of a query. The only parameter of the query is the configuration.
pub(super) fn rows_of<T, C: FromIterator<T>>(
    connection: &Connection,
    config: Config,
    sql: &str,
    of_row: impl FnMut(&Row<'_>) -> Result<T>,
) -> Result<C> {
    let mut statement = connection.prepare(sql)?;
    statement.query([config])?.and_then(of_row).collect()
}

/// A text that need not be UTF-8.
pub(super) fn bytes(row: &Row<'_>, column: usize) -> rusqlite::Result<Vec<u8>> {
    Ok(match row.get_ref(column)? {
        ValueRef::Text(bytes) | ValueRef::Blob(bytes) => bytes.to_vec(),
        ValueRef::Integer(number) => number.to_string().into_bytes(),
        _ => Vec::new(),
    })
}

pub(super) fn text(row: &Row<'_>, column: usize) -> rusqlite::Result<String> {
    Ok(String::from_utf8_lossy(&bytes(row, column)?).into_owned())
}

/// The text of a time, which may be invalid, or `None` for null.
pub(super) fn time(row: &Row<'_>, column: usize) -> rusqlite::Result<Option<String>> {
    match row.get_ref(column)? {
        ValueRef::Null => Ok(None),
        _ => text(row, column).map(Some),
    }
}
