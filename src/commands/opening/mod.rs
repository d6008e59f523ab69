//! `blackbox opening`.

pub mod run;
pub(crate) mod show;

use std::num::NonZeroUsize;

use clap::Args;
use kit::output::{print, write_json};
use kit::terminal::{Console, columns_to_wrap};
use kit::{Rows, Threads};

use crate::commands::Configuration;
use crate::commands::opening::run::{check, games, say_plan, weigh};
use crate::error::Result;

/// Show what the first shot tells, and how many shots it takes to know a molecule
///
/// The first shot: for each position, the expected information of the answer (absorbed,
/// reflected, out at another position) in bits. All molecules of the configuration are
/// equally likely.
///
/// The games: for each molecule, the number of shots until all molecules that agree with the
/// results have the same spectrum. A ray that comes out is one shot, and nothing is shot from
/// its exit. The greedy strategy shoots the ray with the most expected information among the
/// molecules that still agree. If several are equally good, it takes the first position. It
/// is compared with the hints of `play`, which look ahead for the fewest points. The others shoot
/// from all positions in order, until the same end, or all rays.
#[derive(Args, Debug)]
#[command(after_help = "{} A3_B5\n{} --first --format csv")]
pub(super) struct Opening {
    #[command(flatten)]
    configuration: Configuration,
    /// Show only the first shot
    #[arg(long)]
    first: bool,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    /// Only say how many games there are, and how long they take
    #[arg(long, conflicts_with = "first")]
    dry_run: bool,
    #[command(flatten)]
    threads: Threads,
}

impl Opening {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        let threads = NonZeroUsize::new(self.threads.count()).unwrap_or(NonZeroUsize::MIN);
        if !self.first {
            check(config)?;
            say_plan(config, threads, console);
            if self.dry_run {
                return Ok(());
            }
        }
        let shots = weigh(config, console)?;
        let games = match self.first {
            true => None,
            false => Some(games(config, threads, console)?),
        };
        let games = games.as_ref();
        Ok(print(|out| match (self.format, games) {
            (Rows::Text, _) => show::write_text(out, config, &shots, games, columns_to_wrap()),
            (Rows::Json, _) => write_json(out, &show::document(config, &shots, games)),
            (Rows::Csv, Some(games)) => show::write_games_csv(out, config, games),
            (Rows::Csv, None) => show::write_shots_csv(out, config, &shots),
        })?)
    }
}
