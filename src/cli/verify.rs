//! `blackbox verify`.

use std::io;
use std::path::{Path, PathBuf};

use clap::Parser;
use kit::database::Access;
use kit::output::{print, write_json};
use kit::terminal::Console;
use kit::{Common, Program, Rows, Seed};
use tables::DatabasePath;

use super::open;
use crate::error::{Error, Result};
use crate::game::Config;
use crate::stages::strategy::check_file;
use crate::stages::verify::{Sample, verify};
use crate::view;

/// Check what is stored against the rules, row by row
///
/// A second, plain implementation of the rules computes everything again. Prints a line for
/// each check. The exit code is 0 only if everything is there and right.
///
/// Without --config, it checks the whole file: SQLite's integrity check, and every
/// configuration in it. With --config, it reads only what belongs to that configuration.
#[derive(Parser, Debug)]
#[command(
    name = "verify",
    after_help = "{}\n{} A4_B6\n{} --config A4_B6 --sample 10 --format json"
)]
pub(super) struct Verify {
    /// Check only this configuration: n atoms in a box of p by p cells [default: the whole
    /// file]
    #[arg(value_name = "An_Bp")]
    named: Option<Config>,
    /// The same, as an option
    #[arg(long, value_name = "An_Bp", conflicts_with = "named")]
    config: Option<Config>,
    /// Trace the rays of only this percentage of the rows, chosen at random; all other
    /// checks still look at all rows
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    sample: Option<f64>,
    #[command(flatten)]
    seed: Seed,
    /// Check this strategy instead: play it for every molecule
    #[arg(long, value_name = "FILE", conflicts_with_all = ["named", "config", "sample"])]
    strategy: Option<PathBuf>,
    /// How to write the checks
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    #[command(flatten)]
    database: DatabasePath,
    #[command(flatten)]
    common: Common,
}

fn percent(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|percent| *percent > 0.0 && *percent <= 100.0)
        .ok_or_else(|| "expected a number above 0, up to 100".to_owned())
}

impl Program for Verify {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        if self.sample.is_none() && self.seed.given().is_some() {
            return Err(
                kit::Error::Usage("--seed chooses the rows of a --sample".to_owned()).into(),
            );
        }
        if let Some(path) = &self.strategy {
            return self.strategy(path, console);
        }
        // The result says the seed.
        let sample = self.sample.map(|percent| Sample {
            percent,
            seed: self.seed.given().unwrap_or_else(kit::fresh_seed),
        });
        let mut store = open(&self.database, Access::Read, console)?;
        verify(
            &mut store,
            self.named.or(self.config),
            sample,
            console,
            (self.format, &mut io::stdout().lock()),
        )
    }
}

impl Verify {
    fn strategy(&self, path: &Path, console: &Console) -> Result<()> {
        let (tree, played) = check_file(path, console)?;
        print(|out| -> Result<()> {
            match self.format {
                Rows::Text => view::strategy::write_proof(out, &tree, &played)?,
                Rows::Json => write_json(out, &view::strategy::document(&tree, &played))?,
                Rows::Csv => view::strategy::write_csv(out, &tree, &played)?,
            }
            Ok(())
        })
    }
}
