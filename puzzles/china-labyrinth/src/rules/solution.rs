//! Checks solutions, transcendental and compact ones.

use std::fmt::{self, Write};
use std::mem::take;

use super::tiles::{Cell, Doors, Piece, Tiles};

/// The reason, in words, why pieces on boards are not a solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{0}")]
pub struct Fault(pub(crate) String);

fn every_piece_once<'a>(
    tiles: Tiles,
    pieces: impl IntoIterator<Item = &'a Piece>,
) -> Result<(), Fault> {
    let mut seen = vec![false; tiles.pieces()];
    for &Piece { doors, .. } in pieces {
        match seen.get_mut(usize::from(doors)) {
            None => return Err(Fault(format!("there is no piece {doors}"))),
            Some(true) => return Err(Fault(format!("piece {doors} is there twice"))),
            Some(seen) => *seen = true,
        }
    }
    match seen.iter().position(|seen| !seen) {
        Some(missing) => Err(Fault(format!("piece {missing} is missing"))),
        None => Ok(()),
    }
}

/// The pieces of a group in canonical order. The smallest piece is on cell (0, 0) and comes first. The others
/// follow in the order in which a breadth-first walk through the doors, direction by direction, meets them.
pub type Group = Vec<Piece>;

/// A transcendental solution in canonical form: its groups in the order of their smallest pieces. Solutions that
/// differ only by shifts are equal; rotations of a solution are different solutions.
///
/// Its text has the groups in this order, separated by `/`, and the pieces of each group in canonical order: a
/// hexagon as two octal digits, a square as one hexadecimal digit. Cells are not needed, because the doors
/// determine them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    tiles: Tiles,
    groups: Vec<Group>,
    holes: usize,
}

impl Solution {
    /// The solution with these pieces. Each list is on a board of its own.
    pub fn new(tiles: Tiles, boards: Vec<Vec<Piece>>) -> Result<Solution, Fault> {
        every_piece_once(tiles, boards.iter().flatten())?;
        let (mut groups, mut holes) = (Vec::with_capacity(boards.len()), 0);
        for pieces in &boards {
            let board = Board::new(tiles, pieces)?;
            board.check(pieces)?;
            let first = pieces.iter().min_by_key(|piece| piece.doors);
            let first = *first.unwrap_or(&pieces[0]);
            let met = board.walk(first).into_iter();
            let group = met.map(|(Piece { cell, doors }, _)| Piece {
                cell: Cell::new(cell.q - first.cell.q, cell.r - first.cell.r),
                doors,
            });
            let group: Group = group.collect();
            if group.len() < pieces.len() {
                return Err(apart(first));
            }
            groups.push(group);
            holes += board.holes().len();
        }
        groups.sort_unstable_by_key(|group| group[0].doors);
        // In a group of squares, corners can also close a hole, and four pieces around a corner need not be
        // connected in a ring, so this law holds only for hexagons.
        if tiles == Tiles::Hexagons && holes != groups.len() {
            let what = format!("there are {} groups but {holes} holes", groups.len());
            return Err(Fault(what));
        }
        Ok(Solution {
            tiles,
            groups,
            holes,
        })
    }

    pub fn tiles(&self) -> Tiles {
        self.tiles
    }

    /// The groups, each with its smallest piece at (0, 0).
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// The shortest path through doors from one piece to another, including both. `None` if they are in different
    /// groups. Of several, it is the first by direction.
    pub fn path(&self, from: Doors, to: Doors) -> Option<Vec<Piece>> {
        let is_first = |piece: &&Piece| piece.doors == from;
        let mut groups = self.groups.iter();
        let ends = groups.find_map(|group| Some((group, group.iter().find(is_first)?)));
        let (group, first) = ends?;
        let met = Board::new(self.tiles, group).ok()?.walk(*first);
        let mut at = met.iter().position(|(piece, _)| piece.doors == to)?;
        let mut path = vec![met[at].0];
        while at > 0 {
            at = met[at].1;
            path.push(met[at].0);
        }
        path.reverse();
        Some(path)
    }

    /// The number of holes of all groups together.
    ///
    /// For hexagons, it is the number of groups. Take pieces as vertices and pairs of doors that meet as edges:
    /// there are 64 vertices and 6 · 32 / 2 = 96 edges. Two neighbours of a piece in adjacent directions are
    /// neighbours of each other, and connected, too, so the 96 pairs of adjacent doors are the corners of 32
    /// triangles. By Euler's formula, groups − holes = 64 − 96 + 32 = 0.
    pub fn holes(&self) -> usize {
        self.holes
    }
}

impl fmt::Display for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, group) in self.groups().iter().enumerate() {
            if i > 0 {
                f.write_char('/')?;
            }
            for piece in group {
                match self.tiles() {
                    Tiles::Hexagons => write!(f, "{:02o}", piece.doors)?,
                    Tiles::Squares => write!(f, "{:x}", piece.doors)?,
                }
            }
        }
        Ok(())
    }
}

/// The holes of a group: the regions of empty cells that its pieces enclose.
pub fn holes(tiles: Tiles, pieces: &[Piece]) -> Vec<Vec<Cell>> {
    Board::new(tiles, pieces).map_or(Vec::new(), |board| board.holes())
}

fn apart(piece: Piece) -> Fault {
    Fault(format!("the group of {piece} is not connected"))
}

/// The cells of a group, row by row, with a margin. There is an empty row above and below, and one empty cell at
/// the end of each row, which also serves as the margin before the next row.
pub(super) struct Board {
    tiles: Tiles,
    origin: Cell,
    width: usize,
    cells: Vec<Option<Doors>>,
    steps: Vec<isize>,
}

impl Board {
    pub(super) fn new(tiles: Tiles, pieces: &[Piece]) -> Result<Board, Fault> {
        let empty = || Fault("a group is empty".to_owned());
        let first = *pieces.first().ok_or_else(empty)?;
        let (mut low, mut high) = (first.cell, first.cell);
        for Piece { cell, .. } in pieces {
            low = Cell::new(low.q.min(cell.q), low.r.min(cell.r));
            high = Cell::new(high.q.max(cell.q), high.r.max(cell.r));
        }
        let (across, down) = (high.q.abs_diff(low.q), high.r.abs_diff(low.r));
        // The width of a connected group is at most the number of its pieces.
        if across.max(down) as usize >= pieces.len() {
            return Err(apart(first));
        }
        let width = across as usize + 2;
        let step = |&(q, r): &(i32, i32)| q as isize + r as isize * width as isize;
        let mut board = Board {
            tiles,
            origin: low,
            width,
            cells: vec![None; width * (down as usize + 3) + 1],
            steps: tiles.steps().iter().map(step).collect(),
        };
        for &piece in pieces {
            let at = board.index(piece.cell);
            if board.cells[at].replace(piece.doors).is_some() {
                return Err(Fault(format!("{piece} lies on another piece")));
            }
        }
        Ok(board)
    }

    fn index(&self, cell: Cell) -> usize {
        let across = (cell.q - self.origin.q) as usize + 1;
        let down = (cell.r - self.origin.r) as usize + 1;
        across + down * self.width
    }

    fn cell(&self, index: usize) -> Cell {
        let (across, down) = ((index - 1) % self.width, (index - 1) / self.width);
        let Cell { q, r } = self.origin;
        Cell::new(across as i32 + q, down as i32 - 1 + r)
    }

    /// The neighbour of a cell with a piece in a direction.
    fn ahead(&self, index: usize, direction: usize) -> usize {
        index.wrapping_add_signed(self.steps[direction])
    }

    /// Fails unless the doors of these pieces meet doors, and no other side has a neighbour.
    fn check(&self, pieces: &[Piece]) -> Result<(), Fault> {
        for piece in pieces {
            let at = self.index(piece.cell);
            for direction in 0..self.tiles.doors() {
                let door = piece.doors >> direction & 1 == 1;
                let back = self.tiles.opposite(direction);
                let other = self.cells[self.ahead(at, direction)];
                let what = match other.map(|other| other >> back & 1 == 1) {
                    None if !door => continue,
                    Some(true) if door => continue,
                    _ if door => "a door that meets no door",
                    _ => "a neighbour, but no door",
                };
                let what = format!("{piece} has {what} in direction {direction}");
                return Err(Fault(what));
            }
        }
        Ok(())
    }

    /// The pieces that a breadth-first walk through the doors meets from a piece, direction by direction, each with
    /// the index of the piece before it.
    pub(super) fn walk(&self, first: Piece) -> Vec<(Piece, usize)> {
        let mut unmet = self.cells.clone();
        unmet[self.index(first.cell)] = None;
        let mut met = vec![(first, 0)];
        let mut next = 0;
        while let Some(&(Piece { cell, doors }, _)) = met.get(next) {
            for direction in self.tiles.directions(doors) {
                let there = self.ahead(self.index(cell), direction);
                let cell = cell.neighbour(self.tiles, direction);
                met.extend(
                    unmet[there]
                        .take()
                        .map(|doors| (Piece { cell, doors }, next)),
                );
            }
            next += 1;
        }
        met
    }

    /// The bounded regions of empty cells. Empty squares that touch at a corner are connected.
    fn holes(&self) -> Vec<Vec<Cell>> {
        let width = self.width as isize;
        let mut steps = self.steps.clone();
        if self.tiles == Tiles::Squares {
            steps.extend([1 - width, -1 - width, width - 1, width + 1]);
        }
        let mut open: Vec<bool> = self.cells.iter().map(Option::is_none).collect();
        let mut regions = Vec::new();
        for from in 0..open.len() {
            if !take(&mut open[from]) {
                continue;
            }
            let (mut region, mut next) = (vec![from], 0);
            while let Some(&at) = region.get(next) {
                let ahead = steps.iter().map(|&step| at.wrapping_add_signed(step));
                region.extend(ahead.filter(|&there| open.get_mut(there).is_some_and(take)));
                next += 1;
            }
            regions.push(region);
        }
        // The first region is the outside, which contains the whole margin.
        let holes = regions.iter().skip(1);
        let cells = |region: &Vec<usize>| region.iter().map(|&at| self.cell(at)).collect();
        holes.map(cells).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Runs, Settings};

    #[test]
    fn faults_are_distinguished() {
        let mut runs = Runs::new(&Settings::best(Tiles::Squares), 96, 1);
        let found = std::iter::from_fn(|| Some(runs.advance(96).unwrap()));
        let right = found.flatten().next().unwrap().solution;
        let wrong = |change: &dyn Fn(&mut Vec<Group>)| {
            let mut groups = right.groups().to_vec();
            change(&mut groups);
            let wrong = Solution::new(Tiles::Squares, groups);
            wrong.unwrap_err().to_string()
        };
        type Change = fn(&mut Vec<Group>);
        let changes: [(Change, &str); 9] = [
            (|groups| groups[1][0].doors = 16, "there is no piece 16"),
            (|groups| groups[1][0].doors = 255, "there is no piece 255"),
            (
                |groups| groups[1][0].doors = groups[1][1].doors,
                "is there twice",
            ),
            (|groups| drop(groups.remove(0)), "piece 0 is missing"),
            (|groups| groups.push(Vec::new()), "a group is empty"),
            (
                |groups| groups[1][0].cell = groups[1][1].cell,
                "lies on another piece",
            ),
            (
                |groups| groups[1][0].cell = Cell::new(i32::MIN, i32::MAX),
                "is not connected",
            ),
            (
                |groups| {
                    let doors = groups[1][0].doors;
                    groups[1][0].doors = groups[1][1].doors;
                    groups[1][1].doors = doors;
                },
                "direction",
            ),
            (
                // The piece without doors is far away on the board of the others.
                |groups| {
                    let alone = groups.remove(0)[0].doors;
                    let cell = Cell::new(-8, 0);
                    groups[0].push(Piece { cell, doors: alone });
                },
                "is not connected",
            ),
        ];
        for (change, said) in changes {
            let fault = wrong(&change);
            assert!(fault.contains(said), "{said}: {fault}");
        }
    }
}
