//! `explore`: finds, traces and stores every molecule of a configuration.

pub mod run;

use app::terminal::Console;
use app::{Command, Hint, Program};
use clap::Parser;
use tables::DatabasePath;

use crate::commands::{Configuration, WaitOption, after_pipeline, compare, init};
use crate::plan::PlanOptions;

/// Store every molecule of a configuration, with its spectrum and the statistics of its rays
///
/// The command creates the database if there is none. After Ctrl-C, the same command continues
/// where it stopped.
#[derive(Parser, Debug)]
#[command(name = "explore", after_help = "{} A4_B6\n{} --config A5_B8 --dry-run")]
pub struct Explore {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    others: WaitOption,
    #[command(flatten)]
    planned: PlanOptions,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Explore {
    fn run(&self, console: &Console) -> app::Result<()> {
        let config = self.configuration.config();
        let opened = self.planned.open(config, false, &self.database, console)?;
        let Some((mut store, plan)) = opened else {
            return Ok(());
        };
        let room = |rows| self.planned.room(&plan, rows);
        init::init_if_new(&mut store, config, console)?;
        run::explore(&mut store, config, &room, self.others.wait(), console)?;
        let state = store.explored(config)?;
        console.set_next_step(if !state.spectrums_initialised {
            let next = Hint::run(Command::new("init-spectrum"));
            next.and(" collects the ambiguous spectra")
        } else if !state.spectrums_updated {
            compare()
        } else {
            after_pipeline(config)
        });
        Ok(())
    }
}
