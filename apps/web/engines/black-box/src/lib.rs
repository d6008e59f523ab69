//! Black Box for the page: what the page's script asks, and what the modules of `blackbox` answer.
//!
//! A ray's answer is the position where it comes out: its own if reflected, -1 if absorbed.

mod board;
mod decoded;
mod game;
mod molecule;
mod value;

web_engine::questions! {
    /// Reads a board from a text, as `decode` does.
    Read { text: String } => board::read(&text),
    /// Says at once whether a board can be asked about.
    Accept(position: board::Position) => position.accept(),
    /// Says all that `decode` says of a board.
    Decode(position: board::Position) => decoded::decode(&position),
    /// Draws a game at random.
    Draw { atoms: (u64, u64), rows: usize, columns: usize, fair: Option<bool>, seed: u64 }
        => value::size(rows, columns).and_then(|size| game::draw(atoms, size, fair, seed)),
    /// Says which rays the player's balls explain.
    Suppose { rows: usize, columns: usize, balls: Vec<usize>, shots: Vec<(usize, i32)> }
        => value::size(rows, columns).and_then(|size| game::suppose(size, &balls, &shots)),
    /// Ends a game.
    Check(check: game::Check) => check.answer(),
    /// Says what each ray of a game told, and what another one would have.
    Review(check: game::Check) => check.review(),
    /// Says everything about a molecule.
    Molecule(named: molecule::Named) => named.answer(),
}
