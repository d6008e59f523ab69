//! The ambiguity table, by `sql/ambiguity.sql`.

use rusqlite::named_params;

use super::Store;
use super::configurations::{updated, within};
use super::error::Result;
use crate::game::Config;

/// One row of the ambiguity table: the spectra that a certain number of
/// molecules share.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct AmbiguityRow {
    /// The number of molecules that share each of these spectra.
    pub molecules_per_spectrum: u64,
    /// The number of such spectra. Those that are images of each other count
    /// once.
    pub spectra_up_to_symmetry: u64,
    /// The number of such spectra.
    pub spectra: u64,
    /// The number of molecules that have one of them.
    pub molecules: u64,
}

impl Store {
    /// The ambiguity table of a configuration, fewest molecules first.
    ///
    /// # Errors
    ///
    /// If a stage of the pipeline is missing, and [`kit::Error::Damaged`] if a
    /// count cannot be true.
    pub fn ambiguity(&self, config: Config) -> Result<Vec<AmbiguityRow>> {
        let transaction = self.file.read()?;
        updated(&transaction, config)?;
        let mut statement = transaction.prepare(include_str!("../../sql/ambiguity.sql"))?;
        let mut rows = statement.query(named_params! { ":config": config.to_string() })?;
        let mut table = Vec::new();
        let mut left = config.molecules();
        while let Some(row) = rows.next()? {
            let damaged = || {
                kit::Error::Damaged(format!(
                    "the number of spectrums of {config} is not possible"
                ))
            };
            let count = |column: usize| within(row.get(column)?, config).ok_or_else(damaged);
            let row = AmbiguityRow {
                molecules_per_spectrum: count(1)?,
                spectra_up_to_symmetry: count(2)?,
                spectra: count(3)?,
                molecules: count(4)?,
            };
            left = left.checked_sub(row.molecules).ok_or_else(damaged)?;
            table.push(row);
        }
        Ok(table)
    }
}
