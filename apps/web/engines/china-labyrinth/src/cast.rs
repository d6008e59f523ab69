//! Hexagrams: their names, and casts of them.

use china_labyrinth::rules::{CastMethod, Doors, hexagrams as all};
use china_labyrinth::search::Random;
use serde::{Deserialize, Serialize};
use web_engine::Refusal;

/// A hexagram by its piece.
#[derive(Serialize)]
pub(crate) struct Named {
    doors: Doors,
    number: u8,
    name: &'static str,
    reading: &'static str,
}

/// All hexagrams, in the order of their pieces.
pub(crate) fn hexagrams() -> Vec<Named> {
    let named = all::all().map(|hexagram| Named {
        doors: hexagram.doors,
        number: hexagram.number,
        name: hexagram.name,
        reading: hexagram.reading,
    });
    let mut named: Vec<Named> = named.collect();
    named.sort_by_key(|named| named.doors);
    named
}

#[derive(Deserialize)]
pub(crate) struct Wanted {
    seed: u64,
    with: Method,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Method {
    Yarrow,
    Coins,
}

#[derive(Serialize)]
pub(crate) struct Told {
    /// The lines from below.
    lines: [u8; 6],
    /// How many of 16 lines are 6, 7, 8 and 9; and for each line cast, how many of 16 are like it.
    of_16: [u64; 4],
    weights: [u64; 6],
    hexagram: Doors,
    becomes: Doors,
    /// How many of 16⁶ casts are this one, and how many have its hexagram.
    casts: u64,
    alike: u64,
    all: u64,
}

impl Wanted {
    pub(crate) fn answer(&self) -> Result<Told, Refusal> {
        let method = match self.with {
            Method::Yarrow => CastMethod::Yarrow,
            Method::Coins => CastMethod::Coins,
        };
        let mut random = Random::new(self.seed, 0);
        let cast = method.cast(|n| random.below(n));
        let [six, seven, eight, nine] = method.of_16();
        let alike = cast.lines.map(|line| match line % 2 {
            0 => six + eight,
            _ => seven + nine,
        });
        Ok(Told {
            lines: cast.lines,
            of_16: method.of_16(),
            weights: cast.weights,
            hexagram: cast.hexagram,
            becomes: cast.becomes,
            casts: cast.weights.iter().product(),
            alike: alike.iter().product(),
            all: 16u64.pow(6),
        })
    }
}
