//! The beginning of a configuration: its row, and no molecules.

use kit::database::Writing;
use rusqlite::named_params;

use super::error::{Error, Result};
use super::{Store, configurations, molecules};
use crate::game::Config;

impl Store {
    /// Adds the configuration's row if it does not have one. With `force`,
    /// deletes its molecules and everything that follows from them. Returns
    /// the number of deleted molecules.
    ///
    /// # Errors
    ///
    /// [`Error::HasMolecules`] without `force`.
    pub fn initialise(&mut self, config: Config, force: bool) -> Result<u64> {
        let transaction = self.file.write_long()?;
        // Counts the rows themselves: the number in the configuration's row
        // may be damaged, and this repairs it.
        if !force {
            let molecules = molecules::count(&transaction, config)?;
            if molecules > 0 {
                return Err(Error::HasMolecules { config, molecules });
            }
        }
        let deleted = begin_anew(&transaction, config)?;
        transaction.commit()?;
        Ok(deleted)
    }
}

/// Deletes everything about a configuration in the tables of the pipeline, and adds its row.
/// Returns the number of deleted molecules.
pub(super) fn begin_anew(transaction: &Writing<'_>, config: Config) -> Result<u64> {
    let deleted = molecules::delete(transaction, config)?;
    let name = config.to_string();
    for table in ["Spectrums", "Batches", "Configurations"] {
        transaction.execute(
            &format!("delete from {table} where config = :config"),
            named_params! { ":config": name },
        )?;
    }
    configurations::add(transaction, config)?;
    Ok(deleted)
}
