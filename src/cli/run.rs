//! `blackbox run`.

use std::io;

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Program};

use super::{Configuration, Planned};
use crate::error::{Error, Result};
use crate::stages;
use crate::view::ambiguity;

/// Run all stages that are still to be done, and print the ambiguity table
#[derive(Parser, Debug)]
#[command(name = "run", version)]
pub(super) struct Run {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    planned: Planned,
    #[command(flatten)]
    common: Common,
}

impl Program for Run {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config;
        let opened = (self.planned).open(config, false, &self.common, Access::Create, console)?;
        let Some((mut store, plan)) = opened else {
            return Ok(());
        };
        let room = |rows| self.planned.room(&plan, rows);
        let ambiguity = stages::run::run(&mut store, config, &room, console)?;
        Ok(ambiguity::write(
            &mut io::stdout().lock(),
            &ambiguity,
            config,
        )?)
    }
}
