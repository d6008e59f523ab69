//! The leading term of the law of any number of atoms.
//!
//! In a wide box, nearly all pairs of twins are those with the most freedom. Cut the lines that a pair occupies
//! wherever lines can be put in between: what is left are *blocks* of rows and of columns. Atoms in the
//! same block, directly or through others, are a *cluster*. No ray of one cluster meets another one. In r + c blocks,
//! a cluster of `a` atoms costs 2a − r − c, and each edge beside a line costs one. A pair of n atoms has 2n
//! degrees of freedom less its cost. `docs/proof.md` explains why, and why both molecules occupy all blocks.
//!
//! Both molecules have the same *parts*: blocks that rays link. If all clusters were linked, both would have the
//! same clusters, and it would be enough to compare clusters. [`Leading::search`] does so. Suppose that a pair
//! costs at most [`COST`], and take away all clusters that both molecules have. Then these are left:
//!
//! - *Unlinked clusters*. Away from the edges, they cost four or more. So there is at most one in each molecule, and
//!   beside it only clusters that cost nothing but one edge.
//! - *Whole clusters*: linked ones, away from the edges, that are a part of an unlinked cluster of the other
//!   molecule. They cost two or more.
//! - *Clusters at an edge*, at most one for each edge.
//!
//! If no molecule has a whole cluster:
//!
//! - With two edges or more, there are only clusters at edges. They have at most five atoms in all, and the laws of up
//!   to five atoms are known: 8p, 8p³ and 6p⁵ are exactly what clusters that are twins give.
//! - Otherwise, each molecule has one cluster in the same blocks, and perhaps one atom at the edge, the same in both. Or all parts of an
//!   unlinked cluster are in one at an edge of the other molecule. That one has seven blocks and an edge, and costs six.
//!
//! If there is a whole cluster, an unlinked cluster of the other molecule has it as a part:
//!
//! - The unlinked cluster is at an edge. The search finds no whole cluster that is a part of such a one.
//! - It is away from the edges. Then each part of it is a whole cluster, or a part of a cluster at one edge that costs at
//!   most three. The search finds no unlinked cluster like that.
//!
//! The clusters of both molecules may have different numbers of atoms in the same blocks. With two edges or more, the
//! argument above holds. Otherwise, this happens in two places, as both molecules have n atoms. The search finds that the two clusters
//! in each place cost six or more together. But the two molecules together cost at most ten.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashSet};
use std::ops::RangeInclusive;

use itertools::Itertools;
use random::mix;
use watch::{Halt, Observed, in_order};

use super::board::{ABSORBED, Atom, Fate, ROOM, Rectangle, SparseBoard};
use super::families::{EDGE_OF_PAIR, GAP_OF_PAIR, Pattern, patterns};
use super::polynomial::{Polynomial, factorial};

/// What the pairs with the most freedom cost. With n atoms, a pair has 2n + 2 places where lines can be put
/// in, less its cost, and so its law has the degree 2n less its cost.
const COST: usize = 5;

/// The most atoms of a cluster of this cost, in a tree of blocks.
const MOST_ATOMS: usize = COST + 1;

/// The most lines that a molecule has between two of its lines in a block, and one: the other molecule of a
/// pair occupies the lines beside both at most.
const GAP_IN_BLOCK: u8 = 4;

/// How many blocks of rows and of columns a cluster occupies, and which edges are beside its outermost
/// lines, or one line away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct Blocks {
    counts: [usize; 2],
    at_edge: [[bool; 2]; 2],
}

impl Blocks {
    /// All that a cluster may occupy, with no more blocks of rows than of columns. A single block at both edges
    /// occurs in boxes of one width only.
    fn all(most: usize) -> Vec<Blocks> {
        let sides =
            || (1..=most).cartesian_product([[false; 2], [false, true], [true, false], [true; 2]]);
        let sides = || sides().filter(|side| *side != (1, [true; 2]));
        let both = (sides().cartesian_product(sides()))
            .filter(|((rows, _), (columns, _))| rows <= columns);
        let blocks = both.map(|((rows, top), (columns, left))| Blocks {
            counts: [rows, columns],
            at_edge: [top, left],
        });
        blocks
            .filter(|blocks| !blocks.atoms(most).is_empty())
            .collect()
    }

    /// With rows and columns exchanged, there may be as many others.
    fn images(self) -> u64 {
        1 + u64::from(self.counts[0] < self.counts[1])
    }

    fn edges(self) -> usize {
        let edges = self.at_edge.as_flattened().iter();
        edges.filter(|edge| **edge).count()
    }

    fn cost(self, atoms: usize) -> usize {
        2 * atoms + self.edges() - self.counts[0] - self.counts[1]
    }

    /// The numbers of atoms that connect the blocks and do not cost too much.
    fn atoms(self, most: usize) -> RangeInclusive<usize> {
        let [rows, columns] = self.counts;
        let affordable = (COST + rows + columns).saturating_sub(self.edges()) / 2;
        rows + columns - 1..=affordable.min(most)
    }

    /// In a box p wide, the lines that are put in can be distributed in p^k / k! ways, with k one less
    /// than the number of places. The product of both k!.
    fn denominator(self) -> i128 {
        let places = [0, 1].map(|direction| {
            let at_edge = self.at_edge[direction].iter().filter(|edge| **edge).count();
            self.counts[direction] - at_edge
        });
        factorial(places[0]) * factorial(places[1])
    }

    /// Calls `visit` with each cluster of a number of atoms.
    fn each_cluster(
        self,
        atoms: usize,
        patterns: &[Vec<Vec<Pattern>>],
        observed: &Observed,
        mut visit: impl FnMut(&Cluster),
    ) -> Result<(), Halt> {
        let [rows, columns] = [0, 1].map(|direction| {
            let lines = self.counts[direction]..=atoms;
            let splits = lines
                .flat_map(|lines| splits(lines, self.counts[direction], self.at_edge[direction]));
            splits.collect::<Vec<Split>>()
        });
        for (rows, columns) in rows.iter().cartesian_product(&columns) {
            let patterns = patterns[rows.blocks.len()][columns.blocks.len()].iter();
            for pattern in patterns.filter(|pattern| self.is_connected(pattern, rows, columns)) {
                observed.add(0)?;
                let layouts = rows.layouts.iter().cartesian_product(&columns.layouts);
                for ((rows_at, height), (columns_at, width)) in layouts {
                    let [height, width] = [*height, *width];
                    let mut board = SparseBoard::new(Rectangle { height, width });
                    for &(row, column) in pattern {
                        let row = rows_at[usize::from(row)];
                        let column = columns_at[usize::from(column)];
                        board.toggle(Atom { row, column });
                    }
                    let lines = [(rows_at, &rows.blocks), (columns_at, &columns.blocks)];
                    visit(&Cluster::new(self, &board, lines));
                }
            }
        }
        Ok(())
    }

    fn is_connected(self, pattern: &Pattern, rows: &Split, columns: &Split) -> bool {
        let mut links = Links::new(self.counts);
        for &(row, column) in pattern {
            let row = rows.blocks[usize::from(row)];
            links.link((0, row), (1, columns.blocks[usize::from(column)]));
        }
        links.is_one_part()
    }
}

/// Which blocks the occupied lines of one direction are in, with all places that the lines may have in
/// a small box, and its length.
struct Split {
    blocks: Vec<u8>,
    layouts: Vec<(Vec<u8>, u8)>,
}

fn splits(lines: usize, blocks: usize, at_edge: [bool; 2]) -> impl Iterator<Item = Split> {
    (1..lines).combinations(blocks - 1).map(move |cuts| {
        let block = |line: usize| cuts.iter().filter(|cut| **cut <= line).count() as u8;
        let blocks: Vec<u8> = (0..lines).map(block).collect();
        // What is far enough apart looks the same however far it is.
        let edges = at_edge.map(|at_edge| if at_edge { 0 } else { EDGE_OF_PAIR }..=EDGE_OF_PAIR);
        let mut begun: Vec<Vec<u8>> = edges[0].clone().map(|first| vec![first]).collect();
        for pair in blocks.windows(2) {
            let gaps = if pair[0] == pair[1] {
                1..=GAP_IN_BLOCK
            } else {
                GAP_OF_PAIR..=GAP_OF_PAIR
            };
            begun = (begun.iter().cartesian_product(gaps))
                .map(|(lines, gap)| [&lines[..], &[lines[lines.len() - 1] + gap]].concat())
                .collect();
        }
        let layouts = begun.into_iter().cartesian_product(edges[1].clone());
        let layouts = layouts.map(|(lines, after)| {
            let length = lines[lines.len() - 1] + 1 + after;
            (lines, length)
        });
        let layouts = layouts.collect();
        Split { layouts, blocks }
    })
}

/// A block: 0 for rows and 1 for columns, and its number.
type Block = (usize, u8);

/// Which blocks rays go between.
struct Links {
    counts: [usize; 2],
    parts: [[u8; MOST_ATOMS + 1]; 2],
}

impl Links {
    fn new(counts: [usize; 2]) -> Links {
        let part = |direction, block| (direction * (MOST_ATOMS + 1) + block) as u8;
        let parts = [0, 1].map(|direction| std::array::from_fn(|block| part(direction, block)));
        Links { counts, parts }
    }

    fn link(&mut self, one: Block, other: Block) {
        let [one, other] =
            [one, other].map(|(direction, block)| self.parts[direction][usize::from(block)]);
        for part in self.parts.as_flattened_mut() {
            if *part == other {
                *part = one;
            }
        }
    }

    fn is_one_part(&self) -> bool {
        let blocks = [0, 1].map(|direction| &self.parts[direction][..self.counts[direction]]);
        blocks.into_iter().flatten().all_equal()
    }

    /// For each part, the sets of its blocks of rows and of columns.
    fn parts(&self) -> Vec<[u8; 2]> {
        let mut parts: BTreeMap<u8, [u8; 2]> = BTreeMap::new();
        for direction in [0, 1] {
            for block in 0..self.counts[direction] {
                parts.entry(self.parts[direction][block]).or_default()[direction] |= 1 << block;
            }
        }
        parts.into_values().collect()
    }
}

/// An end of a ray: the block, and a number for its line and its side there.
type BlockEnd = (Block, u64);

struct Cluster {
    blocks: Blocks,
    size: Rectangle,
    /// For each line near the cluster, its block, and its distance from the first line of the block whose ray
    /// does not go straight, or from the edge.
    places: [[(u8, u8); ROOM]; 2],
    /// The rays that do not go straight. One that is absorbed or reflected has another number instead of its
    /// second end.
    rays: Vec<(BlockEnd, Result<BlockEnd, u64>)>,
    /// Is there a line whose ray goes around its atoms, and a ray beside it that goes straight?
    is_exception: bool,
}

impl Cluster {
    fn new(blocks: Blocks, board: &SparseBoard, lines: [(&Vec<u8>, &Vec<u8>); 2]) -> Cluster {
        let size = board.size;
        let (mut fates, mut turned) = (Vec::with_capacity(64), [0_u64; 2]);
        board.each_ray(|position, fate| {
            fates.push((position, fate));
            for position in [position, fate].into_iter().filter(|end| *end < ABSORBED) {
                let (direction, line, _) = size.line_of(position);
                turned[direction] |= 1 << line;
            }
        });
        let mut places = [[(u8::MAX, 0); ROOM]; 2];
        let mut is_exception = false;
        for (direction, (lines, of_lines)) in lines.into_iter().enumerate() {
            let length = [size.height, size.width][direction];
            let is_turned = |line: u8| turned[direction] >> line & 1 != 0;
            for &line in lines {
                let beside = line > 0 && is_turned(line - 1) && is_turned(line + 1);
                is_exception |= !is_turned(line) && !beside;
            }
            let places = &mut places[direction];
            for block in 0..blocks.counts[direction] as u8 {
                let mut members = lines.iter().zip(of_lines).filter(|(_, of)| **of == block);
                let first = members.next().map_or(0, |(line, _)| *line);
                let last = members.next_back().map_or(first, |(line, _)| *line);
                let near = first.saturating_sub(1)..=(last + 1).min(length - 1);
                let [at_first, at_last] = blocks.at_edge[direction];
                let anchor = if at_first && block == 0 {
                    0
                } else if at_last && usize::from(block) + 1 == blocks.counts[direction] {
                    length
                } else {
                    near.clone().find(|line| is_turned(*line)).unwrap_or(0)
                };
                for line in near {
                    places[usize::from(line)] = (block, line + ROOM as u8 - anchor);
                }
            }
        }
        let mut cluster = Cluster {
            blocks,
            size,
            places,
            rays: Vec::with_capacity(64),
            is_exception,
        };
        for (position, fate) in fates {
            let second = match fate {
                exit if exit != ABSORBED && exit != position => Ok(cluster.end(exit)),
                _ => Err((1 + u64::from(fate == ABSORBED)) << 32),
            };
            let first = cluster.end(position);
            cluster.rays.push((first, second));
        }
        cluster
    }

    fn end(&self, position: Fate) -> BlockEnd {
        let (direction, line, side) = self.size.line_of(position);
        let (block, place) = self.places[direction][usize::from(line)];
        (
            (direction, block),
            u64::from(place) << 2 | (direction as u64) << 1 | u64::from(side),
        )
    }

    fn links(&self) -> Links {
        let mut links = Links::new(self.blocks.counts);
        for &((block, _), second) in &self.rays {
            if let Ok((other, _)) = second {
                links.link(block, other);
            }
        }
        links
    }

    /// The key of a part away from the edges. It is the same if rows and columns are exchanged.
    fn key(&self, part: [u8; 2]) -> ClusterKey {
        let [rows, columns] = part.map(|blocks| blocks.count_ones() as usize);
        let hash = match rows.cmp(&columns) {
            Ordering::Less => self.hash(part, false),
            Ordering::Greater => self.hash(part, true),
            Ordering::Equal => self.hash(part, false).min(self.hash(part, true)),
        };
        let counts = [rows.min(columns), rows.max(columns)];
        let at_edge = [[false; 2]; 2];
        (Blocks { counts, at_edge }, hash)
    }

    /// A hash of the rays in some of the blocks, as if there were no others, perhaps with rows and columns exchanged.
    fn hash(&self, part: [u8; 2], exchanged: bool) -> u64 {
        let exchange = u64::from(exchanged) << 1;
        let name = |(direction, block): Block, end: u64| {
            let rank = (part[direction] & ((1 << block) - 1)).count_ones();
            mix(u64::from(rank) << 16 | (end ^ exchange) | 1 << 24)
        };
        let mut hash = 0_u64;
        for &(((direction, block), end), second) in &self.rays {
            if part[direction] >> block & 1 != 0 {
                let other = second.map_or_else(mix, |(block, end)| name(block, end));
                let ray = name((direction, block), end).wrapping_add(other);
                hash = hash.wrapping_add(mix(ray));
            }
        }
        hash
    }

    /// All rays, in a fixed order.
    fn spectrum(&self) -> Vec<[u64; 2]> {
        let name = |((_, block), end): BlockEnd| u64::from(block) << 16 | end;
        let rays = self.rays.iter().map(|&(first, second)| {
            let [first, second] = [name(first), second.map_or_else(|fate| fate, name)];
            [first.min(second), first.max(second)]
        });
        let mut rays: Vec<[u64; 2]> = rays.collect();
        rays.sort_unstable();
        rays
    }

    fn all(&self) -> [u8; 2] {
        self.blocks.counts.map(|count| (1 << count) - 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct TwinCount {
    atoms: usize,
    clusters: i128,
    denominator: i128,
}

/// A hash of a spectrum in some blocks away from the edges.
type ClusterKey = (Blocks, u64);

/// A cluster whose rays do not link all of its blocks.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
struct Unlinked {
    cost: usize,
    /// At how many edges it is.
    edges: usize,
    /// The parts that are away from the edges.
    parts: Vec<ClusterKey>,
}

/// The leading term of the law of any number of atoms.
///
/// ```
/// use blackbox_rules::laws::Leading;
///
/// // Clusters of up to three atoms are enough for the law of three.
/// let found = blackbox_rules::watch::unwatched(|observed| Leading::search(3, observed)).unwrap();
/// assert_eq!((found.exceptions, found.groups()[&3]), (0, 4));
/// assert_eq!(found.term(3).to_string(), "8p");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Leading {
    /// The number of clusters that were traced.
    pub clusters: u64,
    /// The number of clusters for which a step of the proof fails. The leading term is proved if there are none.
    pub exceptions: u64,
    alike: Vec<TwinCount>,
}

impl Leading {
    /// The most atoms of a cluster that costs so little, in a tree of blocks.
    pub const MOST_ATOMS: usize = MOST_ATOMS;

    /// Goes through all clusters of at most this number of atoms that cost little. The proof needs [`Leading::MOST_ATOMS`],
    /// which take minutes.
    ///
    /// # Errors
    ///
    /// If it is interrupted, or the system does not give the threads.
    pub fn search(most: usize, observed: &Observed) -> Result<Leading, Halt> {
        let patterns: Vec<_> = (0..=most).map(patterns).collect();
        let all = Blocks::all(most);
        let mut leading = Leading::default();
        let mut unlinked = Vec::new();
        let search = |at: usize| {
            let found = search(all[at], most, &patterns, observed);
            observed.add(1)?;
            found
        };
        in_order(0..all.len(), search, |_, (found, some)| {
            leading.clusters += found.clusters;
            leading.exceptions += found.exceptions;
            leading.alike.extend(found.alike);
            unlinked.extend(some);
            Ok::<(), Halt>(())
        })??;
        let parts = unlinked.iter().flat_map(|one| &one.parts);
        let parts: HashSet<ClusterKey> = parts.copied().collect();
        let wholes = |at: usize| {
            let (blocks, mut wholes) = (all[at], HashSet::new());
            let is_small = blocks.counts.iter().sum::<usize>() <= MOST_ATOMS;
            let atoms = blocks.atoms(most);
            for atoms in atoms.filter(|_| blocks.edges() == 0 && is_small) {
                blocks.each_cluster(atoms, &patterns[atoms], observed, |cluster| {
                    let key = cluster.key(cluster.all());
                    if parts.contains(&key) && cluster.links().is_one_part() {
                        wholes.insert((key, blocks.cost(atoms)));
                    }
                })?;
            }
            observed.add(1)?;
            Ok::<_, Halt>(wholes)
        };
        let mut whole = HashSet::new();
        in_order(0..all.len(), wholes, |_, some| {
            // A cheaper one could occur several times, and the rest would cost too little.
            leading.exceptions += some.iter().filter(|(_, cost)| *cost < 2).count() as u64;
            whole.extend(some.into_iter().map(|(key, _)| key));
            Ok::<(), Halt>(())
        })??;
        // Beside a whole cluster, which costs two or more, one at an edge can cost that edge and two.
        let at_an_edge = (unlinked.iter()).filter(|one| one.edges == 1 && one.cost <= 3);
        let at_an_edge: HashSet<ClusterKey> =
            at_an_edge.flat_map(|one| &one.parts).copied().collect();
        let fails = |one: &&Unlinked| {
            let mut parts = one.parts.iter();
            match one.edges {
                0 => parts.all(|part| {
                    whole.contains(part) || one.cost < COST && at_an_edge.contains(part)
                }),
                _ => parts.any(|part| whole.contains(part)),
            }
        };
        leading.exceptions += unlinked.iter().filter(fails).count() as u64;
        Ok(leading)
    }

    /// The work of a search.
    pub fn work(most: usize) -> u64 {
        2 * Blocks::all(most).len() as u64
    }

    /// The number of groups of clusters that are twins, by their number of atoms.
    pub fn groups(&self) -> BTreeMap<usize, usize> {
        let atoms = self.alike.iter().map(|alike| alike.atoms);
        atoms.counts().into_iter().collect()
    }

    /// The leading term of the number of ambiguous molecules of 3 to 20 atoms.
    pub fn term(&self, atoms: usize) -> Polynomial {
        let denominator = factorial(atoms) * factorial(MOST_ATOMS).pow(2);
        let alike = self.alike.iter().filter(|alike| alike.atoms <= atoms);
        let numerator = alike.map(|alike| {
            // The other atoms are anywhere.
            alike.clusters * denominator / alike.denominator / factorial(atoms - alike.atoms)
        });
        Polynomial::term(numerator.sum(), denominator, 2 * atoms - COST)
    }
}

/// All clusters in some blocks. With the hashes of the parts that rays do not link to the rest.
fn search(
    blocks: Blocks,
    most: usize,
    patterns: &[Vec<Vec<Vec<Pattern>>>],
    observed: &Observed,
) -> Result<(Leading, HashSet<Unlinked>), Halt> {
    let mut found = Leading::default();
    let (mut unlinked, mut hashes) = (HashSet::new(), Vec::new());
    for atoms in blocks.atoms(most) {
        blocks.each_cluster(atoms, &patterns[atoms], observed, |cluster| {
            hashes.push(cluster.hash(cluster.all(), false));
            let links = cluster.links();
            let is_unlinked = !links.is_one_part();
            // Away from the edges, an unlinked cluster must leave hardly anything for others.
            let is_cheap = is_unlinked && blocks.edges() == 0 && blocks.cost(atoms) + 2 <= COST;
            found.exceptions += u64::from(cluster.is_exception || is_cheap);
            if is_unlinked {
                let parts = links.parts().into_iter().filter(|part| {
                    ![0, 1].iter().any(|&direction| {
                        let [first, last] = blocks.at_edge[direction];
                        let end = blocks.counts[direction] - 1;
                        first && part[direction] & 1 != 0 || last && part[direction] >> end & 1 != 0
                    })
                });
                unlinked.insert(Unlinked {
                    cost: blocks.cost(atoms),
                    edges: blocks.edges(),
                    parts: parts.map(|part| cluster.key(part)).collect(),
                });
            }
        })?;
    }
    found.clusters = hashes.len() as u64 * blocks.images();
    hashes.sort_unstable();
    let alike = (hashes.into_iter().dedup_with_count()).filter(|(count, _)| *count > 1);
    let candidates: HashSet<u64> = alike.map(|(_, hash)| hash).collect();
    if candidates.is_empty() {
        return Ok((found, unlinked));
    }
    // The hash only finds candidates.
    let mut spectra: BTreeMap<Vec<[u64; 2]>, BTreeMap<usize, i128>> = BTreeMap::new();
    for atoms in blocks.atoms(most) {
        blocks.each_cluster(atoms, &patterns[atoms], observed, |cluster| {
            if candidates.contains(&cluster.hash(cluster.all(), false)) {
                let by_atoms = spectra.entry(cluster.spectrum()).or_default();
                *by_atoms.entry(atoms).or_default() += 1;
            }
        })?;
    }
    for by_atoms in spectra.into_values() {
        let least = by_atoms.keys().take(2);
        let costs: usize = least.map(|&atoms| blocks.cost(atoms)).sum();
        for (&atoms, &clusters) in &by_atoms {
            if clusters > 1 {
                found.exceptions += u64::from(blocks.cost(atoms) < COST);
                let denominator = blocks.denominator();
                let alike = TwinCount {
                    atoms,
                    clusters,
                    denominator,
                };
                found.alike.extend((0..blocks.images()).map(|_| alike));
            }
        }
        // Clusters with different numbers of atoms come in twos. Those of both molecules must cost too much.
        found.exceptions += u64::from(by_atoms.len() > 1 && costs <= COST + blocks.edges());
    }
    Ok((found, unlinked))
}

#[cfg(test)]
mod tests {
    use watch::unwatched;

    use super::*;

    #[test]
    fn few_atoms_have_the_leading_terms_of_their_laws() {
        let found = unwatched(|observed| Leading::search(4, observed)).unwrap();
        assert_eq!(found.groups(), BTreeMap::from([(3, 4)]));
        assert_eq!(found.exceptions, 0);
        assert_eq!(
            [3, 4].map(|atoms| found.term(atoms).to_string()),
            ["8p", "8p^3"]
        );
    }

    #[test]
    #[ignore = "minutes; few_atoms_have_the_leading_terms_of_their_laws is its short form"]
    fn six_atoms_have_the_leading_term_that_is_said() {
        let found = unwatched(|observed| Leading::search(MOST_ATOMS, observed)).unwrap();
        assert_eq!(found.groups(), BTreeMap::from([(3, 4), (5, 12)]));
        assert_eq!(
            [5, 6].map(|atoms| found.term(atoms).to_string()),
            ["6p^5", "(10p^7)/3"]
        );
    }
}
