//! Sketches, the partial boards of the census [by rays](super::by_rays): the molecules of a sketch, and the
//! notable groups among those of a spectrum.

use std::collections::BTreeSet;
use std::ops::RangeInclusive;

use itertools::Itertools;

use super::findings::Findings;
use super::notable::{MOLECULES_KEPT, NotableGroup, farthest};
use super::signature::SideKey;
use crate::board::{Board, Config, Molecule, Transform, binomial};
use crate::partial::partial_board::PartialBoard;

/// A partial board together with the number of atoms in its open cells.
#[derive(Clone, Copy)]
pub(super) struct Sketch<W> {
    pub board: PartialBoard<W>,
    /// Four bytes, from the lowest one: the number of open cells, the greatest number of atoms in them, 0, and
    /// the least number of atoms in them, which may wrap below 0. Deciding a cell takes one subtraction.
    counts: u32,
    /// The position where the last ray came out, its entry if it was reflected, or
    /// [`ABSORBED`](crate::ray::Exits::ABSORBED).
    pub exit: u8,
}

impl<W> AsRef<PartialBoard<W>> for Sketch<W> {
    #[inline(always)]
    fn as_ref(&self) -> &PartialBoard<W> {
        &self.board
    }
}

impl<W: SideKey> Sketch<W> {
    /// The board with all cells open and a number of atoms in this range.
    pub(super) fn blank(width: usize, atoms: RangeInclusive<usize>) -> Sketch<W> {
        let cells = width * width;
        Sketch {
            board: PartialBoard::blank(cells),
            counts: (cells | *atoms.end() << 8 | *atoms.start() << 24) as u32,
            exit: 0,
        }
        .settled()
    }

    /// The sketch of a single molecule.
    #[inline]
    pub(super) fn of(molecule: Molecule) -> Sketch<W> {
        Sketch {
            board: PartialBoard::of(molecule),
            counts: 0,
            exit: 0,
        }
    }

    /// The number of open cells.
    #[inline(always)]
    pub(super) fn free(&self) -> u8 {
        self.counts as u8
    }

    /// The greatest number of atoms in the open cells. If boards have one number of atoms, it is the number in
    /// them.
    #[inline(always)]
    pub(super) fn left(&self) -> u8 {
        (self.counts >> 8) as u8
    }

    /// Decides the open cells if all of them must be empty, or all must hold an atom.
    #[inline(always)]
    fn settled(mut self) -> Sketch<W> {
        let (free, left) = (self.free(), self.left());
        if left == 0 || self.counts >> 24 == u32::from(free) {
            self.board = self.board.with(self.board.open(), left > 0);
            self.counts = match left {
                0 => 0,
                _ => u32::from(left - free) << 8,
            };
        }
        self
    }

    /// Decides a cell: turns `self` into the sketch without an atom there, and returns the sketch with one. If
    /// boards may have any number of atoms, no other cells follow from that.
    #[inline(always)]
    pub(super) fn decide(&mut self, cell: W, any_number: bool) -> Sketch<W> {
        const CELL: u32 = 1;
        const ATOM: u32 = 1 << 8 | 1 << 24;
        let with = Sketch {
            board: self.board.with(cell, true),
            counts: self.counts.wrapping_sub(CELL + ATOM),
            ..*self
        };
        self.board.decided |= cell;
        self.counts -= CELL;
        if any_number {
            return with;
        }
        *self = self.settled();
        with.settled()
    }

    #[inline]
    pub(super) fn molecules(&self) -> u64 {
        match self.left() {
            0 => 1,
            1 => self.free().into(),
            _ => binomial(self.free().into(), self.left().into()),
        }
    }

    /// Appends the molecules of the sketch.
    pub(super) fn add_molecules(&self, molecules: &mut Vec<Molecule>) {
        fn add<W: SideKey>(
            mut free: W,
            count: u8,
            atoms: W,
            left: u8,
            molecules: &mut Vec<Molecule>,
        ) {
            for count in (left..=count).rev() {
                let cell = free.first_alone();
                free = free ^ cell;
                match left {
                    1 => molecules.push(Molecule::from_bits((atoms | cell).bits())),
                    _ => add(free, count - 1, atoms | cell, left - 1, molecules),
                }
            }
        }
        match self.left() {
            0 => molecules.push(Molecule::from_bits(self.board.atoms.bits())),
            left => {
                let PartialBoard { atoms, .. } = self.board;
                add(self.board.open(), self.free(), atoms, left, molecules);
            }
        }
    }

    /// For each image of the box, the open cells and the atoms.
    fn images(&self, config: Config) -> impl Iterator<Item = [u128; 2]> {
        let images = |cells: W| Molecule::from_bits(cells.bits()).images(config);
        let (free, atoms) = (images(self.board.open()), images(self.board.atoms));
        let both = free.into_iter().zip(atoms);
        both.map(|(free, atoms)| [free.bits(), atoms.bits()])
    }

    /// The molecule with the lowest number among all images of the molecules of the sketch.
    pub(super) fn lowest(&self, config: Config) -> Option<Molecule> {
        let images = self.images(config).map(|[mut free, mut atoms]| {
            for _ in 0..self.left() {
                atoms |= free & free.wrapping_neg();
                free &= free - 1;
            }
            Molecule::from_bits(atoms)
        });
        images.min()
    }

    /// The molecules of an image of the sketch, in the order of their numbers.
    fn molecules_of(&self, image: usize, config: Config) -> impl Iterator<Item = Molecule> {
        let [free, atoms] = self.images(config).nth(image).unwrap_or_default();
        let cells = (0..config.cells()).map(move |cell| 1 << cell & free);
        let molecules = (cells.filter(|&cell| cell > 0)).combinations(self.left().into());
        molecules.map(move |cells| {
            let bits = cells.into_iter().fold(atoms, |all, cell| all | cell);
            Molecule::from_bits(bits)
        })
    }

    /// The greatest number of atoms that a molecule of this sketch can have in cells where a molecule of the
    /// other sketch has none. Each of the two molecules puts as many of its free atoms as possible where the
    /// other one has none.
    fn difference(&self, other: &Sketch<W>, atoms: usize) -> u32 {
        let separate = |mine: &Sketch<W>, others: &Sketch<W>| {
            let empty = others.board.empty() & mine.board.open();
            usize::from(mine.left()).saturating_sub(empty.count())
        };
        let both_free = (self.board.open() & other.board.open()).count();
        let shared = (self.board.atoms & other.board.atoms).count();
        let crowded = (separate(self, other) + separate(other, self)).saturating_sub(both_free);
        (atoms - shared - crowded) as u32
    }

    /// The number of molecules of the sketch that a transform leaves unchanged.
    pub(super) fn unchanged(&self, transform: Transform, config: Config) -> u64 {
        let (free, empty) = (self.board.open(), self.board.empty());
        // `ways[k]` is the number of ways in which the cycles of open cells so far can hold k atoms.
        let mut ways = vec![0u64; config.cells() + 1];
        ways[0] = 1;
        let mut left = usize::from(self.left());
        for cycle in transform.cycles::<W>(config.size()) {
            let length = (cycle & free).count();
            match (
                cycle & self.board.atoms != W::EMPTY,
                cycle & empty != W::EMPTY,
            ) {
                (true, true) => return 0,
                (true, false) if length > left => return 0,
                (true, false) => left -= length,
                (false, true) => {}
                (false, false) if length > 0 => {
                    for atoms in (length..ways.len()).rev() {
                        ways[atoms] += ways[atoms - length];
                    }
                }
                _ => {}
            }
        }
        ways[left]
    }
}

/// Adds the group of a spectrum to the rankings in which it gets a place. Its molecules differ in at most
/// `bound` atoms.
pub(super) fn rank<W: SideKey>(
    findings: &mut Findings,
    sketches: &[Sketch<W>],
    size: u64,
    bound: u32,
    config: Config,
) {
    let (largest, most_different) = (&mut findings.largest, &mut findings.most_different);
    let lowest = sketches.iter().filter_map(|sketch| sketch.lowest(config));
    let first = lowest.min().map_or(0, |lowest| lowest.number(config));
    if largest.admits(size, first) {
        largest.add(group(sketches, size, None, first, config));
    }
    // Usually, this bound alone excludes the group.
    if !most_different.admits(bound.into(), first) {
        return;
    }
    let least = most_different.least() as u32;
    let difference = largest_difference(sketches, least..=bound, config.atoms());
    if most_different.admits(difference.into(), first) {
        most_different.add(group(sketches, size, Some(difference), first, config));
    }
}

/// The group of the molecules of these sketches, which have one spectrum.
fn group<W: SideKey>(
    sketches: &[Sketch<W>],
    size: u64,
    difference: Option<u32>,
    first: u64,
    config: Config,
) -> NotableGroup {
    let any = (sketches.first()).and_then(|sketch| sketch.molecules_of(0, config).next());
    let any = any.unwrap_or_else(|| Molecule::first(config));
    let images = Board::of(any, config).spectrum().images();
    let smallest = images.iter().position_min().unwrap_or_default();
    // A group may have millions of molecules, so only the first ones are ever held.
    let mut kept = BTreeSet::new();
    for sketch in sketches {
        kept.extend(sketch.molecules_of(smallest, config).take(MOLECULES_KEPT));
        while kept.len() > MOLECULES_KEPT {
            kept.pop_last();
        }
    }
    let kept = kept.into_iter();
    NotableGroup {
        size,
        difference,
        first,
        spectrum: images[smallest],
        numbers: kept.map(|molecule| molecule.number(config)).collect(),
    }
}

/// The greatest number of sketches of a group of which all pairs are compared, which takes some seconds.
const PAIRS_COMPARED: usize = 1 << 15;

/// The greatest difference of two molecules of a group, which the caller knows to be at most the end of `limits`. If
/// the difference is below their start, the result may be any value below the start.
fn largest_difference<W: SideKey>(
    sketches: &[Sketch<W>],
    limits: RangeInclusive<u32>,
    atoms: usize,
) -> u32 {
    let mut largest = 0;
    if sketches.len() <= PAIRS_COMPARED {
        for (index, one) in sketches.iter().enumerate() {
            for other in &sketches[index..] {
                // A cheap bound excludes nearly all pairs.
                let most = (atoms - (one.board.atoms & other.board.atoms).count()) as u32;
                if most >= *limits.start() && most > largest {
                    largest = largest.max(one.difference(other, atoms));
                }
            }
            if largest == *limits.end() {
                break;
            }
        }
        return largest;
    }
    // The order in which threads find sketches varies, and the result depends on it.
    let mut sketches = sketches.to_vec();
    sketches
        .sort_unstable_by_key(|Sketch { board, .. }| (board.atoms.bits(), board.decided.bits()));
    farthest(sketches.iter(), |one, other| one.difference(other, atoms))
}
