//! A slow tracer, straight from the rule of the game on a 2-D array of
//! characters. It shares no code and no idea with the tracer of the library,
//! so each can prove the other wrong.
//!
//! ```
//! use slow_tracer::{Fate, fates};
//!
//! let fates = fates("O--------");
//! assert_eq!(fates[..4], [Fate::Absorbed, Fate::Reflected, Fate::Out(6), Fate::Absorbed]);
//! ```

mod board;
pub mod games;

pub use board::{Board, NOT_SHOT};

/// The names of the 17 columns of ray statistics in the table of molecules, in their order.
pub const COLUMNS: [&str; 17] = [
    "absorbed_number",
    "absorbed_max_length",
    "absorbed_max_turns",
    "absorbed_tot_length",
    "absorbed_tot_turns",
    "reflected_number",
    "reflected_edge",
    "reflected_deep",
    "reflected_max_length",
    "reflected_max_turns",
    "reflected_tot_length",
    "reflected_tot_turns",
    "out_number",
    "out_max_length",
    "out_max_turns",
    "out_tot_length",
    "out_tot_turns",
];

/// The result of all rays of a molecule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Traced {
    /// One symbol per position.
    pub spectrum: String,
    /// In the order of [`COLUMNS`].
    pub statistics: [u16; 17],
}

/// What happens to a ray.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Fate {
    /// It hit an atom.
    Absorbed,
    /// It came out where it went in.
    Reflected,
    /// It came out at this position.
    Out(u8),
}

struct Path {
    fate: Fate,
    length: u16,
    turns: u16,
}

/// Fires all 4p rays at a molecule's linear text.
pub fn trace(molecule: &str) -> Traced {
    let board = Board::of(molecule);
    let paths = (0..board.places.len()).map(|position| shoot(&board, position));
    let paths: Vec<Path> = paths.collect();

    // Every ray is fired. But if two rays go the same way in opposite
    // directions, only the first one counts.
    let mut spectrum = String::new();
    let mut labels = 'a'..;
    let (mut absorbed, mut reflected, mut out) = (vec![], vec![], vec![]);
    for (position, path) in paths.iter().enumerate() {
        let symbol = match path.fate {
            Fate::Absorbed => {
                absorbed.push(path);
                '@'
            }
            Fate::Reflected => {
                reflected.push(path);
                '&'
            }
            Fate::Out(exit) => {
                let exit = usize::from(exit);
                assert_ne!(exit, position, "{molecule}: it comes out where it went in");
                assert!(paths[exit].fate == Fate::Out(position as u8));
                match spectrum.chars().nth(exit) {
                    Some(label) => label,
                    None => {
                        out.push(path);
                        labels.next().unwrap()
                    }
                }
            }
        };
        spectrum.push(symbol);
    }

    let edge = reflected.iter().filter(|path| path.length == 0).count() as u16;
    let [a, r, o] = [absorbed, reflected, out].map(tally);
    let reflected = [r[0], edge, r[0] - edge, r[1], r[2], r[3], r[4]];
    Traced {
        spectrum,
        statistics: [&a[..], &reflected, &o].concat().try_into().unwrap(),
    }
}

/// Number, greatest length, most turns, total length, total turns.
fn tally(paths: Vec<&Path>) -> [u16; 5] {
    let lengths = paths.iter().map(|path| path.length);
    let turns = paths.iter().map(|path| path.turns);
    [
        paths.len() as u16,
        lengths.clone().max().unwrap_or(0),
        turns.clone().max().unwrap_or(0),
        lengths.sum(),
        turns.sum(),
    ]
}

/// What happens to a ray from a position.
pub fn fate(board: &Board, position: usize) -> Fate {
    shoot(board, position).fate
}

/// What happens to each ray at a molecule's linear text.
pub fn fates(molecule: &str) -> Vec<Fate> {
    let board = Board::of(molecule);
    let positions = 0..board.places.len();
    positions.map(|position| fate(&board, position)).collect()
}

/// Fires one ray from a position.
fn shoot(board: &Board, position: usize) -> Path {
    let beyond = board.width as isize + 1;
    let atom = |line: isize, column: isize| board.squares[line as usize][column as usize] == 'O';
    let inside = |line, column| (1..beyond).contains(&line) && (1..beyond).contains(&column);

    let place = board.places[position];
    let (mut line, mut column) = (place.0 as isize, place.1 as isize);
    // The change of line and column per step; south is (1, 0), east (0, 1).
    let mut step = match (line, column) {
        (_, 0) => (0, 1),
        (0, _) => (1, 0),
        (_, c) if c == beyond => (0, -1),
        _ => (-1, 0),
    };
    let (mut length, mut turns) = (0, 0);
    let fate = loop {
        let left = (-step.1, step.0);
        let right = (step.1, -step.0);
        let ahead = (line + step.0, column + step.1);
        let atom_left = atom(ahead.0 + left.0, ahead.1 + left.1);
        let atom_right = atom(ahead.0 + right.0, ahead.1 + right.1);

        if atom(ahead.0, ahead.1) {
            break Fate::Absorbed;
        } else if atom_left && atom_right {
            break Fate::Reflected;
        } else if atom_left || atom_right {
            if !inside(line, column) {
                break Fate::Reflected;
            }
            step = if atom_left { right } else { left };
            turns += 1;
        } else {
            (line, column) = ahead;
            if !inside(line, column) {
                let place = (line as usize, column as usize);
                let exit = board.places.iter().position(|&other| other == place);
                break Fate::Out(exit.unwrap() as u8);
            }
            length += 1;
        }
    };
    Path {
        fate,
        length,
        turns,
    }
}
