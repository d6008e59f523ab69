//! `blackbox strategy`.

mod first_rays;
pub mod run;
pub(crate) mod show;

use std::num::NonZeroUsize;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use jiff::SignedDuration;
use kit::output::{Output, print, write_json};
use kit::terminal::{Console, columns_to_wrap};
use kit::{Format, Threads};
use watch::Watcher;

use crate::commands::Configuration;
use crate::commands::census::{free_memory, memory};
use crate::commands::strategy::run::{Means, strategy};
use crate::error::Result;
use crate::strategy::Goal;
use crate::strategy::tree::MAGIC;

/// Find the best strategy, and prove that it is the best
///
/// A strategy says where to shoot first, and after each answer. A game is over when the spectrum is
/// known. All molecules are equally likely. The best strategy has the least mean number of shots.
///
/// Without a proof in the given time, the result is an interval. The strategy costs the upper end,
/// and none costs less than the lower one. With --out, a search leaves its state beside the strategy,
/// in FILE.state; the same command continues from there, also after Ctrl-C.
#[derive(Args, Debug)]
#[command(after_help = "{} A2_B5\n{} A3_B4 --points --format json\n{} A3_B5 --out a3b5.strategy")]
pub(super) struct Strategy {
    #[command(flatten)]
    configuration: Configuration,
    /// Find the least number of shots that is always enough
    #[arg(long)]
    worst: bool,
    /// Find the least mean number of points. A ray that is absorbed or reflected costs 1, one that
    /// comes out 2. A guess may be made at any time, and each wrong atom of it costs 5
    #[arg(long, conflicts_with = "worst")]
    points: bool,
    /// Only show how much the answer of each first ray tells
    #[arg(long, conflicts_with_all = ["worst", "points", "out", "time", "memory", "seed"])]
    first_rays: bool,
    /// Write the strategy to this file, for `verify --strategy`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// End after about this time, such as 90s, 10m or 8h
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// The memory to use, such as 6GiB or 500MB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    /// The seed of the keys of sets; another one must give the same result
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// How to write the result
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

fn time(text: &str) -> std::result::Result<Duration, String> {
    let time: SignedDuration = text
        .parse()
        .map_err(|_| "expected a time such as 90s, 10m or 8h")?;
    Duration::try_from(time).map_err(|_| "expected a time that is not negative".to_owned())
}

impl Strategy {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let config = self.configuration.config();
        if self.first_rays {
            let rays = first_rays::weigh(config, console)?;
            return Ok(print(|out| match self.format {
                Format::Text => first_rays::write_text(out, config, &rays, columns_to_wrap()),
                Format::Json => write_json(out, &first_rays::document(config, &rays)),
            })?);
        }
        let goal = match (self.worst, self.points) {
            (true, _) => Goal::Worst,
            (_, true) => Goal::Points,
            _ => Goal::Shots,
        };
        let out = self.out.as_deref();
        let output = out.map(|path| Output::new(path, console.stop(), MAGIC));
        let output = output.transpose()?;
        let memory = self.memory.unwrap_or_else(|| free_memory() / 2);
        let means = Means {
            memory,
            threads: NonZeroUsize::new(self.threads.count()).unwrap_or(NonZeroUsize::MIN),
            time: self.time,
            seed: self.seed,
            out: self.out.clone(),
        };
        let found = strategy(config, goal, &means, console)?;
        if !console.stop().asked()
            && let (Some(output), Some((tree, _))) = (output, &found.strategy)
        {
            output.write(console.stop(), |out| -> Result<()> {
                Ok(out.write_all(&tree.bytes())?)
            })?;
            if found.bounds.is_exact() {
                means.forget_state()?;
            }
        }
        print(|out| match self.format {
            Format::Text => show::write_text(out, &found, columns_to_wrap()),
            Format::Json => write_json(out, &show::found_document(&found)),
        })?;
        if console.stop().asked() {
            return Err(kit::Error::Stopped(match out {
                Some(_) => "stopped; the same command goes on".to_owned(),
                None => "stopped; with --out, the same command would go on".to_owned(),
            })
            .into());
        }
        Ok(())
    }
}
