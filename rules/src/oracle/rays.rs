//! Fires rays at a drawn board, straight from the rules of the game.

use super::Plain;
use super::board::{ATOM, BLANK, EMPTY, Heading, Square, UNDECIDED};
use crate::ray::Outcome;

/// The spectrum of a molecule and the statistics of its rays.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// The spectrum.
    pub spectrum: Vec<u8>,
    /// The seventeen counts in the order of the columns of the table
    /// Molecules, from `absorbed_number` to `out_tot_turns`.
    pub statistics: [i64; 17],
}

/// The end of a ray.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum End {
    /// The ray hit an atom.
    Absorbed,
    /// The ray came out where it went in.
    Reflected,
    /// The ray came out at this position.
    Out(u8),
}

/// A ray on its path or at its end.
#[derive(Clone, Copy)]
pub(super) struct PlainRay {
    entry: Square,
    place: Square,
    heading: Heading,
    pub(super) length: i64,
    pub(super) turns: i64,
}

/// Why a ray cannot be followed further.
pub(super) enum Halt {
    /// The ray has ended.
    End(End),
    /// Its next step depends on this undecided cell.
    Undecided(Square),
}

/// Over rays of one outcome: the number, the greatest length and number of turns, and the sums of both.
type Sums = [i64; 5];

fn add([number, max_length, max_turns, tot_length, tot_turns]: &mut Sums, ray: PlainRay) {
    *number += 1;
    *max_length = ray.length.max(*max_length);
    *max_turns = ray.turns.max(*max_turns);
    *tot_length += ray.length;
    *tot_turns += ray.turns;
}

/// The only place where the oracle knows a type of the rules.
impl From<Outcome> for End {
    fn from(outcome: Outcome) -> End {
        match outcome {
            Outcome::Absorbed => End::Absorbed,
            Outcome::Reflected => End::Reflected,
            Outcome::Out(exit) => End::Out(exit.index() as u8),
        }
    }
}

/// A difference from the rules.
///
/// ```
/// use blackbox_rules::puzzle::Puzzle;
/// use blackbox_rules::puzzle::text::BoardText;
/// use blackbox_rules::puzzle::variant::Variant;
/// use blackbox_rules::watch::unwatched;
///
/// // Two atoms side by side at the edge: each should absorb its ray.
/// let read = BoardText::parse(b"A2_B8, west 7 = R, west 8 = R")?;
/// let puzzle = Puzzle::new(read.evidence, 2..=2)?;
/// let agree = unwatched(|observed| {
///     puzzle.by_variants(&puzzle.contradiction(observed)?, observed)
/// });
/// let agree = agree.unwrap();
/// assert_eq!(agree[0].0, Variant::EdgeFirst);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Variant {
    /// An atom beside the first cell reflects the ray, even if another one is in that cell.
    EdgeFirst,
    /// An atom diagonally ahead turns the ray, even if another atom is straight ahead.
    TurnFirst,
}

impl Plain {
    /// Whether the ray from a position of a drawn board ends like this in a variant.
    pub(crate) fn ends_by(
        &self,
        board: &[u8],
        position: usize,
        end: End,
        variant: Variant,
    ) -> bool {
        let (place, heading) = self.around[position];
        let mut ray = PlainRay::new(place, heading);
        matches!(self.advance_by(board, &mut ray, Some(variant)), Halt::End(found) if found == end)
    }

    /// Fires a ray from every position at a molecule.
    pub fn trace(&self, text: &[u8]) -> Traced {
        let mut board = self.drawn(text);
        let [mut absorbed, mut reflected, mut out] = [[0; 5]; 3];
        let mut edge = 0;
        let mut letter = b'a';
        let mut spectrum = Vec::with_capacity(self.around.len());
        for &(place, heading) in &self.around {
            // A ray that came out has written its letter at its other end.
            let written = board[place];
            if written != BLANK {
                spectrum.push(written);
                continue;
            }
            let (ray, end) = self.fire(&board, (place, heading));
            spectrum.push(match end {
                End::Absorbed => {
                    add(&mut absorbed, ray);
                    b'@'
                }
                End::Reflected => {
                    add(&mut reflected, ray);
                    edge += i64::from(ray.length == 0);
                    b'&'
                }
                End::Out(exit) => {
                    add(&mut out, ray);
                    board[self.around[usize::from(exit)].0] = letter;
                    letter += 1;
                    letter - 1
                }
            });
        }
        let [number, others @ ..] = reflected;
        let reflected = [number, edge, number - edge];
        let row = absorbed.into_iter().chain(reflected);
        let mut row = row.chain(others).chain(out);
        Traced {
            spectrum,
            statistics: [0; 17].map(|_| row.next().unwrap_or(0)),
        }
    }

    /// The ray from each position: its end, its length and its turns.
    pub fn rays(&self, text: &[u8]) -> Vec<(End, i64, i64)> {
        let board = self.drawn(text);
        let rays = self.around.iter().map(|&entry| self.fire(&board, entry));
        rays.map(|(ray, end)| (end, ray.length, ray.turns))
            .collect()
    }

    /// The end of the ray from each position.
    pub fn ends(&self, text: &[u8]) -> Vec<End> {
        self.rays(text).into_iter().map(|(end, ..)| end).collect()
    }

    /// The end of the ray from one position.
    pub fn end(&self, text: &[u8], position: usize) -> End {
        self.fire(&self.drawn(text), self.around[position]).1
    }

    /// Fires a ray at a board without undecided cells.
    fn fire(&self, board: &[u8], (place, heading): (Square, Heading)) -> (PlainRay, End) {
        let mut ray = PlainRay::new(place, heading);
        let Halt::End(end) = self.advance(board, &mut ray) else {
            unreachable!("every cell of a drawn molecule is decided")
        };
        (ray, end)
    }

    /// Follows a ray as far as decided cells allow.
    pub(super) fn advance(&self, board: &[u8], ray: &mut PlainRay) -> Halt {
        self.advance_by(board, ray, None)
    }

    fn advance_by(&self, board: &[u8], ray: &mut PlainRay, variant: Option<Variant>) -> Halt {
        loop {
            let ahead = self.beside(ray.place, ray.heading);
            let enters = ray.place == ray.entry;
            // In this variant, a ray may go around in a loop and never come out.
            if variant == Some(Variant::TurnFirst) && ray.turns > 4 * board.len() as i64 {
                return Halt::End(End::Absorbed);
            }
            let hits_first = match variant {
                None => true,
                Some(Variant::EdgeFirst) => !enters,
                Some(Variant::TurnFirst) => false,
            };
            match board[ahead] {
                UNDECIDED => return Halt::Undecided(ahead),
                ATOM if hits_first => return Halt::End(End::Absorbed),
                _ => {}
            }
            let left = self.beside(ahead, ray.heading + 3);
            let right = self.beside(ahead, ray.heading + 1);
            if let Some(place) = [left, right].into_iter().find(|&at| board[at] == UNDECIDED) {
                return Halt::Undecided(place);
            }
            let (left, right) = (board[left] == ATOM, board[right] == ATOM);
            if (left && right) || ((left || right) && enters) {
                return Halt::End(End::Reflected);
            }
            if left || right {
                // The ray turns away from the atom, and checks again before it moves.
                ray.heading += if left { 1 } else { 3 };
                ray.turns += 1;
                continue;
            }
            if board[ahead] == ATOM {
                return Halt::End(End::Absorbed);
            }
            ray.place = ahead;
            if board[ahead] != EMPTY {
                return Halt::End(End::Out(self.positions[ahead]));
            }
            ray.length += 1;
        }
    }
}

impl PlainRay {
    /// A ray that is fired from a place around the box.
    pub(super) fn new(entry: Square, heading: Heading) -> PlainRay {
        PlainRay {
            entry,
            place: entry,
            heading,
            length: 0,
            turns: 0,
        }
    }
}
