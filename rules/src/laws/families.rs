//! Finds the groups of twins in boxes of all widths, as a finite list.
//!
//! A *line* is a row or a column. An empty line between empty lines can be removed or added, because no ray turns
//! there. So every group is a stretched copy of a group in a finite list, provided that its molecules are close
//! together. The following argument proves this:
//!
//! 1. If the ray of a line goes straight through, either the line has no atom, or the ray makes a detour around the
//!    atoms of the line, and then the rays of the two neighbouring lines do not go straight through. This is a
//!    property of single molecules that stretching does not change, so [`check_lines`] checks it for a finite list.
//! 2. In twins, the rays of the same lines go straight through. If the ray of a line does not, this line or a
//!    neighbouring line is occupied. So for each occupied line of a molecule, any twin occupies that line or a
//!    neighbouring one, or both the second line before it and the second line after it.
//! 3. So where two consecutive occupied lines of a molecule are at least five apart, its twins occupy, between them,
//!    only the lines next to these two. If no line can be removed from a pair of twins, each of the two molecules has
//!    gaps of at most [`GAP`] and edges of at most [`EDGE`]. [`pairs`] goes through all such molecules, box by box.
//! 4. The same holds for a third molecule. So where a whole group has gaps of at least [`GAP`] and edges of at least
//!    [`EDGE`], stretching gives it no new members. In a group from which no line can be removed, the lines that two
//!    members occupy may have gaps up to two lines longer than [`GAP`], and edges one line longer than [`EDGE`].
//!    [`families`] stretches the pairs that far, and joins twins to groups.

use std::collections::{BTreeMap, BTreeSet};

use itertools::Itertools;
use watch::{Halt, Observed, in_order};

use super::board::{Atom, Atoms, MAX_ARRAY_LINES, RayEnd, Rectangle, SparseBoard, insertion_sort};
use super::cells::SpectrumHashes;
use super::polynomial::{Polynomial, factorial};
use crate::board::Transform::{self, *};

/// The least distance between two consecutive occupied lines at which a group of twins can be stretched between
/// them.
pub(crate) const GAP: u8 = 5;

/// The least number of empty lines at an edge at which a group of twins can be stretched there.
pub(crate) const EDGE: u8 = 2;

/// As [`GAP`] and [`EDGE`], for the lines that either molecule of a pair occupies.
pub(super) const GAP_OF_PAIR: u8 = 3;
pub(super) const EDGE_OF_PAIR: u8 = 1;

/// A group of twins in a box.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Family {
    /// The box.
    pub size: Rectangle,
    /// All molecules of the box with one spectrum, in order.
    pub molecules: Vec<Atoms>,
}

/// The occupied lines of a box in one direction, and the number of all its lines in that direction.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) struct Occupied {
    pub(super) lines: Vec<u8>,
    length: u8,
}

impl Occupied {
    /// The spaces: the number of empty lines before the first occupied one, the distances between consecutive
    /// occupied lines, and the number of empty lines after the last.
    pub(super) fn spaces(&self) -> Vec<u8> {
        let (Some(first), Some(last)) = (self.lines.first(), self.lines.last()) else {
            return Vec::new();
        };
        let gaps = self.lines.windows(2).map(|pair| pair[1] - pair[0]);
        let (before, after) = ([*first], [self.length - 1 - last]);
        before.into_iter().chain(gaps).chain(after).collect()
    }

    /// Each space with the limit that applies to it: `edge` for the first and the last, and `gap` for the others.
    pub(super) fn limited(&self, edge: u8, gap: u8) -> impl Iterator<Item = (u8, u8)> {
        let spaces = self.spaces();
        let last = spaces.len().saturating_sub(1);
        let limit = move |at| if at == 0 || at == last { edge } else { gap };
        let spaces = spaces.into_iter().enumerate();
        spaces.map(move |(at, space)| (space, limit(at)))
    }

    fn is_even(&self) -> bool {
        let spaces = self.spaces();
        spaces.iter().eq(spaces.iter().rev())
    }

    /// The number of lines by which spaces exceed their limits.
    fn excess(&self, edge: u8, gap: u8) -> usize {
        let beyond = |(space, limit): (u8, u8)| usize::from(space.saturating_sub(limit));
        self.limited(edge, gap).map(beyond).sum()
    }
}

impl Family {
    pub(super) fn occupied(&self, direction: usize) -> Occupied {
        let line = |atom: &Atom| [atom.row, atom.column][direction];
        let atoms = self.molecules.iter().flatten();
        let lines = atoms.fold(0_u64, |lines, atom| lines | 1 << line(atom));
        Occupied {
            lines: (0..MAX_ARRAY_LINES as u8)
                .filter(|line| lines >> line & 1 != 0)
                .collect(),
            length: [self.size.height, self.size.width][direction],
        }
    }

    /// For each space between rows (direction 0) or columns (1), whether it can be stretched.
    pub(super) fn elastic(&self, direction: usize) -> Vec<bool> {
        let occupied = self.occupied(direction);
        let spaces = occupied.limited(EDGE, GAP);
        spaces.map(|(space, limit)| space >= limit).collect()
    }

    /// The width of the only square box that the family fits into. `None` if it fits into all wide boxes, and an
    /// error if it fits into no square box.
    pub(super) fn only_width(&self) -> Result<Option<u8>, ()> {
        let lengths = [self.size.height, self.size.width];
        let is_rigid = |direction: &usize| !self.elastic(*direction).contains(&true);
        let rigid = [0, 1].into_iter().filter(is_rigid);
        let rigid = rigid.map(|direction| lengths[direction]);
        match rigid.clone().max() {
            None => Ok(None),
            Some(width) if rigid.min() == Some(width) && lengths.iter().all(|l| *l <= width) => {
                Ok(Some(width))
            }
            Some(_) => Err(()),
        }
    }

    pub(super) fn is_reduced(&self) -> bool {
        [0, 1].map(|direction| self.occupied(direction).excess(EDGE, GAP)) == [0; 2]
    }

    /// The family without the rows and columns that can be removed.
    pub(super) fn reduced(&self) -> Family {
        let [rows, columns] = [0, 1].map(|direction| {
            let occupied = self.occupied(direction);
            let spaces = occupied.limited(EDGE, GAP);
            let removed = spaces.map(|(space, limit)| -(space.saturating_sub(limit) as i8));
            removed.collect::<Vec<i8>>()
        });
        self.stretched([&rows, &columns])
    }

    /// Adds empty lines to each space, or removes them. `added` has the numbers for the spaces between rows and
    /// columns.
    pub(super) fn stretched(&self, added: [&[i8]; 2]) -> Family {
        let [(rows, height), (columns, width)] = [0, 1].map(|direction| {
            let occupied = self.occupied(direction);
            let mut shift = 0;
            let mut places = [0; MAX_ARRAY_LINES];
            for (&line, more) in occupied.lines.iter().zip(added[direction]) {
                shift += more;
                places[usize::from(line)] = line.saturating_add_signed(shift);
            }
            let all = added[direction].iter().sum();
            (places, occupied.length.saturating_add_signed(all))
        });
        let moved = |atom: &Atom| Atom {
            row: rows[usize::from(atom.row)],
            column: columns[usize::from(atom.column)],
        };
        let molecules = self.molecules.iter();
        Family {
            size: Rectangle { height, width },
            molecules: molecules
                .map(|atoms| atoms.iter().map(moved).collect())
                .collect(),
        }
    }

    /// The image of the family. Its molecules are in the order of those that they are images of.
    pub(super) fn image(&self, transform: Transform) -> Family {
        let Rectangle { height, width } = self.size;
        let molecules = self.molecules.iter().map(|atoms| {
            let mut atoms: Atoms = (atoms.iter())
                .map(|&atom| moved(transform, atom, self.size))
                .collect();
            insertion_sort(&mut atoms);
            atoms
        });
        Family {
            size: match transform.swaps_sides() {
                true => Rectangle {
                    height: width,
                    width: height,
                },
                false => self.size,
            },
            molecules: molecules.collect(),
        }
    }

    /// The image that represents the orbit of the family.
    pub(super) fn canonical(&self) -> Family {
        self.images().min().unwrap_or_else(|| self.clone())
    }

    fn images(&self) -> impl Iterator<Item = Family> {
        Transform::ALL.into_iter().map(|transform| {
            let mut image = self.image(transform);
            insertion_sort(&mut image.molecules);
            image
        })
    }

    /// The approximate number of molecules of the family's orbit in a wide box: the leading term of its law.
    pub(super) fn about(&self) -> Polynomial {
        let me = self.canonical();
        let symmetries = me.images().filter(|image| *image == me).count();
        let about = (8 / symmetries * self.molecules.len()) as i128;
        // The added lines are distributed over the elastic spaces.
        let [rows, columns] = [0, 1].map(|direction| {
            let elastic = self.elastic(direction);
            let elastic = elastic.iter().filter(|elastic| **elastic).count();
            elastic.saturating_sub(1)
        });
        Polynomial::term(about, factorial(rows) * factorial(columns), rows + columns)
    }
}

pub(super) fn moved(transform: Transform, Atom { row, column }: Atom, size: Rectangle) -> Atom {
    let place = [row, column].map(usize::from);
    let lengths = [size.height, size.width].map(usize::from);
    let [row, column] = transform.place(place, lengths).map(|line| line as u8);
    Atom { row, column }
}

/// All ways in which a number of atoms can occupy lines, with spaces up to these limits, by the number of all lines. If
/// no line can be removed from a pair, the other molecule occupies both lines next to the ends of a gap of five, at
/// least one of these lines in a gap of four, and one line in an edge of two. The other molecule occupies at most one
/// line per atom, which limits the excess.
fn ways_of_lines(atoms: usize, edge: u8, gap: u8) -> BTreeMap<u8, Vec<Occupied>> {
    let mut all: BTreeMap<u8, Vec<Occupied>> = BTreeMap::new();
    let mut begun: Vec<Vec<u8>> = (0..=edge).map(|first| vec![first]).collect();
    for _ in 0..atoms {
        for lines in &begun {
            for after in 0..=edge {
                let length = lines[lines.len() - 1] + 1 + after;
                let lines = lines.clone();
                let occupied = Occupied { lines, length };
                if occupied.excess(EDGE_OF_PAIR, GAP_OF_PAIR) <= atoms {
                    all.entry(length).or_default().push(occupied);
                }
            }
        }
        begun = (begun.iter())
            .flat_map(|lines| {
                (1..=gap).map(|gap| {
                    let last = lines[lines.len() - 1];
                    lines.iter().copied().chain([last + gap]).collect()
                })
            })
            .collect();
    }
    all
}

/// The cells of the atoms, as indices into the lists of occupied rows and columns. Each row and column has an atom.
type Pattern = Vec<(u8, u8)>;

/// All patterns, indexed by the number of rows and by the number of columns.
fn patterns(atoms: usize) -> Vec<Vec<Vec<Pattern>>> {
    let of = |rows: u8, columns: u8| -> Vec<Pattern> {
        let is_full = |pattern: &Pattern| {
            (0..rows).all(|row| pattern.iter().any(|cell| cell.0 == row))
                && (0..columns).all(|column| pattern.iter().any(|cell| cell.1 == column))
        };
        let cells = (0..rows).cartesian_product(0..columns);
        cells.combinations(atoms).filter(is_full).collect()
    };
    let counts = 0..=atoms as u8;
    let all = |rows| counts.clone().map(|columns| of(rows, columns)).collect();
    counts.clone().map(all).collect()
}

/// Calls `visit` with every molecule of a box whose occupied rows and columns are among these, and with the indices
/// of its rows, columns and pattern. The board must be empty, and is left empty.
fn each_molecule(
    [rows, columns]: [&[Occupied]; 2],
    patterns: &[Vec<Vec<Pattern>>],
    board: &mut SparseBoard,
    mut visit: impl FnMut(&SparseBoard, [u16; 3]),
) {
    for (at_rows, rows) in rows.iter().enumerate() {
        for (at_columns, columns) in columns.iter().enumerate() {
            let patterns = &patterns[rows.lines.len()][columns.lines.len()];
            for (at, pattern) in patterns.iter().enumerate() {
                for atom in placed(rows, columns, pattern) {
                    board.toggle(atom);
                }
                visit(board, [at_rows, at_columns, at].map(|at| at as u16));
                for atom in placed(rows, columns, pattern) {
                    board.toggle(atom);
                }
            }
        }
    }
}

fn placed<'a>(
    rows: &'a Occupied,
    columns: &'a Occupied,
    pattern: &'a Pattern,
) -> impl Iterator<Item = Atom> + 'a {
    pattern.iter().map(|&(row, column)| Atom {
        row: rows.lines[usize::from(row)],
        column: columns.lines[usize::from(column)],
    })
}

/// The result of [`check_lines`].
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct CheckedLines {
    /// The number of molecules that were checked.
    pub molecules: u64,
    /// The number of molecules in which a ray makes a detour: it goes straight through an occupied line, around its
    /// atoms.
    pub detours: u64,
    /// The number of molecules in which a detour has no neighbouring line on one side, or one whose ray goes
    /// straight through. If there are none, the [families] are complete.
    ///
    /// [families]: families()
    pub exceptions: u64,
}

/// Checks step 1 of the argument: looks for molecules, in boxes of all sizes, with an occupied line whose ray goes
/// straight through.
pub fn check_lines(atoms: usize, observed: &Observed) -> Result<CheckedLines, Halt> {
    let lines = ways_of_lines(atoms, EDGE_OF_PAIR, GAP_OF_PAIR);
    let patterns = patterns(atoms);
    let mut checked = CheckedLines::default();
    for (&height, rows) in &lines {
        for (&width, columns) in &lines {
            let size = Rectangle { height, width };
            let before = checked.molecules;
            let visit = |board: &SparseBoard, [rows_at, columns_at, _]: [u16; 3]| {
                checked.molecules += 1;
                let both = [
                    &rows[usize::from(rows_at)],
                    &columns[usize::from(columns_at)],
                ];
                let (mut detours, mut exceptions) = (false, false);
                for (direction, occupied) in both.into_iter().enumerate() {
                    let is_turned = |line: Option<u8>| {
                        line.is_some_and(|line| {
                            line < occupied.length && !board.is_straight(direction, line)
                        })
                    };
                    for &line in &occupied.lines {
                        if board.is_straight(direction, line) {
                            detours = true;
                            exceptions |=
                                !is_turned(line.checked_sub(1)) || !is_turned(Some(line + 1));
                        }
                    }
                }
                checked.detours += u64::from(detours);
                checked.exceptions += u64::from(exceptions);
            };
            let board = &mut SparseBoard::new(size);
            each_molecule([rows, columns], &patterns, board, visit);
            observed.add(checked.molecules - before)?;
        }
    }
    Ok(checked)
}

/// The number of molecules that [`check_lines`] goes through.
pub fn molecules_of_lines(atoms: usize) -> u64 {
    molecules(atoms, EDGE_OF_PAIR, GAP_OF_PAIR, |_, _| true)
}

/// The number of molecules that [`pairs`] goes through.
pub fn molecules_of_pairs(atoms: usize) -> u64 {
    molecules(atoms, EDGE, GAP, |height, width| height <= width)
}

/// The number of molecules with spaces up to these limits, in boxes that `wanted` accepts by height and width.
fn molecules(atoms: usize, edge: u8, gap: u8, wanted: impl Fn(u8, u8) -> bool) -> u64 {
    let patterns = patterns(atoms);
    let lines: Vec<Occupied> = (ways_of_lines(atoms, edge, gap).into_values())
        .flatten()
        .collect();
    let boxes = lines.iter().cartesian_product(&lines);
    let boxes = boxes.filter(|(rows, columns)| wanted(rows.length, columns.length));
    let patterns = boxes.map(|(rows, columns)| &patterns[rows.lines.len()][columns.lines.len()]);
    patterns.map(|patterns| patterns.len() as u64).sum()
}

/// The result of a search for pairs.
#[derive(Clone, Debug, Default)]
pub struct Pairs {
    /// The number of molecules that were traced.
    pub molecules: u64,
    /// The pairs from which no line can be removed, in boxes at least as wide as high.
    pub pairs: Vec<Family>,
}

/// Finds all pairs of twins from which no line can be removed.
pub fn pairs(atoms: usize, observed: &Observed) -> Result<Pairs, Halt> {
    let lines = ways_of_lines(atoms, EDGE, GAP);
    let patterns = patterns(atoms);
    let sizes: Vec<Rectangle> = (lines.keys())
        .flat_map(|&height| {
            lines
                .range(height..)
                .map(move |(&width, _)| Rectangle { height, width })
        })
        .collect();
    let mut found = Pairs::default();
    let work = |at: usize| {
        let size = sizes[at];
        let lines = [&lines[&size.height][..], &lines[&size.width][..]];
        pairs_of(size, lines, &patterns, observed)
    };
    in_order(0..sizes.len(), work, |_, (molecules, pairs)| {
        found.molecules += molecules;
        found.pairs.extend(pairs);
        Ok::<(), Halt>(())
    })??;
    Ok(found)
}

/// The pairs of one box. Of a molecule and its mirror images, only one is traced.
fn pairs_of(
    size: Rectangle,
    lines: [&[Occupied]; 2],
    patterns: &[Vec<Vec<Pattern>>],
    observed: &Observed,
) -> Result<(u64, Vec<Family>), Halt> {
    let lines = lines.map(|lines| {
        let first = lines.iter().filter(|occupied| {
            let spaces = occupied.spaces();
            spaces.iter().le(spaces.iter().rev())
        });
        first.cloned().collect::<Vec<Occupied>>()
    });
    let mirrors = mirrors(size);
    let mut records: Vec<(u64, [u16; 3])> = Vec::new();
    let mut board = SparseBoard::new(size);
    let mut molecules = 0;
    for (at, rows) in lines[0].iter().enumerate() {
        let before = molecules;
        each_molecule(
            [std::slice::from_ref(rows), &lines[1]],
            patterns,
            &mut board,
            |board, [_, columns, pattern]| {
                let places = [at as u16, columns, pattern];
                let even = [rows, &lines[1][usize::from(columns)]].map(Occupied::is_even);
                let images = || mirrored(size, atoms(&lines, patterns, places));
                molecules += match even {
                    [false, false] => 4,
                    [even_rows, even_columns] => {
                        let [one, turned_rows, turned_columns, turned_both] = images();
                        if even_rows && turned_rows < one
                            || even_columns && turned_columns < one
                            || even_rows && even_columns && turned_both < one
                        {
                            return;
                        }
                        let images = [&one, &turned_rows, &turned_columns, &turned_both];
                        images.into_iter().unique().count() as u64
                    }
                };
                let hashes = mirrors.of(board);
                let least = hashes.iter().min().copied().unwrap_or(0);
                let record = (least, places);
                records.push(record);
                let same = hashes.iter().filter(|hash| **hash == least).count();
                if same > 1 && images().iter().unique().count() * same > 4 {
                    // Another mirror image has the same hash, so the molecule is a candidate by itself.
                    records.push(record);
                }
            },
        );
        observed.add(molecules - before)?;
    }
    records.sort_unstable();
    let mut pairs = Vec::new();
    for same in records.chunk_by(|one, other| one.0 == other.0) {
        if same.len() < 2 {
            continue;
        }
        let molecules = (same.iter())
            .flat_map(|(_, places)| mirrored(size, atoms(&lines, patterns, *places)))
            .sorted_unstable()
            .dedup();
        // Equal hashes only give candidates.
        for group in by_spectrum(size, molecules, observed)? {
            for [one, other] in group.iter().array_combinations() {
                let pair = Family {
                    size,
                    molecules: vec![one.clone(), other.clone()],
                };
                let excess = |at: usize| pair.occupied(at).excess(EDGE_OF_PAIR, GAP_OF_PAIR);
                if excess(0) + excess(1) == 0 {
                    pairs.push(pair);
                }
            }
        }
    }
    Ok((molecules, pairs))
}

fn atoms(lines: &[Vec<Occupied>; 2], patterns: &[Vec<Vec<Pattern>>], places: [u16; 3]) -> Atoms {
    let [rows, columns, pattern] = places.map(usize::from);
    let (rows, columns) = (&lines[0][rows], &lines[1][columns]);
    let pattern = &patterns[rows.lines.len()][columns.lines.len()][pattern];
    placed(rows, columns, pattern).collect()
}

/// A molecule, and its images with rows, columns, and both in reverse order.
fn mirrored(size: Rectangle, atoms: Atoms) -> [Atoms; 4] {
    let molecules = vec![atoms];
    let one = Family { size, molecules };
    [Id, SymmV, SymmH, Rot180].map(|mirror| one.image(mirror).molecules.swap_remove(0))
}

/// Hashes of a spectrum and its mirror images. The set of hashes is the same for all mirror images.
fn mirrors(size: Rectangle) -> SpectrumHashes<4> {
    let board = SparseBoard::new(size);
    let mut images = [(); 4].map(|()| vec![0; size.positions()]);
    for (direction, count) in [(0, size.height), (1, size.width)] {
        for (line, forward) in (0..i32::from(count)).cartesian_product([false, true]) {
            let position = usize::from(board.exit(direction, line, forward));
            for (mirror, images) in images.iter_mut().enumerate() {
                // Bit 0 reverses the rows, bit 1 the columns.
                let turned = [mirror & 1 != 0, mirror & 2 != 0];
                let line = match turned[direction] {
                    true => i32::from(count) - 1 - line,
                    false => line,
                };
                images[position] = board.exit(direction, line, forward != turned[1 - direction]);
            }
        }
    }
    SpectrumHashes::new(&images)
}

/// Groups molecules of a box by their exact spectra. Each group is in order.
fn by_spectrum(
    size: Rectangle,
    molecules: impl Iterator<Item = Atoms>,
    observed: &Observed,
) -> Result<Vec<Vec<Atoms>>, Halt> {
    let mut groups: BTreeMap<Vec<(u8, RayEnd)>, Vec<Atoms>> = BTreeMap::new();
    for molecule in molecules {
        observed.add(0)?;
        let spectrum = SparseBoard::with(size, &molecule).spectrum();
        groups.entry(spectrum).or_default().push(molecule);
    }
    let mut groups: Vec<_> = groups.into_values().collect();
    for group in &mut groups {
        group.sort_unstable();
    }
    Ok(groups)
}

/// All groups in square boxes from which no line can be removed. Of groups that are images of each other, only one is
/// listed.
///
/// Two consecutive lines that a pair of such a group occupies are at most two further apart than `GAP`: either a
/// third molecule occupies only lines next to them, or they are at most four apart. An edge is at most one line
/// wider than `EDGE`. So all pairs are stretched that far. No group lacks a molecule, because a further molecule
/// widens no space of the group. Boxes are handled by height, and progress counts one per height.
///
/// # Panics
///
/// If a pair stretches beyond [`MOST_HEIGHT`] or `MOST_WIDTH`, because the list would then be incomplete.
pub fn families(pairs: &[Family], observed: &Observed) -> Result<Vec<Family>, Halt> {
    for pair in pairs {
        let mut sides = [0, 1].map(|direction| {
            let occupied = pair.occupied(direction);
            occupied.length + most_added(&occupied).iter().sum::<u8>()
        });
        // Pairs are stretched together with their images, and only boxes at least as wide as high are kept.
        sides.sort_unstable();
        let [height, width] = sides;
        assert!(
            height <= MOST_HEIGHT && width <= MOST_WIDTH,
            "a pair stretches to {height} × {width}, beyond {MOST_HEIGHT} × {MOST_WIDTH}"
        );
    }
    let both: Vec<Family> = (pairs.iter())
        .flat_map(|pair| [pair.clone(), pair.image(Diag1)])
        .collect();
    let work = |height: usize| {
        let families = families_of(height as u8, &both, observed);
        observed.add(1)?;
        families
    };
    let mut families = BTreeSet::new();
    in_order(1..usize::from(MOST_HEIGHT) + 1, work, |_, some| {
        families.extend(some);
        Ok::<(), Halt>(())
    })??;
    Ok(families.into_iter().collect())
}

fn families_of(
    height: u8,
    pairs: &[Family],
    observed: &Observed,
) -> Result<BTreeSet<Family>, Halt> {
    let mut molecules: BTreeMap<u8, Vec<Packed>> = BTreeMap::new();
    for pair in pairs {
        observed.add(0)?;
        let mut columns = None;
        for rows in stretchings(&pair.occupied(0), Some(height)) {
            let columns = columns.get_or_insert_with(|| stretchings(&pair.occupied(1), None));
            for columns in &*columns {
                let pair = pair.stretched([&rows, columns]);
                if height <= pair.size.width {
                    let known = molecules.entry(pair.size.width).or_default();
                    known.extend(pair.molecules.iter().map(packed));
                }
            }
        }
    }
    let mut families = BTreeSet::new();
    for (width, mut molecules) in molecules {
        molecules.sort_unstable();
        molecules.dedup();
        let size = Rectangle { height, width };
        for molecules in by_spectrum(size, molecules.into_iter().map(unpacked), observed)? {
            let family = Family { size, molecules };
            if family.is_reduced() && family.only_width().is_ok() {
                families.insert(family.canonical());
            }
        }
        observed.add(0)?;
    }
    Ok(families)
}

/// The height and the width of the largest box, which is limited by the number of positions of a board. The pairs
/// of five atoms need 22 and 27; [`families`] panics if a pair needs more.
pub const MOST_HEIGHT: u8 = 28;
const MOST_WIDTH: u8 = 36;

/// A molecule packed into a word, with 12 bits per atom.
type Packed = u64;

fn packed(atoms: &Atoms) -> Packed {
    let cell = |atom: &Atom| u64::from(atom.row) << 6 | u64::from(atom.column) | 1 << 11;
    atoms.iter().fold(0, |all, atom| all << 12 | cell(atom))
}

fn unpacked(mut molecule: Packed) -> Atoms {
    let mut atoms = Atoms::new();
    while molecule != 0 {
        let [row, column] = [molecule >> 6 & 31, molecule & 63].map(|line| line as u8);
        atoms.push(Atom { row, column });
        molecule >>= 12;
    }
    atoms.reverse();
    atoms
}

/// The greatest number of lines that can be added to each space of a pair: up to two beyond [`GAP`] and one beyond
/// [`EDGE`].
fn most_added(occupied: &Occupied) -> Vec<u8> {
    let limits = occupied.limited(EDGE_OF_PAIR, GAP_OF_PAIR);
    let ends = occupied.limited(EDGE + 1, GAP + 2);
    (limits.zip(ends))
        .map(|((space, limit), (_, end))| if space < limit { 0 } else { end - limit })
        .collect()
}

/// All ways to add lines to the spaces of a pair, so that there are `length` lines if that is given.
fn stretchings(occupied: &Occupied, length: Option<u8>) -> Vec<Vec<i8>> {
    let most = most_added(occupied);
    let Some(mut left) = length
        .unwrap_or(occupied.length)
        .checked_sub(occupied.length)
    else {
        return Vec::new();
    };
    let mut all = vec![(Vec::new(), left)];
    left = most.iter().sum();
    for most in most {
        left -= most;
        all = (all.iter())
            .flat_map(|(added, missing)| {
                let range = match length {
                    Some(_) => missing.saturating_sub(left)..=most.min(*missing),
                    None => 0..=most,
                };
                range.map(|more| {
                    let added = [&added[..], &[more as i8]].concat();
                    (added, missing.saturating_sub(more))
                })
            })
            .collect();
    }
    all.into_iter().map(|(added, _)| added).collect()
}

#[cfg(test)]
mod tests {
    use watch::unwatched;

    use super::*;

    /// Two molecules in one row, whose ten columns leave nine gaps, each of which stretches by four.
    #[test]
    #[should_panic(expected = "a pair stretches to 1 × 64, beyond 28 × 36")]
    fn a_pair_that_stretches_too_far_is_not_left_out() {
        let every_third = |first: u8| (first..28).step_by(6).map(|column| Atom { row: 0, column });
        let pair = Family {
            size: Rectangle {
                height: 1,
                width: 28,
            },
            molecules: [0, 3].map(|first| every_third(first).collect()).to_vec(),
        };
        unwatched(|observed| families(&[pair], observed)).unwrap();
    }
}
