//! The ambiguous groups and the rays of a configuration, from its tables.

use std::collections::HashMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;

use watch::{NoThread, Stop};

use super::{CANONICAL, Gathering, ROW, Survey};
use crate::analysis::{GroupCount, RayStudy, RayTally, SpectralGroup};
use crate::census::CanonicalMolecules;
use crate::error::{Error, Result};
use crate::game::{Config, Molecule, RayStatistics};
use crate::store::SurveyedRow;

/// How many rows or molecules pass between two looks at whether to stop.
const LOOK_EVERY: u64 = 1024;

impl Gathering<'_> {
    /// The survey of a configuration whose molecules are stored: its groups as
    /// the tables have them, its rays shot again, and both compared.
    pub(super) fn stored_survey(&self, config: Config) -> Result<Survey> {
        let ((groups, tally), rays) = thread::scope(|scope| {
            let (shot, stop) = (&self.shot, self.watcher.stop());
            let rays = thread::Builder::new()
                .spawn_scoped(scope, move || shot_rays(config, shot, stop))
                .map_err(|_| kit::Error::from(NoThread))?;
            let groups = self.groups(config)?;
            let rays = rays.join().unwrap_or_else(|panic| resume_unwind(panic));
            Ok::<_, Error>((groups, rays.ok_or_else(|| self.stopped())?))
        })?;
        if *rays.tally() != tally {
            return Err(kit::Error::Damaged(format!(
                "the statistics of the molecules of {config} are not those of their rays"
            ))
            .into());
        }
        Ok(Survey { groups, rays })
    }

    /// The ambiguous groups as the tables have them, and what they say of the
    /// rays. One way through the table finds both, without any index.
    fn groups(&self, config: Config) -> Result<(Vec<SpectralGroup>, RayTally)> {
        let damaged = |what: String| Error::Kit(kit::Error::Damaged(format!("{config}: {what}")));
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
        if read != config.molecules() {
            return Err(damaged(format!(
                "there are {read} rows, not {}",
                config.molecules()
            )));
        }
        for (group, class) in groups.iter_mut().zip(&classes) {
            group.molecules.sort_unstable();
            group.molecules.dedup();
            if group.size() != class.molecules || group.size() < 2 || group.images != class.spectra
            {
                return Err(damaged(format!(
                    "the spectrum {} has {} molecules and {} images, not {} and {}",
                    group.spectrum,
                    group.size(),
                    group.images,
                    class.molecules,
                    class.spectra
                )));
            }
        }
        let counted: Vec<_> = GroupCount::by_size(&groups).into_iter().collect();
        if self.counted(config)? != counted {
            return Err(damaged(
                "its spectra are not those of its molecules".to_owned(),
            ));
        }
        Ok((groups, tally))
    }

    /// The ambiguous groups of a configuration by their size, as the table of
    /// spectra counts them.
    pub(super) fn counted(&self, config: Config) -> Result<Vec<(u64, GroupCount)>> {
        let rows = self.store.ambiguity(config)?.into_iter();
        let counts = rows.map(|row| {
            let count = GroupCount {
                up_to_symmetry: row.spectra_up_to_symmetry,
                spectra: row.spectra,
                molecules: row.molecules,
            };
            (row.molecules_per_spectrum, count)
        });
        Ok(counts.collect())
    }
}

/// The rays of a configuration, by the rules; `None` if somebody wants to stop. `shot` counts
/// the work.
fn shot_rays(config: Config, shot: &AtomicU64, stop: &Stop) -> Option<RayStudy> {
    let mut rays = RayStudy::new(config);
    let mut molecules = 0;
    for (_, molecule) in CanonicalMolecules::<u128>::new(config).numbered(1, u64::MAX) {
        rays.add(molecule);
        molecules += 1;
        if molecules % LOOK_EVERY == 0 {
            shot.fetch_add(CANONICAL * LOOK_EVERY, Ordering::Relaxed);
            if stop.asked() {
                return None;
            }
        }
    }
    shot.fetch_add(CANONICAL * (molecules % LOOK_EVERY), Ordering::Relaxed);
    Some(rays)
}

/// The molecule of a row whose spectrum is that of a group, if it has it.
fn member(row: &SurveyedRow<'_>, group: &SpectralGroup, config: Config) -> kit::Result<Molecule> {
    let damaged =
        |what: String| kit::Error::Damaged(format!("{config}, molecule {}: {what}", row.number));
    let molecule =
        Molecule::parse(row.molecule, config).map_err(|error| damaged(error.to_string()))?;
    if molecule.number(config) != row.number {
        return Err(damaged("it has another number".to_owned()));
    }
    let spectrum = molecule.spectrum(config);
    if spectrum != group.spectrum {
        return Err(damaged(format!("its spectrum is {spectrum}")));
    }
    Ok(molecule)
}
