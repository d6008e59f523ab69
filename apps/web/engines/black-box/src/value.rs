//! Converts numbers, positions, cells and answers of rays between the engine and the site's script.

use std::ops::RangeInclusive;

use blackbox::board::{Cell, Config, Position, Size};
use blackbox::ray::Outcome;
use serde::{Deserialize, Serialize};
use web_engine::Refusal;

/// The number of a molecule. In JSON it is a string, because JavaScript numbers are exact only up to 2⁵³.
#[derive(Clone, Copy, Deserialize, Serialize)]
#[serde(try_from = "String", into = "String")]
pub(crate) struct Number(pub(crate) u64);

impl TryFrom<String> for Number {
    type Error = std::num::ParseIntError;

    fn try_from(text: String) -> Result<Number, Self::Error> {
        text.parse().map(Number)
    }
}

impl From<Number> for String {
    fn from(number: Number) -> String {
        number.0.to_string()
    }
}

/// The size of a box that can be played.
pub(crate) fn size(rows: usize, columns: usize) -> Result<Size, Refusal> {
    let size = Size::new(rows, columns)?;
    Config::in_box(0, size)?;
    Ok(size)
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

pub(crate) fn range(least: u64, most: u64) -> Result<RangeInclusive<u64>, Refusal> {
    if least > most {
        return Err(Refusal(format!(
            "{least} to {most} atoms is not a range; the lower number comes first"
        )));
    }
    Ok(least..=most)
}

pub(crate) fn too_many() -> Refusal {
    Refusal("too many molecules agree; fire more rays".to_owned())
}
