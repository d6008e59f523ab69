//! `explore`.

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, DatabasePath, Program};

use super::{Configuration, Planned};
use crate::error::{Error, Result};
use crate::game::Tracer;
use crate::stages;

/// Find, trace and store every molecule of a configuration; continues where it stopped
#[derive(Parser, Debug)]
#[command(name = "explore")]
pub struct Explore {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    planned: Planned,
    #[command(flatten)]
    database: DatabasePath,
    #[command(flatten)]
    common: Common,
}

impl Program for Explore {
    type Error = Error;

    fn stray(argument: &str) -> Option<String> {
        super::stray(argument)
    }

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config;
        let opened = (self.planned).open(config, false, &self.database, Access::Write, console)?;
        let Some((mut store, plan)) = opened else {
            return Ok(());
        };
        let room = |rows| self.planned.room(&plan, rows);
        stages::explore::explore(&mut store, config, Tracer::best(), &room, console)
    }
}
