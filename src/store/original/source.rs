//! The rows of the original's tables, one after the other, from any source.

use std::fmt;
use std::fs::{self, File};
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use kit::database::Database;
use kit::terminal::Lines;
use kit::verify::Cell;
use rusqlite::Row as SqlRow;
use watch::Stop;

use super::documents::Documents;
use super::error::OriginalError;
use super::{CONFIGURATION, MOLECULE, SPECTRUM, has_tables, is_named};
use crate::store::{Error, Result};

/// A row as it is there, without its times.
pub(crate) enum Row<'a> {
    /// Of Configurations.
    Configuration(&'a [Cell<'a>; CONFIGURATION.len()]),
    /// Of Molecules.
    Molecule(&'a [Cell<'a>; MOLECULE.len()]),
    /// Of Spectrums.
    Spectrum(&'a [Cell<'a>; SPECTRUM.len()]),
}

impl Row<'_> {
    /// The names of the columns of a row of Configurations.
    pub(crate) const CONFIGURATION: [&'static str; CONFIGURATION.len()] = CONFIGURATION;
    /// Of Molecules.
    pub(crate) const MOLECULE: [&'static str; MOLECULE.len()] = MOLECULE;
    /// Of Spectrums.
    pub(crate) const SPECTRUM: [&'static str; SPECTRUM.len()] = SPECTRUM;
}

/// The place of a row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Place {
    /// A table and a row number.
    Row(&'static str, i64),
    /// A line, from 1.
    Line(u64),
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Row(table, row) => write!(f, "row {row} of {table}"),
            Place::Line(line) => write!(f, "line {line}"),
        }
    }
}

/// The source of the original's rows.
pub(crate) struct Source {
    name: String,
    kind: Kind,
}

enum Kind {
    Sqlite(Database),
    Documents(Documents),
}

impl Source {
    /// Opens a file: an SQLite database, only to read, or documents in lines. `-` means
    /// documents on stdin. The content tells which of the two a file is.
    ///
    /// # Errors
    ///
    /// If it cannot be read, or is a database of another program.
    pub(crate) fn open(path: &Path, stop: &Stop) -> Result<Source> {
        let documents = |name, lines: std::result::Result<Lines, watch::NoThread>| {
            Ok(Source {
                kind: Kind::Documents(Documents::new(lines.map_err(kit::Error::from)?)),
                name,
            })
        };
        if path == Path::new("-") {
            return documents("stdin".to_owned(), Lines::of_stdin(stop));
        }
        let name = path.display().to_string();
        let unreadable = |source: io::Error| {
            Error::from(kit::Error::Unreadable {
                name: path.display().to_string(),
                source,
            })
        };
        let metadata = fs::metadata(path).map_err(unreadable)?;
        if metadata.is_dir() {
            return Err(kit::Error::NotAFile(path.to_owned()).into());
        }
        let mut file = BufReader::new(File::open(path).map_err(unreadable)?);
        // The beginning of a pipe can be read only once.
        let begins_as_sqlite = metadata.is_file()
            && file
                .fill_buf()
                .map_err(unreadable)?
                .starts_with(b"SQLite format 3\0");
        if !begins_as_sqlite {
            return documents(name, Lines::of(file, stop));
        }
        drop(file);
        let database = Database::open_foreign(path, stop)?;
        if !has_tables(database.connection())? {
            return Err(OriginalError::NotOriginal(name).into());
        }
        let kind = Kind::Sqlite(database);
        Ok(Source { name, kind })
    }

    /// Its name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// The number of its molecules, if that is known beforehand.
    pub(crate) fn molecules(&self) -> Result<Option<u64>> {
        match &self.kind {
            Kind::Documents(_) => Ok(None),
            Kind::Sqlite(database) => {
                let sql = "select count(*) from Molecules";
                let count = database.connection().query_row(sql, [], |row| row.get(0));
                Ok(Some(count.map(|count: i64| count as u64)?))
            }
        }
    }

    /// Calls `each` with all rows. All rows of a database are from the same state, and
    /// Configurations come first and Spectrums last. Documents come in any order.
    ///
    /// # Errors
    ///
    /// Those of `each`, [`OriginalError::NotADocument`], and if something cannot be
    /// read.
    pub(crate) fn each(
        &mut self,
        mut each: impl FnMut(Row<'_>, Place) -> Result<()>,
    ) -> Result<()> {
        let database = match &mut self.kind {
            Kind::Documents(documents) => return documents.each(&self.name, each),
            Kind::Sqlite(database) => database,
        };
        let reading = database.read()?;
        let mut go_through = |table: &'static str,
                              columns: &[&str],
                              of_row: fn(&SqlRow<'_>, &mut Visit<'_>, Place) -> Result<()>|
         -> Result<()> {
            let sql = format!("select rowid, {} from {table}", columns.join(", "));
            let mut statement = reading.prepare(&sql)?;
            let mut rows = statement.query([])?;
            while let Some(row) = rows.next()? {
                let place = Place::Row(table, row.get(0)?);
                of_row(row, &mut each, place)?;
            }
            Ok(())
        };
        go_through("Configurations", &CONFIGURATION, |row, each, place| {
            each(Row::Configuration(&cells(row)?), place)
        })?;
        go_through("Molecules", &MOLECULE, |row, each, place| {
            each(Row::Molecule(&cells(row)?), place)
        })?;
        if is_named(&reading, "Spectrums")? {
            go_through("Spectrums", &SPECTRUM, |row, each, place| {
                each(Row::Spectrum(&cells(row)?), place)
            })?;
        }
        Ok(())
    }
}

type Visit<'a> = dyn FnMut(Row<'_>, Place) -> Result<()> + 'a;

/// The cells behind the row number.
fn cells<'a, const N: usize>(row: &'a SqlRow<'_>) -> Result<[Cell<'a>; N]> {
    let mut cells = [Cell::Strange(b""); N];
    for (column, cell) in cells.iter_mut().enumerate() {
        *cell = row.get_ref(column + 1)?.into();
    }
    Ok(cells)
}
