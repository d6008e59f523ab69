//! Black Box for the page: what the page's script asks, and what the rooms of `blackbox` answer.
//!
//! A ray's answer is the position where it comes out: its own if reflected, -1 if absorbed.

mod atlas;
mod board;
mod decoded;
mod game;
mod molecule;
mod value;

use web_engine::{refused, written};

web_engine::questions! {
    /// Reads a board from a text, as `decode` does.
    Read(board::Read) => |read| written(read.answer()),
    /// Says at once whether a board can be asked about.
    Accept(board::Position) => |position| written(position.accept()),
    /// Counts the molecules that agree with a board.
    Find(board::Position) => |position| written(decoded::find(&position)),
    /// Says all that `decode` says of a board.
    Decode(board::Position) => |position| as_json(decoded::decode(&position)),
    /// Draws a game at random.
    Draw(game::Draw) => |draw| written(draw.answer()),
    /// Says which rays the player's balls explain.
    Suppose(game::Suppose) => |supposed| written(supposed.answer()),
    /// Ends a game.
    Check(game::Check) => |check| written(check.answer()),
    /// Says what each ray of a game told, and what another one would have.
    Review(game::Check) => |check| as_json(check.review()),
    /// Says everything about a molecule.
    Molecule(molecule::Named) => |named| written(named.answer()),
    /// Slides parts of a family, and retraces its molecules.
    Slide(atlas::Slid) => |slid| written(slid.answer()),
}

/// An answer that is JSON already.
fn as_json(document: Result<String, web_engine::Refusal>) -> String {
    match document {
        Ok(document) => format!("{{\"ok\":{document}}}"),
        Err(refusal) => refused(&refusal),
    }
}
