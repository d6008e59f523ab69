//! Spectral groups: the molecules of a configuration with the same spectrum ([`SpectralGroup`]), and
//! the cost of a guess among them ([`CostedGroup`]).
//!
//! ```
//! use blackbox_rules::board::Config;
//! use blackbox_rules::groups::{CostedGroup, ambiguous_groups};
//!
//! let config: Config = "A3_B4".parse()?;
//! let groups = ambiguous_groups(config);
//! assert_eq!((groups.len(), groups[0].images), (1, 4));
//! assert_eq!(groups[0].common().config().atoms(), 2);
//! assert_eq!(groups[0].differences(), [0, 1]);
//! let cell = groups[0].uncertain().atoms().next().ok_or("they differ")?;
//! assert_eq!(groups[0].holders(cell).count(), 1);
//! assert!(groups[0].freedom().is_some());
//! let costed = CostedGroup::new(groups[0].clone(), config);
//! assert_eq!((costed.group.size(), costed.best.mean_penalty()), (2, 2.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;
use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, BuildHasherDefault};

use itertools::Itertools;

use crate::board::{Board, Cell, CellMask, Config, Orbit, Spectrum, Transform, WideMask};
use crate::laws::{Freedom, PROVED};
use crate::puzzle::guess::Guess;
use crate::ray::Tracer;

/// All molecules with one spectrum. See the [example](self).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpectralGroup {
    /// The spectrum.
    pub spectrum: Spectrum,
    /// The lowest canonical number among the molecules, which names the group.
    pub canonical_number: u64,
    /// The number of different images of the spectrum: this number of groups are
    /// images of each other.
    pub images: u64,
    /// The molecules, by number.
    pub molecules: Vec<Board>,
}

impl SpectralGroup {
    /// The number of molecules that share the spectrum.
    pub fn size(&self) -> u64 {
        self.molecules.len() as u64
    }

    /// The atoms that all molecules have.
    pub fn common(&self) -> Board {
        let cells = self.molecules.iter().map(|one| one.cells());
        let all = cells.reduce(|all, one| all & one);
        Board::of_cells(all.unwrap_or(WideMask::before(0)), self.spectrum.size())
    }

    /// An atom in each cell where only some molecules have one.
    pub fn uncertain(&self) -> Board {
        let cells = self.molecules.iter().map(|one| one.cells());
        let any = cells.fold(WideMask::before(0), |any, one| any | one);
        Board::of_cells(any & !self.common().cells(), self.spectrum.size())
    }

    /// The indices of the molecules with an atom in a cell.
    pub fn holders(&self, cell: Cell) -> impl Iterator<Item = usize> {
        let molecules = self.molecules.iter();
        molecules.positions(move |molecule| molecule.has_atom(cell) == Ok(true))
    }

    /// The changes that keep its molecules twins, if there are few enough atoms for a law of
    /// all boxes.
    pub fn freedom(&self) -> Option<Freedom> {
        let atoms = self.molecules.first()?.config().atoms();
        Freedom::new(&self.molecules).filter(|_| atoms <= PROVED)
    }

    /// The number of pairs of molecules that differ by k atoms, at index k.
    pub fn differences(&self) -> Vec<u64> {
        let mut pairs = Vec::new();
        for [one, other] in self.molecules.iter().array_combinations() {
            let apart = (one.cells() & !other.cells()).count();
            pairs.resize(pairs.len().max(apart + 1), 0);
            pairs[apart] += 1;
        }
        pairs
    }
}

/// A group and the costs of guesses among its molecules. See the [example](self).
#[derive(Clone, Debug)]
pub struct CostedGroup {
    /// The group.
    pub group: SpectralGroup,
    /// The most atoms by which two of its molecules differ.
    pub apart: u32,
    /// The guess that costs least on average.
    pub best: Guess,
    /// The molecule that costs most on average as a guess.
    pub worst: Guess,
}

impl CostedGroup {
    /// A group with its costs.
    pub fn new(group: SpectralGroup, config: Config) -> CostedGroup {
        let atoms = config.atoms();
        let molecules: Vec<_> = (group.molecules.iter().map(|one| one.cells())).collect();
        let best = Guess::cheapest(&molecules, atoms..=atoms, config.size());
        CostedGroup {
            apart: (group.differences().len() as u32).saturating_sub(1),
            worst: Guess::dearest(&molecules, config.size()).unwrap_or(best),
            best,
            group,
        }
    }

    /// Large groups come first. Groups of equal size are in order by how much
    /// their molecules differ, the most first. If that is equal, too, a costly
    /// best guess comes first, and then a low canonical number.
    #[doc(hidden)]
    pub fn costliest_first(&self, other: &CostedGroup) -> Ordering {
        let (one, two) = (&self.group, &other.group);
        let penalty = |costed: &CostedGroup| costed.best.mean_penalty();
        (two.size().cmp(&one.size()))
            .then(other.apart.cmp(&self.apart))
            .then(penalty(other).total_cmp(&penalty(self)))
            .then(one.canonical_number.cmp(&two.canonical_number))
    }
}

/// The canonical boards of a configuration with their numbers, by number.
#[doc(hidden)]
pub fn canonical_boards(config: Config) -> impl Iterator<Item = (u64, Board)> {
    let numbered = (1..).zip(config.boards());
    numbered.filter(|(_, board)| board.is_canonical())
}

/// The ambiguous groups of a configuration from only the rules, sorted by canonical
/// number. Only one of those that are images of each other is among them.
///
/// Keeps only the spectra's hashes and the molecules' numbers, 16 bytes per
/// canonical molecule. Then it looks again at molecules whose hash occurs twice.
/// It also looks again at those with a symmetric spectrum, because a molecule and
/// its image can share that.
pub fn ambiguous_groups(config: Config) -> Vec<SpectralGroup> {
    let tracer = Tracer::best();
    let mut hashes = Vec::new();
    let mut candidates = Vec::new();
    // It hashes alike in every run.
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    for (number, board) in canonical_boards(config) {
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
    groups
        .sorted_by_key(|group| group.canonical_number)
        .collect()
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
            let groups = ambiguous_groups(config);
            assert!(groups == plainly(config), "{text}");
        }
    }
}
