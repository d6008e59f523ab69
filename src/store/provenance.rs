//! The table Provenance: which program finished a stage of a configuration, and when.

use rusqlite::Connection;

use super::NOW;
use crate::board::Config;
use crate::error::Result;

/// The stages of the pipeline.
pub(super) const PIPELINE: &[&str] = &["explore", "init-spectrum", "update-spectrum"];

/// The stage that counts without storing molecules.
pub(super) const CENSUS: &str = "census";

/// Records that this program has finished a stage now.
pub(super) fn note(connection: &Connection, config: Config, stage: &str) -> Result<()> {
    let sql = format!(
        "insert or replace into Provenance (config, stage, program, version, finished_at)
         values (?1, ?2, 'blackbox', ?3, {NOW})"
    );
    connection.execute(&sql, (config, stage, app::VERSION))?;
    Ok(())
}

/// Deletes the records of some stages.
pub(super) fn forget(connection: &Connection, config: Config, stages: &[&str]) -> Result<()> {
    for stage in stages {
        let sql = "delete from Provenance where config = ?1 and stage = ?2";
        connection.execute(sql, (config, stage))?;
    }
    Ok(())
}
