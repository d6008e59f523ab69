//! `blackbox import`.

pub mod run;

use std::path::PathBuf;

use clap::Args;
use kit::database::Access;
use kit::terminal::Console;
use tables::DatabasePath;
use watch::Watcher;

use crate::commands::{Configs, open};
use crate::error::Result;

use crate::store::original::Original;

/// Import what the original program, in Raku, has found
///
/// The rules are applied to every row again. Nothing is stored unless everything is right. `run`
/// continues what is half done.
#[derive(Args, Debug)]
#[command(
    after_help = "{} Black-Box.db --db data/imported.db\n{} Black-Box.db --config A3_B4 --db data/other.db"
)]
pub(super) struct Import {
    /// The original's SQLite database, which is only read
    file: PathBuf,
    /// Only these configurations, one or a range such as A0..6_B8; may be given several
    /// times [default: all]
    #[arg(long = "config", value_name = "An_Bp")]
    configs: Vec<Configs>,
    /// Start again, whatever is stored
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    database: DatabasePath,
}

impl Import {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        // What cannot be read makes no database.
        let original = Original::open(&self.file, console.stop())?;
        let mut store = open(&self.database, Access::Create, console)?;
        let configs = self.configs.iter().flat_map(|some| &some.0);
        let configs: Vec<_> = configs.copied().collect();
        run::import(&mut store, &original, &configs, self.force, console)
    }
}
