//! Recounts the spectra of some slices of a configuration from scratch.
//!
//! At first, no cell is decided. The rays are fired one after another. If a ray looks at an undecided cell, the
//! search continues with an atom there, and then without one. When all rays have ended, cells that no ray has
//! looked at may hold the other atoms in any way, and all these molecules have the same spectrum.
//!
//! The *offset* of a position is the number of positions, around the box, to where its ray comes out; 0 for a
//! reflected ray, 255 for an absorbed one. The *reading* of a spectrum is its offsets, side after side, each
//! side from its last position to its first. The image with the lowest reading represents all eight, and its
//! first side decides the slice. So the search leaves most boards after the rays of one side, when they turn
//! out to be in another slice, and others as soon as another image is known to have a lower reading.

use std::collections::{BTreeMap, HashMap};
use std::ops::{Range, RangeInclusive};

use itertools::Itertools;

use super::Plain;
use super::board::{ATOM, EMPTY, Square, UNDECIDED};
use super::rays::{End, Halt, PlainRay};

/// The findings of a recount.
///
/// ```
/// use blackbox_rules::oracle::Plain;
///
/// let plain = Plain::new(4, 6);
/// let recounted = plain.recount(0..plain.slices(), &mut |_| true).expect("nothing interrupts it");
/// assert_eq!(recounted.decided, 58_905);
/// // 89 spectra up to symmetry have two molecules each; with their images, these are 696.
/// assert_eq!(recounted.slices[0].sizes[&2], [89, 696]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Recounted {
    /// The requested slices, in their order.
    pub slices: Vec<SliceCount>,
    /// The greatest length and number of turns of an absorbed ray, of a reflected ray, and of a ray that comes
    /// out, in this order, among the molecules of the slices.
    pub rays: [Option<i64>; 6],
    /// The spectra with the most molecules, and their numbers of molecules, the largest first.
    pub largest: Vec<(u64, Vec<u8>)>,
    /// The number of molecules that were counted, or recognised as those of other slices or images. All molecules must
    /// be among these.
    pub decided: u128,
}

/// The spectra of a slice.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SliceCount {
    /// For each number of molecules that share a spectrum: the number of spectra up to symmetry, and of all.
    pub sizes: BTreeMap<u64, [u64; 2]>,
    /// The sum over the ambiguous spectra that docs/reference/file-formats.md defines.
    pub checksum: u64,
}

/// The number of spectra in [`Recounted::largest`].
const LARGEST: usize = 10;

const REFLECTED: u8 = 0;
const ABSORBED: u8 = 255;
/// Stands for a ray that has not ended yet.
const UNKNOWN: u8 = 254;

impl Plain {
    /// The number of slices of a census: one per half a million canonical molecules, but at most a thousand.
    pub fn slices(&self) -> usize {
        let slices = self.canonical_molecules().div_ceil(500_000);
        slices.clamp(1, 1000) as usize
    }

    /// Counts the spectra of some slices, which are counted from 0. `decided` is called with the number of
    /// molecules of each branch that ends, and returns whether to continue; if not, the result is `None`.
    pub fn recount(
        &self,
        slices: Range<usize>,
        decided: &mut dyn FnMut(u128) -> bool,
    ) -> Option<Recounted> {
        let (of, atoms) = (self.slices(), self.atoms..=self.atoms);
        let mut search = SliceSearch::new(self, slices.clone(), of, atoms, decided);
        search.next_ray(0, [None; 6])?;
        let mut recounted = Recounted {
            slices: vec![SliceCount::default(); slices.len()],
            rays: search.rays,
            largest: Vec::new(),
            decided: search.all_decided,
        };
        let found = std::mem::take(&mut search.found);
        let found = found.into_iter();
        let found = found.map(|(offsets, (sizes, spectra))| (offsets, (sizes[0], spectra)));
        let found: HashMap<Vec<u8>, (u64, u64)> = found.collect();
        let mut largest = found.values().map(|(size, _)| *size).k_largest(LARGEST);
        let least = largest.nth(LARGEST - 1).unwrap_or(0);
        for (offsets, (size, spectra)) in found {
            let slice = &mut recounted.slices[search.slice(&offsets) - slices.start];
            let row = slice.sizes.entry(size).or_default();
            row[0] += 1;
            row[1] += spectra;
            if size >= 2 {
                slice.checksum = slice.checksum.wrapping_add(self.mixed(&offsets, size));
            }
            if size >= least.max(2) {
                recounted.largest.push((size, self.symbols(&offsets)));
            }
        }
        recounted.largest.sort_by(|one, other| other.cmp(one));
        recounted.largest.truncate(LARGEST);
        Some(recounted)
    }

    /// Counts the spectra of one of `of` slices, over all numbers of atoms. Returns the number of spectra up to
    /// symmetry, and the sum over them that docs/reference/file-formats.md defines.
    ///
    /// ```
    /// use blackbox_rules::oracle::Plain;
    ///
    /// let (spectra, _) = Plain::new(16, 4).recount_box(0, 1, &mut |_| true).expect("nothing interrupts it");
    /// assert_eq!(spectra, 1_533);
    /// ```
    pub fn recount_box(
        &self,
        slice: usize,
        of: usize,
        decided: &mut dyn FnMut(u128) -> bool,
    ) -> Option<(u64, u64)> {
        let mut search = SliceSearch::new(self, slice..slice + 1, of, 0..=self.cells(), decided);
        search.next_ray(0, [None; 6])?;
        let mut sum = 0u64;
        for (offsets, (sizes, _)) in &search.found {
            let occurs = sizes.iter().enumerate().rev();
            let occurs = occurs.filter(|(_, size)| **size > 0);
            let mixed = occurs.fold(0, |mixed, (atoms, size)| {
                folded(mixed ^ size ^ (atoms as u64).rotate_right(8))
            });
            sum = sum.wrapping_add(self.mixed(offsets, mixed));
        }
        Some((search.found.len() as u64, sum))
    }

    /// The sides of a spectrum as numbers, with the first position in the lowest byte.
    fn sides<'a>(&self, offsets: &'a [u8]) -> impl Iterator<Item = u128> + 'a {
        let sides = offsets.chunks_exact(self.width);
        sides.map(|side| {
            side.iter()
                .rev()
                .fold(0, |number, &offset| number << 8 | u128::from(offset))
        })
    }

    /// The summand of a spectrum with this number of molecules in the checksum of its slice.
    fn mixed(&self, offsets: &[u8], size: u64) -> u64 {
        self.sides(offsets).fold(size, |mixed, side| {
            let (low, high) = (side as u64, (side >> 64) as u64);
            folded(mixed ^ low ^ high.rotate_left(32))
        })
    }

    fn symbols(&self, offsets: &[u8]) -> Vec<u8> {
        let mut letters = b'a'..;
        let mut symbols = vec![b' '; offsets.len()];
        for (position, &offset) in offsets.iter().enumerate() {
            let exit = (position + usize::from(offset)) % offsets.len();
            match offset {
                REFLECTED => symbols[position] = b'&',
                ABSORBED => symbols[position] = b'@',
                _ if symbols[position] == b' ' => {
                    let letter = letters.next().unwrap_or(b'?');
                    (symbols[position], symbols[exit]) = (letter, letter);
                }
                _ => {}
            }
        }
        symbols
    }
}

/// 2⁶⁴ divided by the golden ratio.
const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;

fn folded(number: u64) -> u64 {
    let product = u128::from(number) * u128::from(FACTOR);
    (product >> 64) as u64 ^ product as u64
}

struct SliceSearch<'a> {
    plain: &'a Plain,
    wanted: Range<usize>,
    of: usize,
    board: Vec<u8>,
    /// The numbers of atoms that boards may have.
    numbers: RangeInclusive<usize>,
    /// The number of atoms so far, and the number of undecided cells.
    atoms: usize,
    cells: usize,
    /// For each position, its offset, or [`UNKNOWN`].
    offsets: Vec<u8>,
    /// The positions in the order in which rays are fired.
    order: Vec<usize>,
    /// The positions in the order of a reading.
    reading: Vec<usize>,
    /// For each image but the identity: for each position, the one that moves there, and where it moves.
    images: Vec<(Vec<usize>, Vec<usize>)>,
    /// For the offsets of the representing image: the numbers of molecules, from the first number of atoms on,
    /// and the number of images.
    found: HashMap<Vec<u8>, (Vec<u64>, u64)>,
    rays: [Option<i64>; 6],
    all_decided: u128,
    decided: &'a mut dyn FnMut(u128) -> bool,
}

impl<'a> SliceSearch<'a> {
    fn new(
        plain: &'a Plain,
        wanted: Range<usize>,
        of: usize,
        numbers: RangeInclusive<usize>,
        decided: &'a mut dyn FnMut(u128) -> bool,
    ) -> SliceSearch<'a> {
        let (width, around) = (plain.width, plain.around.len());
        let board = plain.drawn(&vec![UNDECIDED; plain.cells()]);
        let images: Vec<(Vec<usize>, Vec<usize>)> = plain.spectra_moved[1..]
            .iter()
            .map(|sources| {
                let mut moved = vec![0; around];
                for (to, &from) in sources.iter().enumerate() {
                    moved[from] = to;
                }
                (sources.clone(), moved)
            })
            .collect();
        let reading: Vec<usize> = (0..around)
            .map(|place| place / width * width + (width - 1 - place % width))
            .collect();
        // The first side decides the slice. After it, the first positions of all images follow, which soon show
        // whether an image has a lower reading.
        let mut order = reading[..width].to_vec();
        for &position in &reading {
            for next in images.iter().map(|(sources, _)| sources[position]) {
                if !order.contains(&next) {
                    order.push(next);
                }
            }
        }
        SliceSearch {
            plain,
            wanted,
            of,
            board,
            numbers,
            atoms: 0,
            cells: plain.cells(),
            offsets: vec![UNKNOWN; around],
            order,
            reading,
            images,
            found: HashMap::new(),
            rays: [None; 6],
            all_decided: 0,
            decided,
        }
    }

    /// The slice of a spectrum, of which only the first side needs to be known.
    fn slice(&self, offsets: &[u8]) -> usize {
        let first = self.plain.sides(offsets).next().unwrap_or(0);
        let spread = (first as u64 ^ (first >> 64) as u64).wrapping_mul(FACTOR);
        ((u128::from(spread) * self.of as u128) >> 64) as usize
    }

    /// For each number of atoms, the number of molecules that agree with the decided cells.
    fn molecules(&self) -> impl Iterator<Item = u128> {
        let left = (self.numbers.clone()).map(|atoms| atoms.checked_sub(self.atoms));
        left.map(|left| left.map_or(0, |left| self.plain.choose(self.cells, left)))
    }

    /// Ends a branch, and reports its molecules. `None` if the search should stop.
    fn decide(&mut self) -> Option<()> {
        let molecules = self.molecules().sum();
        self.all_decided += molecules;
        (self.decided)(molecules).then_some(())
    }

    /// Continues with the next ray, or counts the spectrum if no ray is left. `longest` has the extremes of the
    /// rays so far.
    fn next_ray(&mut self, shot: usize, longest: [Option<i64>; 6]) -> Option<()> {
        if shot == self.plain.width && !self.wanted.contains(&self.slice(&self.offsets)) {
            return self.decide();
        }
        let Some(same) = self.images_with_this_reading() else {
            return self.decide();
        };
        let Some(&position) = self.order.get(shot) else {
            let sizes = self.molecules();
            let sizes = sizes.map(|size| u64::try_from(size).unwrap_or(u64::MAX));
            let sizes: Vec<u64> = sizes.collect();
            match self.found.get_mut(&self.offsets) {
                Some((found, _)) => {
                    for (found, size) in found.iter_mut().zip(sizes) {
                        *found = found.saturating_add(size);
                    }
                }
                None => {
                    let spectra = 8 / same;
                    self.found.insert(self.offsets.clone(), (sizes, spectra));
                }
            }
            for (most, longest) in self.rays.iter_mut().zip(longest) {
                *most = (*most).max(longest);
            }
            return self.decide();
        };
        if self.offsets[position] != UNKNOWN {
            return self.next_ray(shot + 1, longest);
        }
        let (place, heading) = self.plain.around[position];
        self.follow(shot, PlainRay::new(place, heading), longest)
    }

    /// Follows the current ray, deciding open cells both ways.
    fn follow(
        &mut self,
        shot: usize,
        mut ray: PlainRay,
        mut longest: [Option<i64>; 6],
    ) -> Option<()> {
        let end = match self.plain.advance(&self.board, &mut ray) {
            Halt::End(end) => end,
            Halt::Undecided(place) => return self.both(shot, ray, longest, place),
        };
        let entry = self.order[shot];
        let around = self.offsets.len();
        let (outcome, offset, exit) = match end {
            End::Absorbed => (0, ABSORBED, entry),
            End::Reflected => (1, REFLECTED, entry),
            End::Out(exit) => {
                let exit = usize::from(exit);
                (2, ((exit + around - entry) % around) as u8, exit)
            }
        };
        for (most, value) in longest[2 * outcome..]
            .iter_mut()
            .zip([ray.length, ray.turns])
        {
            *most = (*most).max(Some(value));
        }
        if exit != entry {
            self.offsets[exit] = around as u8 - offset;
        }
        self.offsets[entry] = offset;
        let done = self.next_ray(shot + 1, longest);
        self.offsets[entry] = UNKNOWN;
        self.offsets[exit] = UNKNOWN;
        done
    }

    /// Continues with an atom in an undecided cell, and then without one.
    fn both(
        &mut self,
        shot: usize,
        ray: PlainRay,
        longest: [Option<i64>; 6],
        place: Square,
    ) -> Option<()> {
        self.cells -= 1;
        if self.atoms < *self.numbers.end() {
            self.board[place] = ATOM;
            self.atoms += 1;
            self.follow(shot, ray, longest)?;
            self.atoms -= 1;
        }
        if self.atoms + self.cells >= *self.numbers.start() {
            self.board[place] = EMPTY;
            self.follow(shot, ray, longest)?;
        }
        self.board[place] = UNDECIDED;
        self.cells += 1;
        Some(())
    }

    /// The number of images with the same reading, as far as it is known. `None` if an image is known to have a
    /// lower reading.
    fn images_with_this_reading(&self) -> Option<u64> {
        let mut same = 1;
        for (sources, moved) in &self.images {
            let mut is_same = true;
            for &position in &self.reading {
                let mine = self.offsets[position];
                let source = sources[position];
                let mut other = self.offsets[source];
                if mine == UNKNOWN || other == UNKNOWN {
                    is_same = false;
                    break;
                }
                if other != REFLECTED && other != ABSORBED {
                    let around = self.offsets.len();
                    let exit = moved[(source + usize::from(other)) % around];
                    other = ((exit + around - position) % around) as u8;
                }
                if other < mine {
                    return None;
                }
                if other > mine {
                    is_same = false;
                    break;
                }
            }
            same += u64::from(is_same);
        }
        Some(same)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_recount_can_be_stopped() {
        let plain = Plain::new(3, 5);
        assert_eq!(plain.recount(0..1, &mut |_| false), None);
    }
}
