//! The tables of the pipeline and of censuses, and all SQL outside `sql/`.
//!
//! [`kit::database`] has the file and its promises. Exploration and
//! `init --force` agree through [`Configurations.frontier`](Explored): a batch
//! is only written if the frontier is still where its writer last saw it.
//!
//! Table and column names are those of the original program. Rows arrive in
//! the order of the primary key, and the secondary indexes are built after the
//! load. The figures are next to the code that they decided.

mod censuses;
mod conditions;
mod configurations;
mod error;
mod export;
mod inspect;
mod molecules;
pub(crate) mod original;
mod portions;
mod queries;
mod shards;
mod slices;
mod spectrums;
mod twins;

pub use censuses::StoredCensus;
pub(crate) use censuses::{StoredChecksum, rehearsed};
pub(crate) use conditions::{Order, SHORT};
pub use configurations::Explored;
pub use error::{Error, Result};
pub use export::{Cell, Column, ColumnType, Exported};
pub(crate) use inspect::{
    CopiedRow, CopiedRows, Inspection, RawBatch, RawCensus, RawCensusGroup, RawConfiguration,
    RawMolecule, RawSlice,
};
pub use molecules::{Batch, Record};
pub(crate) use molecules::{COLUMNS, SurveyedRow};
pub(crate) use portions::{LARGEST_PART, Portion};
pub use queries::{Answer, QUERIES, Query};
pub(crate) use shards::{RayFact, ShardFacts, ShardWriter};
pub use spectrums::AmbiguityRow;
pub(crate) use spectrums::SpectrumClass;
pub(crate) use twins::TwinFinder;
pub use twins::Twins;

use std::path::Path;

use kit::database::{Access, Database};
use watch::Stop;

/// An open database with Black Box's tables.
#[derive(Debug)]
pub struct Store {
    file: Database,
}

impl Store {
    /// Opens the database at `path`, see [`Database::open`].
    ///
    /// # Errors
    ///
    /// Those of [`Database::open`].
    pub fn open(path: &Path, access: Access, stop: &Stop) -> Result<Store> {
        Ok(tables::open(path, access, stop)?.into())
    }

    /// The database, as a file.
    pub(crate) fn file(&self) -> &Database {
        &self.file
    }

    /// The database, as a file.
    pub fn file_mut(&mut self) -> &mut Database {
        &mut self.file
    }
}

impl From<Database> for Store {
    fn from(file: Database) -> Store {
        Store { file }
    }
}
