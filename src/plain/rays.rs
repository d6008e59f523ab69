//! Shoots rays at a drawn board, straight from the rule of the game.

use super::Plain;
use super::board::{ATOM, BLANK, EMPTY, Heading, Place};

/// What all rays of a molecule do.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// The spectrum.
    pub spectrum: Vec<u8>,
    /// The seventeen counts in the order of the columns of the table
    /// Molecules, from `absorbed_number` to `out_tot_turns`.
    pub statistics: [i64; 17],
}

#[derive(Clone, Copy, PartialEq)]
enum End {
    Absorbed,
    Reflected,
    Out(Place),
}

#[derive(Clone, Copy)]
struct Ray {
    end: End,
    length: i64,
    turns: i64,
}

/// Number, greatest length, most turns and both sums of the rays of one kind.
#[derive(Clone, Copy, Default)]
struct Sums {
    number: i64,
    max_length: i64,
    max_turns: i64,
    tot_length: i64,
    tot_turns: i64,
}

impl Sums {
    fn add(&mut self, ray: Ray) {
        self.number += 1;
        self.max_length = self.max_length.max(ray.length);
        self.max_turns = self.max_turns.max(ray.turns);
        self.tot_length += ray.length;
        self.tot_turns += ray.turns;
    }
}

impl Plain {
    /// Shoots a ray from every position at a molecule.
    pub fn trace(&self, text: &[u8]) -> Traced {
        let mut board = self.drawn(text);
        let (mut absorbed, mut reflected, mut out) =
            (Sums::default(), Sums::default(), Sums::default());
        let mut edge = 0;
        let mut letter = b'a';
        let mut spectrum = Vec::with_capacity(self.around.len());
        for &(place, heading) in &self.around {
            // A ray that comes out writes its letter at its other end.
            let written = board[place];
            if written != BLANK {
                spectrum.push(written);
                continue;
            }
            let ray = self.shoot(&board, place, heading);
            spectrum.push(match ray.end {
                End::Absorbed => {
                    absorbed.add(ray);
                    b'@'
                }
                End::Reflected => {
                    reflected.add(ray);
                    edge += i64::from(ray.length == 0);
                    b'&'
                }
                End::Out(exit) => {
                    out.add(ray);
                    board[exit] = letter;
                    letter += 1;
                    letter - 1
                }
            });
        }
        let (a, r, o) = (absorbed, reflected, out);
        Traced {
            spectrum,
            statistics: [
                a.number,
                a.max_length,
                a.max_turns,
                a.tot_length,
                a.tot_turns,
                r.number,
                edge,
                r.number - edge,
                r.max_length,
                r.max_turns,
                r.tot_length,
                r.tot_turns,
                o.number,
                o.max_length,
                o.max_turns,
                o.tot_length,
                o.tot_turns,
            ],
        }
    }

    fn shoot(&self, board: &[u8], entry: Place, mut heading: Heading) -> Ray {
        let atom = |place: Place| board[place] == ATOM;
        let (mut place, mut length, mut turns) = (entry, 0, 0);
        let end = loop {
            let ahead = self.beside(place, heading);
            if atom(ahead) {
                break End::Absorbed;
            }
            let left = atom(self.beside(ahead, heading + 3));
            let right = atom(self.beside(ahead, heading + 1));
            if (left && right) || ((left || right) && place == entry) {
                break End::Reflected;
            }
            if left || right {
                // It turns away from the atom, and looks again before it moves.
                heading += if left { 1 } else { 3 };
                turns += 1;
                continue;
            }
            place = ahead;
            if board[place] != EMPTY {
                break End::Out(place);
            }
            length += 1;
        };
        Ray { end, length, turns }
    }
}
