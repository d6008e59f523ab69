//! Spectral groups: the molecules of a configuration with the same spectrum ([`SpectralGroup`]), and
//! the cost of a guess among them ([`CostedGroup`]).
//!
//! ```
//! use blackbox_rules::groups::{CostedGroup, ambiguous_groups};
//! use blackbox_rules::watch::Observed;
//!
//! let groups = ambiguous_groups("A3_B4".parse()?, &Observed::default())?;
//! assert_eq!((groups.len(), groups[0].images), (1, 4));
//! assert_eq!(groups[0].common().config().atoms(), 2);
//! assert_eq!((groups[0].max_difference(), groups[0].uncertain().atoms().count()), (1, 2));
//! assert!(groups[0].freedom().is_some());
//! let costed = CostedGroup::new(groups[0].clone()).ok_or("it has molecules")?;
//! assert_eq!((costed.group.size(), costed.best.mean_penalty()), (2, 2.5));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::cmp::Ordering;
use std::collections::HashMap;
use std::collections::hash_map::DefaultHasher;
use std::hash::{BuildHasher, BuildHasherDefault};

use itertools::Itertools;
use watch::{Halt, Observed};

use crate::board::{Board, CellMask, Config, Orbit, Spectrum, WideMask};
use crate::laws::{Freedom, PROVED};
use crate::puzzle::guess::Guess;
use crate::ray::Tracer;

/// All molecules with one spectrum.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SpectralGroup {
    /// The spectrum.
    pub spectrum: Spectrum,
    /// The lowest canonical number among the molecules, which identifies the group. If molecules [are not
    /// numbered](Config::is_numbered), it is the index in [`Config::boards`], counted from 1.
    pub canonical_number: u64,
    /// The number of different images of the spectrum, each of which is the spectrum of a group of its own.
    pub images: u64,
    /// The molecules, in the order of their numbers.
    pub molecules: Vec<Board>,
}

impl SpectralGroup {
    /// The number of molecules that share the spectrum.
    pub fn size(&self) -> u64 {
        self.molecules.len() as u64
    }

    /// The atoms that all molecules have in common.
    pub fn common(&self) -> Board {
        let cells = self.molecules.iter().map(|one| one.cells());
        let all = cells.reduce(|all, one| all & one);
        Board::of_cells(all.unwrap_or(WideMask::before(0)), self.spectrum.size())
    }

    /// The cells in which some molecules, but not all, have an atom, as a board with an atom in each of them.
    pub fn uncertain(&self) -> Board {
        let cells = self.molecules.iter().map(|one| one.cells());
        let any = cells.fold(WideMask::before(0), |any, one| any | one);
        Board::of_cells(any & !self.common().cells(), self.spectrum.size())
    }

    /// The changes to the box under which the molecules stay twins. `None` if they have more than [`PROVED`] atoms,
    /// because laws are proved only up to that number.
    pub fn freedom(&self) -> Option<Freedom> {
        let atoms = self.molecules.first()?.config().atoms();
        Freedom::new(&self.molecules).filter(|_| atoms <= PROVED)
    }

    /// The greatest number of atoms by which two of the molecules differ.
    pub fn max_difference(&self) -> u32 {
        let pairs = self.molecules.iter().array_combinations();
        let differences = pairs.map(|[one, other]| (one.cells() & !other.cells()).count());
        differences.max().unwrap_or(0) as u32
    }
}

/// A group and the costs of guesses among its molecules.
#[derive(Clone, Debug)]
pub struct CostedGroup {
    /// The group.
    pub group: SpectralGroup,
    /// The greatest number of atoms by which two of the molecules differ.
    pub max_difference: u32,
    /// The guess with the lowest mean cost.
    pub best: Guess,
    /// The molecule that has the highest mean cost as a guess.
    pub worst: Guess,
}

impl CostedGroup {
    /// Computes the costs of a group. `None` if it has no molecules, or molecules of several boxes.
    pub fn new(group: SpectralGroup) -> Option<CostedGroup> {
        let best = Guess::among(&group.molecules).ok()??;
        let molecules: Vec<_> = (group.molecules.iter().map(|one| one.cells())).collect();
        Some(CostedGroup {
            max_difference: group.max_difference(),
            worst: Guess::costliest(&molecules, best.board.size()).unwrap_or(best),
            best,
            group,
        })
    }

    /// Orders groups by size, largest first, then by how much their molecules differ, most first, then by the
    /// cost of the best guess, highest first, and then by canonical number.
    #[doc(hidden)]
    pub fn costliest_first(&self, other: &CostedGroup) -> Ordering {
        let (one, two) = (&self.group, &other.group);
        let penalty = |costed: &CostedGroup| costed.best.mean_penalty();
        (two.size().cmp(&one.size()))
            .then(other.max_difference.cmp(&self.max_difference))
            .then(penalty(other).total_cmp(&penalty(self)))
            .then(one.canonical_number.cmp(&two.canonical_number))
    }
}

/// Why the groups of a configuration are not listed.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum GroupsError {
    /// There are more than 2³² molecules.
    #[error("{0} has more than 2^32 molecules, too many to list its groups; a census counts them")]
    TooMany(Config),
    /// The work was interrupted.
    #[error(transparent)]
    Halt(#[from] Halt),
}

/// The ambiguous groups of a configuration of up to 2³² molecules, computed from the rules alone and sorted by
/// canonical number. Of groups that are images of each other, only one is listed. Progress counts one per molecule.
///
/// The first pass stores only the hash of each spectrum and the number of its molecule, 16 bytes per canonical
/// molecule. The second pass traces again the molecules whose hash occurs more than once, and those with a symmetric
/// spectrum, which a molecule can share with its own image. Boxes other than squares of up to 11 rows take about ten
/// times as long. For a configuration with more molecules, [`Census`](crate::census::Census) counts the groups.
pub fn ambiguous_groups(
    config: Config,
    observed: &Observed,
) -> Result<Vec<SpectralGroup>, GroupsError> {
    if config.arrangements() > 1 << 32 {
        return Err(GroupsError::TooMany(config));
    }
    let mut hashes = Vec::new();
    let mut candidates = Vec::new();
    // This hasher has no random state, so runs are reproducible.
    let hasher = BuildHasherDefault::<DefaultHasher>::default();
    for (number, board) in (1u64..).zip(config.boards()) {
        observed.add(1)?;
        if !board.is_canonical() {
            continue;
        }
        let (spectrum, images) = canonical_spectrum(board);
        if images < config.size().symmetries().len() {
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

    candidates.sort_unstable();
    let mut candidates = candidates.into_iter().peekable();
    let mut classes: HashMap<Spectrum, Vec<(u64, Board)>> = HashMap::new();
    for (number, board) in (1..).zip(config.boards()) {
        observed.add(0)?;
        if candidates.next_if_eq(&number).is_some() {
            let (spectrum, _) = canonical_spectrum(board);
            classes.entry(spectrum).or_default().push((number, board));
        } else if candidates.peek().is_none() {
            break;
        }
    }
    let groups = classes.values().filter_map(|class| group_of_class(class));
    Ok(groups
        .sorted_by_key(|group| group.canonical_number)
        .collect())
}

/// As [`Spectrum::canonical`], for the spectrum of a board, but faster.
fn canonical_spectrum(board: Board) -> (Spectrum, usize) {
    let (spectra, _) = Tracer::best().trace_images(board);
    let symmetries = board.size().symmetries().iter();
    let images = symmetries.map(|&transform| spectra[transform as usize]);
    Spectrum::smallest(&images.collect::<Vec<Spectrum>>())
}

/// The group of a class, which is a list of canonical molecules with their numbers whose spectra are images of
/// each other. The group has the spectrum of the first molecule. `None` if only one molecule has that spectrum.
fn group_of_class(class: &[(u64, Board)]) -> Option<SpectralGroup> {
    let &(canonical_number, first) = class.iter().min()?;
    let spectrum = first.spectrum();
    let mut molecules = Vec::new();
    for &(_, canonical) in class {
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
        canonical_number,
        images: spectrum.canonical().1 as u64,
        molecules,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The groups, found by comparing the spectra of all molecules. Symmetry is used only to find which groups
    /// are images of each other.
    fn plainly(config: Config) -> Vec<SpectralGroup> {
        let numbers: HashMap<Board, u64> = config.boards().zip(1..).collect();
        let mut groups = Vec::new();
        for (spectrum, molecules) in config.boards().into_group_map_by(|one| one.spectrum()) {
            let canonical = molecules.iter().map(|&m| Orbit::of(m).canonical());
            let lowest = canonical.min().unwrap();
            if molecules.len() > 1 && lowest.spectrum() == spectrum {
                groups.push(SpectralGroup {
                    spectrum,
                    canonical_number: numbers[&lowest],
                    images: spectrum.images().iter().unique().count() as u64,
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
            "A4_B5x7", "A6_B3x4", "A2_B1x12", "A2_B12",
        ] {
            let config: Config = text.parse().unwrap();
            let groups = ambiguous_groups(config, &Observed::default()).unwrap();
            assert!(groups == plainly(config), "{text}");
        }
    }
}
