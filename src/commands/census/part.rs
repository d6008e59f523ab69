//! `census part`: counts one part of a census, and writes its findings to a file of its own.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use ::draw::words::{bytes, counted};
use app::Threads;
use app::output::{Output, make_folder};
use app::terminal::Console;
use clap::Args;
use watch::Watcher;

use crate::board::Config;
use crate::census::{Census, Part, Resources};
use crate::commands::Configuration;
use crate::commands::census::run::pass;
use crate::commands::census::{free_memory, memory};
use crate::commands::export::tell;
use crate::error::{Error, Result};
use crate::plan::{LONGEST, PlanOptions, about};
use crate::store::PartFile;

/// Count one part of a census, for several machines
///
/// A part needs nothing from the others. Its file is written completely or not at all, and an
/// existing file is never replaced. If the program is interrupted or killed, the same command
/// continues after the last pass.
#[derive(Args, Debug)]
#[command(
    after_help = "{} 3/8 A5_B6 -o parts\n{} 17/64 A9_B8 --dry-run\n{} 3/8 A5_B6 -o - > A5_B6-part-3-of-8.json"
)]
pub(super) struct PartOf {
    /// The part: the I-th of N, from 1
    #[arg(value_name = "I/N")]
    part: Part,
    #[command(flatten)]
    configuration: Configuration,
    /// The folder for the file of the part, whose path is printed; - writes to stdout
    #[arg(long, short, alias = "out", value_name = "FOLDER")]
    #[arg(required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// The memory for what is counted, such as 6GiB or 500MB [default: half of what is free]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    #[command(flatten)]
    planned: PlanOptions,
}

impl PartOf {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let (config, part) = (self.configuration.config(), self.part);
        let memory = self.memory.unwrap_or_else(|| free_memory() / 2);
        let threads = self.threads.count();
        let mut count = Count {
            config,
            part,
            census: Census::of_part(config, part),
            resources: Resources { memory, threads },
            spent: Duration::ZERO,
        };
        let Some(folder) = self.output.as_deref().filter(|_| !self.planned.dry_run) else {
            count.say_cost(console);
            return Ok(());
        };
        if folder.as_os_str() == "-" {
            count.agree(self.planned)?;
            count.finish(console, "the same command starts again", |_| Ok(()))?;
            return count.write(Output::stdout(), console);
        }
        make_folder(folder)?;
        let path = folder.join(file_name(config, part));
        let begun = path.with_extension(BEGUN);
        if path.exists() {
            check(&path, config, part)?;
            console.say(&format!("{} already exists", path.display()));
        } else {
            // The place of results is checked before the work.
            drop(output(&path, console)?);
            if begun.exists() {
                count.resume(&begun, console)?;
            }
            count.agree(self.planned)?;
            count.finish(console, "the same command continues from there", |count| {
                count.write(output(&begun, console)?, console)
            })?;
            count.write(output(&path, console)?, console)?;
        }
        if begun.exists() {
            fs::remove_file(&begun)?;
        }
        tell([path])
    }
}

/// The extension of the file of a part that is not finished.
pub(super) const BEGUN: &str = "begun";

/// The name of the file of a part.
pub(super) fn file_name(config: Config, part: Part) -> String {
    format!("{config}-part-{}-of-{}.json", part.number(), part.of())
}

/// The configuration and the part in the name of the file of a part, finished or not.
pub(super) fn named(name: &str) -> Option<(Config, Part)> {
    let stem = name.strip_suffix(".json").or(name.strip_suffix(".begun"))?;
    let (config, part) = stem.split_once("-part-")?;
    let (number, of) = part.split_once("-of-")?;
    let (config, part) = (
        config.parse().ok()?,
        Part::new(number.parse().ok()?, of.parse().ok()?)?,
    );
    file_name(config, part)
        .starts_with(stem)
        .then_some((config, part))
}

/// The part as far as it is counted, with its cost, in the file of that part.
pub(super) fn counted_in(
    path: &Path,
    config: Config,
    part: Part,
) -> Result<(Census, Resources, Duration)> {
    let file = PartFile::read(path)?;
    let wrong = |what: &str| Error::wrong_file(path, what);
    match file.is_of() {
        Some(found) if found == (config, part) => {}
        Some((other, found)) => {
            return Err(wrong(&format!(
                "it is part {found} of {other}, not {part} of {config}"
            )));
        }
        None => return Err(wrong("it is a part that does not exist")),
    }
    file.census()
        .ok_or_else(|| wrong("its contents are inconsistent"))
}

/// Fails if a file is not that of a finished part.
pub(super) fn check(path: &Path, config: Config, part: Part) -> Result<()> {
    match counted_in(path, config, part)?.0.is_finished() {
        true => Ok(()),
        false => Err(Error::wrong_file(path, "it is a part that is not finished")),
    }
}

/// The place of the file of a part.
fn output(path: &Path, watcher: &dyn Watcher) -> app::Result<Output> {
    Output::new(path, watcher.stop(), PartFile::MARK)
}

/// A part that is being counted.
struct Count {
    config: Config,
    part: Part,
    census: Census,
    resources: Resources,
    /// The time until now, over all runs.
    spent: Duration,
}

impl Count {
    /// Continues where another run of the same command has stopped.
    fn resume(&mut self, begun: &Path, watcher: &dyn Watcher) -> Result<()> {
        let (census, _, spent) = counted_in(begun, self.config, self.part)?;
        (self.census, self.spent) = (census, spent);
        watcher.say(&format!(
            "continuing {}: {} % are counted",
            self.name(),
            self.percent()
        ));
        Ok(())
    }

    fn name(&self) -> String {
        format!("part {} of {}", self.part, self.config)
    }

    fn percent(&self) -> usize {
        100 * self.census.frontier() / self.census.buckets()
    }

    /// Says what the part costs, and what all parts cost together.
    fn say_cost(&self, watcher: &dyn Watcher) {
        let parts = self.part.of();
        let plan = self.census.plan(self.resources);
        let threads = plan.resources().threads;
        let seconds = self.census.estimate(&plan).as_secs_f64() * threads as f64;
        let size = PartFile::most_bytes(self.config, &plan);
        let canonical = self.config.canonical_molecules();
        let mut line = format!(
            "{}: about {}, {}, up to {} of memory on {}, a file of up to {}",
            self.name(),
            counted(
                canonical / parts,
                "canonical molecule",
                "canonical molecules"
            ),
            core_time(seconds),
            bytes(plan.memory_enough()),
            counted(threads as u64, "thread", "threads"),
            bytes(size),
        );
        let _ = write!(
            line,
            "\nall {}: {}, {}, files of up to {}",
            counted(parts, "part", "parts"),
            counted(canonical, "canonical molecule", "canonical molecules"),
            core_time(seconds * parts as f64),
            bytes(size.saturating_mul(parts)),
        );
        line.lines().for_each(|line| watcher.say(line));
    }

    /// Fails if the part takes more than a day, unless the limits are ignored.
    fn agree(&self, wish: PlanOptions) -> Result<()> {
        let time = self.census.estimate(&self.census.plan(self.resources));
        if wish.ignore_limits || time <= LONGEST {
            return Ok(());
        }
        let what = format!("{} takes {}", self.name(), about(time));
        Err(Error::TooMuch { what, census: None })
    }

    /// Counts what is left. Calls `after_pass` after each pass but the last one.
    fn finish(
        &mut self,
        watcher: &dyn Watcher,
        again: &str,
        mut after_pass: impl FnMut(&Count) -> Result<()>,
    ) -> Result<()> {
        let plan = self.census.plan(self.resources);
        self.resources = plan.resources();
        watcher.begin(&self.name(), 0, self.census.work());
        let mut work = 0;
        let mut done = Ok(());
        while done.is_ok() && !self.census.is_finished() {
            let begun = Instant::now();
            let stopped = format!(
                "stopped with {} % of {} counted; {again}",
                self.percent(),
                self.name()
            );
            done = pass(
                &mut self.census,
                self.config,
                &plan,
                &mut work,
                (watcher.stop(), |done| watcher.advance(done)),
                stopped,
            );
            self.spent += begun.elapsed();
            if done.is_ok() && !self.census.is_finished() {
                done = after_pass(self);
            }
        }
        watcher.end();
        done
    }

    fn write(&self, output: Output, watcher: &dyn Watcher) -> Result<()> {
        let (config, part) = (self.config, self.part);
        let file = PartFile::new(config, part, &self.census, self.resources, self.spent);
        output.write(watcher.stop(), |out| file.write(out))
    }
}

/// Seconds on one processor, in words.
fn core_time(seconds: f64) -> String {
    match seconds / 3600.0 {
        hours if hours < 0.1 => format!("about {seconds:.1} core seconds"),
        hours => format!("about {hours:.1} core hours"),
    }
}
