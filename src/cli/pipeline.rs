//! The stages of the pipeline, and `run`, which does what is left of them.

use clap::{Args, Parser};
use kit::database::Access;
use kit::output::{print, write_json};
use kit::terminal::{Console, columns_to_wrap};
use kit::{Command, Hint, Program, Rows};
use tables::DatabasePath;

use super::{Configuration, open};
use crate::error::{Error, Result};
use crate::game::Config;
use crate::stages;
use crate::stages::plan::Wish;
use crate::view::ambiguity;

/// Make room for a configuration; makes the database if it does not exist
#[derive(Parser, Debug)]
#[command(name = "init", after_help = "{} A5_B5\n{} A4_B6 --force")]
pub struct Init {
    #[command(flatten)]
    configuration: Configuration,
    /// Start again, whatever is stored
    #[arg(long)]
    force: bool,
    #[command(flatten)]
    planned: Wish,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Init {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let opened = self.planned.open(config, true, &self.database, console)?;
        if let Some((mut store, _)) = opened {
            stages::init::init(&mut store, config, self.force, console)?;
            let next = Hint::run(Command::new("explore"));
            console.set_next_step(next.and(" finds and stores its molecules"));
        }
        Ok(())
    }
}

/// Find, trace and store every molecule of a configuration; continues where it stopped
///
/// Without a database, it makes one. If you stop it with Ctrl-C, the same command continues.
#[derive(Parser, Debug)]
#[command(name = "explore", after_help = "{} A4_B6\n{} --config A5_B8 --dry-run")]
pub struct Explore {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    planned: Wish,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Explore {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let opened = self.planned.open(config, false, &self.database, console)?;
        let Some((mut store, plan)) = opened else {
            return Ok(());
        };
        let room = |rows| self.planned.room(&plan, rows);
        stages::init::init_if_new(&mut store, config, console)?;
        stages::explore::explore(&mut store, config, &room, console)?;
        let state = store.explored(config)?;
        console.set_next_step(if !state.spectrums_initialised {
            let next = Hint::run(Command::new("init-spectrum"));
            next.and(" collects the ambiguous spectra")
        } else if !state.spectrums_updated {
            compare()
        } else {
            look(config)
        });
        Ok(())
    }
}

/// Collect the spectra that several molecules share
#[derive(Parser, Debug)]
#[command(
    name = "init-spectrum",
    after_help = "{} A4_B6\n{} --config A4_B6 --db data/blackbox.db"
)]
pub struct InitSpectrum {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for InitSpectrum {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = open(&self.database, Access::Write, console)?;
        stages::init_spectrum::init_spectrum(&mut store, self.configuration.config(), console)?;
        console.set_next_step(compare());
        Ok(())
    }
}

/// Find the collected spectra that are images of each other
#[derive(Parser, Debug)]
#[command(
    name = "update-spectrum",
    after_help = "{} A4_B6\n{} --config A4_B6 --db data/blackbox.db"
)]
pub struct UpdateSpectrum {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for UpdateSpectrum {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = open(&self.database, Access::Write, console)?;
        let config = self.configuration.config();
        stages::update_spectrum::update_spectrum(&mut store, config, console)?;
        console.set_next_step(look(config));
        Ok(())
    }
}

/// Do everything that is not done yet, and print the ambiguity table
#[derive(Args, Debug)]
#[command(after_help = "{} A4_B6\n{} --config A3_B5 --format csv\n{} A6_B8 --dry-run")]
pub(super) struct Run {
    #[command(flatten)]
    configuration: Configuration,
    /// How to write the ambiguity table
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    #[command(flatten)]
    planned: Wish,
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
        let table = stages::run::run(&mut store, config, &room, console)?;
        print(|out| match self.format {
            Rows::Text => ambiguity::write(out, &table, config, columns_to_wrap()),
            Rows::Json => write_json(out, &ambiguity::table(&table, config)),
            Rows::Csv => ambiguity::write_csv(out, [(&config.to_string()[..], &table[..])]),
        })?;
        console.set_next_step(look(config));
        Ok(())
    }
}

/// What comes when the ambiguous spectra are collected.
fn compare() -> Hint {
    let next = Hint::run(Command::new("update-spectrum"));
    next.and(" finds out which of them are images of each other")
}

/// What comes after the whole pipeline.
fn look(config: Config) -> Hint {
    let (from, to) = match config.molecules() {
        few @ ..10 => (1, few),
        _ => (5, 10),
    };
    let display = Command::new("display").option("--from", from);
    let hint = Hint::run(display.option("--to", to)).and(" shows molecules, ");
    let query = Command::new("query").argument("distant-twins");
    hint.and_run(query).and(" asks a question")
}
