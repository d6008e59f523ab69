//! `report`: gathers what the data of a configuration say, and checks on the
//! way that they fit the rules.

use std::collections::HashMap;

use super::Watcher;
use crate::analysis::claims::{self, Claim, Evidence, FiveAtoms, Source};
use crate::analysis::{
    CostedGroup, Embedding, GroupCount, NotEmbedded, Pairs, RayStudy, RayTally, SpectralGroup,
    Survey, ambiguous_groups, embed, find_class,
};
use crate::census::CanonicalMolecules;
use crate::error::{Error, Result};
use crate::game::{Config, MAX_WIDTH, Molecule};
use crate::store::{Store, SurveyedRow};

/// How many of the costliest pairs are kept.
pub const PAIRS_KEPT: usize = 100_000;

/// How many molecules pass between two looks at whether to stop.
const LOOK_EVERY: u64 = 1024;

/// What a report tells.
#[derive(Debug)]
pub struct Report {
    /// The configuration.
    pub config: Config,
    /// Its ambiguous groups and its rays.
    pub survey: Survey,
    /// The groups again with what guesses cost, the costliest first.
    pub groups: Vec<CostedGroup>,
    /// Pairs of molecules that share a spectrum.
    pub pairs: Pairs,
    /// How ambiguity grows with the box, for as many atoms.
    pub growth: Vec<Growth>,
    /// The smaller boxes that are explored in the same file.
    pub smaller: Vec<Smaller>,
    /// The smaller boxes that are there, but not ready.
    pub unready: Vec<Config>,
    /// The text's claims.
    pub claims: Vec<Claim>,
}

/// A smaller box, and how it lies in the reported one.
#[derive(Debug)]
pub struct Smaller {
    /// Its ambiguous groups.
    pub groups: Vec<SpectralGroup>,
    /// How they belong to those of the reported box.
    pub embedding: Embedding,
}

/// How ambiguous a box is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Growth {
    /// The configuration.
    pub config: Config,
    /// Is it explored in the file? Else a census of it is stored.
    pub explored: bool,
    /// Ambiguous spectra by how many molecules share them.
    pub by_size: Vec<(u64, GroupCount)>,
}

impl Growth {
    /// All ambiguous spectra.
    pub fn count(&self) -> GroupCount {
        let counts = self.by_size.iter().map(|&(_, count)| count);
        counts.fold(GroupCount::default(), |sum, count| sum + count)
    }
}

/// Gathers the report of a configuration that has gone through the pipeline.
///
/// # Errors
///
/// Where a stage of the pipeline is missing. [`Error::Damaged`] where what is
/// stored does not fit the rules. [`Error::Stopped`] where the watcher wants to
/// stop.
pub fn report(store: &Store, config: Config, watcher: &dyn Watcher) -> Result<Report> {
    store.at_one_moment(|store| {
        store.updated(config)?;
        let gathering = Gathering {
            store,
            config,
            watcher,
        };
        gathering.report()
    })
}

struct Gathering<'a> {
    store: &'a Store,
    config: Config,
    watcher: &'a dyn Watcher,
}

impl Gathering<'_> {
    fn report(&self) -> Result<Report> {
        let config = self.config;
        let mut surveys = HashMap::new();
        surveys.insert(config, (self.stored_survey(config)?, Source::Database));
        let mut unready = Vec::new();
        let mut smaller_configs = Vec::new();
        for width in 1..config.width() as u64 {
            let Ok(smaller) = Config::new(config.atoms() as u64, width) else {
                continue;
            };
            if self.is_ready(smaller)? {
                surveys.insert(smaller, (self.stored_survey(smaller)?, Source::Database));
                smaller_configs.push(smaller);
            } else if !matches!(self.store.explored(smaller), Err(Error::NotInitialised(_))) {
                unready.push(smaller);
            }
        }
        let growth = self.growth()?;
        let claims = self.claims(&mut surveys)?;
        let groups_of = |config: Config, surveys: &HashMap<Config, (Survey, Source)>| {
            surveys.get(&config).map_or_else(Vec::new, |(survey, _)| survey.groups.clone())
        };
        let large = groups_of(config, &surveys);
        let mut smaller = Vec::new();
        for one in smaller_configs {
            let groups = groups_of(one, &surveys);
            let embedding = self.embedding(one, &groups, &large)?;
            smaller.push(Smaller { groups, embedding });
        }
        let mut pairs = Pairs::new(PAIRS_KEPT);
        let mut groups = Vec::with_capacity(large.len());
        for group in large {
            self.go_on()?;
            pairs.add(&group);
            groups.push(CostedGroup::new(group, config));
        }
        groups.sort_by(CostedGroup::costliest_first);
        let (survey, _) = surveys.remove(&config).ok_or(Error::NotInitialised(config))?;
        Ok(Report {
            config,
            survey,
            groups,
            pairs,
            growth,
            smaller,
            unready,
            claims,
        })
    }

    fn stopped(&self) -> Error {
        Error::Stopped(format!(
            "stopped before the report of {} was written, which the same command does anew",
            self.config
        ))
    }

    fn going_on(&self) -> bool {
        !self.watcher.stop().asked()
    }

    fn go_on(&self) -> Result<()> {
        if self.going_on() { Ok(()) } else { Err(self.stopped()) }
    }

    /// Has a configuration gone through the pipeline?
    fn is_ready(&self, config: Config) -> Result<bool> {
        match self.store.updated(config) {
            Ok(_) => Ok(true),
            Err(
                Error::NotInitialised(_)
                | Error::NotExplored { .. }
                | Error::SpectrumsNotInitialised(_)
                | Error::SpectrumsNotUpdated(_),
            ) => Ok(false),
            Err(error) => Err(error),
        }
    }

    /// The survey of a configuration whose molecules are stored: its groups as
    /// the tables have them, its rays shot again, and both compared.
    fn stored_survey(&self, config: Config) -> Result<Survey> {
        let task = format!("reading {config}");
        let (groups, tally) = self.task(&task, config.molecules(), || self.groups(config))?;
        let task = format!("shooting the rays of {config}");
        let rays = self.task(&task, config.canonical_molecules(), || self.rays(config))?;
        if *rays.tally() != tally {
            return Err(Error::Damaged(format!(
                "the statistics of the molecules of {config} are not those of their rays"
            )));
        }
        Ok(Survey {
            config,
            groups,
            rays,
        })
    }

    fn task<T>(&self, task: &str, total: u64, work: impl FnOnce() -> Result<T>) -> Result<T> {
        self.watcher.begin(task, 0, total);
        let result = work();
        self.watcher.end();
        result
    }

    /// The ambiguous groups as the tables have them, and what they say of the
    /// rays. One way through the table finds both, without any index.
    fn groups(&self, config: Config) -> Result<(Vec<SpectralGroup>, RayTally)> {
        let damaged = |what: String| Error::Damaged(format!("{config}: {what}"));
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
        let mut read = 0;
        self.store.for_each_molecule(config, |row| {
            if read % LOOK_EVERY == 0 {
                self.go_on()?;
                self.watcher.advance(read);
            }
            read += 1;
            tally.add(&row.statistics, 1);
            if let Some(&place) = places.get(row.spectrum) {
                let molecule = member(&row, &groups[place], config)?;
                groups[place].molecules.push(molecule);
            }
            Ok(())
        })?;
        self.watcher.advance(read);
        if read != config.molecules() {
            return Err(damaged(format!(
                "there are {read} rows, not {}",
                config.molecules()
            )));
        }
        for (group, class) in groups.iter_mut().zip(&classes) {
            group.molecules.sort_unstable();
            group.molecules.dedup();
            if group.size() != class.molecules || group.size() < 2 || group.images != class.spectrums {
                return Err(damaged(format!(
                    "the spectrum {} has {} molecules and {} images, not {} and {}",
                    group.spectrum,
                    group.size(),
                    group.images,
                    class.molecules,
                    class.spectrums
                )));
            }
        }
        let counted: Vec<_> = GroupCount::by_size(&groups).into_iter().collect();
        if self.counted(config)? != counted {
            return Err(damaged("its spectrums are not those of its molecules".to_owned()));
        }
        Ok((groups, tally))
    }

    /// The ambiguous groups of a configuration by their size, as the table of
    /// spectra counts them.
    fn counted(&self, config: Config) -> Result<Vec<(u64, GroupCount)>> {
        let rows = self.store.ambiguity(config)?.into_iter();
        let counts = rows.map(|row| {
            let count = GroupCount {
                up_to_symmetry: row.spectrums_up_to_symmetry,
                spectrums: row.spectrums,
                molecules: row.molecules,
            };
            (row.molecules_per_spectrum, count)
        });
        Ok(counts.collect())
    }

    /// The rays of a configuration, by the rules.
    fn rays(&self, config: Config) -> Result<RayStudy> {
        let mut rays = RayStudy::new(config);
        let canonical = CanonicalMolecules::<u128>::new(config);
        let mut shot = 0;
        for (_, molecule) in canonical.numbered(1, u64::MAX) {
            if shot % LOOK_EVERY == 0 {
                self.go_on()?;
                self.watcher.advance(shot);
            }
            rays.add(molecule);
            shot += 1;
        }
        self.watcher.advance(shot);
        Ok(rays)
    }

    fn embedding(
        &self,
        smaller: Config,
        small: &[SpectralGroup],
        large: &[SpectralGroup],
    ) -> Result<Embedding> {
        let task = format!("groups of {smaller} in {}", self.config);
        let total = (small.len() + large.len()) as u64;
        let mut done = 0;
        let embedding = self.task(&task, total, || {
            let going_on = || {
                self.watcher.advance(done);
                done += 1;
                self.going_on()
            };
            Ok(embed((smaller, small), (self.config, large), going_on))
        })?;
        embedding.map_err(|error| self.not_embedded(error, smaller))
    }

    fn not_embedded(&self, error: NotEmbedded, smaller: Config) -> Error {
        match error {
            NotEmbedded::Stopped => self.stopped(),
            NotEmbedded::Unknown(spectrum) => Error::Damaged(format!(
                "{smaller}: several molecules have the spectrum {spectrum}, which is not among its spectrums"
            )),
        }
    }

    /// How ambiguous all boxes of as many atoms are that are explored in the
    /// file, or counted by a census.
    fn growth(&self) -> Result<Vec<Growth>> {
        let mut growth = Vec::new();
        for width in 1..=MAX_WIDTH as u64 {
            let Ok(config) = Config::new(self.config.atoms() as u64, width) else {
                continue;
            };
            self.go_on()?;
            let explored = self.is_ready(config)?;
            let by_size = if explored {
                self.counted(config)?
            } else {
                match self.store.census(config)? {
                    Some(stored) if stored.census.is_finished() => {
                        let rows = stored.census.findings().ambiguity.rows();
                        let ambiguous = rows.filter(|&(size, _)| size > 1);
                        let counts = ambiguous.map(|(size, count)| {
                            let count = GroupCount {
                                up_to_symmetry: count.orbits,
                                spectrums: count.spectrums,
                                molecules: size * count.spectrums,
                            };
                            (size, count)
                        });
                        counts.collect()
                    }
                    _ => continue,
                }
            };
            growth.push(Growth {
                config,
                explored,
                by_size,
            });
        }
        Ok(growth)
    }

    /// The verdicts on the text's claims. What they are about is taken from
    /// the file where it is explored there, and else from the rules.
    fn claims(&self, surveys: &mut HashMap<Config, (Survey, Source)>) -> Result<Vec<Claim>> {
        let Ok([standard, six, five]) = claims::configurations() else {
            return Ok(Vec::new());
        };
        for config in [standard, six] {
            if !surveys.contains_key(&config) {
                let known = if self.is_ready(config)? {
                    (self.stored_survey(config)?, Source::Database)
                } else {
                    let survey = Survey::by_the_rules(config, || self.going_on());
                    (survey.ok_or_else(|| self.stopped())?, Source::Rules)
                };
                surveys.insert(config, known);
            }
        }
        let Some((five_atoms, source)) = self.five_atoms(five, surveys)? else {
            return Ok(Vec::new());
        };
        let known = |config: Config| surveys.get(&config).map(|(survey, source)| (survey, *source));
        let (Some(standard), Some(six)) = (known(standard), known(six)) else {
            return Ok(Vec::new());
        };
        let evidence = Evidence::new(standard, six, (&five_atoms, source), || self.going_on())
            .map_err(|error| self.not_embedded(error, six.0.config))?;
        Ok(claims::all(&evidence))
    }

    fn five_atoms(
        &self,
        five: Config,
        surveys: &HashMap<Config, (Survey, Source)>,
    ) -> Result<Option<(FiveAtoms, Source)>> {
        let Some(molecule) = claims::no_rays_land() else {
            return Ok(None);
        };
        let spectrum = molecule.spectrum(five);
        let of_groups = |groups: &[SpectralGroup]| {
            let class = find_class(groups, &spectrum)?;
            Some(FiveAtoms {
                group: class.turned_to(&spectrum, five)?,
                ambiguity: GroupCount::of(groups),
            })
        };
        if let Some((survey, source)) = surveys.get(&five) {
            return Ok(of_groups(&survey.groups).map(|five| (five, *source)));
        }
        if self.is_ready(five)? {
            let records = self.store.spectral_group(&spectrum, five)?;
            let first = records.iter().map(|record| record.canonical_number).min();
            let Some(canonical_number) = first else {
                return Err(Error::Damaged(format!("{five} lacks molecules")));
            };
            let five_atoms = FiveAtoms {
                group: SpectralGroup {
                    spectrum,
                    canonical_number,
                    images: spectrum.canonical().1 as u64,
                    molecules: records.iter().map(|record| record.molecule).collect(),
                },
                ambiguity: (self.counted(five)?.into_iter())
                    .fold(GroupCount::default(), |sum, (_, count)| sum + count),
            };
            return Ok(Some((five_atoms, Source::Database)));
        }
        let groups = ambiguous_groups(five, || self.going_on()).ok_or_else(|| self.stopped())?;
        Ok(of_groups(&groups).map(|five| (five, Source::Rules)))
    }
}

/// The molecule of a row whose spectrum is that of a group, if it has it.
fn member(row: &SurveyedRow<'_>, group: &SpectralGroup, config: Config) -> Result<Molecule> {
    let damaged = |what: String| {
        Error::Damaged(format!("{config}, molecule {}: {what}", row.number))
    };
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
