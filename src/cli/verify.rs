//! `blackbox verify`.

use std::io;

use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Program};

use super::{Configuration, open};
use crate::error::{Error, Result};
use crate::stages::verify::{Sample, verify};

/// Check what is stored of a configuration against the rules, row by row
///
/// Everything is recomputed cell by cell, by a second, plain implementation of
/// the rules. A line is printed for each check, and the exit code is 0 only if
/// everything is there and right.
#[derive(Parser, Debug)]
#[command(name = "verify", version)]
pub(super) struct Verify {
    #[command(flatten)]
    configuration: Configuration,
    /// Trace the rays of only this percentage of rows, chosen by chance; all
    /// other checks are still made of all rows
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    sample: Option<f64>,
    /// Where chance begins, as an earlier run has printed it [default: another
    /// one each time]
    #[arg(long, value_name = "SEED", requires = "sample")]
    seed: Option<u64>,
    #[command(flatten)]
    common: Common,
}

fn percent(text: &str) -> Result<f64, String> {
    text.parse()
        .ok()
        .filter(|percent| *percent > 0.0 && *percent <= 100.0)
        .ok_or_else(|| "a number above 0 and up to 100 is wanted".to_owned())
}

impl Program for Verify {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config;
        let sample = self.sample.map(|percent| Sample {
            percent,
            seed: self.seed.unwrap_or_else(kit::fresh_seed),
        });
        let mut store = open(&self.common, Access::Read, console)?;
        verify(
            &mut store,
            config,
            sample,
            console,
            &mut io::stdout().lock(),
        )
    }
}
