//! Rotations and reflections. Pieces are never turned: a symmetry of the plane
//! takes every piece to another one, or to itself, and so a solution to a
//! solution.

use std::fmt;
use std::str::FromStr;

use super::tiles::{Cell, Doors, Tiles};

/// A rotation or reflection, by what it does to directions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Symmetry {
    tiles: Tiles,
    turn: usize,
    mirrored: bool,
}

impl Symmetry {
    /// Direction d becomes `turn` + d, or `turn` − d if `mirrored`.
    pub const fn new(tiles: Tiles, turn: usize, mirrored: bool) -> Symmetry {
        Symmetry {
            tiles,
            turn: turn % tiles.doors(),
            mirrored,
        }
    }

    /// All of them, the identity first.
    pub fn all(tiles: Tiles) -> impl Iterator<Item = Symmetry> {
        [false, true].into_iter().flat_map(move |mirrored| {
            (0..tiles.doors()).map(move |turn| Symmetry::new(tiles, turn, mirrored))
        })
    }

    /// Does it leave everything where it is?
    pub const fn is_identity(self) -> bool {
        self.turn == 0 && !self.mirrored
    }

    /// Does it reflect?
    pub const fn is_mirror(self) -> bool {
        self.mirrored
    }

    /// This one after another one.
    pub const fn after(self, first: Symmetry) -> Symmetry {
        let n = self.tiles.doors();
        let turn = if self.mirrored {
            n + self.turn - first.turn
        } else {
            self.turn + first.turn
        };
        Symmetry::new(self.tiles, turn, self.mirrored != first.mirrored)
    }

    /// The image of a direction.
    pub const fn direction(self, direction: usize) -> usize {
        let n = self.tiles.doors();
        if self.mirrored {
            (n + self.turn - direction) % n
        } else {
            (self.turn + direction) % n
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

/// What symmetry something has, whatever way its axes lie.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Kind {
    turns: usize,
    door_mirror: bool,
    corner_mirror: bool,
}

impl Kind {
    /// The kind of all these symmetries together.
    pub fn of(tiles: Tiles, symmetries: impl IntoIterator<Item = Symmetry>) -> Kind {
        let mut turns = [false; 6];
        let mut kind = Kind::default();
        for symmetry in symmetries {
            if !symmetry.mirrored {
                turns[symmetry.turn] = true;
            } else if symmetry.turn % 2 == 0 {
                // It leaves direction turn / 2 as it is.
                kind.door_mirror = true;
            } else {
                kind.corner_mirror = true;
            }
        }
        turns[0] = true;
        kind.turns = turns[..tiles.doors()].iter().filter(|turn| **turn).count();
        kind
    }

    /// Is there any?
    pub fn is_some(self) -> bool {
        self != Kind::default()
    }

    /// The symmetries of this kind whose axis, if there is one, lies along the
    /// first direction (or, through corners, beside it), the identity first.
    /// None if these tiles do not have the kind.
    pub fn symmetries(self, tiles: Tiles) -> Option<Vec<Symmetry>> {
        let n = tiles.doors();
        if !n.is_multiple_of(self.turns) {
            return None;
        }
        let rotations = (0..self.turns).map(|k| Symmetry::new(tiles, k * n / self.turns, false));
        let mut all: Vec<Symmetry> = rotations.collect();
        if self.door_mirror || self.corner_mirror {
            let mirror = Symmetry::new(tiles, usize::from(!self.door_mirror), true);
            let mirrors: Vec<Symmetry> = all.iter().map(|turn| turn.after(mirror)).collect();
            all.extend(mirrors);
        }
        (Kind::of(tiles, all.iter().copied()) == self).then_some(all)
    }

    /// The kinds that hexagons can have, none excepted.
    pub fn of_hexagons() -> impl Iterator<Item = Kind> {
        const MIRRORS: [(bool, bool); 4] =
            [(false, false), (true, false), (false, true), (true, true)];
        [1, 2, 3, 6].into_iter().flat_map(|turns| {
            MIRRORS.into_iter().filter_map(move |(door, corner)| {
                let kind = Kind {
                    turns,
                    door_mirror: door,
                    corner_mirror: corner,
                };
                let possible = kind.symmetries(Tiles::Hexagons).is_some();
                (possible && kind.is_some()).then_some(kind)
            })
        })
    }
}

impl Default for Kind {
    /// No symmetry.
    fn default() -> Kind {
        Kind {
            turns: 1,
            door_mirror: false,
            corner_mirror: false,
        }
    }
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let turn = match self.turns {
            2 => Some("half-turn"),
            3 => Some("third-turn"),
            4 => Some("quarter-turn"),
            6 => Some("sixth-turn"),
            _ => None,
        };
        let words: Vec<&str> = turn
            .into_iter()
            .chain(self.door_mirror.then_some("door-mirror"))
            .chain(self.corner_mirror.then_some("corner-mirror"))
            .collect();
        if words.is_empty() {
            return f.pad("none");
        }
        f.pad(&words.join("+"))
    }
}

impl FromStr for Kind {
    type Err = String;

    fn from_str(text: &str) -> Result<Kind, String> {
        let mut kind = Kind::default();
        if text == "none" {
            return Ok(kind);
        }
        for word in text.split('+') {
            let turns = match word {
                "half-turn" => 2,
                "third-turn" => 3,
                "quarter-turn" => 4,
                "sixth-turn" => 6,
                "door-mirror" | "corner-mirror" => 1,
                _ => {
                    return Err(
                        "half-turn, third-turn, sixth-turn, door-mirror or corner-mirror is wanted, or a turn and mirrors with + between them"
                            .to_owned(),
                    );
                }
            };
            let there = match word {
                "door-mirror" => std::mem::replace(&mut kind.door_mirror, true),
                "corner-mirror" => std::mem::replace(&mut kind.corner_mirror, true),
                _ => std::mem::replace(&mut kind.turns, turns) != 1,
            };
            if there && turns == 1 {
                return Err(format!("{word} is there twice"));
            }
            if there {
                return Err(
                    "one turn at most is wanted: a sixth-turn is half-turn and third-turn"
                        .to_owned(),
                );
            }
        }
        // Two mirrors, or a half turn and a mirror, bring a third symmetry.
        if kind.turns.is_multiple_of(2) && (kind.door_mirror || kind.corner_mirror)
            || kind.door_mirror && kind.corner_mirror
        {
            let half_turn_too = kind.turns * if kind.turns % 2 == 0 { 1 } else { 2 };
            kind = Kind {
                turns: half_turn_too,
                door_mirror: true,
                corner_mirror: true,
            };
        }
        Ok(kind)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn images_of_doors_and_of_cells_belong_together() {
        for tiles in [Tiles::Hexagons, Tiles::Squares] {
            for symmetry in Symmetry::all(tiles) {
                for d in 0..tiles.doors() {
                    let there = Cell::default().neighbour(tiles, d);
                    let image = Cell::default().neighbour(tiles, symmetry.direction(d));
                    assert_eq!(symmetry.cell(there), image);
                    assert_eq!(symmetry.doors(1 << d), 1 << symmetry.direction(d));
                }
            }
        }
    }

    #[test]
    fn one_after_another_is_a_third() {
        for a in Symmetry::all(Tiles::Hexagons) {
            for b in Symmetry::all(Tiles::Hexagons) {
                for d in 0..6 {
                    assert_eq!(a.after(b).direction(d), a.direction(b.direction(d)));
                }
            }
        }
    }

    #[test]
    fn kinds_have_names_that_are_understood() {
        let kinds: Vec<Kind> = Kind::of_hexagons().collect();
        let names: Vec<String> = kinds.iter().map(Kind::to_string).collect();
        assert_eq!(
            names,
            [
                "door-mirror",
                "corner-mirror",
                "half-turn",
                "half-turn+door-mirror+corner-mirror",
                "third-turn",
                "third-turn+door-mirror",
                "third-turn+corner-mirror",
                "sixth-turn",
                "sixth-turn+door-mirror+corner-mirror",
            ]
        );
        for (kind, name) in kinds.iter().zip(&names) {
            assert_eq!(name.parse::<Kind>().as_ref(), Ok(kind));
            let symmetries = kind.symmetries(Tiles::Hexagons).unwrap();
            assert!(symmetries[0].is_identity());
            for a in &symmetries {
                for b in &symmetries {
                    assert!(symmetries.contains(&a.after(*b)), "{name}");
                }
            }
        }
        assert_eq!("door-mirror+half-turn".parse(), Ok(kinds[3]));
        for wrong in [
            "fifth-turn",
            "",
            "half-turn+third-turn",
            "half-turn+half-turn",
            "door-mirror+door-mirror",
            "none+half-turn",
            "half-turn+none",
        ] {
            assert!(wrong.parse::<Kind>().is_err(), "{wrong}");
        }
        assert_eq!("none".parse(), Ok(Kind::default()));
        assert_eq!(Kind::default().to_string(), "none");
    }

    #[test]
    fn pieces_that_a_symmetry_leaves_alone() {
        let fixed = |kind: &str| {
            let symmetries = kind.parse::<Kind>().unwrap().symmetries(Tiles::Hexagons);
            let symmetry = symmetries.unwrap()[1];
            (0..64).filter(|&p| symmetry.doors(p) == p).count()
        };
        let kinds = [
            "half-turn",
            "third-turn",
            "sixth-turn",
            "door-mirror",
            "corner-mirror",
        ];
        assert_eq!(kinds.map(fixed), [8, 4, 2, 16, 8]);
    }
}
