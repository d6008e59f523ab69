//! `blackbox import`.

use std::path::PathBuf;

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Program};
use watch::Watcher;

use super::open;
use crate::error::{Error, Result};
use crate::game::Config;
use crate::stages;
use crate::store::original::Source;

/// Bring in what the original program, in Raku, has found
///
/// Everything is recomputed cell by cell, as `verify` does, and nothing is stored
/// unless all of it is right. What is half done is gone on with by `run`.
#[derive(Parser, Debug)]
#[command(name = "import", version)]
pub(super) struct Import {
    /// The original's SQLite database, which is only read, or its MongoDB documents, one a
    /// line; - reads these from stdin
    file: PathBuf,
    /// Only this configuration; may be given several times [default: all]
    #[arg(long = "config", value_name = "An_Bp")]
    configs: Vec<Config>,
    /// Replace configurations that have molecules here already
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

impl Program for Import {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        // What cannot be read makes no database.
        let source = Source::open(&self.file, console.stop())?;
        let mut store = open(&self.common, Access::Create, console)?;
        stages::import::import(&mut store, source, &self.configs, self.force, console)
    }
}
