//! How a group of twins in one box is related to other boxes: its family, and which of its atoms can slide.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeInclusive;

use itertools::Itertools;

use super::board::{Atom, Atoms, MOST_LINES, Rectangle, SparseBoard, insertion_sort};
use super::families::{EDGE, Family, GAP, GAP_OF_PAIR};
use super::law::Law;
use super::polynomial::Polynomial;
use crate::board::Board;

/// The changes to a group under which its molecules stay twins.
///
/// ```
/// use blackbox_rules::groups::ambiguous_groups;
/// use blackbox_rules::laws::{Freedom, HiddenPlace, Law};
///
/// let config = "A3_B6".parse()?;
/// let group = &ambiguous_groups(config, &Default::default())?[1];
/// let freedom = Freedom::new(&group.molecules).expect("it has two molecules");
/// assert_eq!((freedom.hidden, freedom.place), (1, HiddenPlace::Edge));
/// // Its first five columns may slide by one.
/// let slide = &freedom.slides[0];
/// assert_eq!((slide.columns, &slide.lines, slide.back, slide.forth), (true, &(0..=4), 0, 1));
/// // A wider box has more molecules like that.
/// assert_eq!(freedom.molecules.map(|about| about.to_string()), Some("8p".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Freedom {
    /// The atoms that all molecules have in common.
    pub common: Atoms,
    /// The cells in which some molecules, but not all, have an atom.
    pub uncertain: Atoms,
    /// The number of atoms that each molecule has in the uncertain cells.
    pub hidden: usize,
    /// Where the uncertain cells are.
    pub place: HiddenPlace,
    /// The family of the group, with its independent parts moved apart until a greater distance would change nothing.
    pub family: Family,
    /// The approximate number of molecules of the family in a box `p` wide, as the leading term of a polynomial.
    /// Molecules whose independent parts are close together are not included. `None` if the family occurs in boxes of
    /// this width only.
    pub molecules: Option<Polynomial>,
    /// The lines that can slide: columns first, then rows.
    pub slides: Vec<Slide>,
}

/// The place of the cells in which some molecules of a group, but not all, have an atom.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum HiddenPlace {
    /// All uncertain cells are at the edge of the box.
    Edge,
    /// No uncertain cell is at the edge.
    Inside,
    /// Some uncertain cells are at the edge, and some are not.
    Both,
}

/// Adjacent columns or rows whose atoms can slide together, so that the molecules are twins after each step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Slide {
    /// Whether the lines are columns.
    pub columns: bool,
    /// The lines, counted from 0.
    pub lines: RangeInclusive<u8>,
    /// The greatest number of steps towards lines with lower numbers.
    pub back: u8,
    /// The greatest number of steps towards lines with higher numbers.
    pub forth: u8,
}

impl Freedom {
    /// The freedom of a group, given all molecules of a configuration with one spectrum. `None` if there is no
    /// molecule, if they are of several configurations, or if boards of this box are not counted.
    pub fn new(molecules: &[Board]) -> Option<Freedom> {
        let config = molecules.first()?.config();
        let is_whole = molecules.iter().all(|one| one.config() == config);
        if !is_whole || !config.size().is_counted() {
            return None;
        }
        let size = Rectangle::square(config.width() as u8);
        let atoms = |molecule: &Board| {
            let atoms = molecule.atoms().map(|cell| Atom {
                row: cell.row() as u8,
                column: cell.column() as u8,
            });
            atoms.collect::<Atoms>()
        };
        let mut molecules: Vec<Atoms> = molecules.iter().map(atoms).collect();
        insertion_sort(&mut molecules);
        let is_common = |atom: &Atom| molecules.iter().all(|molecule| molecule.contains(atom));
        let mut all = molecules.concat();
        insertion_sort(&mut all);
        all.dedup();
        let (common, uncertain): (Atoms, Atoms) = all.into_iter().partition(is_common);
        let is_beside = |atom: &Atom| {
            let at_end = |line: u8, lines: u8| line == 0 || line + 1 == lines;
            at_end(atom.row, size.height) || at_end(atom.column, size.width)
        };
        let place = match uncertain.iter().filter(|atom| is_beside(atom)).count() {
            0 => HiddenPlace::Inside,
            all if all == uncertain.len() => HiddenPlace::Edge,
            _ => HiddenPlace::Both,
        };
        let group = Family { size, molecules };
        let family = spread_out(group.reduced()).canonical();
        let is_wide = family.only_width() == Ok(None);
        Some(Freedom {
            hidden: config.atoms() - common.len(),
            common,
            uncertain,
            place,
            molecules: is_wide.then(|| family.about()),
            family,
            slides: [slides(&group, 1), slides(&group, 0)].concat(),
        })
    }
}

/// Counts the kinds of families of a law by the number of independent ways in which their atoms can slide. Families of
/// one kind differ only in the distances between atoms that slide independently.
pub fn kinds(law: &Law) -> BTreeMap<usize, usize> {
    let mut by_freedom = BTreeMap::new();
    for kind in wide_families(law) {
        let elastic = [0, 1].map(|direction| kind.elastic(direction));
        let gaps = elastic.iter().flatten().filter(|elastic| **elastic).count();
        *by_freedom.entry(gaps - 2).or_insert(0) += 1;
    }
    by_freedom
}

/// The families that fit into wide boxes, with their parts moved apart until a greater distance would change nothing,
/// so that families that differ only in such distances are counted once.
fn wide_families(law: &Law) -> BTreeSet<Family> {
    let families = law.families.iter();
    let families = families.map(|family| spread_out(family.clone()).canonical());
    // A family that fits into boxes of one width only has no part that can slide.
    families
        .filter(|family| family.only_width() == Ok(None))
        .collect()
}

/// Widens all spaces of a group that can be widened, as far as it fits into the largest box.
fn spread_out(mut group: Family) -> Family {
    for direction in [0, 1] {
        let spaces: Vec<(u8, u8)> = group.occupied(direction).limited(EDGE, GAP).collect();
        for (at, (space, limit)) in spaces.iter().enumerate() {
            let mut added = [0, 1].map(|one| vec![0; group.occupied(one).lines.len() + 1]);
            added[direction][at] = limit.saturating_sub(*space) as i8;
            let wider = group.stretched([&added[0], &added[1]]);
            if wider.size.height.max(wider.size.width) <= MOST_LINES && are_twins(&wider) {
                group = wider;
            }
        }
    }
    group
}

/// The blocks of rows (direction 0) or columns (1) that can slide.
fn slides(group: &Family, direction: usize) -> Vec<Slide> {
    let lines = group.occupied(direction).lines;
    let blocks = lines.chunk_by(|one, next| next - one < GAP_OF_PAIR);
    let slides = blocks.map(|block| slide(group, direction, block[0]..=block[block.len() - 1]));
    slides
        .filter(|slide| slide.back + slide.forth > 0)
        .collect()
}

/// How far a block of adjacent lines can slide between the occupied lines before and after it.
fn slide(group: &Family, direction: usize, block: RangeInclusive<u8>) -> Slide {
    let lines = group.occupied(direction).lines;
    let before = lines.iter().rfind(|line| *line < block.start());
    let after = lines.iter().find(|line| *line > block.end());
    let before = before.map_or(0, |before| before + 1);
    let after = after.copied();
    let after = after.unwrap_or([group.size.height, group.size.width][direction]);
    let steps = |most: u8, sign: i8| {
        let moved = |steps: u8| moved(group, direction, &block, sign * steps as i8);
        let kept = (1..=most).take_while(|&steps| are_twins(&moved(steps)));
        kept.count() as u8
    };
    Slide {
        columns: direction == 1,
        back: steps(block.start() - before, -1),
        forth: steps(after - block.end() - 1, 1),
        lines: block.clone(),
    }
}

fn moved(group: &Family, direction: usize, lines: &RangeInclusive<u8>, by: i8) -> Family {
    let mut moved = group.clone();
    for atom in moved.molecules.iter_mut().flatten() {
        let [row, column] = [&mut atom.row, &mut atom.column];
        let line = if direction == 0 { row } else { column };
        if lines.contains(line) {
            *line = line.saturating_add_signed(by);
        }
    }
    moved
}

fn are_twins(group: &Family) -> bool {
    let spectrum = |atoms: &Atoms| SparseBoard::with(group.size, atoms).spectrum();
    group.molecules.iter().map(spectrum).all_equal()
}
