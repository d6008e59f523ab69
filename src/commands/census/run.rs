//! `census`: counts how ambiguous a configuration is, without storing its molecules. The findings of each pass are
//! stored when it is finished.

use std::fmt::Display;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use draw::words::{bytes, counted, thousands};
use watch::{Halt, Observed, Stop, Task, Watcher, polled};

use crate::board::Config;
use crate::census::{Census, CensusError, Plan, Resources};
use crate::error::{Error, Result};
use crate::memory::granted;
use crate::plan::{LONGEST, PlanOptions, about, too_long};
use crate::store::{BEAT, BegunCensus, CensusCost, LongWork, Store, StoredCensus};
use crate::work::{self, run_exclusively, stopped};

/// Takes the census of a configuration, or the rest of it, unless it is stored. With `force`, it starts again.
/// `wait` is as in [`explore`](crate::commands::explore::run::explore).
///
/// Fails with [`app::Error::Stopped`] if the watcher requests a stop, when the findings of finished passes are
/// stored, and with [`CensusError::Memory`] if the allowed memory is not enough for a pass.
pub fn census(
    store: &mut Store,
    config: Config,
    force: bool,
    resources: Resources,
    wait: bool,
    watcher: &dyn Watcher,
) -> Result<StoredCensus> {
    let steps = |store: &Store| {
        let stored = if force { None } else { store.census(config)? };
        let census = stored.map_or_else(|| Census::new(config), |stored| stored.census);
        Ok((!census.is_finished()).then(|| steps(&census, config)))
    };
    let work = LongWork::Census;
    run_exclusively(store, config, work, wait, watcher, steps, |store| {
        census_rest(store, config, force, resources, watcher)
    })
}

/// The numbers of steps that are done and of all steps, which are the molecules.
fn steps(census: &Census, config: Config) -> (u64, u64) {
    let all = config.molecules();
    (all.saturating_sub(census.work()), all)
}

fn census_rest(
    store: &mut Store,
    config: Config,
    force: bool,
    resources: Resources,
    watcher: &dyn Watcher,
) -> Result<StoredCensus> {
    if force {
        // Replaces a stored census only if the memory is enough for the new one.
        let plan = Census::new(config).plan(resources);
        if plan.memory_enough > resources.memory {
            return Err(too_little(config, &plan).into());
        }
    }
    let mut census = begun(store, config, force, watcher)?;
    if !census.is_finished() {
        let plan = census.plan(resources);
        let name = format!("census of {config}, molecules");
        let _task = Task::begun(watcher, name, 0, census.work());
        let counted = passes(store, &mut census, &plan, config, watcher);
        if census.frontier() == 0 && matches!(counted, Err(Error::Census(_))) {
            // The memory is not enough. Otherwise, `verify` would report the census as unfinished.
            store.forget_census(config)?;
        }
        counted?;
    }
    (store.census(config)?).ok_or_else(|| Error::overtaken(config, LongWork::Census, None))
}

/// The stored census, finished or not. If there is none, it is begun.
fn begun(store: &mut Store, config: Config, force: bool, watcher: &dyn Watcher) -> Result<Census> {
    let census = if !force && let Some(stored) = store.census(config)? {
        stored.census
    } else {
        let BegunCensus { census, replaced } = store
            .begin_census(config, force)
            .map_err(|error| stopped(error, watcher, "beginning the census of", config))?;
        if replaced && force {
            watcher.say(&format!("the stored census of {config} is deleted"));
        } else if replaced {
            watcher.say(&format!(
                "another version of this program began the stored census of {config}; the census starts again"
            ));
        }
        census
    };
    if census.is_finished() {
        watcher.say(&stored_already(config));
    } else if census.frontier() > 0 {
        watcher.say(&format!(
            "continuing the census of {config}: {} % of the spectra are counted",
            100 * census.frontier() / census.buckets()
        ));
    }
    Ok(census)
}

fn stored_already(config: Config) -> String {
    format!("the census of {config} is already stored")
}

/// Fails with [`Error::TooMuch`] if one of several unfinished censuses takes more than a day. Called before the
/// first of them begins.
pub(crate) fn check_all(
    store: Option<&Store>,
    configs: &[Config],
    resources: Resources,
) -> Result<()> {
    for &config in configs {
        let census = Census::new(config);
        let time = census.estimate(&census.plan(resources));
        if time > LONGEST {
            let stored = store.map_or(Ok(None), |store| store.census(config))?;
            if stored.is_none_or(|stored| !stored.census.is_finished()) {
                return Err(too_long(&format!("the census of {config}"), time));
            }
        }
    }
    Ok(())
}

/// Prints the plan, unless the census is finished. Returns false for a dry run. Fails with [`Error::TooMuch`] if it
/// takes more than a day, unless the limits are ignored.
pub(crate) fn announce(
    stored: Option<&StoredCensus>,
    config: Config,
    resources: Resources,
    options: PlanOptions,
    watcher: &dyn Watcher,
) -> Result<bool> {
    let census = stored.map_or_else(|| Census::new(config), |stored| stored.census.clone());
    if census.is_finished() && options.dry_run {
        watcher.say(&stored_already(config));
    } else if !census.is_finished() {
        let plan = census.plan(resources);
        let time = census.estimate(&plan);
        watcher.say(&format!(
            "census of {config}: {}, {} canonical; {} with {} on {}, no disk, {}",
            counted(config.molecules(), "molecule", "molecules"),
            thousands(config.canonical_molecules()),
            counted(plan.passes, "pass", "passes"),
            allowed(&plan),
            counted(plan.resources.threads as u64, "thread", "threads"),
            about(time),
        ));
        return options.permit(&format!("the census of {config}"), time);
    }
    Ok(!options.dry_run)
}

fn passes(
    store: &mut Store,
    census: &mut Census,
    plan: &Plan,
    config: Config,
    watcher: &dyn Watcher,
) -> Result<()> {
    let ((before, _), mut work) = (steps(census, config), 0);
    let mut noted = Instant::now();
    while !census.is_finished() {
        let frontier = census.frontier();
        let begun = Instant::now();
        let stopped_at = format!(
            "stopped with {} % of the spectra of {config} counted; the same command continues from there",
            100 * frontier / census.buckets()
        );
        let advance = |done| {
            watcher.advance(done);
            if noted.elapsed() >= BEAT && !watcher.stop().is_requested() {
                // Errors are ignored here, because the commit of the pass then fails, too.
                let _ = store.note_work(config, LongWork::Census, before + done);
                noted = Instant::now();
            }
        };
        let next = |observed: &Observed| census.next_pass(plan, observed);
        let end = pass(plan, next, &mut work, watcher.stop(), advance)?;
        end.map_err(|end| ended(end, config, plan, stopped_at))?;
        if census.is_finished() {
            census.check()?;
        }
        let (allowed, time) = (plan.resources, begun.elapsed());
        let cost = CensusCost { allowed, time };
        store
            .commit_pass(config, frontier, census, cost)
            .map_err(|error| stopped(error, watcher, "storing a pass over", config))?;
        let [done, all] = [census.frontier(), census.buckets()].map(|n| thousands(n as u64));
        watcher.detail(&format!(
            "census of {config}: {done} of {all} sets of spectra counted"
        ));
    }
    Ok(())
}

/// The memory of a plan in words. Less than enough may still be enough.
pub(super) fn allowed(plan: &Plan) -> String {
    let (enough, allowed) = (plan.memory_enough, plan.resources.memory);
    match allowed < enough {
        true => format!("at most {} of memory (perhaps too little)", bytes(allowed)),
        false => format!("at most {} of memory", bytes(enough)),
    }
}

fn too_little(census: impl Display, plan: &Plan) -> CensusError {
    CensusError::Memory {
        census: census.to_string(),
        memory: plan.resources.memory,
        enough: plan.memory_enough,
        threads: plan.resources.threads,
    }
}

/// Runs one pass, and reports its progress.
pub(crate) fn pass(
    plan: &Plan,
    next: impl FnOnce(&Observed) -> std::result::Result<(), Halt> + Send,
    work: &mut u64,
    stop: &Stop,
    mut advance: impl FnMut(u64),
) -> Result<std::result::Result<(), Halt>> {
    granted(plan.memory_enough.min(plan.resources.memory))?;
    let counter = AtomicU64::new(*work);
    let observed = Observed::new(&counter, stop);
    let result = polled(&counter, || next(&observed), &mut advance);
    *work = counter.into_inner();
    advance(*work);
    Ok(result.map_err(app::Error::from)?)
}

/// Converts the error of a pass. `stopped` is the message for an interruption.
pub(crate) fn ended(halt: Halt, census: impl Display, plan: &Plan, stopped: String) -> Error {
    match halt {
        Halt::Enough => too_little(census, plan).into(),
        other => work::ended(other, stopped),
    }
}
