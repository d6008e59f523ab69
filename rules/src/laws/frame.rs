//! What one more atom changes in a wide box with few atoms: only the rays that look at its cell, and those
//! of the lines around it that had no atom. All other rays are known from the atoms before it.
//!
//! So A5_B12 takes 11 s of processor time. It takes 27 s if all rays beside atoms are fired for each molecule.

use std::array;
use std::cmp::Ordering;

use random::mix;

use super::board::{ABSORBED, Atom, Fate, LineRay, MOST_LINES, Rectangle, SparseBoard};
use super::families::moved;
use crate::board::Transform;

/// The most atoms of a census of a wide box.
pub const MOST_ATOMS: usize = 5;

/// A hash of a spectrum and of its seven images.
type Hashes = [u64; 8];

/// The cells of a box, in the order of the game: row by row. With what the transforms do to them.
pub(super) struct Cells {
    pub(super) size: Rectangle,
    pub(super) images: [Vec<u16>; 8],
    pub(super) lowest: Vec<u16>,
}

impl Cells {
    fn new(size: Rectangle) -> Cells {
        let count = u16::from(size.height) * u16::from(size.width);
        let images = Transform::ALL.map(|transform| {
            let cells = (0..count).map(|cell| {
                let image = moved(transform, atom(cell, size), size);
                u16::from(image.row) * u16::from(size.width) + u16::from(image.column)
            });
            cells.collect::<Vec<u16>>()
        });
        let lowest = (0..usize::from(count)).map(|cell| {
            let images = images.iter().map(|images| images[cell]);
            images.min().unwrap_or_default()
        });
        Cells {
            size,
            lowest: lowest.collect(),
            images,
        }
    }

    /// The first cells of canonical molecules.
    pub(super) fn leads(&self) -> Vec<u16> {
        let is_lowest = |&cell: &u16| self.lowest[usize::from(cell)] == cell;
        (0..self.lowest.len() as u16).filter(is_lowest).collect()
    }

    /// The cells of the other atoms: no image of them comes before the lead.
    pub(super) fn others(&self, lead: u16) -> Vec<u16> {
        let may_follow = |&cell: &u16| self.lowest[usize::from(cell)] >= lead;
        (lead + 1..self.lowest.len() as u16)
            .filter(may_follow)
            .collect()
    }

    /// The images of some atoms by all transforms, each in order. The rest is beyond all cells.
    pub(super) fn sorted_images(&self, atoms: &[u16]) -> [ImageCells; 8] {
        self.images.each_ref().map(|images| {
            let mut image = [u16::MAX; _];
            for (image, &cell) in image.iter_mut().zip(atoms) {
                *image = images[usize::from(cell)];
            }
            image.sort_unstable();
            image
        })
    }

    /// The number of images of a molecule, or nothing if it is not canonical. It has all atoms but the
    /// last, whose images are known, and the last.
    #[inline(always)]
    pub(super) fn orbit(&self, before: &[u16], known: &[ImageCells; 8], last: u16) -> Option<u64> {
        let mut fixed = 1;
        for (images, known) in self.images[1..].iter().zip(&known[1..]) {
            let image = images[usize::from(last)];
            // Most images begin with a later cell.
            let first = known[0].min(image);
            if first > *before.first().unwrap_or(&last) {
                continue;
            }
            let at = known[..before.len()].partition_point(|&cell| cell < image);
            let sorted = [&known[..at], &[image], &known[at..before.len()]];
            let molecule = before.iter().chain([&last]);
            match sorted.into_iter().flatten().cmp(molecule) {
                Ordering::Less => return None,
                Ordering::Equal => fixed += 1,
                Ordering::Greater => {}
            }
        }
        Some(8 / fixed)
    }
}

/// The cells of some atoms of an image, in order.
pub(super) type ImageCells = [u16; MOST_ATOMS];

pub(super) fn atom(cell: u16, size: Rectangle) -> Atom {
    let width = u16::from(size.width);
    let [row, column] = [cell / width, cell % width].map(|line| line as u8);
    Atom { row, column }
}

/// What is the same for all molecules of a box.
pub(super) struct FrameTables {
    pub(super) cells: Cells,
    pub(super) atoms: Vec<Atom>,
    entries: Vec<LineRay>,
    opposite: Vec<u8>,
    /// What the transforms do to positions.
    pub(super) images: [Vec<u8>; 8],
    /// For each position, and for the two other fates, a random word for each image.
    words: Vec<Hashes>,
    /// For each set of lines around a cell that are idle, and for each cell, what an atom there does.
    alone: Vec<Alone>,
}

/// Rays: their ends, as a set of positions, and what they add to the hashes.
type RaySums = (u128, Hashes);

/// What an atom does to the rays of the idle lines around it. Those are the row and the column of its cell
/// and the ones beside them, if they have no atom and none beside them.
#[derive(Clone, Copy)]
struct Alone {
    /// The ends of the rays in these lines.
    ends: u128,
    /// Those ends whose rays also run through lines that are not idle.
    unknown: u128,
    /// What the other rays add to the hashes.
    adds: Hashes,
}

impl FrameTables {
    pub(super) fn new(width: u8) -> FrameTables {
        let size = Rectangle::square(width);
        let cells = Cells::new(size);
        let board = SparseBoard::new(size);
        let positions = size.positions();
        let entries: Vec<LineRay> = (0..positions)
            .map(|position| board.entry(position))
            .collect();
        let images = Transform::ALL.map(|transform| {
            let images = (0..positions).map(|position| transform.source(position, positions) as u8);
            images.collect::<Vec<u8>>()
        });
        let words = (0..256).map(|fate| {
            array::from_fn(|image| {
                let known = images[image]
                    .get(fate)
                    .map_or(fate as u64, |&image| image.into());
                mix(mix(known + 1))
            })
        });
        let mut tables = FrameTables {
            words: words.collect(),
            images,
            alone: Vec::new(),
            atoms: (0..cells.lowest.len() as u16)
                .map(|cell| atom(cell, size))
                .collect(),
            opposite: (0..positions)
                .map(|position| board.shoot(position))
                .collect(),
            entries,
            cells,
        };
        let alone: Vec<_> = (tables.atoms.iter())
            .map(|&atom| tables.alone(atom))
            .collect();
        tables.alone = (0..64)
            .flat_map(|idle| alone.iter().map(move |alone| alone[idle]))
            .collect();
        tables
    }

    fn alone(&self, atom: Atom) -> [Alone; 64] {
        let size = self.cells.size;
        let mut board = SparseBoard::new(size);
        board.toggle(atom);
        let mut rays: Vec<RaySums> = Vec::new();
        board.each_ray(|position, fate| {
            let other_end = match fate {
                ABSORBED => self.opposite[usize::from(position)],
                exit => exit,
            };
            rays.push((
                1 << position | 1 << other_end,
                self.add(position.into(), fate),
            ));
        });
        let ends = [0, 1].map(|direction| {
            let middle = [atom.row, atom.column][direction];
            [0, 1, 2].map(|line| match (middle + line).checked_sub(1) {
                Some(line) if line < size.width => [true, false]
                    .map(|forward| 1 << board.exit(direction, line.into(), forward))
                    .iter()
                    .sum(),
                _ => 0_u128,
            })
        });
        array::from_fn(|idle| {
            let lines = ends.as_flattened().iter().enumerate();
            let ends = lines.filter(|(line, _)| idle >> line & 1 != 0);
            let ends = ends.fold(0, |all, (_, ends)| all | ends);
            let mut alone = Alone {
                ends,
                unknown: ends,
                adds: [0; 8],
            };
            for (both, adds) in rays.iter().filter(|(both, _)| both & !ends == 0) {
                alone.unknown &= !both;
                alone.adds = sum(&alone.adds, adds);
            }
            alone
        })
    }

    #[inline(always)]
    fn add(&self, position: usize, fate: Fate) -> Hashes {
        let (one, other) = (&self.words[position], &self.words[usize::from(fate)]);
        array::from_fn(|image| {
            let sum = one[image].wrapping_add(other[image]);
            (sum & u64::from(u32::MAX)) * (sum >> 32)
        })
    }
}

#[inline(always)]
fn sum(one: &Hashes, other: &Hashes) -> Hashes {
    array::from_fn(|image| one[image].wrapping_add(other[image]))
}

/// The rays beside the atoms of a box.
#[derive(Clone)]
pub(super) struct Frame {
    /// The sum of what all rays add.
    hashes: Hashes,
    /// The rays beside atoms, each in a slot.
    rays: Vec<RaySums>,
    live: u64,
    /// Which of these rays look at a cell. There is one more line of cells on each side.
    seen: [[u64; ACROSS]; ACROSS],
    /// The rows and the columns without an atom in them and beside them, from the one before the first.
    idle: [u64; 2],
}

const ACROSS: usize = MOST_LINES as usize + 2;

impl Frame {
    pub(super) fn new() -> Frame {
        Frame {
            hashes: [0; 8],
            rays: Vec::new(),
            live: 0,
            seen: [[0; ACROSS]; ACROSS],
            idle: [!0; 2],
        }
    }

    /// What an atom in this cell does to the rays of idle lines.
    #[inline(always)]
    fn alone<'a>(&self, tables: &'a FrameTables, cell: u16) -> &'a Alone {
        let Atom { row, column } = tables.atoms[usize::from(cell)];
        let [rows, columns] = [self.idle[0] >> row & 7, self.idle[1] >> column & 7];
        &tables.alone[(rows | columns << 3) as usize * tables.atoms.len() + usize::from(cell)]
    }

    #[inline(always)]
    fn looking(&self, tables: &FrameTables, cell: u16) -> u64 {
        let Atom { row, column } = tables.atoms[usize::from(cell)];
        self.seen[usize::from(row) + 1][usize::from(column) + 1]
    }

    /// The ends of these rays, and the hashes without them.
    #[inline(always)]
    fn without(&self, rays: u64, mut hashes: Hashes) -> (u128, Hashes) {
        let mut all = 0;
        for slot in slots(rays) {
            let (ends, adds) = &self.rays[slot];
            all |= ends;
            hashes = array::from_fn(|image| hashes[image].wrapping_sub(adds[image]));
        }
        (all, hashes)
    }

    /// The hashes with an atom in one more cell.
    #[inline(always)]
    pub(super) fn with(&self, tables: &FrameTables, board: &mut SparseBoard, cell: u16) -> Hashes {
        let alone = self.alone(tables, cell);
        let looking = self.looking(tables, cell);
        let (ends, mut hashes) = self.without(looking, sum(&self.hashes, &alone.adds));
        let mut again = ends | alone.unknown;
        if again == 0 {
            return hashes;
        }
        let atom = tables.atoms[usize::from(cell)];
        board.toggle(atom);
        while again != 0 {
            let position = again.trailing_zeros() as usize;
            again &= again - 1;
            let fate = board.follow(tables.entries[position]);
            if fate < ABSORBED {
                again &= !(1 << fate);
                if fate == tables.opposite[position] {
                    continue;
                }
            }
            hashes = sum(&hashes, &tables.add(position, fate));
        }
        board.toggle(atom);
        hashes
    }

    /// Becomes the frame of this board, which has one more atom than that of the other frame.
    pub(super) fn become_next(
        &mut self,
        before: &Frame,
        tables: &FrameTables,
        board: &SparseBoard,
        cell: u16,
    ) {
        let looking = before.looking(tables, cell);
        let (ends, hashes) = before.without(looking, before.hashes);
        self.hashes = hashes;
        self.rays.clone_from(&before.rays);
        self.live = before.live & !looking;
        let across = usize::from(tables.cells.size.width) + 2;
        for (seen, before) in self.seen[..across].iter_mut().zip(&before.seen) {
            for (seen, before) in seen[..across].iter_mut().zip(before) {
                *seen = before & !looking;
            }
        }
        let Atom { row, column } = tables.atoms[usize::from(cell)];
        self.idle = [
            before.idle[0] & !(7 << row),
            before.idle[1] & !(7 << column),
        ];
        let mut again = ends | before.alone(tables, cell).ends;
        while again != 0 {
            let position = again.trailing_zeros() as usize;
            let slot = (!self.live).trailing_zeros() as usize;
            let ray = 1 << slot;
            let entry = tables.entries[position];
            let seen = &mut self.seen;
            let fate = board.follow_through(entry, |direction, line, [first, last]| {
                let [first, last] = [first + 1, last + 1].map(|cell| cell as usize);
                let lines = line as usize..line as usize + 3;
                match direction {
                    0 => (seen[lines].iter_mut())
                        .flat_map(|row| &mut row[first..=last])
                        .for_each(|cell| *cell |= ray),
                    _ => (seen[first..=last].iter_mut())
                        .flat_map(|row| &mut row[lines.clone()])
                        .for_each(|cell| *cell |= ray),
                }
            });
            let mut both = 1 << position;
            if fate < ABSORBED {
                both |= 1 << fate;
            }
            again &= !both;
            let mut adds = [0; 8];
            if fate != tables.opposite[position] {
                adds = tables.add(position, fate);
                self.hashes = sum(&self.hashes, &adds);
            }
            // An atom has at most twelve ends of rays beside it, so four have at most 48 rays.
            self.live |= ray;
            match self.rays.get_mut(slot) {
                Some(free) => *free = (both, adds),
                None => self.rays.push((both, adds)),
            }
        }
    }
}

#[inline(always)]
fn slots(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(slot)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rays that are fired for all cells at once, and rays that are known from an atom alone, against all
    /// rays of the whole molecule.
    #[test]
    fn the_last_atom_changes_only_its_rays() {
        for (width, cells) in [
            (4, vec![0, 9]),
            (7, vec![3, 17, 40]),
            (9, vec![]),
            (1, vec![]),
        ] {
            let tables = FrameTables::new(width);
            let mut board = SparseBoard::new(tables.cells.size);
            let mut frame = Frame::new();
            for &cell in &cells {
                board.toggle(tables.atoms[usize::from(cell)]);
                let before = frame.clone();
                frame.become_next(&before, &tables, &board, cell);
            }
            for cell in (0..u16::from(width).pow(2)).filter(|cell| !cells.contains(cell)) {
                let hashes = frame.with(&tables, &mut board, cell);
                let mut board = board.clone();
                board.toggle(tables.atoms[usize::from(cell)]);
                let mut all = [0; 8];
                board.each_ray(|position, fate| {
                    all = sum(&all, &tables.add(position.into(), fate));
                });
                assert_eq!(hashes, all, "{width} {cells:?} {cell}");
            }
        }
    }
}
