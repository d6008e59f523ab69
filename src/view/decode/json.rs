//! Shows what a decoded board says, as JSON.

use std::io::{self, Write};

use serde::Serialize;

use super::{Each, hidden};
use crate::analysis::{Guess, POINTS_AN_ATOM};
use crate::game::{Config, Outcome, Position};
use crate::play::advice::{Advice, NextRay};
use crate::play::marks::MarksVerdict;
use crate::play::solutions::Solutions;

#[derive(Serialize)]
struct Listed {
    number: Option<u64>,
    molecule: String,
    config: String,
}

/// What the shots say of the marks.
#[derive(Serialize)]
struct Marks {
    balls: u64,
    agree: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    agree_error: Option<f64>,
    points: Points,
    tatham_accepts: Option<u128>,
}

#[derive(Serialize)]
struct Points {
    #[serde(skip_serializing_if = "Option::is_none")]
    best: Option<u64>,
    mean: f64,
    worst: u64,
}

impl Marks {
    fn new(marks: &MarksVerdict) -> Marks {
        Marks {
            balls: marks.balls,
            agree: marks.agree,
            agree_error: marks.error,
            points: Points {
                best: Some(POINTS_AN_ATOM * marks.least_wrong),
                mean: POINTS_AN_ATOM as f64 * marks.mean_wrong,
                worst: POINTS_AN_ATOM * marks.most_wrong,
            },
            tatham_accepts: marks.alike,
        }
    }
}

/// A guess if no ray tells anything more. Tatham's program accepts it if it agrees, and only then.
#[derive(Serialize)]
struct Guessed {
    molecule: String,
    agrees: bool,
    points: Points,
}

/// What is hidden.
#[derive(Serialize)]
struct Hidden {
    number: Option<u64>,
    molecule: String,
    config: String,
    agrees: bool,
}

#[derive(Serialize)]
struct Next {
    position: Position,
    bits: f64,
    bits_error: Option<f64>,
    ahead: Option<ToGo>,
    answers: Vec<Answer>,
}

/// What is expected until the board is decided.
#[derive(Serialize)]
struct ToGo {
    shots: f64,
    points: f64,
    exact: bool,
}

#[derive(Serialize)]
struct Answer {
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<Position>,
    count: u128,
}

impl Next {
    fn new(next: &NextRay) -> Next {
        let answer = |&(outcome, count): &(Outcome, u128)| {
            let (answer, position) = match outcome {
                Outcome::Absorbed => ("absorbed", None),
                Outcome::Reflected => ("reflected", None),
                Outcome::Out(exit) => ("out", Some(exit)),
            };
            Answer {
                answer,
                position,
                count,
            }
        };
        Next {
            position: next.position,
            bits: next.bits,
            bits_error: next.error,
            ahead: next.ahead.map(|ahead| ToGo {
                shots: ahead.shots,
                points: ahead.points,
                exact: ahead.exact,
            }),
            answers: next.answers.iter().map(answer).collect(),
        }
    }
}

/// One number of atoms, or all numbers if there are several.
#[derive(Serialize)]
#[serde(untagged)]
enum Atoms {
    One(usize),
    Several(Vec<usize>),
}

impl Atoms {
    fn of(configs: &[Config]) -> Atoms {
        match configs {
            [config] => Atoms::One(config.atoms()),
            configs => Atoms::Several(configs.iter().map(|config| config.atoms()).collect()),
        }
    }
}

/// Writes what a board says as one JSON document. `list` goes through the molecules to
/// list. There may be many, so it keeps none of them.
///
/// # Errors
///
/// What the writer or the list fails with.
pub fn write_json<E: From<io::Error>>(
    out: &mut impl Write,
    solutions: &Solutions,
    advice: &Advice,
    list: impl FnOnce(Each<E>) -> Result<(), E>,
) -> Result<(), E> {
    let puzzle = solutions.puzzle();
    let json = |value: serde_json::Result<String>| value.map_err(io::Error::from);
    write!(
        out,
        "{{\"atoms\":{},\"count\":{},\"count_error\":{},\"molecules\":[",
        json(serde_json::to_string(&Atoms::of(puzzle.configs())))?,
        solutions.count(),
        json(serde_json::to_string(&solutions.counted().error))?
    )?;
    let mut first = true;
    list(&mut |solution| {
        let listed = Listed {
            number: solution.number,
            molecule: solution.molecule.text(solution.config),
            config: solution.config.to_string(),
        };
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        write!(out, "{comma}{}", json(serde_json::to_string(&listed))?)?;
        Ok(())
    })?;
    let chances = solutions.chances();
    let config = puzzle.configs().first();
    // The text has the same length for any number of atoms.
    let guessed = |guess: &Option<Guess>| {
        guess.as_ref().zip(config).map(|(guess, config)| Guessed {
            molecule: guess.molecule.text(*config),
            agrees: guess.in_group,
            points: Points {
                best: None,
                mean: guess.mean_penalty(),
                worst: guess.highest_penalty(),
            },
        })
    };
    let hidden = hidden(puzzle).map(|(config, hidden)| Hidden {
        number: hidden.number_if_any(config),
        molecule: hidden.text(config),
        config: config.to_string(),
        agrees: puzzle.allows(hidden),
    });
    let cells: Vec<&[f64]> = chances.chunks(puzzle.board().width()).collect();
    writeln!(
        out,
        "],\"cells\":{},\"cells_error\":{},\"decided\":{},\"decidable\":{},\
         \"indistinguishable\":{},\"next\":{},\"drawn\":{},\"guess\":{},\"safest\":{},\"marks\":{},\"hidden\":{},\"supposed\":{}}}",
        json(serde_json::to_string(&cells))?,
        json(serde_json::to_string(&solutions.counted().chance_error))?,
        solutions.decided(),
        json(serde_json::to_string(&advice.decidable))?,
        json(serde_json::to_string(&advice.indistinguishable))?,
        json(serde_json::to_string(&advice.next.as_ref().map(Next::new)))?,
        json(serde_json::to_string(&advice.drawn))?,
        json(serde_json::to_string(&guessed(&advice.guess)))?,
        json(serde_json::to_string(&guessed(&advice.safest)))?,
        json(serde_json::to_string(
            &advice.marks.as_ref().map(Marks::new)
        ))?,
        json(serde_json::to_string(&hidden))?,
        json(serde_json::to_string(&puzzle.supposed()))?,
    )?;
    Ok(())
}
