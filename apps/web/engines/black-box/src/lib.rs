//! The engine of the Black Box page: answers the questions of its script with the modules of `blackbox`.
//!
//! The answer to a ray is the position where it comes out: its own if it is reflected, -1 if it is absorbed.

mod board;
mod decoded;
mod game;
mod molecule;
mod value;

web_engine::questions! {
    /// Parses a board from a text, as `decode` does.
    Read { text: String } => board::read(&text),
    /// Checks a board, without decoding it.
    Accept(position: board::Position) => position.accept(),
    /// Decodes a board.
    Decode(position: board::Position) => decoded::decode(&position),
    /// Draws a game at random.
    Draw { atoms: (u64, u64), rows: usize, columns: usize, fair: Option<bool>, seed: u64 }
        => game::draw(atoms, (rows, columns), fair, seed),
    /// Finds the rays that the player's balls explain.
    Suppose { rows: usize, columns: usize, balls: Vec<usize>, shots: Vec<(usize, i32)> }
        => game::suppose((rows, columns), &balls, &shots),
    /// Ends a game, and compares the balls with the hidden board.
    Check(check: game::Check) => check.answer(),
    /// Reviews a game: the information in each ray, and in the best one.
    Review(check: game::Check) => check.review(),
    /// Describes a molecule.
    Molecule(named: molecule::Named) => named.answer(),
}
