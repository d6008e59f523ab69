//! `init`.

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Program};

use super::{Configuration, Planned};
use crate::error::{Error, Result};
use crate::stages;

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
    planned: Planned,
    #[command(flatten)]
    common: Common,
}

impl Program for Init {
    type Error = Error;

    fn stray(argument: &str) -> Option<String> {
        super::stray(argument)
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config;
        let opened = (self.planned).open(config, true, &self.common, Access::Create, console)?;
        match opened {
            Some((mut store, _)) => stages::init::init(&mut store, config, self.force, console),
            None => Ok(()),
        }
    }
}
