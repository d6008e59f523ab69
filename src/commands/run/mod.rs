//! `blackbox run`: runs the remaining stages, and prints the ambiguity table.

use app::RowFormat;
use app::terminal::Console;
use clap::Args;
use tables::DatabasePath;
use watch::Watcher;

use crate::board::Config;
use crate::census::AmbiguityRow;
use crate::commands::explore::run::explore;
use crate::commands::init::init_if_new;
use crate::commands::init_spectrum::init_spectrum;
use crate::commands::update_spectrum::update_spectrum;
use crate::commands::{Configuration, WaitOption, after_pipeline};
use crate::error::Result;
use crate::output::ambiguity::Ambiguity;
use crate::output::show::print;
use crate::plan::PlanOptions;
use crate::store::Store;

/// Run explore, init-spectrum and update-spectrum as needed, and print a table of the ambiguous
/// spectra
#[derive(Args, Debug)]
#[command(after_help = "{} A4_B6\n{} --config A3_B5 --format csv\n{} A6_B8 --dry-run")]
pub(super) struct Run {
    #[command(flatten)]
    configuration: Configuration,
    /// How to write the table
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
    #[command(flatten)]
    others: WaitOption,
    #[command(flatten)]
    planned: PlanOptions,
    #[command(flatten)]
    database: DatabasePath,
}

impl Run {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let opened = self.planned.open(config, false, &self.database, console)?;
        let Some((mut store, plan)) = opened else {
            return Ok(());
        };
        let room = |rows| self.planned.room(&plan, rows);
        let rows = run(&mut store, config, &room, self.others.wait(), console)?;
        let table = Ambiguity { config, rows };
        print(&table, self.format)?;
        console.set_next_step(after_pipeline(config));
        Ok(())
    }
}

/// Runs the remaining stages of a configuration, and returns its ambiguity table. `room` and `wait` are as in
/// [`explore`].
pub fn run(
    store: &mut Store,
    config: Config,
    room: &dyn Fn(u64) -> Result<()>,
    wait: bool,
    watcher: &dyn Watcher,
) -> Result<Vec<AmbiguityRow>> {
    init_if_new(store, config, watcher)?;
    explore(store, config, room, wait, watcher)?;
    if !store.explored(config)?.spectrums_initialised {
        init_spectrum(store, config, watcher)?;
    }
    if !store.explored(config)?.spectrums_updated {
        update_spectrum(store, config, watcher)?;
    }
    store.ambiguity(config)
}
