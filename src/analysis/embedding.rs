//! Groups of a smaller box in a larger one: empty lines and columns are
//! inserted between the atoms of all their molecules, or taken out.
//!
//! Only the occupied lines of a group matter, those where at least one of its
//! molecules has an atom. They separate gaps of empty lines: one before the
//! first, one after the last, one between two neighbours. If the box grows,
//! the gaps widen. So each way to widen them has another result, and nothing
//! is looked at twice. The same is true for columns.

use std::collections::HashMap;

use itertools::Itertools;

use super::spectral_group::SpectralGroup;
use crate::game::{Config, Molecule, Spectrum, Tracer, Transform};

/// The places of the occupied lines of some molecules, or of their columns.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Spread {
    /// By old line, its place among the occupied ones.
    places: Vec<usize>,
    /// The widths of the gaps before, between and after the occupied lines.
    gaps: Vec<usize>,
}

impl Spread {
    /// From lines that are occupied where `occupied` says so.
    fn new(occupied: impl Iterator<Item = bool>) -> Spread {
        let mut places = Vec::new();
        let mut gaps = vec![0];
        for occupied in occupied {
            places.push(gaps.len() - 1);
            if occupied {
                gaps.push(0);
            } else if let Some(gap) = gaps.last_mut() {
                *gap += 1;
            }
        }
        Spread { places, gaps }
    }

    /// The new place of every old line if the gaps have these widths. The
    /// place of an empty line means nothing.
    fn lines(&self, gaps: &[usize]) -> Vec<usize> {
        let mut occupied = Vec::with_capacity(gaps.len());
        let mut line = 0;
        for gap in gaps {
            line += gap;
            occupied.push(line);
            line += 1;
        }
        self.places.iter().map(|&place| occupied[place]).collect()
    }

    /// The new place of every old line, for every way to insert this number of
    /// empty lines.
    fn widened(&self, by: usize) -> Vec<Vec<usize>> {
        parts(by, &vec![by; self.gaps.len()])
            .iter()
            .map(|added| {
                self.lines(
                    &self
                        .gaps
                        .iter()
                        .zip(added)
                        .map(|(a, b)| a + b)
                        .collect_vec(),
                )
            })
            .collect()
    }

    /// The new place of every old line, for every way to take out this number
    /// of empty lines.
    fn narrowed(&self, by: usize) -> Vec<Vec<usize>> {
        parts(by, &self.gaps)
            .iter()
            .map(|taken| {
                self.lines(
                    &self
                        .gaps
                        .iter()
                        .zip(taken)
                        .map(|(a, b)| a - b)
                        .collect_vec(),
                )
            })
            .collect()
    }
}

/// All ways to write a sum as one part per bound, each part at most its bound.
fn parts(sum: usize, bounds: &[usize]) -> Vec<Vec<usize>> {
    let Some((&bound, rest)) = bounds.split_last() else {
        return if sum == 0 {
            vec![Vec::new()]
        } else {
            Vec::new()
        };
    };
    let room: usize = rest.iter().sum();
    (sum.saturating_sub(room)..=sum.min(bound))
        .flat_map(|part| {
            let mut all = parts(sum - part, rest);
            all.iter_mut().for_each(|parts| parts.push(part));
            all
        })
        .collect()
}

/// The lines and columns that some molecules occupy.
fn spreads(molecules: &[Molecule], config: Config) -> [Spread; 2] {
    let width = config.width();
    let bits = molecules.iter().fold(0, |any, one| any | one.bits());
    let has = |line: usize, column: usize| bits >> (line * width + column) & 1 == 1;
    let all = || 0..width;
    [
        Spread::new(all().map(|line| all().any(|column| has(line, column)))),
        Spread::new(all().map(|column| all().any(|line| has(line, column)))),
    ]
}

/// A molecule with its lines and columns elsewhere, in a box `width` wide.
fn moved(
    molecule: Molecule,
    from: Config,
    lines: &[usize],
    columns: &[usize],
    width: usize,
) -> Molecule {
    let cell = |cell: usize| {
        let (line, column) = (cell / from.width(), cell % from.width());
        lines[line] * width + columns[column]
    };
    Molecule::from_bits(
        molecule
            .atoms()
            .fold(0, |bits, atom| bits | 1 << cell(atom)),
    )
}

/// All ways to insert empty lines and columns into some molecules, so that they fit a
/// larger box. Each gives the molecules in the same order.
///
/// The boxes must have the same number of atoms, and the second must be larger.
pub(super) fn enlargements(
    molecules: &[Molecule],
    from: Config,
    to: Config,
) -> impl Iterator<Item = Vec<Molecule>> {
    let by = to.width() - from.width();
    let [lines, columns] = spreads(molecules, from).map(|spread| spread.widened(by));
    all_moved(molecules, from, to, lines, columns)
}

/// All ways to take lines and columns that are empty in all molecules out of
/// them, so that they fit a smaller box. Each gives the molecules in the same
/// order.
///
/// The boxes must have the same number of atoms, and the second must be smaller.
pub(super) fn reductions(
    molecules: &[Molecule],
    from: Config,
    to: Config,
) -> impl Iterator<Item = Vec<Molecule>> {
    let by = from.width() - to.width();
    let [lines, columns] = spreads(molecules, from).map(|spread| spread.narrowed(by));
    all_moved(molecules, from, to, lines, columns)
}

fn all_moved(
    molecules: &[Molecule],
    from: Config,
    to: Config,
    lines: Vec<Vec<usize>>,
    columns: Vec<Vec<usize>>,
) -> impl Iterator<Item = Vec<Molecule>> {
    let ways = lines.into_iter().cartesian_product(columns);
    ways.map(move |(lines, columns)| {
        let moved = |&molecule| moved(molecule, from, &lines, &columns, to.width());
        molecules.iter().map(moved).collect()
    })
}

/// The spectrum that some molecules share, if they share one.
pub(super) fn shared_spectrum(molecules: &[Molecule], config: Config) -> Option<Spectrum> {
    let tracer = Tracer::best();
    let (first, others) = molecules.split_first()?;
    let spectrum = tracer.spectrum(*first, config);
    let same = |&other: &Molecule| tracer.spectrum(other, config) == spectrum;
    others.iter().all(same).then_some(spectrum)
}

/// What happens to a group of the smaller box in the larger one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fate {
    /// The number of ways to insert the lines and columns.
    pub ways: u64,
    /// The number of ways after which the molecules still share one spectrum.
    pub kept: u64,
}

impl Fate {
    /// Does the group reappear in the larger box?
    pub fn reappears(&self) -> bool {
        self.kept > 0
    }
}

/// Where a group of the larger box comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parentage {
    /// The groups from which it comes, by their places among the smaller box's
    /// groups. Without some empty lines and columns, its molecules are among
    /// theirs.
    pub parents: Vec<usize>,
    /// Is one of these groups as large?
    pub whole: bool,
}

impl Parentage {
    /// Does it come from nothing in the smaller box?
    pub fn is_new(&self) -> bool {
        self.parents.is_empty()
    }
}

/// The groups of a smaller box and of a larger one with the same number of atoms.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Embedding {
    /// The smaller box.
    pub smaller: Config,
    /// What happens to its groups, one by one.
    pub fates: Vec<Fate>,
    /// Where the larger box's groups come from, one by one.
    pub parentages: Vec<Parentage>,
}

/// Groups by spectrum. Any image of the spectrum finds the group.
struct Classes<'a> {
    groups: &'a [SpectralGroup],
    places: HashMap<Spectrum, usize>,
}

impl<'a> Classes<'a> {
    fn new(groups: &'a [SpectralGroup]) -> Classes<'a> {
        let places = groups.iter().enumerate().flat_map(|(place, group)| {
            Transform::ALL.map(|transform| (transform.spectrum(&group.spectrum), place))
        });
        Classes {
            groups,
            places: places.collect(),
        }
    }
}

/// Why there is no embedding.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NotEmbedded {
    /// Somebody asked to stop.
    Stopped,
    /// Molecules of the smaller box share this spectrum, but no group has it:
    /// groups are missing.
    Unknown(Spectrum),
}

/// Finds how the groups of a smaller box and those of a larger one belong together.
///
/// Calls `going_on` before every group, and stops if it returns `false`.
///
/// # Errors
///
/// If it is stopped, or if some groups of the smaller box are missing.
pub fn embed(
    (smaller, small): (Config, &[SpectralGroup]),
    (larger, large): (Config, &[SpectralGroup]),
    mut going_on: impl FnMut() -> bool,
) -> Result<Embedding, NotEmbedded> {
    let mut fates = Vec::with_capacity(small.len());
    for group in small {
        if !going_on() {
            return Err(NotEmbedded::Stopped);
        }
        let mut fate = Fate { ways: 0, kept: 0 };
        for enlarged in enlargements(&group.molecules, smaller, larger) {
            fate.ways += 1;
            fate.kept += u64::from(shared_spectrum(&enlarged, larger).is_some());
        }
        fates.push(fate);
    }
    let classes = Classes::new(small);
    let mut parentages = Vec::with_capacity(large.len());
    for group in large {
        if !going_on() {
            return Err(NotEmbedded::Stopped);
        }
        let mut parentage = Parentage {
            parents: Vec::new(),
            whole: false,
        };
        for reduced in reductions(&group.molecules, larger, smaller) {
            let Some(spectrum) = shared_spectrum(&reduced, smaller) else {
                continue;
            };
            let parent = classes.places.get(&spectrum);
            let parent = *parent.ok_or(NotEmbedded::Unknown(spectrum))?;
            parentage.parents.push(parent);
            parentage.whole |= classes.groups[parent].size() == group.size();
        }
        parentage.parents.sort_unstable();
        parentage.parents.dedup();
        parentages.push(parentage);
    }
    Ok(Embedding {
        smaller,
        fates,
        parentages,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn config(text: &str) -> Config {
        text.parse().unwrap()
    }

    #[test]
    fn sums_are_parted_in_every_way_once() {
        assert_eq!(parts(0, &[]), [Vec::<usize>::new()]);
        assert_eq!(parts(1, &[]), Vec::<Vec<usize>>::new());
        assert_eq!(parts(3, &[1, 0, 5]), [[1, 0, 2], [0, 0, 3]].map(Vec::from));
        assert_eq!(parts(2, &[2, 2, 2]).len(), 6);
    }

    /// Every choice of lines and columns to insert, one by one.
    fn enlarged_plainly(text: &str, from: usize, to: usize) -> Vec<String> {
        let choices = || (0..to).combinations(from);
        let mut found = Vec::new();
        for (lines, columns) in choices().cartesian_product(choices()) {
            let mut cells = vec![b'-'; to * to];
            for (cell, symbol) in text.bytes().enumerate() {
                cells[lines[cell / from] * to + columns[cell % from]] = symbol;
            }
            found.push(String::from_utf8(cells).unwrap());
        }
        found.sort();
        found.dedup();
        found
    }

    #[test]
    fn enlargements_are_all_insertions_without_repetition() {
        for (from, to) in [("A2_B3", "A2_B5"), ("A0_B2", "A0_B4"), ("A9_B3", "A9_B4")] {
            let (from, to) = (config(from), config(to));
            for number in 1..=from.molecules() {
                let molecule = Molecule::from_number(number, from).unwrap();
                let mut found: Vec<String> = enlargements(&[molecule], from, to)
                    .map(|enlarged| enlarged[0].text(to))
                    .collect();
                found.sort();
                let text = molecule.text(from);
                assert_eq!(found, enlarged_plainly(&text, from.width(), to.width()));
            }
        }
    }

    #[test]
    fn what_is_inserted_can_be_taken_out() {
        let (small, large) = (config("A3_B3"), config("A3_B5"));
        for (number, other) in (1..=small.molecules()).zip((1..=small.molecules()).rev()) {
            let both = [number, other].map(|n| Molecule::from_number(n, small).unwrap());
            for enlarged in enlargements(&both, small, large) {
                let mut back = reductions(&enlarged, large, small);
                assert!(back.any(|reduced| reduced == both), "{number} {other}");
            }
        }
        let full = Molecule::from_number(1, config("A25_B5")).unwrap();
        assert_eq!(reductions(&[full], large, small).count(), 0);
    }
}
