//! `init`.

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Program};

use super::Configuration;
use crate::error::{Error, Result};
use crate::stages;
use crate::store::Store;

/// Make room for a configuration, in a new database if there is none
#[derive(Parser, Debug)]
#[command(name = "init", version)]
pub struct Init {
    #[command(flatten)]
    configuration: Configuration,
    /// Delete the configuration's molecules, spectra and batches, if it has any
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    common: Common,
}

impl Program for Init {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = Store::from(self.common.open(Access::Create, console)?);
        stages::init::init(&mut store, self.configuration.config, self.force, console)
    }
}
