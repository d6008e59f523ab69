//! A configuration's beginning: its row, and nothing stored of it.

use kit::database::Writing;
use rusqlite::named_params;

use super::error::{Error, Result};
use super::{Store, configurations, molecules};
use crate::game::Config;

impl Store {
    /// Adds the configuration's row if it has none. Where it has molecules,
    /// they are deleted with everything that follows from them if `force`
    /// says so. Returns how many were deleted.
    ///
    /// # Errors
    ///
    /// [`Error::HasMolecules`] without `force`.
    pub fn initialise(&mut self, config: Config, force: bool) -> Result<u64> {
        let transaction = self.file.write_long()?;
        // The rows themselves are counted: what the configuration's own
        // row says of them may be damaged, and this is what mends it.
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

/// Deletes all that there is of a configuration in the tables of the pipeline and adds its
/// row. Returns how many molecules were deleted.
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
