//! The commands, one directory each: the arguments (`mod.rs`) and, for larger ones, the work (`run.rs`) and the
//! output (`show.rs`).
//!
//! Each line of an `after_help` is an example, in which `{}` stands for the command.

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
use watch::Watcher;

use crate::board::{Config, ConfigError, MAX_SIDE};
use crate::error::{Error, Result};
use crate::plan::{ExplorationPlan, PlanOptions};
use crate::store::Store;

/// The name and the commands of the programs, grouped as in help.
const SUITE: Suite = Suite {
    main_program: "blackbox",
    standalone: &[
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
                "init",
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

/// Runs a program, from its arguments to its exit code.
pub fn main<P: Program + Parser>() -> ExitCode {
    app::main::<P>(&SUITE)
}

fn open(database: &DatabasePath, access: Access, console: &Console) -> Result<Store> {
    Ok(database.open(access, console)?.into())
}

/// Opens the database for queries. Warns if they will be slow, because an exploration has dropped the indexes.
fn open_to_query(database: &DatabasePath, console: &Console) -> Result<Store> {
    let store = open(database, Access::Read, console)?;
    let begun = store.loads_without_indexes()?;
    if !begun.is_empty() {
        console.say(&format!(
            "the database has no indexes until {} is explored to its end, so this may take minutes \
             instead of seconds",
            begun.iter().join(" or ")
        ));
    }
    Ok(store)
}

/// Opens the database for writing, or returns `None` if it is missing. Fails if its folder is missing, too.
fn open_if_there(database: &DatabasePath, console: &Console) -> Result<Option<Store>> {
    if database.path().exists() {
        return open(database, Access::Create, console).map(Some);
    }
    database.has_folder()?;
    Ok(None)
}

/// The error for arguments that do not fit together.
fn usage(what: impl Into<String>) -> Error {
    app::Error::Usage(what.into()).into()
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
    /// Parses a configuration or a range. `make` converts each number of atoms and width.
    fn made(
        text: &str,
        make: fn(u64, u64) -> std::result::Result<Config, ConfigError>,
    ) -> std::result::Result<Configs, String> {
        let configs = if text.contains("..") {
            let (atoms, widths) = ranges(text)?;
            let all = (widths.first..=widths.last).cartesian_product(atoms.first..=atoms.last);
            // Collecting stops at the first configuration that is too large, however long the range is.
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

/// Parses a configuration whose molecules can be counted and stored.
pub(crate) fn counted_config(text: &str) -> std::result::Result<Config, String> {
    text.parse().and_then(Config::counted).map_err(uncounted)
}

/// The message for a configuration that is invalid or cannot be counted, with the commands that accept it.
fn uncounted(error: ConfigError) -> String {
    match error {
        ConfigError::Width(_) | ConfigError::Oblong(_) => {
            format!("{error}; `decode` and `play` accept up to {MAX_SIDE} rows and columns")
        }
        ConfigError::Syntax => format!("{error}; only `decode` and `play` accept rectangles"),
        error => error.to_string(),
    }
}

/// Parses the numbers of atoms and the widths of `A0..6_B8`.
fn ranges(text: &str) -> std::result::Result<(Numbers, Numbers), String> {
    let text = text.to_ascii_uppercase();
    let numbers = (text.strip_prefix('A')).and_then(|rest| rest.split_once("_B"));
    let (atoms, widths) = numbers.ok_or("a range looks like A0..6_B8, or A3_B2..9")?;
    Ok((atoms.parse()?, widths.parse()?))
}

impl PlanOptions {
    /// Prints the plan for the rest of the work, or for all of it if it starts `again`. Then opens or creates the
    /// database, except in a dry run.
    fn open(
        self,
        config: Config,
        again: bool,
        database: &DatabasePath,
        console: &Console,
    ) -> Result<Option<(Store, ExplorationPlan)>> {
        let store = open_if_there(database, console)?;
        let explored = match &store {
            Some(store) if !again => store.find_explored(config)?,
            _ => None,
        };
        let stored = explored.map_or(0, |explored| explored.stored);
        let plan = ExplorationPlan::new(config, stored, database.path());
        if !plan.announce(self, console)? {
            return Ok(None);
        }
        let store = match store {
            Some(store) => store,
            None => open(database, Access::Create, console)?,
        };
        Ok(Some((store, plan)))
    }

    /// Fails if the disk has no room for these further rows.
    fn room(self, plan: &ExplorationPlan, rows: u64) -> Result<()> {
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

/// The next step after collecting the ambiguous spectra.
fn compare() -> Hint {
    let next = Hint::run(Command::new("update-spectrum"));
    next.and(" finds the spectra that are images of each other")
}

/// The next step after the whole pipeline.
fn after_pipeline(config: Config) -> Hint {
    let (from, to) = match config.molecules() {
        few @ ..10 => (1, few),
        _ => (5, 10),
    };
    let display = Command::new("display").option("--from", from);
    let hint = Hint::run(display.option("--to", to)).and(" shows molecules, ");
    let query = Command::new("query").argument("distant-twins");
    hint.and_run(query).and(" runs a saved query")
}
