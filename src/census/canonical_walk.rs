//! Canonical molecules in the order of their numbers, without walking
//! through the others.
//!
//! A molecule is the sorted list of its cells, numbers order these lists
//! lexicographically, and a canonical molecule is the first of its eight
//! images. Such lists have a property that makes them easy to enumerate:
//! a canonical molecule without its last atom is canonical again. (If an
//! image of the shorter one came before it, then the same image of the longer
//! one, whatever its additional atom, would come before the longer one.) So
//! the canonical molecules are the leaves of a tree whose inner nodes are the
//! canonical molecules with fewer atoms, and nearly every step ends in a leaf.
//!
//! Which cells may hold the next atom is found for all cells at once. Let S
//! be a canonical node, T its image under a transform t, and l the lowest cell
//! where they differ; S has the atom there, since it comes first. An atom is
//! now added to S in cell c, behind all others, and to T in cell t(c):
//!
//! - t(c) behind l: nothing changes, the longer S still comes first;
//! - t(c) before l: the longer T has the first atom that differs, so the
//!   longer S is not canonical;
//! - t(c) is l itself: then the next difference decides;
//! - S and T are equal: the longer S comes first if c ≤ t(c).
//!
//! The cells of the first and the last case are tables of cell masks, by
//! transform and l; the single cell of the third is looked at by itself.

use crate::game::{Config, Molecule, Transform, binomial};

/// What the walk needs to know of a box: masks of cells have bit i set for
/// cell i, as in [`Molecule`].
pub struct CanonicalMolecules {
    config: Config,
    transforms: Vec<TransformTable>,
}

/// One transform other than the identity, cell by cell.
struct TransformTable {
    /// The cell that a cell goes to, as a mask of one bit.
    image: Vec<u128>,
    /// The cell that comes to a cell.
    source: Vec<u8>,
    /// By cell l: the cells that go to l or behind it.
    not_before: Vec<u128>,
    /// The cells that stay or go behind themselves.
    not_forward: u128,
}

impl TransformTable {
    fn new(transform: Transform, config: Config) -> TransformTable {
        let cells = 0..config.cells();
        let image = |cell| transform.cell(cell, config);
        let mask = |wanted: &dyn Fn(usize) -> bool| {
            cells
                .clone()
                .filter(|&cell| wanted(cell))
                .fold(0, |mask, cell| mask | 1u128 << cell)
        };
        TransformTable {
            image: cells.clone().map(|cell| 1 << image(cell)).collect(),
            source: cells
                .clone()
                .map(|cell| transform.inverse().cell(cell, config) as u8)
                .collect(),
            not_before: cells
                .clone()
                .map(|lowest| mask(&|cell| image(cell) >= lowest))
                .collect(),
            not_forward: mask(&|cell| cell <= image(cell)),
        }
    }
}

impl CanonicalMolecules {
    /// The canonical molecules of a configuration.
    pub fn new(config: Config) -> CanonicalMolecules {
        CanonicalMolecules {
            config,
            transforms: Transform::ALL[1..]
                .iter()
                .map(|&transform| TransformTable::new(transform, config))
                .collect(),
        }
    }

    /// Those whose numbers are `from` up to, but without, `to`; numbers that
    /// no molecule has are left out. Any cut of the numbers into ranges gives
    /// every canonical molecule once.
    pub fn numbered(&self, from: u64, to: u64) -> CanonicalWalk<'_> {
        let last = to.min(self.config.molecules() + 1).saturating_sub(1);
        let bounds = Molecule::from_number(from.max(1), self.config)
            .zip(Molecule::from_number(last, self.config))
            .filter(|(first, last)| first <= last);
        let mut walk = CanonicalWalk {
            canonical: self,
            first: Vec::new(),
            last: Vec::new(),
            nodes: Vec::new(),
            parent: 0,
            parent_number: 0,
            siblings: 0,
        };
        let Some((first, last)) = bounds else {
            return walk;
        };
        walk.first.extend(first.atoms());
        walk.last.extend(last.atoms());
        if self.config.atoms() == 0 {
            // The empty molecule has no last atom, and cell 0 has none behind
            // it either; see `next`.
            walk.siblings = 1;
            walk.parent_number = 1;
        } else {
            walk.descend(Node {
                atoms: 0,
                images: [0; 7],
                left: 0,
                later: 0,
                at_first: true,
                at_last: true,
            });
        }
        walk
    }

    /// The cells that can hold the next atom of a canonical node, such that
    /// it is canonical again, and enough cells are left for the atoms after.
    fn extensions(&self, node: &Node, depth: usize) -> u128 {
        let room = self.config.cells() - (self.config.atoms() - 1 - depth);
        let behind = u128::BITS - node.atoms.leading_zeros();
        // Shifting by all 128 bits cannot happen: a box has 121 cells.
        let mut cells = ((1u128 << room) - 1) >> behind << behind;
        for (table, &image) in self.transforms.iter().zip(&node.images) {
            let differing = node.atoms ^ image;
            if differing == 0 {
                cells &= table.not_forward;
                continue;
            }
            let lowest = differing.trailing_zeros() as usize;
            cells &= table.not_before[lowest];
            let tying = 1u128 << table.source[lowest];
            if cells & tying != 0 {
                // What was the first difference is none any more.
                let differing = differing ^ tying ^ 1 << lowest;
                let next = differing & differing.wrapping_neg();
                if next & (node.atoms | tying) != next {
                    cells &= !tying;
                }
            }
        }
        cells
    }
}

/// A canonical molecule with fewer atoms than the configuration has, and
/// what is left to do below it.
#[derive(Clone)]
struct Node {
    atoms: u128,
    /// Its images under all transforms but the identity.
    images: [u128; 7],
    /// The cells for the next atom that have not been tried yet.
    left: u128,
    /// How many molecules with other atoms come later; see
    /// [`Molecule::number`].
    later: u64,
    /// Whether all atoms so far are those of the first or the last molecule
    /// of the range, which then bounds the next atom.
    at_first: bool,
    at_last: bool,
}

/// An iterator over canonical molecules and their numbers.
pub struct CanonicalWalk<'a> {
    canonical: &'a CanonicalMolecules,
    /// The cells of the first and the last molecule of the range.
    first: Vec<usize>,
    last: Vec<usize>,
    /// The way from the root to the parent of the present leaves.
    nodes: Vec<Node>,
    /// The atoms that the present leaves have in common, all but the last.
    parent: u128,
    /// The number of the leaf with its last atom in cell 0, if there were one.
    parent_number: u64,
    /// The cells of the last atoms of the present leaves.
    siblings: u128,
}

impl CanonicalWalk<'_> {
    /// Finds what can be appended to a node, and goes there.
    fn descend(&mut self, mut node: Node) {
        let config = self.canonical.config;
        let depth = self.nodes.len();
        node.left = self.canonical.extensions(&node, depth);
        if node.at_first {
            node.left &= !((1 << self.first[depth]) - 1);
        }
        if node.at_last {
            node.left &= (2 << self.last[depth]) - 1;
        }
        if depth + 1 == config.atoms() {
            self.parent = node.atoms;
            self.siblings = node.left;
            let last_cell = config.cells() as u64 - 1;
            // The number of a leaf in cell 0 may be below 1, but only leaves
            // that exist are numbered with it.
            self.parent_number = (config.molecules() - node.later).wrapping_sub(last_cell);
            node.left = 0;
        }
        self.nodes.push(node);
    }

    /// Goes to the next node that has leaves; false at the end.
    fn next_siblings(&mut self) -> bool {
        let config = self.canonical.config;
        while self.siblings == 0 {
            let depth = self.nodes.len();
            let Some(node) = self.nodes.last_mut() else {
                return false;
            };
            if node.left == 0 {
                self.nodes.pop();
                continue;
            }
            let cell = node.left.trailing_zeros() as usize;
            node.left &= node.left - 1;
            let mut child = Node {
                atoms: node.atoms | 1 << cell,
                images: node.images,
                left: 0,
                later: node.later + binomial(config.cells() - 1 - cell, config.atoms() + 1 - depth),
                at_first: node.at_first && cell == self.first[depth - 1],
                at_last: node.at_last && cell == self.last[depth - 1],
            };
            for (image, table) in child.images.iter_mut().zip(&self.canonical.transforms) {
                *image |= table.image[cell];
            }
            self.descend(child);
        }
        true
    }
}

impl Iterator for CanonicalWalk<'_> {
    type Item = (u64, Molecule);

    #[inline]
    fn next(&mut self) -> Option<(u64, Molecule)> {
        if self.siblings == 0 && !self.next_siblings() {
            return None;
        }
        let last_atom = self.siblings & self.siblings.wrapping_neg();
        self.siblings ^= last_atom;
        let number = self
            .parent_number
            .wrapping_add(u64::from(last_atom.trailing_zeros()));
        if self.canonical.config.atoms() == 0 {
            return Some((number, Molecule::from_bits(0)));
        }
        Some((number, Molecule::from_bits(self.parent | last_atom)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn filtered(config: Config) -> Vec<(u64, Molecule)> {
        (1..=config.molecules())
            .map(|number| (number, Molecule::from_number(number, config).unwrap()))
            .filter(|(_, molecule)| molecule.is_canonical(config))
            .collect()
    }

    #[test]
    fn the_walk_meets_the_canonical_molecules_and_no_others() {
        for width in 1..=11u64 {
            for atoms in 0..=width * width {
                let Ok(config) = Config::new(atoms, width) else {
                    continue;
                };
                if config.molecules() > 200_000 {
                    continue;
                }
                let walked: Vec<_> = CanonicalMolecules::new(config)
                    .numbered(1, config.molecules() + 1)
                    .collect();
                assert!(walked == filtered(config), "{config}");
            }
        }
    }

    #[test]
    fn any_cut_of_the_numbers_gives_the_same_molecules() {
        for text in [
            "A0_B4", "A1_B3", "A3_B4", "A5_B4", "A16_B4", "A4_B5", "A3_B9",
        ] {
            let config: Config = text.parse().unwrap();
            let all = filtered(config);
            let canonical = CanonicalMolecules::new(config);
            for step in [1, 2, 3, 7, 64, 1000, 12_345] {
                if config.molecules() / step > 20_000 {
                    continue;
                }
                let pieces: Vec<_> = (0..=config.molecules())
                    .step_by(step as usize)
                    .flat_map(|from| canonical.numbered(from, from + step))
                    .collect();
                assert!(pieces == all, "{config} by {step}");
            }
            assert_eq!(canonical.numbered(5, 5).count(), 0);
            assert_eq!(canonical.numbered(5, 2).count(), 0);
            assert_eq!(canonical.numbered(0, u64::MAX).count(), all.len());
            let beyond = config.molecules() + 1;
            assert_eq!(canonical.numbered(beyond, u64::MAX).count(), 0);
        }
    }

    #[test]
    fn burnside_counts_the_walk() {
        for text in ["A8_B5", "A6_B6", "A4_B8", "A4_B10", "A3_B11"] {
            let config: Config = text.parse().unwrap();
            let canonical = CanonicalMolecules::new(config);
            assert_eq!(
                canonical.numbered(1, u64::MAX).count() as u64,
                config.canonical_molecules(),
                "{config}"
            );
        }
    }
}
