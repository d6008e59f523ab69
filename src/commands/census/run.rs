//! `census`: counts how ambiguous a configuration is without one row per molecule, pass
//! by pass, and keeps what every pass has found.

use std::fmt::Display;
use std::sync::atomic::AtomicU64;
use std::time::Instant;

use ::draw::words::{bytes, counted, thousands};
use watch::{Watcher, polled};

use crate::board::Config;
use crate::census::{Census, CensusError, PassEnd, Plan, Resources};
use crate::error::{Error, Result};
use crate::memory::granted;
use crate::plan::{LONGEST, PlanOptions, about, too_long};
use crate::store::{BEAT, LongWork, Store, StoredCensus};
use crate::work::{alone, stopped};

/// Takes the census of a configuration, or the rest of it, unless it is stored already.
/// With `force`, it starts from the beginning, whatever is stored. `wait` is as in
/// [`explore`](crate::commands::explore::run::explore).
/// Fails with [`app::Error::Stopped`] if the watcher wants to stop; what finished passes found is
/// committed. Fails with [`CensusError::Memory`] if the allowed memory is not enough for anything.
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
    let work = (config, LongWork::Census);
    alone(store, work, wait, watcher, steps, |store| {
        census_rest(store, config, force, resources, watcher)
    })
}

/// The steps of a census that are done, and all of them: its molecules.
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
        // What is stored is only given up for a census that can be taken.
        let plan = Census::new(config).plan(resources);
        if plan.memory_enough > resources.memory {
            return Err(too_little(config, &plan).into());
        }
    }
    let mut census = begun(store, config, force, watcher)?;
    if !census.is_finished() {
        let plan = census.plan(resources);
        watcher.begin(&format!("census of {config}"), 0, census.work());
        let result = passes(store, &mut census, &plan, config, watcher);
        watcher.end();
        result?;
    }
    (store.census(config)?).ok_or_else(|| Error::overtaken(config, LongWork::Census, None))
}

/// The census as far as it is stored. If there is none, this begins it.
fn begun(store: &mut Store, config: Config, force: bool, watcher: &dyn Watcher) -> Result<Census> {
    let census = if !force && let Some(stored) = store.census(config)? {
        stored.census
    } else {
        let (begun, replaced) = store
            .begin_census(config, force)
            .map_err(|error| stopped(error, watcher, "beginning the census of", config))?;
        if replaced && force {
            watcher.say(&format!("the stored census of {config} is deleted"));
        } else if replaced {
            watcher.say(&format!(
                "another version of this program began the stored census of {config}; the census starts again"
            ));
        }
        begun
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

/// Fails with [`Error::TooMuch`] if one of several censuses that are not finished takes more than a day, so that
/// none is begun.
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

/// Says what there is to do, unless it is done. False if the user wants nothing more.
/// Fails with [`Error::TooMuch`] if it takes more than a day, unless the limits are ignored.
pub(crate) fn agree(
    stored: Option<&StoredCensus>,
    config: Config,
    resources: Resources,
    wish: PlanOptions,
    watcher: &dyn Watcher,
) -> Result<bool> {
    let census = stored.map_or_else(|| Census::new(config), |stored| stored.census.clone());
    if census.is_finished() && wish.dry_run {
        watcher.say(&stored_already(config));
    } else if !census.is_finished() {
        let plan = census.plan(resources);
        let time = census.estimate(&plan);
        watcher.say(&format!(
            "census of {config}: {}, {} of them canonical; {} with at most {} of memory on {}, no disk, {}",
            counted(config.molecules(), "molecule", "molecules"),
            thousands(config.canonical_molecules()),
            counted(plan.passes, "pass", "passes"),
            bytes(plan.memory_enough.min(resources.memory)),
            counted(plan.resources.threads as u64, "thread", "threads"),
            about(time),
        ));
        return wish.permit(&format!("the census of {config}"), time);
    }
    Ok(!wish.dry_run)
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
            if noted.elapsed() >= BEAT && !watcher.stop().asked() {
                // If that fails, so does the commit of the pass, which says why.
                let _ = store.note_work(config, LongWork::Census, before + done);
                noted = Instant::now();
            }
        };
        let stop = watcher.stop();
        let next = |work: &AtomicU64| census.next_pass(plan, work, stop);
        let end = pass(plan, next, &mut work, advance)?;
        end.map_err(|end| ended(end, config, plan, stopped_at))?;
        if census.is_finished() {
            census.check()?;
        }
        let time = begun.elapsed();
        store
            .commit_pass(config, frontier, census, plan.resources, time)
            .map_err(|error| stopped(error, watcher, "storing a pass over", config))?;
        let [done, all] = [census.frontier(), census.buckets()].map(|n| thousands(n as u64));
        watcher.detail(&format!("census of {config}: {done} of {all} parts done"));
    }
    Ok(())
}

fn too_little(census: impl Display, plan: &Plan) -> CensusError {
    CensusError::Memory {
        census: census.to_string(),
        memory: plan.resources.memory,
        enough: plan.memory_enough,
        threads: plan.resources.threads,
    }
}

/// Makes one pass, and reports its progress.
pub(crate) fn pass(
    plan: &Plan,
    next: impl FnOnce(&AtomicU64) -> std::result::Result<(), PassEnd> + Send,
    work: &mut u64,
    mut advance: impl FnMut(u64),
) -> Result<std::result::Result<(), PassEnd>> {
    granted(plan.memory_enough.min(plan.resources.memory))?;
    let counter = AtomicU64::new(*work);
    let result = polled(&counter, || next(&counter), &mut advance);
    *work = counter.into_inner();
    advance(*work);
    Ok(result.map_err(app::Error::from)?)
}

/// The error of a pass of a census. `stopped` is the message if it was interrupted.
pub(crate) fn ended(end: PassEnd, census: impl Display, plan: &Plan, stopped: String) -> Error {
    match end {
        PassEnd::Stopped => Error::stopped(stopped),
        PassEnd::NoThread(refused) => app::Error::from(refused).into(),
        PassEnd::Memory => too_little(census, plan).into(),
    }
}
