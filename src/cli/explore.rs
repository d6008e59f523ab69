//! `explore`.

use clap::Parser;

use super::{Common, Configuration, Program};
use crate::error::Result;
use crate::game::Tracer;
use crate::stages;
use crate::store::Access;
use crate::terminal::Console;

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
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = self.common.open(Access::Write, console)?;
        stages::explore::explore(
            &mut store,
            self.configuration.config,
            Tracer::best(),
            console,
        )
    }
}
