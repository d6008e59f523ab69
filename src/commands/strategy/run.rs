//! `strategy`: searches for the best strategy, and checks one that is written down.
//!
//! A search keeps its state beside the tree: the bounds of all large sets, from which a later search
//! continues. It is written to a temporary file every few minutes and then gets its place, so that a kill
//! loses at most these minutes.

use std::fs;
use std::io::Read;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering::Relaxed;
use std::time::{Duration, Instant};

use kit::output::Output;
use sha2::{Digest, Sha256};
use view::words::thousands;
use watch::{Stop, Watcher, polled};

use crate::error::{Error, Result};
use crate::game::Config;
use crate::strategy::classes::{Classes, MOST_POSITIONS};
use crate::strategy::table::{Bounds, Table};
use crate::strategy::tree::{Played, Tree};
use crate::strategy::{Goal, Progress, WORTH_KEEPING, bytes, search, tree};
use crate::work::stoppable;

/// The most molecules of a configuration: the costs of more might not fit the table.
const MOST_MOLECULES: u64 = 1 << 23;

/// No search needs more memory per class.
const BYTES_PER_CLASS: u64 = 1 << 14;

/// The time between two states.
const BETWEEN_STATES: Duration = Duration::from_secs(120);

/// The largest file that can be a strategy: one byte per molecule and one per shot.
const MOST_BYTES: u64 = 4 * MOST_MOLECULES;

/// What a search may use.
#[derive(Clone, Debug)]
pub(crate) struct Means {
    /// The bytes of memory for the molecules and for what is known of sets.
    pub memory: u64,
    pub threads: NonZeroUsize,
    /// When it ends, even if nothing is proved. It always makes its first pass.
    pub time: Option<Duration>,
    /// The seed of the keys of sets.
    pub seed: u64,
    /// The file of the strategy: what an earlier search has found.
    pub out: Option<PathBuf>,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    pub config: Config,
    pub goal: Goal,
    pub spectra: u32,
    /// Between these the least cost lies, of all molecules together.
    pub bounds: Bounds,
    /// A strategy that costs the upper bound, and its games.
    pub strategy: Option<(Tree, Played)>,
}

impl Means {
    /// Where the state is kept.
    fn state(&self) -> Option<PathBuf> {
        Some(self.out.as_ref()?.with_added_extension("state"))
    }

    /// Removes the state of a search whose result is written.
    pub(crate) fn forget_state(&self) -> Result<()> {
        match self.state() {
            Some(path) if path.exists() => Ok(fs::remove_file(path)?),
            _ => Ok(()),
        }
    }
}

/// Searches until the cost is known, the time is over, or the watcher wants to stop. Fails if the
/// configuration is too big, or the state is another search's.
pub(crate) fn strategy(
    config: Config,
    goal: Goal,
    means: &Means,
    watcher: &dyn Watcher,
) -> Result<Found> {
    check(config)?;
    let task = format!("the spectra of {config}");
    let task = (&task[..], config.molecules());
    let classes = stoppable(watcher, task, stopped(config), |observed| {
        Classes::new(config, means.seed, observed)
    })?;
    let most = u64::from(classes.count()) * BYTES_PER_CLASS;
    let taken = bytes(&classes, goal, means.threads.get());
    let table = Table::new(means.memory.saturating_sub(taken).min(most));
    let header = format!("blackbox-search 3 {config} {goal} {}\n", means.seed);
    let state = means.state();
    if let Some(path) = &state {
        restore(&table, path, &header)?;
    }
    let known = means.out.as_ref().filter(|path| path.is_file());
    let known = known.and_then(|path| check_file(path, watcher).ok());
    let known = known.filter(|(tree, _)| (tree.config, tree.goal) == (config, goal));
    let progress = Progress::default();
    // How the interval closes.
    let mut shown: Option<(Bounds, u64)> = None;
    let mut tell = |bounds, done| {
        const ALL: u64 = 1000;
        match shown {
            Some((known, before)) if known == bounds && before <= done => watcher.advance(done),
            _ => {
                if shown.is_some() {
                    watcher.end();
                }
                let interval = interval(goal, bounds, classes.total());
                watcher.begin(&format!("{config}: {interval}"), done, ALL);
            }
        }
        shown = Some((bounds, done));
    };
    let begun = Instant::now();
    let mut saved = Instant::now();
    let mut kept = Ok(());
    let searched = polled(
        &progress.done,
        || search(&classes, goal, &table, means.threads.get(), &progress),
        |done| {
            let bounds = progress.bounds();
            tell(bounds, done);
            // Only the end of a search for the worst case gives a strategy.
            let over = means.time.is_some_and(|time| begun.elapsed() >= time)
                && (bounds.upper != Bounds::OPEN || goal == Goal::Worst);
            if let Some(path) = &state
                && saved.elapsed() >= BETWEEN_STATES
                && kept.is_ok()
            {
                saved = Instant::now();
                kept = save(&table, path, &header);
            }
            if over || watcher.stop().asked() || kept.is_err() {
                progress.stop.store(true, Relaxed);
            }
        },
    );
    if shown.is_some() {
        watcher.end();
    }
    searched.flatten().map_err(kit::Error::from)?;
    kept?;
    let bounds = progress.bounds();
    progress.stop.store(false, Relaxed);
    let found = polled(
        &progress.done,
        || tree(&classes, goal, &table, bounds, &progress.stop),
        |_| progress.stop.store(watcher.stop().asked(), Relaxed),
    );
    let found = found.map_err(kit::Error::from)?;
    let is_stopped = watcher.stop().asked();
    if let Some(path) = &state
        && (!bounds.is_exact() || is_stopped)
    {
        save(&table, path, &header)?;
    }
    let found = found.filter(|_| !is_stopped);
    let found = found.map(|tree| replay(tree, &config.to_string(), watcher));
    let found = found.transpose()?;
    let best = [known, found].into_iter().flatten();
    let strategy = best.min_by_key(|(tree, _)| tree.cost);
    let upper = (strategy.as_ref()).map_or(bounds.upper, |(tree, _)| tree.cost as u32);
    if upper < bounds.lower {
        // The state has a sum, so this is a fault of the search.
        let what = format!("a strategy of {config} costs less than the lower bound");
        let hint = "please report it; without the state beside --out, the search begins again";
        return Err(kit::Error::other(what, hint).into());
    }
    let bounds = Bounds { upper, ..bounds };
    Ok(Found {
        config,
        goal,
        spectra: classes.count(),
        bounds,
        strategy,
    })
}

/// Reads a strategy and plays it for every molecule by the plain rules.
pub(crate) fn check_file(path: &Path, watcher: &dyn Watcher) -> Result<(Tree, Played)> {
    let bytes = read(path, MOST_BYTES)?;
    let name = path.display().to_string();
    let tree = Tree::parse(&bytes).map_err(|error| Error::wrong(&name, error, "strategy"))?;
    check(tree.config)?;
    replay(tree, &name, watcher)
}

fn replay(tree: Tree, name: &str, watcher: &dyn Watcher) -> Result<(Tree, Played)> {
    let config = tree.config;
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
        "take a box up to {} wide with at most {} molecules",
        MOST_POSITIONS / 4,
        thousands(MOST_MOLECULES)
    );
    Err(kit::Error::other(format!("{config} is too big to solve"), hint).into())
}

fn stopped(config: Config) -> String {
    format!("stopped with the strategy of {config}")
}

/// An interval in words, per molecule where it is a mean.
pub(crate) fn interval(goal: Goal, bounds: Bounds, molecules: u32) -> String {
    let one = |cost: u32| match goal {
        Goal::Worst => cost.to_string(),
        Goal::Shots | Goal::Points => format!("{:.4}", f64::from(cost) / f64::from(molecules)),
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
    // What was found is kept, also after Ctrl-C.
    let stop = Stop::default();
    let output = Output::new(path, &stop, header)?;
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

fn read(path: &Path, most: u64) -> kit::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let read = kit::input::file(path)?.take(most).read_to_end(&mut bytes);
    read.map_err(|source| kit::Error::Unreadable {
        name: path.display().to_string(),
        source,
    })?;
    Ok(bytes)
}

fn restore(table: &Table, path: &Path, header: &str) -> Result<()> {
    if !path.exists() {
        return Ok(());
    }
    let bytes = read(path, u64::MAX)?;
    // The sum is the last.
    let (bytes, sum) = bytes.split_at(bytes.len().saturating_sub(Sha256::output_size()));
    let records = bytes.strip_prefix(header.as_bytes());
    let records = records.filter(|_| Sha256::digest(bytes)[..] == *sum);
    let Some((records, [])) = records.map(|records| records.as_chunks::<24>()) else {
        let what = format!(
            "{} is damaged, or not the state of this search",
            path.display()
        );
        return Err(kit::Error::other(what, "remove it, or name another file with --out").into());
    };
    for record in records {
        let (words, _) = record.as_chunks::<8>();
        table.restore([0, 1, 2].map(|at| u64::from_le_bytes(words[at])));
    }
    Ok(())
}
