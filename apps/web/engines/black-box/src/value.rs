//! Converts numbers, positions, cells and answers of rays between the engine and the site's script.

use blackbox::board::{Board, Cell, Position, Size};
use blackbox::ray::Outcome;
use web_engine::Refusal;

/// The number of a molecule as a string, because JavaScript numbers are exact only up to 2⁵³.
pub(crate) fn number(board: Board) -> Option<String> {
    board.number().map(|number| number.to_string())
}

pub(crate) const ABSORBED: i32 = -1;

/// Encodes the answer to a ray for the script.
pub(crate) fn exit(position: Position, outcome: Outcome) -> i32 {
    match outcome {
        Outcome::Absorbed => ABSORBED,
        Outcome::Reflected => position.index() as i32,
        Outcome::Out(exit) => exit.index() as i32,
    }
}

pub(crate) fn position(index: usize, size: Size) -> Result<Position, Refusal> {
    let none = || Refusal(format!("there is no position {index}"));
    size.position(index).ok_or_else(none)
}

pub(crate) fn cell(index: usize, size: Size) -> Result<Cell, Refusal> {
    let none = || Refusal(format!("there is no cell {index}"));
    size.cell_numbered(index).ok_or_else(none)
}

/// Decodes a ray and its answer, in a box of this size.
pub(crate) fn shot((from, exit): (usize, i32), size: Size) -> Result<(Position, Outcome), Refusal> {
    let from = position(from, size)?;
    let outcome = match usize::try_from(exit) {
        Err(_) if exit == ABSORBED => Outcome::Absorbed,
        Ok(exit) if exit == from.index() => Outcome::Reflected,
        to => match to.ok().and_then(|exit| size.position(exit)) {
            Some(exit) => Outcome::Out(exit),
            None => return Err(Refusal(format!("no ray comes out at position {exit}"))),
        },
    };
    Ok((from, outcome))
}

pub(crate) fn too_many() -> Refusal {
    Refusal("too many molecules agree; fire more rays".to_owned())
}
