//! Transcendental solutions.

use super::symmetry::{Kind, Symmetry};
use super::tiles::{Cell, Doors, Piece, Tiles};

/// What keeps pieces on boards from being a solution.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum Fault {
    /// There is no such piece in the set.
    #[error("there is no piece {0}")]
    NoSuchPiece(i64),
    /// A piece lies on two cells.
    #[error("piece {0} is there twice")]
    Twice(Doors),
    /// A piece lies nowhere.
    #[error("piece {0} is missing")]
    Missing(Doors),
    /// Two pieces lie on one cell.
    #[error("two pieces of group {group} lie on cell ({q}, {r})", q = .cell.q, r = .cell.r)]
    SameCell {
        /// The group's number, from 1.
        group: usize,
        /// The cell.
        cell: Cell,
    },
    /// A door leads to an empty cell or to a blank side.
    #[error("piece {doors} at ({q}, {r}) of group {group} has a door in direction {direction}, which meets no door", q = .cell.q, r = .cell.r)]
    OpenDoor {
        /// The group's number, from 1.
        group: usize,
        /// Where the piece lies.
        cell: Cell,
        /// The piece.
        doors: Doors,
        /// The door's direction.
        direction: usize,
    },
    /// A side without a door has a neighbour.
    #[error("piece {doors} at ({q}, {r}) of group {group} has a neighbour in direction {direction}, where it has no door", q = .cell.q, r = .cell.r)]
    Neighbour {
        /// The group's number, from 1.
        group: usize,
        /// Where the piece lies.
        cell: Cell,
        /// The piece.
        doors: Doors,
        /// The direction of the side.
        direction: usize,
    },
    /// A group is not connected by doors.
    #[error("group {0} is not connected")]
    Apart(usize),
    /// A group has no pieces.
    #[error("group {0} is empty")]
    Empty(usize),
    /// Not as many holes as groups, which cannot be: see [`Solution::holes`].
    #[error("there are {groups} groups but {holes} holes")]
    Euler {
        /// How many groups.
        groups: usize,
        /// How many holes.
        holes: usize,
    },
}

/// The pieces of a group in canonical order: the smallest piece first, on cell
/// (0, 0), then the others as a walk through the doors meets them, breadth
/// first and direction by direction.
pub type Group = Vec<Piece>;

/// A transcendental solution in canonical form: the groups in the order of
/// their smallest pieces. Two solutions that differ by shifts only are equal;
/// rotations of one are others.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    tiles: Tiles,
    groups: Vec<Group>,
    holes: usize,
}

impl Solution {
    /// The solution in which the pieces lie so, each list on a board of its own.
    ///
    /// # Errors
    ///
    /// Whatever keeps it from being a solution.
    pub fn new(tiles: Tiles, groups: Vec<Vec<Piece>>) -> Result<Solution, Fault> {
        let mut seen = [false; 64];
        for piece in groups.iter().flatten() {
            let seen = seen
                .get_mut(usize::from(piece.doors))
                .filter(|_| usize::from(piece.doors) < tiles.pieces())
                .ok_or(Fault::NoSuchPiece(piece.doors.into()))?;
            if std::mem::replace(seen, true) {
                return Err(Fault::Twice(piece.doors));
            }
        }
        if let Some(missing) = seen[..tiles.pieces()].iter().position(|seen| !seen) {
            return Err(Fault::Missing(missing as Doors));
        }
        let mut holes = 0;
        let mut canonical = Vec::with_capacity(groups.len());
        for (i, pieces) in groups.iter().enumerate() {
            let board = Board::new(tiles, pieces, i + 1)?;
            board.check(pieces, i + 1)?;
            canonical.push(board.walk(pieces, i + 1)?);
            holes += board.holes().len();
        }
        canonical.sort_unstable_by_key(|group| group[0].doors);
        // With squares a hole can also be closed by corners, and four pieces
        // around a corner need not be connected in a ring: no such law there.
        if tiles == Tiles::Hexagons && holes != canonical.len() {
            return Err(Fault::Euler {
                groups: canonical.len(),
                holes,
            });
        }
        Ok(Solution {
            tiles,
            groups: canonical,
            holes,
        })
    }

    /// What it is made of.
    pub fn tiles(&self) -> Tiles {
        self.tiles
    }

    /// The groups, each with its smallest piece at (0, 0).
    pub fn groups(&self) -> &[Group] {
        &self.groups
    }

    /// How many holes the groups have together.
    ///
    /// With hexagons that is the number of groups: take pieces as vertices and
    /// pairs of doors as edges. There are 64 of the former and 6 · 32 / 2 = 96
    /// of the latter. The 96 pairs of adjacent doors of a piece are the corners
    /// of 32 triangles, since two neighbours of a piece that are each other's
    /// neighbours are connected, too. By Euler's formula groups − holes =
    /// 64 − 96 + 32 = 0.
    pub fn holes(&self) -> usize {
        self.holes
    }

    /// The holes of a group, as lists of empty cells. None if there is no such
    /// group.
    pub fn holes_of(&self, group: usize) -> Option<Vec<Vec<Cell>>> {
        let pieces = self.groups.get(group)?;
        Some(Board::new(self.tiles, pieces, group + 1).ok()?.holes())
    }

    /// Does the symmetry take the solution to itself, but for shifts of the
    /// groups?
    pub fn has(&self, symmetry: Symmetry) -> bool {
        let mut places = [(0, Cell::default()); 64];
        for (i, group) in self.groups.iter().enumerate() {
            for piece in group {
                places[usize::from(piece.doors)] = (i, piece.cell);
            }
        }
        // Every piece of a group must go to the same group, shifted alike.
        self.groups.iter().all(|group| {
            let mut images = group.iter().map(|piece| {
                let image = symmetry.doors(piece.doors);
                let turned = symmetry.cell(piece.cell);
                let (group, place) = places[usize::from(image)];
                (group, place.q - turned.q, place.r - turned.r)
            });
            let first = images.next();
            images.all(|image| Some(image) == first)
        })
    }

    /// What symmetry it has.
    pub fn symmetry(&self) -> Kind {
        let all = Symmetry::all(self.tiles);
        Kind::of(self.tiles, all.filter(|&symmetry| self.has(symmetry)))
    }

    /// The solution turned or reflected.
    ///
    /// # Errors
    ///
    /// None for a symmetry of these tiles.
    pub fn image(&self, symmetry: Symmetry) -> Result<Solution, Fault> {
        let groups = self.groups.iter().map(|group| {
            group
                .iter()
                .map(|piece| Piece {
                    cell: symmetry.cell(piece.cell),
                    doors: symmetry.doors(piece.doors),
                })
                .collect()
        });
        Solution::new(self.tiles, groups.collect())
    }
}

/// A cell of a laid out group without a piece.
const EMPTY: Doors = 0xff;

/// A cell of a laid out group that does not count: behind it begins the next
/// line. No piece is so called.
const EDGE: Doors = 0xfe;

/// A group laid out line by line, with a margin of empty cells and, outside of
/// that, an edge.
struct Board {
    tiles: Tiles,
    origin: Cell,
    width: usize,
    cells: Vec<Doors>,
    steps: [isize; 8],
}

impl Board {
    /// Lays out the pieces of the group with this number.
    fn new(tiles: Tiles, pieces: &[Piece], number: usize) -> Result<Board, Fault> {
        let first = pieces.first().ok_or(Fault::Empty(number))?.cell;
        let (mut low, mut high) = (first, first);
        for Piece { cell, .. } in pieces {
            low = Cell::new(low.q.min(cell.q), low.r.min(cell.r));
            high = Cell::new(high.q.max(cell.q), high.r.max(cell.r));
        }
        let (across, down) = (high.q.abs_diff(low.q), high.r.abs_diff(low.r));
        // A connected group is no wider than its pieces are many.
        if across.max(down) as usize >= pieces.len() {
            return Err(Fault::Apart(number));
        }
        let (width, height) = (across as usize + 5, down as usize + 5);
        let mut cells = vec![EMPTY; width * height];
        cells[..width].fill(EDGE);
        cells[width * (height - 1)..].fill(EDGE);
        for line in cells.chunks_exact_mut(width) {
            line[0] = EDGE;
            line[width - 1] = EDGE;
        }
        let mut steps = [0; 8];
        for (step, &(q, r)) in steps.iter_mut().zip(tiles.steps()) {
            *step = q as isize + r as isize * width as isize;
        }
        let mut board = Board {
            tiles,
            origin: low,
            width,
            cells,
            steps,
        };
        for &Piece { cell, doors } in pieces {
            let at = board.index(cell);
            if std::mem::replace(&mut board.cells[at], doors) != EMPTY {
                return Err(Fault::SameCell {
                    group: number,
                    cell,
                });
            }
        }
        Ok(board)
    }

    fn index(&self, cell: Cell) -> usize {
        let across = (cell.q - self.origin.q) as usize + 2;
        let down = (cell.r - self.origin.r) as usize + 2;
        across + down * self.width
    }

    fn cell(&self, index: usize) -> Cell {
        Cell::new(
            (index % self.width) as i32 - 2 + self.origin.q,
            (index / self.width) as i32 - 2 + self.origin.r,
        )
    }

    /// Does every door meet a door, and has no other side a neighbour?
    fn check(&self, pieces: &[Piece], number: usize) -> Result<(), Fault> {
        for &Piece { cell, doors } in pieces {
            let at = self.index(cell);
            for direction in 0..self.tiles.doors() {
                let neighbour = self.cells[at.wrapping_add_signed(self.steps[direction])];
                let door = doors >> direction & 1 == 1;
                let back = self.tiles.opposite(direction);
                let right = match neighbour {
                    EMPTY => !door,
                    other => door && other >> back & 1 == 1,
                };
                if !right {
                    return Err(if door {
                        Fault::OpenDoor {
                            group: number,
                            cell,
                            doors,
                            direction,
                        }
                    } else {
                        Fault::Neighbour {
                            group: number,
                            cell,
                            doors,
                            direction,
                        }
                    });
                }
            }
        }
        Ok(())
    }

    /// The group in canonical order. Fails where it is not connected.
    fn walk(&self, pieces: &[Piece], number: usize) -> Result<Group, Fault> {
        let first = pieces.iter().min_by_key(|piece| piece.doors);
        let first = first.ok_or(Fault::Empty(number))?;
        let mut met = vec![false; self.cells.len()];
        let mut group = Group::with_capacity(pieces.len());
        let piece = |cell: Cell, doors: Doors| Piece {
            cell: Cell::new(cell.q - first.cell.q, cell.r - first.cell.r),
            doors,
        };
        met[self.index(first.cell)] = true;
        group.push(piece(first.cell, first.doors));
        let mut next = 0;
        while let Some(&Piece { cell, doors }) = group.get(next) {
            next += 1;
            let cell = Cell::new(cell.q + first.cell.q, cell.r + first.cell.r);
            let at = self.index(cell);
            for direction in self.tiles.directions(doors) {
                let there = at.wrapping_add_signed(self.steps[direction]);
                if !std::mem::replace(&mut met[there], true) {
                    let neighbour = cell.neighbour(self.tiles, direction);
                    group.push(piece(neighbour, self.cells[there]));
                }
            }
        }
        if group.len() < pieces.len() {
            return Err(Fault::Apart(number));
        }
        Ok(group)
    }

    /// The bounded regions of empty cells. Empty squares that touch at a
    /// corner only are connected, since the pieces on either side are not.
    fn holes(&self) -> Vec<Vec<Cell>> {
        let width = self.width as isize;
        let mut steps = self.steps;
        let mut ways = self.tiles.doors();
        if self.tiles == Tiles::Squares {
            steps[4..].copy_from_slice(&[1 - width, -1 - width, width - 1, width + 1]);
            ways = 8;
        }
        let mut open: Vec<bool> = self.cells.iter().map(|&cell| cell == EMPTY).collect();
        let mut region = Vec::with_capacity(open.len());
        let mut flood = |open: &mut [bool], from: usize| -> Vec<Cell> {
            region.clear();
            region.push(from);
            open[from] = false;
            let mut next = 0;
            while let Some(&at) = region.get(next) {
                next += 1;
                for step in &steps[..ways] {
                    let there = at.wrapping_add_signed(*step);
                    if std::mem::replace(&mut open[there], false) {
                        region.push(there);
                    }
                }
            }
            region.iter().map(|&at| self.cell(at)).collect()
        };
        // The margin is outside, all of it in one piece.
        flood(&mut open, self.width + 1);
        let mut holes = Vec::new();
        for from in 0..open.len() {
            if open[from] {
                holes.push(flood(&mut open, from));
            }
        }
        holes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::{Event, Settings, walk};

    /// Any solution of the squares.
    fn squares() -> Solution {
        let settings = Settings {
            tiles: Tiles::Squares,
            ..Settings::hexagons("doors".parse().unwrap())
        };
        let mut walk = walk(&settings);
        walk.begin(1);
        assert_eq!(walk.advance(&mut (1 << 20)), Event::Solved);
        Solution::new(Tiles::Squares, walk.pieces()).unwrap()
    }

    #[test]
    fn faults_are_told_apart() {
        let right = squares().groups().to_vec();
        let wrong = |change: &dyn Fn(&mut Vec<Group>)| {
            let mut groups = right.clone();
            change(&mut groups);
            Solution::new(Tiles::Squares, groups).unwrap_err()
        };
        let last = right.len() - 1;
        assert_eq!(
            wrong(&|groups| groups[last][0].doors = 16),
            Fault::NoSuchPiece(16)
        );
        assert_eq!(
            wrong(&|groups| groups[last][0].doors = 255),
            Fault::NoSuchPiece(255)
        );
        let doors = right[last][1].doors;
        assert_eq!(
            wrong(&|groups| groups[last][0].doors = doors),
            Fault::Twice(doors)
        );
        assert_eq!(wrong(&|groups| drop(groups.remove(0))), Fault::Missing(0));
        assert_eq!(
            wrong(&|groups| groups.push(Vec::new())),
            Fault::Empty(right.len() + 1)
        );
        let cell = right[last][1].cell;
        let same = wrong(&|groups| groups[last][0].cell = cell);
        assert_eq!(
            same,
            Fault::SameCell {
                group: last + 1,
                cell
            }
        );
        let far = wrong(&|groups| groups[last][0].cell = Cell::new(i32::MIN, i32::MAX));
        assert_eq!(far, Fault::Apart(last + 1));
        let swapped = wrong(&|groups| {
            let first = groups[last][0].doors;
            groups[last][0].doors = groups[last][1].doors;
            groups[last][1].doors = first;
        });
        assert!(
            matches!(swapped, Fault::OpenDoor { .. } | Fault::Neighbour { .. }),
            "{swapped:?}"
        );
        let joined = wrong(&|groups| {
            // The doorless piece far away on the board of the others.
            let mut alone = groups.remove(0);
            alone[0].cell = Cell::new(-8, 0);
            groups[last - 1].append(&mut alone);
        });
        assert_eq!(joined, Fault::Apart(last));
    }
}
