//! The commands, a directory each: its arguments (`mod.rs`) and, in the larger ones, what it does
//! (`run.rs`) and how its answer looks (`show.rs`).
//!
//! The last line of an `after_help` is an example, too: `{}` stands for the command.

mod blackbox;
pub mod browse;
pub mod census;
pub mod decode;
pub mod display;
pub mod explore;
pub mod export;
pub mod init;
pub mod init_spectrum;
pub mod law;
pub mod play;
pub mod query;
pub mod report;
pub mod run;
mod status;
pub mod strategy;
pub mod update_spectrum;
pub mod verify;

pub use blackbox::Blackbox;
pub use display::Display;
pub use explore::Explore;
pub use init::Init;
pub use init_spectrum::InitSpectrum;
pub use update_spectrum::UpdateSpectrum;

use std::process::ExitCode;
use std::str::FromStr;

use app::terminal::Console;
use app::{Command, Hint, Numbers, Program, Suite};
use clap::{Args, Parser};
use db::Access;
use itertools::Itertools;
use tables::DatabasePath;

use crate::board::{Config, ConfigError, MAX_SIDE};
use crate::error::{Error, Result};
use crate::plan::{Plan, PlanOptions};
use crate::store::Store;

/// What all programs say of themselves, and how help groups the commands.
const SUITE: Suite = Suite {
    umbrella: "blackbox",
    alone: &[
        "init",
        "explore",
        "init-spectrum",
        "update-spectrum",
        "display",
    ],
    groups: &[
        (
            "Explore",
            &[
                "run",
                "explore",
                "init-spectrum",
                "update-spectrum",
                "census",
                "status",
            ],
        ),
        ("Look", &["display", "browse", "query", "report", "law"]),
        ("Play", &["play", "decode", "strategy"]),
        ("Check", &["verify"]),
        ("Exchange", &["export"]),
    ],
};

/// The whole of a program, from its arguments to its exit code.
pub fn main<P: Program + Parser>() -> ExitCode {
    app::main::<P>(&SUITE)
}

fn open(database: &DatabasePath, access: Access, console: &Console) -> Result<Store> {
    Ok(database.open(access, console)?.into())
}

/// Opens the database to write to it. If it is missing, it can at least be made in its folder.
fn open_if_there(database: &DatabasePath, console: &Console) -> Result<Option<Store>> {
    if database.path().exists() {
        return open(database, Access::Create, console).map(Some);
    }
    database.has_folder()?;
    Ok(None)
}

/// The error of arguments that do not fit together.
fn usage(what: impl Into<String>) -> Error {
    app::Error::Usage(what.into()).into()
}

/// A part of several: `1/8` is the first of eight.
fn part_of(text: &str) -> Option<(u64, u64)> {
    let (part, parts) = text.split_once('/')?;
    let (part, parts) = (part.parse().ok()?, parts.parse().ok()?);
    (1..=parts).contains(&part).then_some((part, parts))
}

/// The configuration that a Black Box program works on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Configuration {
    /// The configuration: n atoms in a box of p by p cells [default: A4_B8]
    #[arg(value_name = "An_Bp", value_parser = counted_config)]
    named: Option<Config>,
    /// Same as the argument An_Bp
    #[arg(long, short, value_name = "An_Bp", value_parser = counted_config, conflicts_with = "named")]
    config: Option<Config>,
}

impl Configuration {
    fn config(self) -> Config {
        self.named.or(self.config).unwrap_or(Config::STANDARD)
    }
}

/// One configuration, or those of a range: `A4_B8`, `A0..6_B8`, `A3_B2..9`.
#[derive(Clone, Debug)]
pub(crate) struct Configs(Vec<Config>);

impl FromStr for Configs {
    type Err = String;

    fn from_str(text: &str) -> std::result::Result<Configs, String> {
        Configs::made(text, Config::new)
    }
}

impl Configs {
    /// Reads them. `make` makes each of a number of atoms and a width.
    fn made(
        text: &str,
        make: fn(u64, u64) -> std::result::Result<Config, ConfigError>,
    ) -> std::result::Result<Configs, String> {
        let configs = if text.contains("..") {
            let (atoms, widths) = ranges(text)?;
            let all = (widths.first..=widths.last).cartesian_product(atoms.first..=atoms.last);
            // The first one that is too big ends a range of any length.
            all.map(|(width, atoms)| make(atoms, width)).collect()
        } else {
            text.parse()
                .and_then(|one: Config| match one.size().is_square() {
                    true => make(one.atoms() as u64, one.width() as u64),
                    false => one.counted(),
                })
                .map(|one| vec![one])
        };
        configs.map(Configs).map_err(uncounted)
    }
}

/// Reads a configuration whose molecules are counted and stored.
pub(crate) fn counted_config(text: &str) -> std::result::Result<Config, String> {
    text.parse().and_then(Config::counted).map_err(uncounted)
}

/// Why there is no such configuration, or who takes one whose molecules are not counted.
fn uncounted(error: ConfigError) -> String {
    match error {
        ConfigError::Width(_) | ConfigError::Oblong(_) => {
            format!("{error}; `decode` and `play` accept up to {MAX_SIDE} rows and columns")
        }
        error => error.to_string(),
    }
}

/// The numbers of atoms and the widths that `A0..6_B8` names.
fn ranges(text: &str) -> std::result::Result<(Numbers, Numbers), String> {
    let text = text.to_ascii_uppercase();
    let numbers = (text.strip_prefix('A')).and_then(|rest| rest.split_once("_B"));
    let (atoms, widths) = numbers.ok_or("a range looks like A0..6_B8, or A3_B2..9")?;
    Ok((atoms.parse()?, widths.parse()?))
}

impl PlanOptions {
    /// Says what there is to do: what is left, or all of it if the work starts `again`. Then it opens
    /// or makes the database, unless the user only wants to know the plan.
    fn open(
        self,
        config: Config,
        again: bool,
        database: &DatabasePath,
        console: &Console,
    ) -> Result<Option<(Store, Plan)>> {
        let store = open_if_there(database, console)?;
        let stored = match &store {
            Some(store) if !again => match store.explored(config) {
                Err(Error::NotInitialised(_)) => 0,
                explored => explored?.stored,
            },
            _ => 0,
        };
        let plan = Plan::new(config, stored, database.path());
        if !plan.agree(self, console)? {
            return Ok(None);
        }
        let store = match store {
            Some(store) => store,
            None => open(database, Access::Create, console)?,
        };
        Ok(Some((store, plan)))
    }

    /// Is there room for these further rows?
    fn room(self, plan: &Plan, rows: u64) -> Result<()> {
        match self.ignore_limits {
            true => Ok(()),
            false => plan.check_again(rows),
        }
    }
}

/// What to do if another process is at work on the same configuration.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct WaitOption {
    /// Fail if another process is already working on the configuration, instead of waiting for it
    #[arg(long)]
    no_wait: bool,
}

impl WaitOption {
    fn wait(self) -> bool {
        !self.no_wait
    }
}

/// What comes when the ambiguous spectra are collected.
fn compare() -> Hint {
    let next = Hint::run(Command::new("update-spectrum"));
    next.and(" finds the spectra that are images of each other")
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
    hint.and_run(query).and(" runs a saved query")
}
