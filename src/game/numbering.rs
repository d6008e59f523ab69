//! The order in which molecules are enumerated, as a walk and in closed form.
//!
//! Molecule 1 has all its atoms packed into the lowest cells. The successor
//! of a molecule turns its rightmost `O-` into `-O` and packs the atoms on
//! the right of it directly behind it. This is the lexicographic order of
//! the texts with `O` before `-`, and so of the sorted cell lists. The
//! combinatorial number system gives a molecule's number without a walk.

use std::iter::successors;

use super::binomial::{BINOMIALS, ROW};
use super::config::Config;
use super::molecule::Molecule;

impl Molecule {
    /// Molecule 1: all atoms packed into the lowest cells.
    pub fn first(config: Config) -> Molecule {
        Molecule::from_bits(low_bits(config.atoms()))
    }

    /// The molecule that follows, or `None` after the last one.
    ///
    /// ```
    /// use blackbox::game::{Config, Molecule};
    ///
    /// let config: Config = "A6_B4".parse()?;
    /// let molecule = Molecule::parse("-O--O-O------OOO", config)?;
    /// let next = molecule.successor(config).unwrap();
    /// assert_eq!(next.text(config), "-O--O--OOOO-----");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn successor(self, config: Config) -> Option<Molecule> {
        // Only atoms that are stuck at the end of the box are right of the
        // rightmost `O-`.
        let stuck = (self.bits() << (u128::BITS as usize - config.cells())).leading_ones() as usize;
        let free = self.bits() & low_bits(config.cells() - stuck);
        let mover = free.checked_ilog2()? as usize;
        let behind = low_bits(stuck + 1) << (mover + 1);
        Some(Molecule::from_bits(free ^ 1 << mover | behind))
    }

    /// The number of this molecule, counted from 1: all molecules less those
    /// that come later. A later one has its first differing atom further
    /// right, and the following atoms anywhere behind. The time grows with
    /// the number of atoms. The molecules of the configuration must be numbered.
    pub fn number(self, config: Config) -> u64 {
        config.molecules() - later_than(self, config)
    }

    /// The same, or `None` if molecules [are not numbered](Config::is_numbered).
    pub fn number_if_any(self, config: Config) -> Option<u64> {
        config.is_numbered().then(|| self.number(config))
    }

    /// The molecule with this number, if there is one: the inverse of [`Molecule::number`].
    pub fn from_number(number: u64, config: Config) -> Option<Molecule> {
        if !(1..=config.molecules()).contains(&number) {
            return None;
        }
        let mut later = config.molecules() - number;
        let mut bits = 0;
        let mut cells_left = config.cells();
        for atoms_left in (1..=config.atoms()).rev() {
            // The atom takes the first cell with at most this number of molecules later.
            cells_left -= 1;
            while BINOMIALS[atoms_left][cells_left] > later {
                cells_left -= 1;
            }
            later -= BINOMIALS[atoms_left][cells_left];
            bits |= 1 << (config.cells() - 1 - cells_left);
        }
        Some(Molecule::from_bits(bits))
    }
}

impl Config {
    /// All molecules, in the order of their numbers.
    pub fn all_molecules(self) -> impl Iterator<Item = Molecule> {
        let first = Some(Molecule::first(self));
        successors(first, move |molecule| molecule.successor(self))
    }
}

/// The number of molecules that come after all those that begin with these atoms.
fn later_than(first: Molecule, config: Config) -> u64 {
    let last = config.cells() - 1;
    let atoms_left = (1..=config.atoms()).rev();
    (first.atoms().zip(atoms_left))
        .map(|(cell, atoms_left)| BINOMIALS[atoms_left][last - cell.index()])
        .sum()
}

/// Finds the molecules of many numbers of a configuration, several times as fast as
/// [`Molecule::from_number`].
///
/// One look-up finds the first atoms, and another one the last ones. For an atom between them,
/// the first bits of the number of later molecules tell in which few cells it can be.
/// A binary search finds the cell. It takes the same number of steps for all molecules, so
/// the processor has nothing to predict. The steps of different molecules do not wait for
/// each other.
///
/// In a box more than half full, the empty cells are found instead of the atoms, because they are
/// fewer. To exchange atoms and empty cells turns the order round: the n-th molecule of one
/// configuration becomes the n-th last one of the other.
#[derive(Debug)]
pub(crate) struct Numbering {
    /// Its atoms are those of the molecule, or the empty cells if they are fewer.
    config: Config,
    empty_cells: bool,
    first: FirstAtoms,
    /// By atoms left beyond the last ones: the cells left for the first of the numbers that
    /// have the same first bits.
    cells_left: Vec<[u8; PREFIXES]>,
    /// The last atoms, by the number of later molecules.
    last: Vec<Molecule>,
    /// A power of two. The steps from it down reach every possible cell.
    step: usize,
    laters: Vec<u64>,
}

/// The number of last atoms that are looked up together, see
/// [`Config::with_at_most`]. For four, the table does not fit a processor's cache.
const LAST: usize = 3;

/// The number of bits behind the highest one that are used.
const PREFIX_BITS: u32 = 5;

/// The number of different beginnings of numbers below 2⁶⁴.
const PREFIXES: usize = (u64::BITS as usize - PREFIX_BITS as usize + 1) << PREFIX_BITS;

/// The place of a number, from its highest bit and the next ones. It ascends with the number.
#[inline(always)]
fn prefix(number: u64) -> usize {
    let high = number.checked_ilog2().unwrap_or(0);
    let shift = high.saturating_sub(PREFIX_BITS);
    ((shift as usize) << PREFIX_BITS) + (number >> shift) as usize
}

/// The places that the first atoms can take together, the last of them first, which is the
/// order of the numbers of later molecules.
#[derive(Debug)]
struct FirstAtoms {
    count: usize,
    places: Vec<Molecule>,
    /// By place, the number of molecules that come after all those that begin there. At the
    /// end stands a number that is never reached.
    later: Vec<u64>,
    /// By the first bits of a number of later molecules, the place of the first such number.
    /// From there, it is less than one step on average to the place of another one.
    guesses: Vec<u32>,
    shift: u32,
}

impl FirstAtoms {
    /// The most bits of a place, and of a guess.
    const BITS: u32 = 16;

    fn new(config: Config) -> FirstAtoms {
        let few = (0..=config.atoms().saturating_sub(LAST))
            .map(|atoms| config.with_at_most(atoms))
            .rfind(|few| few.molecules() <= 1 << Self::BITS)
            .unwrap_or(config.with_at_most(0));
        // The other atoms need cells behind the first ones.
        let room = config.cells() - (config.atoms() - few.atoms());
        let mut places: Vec<_> = (few.all_molecules())
            .filter(|place| place.bits() >> room == 0)
            .collect();
        places.reverse();
        let later = places.iter().map(|&place| later_than(place, config));
        let later: Vec<u64> = later.chain([u64::MAX]).collect();
        let last = config.molecules() - 1;
        let shift = (u64::BITS - last.leading_zeros()).saturating_sub(Self::BITS);
        let place_of = |number: u64| later.partition_point(|&later| later <= number) - 1;
        FirstAtoms {
            count: few.atoms(),
            guesses: (0..=last >> shift)
                .map(|bits| place_of(bits << shift) as u32)
                .collect(),
            places,
            later,
            shift,
        }
    }

    /// The first atoms, and the number of later molecules that begin with them.
    #[inline(always)]
    fn with_later(&self, number: u64) -> (Molecule, u64) {
        let mut place = self.guesses[(number >> self.shift) as usize] as usize;
        while self.later[place + 1] <= number {
            place += 1;
        }
        (self.places[place], number - self.later[place])
    }
}

impl Numbering {
    pub(crate) fn new(config: Config) -> Numbering {
        let empty_cells = config.atoms() > config.cells() / 2;
        let config = match empty_cells {
            true => config.inverted(),
            false => config,
        };
        let first = FirstAtoms::new(config);
        let mut most = 0;
        let mut cells_left = Vec::new();
        for row in middle_rows(config, &first) {
            // Counted from the end, the last cell with at most this number of molecules later.
            let cell = |later: u64| row[..config.cells()].partition_point(|&c| c <= later) - 1;
            let mut first_of = [0; PREFIXES];
            for (place, first) in first_of.iter_mut().enumerate() {
                let (from, to) = beginning_with(place);
                *first = cell(from) as u8;
                most = most.max(cell(to) - cell(from));
            }
            cells_left.push(first_of);
        }
        // The number ascends as the number of later molecules falls.
        let mut last: Vec<_> = config.with_at_most(LAST).all_molecules().collect();
        last.reverse();
        Numbering {
            config,
            empty_cells,
            first,
            cells_left,
            last,
            step: (most + 1).next_power_of_two() / 2,
            laters: Vec::new(),
        }
    }

    /// Appends the molecules with these numbers, which the configuration must have.
    pub(crate) fn molecules(&mut self, numbers: &[u64], molecules: &mut Vec<Molecule>) {
        let Numbering {
            config,
            empty_cells,
            first,
            cells_left,
            last,
            step,
            laters,
        } = self;
        let start = molecules.len();
        laters.clear();
        for number in numbers {
            let later = match empty_cells {
                true => number - 1,
                false => config.molecules() - number,
            };
            let (atoms, later) = first.with_later(later);
            molecules.push(atoms);
            laters.push(later);
        }
        let molecules = &mut molecules[start..];
        let rows = middle_rows(*config, first).iter();
        for (row, cells_left) in rows.zip(&*cells_left).rev() {
            for (molecule, later) in molecules.iter_mut().zip(&mut *laters) {
                let mut left = usize::from(cells_left[prefix(*later)]) % ROW;
                let mut step = *step;
                while step > 0 {
                    let further = (left + step) % ROW;
                    left = std::hint::select_unpredictable(row[further] <= *later, further, left);
                    step /= 2;
                }
                *later -= row[left];
                let cell = config.cells() - 1 - left;
                *molecule = Molecule::from_bits(molecule.bits() | 1 << cell);
            }
        }
        for (molecule, &later) in molecules.iter_mut().zip(&*laters) {
            *molecule = Molecule::from_bits(molecule.bits() | last[later as usize].bits());
        }
        if *empty_cells {
            let cells = low_bits(config.cells());
            for molecule in molecules {
                *molecule = Molecule::from_bits(molecule.bits() ^ cells);
            }
        }
    }
}

/// The rows of the atoms between the first and the last ones, from the last of them to the first.
fn middle_rows(config: Config, first: &FirstAtoms) -> &'static [[u64; ROW]] {
    &BINOMIALS[config.atoms().min(LAST) + 1..=config.atoms() - first.count]
}

/// The first and the last number with a place.
fn beginning_with(place: usize) -> (u64, u64) {
    let shift = (place >> PREFIX_BITS).saturating_sub(1) as u32;
    let bits = (place - ((shift as usize) << PREFIX_BITS)) as u64;
    (bits << shift, (bits << shift) + ((1 << shift) - 1))
}

const fn low_bits(count: usize) -> u128 {
    (1 << count) - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_ascend_with_the_numbers() {
        let mut expected = 0;
        for place in 0..PREFIXES {
            let (from, to) = beginning_with(place);
            assert_eq!(from, expected);
            assert_eq!((prefix(from), prefix(to)), (place, place));
            expected = to.wrapping_add(1);
        }
        assert_eq!(expected, 0, "the last one ends with the highest number");
    }

    #[test]
    fn many_molecules_are_found_at_once() {
        for text in [
            "A0_B1", "A1_B1", "A1_B4", "A4_B4", "A8_B4", "A9_B4", "A12_B4", "A16_B4", "A3_B6",
            "A3_B9", "A2_B11",
        ] {
            let config: Config = text.parse().unwrap();
            let numbers: Vec<u64> = (1..=config.molecules()).collect();
            let mut molecules = vec![Molecule::first(config)];
            Numbering::new(config).molecules(&numbers, &mut molecules);
            let found = molecules.into_iter().skip(1);
            assert!(found.eq(config.all_molecules()), "{config}");
            let walk = config.all_molecules();
            assert!(walk.is_sorted_by(|one, next| one < next), "{config}");
        }
        for text in ["A9_B8", "A32_B8", "A33_B8", "A55_B8", "A20_B9", "A121_B11"] {
            let config: Config = text.parse().unwrap();
            let last = config.molecules();
            let step = last / 10_000;
            let numbers: Vec<u64> = (0..=10_000)
                .map(|index| 1 + index * step)
                .chain([last])
                .collect();
            let mut molecules = Vec::new();
            Numbering::new(config).molecules(&numbers, &mut molecules);
            let again = molecules.iter().map(|molecule| molecule.number(config));
            assert!(again.eq(numbers), "{config}");
        }
    }

    #[test]
    fn closed_form_reaches_the_ends_of_all_configurations_and_nothing_beyond() {
        for width in 1..=11u64 {
            for atoms in 0..=width * width {
                let Ok(config) = Config::new(atoms, width) else {
                    continue;
                };
                let last = Molecule::from_number(config.molecules(), config).unwrap();
                assert_eq!(last.successor(config), None, "{config}");
                assert_eq!(last.number(config), config.molecules());
                for number in [0, config.molecules() + 1, u64::MAX] {
                    assert_eq!(Molecule::from_number(number, config), None);
                }
            }
        }
    }
}
