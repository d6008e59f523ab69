//! `blackbox verify`.

mod report;
pub mod run;

use std::io;
use std::path::PathBuf;

use app::output::{print, write_json};
use app::terminal::Console;
use app::{Rows, Seed};
use clap::Args;
use db::Access;
use tables::DatabasePath;

use crate::board::Config;
use crate::commands::law;
use crate::commands::verify::run::{Recount, verify};
use crate::commands::{open, part_of, usage};
use crate::error::Result;

/// Check what is stored against the rules, row by row
///
/// A second, plain implementation of the rules computes everything again. Prints a line for
/// each check. The exit code is 0 only if everything is there and right.
///
/// Without --config, it checks the whole file: SQLite's integrity check, and every
/// configuration in it. With --config, it reads only what belongs to that configuration.
#[derive(Args, Debug)]
#[command(after_help = "{}\n{} A4_B6 --format json\n{} --config A5_B6 --recount")]
pub(super) struct Verify {
    /// Check only this configuration: n atoms in a box of p by p cells [default: the whole
    /// file]
    #[arg(value_name = "An_Bp")]
    named: Option<Config>,
    /// The same, as an option
    #[arg(long, short, value_name = "An_Bp", conflicts_with = "named")]
    config: Option<Config>,
    /// Recount some slices of the census from nothing: one or another NUMBER chosen at random,
    /// slice I of all N, or all
    #[arg(long, value_name = "NUMBER|I/N|all", value_parser = recount)]
    #[arg(num_args = 0..=1, default_missing_value = "1")]
    recount: Option<Recount>,
    #[command(flatten)]
    seed: Seed,
    /// Check this law instead, by the plain rules and, up to four atoms or with --recount all, by
    /// a search for all families
    #[arg(long, value_name = "FILE", conflicts_with_all = ["named", "config"])]
    law: Option<PathBuf>,
    /// With --law, also compare it with this table of censuses, as `census --format csv` writes it
    #[arg(long, value_name = "FILE", requires = "law")]
    table: Option<PathBuf>,
    /// How to write the checks
    #[arg(long, short, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    #[command(flatten)]
    database: DatabasePath,
}

/// Which slices to count again; another option says the seed of random ones.
fn recount(text: &str) -> Result<Recount, String> {
    let number = text.parse().ok().filter(|number| *number >= 1);
    let slices = match part_of(text) {
        _ if text == "all" => Some(Recount::All),
        Some((slice, of)) => Some(Recount::One { slice, of }),
        None => number.map(|number| Recount::Random { number, seed: 0 }),
    };
    slices.ok_or_else(|| "expected a number of slices, a slice such as 3/1000, or all".to_owned())
}

impl Verify {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let is_random = matches!(self.recount, Some(Recount::Random { .. }));
        if !is_random && self.seed.given().is_some() {
            return Err(usage(
                "--seed has no effect without random slices of --recount",
            ));
        }
        if let Some(path) = &self.law {
            let search = match self.recount {
                None => false,
                Some(Recount::All) => true,
                Some(_) => return Err(usage("--law takes --recount all")),
            };
            let table = self.table.as_deref();
            let (certificate, checked) = law::run::check_file(path, search, table, console)?;
            print(|out| match self.format {
                Rows::Text => law::show::write_proof(out, &certificate, checked),
                Rows::Json => write_json(out, &law::show::checked_document(&certificate, checked)),
                Rows::Csv => law::show::write_csv(out, &certificate.law),
            })?;
            return match checked.is_complete {
                true => Ok(()),
                false => Err(app::Error::other(
                    "there may be families that the law lacks",
                    "--recount all searches for all of them, which takes about 15 minutes of processor time",
                )
                .into()),
            };
        }
        let config = self.named.or(self.config);
        if self.recount.is_some() && config.is_none() {
            let what = "--recount takes one configuration; name it with --config";
            return Err(usage(what));
        }
        let seed = self.seed.given().unwrap_or_else(app::fresh_seed);
        let recount = self.recount.map(|recount| match recount {
            Recount::Random { number, .. } => Recount::Random { number, seed },
            other => other,
        });
        let mut store = open(&self.database, Access::Read, console)?;
        verify(
            &mut store,
            config,
            recount,
            console,
            (self.format, &mut io::stdout().lock()),
        )
    }
}
