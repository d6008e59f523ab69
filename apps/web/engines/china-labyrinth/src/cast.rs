//! Hexagrams: their names, casts of them, and paths between them in a solution.

use china_labyrinth::rules::{CastMethod, Doors, Piece, hexagrams as all};
use china_labyrinth::search::{Random, connected};
use serde::Serialize;
use watch::Stop;
use web_engine::{Refusal, object};

/// All hexagrams, in the order of their pieces.
pub(crate) fn hexagrams() -> Vec<impl Serialize> {
    let named = all::all().map(|hexagram| {
        object! {
            doors: hexagram.doors,
            number: hexagram.number,
            name: hexagram.name,
            reading: hexagram.reading,
        }
    });
    let mut named: Vec<_> = named.collect();
    named.sort_by_key(|named| named.doors);
    named
}

pub(crate) fn cast(seed: u64, with: &str) -> Result<impl Serialize + use<>, Refusal> {
    let method = match with {
        "yarrow" => CastMethod::Yarrow,
        "coins" => CastMethod::Coins,
        other => return Err(Refusal(format!("unknown method of casting: {other:?}"))),
    };
    let mut random = Random::new(seed, 0);
    let cast = method.cast(|n| random.below(n));
    let [six, seven, eight, nine] = method.of_16();
    let lines_like = cast.lines.map(|line| match line % 2 {
        0 => six + eight,
        _ => seven + nine,
    });
    Ok(object! {
        // The lines, from the lowest one.
        lines: cast.lines,
        // Of 16 lines, the numbers that are 6, 7, 8 and 9; and for each line, the number of lines like it.
        of_16: method.of_16(),
        weights: cast.weights,
        hexagram: cast.hexagram,
        becomes: cast.becomes,
        // Of 16⁶ casts, the number with these lines, and the number with this hexagram.
        casts: cast.weights.iter().product::<u64>(),
        hexagram_casts: lines_like.iter().product::<u64>(),
        all: 16u64.pow(6),
    })
}

/// The first solution of a random search in which a path leads from one hexagram to the other.
pub(crate) fn connect(from: Doors, to: Doors, seed: u64) -> Result<impl Serialize, Refusal> {
    let found = connected(from, to, seed, &Stop::default())?;
    let none = |_| Refusal("no path leads from the first piece to the second".to_owned());
    let (solution, path) = found.map_err(none)?;
    let piece = |piece: &Piece| (piece.cell.q, piece.cell.r, piece.doors);
    let group = |group: &Vec<Piece>| group.iter().map(piece).collect::<Vec<_>>();
    Ok(object! {
        // The pieces of each group, as q, r and piece.
        groups: solution.groups().iter().map(group).collect::<Vec<_>>(),
        // The pieces of the path, including both ends.
        path: path.iter().map(|piece| piece.doors).collect::<Vec<Doors>>(),
    })
}
