//! Reads whole tables of a configuration, row by row, for export.

use clap::ValueEnum;
use db::is_named;
use jiff::Timestamp;
use rusqlite::Row;
use rusqlite::config::DbConfig;
use rusqlite::types::ValueRef;
use serde::Serialize;

use super::configurations::{Stage, done, explored};
use super::{Store, count, molecules};
use crate::board::Config;
use crate::error::{Error, Result};

/// A table that can be exported. `export --help` shows the descriptions of the variants.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
pub enum Exported {
    /// One row per configuration.
    Configurations,
    /// Every molecule with its spectrum and the statistics of its rays.
    Molecules,
    /// The ambiguous spectra.
    Spectrums,
    /// Every molecule that shares its spectrum, by spectral group.
    AmbiguousMolecules,
    /// The ambiguous spectra, each with the greatest difference between two of its molecules.
    SpectralGroups,
    /// Every pair of molecules that share a spectrum.
    Twins,
    /// One row per finished census.
    Censuses,
    /// The numbers of spectra of a census, by the number of molecules that share them.
    CensusSpectrums,
    /// The largest groups of a census, and those whose molecules differ most.
    CensusGroups,
    /// The molecules of these groups.
    CensusMolecules,
    /// The longest rays of a census, and those with the most turns.
    CensusRays,
}

/// A column of an exported table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    /// The name in the database.
    pub name: String,
    /// The type of its cells.
    pub kind: ColumnType,
}

/// The type of the cells of a column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ColumnType {
    /// A text that differs in most rows.
    Text,
    /// One of a few texts.
    Name,
    /// A large number, such as that of molecules.
    Number,
    /// A small number, such as that of rays.
    Count,
    /// A small number, or null if it is not known.
    MaybeCount,
    /// A time in UTC, to the second, or null.
    Time,
}

/// The content of a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(untagged)]
pub enum Cell<'a> {
    /// A text, or a time in the format of the database.
    Text(&'a str),
    /// A number or a count.
    Number(u64),
    /// Null.
    Null,
}

impl ColumnType {
    /// The type of the column with this name.
    pub fn of(column: &str) -> ColumnType {
        match column {
            "config" | "transform" | "merit" | "outcome" | "measure" => ColumnType::Name,
            "molecule" | "other_molecule" | "spectrum" => ColumnType::Text,
            "number" | "other_number" | "canonical_number" | "frontier" | "nb_mol"
            | "nb_stored" | "nb_canonical" | "canonical_found" | "buckets" | "orbits"
            | "spectrums" => ColumnType::Number,
            "difference" => ColumnType::MaybeCount,
            time if time.ends_with("_at") => ColumnType::Time,
            _ => ColumnType::Count,
        }
    }
}

impl Exported {
    pub fn all() -> &'static [Exported] {
        Exported::value_variants()
    }

    /// The name of the table or view in the database, and of the variant.
    pub fn name(self) -> String {
        format!("{self:?}")
    }

    /// Whether the table is created only with the first census.
    fn is_of_a_census(self) -> bool {
        self.name().starts_with("Census")
    }

    /// The error of an older file, which lacks the table until a program writes to it.
    fn missing(self) -> Error {
        let what = format!(
            "an older version of this program made the database, which lacks the table {self:?}"
        );
        let hint = "any command that writes to the database, such as `blackbox init`, adds it";
        app::Error::wrong_place(what, hint).into()
    }

    /// The error of a statement that SQLite refuses because an older file lacks one of these tables.
    pub(super) fn missing_in(refusal: &str) -> Option<Error> {
        let name = refusal.strip_prefix("no such table: ")?;
        let mut tables = Exported::all().iter();
        let table = tables.find(|table| table.name().eq_ignore_ascii_case(name))?;
        (!table.is_of_a_census()).then(|| table.missing())
    }

    /// The query for all rows of a configuration, in the order of the primary key.
    fn rows(self) -> String {
        let key = match self {
            Exported::Configurations | Exported::Censuses => "config",
            Exported::Molecules => "canonical_number, number",
            Exported::Spectrums | Exported::SpectralGroups => "spectrum",
            Exported::AmbiguousMolecules => "spectrum, number",
            Exported::Twins => "spectrum, number, other_number",
            Exported::CensusSpectrums => "nb_mol",
            Exported::CensusGroups => "merit, rank",
            Exported::CensusMolecules => "merit, rank, number",
            Exported::CensusRays => "outcome, measure",
        };
        format!("select * from {self:?} where config = :config order by {key}")
    }
}

impl Store {
    /// Whether the file has this table. An older file that is opened only for reading may lack some.
    pub(crate) fn has(&self, table: Exported) -> Result<bool> {
        Ok(is_named(self.file.connection(), &table.name())?)
    }

    /// The number of rows to export. Fails if the stage that fills the table is missing.
    pub(crate) fn to_export(&self, table: Exported, config: Config) -> Result<u64> {
        if table.is_of_a_census() && !self.has(table)? {
            return Err(Error::NoCensus(config));
        }
        if !self.has(table)? {
            return Err(table.missing());
        }
        let connection = self.file.connection();
        let counted = |what: &str| count(connection, config, what);
        match table {
            Exported::Configurations => explored(connection, config).map(|_| 1),
            Exported::Molecules => {
                done(connection, config, Stage::Explore)?;
                Ok(config.molecules())
            }
            Exported::Spectrums
            | Exported::SpectralGroups
            | Exported::AmbiguousMolecules
            | Exported::Twins => {
                done(connection, config, Stage::UpdateSpectrum)?;
                // These sums are the numbers of rows of the views, which take long to count.
                counted(match table {
                    Exported::AmbiguousMolecules => "coalesce(sum(nb_mol), 0) from Spectrums",
                    Exported::Twins => "coalesce(sum(nb_mol * (nb_mol - 1) / 2), 0) from Spectrums",
                    _ => "count(*) from Spectrums",
                })
            }
            _ if counted("count(finished_at) from Censuses")? == 0 => Err(Error::NoCensus(config)),
            _ => counted(&format!("count(*) from {table:?}")),
        }
    }

    pub(crate) fn columns(&self, table: Exported) -> Result<Vec<Column>> {
        let connection = self.file.connection();
        // Views are safe, because opening the file has checked them.
        connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, true)?;
        let statement = connection.prepare(&table.rows())?;
        let columns = statement.column_names().map(|name| Column {
            name: name.to_owned(),
            kind: ColumnType::of(name),
        });
        Ok(columns.collect())
    }

    /// Calls `each` with every row of a configuration, in the order of the primary key.
    pub(crate) fn export(
        &self,
        table: Exported,
        config: Config,
        mut each: impl FnMut(&[Cell<'_>]) -> Result<()>,
    ) -> Result<()> {
        let columns = self.columns(table)?;
        let mut statement = self.file.connection().prepare(&table.rows())?;
        let mut rows = statement.query([config])?;
        let mut count = 0_u64;
        while let Some(row) = rows.next()? {
            count += 1;
            let mut cells = [Cell::Null; molecules::COLUMNS.len() + 1];
            for (place, (cell, column)) in cells.iter_mut().zip(&columns).enumerate() {
                *cell = read(row, place, column.kind).ok_or_else(|| {
                    Error::damaged(format!(
                        "{config}, {table:?}: {} of row {count} has a value of another type",
                        column.name
                    ))
                })?;
            }
            each(&cells[..columns.len()])?;
        }
        Ok(())
    }
}

fn read<'row>(row: &'row Row<'_>, place: usize, kind: ColumnType) -> Option<Cell<'row>> {
    use ColumnType::{Count, MaybeCount, Name, Number, Text, Time};
    Some(match (row.get_ref(place).ok()?, kind) {
        (ValueRef::Text(text), Text | Name) => Cell::Text(str::from_utf8(text).ok()?),
        (ValueRef::Text(time), Time) => {
            let time = str::from_utf8(time).ok()?;
            time.parse::<Timestamp>().ok()?;
            Cell::Text(time)
        }
        (ValueRef::Null, Time | MaybeCount) => Cell::Null,
        (ValueRef::Integer(number), Number) => Cell::Number(number.try_into().ok()?),
        (ValueRef::Integer(count), Count | MaybeCount) => {
            Cell::Number(u16::try_from(count).ok()?.into())
        }
        _ => return None,
    })
}
