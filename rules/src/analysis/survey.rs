//! All ambiguous groups of a configuration.

use std::collections::BTreeMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, BuildHasherDefault};

use itertools::Itertools;

use super::spectral_group::SpectralGroup;
use crate::board::{Board, Config, Orbit, Transform};
use crate::ray::Tracer;

/// The number of canonical molecules after which a search asks whether to continue.
const QUESTION_EVERY: u64 = 1024;

/// Ambiguous groups, counted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct GroupCount {
    /// Spectra up to symmetry.
    pub up_to_symmetry: u64,
    /// All spectra.
    pub spectra: u64,
    /// Molecules that have one of these spectra.
    pub molecules: u64,
}

impl GroupCount {
    /// The count of some groups.
    pub fn of<'a>(groups: impl IntoIterator<Item = &'a SpectralGroup>) -> GroupCount {
        let mut count = GroupCount::default();
        groups.into_iter().for_each(|group| count.add(group));
        count
    }

    fn add(&mut self, group: &SpectralGroup) {
        self.up_to_symmetry += 1;
        self.spectra += group.images;
        self.molecules += group.images * group.size();
    }

    /// The counts by the number of molecules that share a spectrum.
    pub fn by_size(groups: &[SpectralGroup]) -> BTreeMap<u64, GroupCount> {
        let mut by_size: BTreeMap<u64, GroupCount> = BTreeMap::new();
        for group in groups {
            by_size.entry(group.size()).or_default().add(group);
        }
        by_size
    }
}

/// The canonical boards of a configuration with their numbers, by number.
pub fn canonical_boards(config: Config) -> impl Iterator<Item = (u64, Board)> {
    let numbered = (1..).zip(config.boards());
    numbered.filter(|(_, board)| board.is_canonical())
}

/// The ambiguous groups of a configuration from only the rules, sorted by canonical
/// number. Only one of those that are images of each other is among them.
///
/// Calls `going_on` after every 1,024 canonical molecules. If it returns
/// `false`, there are no groups.
///
/// Keeps only the spectra's hashes and the molecules' numbers, 16 bytes per
/// canonical molecule. Then it looks again at molecules whose hash occurs twice.
/// It also looks again at those with a symmetric spectrum, because a molecule and
/// its image can share that.
pub fn ambiguous_groups(
    config: Config,
    mut going_on: impl FnMut() -> bool,
) -> Option<Vec<SpectralGroup>> {
    let tracer = Tracer::best();
    let mut hashes = Vec::new();
    let mut candidates = Vec::new();
    // It hashes alike in every run.
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    for (count, (number, board)) in (0..).zip(canonical_boards(config)) {
        if count % QUESTION_EVERY == 0 && !going_on() {
            return None;
        }
        let (spectrum, images) = tracer.canonical_spectrum(board);
        if images < Transform::ALL.len() {
            candidates.push(number);
        } else {
            hashes.push((hasher.hash_one(spectrum), number));
        }
    }
    hashes.sort_unstable();
    for run in hashes.chunk_by(|one, other| one.0 == other.0) {
        if run.len() > 1 {
            candidates.extend(run.iter().map(|&(_, number)| number));
        }
    }

    let candidates = candidates.into_iter();
    let candidates = candidates.filter_map(|number| Board::from_number(number, config));
    let classes = candidates.into_group_map_by(|&one| tracer.canonical_spectrum(one).0);
    let groups = classes.values();
    let groups = groups.filter_map(|class| group_of_class(class));
    Some(
        groups
            .sorted_by_key(|group| group.canonical_number)
            .collect(),
    )
}

/// The group of a class: some canonical molecules whose spectra are images of
/// each other. Its molecules have the spectrum of the first one. There is no
/// group if only one molecule has it.
fn group_of_class(class: &[Board]) -> Option<SpectralGroup> {
    let first = *class.iter().min()?;
    let spectrum = first.spectrum();
    let mut molecules = Vec::new();
    for &canonical in class {
        let (spectra, _) = Tracer::best().trace_images(canonical);
        let group = Orbit::of_canonical(canonical);
        let same = group
            .iter()
            .filter(|member| spectra[member.transform as usize] == spectrum);
        molecules.extend(same.map(|member| member.board));
    }
    molecules.sort_unstable();
    (molecules.len() > 1).then_some(SpectralGroup {
        spectrum,
        canonical_number: first.number()?,
        images: spectrum.canonical().1 as u64,
        molecules,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups by comparing all molecules. Symmetry only tells which groups
    /// are images of each other.
    fn plainly(config: Config) -> Vec<SpectralGroup> {
        let all = (1..=config.molecules()).map(|n| Board::from_number(n, config).unwrap());
        let mut groups = Vec::new();
        for (spectrum, molecules) in all.into_group_map_by(|one| one.spectrum()) {
            let canonical = molecules.iter().map(|&m| Orbit::of(m).canonical());
            let lowest = canonical.min().unwrap();
            if molecules.len() > 1 && lowest.spectrum() == spectrum {
                let images = Transform::ALL.iter().map(|t| t.spectrum(&spectrum));
                groups.push(SpectralGroup {
                    spectrum,
                    canonical_number: lowest.number().unwrap(),
                    images: images.unique().count() as u64,
                    molecules,
                });
            }
        }
        groups.sort_by_key(|group| group.canonical_number);
        groups
    }

    #[test]
    fn groups_are_those_that_comparing_all_molecules_finds() {
        for text in [
            "A0_B1", "A1_B2", "A3_B4", "A4_B4", "A8_B4", "A4_B5", "A22_B5", "A4_B6", "A2_B9",
        ] {
            let config: Config = text.parse().unwrap();
            let groups = ambiguous_groups(config, || true).unwrap();
            assert!(groups == plainly(config), "{text}");
        }
    }

    #[test]
    fn who_does_not_want_to_go_on_gets_nothing() {
        let config: Config = "A4_B6".parse().unwrap();
        let mut asked = 0;
        let groups = ambiguous_groups(config, || {
            asked += 1;
            asked < 5
        });
        assert!(groups.is_none() && asked == 5);
    }
}
