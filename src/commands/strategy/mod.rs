//! `blackbox strategy`.

mod first_rays;
pub mod run;
pub(crate) mod show;

use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use app::output::{Output, begins_with};
use app::terminal::Console;
use app::{Format, RowFormat, Seed, Threads};
use clap::{Args, Subcommand, ValueEnum};
use jiff::SignedDuration;
use watch::Watcher;

use crate::commands::strategy::run::{
    SearchCost, SearchResources, SliceSample, check_file, check_memory, proof_beside, strategy,
    usual_memory,
};
use crate::commands::{Configuration, usage};
use crate::error::Result;
use crate::memory::memory;
use crate::output::show::{print, print_document};
use crate::perfect::tree::MAGIC;
use crate::perfect::{Goal, proof};

/// Find the best strategy for firing rays, and prove that none is better
///
/// A strategy chooses the first ray, and the next ray after each answer. All molecules are equally
/// likely. By default, a game is over when the spectrum is known, and the best strategy has the least
/// mean number of shots. The box may be up to 8 cells wide, with at most 8,388,608 molecules.
///
/// If the search ends without a proof, the result is an interval: the cost of the best strategy
/// found is the upper limit, and no strategy costs less than the lower limit. With --output, the
/// search saves its state in FILE.state, and the same command continues from there, also after
/// Ctrl-C. A complete search writes its proof to FILE.proof.
#[derive(Args, Debug)]
#[command(args_conflicts_with_subcommands = true)]
#[command(
    disable_help_subcommand = true,
    after_help = "{} A2_B5\n{} A3_B4 --minimize points --format json\n{} A3_B5 --output a3b5.strategy"
)]
pub(super) struct Strategy {
    #[command(subcommand)]
    command: Option<StrategyCommand>,
    #[command(flatten)]
    configuration: Configuration,
    /// The cost to minimise
    #[arg(long, value_enum, value_name = "COST", default_value_t = Minimize::Shots)]
    minimize: Minimize,
    /// Only show the expected information of each first ray, in bits; the box may be up to 11 cells
    /// wide
    #[arg(long, conflicts_with_all = ["minimize", "output", "dry_run", "time", "memory", "seed"])]
    first_rays: bool,
    /// Write the strategy to this file, for `strategy verify`
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// Replace the files of --output even if they belong to another search
    #[arg(long, requires = "output")]
    force: bool,
    /// Only estimate the time and the memory
    #[arg(long)]
    dry_run: bool,
    /// End after about this time, such as 90s, 10m or 8h; with 0s, as soon as there is a strategy
    #[arg(long, value_name = "TIME", value_parser = time)]
    time: Option<Duration>,
    /// The memory of the whole program, such as 6GiB or 500MB [default: as estimated, at most half
    /// of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    /// The seed of the hash values in the search; a proved cost does not depend on it
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = app::whole::<u64>(0..=u64::MAX))]
    seed: u64,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

#[derive(Subcommand, Debug)]
enum StrategyCommand {
    Verify(VerifyStrategy),
}

/// Check a strategy: play it for every molecule by the plain rules
///
/// The plain rules are a second, slow implementation of the game. FILE.proof, if it exists, proves
/// that no strategy costs less. It has a lower bound for the cost of each slice (the molecules that
/// give the same answers to a first ray, or to the first two). The command checks that these bounds
/// add up to the cost. With --recount, it proves some of the bounds again.
#[derive(Args, Debug)]
#[command(
    after_help = "{} a3b5.strategy\n{} a3b5.strategy --recount 3\n{} a3b5.strategy --recount all"
)]
struct VerifyStrategy {
    /// The file that `strategy --output` has written
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Prove this number of random slices of the proof again, or all of them
    #[arg(long, value_name = "N|all", value_parser = recount)]
    recount: Option<usize>,
    #[command(flatten)]
    seed: Seed,
    /// The memory of the whole program with --recount, such as 6GiB or 500MB [default: half of the
    /// free memory, at most 1 GiB]
    #[arg(long, value_name = "SIZE", value_parser = memory, requires = "recount")]
    memory: Option<u64>,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
}

/// The cost of a strategy.
#[derive(Clone, Copy, ValueEnum, Debug)]
enum Minimize {
    /// The mean number of shots until the spectrum is known
    Shots,
    /// The mean number of points: 1 for a ray that is absorbed or reflected, 2 for one that comes
    /// out, and 5 for each wrong atom of a guess; a player may guess at any time
    Points,
    /// The most shots until the spectrum is known
    WorstCase,
    #[value(hide = true)]
    Bits,
}

impl Minimize {
    fn goal(self) -> Result<Goal> {
        Ok(match self {
            Minimize::Shots => Goal::Shots,
            Minimize::Points => Goal::Points,
            Minimize::WorstCase => Goal::Worst,
            Minimize::Bits => {
                let what = "--minimize bits is only for decode and play, because all strategies gain the same number of bits";
                let hint = "--first-rays prints the bits of each first ray";
                return Err(app::Error::wrong_place(what, hint).into());
            }
        })
    }
}

/// Parses a greatest number of slices.
fn recount(text: &str) -> std::result::Result<usize, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(usize::MAX),
        (_, Ok(number @ 1..)) => Ok(number),
        _ => Err("expected a number of slices of at least 1, or all".to_owned()),
    }
}

fn time(text: &str) -> std::result::Result<Duration, String> {
    let time: SignedDuration = text
        .parse()
        .map_err(|_| "expected a time such as 90s, 10m or 8h")?;
    Duration::try_from(time).map_err(|_| "expected a time that is not negative".to_owned())
}

impl Strategy {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        if let Some(StrategyCommand::Verify(verify)) = &self.command {
            return verify.run(console);
        }
        let deadline = self.time.and_then(|time| Instant::now().checked_add(time));
        let (config, goal) = (self.configuration.config(), self.minimize.goal()?);
        if self.first_rays {
            return print_document(&first_rays::first_rays(config, console)?, self.format);
        }
        let threads = NonZeroUsize::new(self.threads.count()).unwrap_or(NonZeroUsize::MIN);
        let cost = SearchCost::new(config, goal, threads)?;
        let memory = self
            .memory
            .unwrap_or_else(|| usual_memory(config, threads.get(), cost.memory));
        let memory = memory.min(cost.most_memory(self.time));
        check_memory(config, threads.get(), memory)?;
        cost.say(memory, self.dry_run, console);
        if self.dry_run {
            return Ok(());
        }
        // Checks before the search that the files can be written.
        let outputs = self.output.as_deref();
        let outputs = outputs
            .map(|path| self.outputs(path, console))
            .transpose()?;
        let resources = SearchResources {
            memory,
            threads,
            deadline,
            seed: self.seed,
            out: self.output.clone(),
            force: self.force,
        };
        let found = strategy(config, goal, &resources, console)?;
        if !console.stop().is_requested()
            && let (Some([output, proof_output]), Some((tree, _))) = (outputs, &found.strategy)
        {
            let write = |output: Output, bytes: &[u8]| {
                output.write(console.stop(), |out| -> Result<()> {
                    Ok(out.write_all(bytes)?)
                })
            };
            write(output, &tree.bytes())?;
            if let Some(proof) = &found.proof {
                write(proof_output, proof.text().as_bytes())?;
            }
            if found.bounds.is_exact() {
                resources.forget_state()?;
            }
        }
        print_document(&found, self.format)?;
        if console.stop().is_requested() {
            return Err(app::Error::Stopped(match self.output {
                Some(_) => "stopped; the same command continues".to_owned(),
                None => "stopped; nothing is kept, because no --output was given".to_owned(),
            })
            .into());
        }
        Ok(())
    }

    /// The file of --output, which replaces only a strategy for the same configuration and cost unless --force is
    /// given, and the file of its proof.
    fn outputs(&self, path: &Path, console: &Console) -> Result<[Output; 2]> {
        let own = (self.configuration.config(), self.minimize.goal()?);
        let begins = begins_with(path, MAGIC.as_bytes());
        if begins && !self.force && run::strategy_of(path) != Some(own) {
            return Err(app::Error::wrong_place(
                format!("{} contains another strategy", path.display()),
                "replace it with --force, or name another file with --output",
            )
            .into());
        }
        Ok([
            Output::new(path, console.stop(), MAGIC)?,
            Output::new(&proof_beside(path), console.stop(), proof::MAGIC)?,
        ])
    }
}

impl VerifyStrategy {
    fn run(&self, console: &Console) -> Result<()> {
        let seed = match self.recount {
            Some(_) => self.seed.or_fresh(console),
            None if self.seed.given().is_some() => {
                return Err(usage("--seed has no effect without --recount"));
            }
            None => 0,
        };
        let (again, memory) = (self.recount, self.memory);
        let again = again.map(|most| SliceSample { most, seed, memory });
        let checked = check_file(&self.file, again, console)?;
        print(&checked, self.format)
    }
}
