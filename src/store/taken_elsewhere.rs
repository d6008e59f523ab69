//! Stores censuses that were taken elsewhere, each as a whole.

use rusqlite::named_params;

use super::Store;
use super::censuses::{delete_findings, find, insert_findings, store_checksum};
use super::error::{Error, Result};
use super::portions::Portion;
use crate::census::{Census, GROUPED_BY_KEYS, HASH_VERSION};
use crate::game::Config;

impl Store {
    /// Stores a finished census: one from portions, whose buckets follow each other, or,
    /// without portions, one that was grouped by keys. With `force`, it replaces another
    /// one.
    ///
    /// # Errors
    ///
    /// [`Error::HasCensus`]. Also if its sums are wrong, or if the database cannot be
    /// written.
    pub(crate) fn import_census(
        &mut self,
        config: Config,
        census: &Census,
        portions: &[Portion],
        force: bool,
    ) -> Result<()> {
        census.check()?;
        let transaction = self.file.write()?;
        let name = config.to_string();
        if !force && find(&transaction, config)?.is_some() {
            return Err(Error::HasCensus(config));
        }
        for table in ["Censuses", "CensusPasses"] {
            transaction.execute(
                &format!("delete from {table} where config = :config"),
                named_params! { ":config": name },
            )?;
        }
        delete_findings(&transaction, config)?;
        let (hash_version, buckets) = match portions {
            [] => (GROUPED_BY_KEYS, 1),
            _ => (HASH_VERSION, census.buckets() as i64),
        };
        transaction.execute(
            "insert into Censuses (config, nb_mol, nb_canonical, hash_version, buckets,
                                   frontier, canonical_found, begun_at, finished_at)
             values (:config, :nb_mol, :nb_canonical, :hash_version, :buckets,
                     :buckets, :canonical_found,
                     strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            named_params! {
                ":config": name,
                ":nb_mol": config.molecules() as i64,
                ":nb_canonical": config.canonical_molecules() as i64,
                ":hash_version": hash_version,
                ":buckets": buckets,
                ":canonical_found": census.findings().canonical as i64,
            },
        )?;
        for portion in portions {
            transaction.execute(
                "insert into CensusPasses (config, frontier, memory, threads, seconds, committed_at)
                 values (:config, :frontier, :memory, :threads, :seconds,
                         strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
                named_params! {
                    ":config": name,
                    ":frontier": portion.to as i64,
                    ":memory": portion.memory as i64,
                    ":threads": portion.threads as i64,
                    ":seconds": portion.seconds,
                },
            )?;
        }
        insert_findings(&transaction, config, census.findings())?;
        store_checksum(&transaction, config)?;
        transaction.commit()?;
        Ok(())
    }
}
