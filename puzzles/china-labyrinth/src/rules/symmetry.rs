//! Rotations and reflections. Pieces are never turned: a symmetry of the plane maps every piece to
//! another one, or to itself. So it maps a solution to a solution.

use super::tiles::{Cell, Doors, Tiles};

/// A rotation or reflection, by its effect on directions: direction d becomes `turn` + d, or `turn`
/// − d if `mirrored`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Symmetry {
    tiles: Tiles,
    turn: usize,
    mirrored: bool,
}

impl Symmetry {
    /// All of them, the identity first.
    pub fn all(tiles: Tiles) -> impl Iterator<Item = Symmetry> {
        let turns = tiles.doors();
        (0..2 * turns).map(move |i| Symmetry {
            tiles,
            turn: i % turns,
            mirrored: i >= turns,
        })
    }

    /// The image of a direction.
    pub const fn direction(self, direction: usize) -> usize {
        let n = self.tiles.doors();
        match self.mirrored {
            true => (n + self.turn - direction) % n,
            false => (self.turn + direction) % n,
        }
    }

    /// The image of a piece.
    pub fn doors(self, doors: Doors) -> Doors {
        let directions = self.tiles.directions(doors);
        directions.fold(0, |image, d| image | 1 << self.direction(d))
    }

    /// The image of a cell; cell (0, 0) stays.
    pub const fn cell(self, cell: Cell) -> Cell {
        // Cell (1, 0) lies in the first direction, (0, 1) in the last one.
        let steps = self.tiles.steps();
        let (a, b) = steps[self.direction(0)];
        let (c, d) = steps[self.direction(steps.len() - 1)];
        Cell::new(cell.q * a + cell.r * c, cell.q * b + cell.r * d)
    }
}

/// The common name of these symmetries, whatever the directions of their axes: `none`, or a turn
/// and mirrors with + between them.
pub(super) fn label(symmetries: impl IntoIterator<Item = Symmetry>) -> String {
    let (mut turns, mut door, mut corner) = (0, None, None);
    for Symmetry { turn, mirrored, .. } in symmetries {
        match (mirrored, turn % 2) {
            (false, _) => turns += 1,
            // It keeps direction turn / 2.
            (true, 0) => door = Some("door-mirror"),
            (true, _) => corner = Some("corner-mirror"),
        }
    }
    let turn = match turns {
        2 => Some("half-turn"),
        3 => Some("third-turn"),
        4 => Some("quarter-turn"),
        6 => Some("sixth-turn"),
        _ => None,
    };
    let words: Vec<&str> = [turn, door, corner].into_iter().flatten().collect();
    match words[..] {
        [] => "none".to_owned(),
        _ => words.join("+"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symmetries_have_names() {
        let all: Vec<Symmetry> = Symmetry::all(Tiles::Hexagons).collect();
        for (which, name) in [
            (&[0][..], "none"),
            (&[0, 3], "half-turn"),
            (&[0, 2, 4], "third-turn"),
            (&[0, 6], "door-mirror"),
            (&[0, 9], "corner-mirror"),
            (&[0, 3, 6, 9], "half-turn+door-mirror+corner-mirror"),
            (&[0, 1, 2, 3, 4, 5], "sixth-turn"),
        ] {
            assert_eq!(label(which.iter().map(|&i| all[i])), name);
        }
    }
}
