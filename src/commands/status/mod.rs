//! `blackbox status`: lists what is stored, and which processes are at work.

use app::RowFormat;
use app::output::print;
use app::terminal::Console;
use clap::Args;
use db::Access;
use draw::words::{duration, percent, thousands};
use rusqlite::types::Value;
use tables::DatabasePath;

use crate::board::Config;
use crate::commands::{counted_config, open};
use crate::error::Result;
use crate::output::result_table;
use crate::store::{LongWork, ResultTable, Store};

/// Show the progress of each configuration, and the running processes
///
/// The command prints a row for each exploration and each census in the database, finished or not.
/// While a process is working on one of them, the row also has the process ID, the speed and the
/// time left.
#[derive(Args, Debug)]
#[command(after_help = "{}\n{} A4_B6\n{} --format json")]
pub(super) struct StatusCommand {
    /// Only this configuration: n atoms in a box of p by p cells [default: all]
    #[arg(value_name = "An_Bp", value_parser = counted_config)]
    named: Option<Config>,
    /// Same as the argument An_Bp
    #[arg(long, short, value_name = "An_Bp", value_parser = counted_config, conflicts_with = "named")]
    config: Option<Config>,
    /// How to write the rows
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
    #[command(flatten)]
    database: DatabasePath,
}

/// The titles of the columns in text, and their names in JSON and CSV.
const COLUMNS: [(&str, &str); 9] = [
    ("config", "config"),
    ("work", "work"),
    ("state", "state"),
    ("done", "done"),
    ("of", "total"),
    ("%", "percent"),
    ("per s", "per_second"),
    ("time left", "seconds_left"),
    ("process", "process"),
];

impl StatusCommand {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let store = open(&self.database, Access::Read, console)?;
        let only = self.named.or(self.config);
        let mut configs = store.configs()?;
        if let Some(config) = only {
            configs.retain(|known| *known == config);
            if configs.is_empty() {
                return Err(store.not_initialised(config));
            }
        }
        let mut rows = Vec::new();
        for config in configs {
            for work in [LongWork::Explore, LongWork::Census] {
                rows.extend(self.row(&store, config, work)?);
            }
        }
        let is_text = self.format == RowFormat::Text;
        let title = |(text, name): (&str, &str)| if is_text { text } else { name }.to_owned();
        let columns = COLUMNS.map(title).into();
        let table = ResultTable { columns, rows };
        print(|out| result_table::write(out, table, self.format))
    }

    fn row(&self, store: &Store, config: Config, work: LongWork) -> Result<Option<Vec<Value>>> {
        let worker = store.worker(config, work)?;
        let Some((state, mut done)) = (match work {
            LongWork::Explore => explored(store, config)?,
            LongWork::Census => counted(store, config)?,
        }) else {
            return Ok(None);
        };
        let number = |number: u64| match self.format {
            RowFormat::Text => thousands(number).into(),
            _ => (number as i64).into(),
        };
        let (mut state, mut pace) = (state.to_owned(), [Value::Null, Value::Null, Value::Null]);
        if let Some(worker) = worker {
            state = "at work".to_owned();
            done = worker.done;
            let rate = worker.rate().map(|rate| number(rate as u64));
            let left = worker.left().map(|left| match self.format {
                RowFormat::Text => duration(left).into(),
                _ => (left.as_secs() as i64).into(),
            });
            pace = [rate, left, Some(i64::from(worker.process).into())]
                .map(|cell| cell.unwrap_or(Value::Null));
        }
        let all = config.molecules();
        let [rate, left, process] = pace;
        Ok(Some(vec![
            config.to_string().into(),
            work.name().to_owned().into(),
            state.into(),
            number(done),
            number(all),
            percent(done, all).parse::<f64>().unwrap_or_default().into(),
            rate,
            left,
            process,
        ]))
    }
}

/// The state of the pipeline as a word, and its progress in molecules.
fn explored(store: &Store, config: Config) -> Result<Option<(&'static str, u64)>> {
    Ok(store.find_explored(config)?.map(|found| {
        let stages = (found.spectrums_initialised, found.spectrums_updated);
        let state = match (found.explored, stages) {
            (true, (true, true)) => "done",
            (true, (true, false)) => "next: update-spectrum",
            (true, (false, _)) => "next: init-spectrum",
            _ if found.stored == 0 => "empty",
            _ => "stopped",
        };
        (state, found.stored)
    }))
}

/// The state of the census as a word, and its progress in molecules.
fn counted(store: &Store, config: Config) -> Result<Option<(&'static str, u64)>> {
    Ok(store.census(config)?.map(|stored| {
        let done = config.molecules().saturating_sub(stored.census.work());
        match stored.census.is_finished() {
            true => ("done", config.molecules()),
            false => ("stopped", done),
        }
    }))
}
