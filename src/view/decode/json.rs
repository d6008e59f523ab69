//! Shows what a decoded board says, as JSON.

use std::io::{self, Write};

use ::view::object;
use serde::Serialize;

use super::{Each, answer, freedom, hidden};
use crate::analysis::{Guess, POINTS_AN_ATOM};
use crate::game::Outcome;
use crate::play::advice::{Advice, NextRay};
use crate::play::marks::MarksVerdict;
use crate::play::solutions::Solutions;
use crate::view::family;

/// What the shots say of the marks.
fn marks(marks: &MarksVerdict) -> impl Serialize {
    let points = object! {
        best: POINTS_AN_ATOM * marks.least_wrong,
        mean: POINTS_AN_ATOM as f64 * marks.mean_wrong,
        worst: POINTS_AN_ATOM * marks.most_wrong,
    };
    object! {
        balls: marks.balls,
        agree: marks.agree,
        #[serde(flatten)]
        error: marks.error.map(|error| object! { agree_error: error }),
        points: points,
        tatham_accepts: marks.alike,
    }
}

fn next_ray(next: &NextRay) -> impl Serialize {
    let answered = |&(outcome, count): &(Outcome, u128)| {
        let (answer, position) = answer(outcome);
        object! {
            answer: answer,
            #[serde(flatten)]
            exit: position.map(|position| object! { position: position }),
            count: count,
        }
    };
    // What is expected until the board is decided.
    let ahead = next.ahead.map(|ahead| {
        object! { shots: ahead.shots, points: ahead.points, exact: ahead.exact }
    });
    object! {
        position: next.position,
        bits: next.bits,
        bits_error: next.error,
        ahead: ahead,
        answers: next.answers.iter().map(answered).collect::<Vec<_>>(),
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
    let (puzzle, counted) = (solutions.puzzle(), solutions.counted());
    let atoms: Vec<usize> = puzzle.configs().iter().map(|one| one.atoms()).collect();
    let head = json(&object! {
        // One number, or all of them if there are several.
        atoms: match atoms[..] {
            [one] => serde_json::Value::from(one),
            _ => atoms.into(),
        },
        count: counted.count,
        count_error: counted.error,
    })?;
    write!(out, "{},\"molecules\":[", head.trim_end_matches('}'))?;
    let mut first = true;
    list(&mut |solution| {
        let listed = object! {
            number: solution.number,
            molecule: solution.molecule.text(solution.config),
            config: solution.config.to_string(),
        };
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        write!(out, "{comma}{}", json(&listed)?)?;
        Ok(())
    })?;
    let chances = solutions.chances();
    let config = puzzle.configs().first();
    // A guess if no ray tells anything more. Its text has the same length for any number of atoms.
    let guessed = |guess: &Option<Guess>| {
        guess.as_ref().zip(config).map(|(guess, config)| {
            object! {
                molecule: guess.molecule.text(*config),
                agrees: guess.in_group,
                points: object! { mean: guess.mean_penalty(), worst: guess.highest_penalty() },
            }
        })
    };
    let hidden = hidden(puzzle).map(|(config, hidden)| {
        object! {
            number: hidden.number_if_any(config),
            molecule: hidden.text(config),
            config: config.to_string(),
            agrees: puzzle.allows(hidden),
        }
    });
    let tail = json(&object! {
        cells: chances.chunks(puzzle.board().width()).collect::<Vec<_>>(),
        cells_error: counted.chance_error,
        decided: solutions.decided(),
        decidable: advice.decidable,
        indistinguishable: advice.indistinguishable,
        family: freedom(solutions, advice).map(|(freedom, _)| family::document(&freedom)),
        next: advice.next.as_ref().map(next_ray),
        drawn: advice.drawn,
        guess: guessed(&advice.guess),
        safest: guessed(&advice.safest),
        marks: advice.marks.as_ref().map(marks),
        hidden: hidden,
        supposed: puzzle.supposed(),
    })?;
    writeln!(out, "],{}", tail.trim_start_matches('{'))?;
    Ok(())
}

fn json(document: &impl Serialize) -> io::Result<String> {
    Ok(serde_json::to_string(document)?)
}
