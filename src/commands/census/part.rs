//! `census part`: counts one part of a census, and writes its findings to a file of its own.

use std::fmt::Write as _;
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicU64;
use std::time::{Duration, Instant};

use app::Threads;
use app::output::{Output, is_stdout, make_folder, remove};
use app::terminal::Console;
use clap::Args;
use draw::words::{bytes, counted};
use itertools::Itertools;
use watch::{Observed, Task, Watcher};

use crate::board::Config;
use crate::census::{Part, Resources};
use crate::commands::census::run::{ended, pass};
use crate::commands::export::print_paths;
use crate::error::{Error, Result};
use crate::memory::{free_memory, memory};
use crate::plan::PlanOptions;
use crate::store::{Boards, CensusCost, PartCensus, PartFile};

/// Count one part of a census that several machines share
///
/// Parts are independent of each other. The file of a part is written completely or not at all, and
/// an existing file is never replaced. A long part is counted in several passes, but a part of a
/// whole box, such as B8, in only one. If the program is interrupted or killed, the same command
/// continues after the last complete pass. All parts of a range, such as 17..32/1024, are written
/// into one file.
#[derive(Args, Debug)]
#[command(
    after_help = "{} 1/2 A5_B6 -o parts\n{} 2/2 A5_B6 -o - > parts/A5_B6-part-2-of-2.json\n{} 17..32/768 B8 --dry-run"
)]
pub(super) struct PartOf {
    /// The part: I/N is part I of N (at most 1,000,000), counted from 1, and I..J/N are parts I to J
    #[arg(value_name = "I/N")]
    part: Part,
    /// The configuration: n atoms in a box of p by p cells, at most 11 wide, or Bp for a whole box,
    /// at most 8 wide, with every number of atoms [default: A4_B8]
    #[arg(value_name = "An_Bp")]
    named: Option<Boards>,
    /// Same as the argument An_Bp
    #[arg(long, short, value_name = "An_Bp", conflicts_with = "named")]
    config: Option<Boards>,
    /// The folder to write the file to, or - for stdout; required except with --dry-run
    #[arg(long, short, alias = "out", value_name = "FOLDER")]
    #[arg(required_unless_present = "dry_run")]
    output: Option<PathBuf>,
    #[command(flatten)]
    threads: Threads,
    /// The memory for counting spectra, such as 6GiB or 500MB [default: half of the free memory]
    #[arg(long, value_name = "SIZE", value_parser = memory)]
    memory: Option<u64>,
    #[command(flatten)]
    planned: PlanOptions,
}

impl PartOf {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let boards = self.named.or(self.config);
        let boards = boards.unwrap_or(Boards::Config(Config::STANDARD));
        let part = self.part;
        let memory = self.memory.unwrap_or_else(|| free_memory() / 2);
        let threads = self.threads.count();
        let mut count = Count::new(boards, part, Resources { memory, threads });
        let Some(folder) = self.output.as_deref().filter(|_| !self.planned.dry_run) else {
            return count.say_cost(console);
        };
        if is_stdout(folder) {
            count.permit(self.planned)?;
            count.finish(
                console,
                "the same command starts from the beginning",
                |_| Ok(()),
            )?;
            return count.write(Output::stdout(), console);
        }
        make_folder(folder)?;
        let path = folder.join(file_name(boards, part));
        let begun = path.with_extension(BEGUN);
        if path.exists() {
            check(&path, boards, part)?;
            console.say(&format!("{} already exists", path.display()));
        } else {
            // Checks before the work that the result can be written.
            drop(output(&path, console)?);
            if begun.exists() {
                count.resume(&begun, console)?;
            }
            count.permit(self.planned)?;
            count.finish(console, "the same command continues from there", |count| {
                count.write(output(&begun, console)?, console)
            })?;
            count.write(output(&path, console)?, console)?;
        }
        if begun.exists() {
            remove(&begun)?;
        }
        print_paths([path])
    }
}

/// The extension of files of unfinished parts.
pub(super) const BEGUN: &str = "begun";

pub(super) fn file_name(boards: Boards, part: Part) -> String {
    let (first, last) = part.numbers().into_inner();
    let to = match last > first {
        true => format!("-to-{last}"),
        false => String::new(),
    };
    format!("{boards}-part-{first}{to}-of-{}.json", part.total())
}

/// Groups ascending numbers into ranges without gaps.
pub(super) fn runs(numbers: impl Iterator<Item = u64>) -> Vec<RangeInclusive<u64>> {
    let mut runs: Vec<RangeInclusive<u64>> = Vec::new();
    for number in numbers {
        match runs.last_mut() {
            Some(run) if *run.end() + 1 == number => *run = *run.start()..=number,
            _ => runs.push(number..=number),
        }
    }
    runs
}

/// Writes a range of numbers: `7` or `17..768`.
pub(super) fn in_words(run: RangeInclusive<u64>) -> String {
    match run.into_inner() {
        (first, last) if first == last => first.to_string(),
        (first, last) => format!("{first}..{last}"),
    }
}

/// Names parts: `part 7`, or `parts 1, 17..768`. `None` if there are no parts to name.
pub(super) fn parts_in_words(numbers: impl Iterator<Item = u64>) -> Option<String> {
    let runs = runs(numbers);
    let word = match &runs[..] {
        [] => return None,
        [run] if run.start() == run.end() => "part",
        _ => "parts",
    };
    let runs = runs.into_iter().map(in_words).format(", ");
    Some(format!("{word} {runs}"))
}

/// The boards and the part in a file name. `None` if it is not the name of the file of a part, finished or not.
pub(super) fn named(name: &str) -> Option<(Boards, Part)> {
    let stem = name
        .strip_suffix(".json")
        .or_else(|| name.strip_suffix(BEGUN)?.strip_suffix('.'))?;
    let (boards, part) = stem.split_once("-part-")?;
    let (numbers, of) = part.split_once("-of-")?;
    let (first, last) = numbers.split_once("-to-").unwrap_or((numbers, numbers));
    let numbers = first.parse().ok()?..=last.parse().ok()?;
    let (boards, part) = (boards.parse().ok()?, Part::new(numbers, of.parse().ok()?)?);
    file_name(boards, part)
        .starts_with(stem)
        .then_some((boards, part))
}

/// Reads the file of a part: the census so far, and its cost.
pub(super) fn counted_in(
    path: &Path,
    boards: Boards,
    part: Part,
) -> Result<(PartCensus, CensusCost)> {
    let file = PartFile::read(path)?;
    let wrong = |what: &str| Error::wrong_file(path, what);
    match file.boards_and_part() {
        Some(found) if found == (boards, part) => {}
        Some((other, found)) => {
            return Err(wrong(&format!(
                "it is part {found} of {other}, not {part} of {boards}"
            )));
        }
        None => return Err(wrong("no census has such a part")),
    }
    file.census()
        .ok_or_else(|| wrong("its contents are inconsistent"))
}

/// Fails if a file is not that of a finished part.
pub(super) fn check(path: &Path, boards: Boards, part: Part) -> Result<()> {
    match counted_in(path, boards, part)?.0.is_finished() {
        true => Ok(()),
        false => Err(Error::wrong_file(path, "the part is not finished")),
    }
}

/// The output for the file of a part.
fn output(path: &Path, watcher: &dyn Watcher) -> app::Result<Output> {
    Output::new(path, watcher.stop(), PartFile::MARK)
}

/// A part that is being counted.
pub(super) struct Count {
    boards: Boards,
    part: Part,
    pub(super) census: PartCensus,
    /// The resources, and the time spent so far, over all runs.
    pub(super) cost: CensusCost,
}

impl Count {
    pub(super) fn new(boards: Boards, part: Part, allowed: Resources) -> Count {
        let time = Duration::ZERO;
        Count {
            boards,
            part,
            census: boards.part(part),
            cost: CensusCost { allowed, time },
        }
    }

    /// Continues the census in the file of an earlier run.
    fn resume(&mut self, begun: &Path, watcher: &dyn Watcher) -> Result<()> {
        let (census, cost) = counted_in(begun, self.boards, self.part)?;
        (self.census, self.cost.time) = (census, cost.time);
        watcher.say(&format!(
            "continuing {}: {} % are counted",
            self.name(),
            self.census.percent()
        ));
        Ok(())
    }

    fn name(&self) -> String {
        match (self.boards, self.part) {
            (Boards::Box(_), Part::WHOLE) => format!("the census of {}", self.boards),
            (boards, part) => format!("part {part} of {boards}"),
        }
    }

    /// Prints the estimated cost of the part, and of all parts.
    fn say_cost(&self, watcher: &dyn Watcher) -> Result<()> {
        let (parts, share) = (self.part.total(), self.part.count());
        let done = AtomicU64::default();
        let observed = Observed::new(&done, watcher.stop());
        let close = self.census.plan_closely(self.cost.allowed, &observed);
        let plan = close.map_err(|end| {
            let plan = self.census.plan(self.cost.allowed);
            ended(
                end,
                self.boards,
                &plan,
                "stopped; the same command starts from the beginning".into(),
            )
        })?;
        let threads = plan.resources.threads;
        let seconds = self.census.estimate(&plan).as_secs_f64() * threads as f64;
        let size = PartFile::most_bytes(self.boards, &plan);
        let boards = |about: &str, parts: u64| match self.boards {
            Boards::Config(config) => {
                let all = u128::from(config.canonical_molecules()) * u128::from(parts);
                let canonical = (all / u128::from(self.part.total())) as u64;
                format!(
                    "{about}{}, ",
                    counted(canonical, "canonical molecule", "canonical molecules")
                )
            }
            Boards::Box(_) => String::new(),
        };
        let mut line = format!(
            "{}: {}{}, up to {} of memory on {}, a file of up to {}",
            self.name(),
            boards("about ", share),
            core_time(seconds),
            bytes(plan.memory_enough),
            counted(threads as u64, "thread", "threads"),
            bytes(size),
        );
        let _ = write!(
            line,
            "\nall {}: {}{}, files of up to {}",
            counted(parts, "part", "parts"),
            boards("", parts),
            core_time(seconds * parts as f64 / share as f64),
            bytes(size.saturating_mul(parts) / share),
        );
        line.lines().for_each(|line| watcher.say(line));
        Ok(())
    }

    /// Whether to count the part, see [`PlanOptions::permit`].
    pub(super) fn permit(&self, options: PlanOptions) -> Result<bool> {
        let time = self.census.estimate(&self.census.plan(self.cost.allowed));
        options.permit(&self.name(), time)
    }

    /// Makes the remaining passes. Calls `after_pass` after each of them except the last one.
    pub(super) fn finish(
        &mut self,
        watcher: &dyn Watcher,
        again: &str,
        mut after_pass: impl FnMut(&Count) -> Result<()>,
    ) -> Result<()> {
        let plan = self.census.plan(self.cost.allowed);
        self.cost.allowed = plan.resources;
        let name = match (self.boards, self.part) {
            (Boards::Box(_), Part::WHOLE) => format!("census of {}, rays", self.boards),
            (Boards::Box(_), part) => format!("part {part} of {}, rays", self.boards),
            (Boards::Config(config), part) => format!("part {part} of {config}, molecules"),
        };
        let mut task = Task::begun(watcher, name, 0, self.census.work());
        let mut work = 0;
        while !self.census.is_finished() {
            let begun = Instant::now();
            let stopped = format!(
                "stopped with {} % of {} counted; {again}",
                self.census.percent(),
                self.name()
            );
            let next = |observed: &Observed| self.census.next_pass(&plan, observed);
            let advance = |done| task.advance(done);
            let end = pass(&plan, next, &mut work, watcher.stop(), advance)?;
            end.map_err(|end| ended(end, self.boards, &plan, stopped))?;
            self.cost.time += begun.elapsed();
            if !self.census.is_finished() {
                after_pass(self)?;
            }
        }
        Ok(())
    }

    fn write(&self, output: Output, watcher: &dyn Watcher) -> Result<()> {
        let file = PartFile::new(self.boards, self.part, &self.census, self.cost);
        output.write(watcher.stop(), |out| file.write(out))
    }
}

/// Writes seconds of processor time in words.
fn core_time(seconds: f64) -> String {
    match seconds / 3600.0 {
        hours if hours < 0.1 => format!("about {seconds:.1} core seconds"),
        hours => format!("about {hours:.1} core hours"),
    }
}
