//! Reads all molecules of a configuration for a report: once, in the order of
//! the primary key, which needs no other index.

use rusqlite::named_params;

use super::Store;
use super::error::Result;
use super::molecules::{Cells, select_without};
use crate::game::{Config, RayStatistics};

/// What a report needs from a row of Molecules. The texts are as they are
/// there; whoever uses them must parse them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SurveyedRow<'a> {
    /// The molecule's number.
    pub number: u64,
    /// The molecule's text.
    pub molecule: &'a str,
    /// The spectrum's text.
    pub spectrum: &'a str,
    /// What its rays did.
    pub statistics: RayStatistics,
}

impl Store {
    /// Lets `work` read while others write: all of its queries see the same
    /// state of the file.
    ///
    /// # Errors
    ///
    /// The errors of `work`.
    pub(crate) fn at_one_moment<T, E: From<kit::Error>>(
        &self,
        work: impl FnOnce(&Store) -> Result<T, E>,
    ) -> Result<T, E> {
        let _moment = self.file.read()?;
        work(self)
    }

    /// Calls `each` with every stored molecule of a configuration, in the order
    /// of canonical numbers.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Damaged`] if a row, as far as this looks at it, cannot be
    /// what we write. The errors of `each`, at once.
    pub(crate) fn for_each_molecule(
        &self,
        config: Config,
        mut each: impl FnMut(SurveyedRow<'_>) -> Result<()>,
    ) -> Result<()> {
        let sql = select_without(
            &["config", "canonical_number", "transform"],
            "where config = :config order by canonical_number, number",
        );
        let mut statement = self.file.connection().prepare(&sql)?;
        let mut rows = statement.query(named_params! { ":config": config.to_string() })?;
        while let Some(row) = rows.next()? {
            let cells = Cells { row, config };
            each(SurveyedRow {
                number: cells.number(1)?,
                molecule: cells.text(3)?,
                spectrum: cells.text(4)?,
                statistics: cells.statistics()?,
            })?;
        }
        Ok(())
    }
}
