//! What a report reads: all molecules of a configuration, once, in the order
//! of the primary key, which needs no index.

use rusqlite::named_params;

use super::Store;
use crate::error::{Error, Result};
use crate::game::{Config, RayStatistics, Tally};

/// What a report wants to know of a row of Molecules. The texts are as they
/// stand there; whoever uses them has to read them as what they should be.
#[derive(Clone, Copy, Debug)]
pub struct SurveyedRow<'a> {
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
    /// Lets `work` read as if nobody wrote meanwhile: all of its queries see
    /// the same state of the file.
    ///
    /// # Errors
    ///
    /// What `work` fails with.
    pub fn at_one_moment<T>(&self, work: impl FnOnce(&Store) -> Result<T>) -> Result<T> {
        let transaction = self.connection.unchecked_transaction()?;
        let result = work(self);
        // Nothing was written, and nothing is lost.
        transaction.rollback()?;
        result
    }

    /// Shows every stored molecule of a configuration to `each`, canonical
    /// numbers ascending.
    ///
    /// # Errors
    ///
    /// [`Error::Damaged`] if a row cannot be what we would have written, as
    /// far as this looks at it; whatever `each` fails with, at once.
    pub fn for_each_molecule(
        &self,
        config: Config,
        mut each: impl FnMut(SurveyedRow<'_>) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.connection.prepare(
            "select number, molecule, spectrum,
                    absorbed_number, absorbed_max_length, absorbed_max_turns,
                    absorbed_tot_length, absorbed_tot_turns,
                    reflected_number, reflected_max_length, reflected_max_turns,
                    reflected_tot_length, reflected_tot_turns,
                    out_number, out_max_length, out_max_turns,
                    out_tot_length, out_tot_turns,
                    reflected_edge, reflected_deep
               from Molecules
              where config = :config
              order by canonical_number, number",
        )?;
        let mut rows = statement.query(named_params! { ":config": config.to_string() })?;
        while let Some(row) = rows.next()? {
            let damaged = |what: &str| {
                let number: i64 = row.get(0).unwrap_or_default();
                Error::Damaged(format!("{config}, molecule {number}: {what}"))
            };
            let text = |column: usize| -> Result<&str> {
                row.get_ref(column)?
                    .as_str()
                    .map_err(|_| damaged("a text is none"))
            };
            let count = |column: usize| -> Result<u16> {
                row.get(column)
                    .map_err(|_| damaged("a number of its rays is out of range"))
            };
            let tally = |first: usize| -> Result<Tally> {
                Ok(Tally {
                    number: count(first)?,
                    max_length: count(first + 1)?,
                    max_turns: count(first + 2)?,
                    tot_length: count(first + 3)?,
                    tot_turns: count(first + 4)?,
                })
            };
            let number = u64::try_from(row.get::<_, i64>(0)?).ok();
            each(SurveyedRow {
                number: number.ok_or_else(|| damaged("its number is out of range"))?,
                molecule: text(1)?,
                spectrum: text(2)?,
                statistics: RayStatistics {
                    absorbed: tally(3)?,
                    reflected: tally(8)?,
                    out: tally(13)?,
                    reflected_edge: count(18)?,
                    reflected_deep: count(19)?,
                },
            })?;
        }
        Ok(())
    }
}
