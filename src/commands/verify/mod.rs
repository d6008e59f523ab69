//! `blackbox verify`.

mod report;
pub mod run;

use std::io;

use app::terminal::Console;
use app::{RowFormat, Seed};
use clap::Args;
use db::Access;
use tables::DatabasePath;

use crate::board::Config;
use crate::census::Part;
use crate::commands::verify::run::{Recount, Sample, SliceChoice, verify};
use crate::commands::{counted_config, open, usage};
use crate::error::Result;

/// Check the database against the rules, row by row
///
/// A second, plain implementation of the rules recomputes every row, except the counts of a census, which
/// need --recount. The command prints the result of each check. The exit code is 0 only if no row is
/// missing and all checked rows are right.
///
/// Without a configuration, the command runs SQLite's integrity check, and verifies every
/// configuration in the file. With one, it reads only the rows of that configuration.
#[derive(Args, Debug)]
#[command(after_help = "{}\n{} A4_B6 --format json\n{} --config A5_B6 --recount")]
pub(super) struct Verify {
    /// Check only this configuration: n atoms in a box of p by p cells [default: the whole
    /// file]
    #[arg(value_name = "An_Bp", value_parser = counted_config)]
    named: Option<Config>,
    /// Same as the argument An_Bp
    #[arg(long, short, value_name = "An_Bp", value_parser = counted_config, conflicts_with = "named")]
    config: Option<Config>,
    /// Count slices of the census of An_Bp again: NUMBER slices chosen at random (one, if no value is
    /// given), slice I of N, or all
    #[arg(long, value_name = "NUMBER|I/N|all", value_parser = recount)]
    #[arg(num_args = 0..=1, default_missing_value = "1")]
    recount: Option<Recount>,
    /// Recompute only this share of the molecules, chosen at random, such as 10%
    #[arg(long, value_name = "SHARE%", value_parser = percent)]
    sample: Option<f64>,
    #[command(flatten)]
    seed: Seed,
    /// How to write the checks
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
    #[command(flatten)]
    database: DatabasePath,
}

/// Parses the slices to recount.
pub(crate) fn recount(text: &str) -> Result<Recount, String> {
    let number = text.parse().ok().filter(|number| *number >= 1);
    let slices = match text.parse::<Part>() {
        _ if text == "all" => Some(Recount::All),
        Ok(part) if part.count() == 1 => Some(Recount::One {
            slice: *part.numbers().start(),
            of: part.total(),
        }),
        _ => number.map(|number| Recount::Random { number }),
    };
    slices.ok_or_else(|| "expected a number of slices, a slice such as 3/1000, or all".to_owned())
}

/// Parses a share of the molecules. The sign is required, so that it is not mistaken for a number.
fn percent(text: &str) -> Result<f64, &'static str> {
    let percent = text.strip_suffix('%').and_then(|text| text.parse().ok());
    let percent = percent.filter(|percent| *percent > 0.0 && *percent <= 100.0);
    percent.ok_or("expected a percentage of the molecules, such as 10%")
}

impl Verify {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let is_random = matches!(self.recount, Some(Recount::Random { .. }));
        if !is_random && self.sample.is_none() && self.seed.given().is_some() {
            return Err(usage(
                "--seed has no effect without --sample or random slices of --recount",
            ));
        }
        let config = self.named.or(self.config);
        if self.recount.is_some() && config.is_none() {
            let what = "--recount needs one configuration; name it with --config";
            return Err(usage(what));
        }
        let seed = self.seed.given().unwrap_or_else(app::fresh_seed);
        let mut store = open(&self.database, Access::Read, console)?;
        let recount = self.recount.map(|recount| SliceChoice { recount, seed });
        let sample = self.sample.map(|percent| Sample { percent, seed });
        let (format, out) = (self.format, &mut io::stdout().lock());
        verify(&mut store, config, recount, sample, console, format, out)
    }
}
