//! `init`: makes room for a configuration.

pub mod run;

use app::terminal::Console;
use app::{Command, Hint, Program};
use clap::Parser;
use tables::DatabasePath;

use crate::commands::Configuration;
use crate::error::{Error, Result};
use crate::plan::PlanOptions;

/// Add a configuration to the database, and make the database if there is none
#[derive(Parser, Debug)]
#[command(name = "init", after_help = "{} A5_B5\n{} A4_B6 --force")]
pub struct Init {
    #[command(flatten)]
    configuration: Configuration,
    /// Start again, whatever is stored
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    planned: PlanOptions,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Init {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let opened = self.planned.open(config, true, &self.database, console)?;
        if let Some((mut store, _)) = opened {
            run::init(&mut store, config, self.force, console)?;
            let next = Hint::run(Command::new("explore"));
            console.set_next_step(next.and(" finds and stores its molecules"));
        }
        Ok(())
    }
}
