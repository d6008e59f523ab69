//! `explore`.

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Program};

use super::Configuration;
use crate::error::{Error, Result};
use crate::game::Tracer;
use crate::stages;
use crate::store::Store;

/// Find, trace and store every molecule of a configuration; goes on where it stopped
#[derive(Parser, Debug)]
#[command(name = "explore", version)]
pub struct Explore {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    common: Common,
}

impl Program for Explore {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = Store::from(self.common.open(Access::Write, console)?);
        stages::explore::explore(
            &mut store,
            self.configuration.config,
            Tracer::best(),
            console,
        )
    }
}
