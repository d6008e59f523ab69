//! `strategy`: searches for the best strategy, and checks a strategy in a file.
//!
//! A search saves its state beside the strategy: the bounds of all large sets, from which a later search continues.
//! Every few minutes, the state is written to a temporary file and renamed, so that killing the process loses at
//! most these minutes. A forged state could have a false bound, so a result that depends on a state is not called
//! proved. The proof in slices is, because it can be checked again.

use std::fs;
use std::io::{BufReader, Read};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use app::input::bytes as bytes_of;
use app::output::{Output, begins_with, remove};
use draw::words::{bytes as bytes_in_words, counted, thousands};
use itertools::Itertools;
use sha2::{Digest, Sha256};
use watch::{Stop, Task, Watcher, interruptibly, polled};

use crate::board::Config;
use crate::error::{Error, Result};
use crate::memory::{free_memory, granted};
use crate::perfect::classes::{Classes, MOST_POSITIONS};
use crate::perfect::proof::Proof;
use crate::perfect::table::{Bounds, Table};
use crate::perfect::tree::{LINE, Played, Tree};
use crate::perfect::{Goal, Progress, WORTH_KEEPING, bytes, proof, recount, search, tree};
use crate::plan::about;
use crate::work::stoppable;

/// The greatest number of molecules. The costs of more might not fit into the entries of the table.
const MOST_MOLECULES: u64 = 1 << 23;

/// The memory of the program without a search, in bytes.
const PROGRAM: u64 = 32 << 20;

/// How a state file begins, in every version.
const STATE: &str = "blackbox-search ";

/// The size limit of a state file, in bytes, which is that of the table.
const MOST_STATE: u64 = 1 << 36;

/// The smallest table of a search, in bytes.
const LEAST_TABLE: u64 = 1 << 16;

/// The time between saving two states.
const BETWEEN_STATES: Duration = Duration::from_secs(120);

/// The size limit of a strategy or proof, in bytes. It has about one byte per molecule and one per shot.
const MOST_BYTES: u64 = 4 * MOST_MOLECULES;

/// The estimated cost of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchCost {
    config: Config,
    threads: NonZeroUsize,
    time: Duration,
    /// The memory in bytes with which the table need not drop sets.
    pub memory: u64,
}

impl SearchCost {
    /// Fails if the configuration is too big.
    ///
    /// Fitted to A4_B6, which takes 120 s of processor time by shots, and 5 million sets by points. From A4_B5 to
    /// A4_B8, the time grows with the 1.5th power of the molecules, and the sets with the 1.4th. The estimate is
    /// too high for three atoms, and too low for five.
    pub(crate) fn new(config: Config, goal: Goal, threads: NonZeroUsize) -> Result<SearchCost> {
        check(config)?;
        let molecules = config.molecules() as f64;
        let relative = molecules / 58_905.0;
        let a_thread = match goal {
            Goal::Shots | Goal::Worst => 120.0,
            Goal::Points => 180.0,
        };
        let seconds = a_thread * relative.powf(1.5) / threads.get() as f64;
        let table = 48.0 * 1.1 * molecules.powf(1.4);
        Ok(SearchCost {
            config,
            threads,
            time: Duration::from_secs_f64(seconds),
            memory: least_memory(config, threads.get()) + table as u64,
        })
    }

    /// The memory in bytes that a search of this time can fill, so that a short one does not begin by clearing
    /// gigabytes.
    pub(crate) fn most_memory(&self, time: Option<Duration>) -> u64 {
        /// What a thread can fill in a second. At most a million sets are found in this time.
        const A_SECOND: u64 = 64 << 20;
        let Some(time) = time else {
            return u64::MAX;
        };
        let besides = least_memory(self.config, self.threads.get());
        let filled = (time.as_secs() + 1).saturating_mul(A_SECOND * self.threads.get() as u64);
        besides.saturating_add(filled)
    }

    /// Prints the estimate and this memory, for short searches only if `always` is set.
    pub(crate) fn say(&self, memory: u64, always: bool, watcher: &dyn Watcher) {
        const SHORT: Duration = Duration::from_secs(5);
        if !always && self.time < SHORT {
            return;
        }
        let less = match memory < self.memory / 4 {
            true => "; with more memory, the search would be faster",
            false => "",
        };
        let threads = counted(self.threads.get() as u64, "thread", "threads");
        watcher.say(&format!(
            "{}: {} on {threads}, with {} of memory{less}",
            self.config,
            about(self.time),
            bytes_in_words(memory),
        ));
    }
}

/// The memory in bytes without which no search is possible.
fn least_memory(config: Config, threads: usize) -> u64 {
    PROGRAM + bytes(config.molecules(), threads) + LEAST_TABLE
}

/// The memory in bytes for a search without `--memory`: at most this, and at most half of the free memory, but enough.
pub(crate) fn usual_memory(config: Config, threads: usize, most: u64) -> u64 {
    let most = most.min(free_memory() / 2);
    most.max(least_memory(config, threads))
}

/// Fails if a search needs more memory than this, or if the system does not provide it.
pub(crate) fn check_memory(config: Config, threads: usize, memory: u64) -> Result<()> {
    let least = least_memory(config, threads);
    if memory < least {
        let memory = bytes_in_words(memory);
        let what = format!("{memory} of memory is not enough for a search of {config}");
        let hint = format!("--memory {}MiB is enough", least.div_ceil(1 << 20));
        return Err(app::Error::other(what, hint).into());
    }
    granted(memory)
}

/// The resources and files of a search.
#[derive(Clone, Debug)]
pub(crate) struct SearchResources {
    /// The memory in bytes for the molecules and the table of sets.
    pub memory: u64,
    pub threads: NonZeroUsize,
    /// The time limit. The search ends earlier, so that there is time to play its strategy. If the limit is over
    /// before the search begins, the search ends as soon as it has a strategy.
    pub deadline: Option<Instant>,
    /// The seed of the hashes of sets.
    pub seed: u64,
    /// The file of the strategy, which may be from an earlier search.
    pub out: Option<PathBuf>,
    /// Whether to replace the state of another search.
    pub force: bool,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct FoundStrategy {
    pub config: Config,
    pub goal: Goal,
    pub spectra: u32,
    /// The bounds of the least cost, as the sum over all molecules.
    pub bounds: Bounds,
    /// A strategy with the cost of the upper bound, and its games.
    pub strategy: Option<(Tree, Played)>,
    /// The proof of the lower bound, if the bounds are equal.
    pub proof: Option<Proof>,
    /// Whether the lower bound depends on a state that was read from a file.
    pub rests_on_state: bool,
}

/// A strategy that was played for every molecule, and its proof, if there is one.
#[derive(Clone, Debug)]
pub(crate) struct CheckedStrategy {
    pub tree: Tree,
    pub played: Played,
    pub proof: Option<CheckedProof>,
}

/// A proof whose bound follows from the bounds of its slices.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CheckedProof {
    /// The lower bound of the cost, if the slices are right.
    pub cost: u64,
    pub slices: usize,
    /// The number of slices that were proved again.
    pub recounted: usize,
}

pub(crate) fn proof_beside(strategy: &Path) -> PathBuf {
    strategy.with_added_extension("proof")
}

/// The configuration and goal in the first line of a file, if it is a strategy.
pub(crate) fn strategy_of(path: &Path) -> Option<(Config, Goal)> {
    let begin = app::input::beginning(path, LINE as u64).ok()?;
    let tree = Tree::parse(&begin).ok()?;
    Some((tree.config, tree.goal))
}

/// The classes for a search, and a table that fills the memory.
fn prepared(
    config: Config,
    seed: u64,
    memory: u64,
    threads: usize,
    watcher: &dyn Watcher,
) -> Result<(Classes, Table)> {
    check_memory(config, threads, memory)?;
    let task = format!("the spectra of {config}");
    let task = (&task[..], config.molecules());
    let classes = stoppable(watcher, task, stopped(config), |observed| {
        Classes::new(config, seed, observed)
    })?;
    let taken = PROGRAM + bytes(classes.count().into(), threads);
    let bytes = memory.saturating_sub(taken);
    granted(bytes)?;
    // Clearing many gigabytes takes seconds.
    let table = interruptibly(watcher.stop(), move || Table::new(bytes));
    let table = table.map_err(app::Error::from)?;
    let table = table.ok_or_else(|| Error::stopped(stopped(config)))?;
    Ok((classes, table.map_err(|_| db::Error::Memory)?))
}

/// Runs work that ends early when the watcher requests a stop.
fn stopped_by<T: Send>(
    watcher: &dyn Watcher,
    progress: &Progress,
    work: impl FnOnce() -> T + Send,
) -> Result<T> {
    let check = |_| progress.stop.store(watcher.stop().is_requested(), Relaxed);
    Ok(polled(&progress.done, work, check).map_err(app::Error::from)?)
}

impl SearchResources {
    fn state(&self) -> Option<PathBuf> {
        Some(self.out.as_ref()?.with_added_extension("state"))
    }

    /// Removes the state after the result is written.
    pub(crate) fn forget_state(&self) -> Result<()> {
        match self.state() {
            Some(path) if path.exists() => Ok(remove(&path)?),
            _ => Ok(()),
        }
    }
}

/// Searches until the cost is known, the time is over, or the watcher requests a stop. Fails if the configuration
/// is too large, or if the state belongs to another search.
pub(crate) fn strategy(
    config: Config,
    goal: Goal,
    resources: &SearchResources,
    watcher: &dyn Watcher,
) -> Result<FoundStrategy> {
    check(config)?;
    let threads = resources.threads.get();
    let (seed, memory) = (resources.seed, resources.memory);
    let begun = Instant::now();
    let (classes, table) = prepared(config, seed, memory, threads, watcher)?;
    let header = format!("{STATE}4 {config} {goal} {seed}\n");
    let state = resources.state();
    let rests_on_state = match &state {
        Some(path) => restore(&table, path, &header, resources.force, watcher.stop())?,
        None => false,
    };
    let known = resources.out.as_ref();
    let known = known.filter(|path| strategy_of(path) == Some((config, goal)));
    let known = known.and_then(|path| check_file(path, None, watcher).ok());
    let known = known.map(|checked| (checked.tree, checked.played));
    let progress = Progress::default();
    // Reports the interval whenever it changes.
    let mut shown: Option<(Bounds, u64, Task<'_>)> = None;
    let mut tell = |bounds, done| match &mut shown {
        Some((known, before, task)) if *known == bounds && *before <= done => {
            *before = done;
            task.advance(done);
        }
        _ => {
            const ALL: u64 = 1000;
            // Ends the report of the interval before.
            shown = None;
            let name = format!(
                "{config}: {}; search, in thousandths of the work",
                interval(goal, bounds, classes.total().into())
            );
            shown = Some((bounds, done, Task::begun(watcher, name, done, ALL)));
        }
    };
    let until = resources.deadline.map(|deadline| {
        let left = deadline.saturating_duration_since(Instant::now());
        // Tracing by the plain rules takes longer than the preparation.
        deadline - (4 * begun.elapsed()).min(left / 2)
    });
    // A search for the worst case has a strategy only at its end.
    let awaits_strategy = until.is_some_and(|until| until <= begun) && goal != Goal::Worst;
    let mut saved = Instant::now();
    let mut kept = Ok(());
    let searched = polled(
        &progress.done,
        || search(&classes, goal, &table, threads, &progress),
        |done| {
            let bounds = progress.bounds();
            tell(bounds, done);
            let over = until.is_some_and(|until| Instant::now() >= until)
                && !(awaits_strategy && bounds.upper == Bounds::OPEN);
            if let Some(path) = &state
                && saved.elapsed() >= BETWEEN_STATES
                && kept.is_ok()
            {
                saved = Instant::now();
                kept = save(&table, path, &header);
            }
            if over || watcher.stop().is_requested() || kept.is_err() {
                progress.stop.store(true, Relaxed);
            }
        },
    );
    drop(shown);
    searched.flatten().map_err(app::Error::from)?;
    kept?;
    let bounds = progress.bounds();
    progress.stop.store(false, Relaxed);
    let work = || tree(&classes, goal, &table, &progress);
    let found = stopped_by(watcher, &progress, work)?;
    let mut proved = None;
    if found.is_some() && bounds.is_exact() && resources.out.is_some() {
        let work = || proof(&classes, goal, &table, &progress);
        proved = stopped_by(watcher, &progress, work)?;
    }
    let is_stopped = watcher.stop().is_requested();
    if let Some(path) = &state
        && (!bounds.is_exact() || is_stopped)
    {
        save(&table, path, &header)?;
    }
    // Frees the memory for the games.
    drop(table);
    let found = found.filter(|_| !is_stopped);
    let played = found.map(|tree| replay(tree, &config.to_string(), watcher));
    let found = match played.transpose() {
        Err(_) if watcher.stop().is_requested() => None,
        played => played?,
    };
    let best = [known, found].into_iter().flatten();
    let strategy = best.min_by_key(|(tree, _)| tree.cost);
    let upper = (strategy.as_ref()).map_or(bounds.upper, |(tree, _)| tree.cost as u32);
    if upper < bounds.lower {
        let what = format!("a strategy of {config} costs less than the lower bound");
        let hint = match rests_on_state {
            true => "the state beside --output is wrong; remove it and run the command again",
            false => "report this as a fault of the program",
        };
        return Err(app::Error::other(what, hint).into());
    }
    let bounds = Bounds { upper, ..bounds };
    Ok(FoundStrategy {
        config,
        goal,
        spectra: classes.count(),
        bounds,
        strategy,
        proof: proved,
        rests_on_state,
    })
}

/// Random slices of a proof, which are to be proved again.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SliceSample {
    pub most: usize,
    pub seed: u64,
    /// The bytes of memory, if not the usual ones.
    pub memory: Option<u64>,
}

/// Reads a strategy and plays it for every molecule by the plain rules. Checks the proof beside it, if there is
/// one, and proves the slices of `again`.
pub(crate) fn check_file(
    path: &Path,
    again: Option<SliceSample>,
    watcher: &dyn Watcher,
) -> Result<CheckedStrategy> {
    let bytes = bytes_of(path, MOST_BYTES)?;
    let name = path.display().to_string();
    let tree = Tree::parse(&bytes).map_err(|error| Error::wrong(&name, error, "strategy"))?;
    check(tree.config)?;
    let (tree, played) = replay(tree, &name, watcher)?;
    let beside = proof_beside(path);
    let proof = match (beside.exists(), again) {
        (true, _) => Some(check_proof(&beside, &tree, again, watcher)?),
        (false, None) => None,
        (false, Some(_)) => {
            let what = format!("there is no file {}", beside.display());
            let hint = "`strategy --output` writes it when the search ends with a proof";
            return Err(app::Error::other(what, hint).into());
        }
    };
    Ok(CheckedStrategy {
        tree,
        played,
        proof,
    })
}

fn check_proof(
    path: &Path,
    tree: &Tree,
    again: Option<SliceSample>,
    watcher: &dyn Watcher,
) -> Result<CheckedProof> {
    let name = path.display().to_string();
    let wrong = |what: String| Error::wrong(&name, what, "strategy");
    let text = String::from_utf8(bytes_of(path, MOST_BYTES)?);
    let text = text.map_err(|_| wrong("it is not text".to_owned()))?;
    let proof = Proof::parse(&text).map_err(|error| wrong(error.to_string()))?;
    if (proof.config, proof.goal) != (tree.config, tree.goal) {
        return Err(wrong("it is the proof of another strategy".to_owned()));
    }
    let (config, total) = (proof.config, 2 * proof.config.molecules());
    let task = format!("the slices of {config}");
    let checked = stoppable(watcher, (&task, total), stopped(config), |observed| {
        proof.check(observed)
    })?;
    checked.map_err(|error| wrong(error.to_string()))?;
    let mut checked = CheckedProof {
        cost: proof.cost,
        slices: proof.slices.len(),
        recounted: 0,
    };
    let Some(SliceSample { most, seed, memory }) = again else {
        return Ok(checked);
    };
    let memory = memory.unwrap_or_else(|| usual_memory(config, 1, 1 << 30));
    let (classes, table) = prepared(config, seed, memory, 1, watcher)?;
    let mut left: Vec<_> = proof.slices.iter().collect();
    let number = most.min(left.len());
    let mut random = random::SplitMix64(seed);
    let name = format!("{config}: slices proved again");
    let mut task = Task::begun(watcher, name, 0, number as u64);
    let progress = Progress::default();
    while checked.recounted < number {
        let slice = left.swap_remove(random.below(left.len() as u64) as usize);
        let work = || recount(&classes, proof.goal, slice, &table, &progress);
        match stopped_by(watcher, &progress, work)? {
            Some(true) => checked.recounted += 1,
            Some(false) => {
                let steps = slice.steps.as_flattened().iter().format(",");
                let least = slice.least;
                return Err(wrong(format!("the slice {steps} costs less than {least}")));
            }
            None => return Err(Error::stopped(stopped(config))),
        }
        task.advance(checked.recounted as u64);
    }
    Ok(checked)
}

fn replay(tree: Tree, name: &str, watcher: &dyn Watcher) -> Result<(Tree, Played)> {
    let config = tree.config;
    granted(PROGRAM + bytes(config.molecules(), 1))?;
    let task = format!("playing a strategy of {config}");
    let task = (&task[..], 2 * config.molecules());
    let played = stoppable(watcher, task, stopped(config), |observed| {
        tree.replay(observed)
    })?;
    let played = played.map_err(|error| Error::wrong(name, error, "strategy"))?;
    Ok((tree, played))
}

fn check(config: Config) -> Result<()> {
    if config.positions() <= MOST_POSITIONS && config.molecules() <= MOST_MOLECULES {
        return Ok(());
    }
    let hint = format!(
        "choose a configuration with at most {1} molecules, in a box up to {0} cells wide",
        MOST_POSITIONS / 4,
        thousands(MOST_MOLECULES)
    );
    Err(app::Error::other(format!("{config} is too large to solve"), hint).into())
}

fn stopped(config: Config) -> String {
    format!("stopped while working on a strategy of {config}")
}

/// Writes an interval, per molecule if the goal is a mean.
pub(crate) fn interval(goal: Goal, bounds: Bounds, molecules: u64) -> String {
    let one = |cost: u32| match goal {
        Goal::Worst => cost.to_string(),
        Goal::Shots | Goal::Points => format!("{:.4}", f64::from(cost) / molecules as f64),
    };
    let what = match goal {
        Goal::Points => "points",
        Goal::Shots | Goal::Worst => "shots",
    };
    let Bounds { lower, upper } = bounds;
    match upper {
        _ if bounds.is_exact() => format!("{} {what}", one(lower)),
        Bounds::OPEN => format!("at least {} {what}", one(lower)),
        _ => format!("{} to {} {what}", one(lower), one(upper)),
    }
}

fn save(table: &Table, path: &Path, header: &str) -> Result<()> {
    // The state is saved even after Ctrl-C.
    let stop = Stop::default();
    let output = Output::new(path, &stop, STATE)?;
    output.write(&stop, |out| -> Result<()> {
        let mut sum = Sha256::new();
        let mut write = |bytes: &[u8]| {
            sum.update(bytes);
            out.write_all(bytes)
        };
        write(header.as_bytes())?;
        for word in table.records(WORTH_KEEPING).flatten() {
            write(&word.to_le_bytes())?;
        }
        Ok(out.write_all(&sum.finalize())?)
    })
}

/// Reads a state into the table. False if there is none, or if that of another search is to be replaced.
fn restore(table: &Table, path: &Path, header: &str, force: bool, stop: &Stop) -> Result<bool> {
    let name = path.display();
    if begins_with(path, STATE.as_bytes()) && !begins_with(path, header.as_bytes()) {
        let what = format!("{name} is the state of another search");
        let hint = "replace it with --force, or name another file with --output";
        return match force {
            true => Ok(false),
            false => Err(app::Error::wrong_place(what, hint).into()),
        };
    }
    if !path.exists() {
        return Ok(false);
    }
    let wrong = || {
        let what = format!("{name} is damaged, or not the state of a search");
        app::Error::other(what, "remove it, or name another file with --output")
    };
    let unreadable = |source| app::Error::unreadable(path.display(), source);
    let whole = fs::metadata(path).map_err(unreadable)?.len();
    let sum_length = Sha256::output_size() as u64;
    let whole = Some(whole).filter(|&bytes| bytes <= MOST_STATE);
    let records = whole.and_then(|bytes| bytes.checked_sub(header.len() as u64 + sum_length));
    let records = records.filter(|bytes| bytes % 24 == 0).ok_or_else(wrong)? / 24;
    let mut file = BufReader::new(app::input::file(path)?);
    let mut begin = vec![0; header.len()];
    file.read_exact(&mut begin).map_err(unreadable)?;
    if begin != header.as_bytes() {
        return Err(wrong().into());
    }
    let mut sum = Sha256::new();
    sum.update(&begin);
    for number in 0..records {
        let mut record = [0; 24];
        file.read_exact(&mut record).map_err(unreadable)?;
        sum.update(record);
        let (words, _) = record.as_chunks::<8>();
        table.restore([0, 1, 2].map(|at| u64::from_le_bytes(words[at])));
        if number % (1 << 16) == 0 && stop.is_requested() {
            return Err(Error::stopped("stopped while reading the state"));
        }
    }
    let mut end = Vec::new();
    file.take(sum_length)
        .read_to_end(&mut end)
        .map_err(unreadable)?;
    match sum.finalize()[..] == end {
        true => Ok(records > 0),
        false => Err(wrong().into()),
    }
}
