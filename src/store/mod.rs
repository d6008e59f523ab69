//! SQLite: one file, the tables of the pipeline, and all the SQL there is
//! besides `sql/`.
//!
//! # Locking
//!
//! The file is in WAL mode, so readers never wait and nobody waits for them.
//! A writer takes the write lock when its transaction begins (`begin
//! immediate`), never later, because a read lock cannot be upgraded once
//! somebody else has written; it waits ten seconds for it. Exploration and
//! `init --force` agree through [`Configurations.frontier`](Explored): a batch
//! is only written if the frontier is still where its writer last saw it.
//!
//! A reader that stays for ever would make the write-ahead log grow for ever;
//! exploration waits for it when the log has a gibibyte.
//!
//! # Durability
//!
//! `synchronous` is FULL: what is committed survives a power cut. Commits are
//! few (two a second during a load), so this costs next to nothing.
//!
//! # Performance
//!
//! Pages are 16 KiB, rows arrive by the hundred in one statement and in the
//! order of the primary key, and the secondary indexes are built after the
//! load. The figures stand beside the code that each of them decided.
//!
//! # Compatibility
//!
//! Table and column names are those of the original program. A migration is
//! never edited once it has landed. Nothing in the schema needs a function
//! that plain `sqlite3` does not have.

mod ambiguity;
pub(crate) mod bulk;
mod censuses;
mod configurations;
mod connection;
mod initialise;
mod inspect;
mod log;
mod molecules;
mod spectrums;
mod survey;

pub use ambiguity::AmbiguityRow;
pub use censuses::{BegunCensus, StoredCensus};
pub use configurations::Explored;
pub use connection::{Access, Store};
pub use inspect::{
    Cell, Inspection, RawBatches, RawCensus, RawCensusGroup, RawConfiguration, RawMolecule,
    SharedSpectrum,
};
pub use molecules::{Batch, Record};
pub use spectrums::SpectrumClass;
pub use survey::SurveyedRow;
