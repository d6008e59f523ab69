//! `blackbox run`.

use std::io;

use clap::Parser;
use kit::database::Access;
use kit::terminal::{Console, columns_to_wrap};
use kit::{Program, Rows};
use tables::DatabasePath;

use super::{Configuration, Planned};
use crate::error::{Error, Result};
use crate::stages;
use crate::view::ambiguity;

/// Do everything that is not done yet, and print the ambiguity table
#[derive(Parser, Debug)]
#[command(
    name = "run",
    after_help = "{} A4_B6\n{} --config A3_B5 --format csv\n{} A6_B8 --dry-run"
)]
pub(super) struct Run {
    #[command(flatten)]
    configuration: Configuration,
    /// How to write the ambiguity table
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    #[command(flatten)]
    planned: Planned,
    #[command(flatten)]
    database: DatabasePath,
}

impl Program for Run {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let opened = (self.planned).open(config, false, &self.database, Access::Create, console)?;
        let Some((mut store, plan)) = opened else {
            return Ok(());
        };
        let room = |rows| self.planned.room(&plan, rows);
        let ambiguity = stages::run::run(&mut store, config, &room, console)?;
        let out = &mut io::stdout().lock();
        match self.format {
            Rows::Text => ambiguity::write(out, &ambiguity, config, columns_to_wrap())?,
            Rows::Json => ambiguity::write_json(out, &ambiguity, config)?,
            Rows::Csv => ambiguity::write_csv(out, &ambiguity, config)?,
        }
        console.set_next_step(super::look());
        Ok(())
    }
}
