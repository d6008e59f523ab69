//! Canonical molecules in the order of their numbers, without a walk through
//! the others.
//!
//! A molecule is the sorted list of its cells. Numbers order these lists
//! lexicographically, and a canonical molecule is the first of its eight
//! images. Such lists are easy to enumerate, because a canonical molecule
//! without its last atom is canonical again. (If an image of the shorter one
//! came before it, the same image of the longer one would come before the
//! longer one, wherever the additional atom is.)
//!
//! So the canonical molecules are the leaves of a tree. Its inner nodes are
//! the canonical molecules with fewer atoms, and nearly every step ends in a
//! leaf.
//!
//! The cells that may hold the next atom are found all at once. Let S be a
//! canonical node, T its image under a transform t, and l the lowest cell
//! where they differ. S has the atom there, because it comes first. Now add an
//! atom to S in cell c, behind all others, and to T in cell t(c):
//!
//! - t(c) behind l: nothing changes, the longer S still comes first;
//! - t(c) before l: the longer T has the first atom that differs, so the
//!   longer S is not canonical;
//! - t(c) is l itself: then the next difference decides;
//! - S and T are equal: the longer S comes first if c ≤ t(c).
//!
//! The cells of the first and the last case are tables of cell masks, by
//! transform and l. The single cell of the third is checked by itself.
//!
//! In a dense box, that takes several nodes per leaf, and most of them lead to a single leaf. So
//! a node with at most one empty cell behind its last atom has no children: the molecules below
//! it are compared with their images at once. A census of A41_B7 takes 0.65 of the time that it
//! took without this.

use std::ops::RangeInclusive;

use crate::board::{Cell, CellMask, Config, MAX_CELLS, Molecule, Transform, binomial};

/// The canonical molecules of a configuration, by ranges of numbers. `M` must
/// have a bit for every cell.
///
/// ```
/// use blackbox_rules::census::CanonicalMolecules;
/// use blackbox_rules::board::Config;
///
/// let config: Config = "A3_B4".parse()?;
/// let canonical = CanonicalMolecules::<u64>::new(config);
/// let found = canonical.numbered(1, config.molecules() + 1).count();
/// assert_eq!(found as u64, config.canonical_molecules());
/// # Ok::<(), blackbox_rules::board::ConfigError>(())
/// ```
pub struct CanonicalMolecules<M> {
    config: Config,
    /// All transforms but the identity.
    transforms: [TransformTable<M>; 7],
}

/// Room for every cell, and a power of two, so that a mask can replace the
/// check of an index.
const CELLS: usize = MAX_CELLS.next_power_of_two();

struct TransformTable<M> {
    image: [M; CELLS],
    source: [M; CELLS],
    /// By cell l: the cells that go to l or behind it.
    not_before: [M; CELLS],
    /// The cells that stay or go behind themselves.
    not_forward: M,
    image_behind: [M; CELLS],
}

impl<M: CellMask> TransformTable<M> {
    fn new(transform: Transform, config: Config) -> TransformTable<M> {
        let mut table = TransformTable {
            image: [M::EMPTY; CELLS],
            source: [M::EMPTY; CELLS],
            not_before: [M::EMPTY; CELLS],
            not_forward: M::EMPTY,
            image_behind: [M::EMPTY; CELLS],
        };
        for cell in 0..config.cells() {
            let image = transform.cell(Cell::new(cell), config.width()).index();
            table.image[cell] = M::cell(image);
            table.source[image] = M::cell(cell);
            for mask in &mut table.not_before[..=image] {
                *mask |= M::cell(cell);
            }
            if cell <= image {
                table.not_forward |= M::cell(cell);
            }
            for mask in &mut table.image_behind[..cell] {
                *mask |= M::cell(image);
            }
        }
        table
    }
}

impl<M: CellMask> CanonicalMolecules<M> {
    /// The canonical molecules of a configuration.
    pub fn new(config: Config) -> CanonicalMolecules<M> {
        let [_, others @ ..] = Transform::ALL;
        CanonicalMolecules {
            config,
            transforms: others.map(|transform| TransformTable::new(transform, config)),
        }
    }

    /// Those with the numbers from `from` up to, but without, `to`. Ranges that have every number once
    /// give every canonical molecule once.
    pub fn numbered(&self, from: u64, to: u64) -> impl Iterator<Item = (u64, Molecule)> {
        let last = to.min(self.config.molecules() + 1).saturating_sub(1);
        let bounds = Molecule::from_number(from.max(1), self.config)
            .zip(Molecule::from_number(last, self.config))
            .filter(|(first, last)| first <= last);
        let mut walk = CanonicalWalk {
            canonical: self,
            numbers: from..=last,
            first: Vec::new(),
            last: Vec::new(),
            nodes: Vec::with_capacity(self.config.atoms()),
            parent: M::EMPTY,
            parent_number: 0,
            leaves: M::EMPTY,
            are_empty: false,
        };
        let Some((first, last)) = bounds else {
            return walk;
        };
        walk.first.extend(first.atoms().map(Cell::index));
        walk.last.extend(last.atoms().map(Cell::index));
        if self.config.atoms() == 0 {
            // The empty molecule is what a leaf would be without its only atom.
            (walk.parent, walk.leaves) = (M::cell(0), M::cell(0));
            walk.parent_number = 1;
        } else {
            walk.descend(Node {
                atoms: M::EMPTY,
                images: [M::EMPTY; 7],
                left: M::EMPTY,
                later: 0,
                at_first: true,
                at_last: true,
            });
        }
        walk
    }

    /// The cells that can hold the next atom of a canonical node with `depth` atoms. The
    /// result is canonical, and has enough cells for the further atoms.
    #[inline]
    pub(super) fn extensions(&self, atoms: M, images: &[M; 7], depth: usize) -> M {
        let room = self.config.cells() - (self.config.atoms() - 1 - depth);
        let mut cells = M::before(room) & atoms.behind();
        for (table, &image) in self.transforms.iter().zip(images) {
            let differing = atoms ^ image;
            if differing == M::EMPTY {
                cells &= table.not_forward;
                continue;
            }
            let lowest = differing.first() % CELLS;
            cells &= table.not_before[lowest];
            let tying = table.source[lowest];
            if cells & tying != M::EMPTY {
                // The first difference has gone.
                let next = (differing ^ tying ^ M::cell(lowest)).first_alone();
                if next & (atoms | tying) != next {
                    cells &= !tying;
                }
            }
        }
        cells
    }
}

/// A canonical molecule with fewer atoms, and the rest of the work below it.
struct Node<M> {
    atoms: M,
    /// Its images under all transforms but the identity.
    images: [M; 7],
    /// The cells for the next atom that have not been tried yet.
    left: M,
    /// The number of later molecules with other atoms, as for [`Molecule::number`].
    later: u64,
    /// Are all atoms so far those of the first molecule of the range? It then bounds the next.
    at_first: bool,
    /// The same for the last molecule.
    at_last: bool,
}

struct CanonicalWalk<'a, M> {
    canonical: &'a CanonicalMolecules<M>,
    /// The range, and the cells of its first and its last molecule.
    numbers: RangeInclusive<u64>,
    first: Vec<usize>,
    last: Vec<usize>,
    /// The way from the root to the node above the present leaves.
    nodes: Vec<Node<M>>,
    /// The atoms that the present leaves have in common: all but the last. If `are_empty`, these
    /// are all atoms of all leaves, one more than a leaf has.
    parent: M,
    /// The number that a leaf of cell 0 would have.
    parent_number: u64,
    /// The cells of the last atoms of the leaves that are still to come. If `are_empty`, each of
    /// these cells is empty in one leaf.
    leaves: M,
    /// Do the leaves differ in the cell that is empty, and not in the last atom?
    are_empty: bool,
}

impl<M: CellMask> CanonicalWalk<'_, M> {
    /// Finds what can be appended to a node, and goes there.
    #[inline]
    fn descend(&mut self, mut node: Node<M>) {
        let config = self.canonical.config;
        let depth = self.nodes.len();
        node.left = self.canonical.extensions(node.atoms, &node.images, depth);
        if node.at_first {
            node.left &= !M::before(self.first[depth]);
        }
        if node.at_last {
            node.left &= M::before(self.last[depth] + 1);
        }
        if depth + 1 == config.atoms() {
            self.parent = node.atoms;
            self.leaves = node.left;
            self.are_empty = false;
            let last_cell = config.cells() as u64 - 1;
            // This may be below 1, but only leaves that exist use it.
            self.parent_number = (config.molecules() - node.later).wrapping_sub(last_cell);
        } else {
            self.nodes.push(node);
        }
    }

    /// Goes to the next node that has leaves, or to the end.
    fn next_leaves(&mut self) {
        let config = self.canonical.config;
        while self.leaves == M::EMPTY {
            let depth = self.nodes.len();
            let Some(node) = self.nodes.last_mut() else {
                return;
            };
            if node.left == M::EMPTY {
                self.nodes.pop();
                continue;
            }
            let cell = node.left.first() % CELLS;
            node.left &= !M::cell(cell);
            let mut images = node.images;
            for (image, table) in images.iter_mut().zip(&self.canonical.transforms) {
                *image |= table.image[cell];
            }
            let atoms_left = config.atoms() + 1 - depth;
            let child = Node {
                atoms: node.atoms | M::cell(cell),
                images,
                left: M::EMPTY,
                later: node.later + binomial(config.cells() - 1 - cell, atoms_left),
                at_first: node.at_first && cell == self.first[depth - 1],
                at_last: node.at_last && cell == self.last[depth - 1],
            };
            if config.cells() - cell <= config.atoms() + 2 - depth {
                self.complete(&child, cell);
            } else {
                self.descend(child);
            }
        }
    }

    /// Finds the leaves below a node if at most one of the cells behind `cell`, its last, stays empty.
    fn complete(&mut self, node: &Node<M>, cell: usize) {
        let config = self.canonical.config;
        let behind = M::before(config.cells()) & node.atoms.behind();
        let full = node.atoms | behind;
        let mut images = node.images;
        for (image, table) in images.iter_mut().zip(&self.canonical.transforms) {
            *image |= table.image_behind[cell];
        }
        let last_number = config.molecules() - node.later;
        let tables = &self.canonical.transforms;
        let comes_first = |molecule: M, image: M| {
            let differing = molecule ^ image;
            differing.first_alone() & molecule != M::EMPTY || differing == M::EMPTY
        };
        self.are_empty = node.atoms.count() + behind.count() > config.atoms();
        if !self.are_empty {
            let last = M::cell(config.cells() - 1);
            self.parent = full & !last;
            // This may be below 1, as above.
            self.parent_number = last_number.wrapping_sub(config.cells() as u64 - 1);
            let is_leaf = images.iter().all(|&image| comes_first(full, image))
                && self.numbers.contains(&last_number);
            self.leaves = if is_leaf { last } else { M::EMPTY };
            return;
        }
        self.parent = full;
        self.parent_number = last_number + cell as u64 + 1;
        for empty in cell + 1..config.cells() {
            let molecule = full & !M::cell(empty);
            let mut images = images.iter().zip(tables);
            if images.all(|(&image, table)| comes_first(molecule, image & !table.image[empty]))
                && self.numbers.contains(&(self.parent_number - empty as u64))
            {
                self.leaves |= M::cell(empty);
            }
        }
    }
}

impl<M: CellMask> Iterator for CanonicalWalk<'_, M> {
    type Item = (u64, Molecule);

    #[inline]
    fn next(&mut self) -> Option<(u64, Molecule)> {
        if self.leaves == M::EMPTY {
            self.next_leaves();
            if self.leaves == M::EMPTY {
                return None;
            }
        }
        let (cell, number) = if self.are_empty {
            // The more atoms come early, the lower the number.
            let cell = self.leaves.last();
            (M::cell(cell), self.parent_number - cell as u64)
        } else {
            let cell = self.leaves.first();
            (M::cell(cell), self.parent_number.wrapping_add(cell as u64))
        };
        self.leaves &= !cell;
        let atoms = self.parent ^ cell;
        Some((number, Molecule::from_bits(atoms.bits())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares the walk by ranges of `step` numbers with all canonical molecules.
    fn check<M: CellMask>(config: Config, step: u64, expected: &[(u64, Molecule)]) {
        let canonical = CanonicalMolecules::<M>::new(config);
        let pieces = (0..=config.molecules())
            .step_by(step as usize)
            .flat_map(|from| canonical.numbered(from, from + step));
        assert!(
            pieces.eq(expected.iter().copied()),
            "{config} by {step} in {} bytes",
            size_of::<M>()
        );
    }

    /// The same with all masks that have room for the box, and without steps that take long.
    fn check_steps(config: Config, steps: &[u64]) {
        let canonical: Vec<_> = (1..)
            .zip(config.all_molecules())
            .filter(|(_, molecule)| molecule.is_canonical(config))
            .collect();
        for &step in steps {
            if config.molecules() / step > 20_000 {
                continue;
            }
            check::<u128>(config, step, &canonical);
            if config.cells() <= 64 {
                check::<u64>(config, step, &canonical);
            }
        }
    }

    #[test]
    fn the_walk_meets_the_canonical_molecules_and_no_others() {
        for config in Config::all_up_to(11).filter(|config| config.molecules() <= 200_000) {
            check_steps(config, &[1 << 20]);
        }
    }

    #[test]
    fn any_cut_of_the_numbers_gives_the_same_molecules() {
        for text in [
            "A0_B4", "A1_B3", "A3_B4", "A5_B4", "A12_B4", "A15_B4", "A16_B4", "A62_B8", "A4_B5",
            "A20_B5", "A3_B9",
        ] {
            let config: Config = text.parse().unwrap();
            check_steps(config, &[1, 2, 3, 7, 64, 1000, 12_345]);
            let canonical = CanonicalMolecules::<u128>::new(config);
            let beyond = config.molecules() + 1;
            for (from, to, all) in [
                (5, 5, 0),
                (5, 2, 0),
                (beyond, u64::MAX, 0),
                (0, u64::MAX, config.canonical_molecules()),
            ] {
                assert_eq!(canonical.numbered(from, to).count() as u64, all);
            }
        }
    }
}
