//! A configuration's beginning: its row, and nothing stored of it.

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
        let deleted = molecules::delete(&transaction, config)?;
        let name = config.to_string();
        for table in ["Spectrums", "Batches", "Configurations"] {
            transaction.execute(
                &format!("delete from {table} where config = :config"),
                named_params! { ":config": name },
            )?;
        }
        configurations::add(&transaction, config)?;
        transaction.commit()?;
        Ok(deleted)
    }
}
