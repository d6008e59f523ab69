//! `report`: gathers what the data of a configuration say, and checks on the
//! way that they fit the rules.
//!
//! One way through the rows in the order of the primary key finds the groups and sums
//! up what the rays did. It needs no index, for the indexes are missing during a load.
//! It also sees what is damaged: it compares groups with the table of spectra and with
//! the rules, and sums with those of the rays. The length and turns of a single ray do
//! not have columns. So another thread meanwhile shoots the canonical molecules again,
//! each for its group. A5_B8 takes 8.3 s of processor time, 7.0 of them on the
//! thread that reads, and 56 MiB.

use std::cell::Cell;
use std::collections::HashMap;
use std::fmt::Display;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use view::words::counted;
use watch::{NoThread, Stop, Watcher};

use crate::analysis::{
    CostedGroup, Embedding, GroupCount, NotEmbedded, Pairs, RayStudy, RayTally, SpectralGroup,
    embed,
};
use crate::census::CanonicalMolecules;
use crate::error::{Error, Result};
use crate::game::{Config, MAX_WIDTH, Molecule, RayStatistics};
use crate::plan::about;
use crate::store::{AmbiguityRow, Store, SurveyedRow};

/// How many of the costliest pairs are kept.
pub(crate) const PAIRS_KEPT: usize = 100_000;

/// How many rows or molecules pass between two looks at whether to stop.
const LOOK_EVERY: u64 = 1024;

/// What a report tells.
#[derive(Debug)]
pub struct Report {
    pub(crate) config: Config,
    /// Its ambiguous groups and its rays.
    pub survey: Survey,
    /// The groups again with what guesses cost, the costliest first.
    pub(crate) groups: Vec<CostedGroup>,
    /// Pairs of molecules that share a spectrum.
    pub(crate) pairs: Pairs,
    /// How ambiguity grows with the box, for as many atoms.
    pub(crate) growth: Vec<Growth>,
    /// The smaller boxes that are explored in the same file.
    pub(crate) smaller: Vec<Smaller>,
}

/// The ambiguous groups and the rays of a configuration.
#[derive(Debug)]
pub struct Survey {
    /// Its ambiguous groups, sorted by canonical number. Only one of those
    /// that are images of each other is here.
    pub groups: Vec<SpectralGroup>,
    pub(crate) rays: RayStudy,
}

/// A smaller box, its ambiguous groups, and how they lie in the reported one.
#[derive(Debug)]
pub(crate) struct Smaller {
    pub groups: Vec<SpectralGroup>,
    pub embedding: Embedding,
}

/// How ambiguous a box is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Growth {
    pub config: Config,
    /// Is it explored in the file? Else a census of it is stored.
    pub explored: bool,
    /// Ambiguous spectra by how many molecules share them.
    pub by_size: Vec<AmbiguityRow>,
}

impl Growth {
    /// The sum of a count over all sizes.
    pub(crate) fn total(&self, count: fn(&AmbiguityRow) -> u64) -> u64 {
        self.by_size.iter().map(count).sum()
    }
}

/// Gathers the report of a configuration that has gone through the pipeline.
///
/// # Errors
///
/// Where a stage of the pipeline is missing. [`kit::Error::Damaged`] where what is
/// stored does not fit the rules. [`kit::Error::Stopped`] where the watcher wants to
/// stop.
pub fn report(store: &Store, config: Config, watcher: &dyn Watcher) -> Result<Report> {
    store.at_one_moment(|store| {
        let gathering = Gathering::new(store, config, watcher)?;
        watcher.begin(&format!("report of {config}"), 0, gathering.work);
        let report = gathering.report();
        watcher.end();
        report.map_err(|error| match error {
            // It may have been SQLite that was interrupted.
            Error::Kit(kit::Error::Stopped(_)) => stopped(config).into(),
            other => other,
        })
    })
}

/// The error of a report that somebody stopped.
pub(crate) fn stopped(config: Config) -> kit::Error {
    kit::Error::Stopped(format!(
        "stopped before the report of {config} was written, and the same command starts again"
    ))
}

/// Says what the report of a configuration costs.
pub(crate) fn say_plan(store: &Store, config: Config, watcher: &dyn Watcher) -> Result<()> {
    store.at_one_moment(|store| {
        let gathering = Gathering::new(store, config, watcher)?;
        watcher.say(&format!(
            "{config}: {} to read, {}",
            counted(config.molecules(), "molecule", "molecules"),
            about(Duration::from_micros(gathering.work))
        ));
        Ok(())
    })
}

/// What the steps of a report's work cost, in microseconds at most. They are to read a row, to shoot
/// the rays of a canonical molecule or find its spectrum, and to look for a group in another box.
/// The costs only serve to tell how long it takes and how far it is.
const ROW: u64 = 1;
const CANONICAL: u64 = 2;
const GROUP: u64 = 50;

/// The configurations of some atoms in boxes up to a width.
fn boxes(atoms: usize, width: usize) -> impl Iterator<Item = Config> {
    (1..=width as u64).filter_map(move |width| Config::new(atoms as u64, width).ok())
}

struct Gathering<'a> {
    store: &'a Store,
    config: Config,
    watcher: &'a dyn Watcher,
    /// How much there is to do, roughly, and how much is done.
    work: u64,
    done: Cell<u64>,
    /// How much of it other threads have done.
    shot: AtomicU64,
    /// The smaller boxes of as many atoms that have gone through the pipeline.
    smaller: Vec<Config>,
}

impl<'a> Gathering<'a> {
    fn new(store: &'a Store, config: Config, watcher: &'a dyn Watcher) -> Result<Gathering<'a>> {
        store.updated(config)?;
        let mut gathering = Gathering {
            store,
            config,
            watcher,
            work: 0,
            done: Cell::new(0),
            shot: AtomicU64::new(0),
            smaller: Vec::new(),
        };
        let read =
            |config: Config| ROW * config.molecules() + CANONICAL * config.canonical_molecules();
        let groups = |config: Config| -> Result<u64> {
            let rows = store.ambiguity(config)?;
            Ok(rows.iter().map(|row| row.spectra_up_to_symmetry).sum())
        };
        let large = groups(config)?;
        gathering.work = read(config);
        for smaller in boxes(config.atoms(), config.width() - 1) {
            if gathering.is_ready(smaller)? {
                gathering.work += read(smaller) + GROUP * (groups(smaller)? + large);
                gathering.smaller.push(smaller);
            }
        }
        Ok(gathering)
    }

    fn report(&self) -> Result<Report> {
        let config = self.config;
        let survey = self.stored_survey(config)?;
        let mut smaller = Vec::new();
        for &one in &self.smaller {
            let groups = self.stored_survey(one)?.groups;
            let embedding = embed((one, &groups), (config, &survey.groups), || {
                self.step(GROUP).is_ok()
            });
            let embedding = embedding.map_err(|error| match error {
                NotEmbedded::Stopped => stopped(config),
                NotEmbedded::Unknown(spectrum) => kit::Error::Damaged(format!(
                    "{one}: several molecules have the spectrum {spectrum}, which is not among its spectra"
                )),
            })?;
            smaller.push(Smaller { groups, embedding });
        }
        let mut pairs = Pairs::new(PAIRS_KEPT);
        let mut groups = Vec::with_capacity(survey.groups.len());
        for group in &survey.groups {
            self.step(0)?;
            pairs.add(group);
            groups.push(CostedGroup::new(group.clone(), config));
        }
        groups.sort_by(CostedGroup::costliest_first);
        self.watcher.advance(self.work);
        Ok(Report {
            config,
            survey,
            groups,
            pairs,
            growth: self.growth()?,
            smaller,
        })
    }

    /// So much more is done, and an error if somebody wants to stop.
    fn step(&self, more: u64) -> kit::Result<()> {
        self.done.set(self.done.get() + more);
        // The estimate of the work may be too low.
        let done = self.done.get() + self.shot.load(Ordering::Relaxed);
        self.watcher.advance(done.min(self.work.saturating_sub(1)));
        match self.watcher.stop().asked() {
            true => Err(stopped(self.config)),
            false => Ok(()),
        }
    }

    /// Has a configuration gone through the pipeline?
    fn is_ready(&self, config: Config) -> Result<bool> {
        match self.store.explored(config) {
            Ok(to) => Ok(to.explored && to.spectrums_initialised && to.spectrums_updated),
            Err(Error::NotInitialised(_)) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// How ambiguous all boxes of as many atoms are that are explored in the
    /// file, or counted by a census.
    fn growth(&self) -> Result<Vec<Growth>> {
        let mut growth = Vec::new();
        for config in boxes(self.config.atoms(), MAX_WIDTH) {
            self.step(0)?;
            let explored = self.is_ready(config)?;
            let by_size = if explored {
                self.store.ambiguity(config)?
            } else if let Some(stored) = self.store.census(config)?
                && stored.census.is_finished()
            {
                let rows = stored.census.findings().ambiguity.rows();
                let ambiguous = rows.filter(|&(size, _)| size > 1);
                ambiguous.map(AmbiguityRow::from).collect()
            } else {
                continue;
            };
            growth.push(Growth {
                config,
                explored,
                by_size,
            });
        }
        Ok(growth)
    }

    /// The survey of a configuration whose molecules are stored: its groups as
    /// the tables have them, its rays shot again, and both compared.
    fn stored_survey(&self, config: Config) -> Result<Survey> {
        let ((groups, tally), rays) = thread::scope(|scope| {
            let (shot, stop) = (&self.shot, self.watcher.stop());
            let rays = thread::Builder::new()
                .spawn_scoped(scope, move || shot_rays(config, shot, stop))
                .map_err(|_| kit::Error::from(NoThread))?;
            let groups = self.groups(config)?;
            let rays = rays.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok::<_, Error>((groups, rays.ok_or_else(|| stopped(self.config))?))
        })?;
        if rays.tally != tally {
            let what =
                format!("the statistics of the molecules of {config} are not those of their rays");
            return Err(Error::damaged(what));
        }
        Ok(Survey { groups, rays })
    }

    /// The ambiguous groups as the tables have them, and what they say of the
    /// rays. One way through the table finds both, without any index.
    fn groups(&self, config: Config) -> Result<(Vec<SpectralGroup>, RayTally)> {
        let damaged = |what: &str| Error::damaged(format!("{config}: {what}"));
        let classes = self.store.spectrum_classes(config)?;
        let mut groups = Vec::with_capacity(classes.len());
        let mut places = HashMap::with_capacity(classes.len());
        for class in &classes {
            places.insert(class.spectrum.to_string(), groups.len());
            groups.push(SpectralGroup {
                spectrum: class.spectrum,
                canonical_number: class.canonical_number,
                images: class.spectrum.canonical().1 as u64,
                molecules: Vec::new(),
            });
        }
        let mut tally = RayTally::default();
        // The rows of a group come together, and have the same.
        let (mut statistics, mut alike) = (RayStatistics::default(), 0);
        let mut read = 0;
        self.store.for_each_molecule(config, |row| {
            read += 1;
            if read % LOOK_EVERY == 0 {
                self.step(ROW * LOOK_EVERY)?;
            }
            if row.statistics != statistics && alike > 0 {
                tally.add(&statistics, alike);
                alike = 0;
            }
            statistics = row.statistics;
            alike += 1;
            if let Some(&place) = places.get(row.spectrum) {
                let molecule = member(&row, &groups[place], config)?;
                groups[place].molecules.push(molecule);
            }
            Ok(())
        })?;
        if alike > 0 {
            tally.add(&statistics, alike);
        }
        self.step(ROW * (read % LOOK_EVERY))?;
        let all = config.molecules();
        if read != all {
            return Err(damaged(&format!("there are {read} rows, not {all}")));
        }
        for (group, class) in groups.iter_mut().zip(&classes) {
            group.molecules.sort_unstable();
            group.molecules.dedup();
            let (spectrum, size, images) = (group.spectrum, group.size(), group.images);
            let (molecules, spectra) = (class.molecules, class.spectra);
            if size != molecules || size < 2 || images != spectra {
                return Err(damaged(&format!(
                    "the spectrum {spectrum} has {size} molecules and {images} images, not {molecules} and {spectra}"
                )));
            }
        }
        let counted = self.store.ambiguity(config)?.into_iter().map(|row| {
            let count = GroupCount {
                up_to_symmetry: row.spectra_up_to_symmetry,
                spectra: row.spectra,
                molecules: row.molecules,
            };
            (row.molecules_per_spectrum, count)
        });
        if !counted.eq(GroupCount::by_size(&groups)) {
            return Err(damaged("its spectra are not those of its molecules"));
        }
        Ok((groups, tally))
    }
}

/// The rays of a configuration, by the rules; `None` if somebody wants to stop. `shot` counts
/// the work.
fn shot_rays(config: Config, shot: &AtomicU64, stop: &Stop) -> Option<RayStudy> {
    let mut rays = RayStudy::new(config);
    let canonical = CanonicalMolecules::<u128>::new(config);
    for (molecules, (_, molecule)) in (1..).zip(canonical.numbered(1, u64::MAX)) {
        rays.add(molecule);
        if molecules % LOOK_EVERY == 0 {
            shot.fetch_add(CANONICAL * LOOK_EVERY, Ordering::Relaxed);
            if stop.asked() {
                return None;
            }
        }
    }
    Some(rays)
}

/// The molecule of a row whose spectrum is that of a group, if it has it.
fn member(row: &SurveyedRow<'_>, group: &SpectralGroup, config: Config) -> Result<Molecule> {
    let damaged =
        |what: &dyn Display| Error::damaged(format!("{config}, molecule {}: {what}", row.number));
    let molecule = Molecule::parse(row.molecule, config).map_err(|error| damaged(&error))?;
    if molecule.number(config) != row.number {
        return Err(damaged(&"it has another number"));
    }
    let spectrum = molecule.spectrum(config);
    if spectrum != group.spectrum {
        return Err(damaged(&format!("its spectrum is {spectrum}")));
    }
    Ok(molecule)
}
