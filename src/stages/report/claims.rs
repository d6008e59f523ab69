//! What the claims of the specifying text are compared with.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::{CANONICAL, Gathering, Stored};
use crate::analysis::claims::{self, Claim, Evidence, FiveAtoms, Source};
use crate::analysis::{
    GroupCount, QUESTION_EVERY, SpectralGroup, Survey, ambiguous_groups, find_class,
};
use crate::error::Result;
use crate::game::Config;

impl Gathering<'_> {
    /// The number of further molecules whose rays were followed between two
    /// questions whether to go on.
    fn ruled(&self) -> bool {
        self.going_on(CANONICAL * QUESTION_EVERY)
    }

    /// The verdicts on the text's claims. What they are about is taken from
    /// the file where it is explored there, and else from the rules.
    pub(super) fn claims(
        &self,
        surveys: &mut HashMap<Config, (Survey, Source)>,
        stored: &Stored,
    ) -> Result<Vec<Claim>> {
        let Ok([standard, six, five]) = claims::configurations() else {
            return Ok(Vec::new());
        };
        for config in [standard, six] {
            if let Entry::Vacant(entry) = surveys.entry(config) {
                let known = if stored.claimed.contains(&config) {
                    (self.stored_survey(config)?, Source::Database)
                } else {
                    let survey = Survey::by_the_rules(config, || self.ruled());
                    (survey.ok_or_else(|| self.stopped())?, Source::Rules)
                };
                entry.insert(known);
            }
        }
        let Some((five_atoms, source)) = self.five_atoms(five, surveys, stored)? else {
            return Ok(Vec::new());
        };
        let known = |config: Config| {
            surveys
                .get(&config)
                .map(|(survey, source)| (survey, *source))
        };
        let (Some(standard), Some(six)) = (known(standard), known(six)) else {
            return Ok(Vec::new());
        };
        let evidence = Evidence::new(standard, six, (&five_atoms, source), || self.going_on(0))
            .map_err(|error| self.not_embedded(error, six.0.config))?;
        Ok(claims::all(&evidence))
    }

    fn five_atoms(
        &self,
        five: Config,
        surveys: &HashMap<Config, (Survey, Source)>,
        stored: &Stored,
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
        if stored.claimed.contains(&five) {
            let records = self.store.spectral_group(&spectrum, five)?;
            let first = records.iter().map(|record| record.canonical_number).min();
            let Some(canonical_number) = first else {
                return Err(kit::Error::Damaged(format!("{five} lacks molecules")).into());
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
        let groups = ambiguous_groups(five, || self.ruled()).ok_or_else(|| self.stopped())?;
        Ok(of_groups(&groups).map(|five| (five, Source::Rules)))
    }
}
