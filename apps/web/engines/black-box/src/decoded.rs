//! Decodes a board, with the sentences of `decode`.

use blackbox::output::amount::{amount, chance};
use blackbox::output::decoded::{remarks, verdict, write_json};
use blackbox::puzzle::PlayError;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::solutions::Solutions;
use blackbox::puzzle::{Fact, Puzzle, names};
use blackbox::ray::Outcome;
use serde::Serialize;
use watch::Observed;

use crate::board::Position;
use crate::value::number;
use web_engine::{Refusal, object, with_progress};

const LISTED: usize = 20;

/// The molecules that agree with a board: their number, the chances, and all other output of `decode`; or the facts
/// that contradict each other. Progress counts one when the molecules are found, and one for each fact that is
/// tried.
pub(crate) fn decode(position: &Position) -> Result<impl Serialize, Refusal> {
    with_progress(|observed| {
        let puzzle = position.puzzle(observed)?;
        let solutions = puzzle
            .find_quickly(LISTED, observed)
            .and_then(|found| observed.add(1).map(|()| found))
            .map_err(|_| PlayError::TooManyPossibilities)?;
        let agrees = solutions.count() > 0;
        let counted = solutions.counted();
        let (chances, shares): (Vec<String>, _) = match agrees {
            true => (
                counted.cells.iter().map(chance).collect(),
                solutions.chances(),
            ),
            false => Default::default(),
        };
        let contradiction = (!agrees).then(|| contradiction(&puzzle, observed));
        let decoded = agrees.then(|| decoded(&solutions, position.aim, observed));
        Ok(object! {
            // The number of molecules that agree, as a string, because JavaScript numbers are exact only up to 2⁵³.
            count: counted.count.to_string(),
            // The number in words, if it is estimated.
            about: counted.error.map(|_| amount(counted.count, counted.error)),
            of: puzzle.molecules().to_string(),
            configs: names(puzzle.configs()),
            // The default number of atoms, if it is impossible.
            supposed: puzzle.supposed(),
            // The chances of an atom in each cell, in percent as `decode` prints them, and from 0 to 1.
            chances: chances,
            shares: shares,
            contradiction: contradiction.transpose()?,
            decoded: decoded.transpose()?,
        })
    })
}

/// The document of `decode --format json`, the numbers of its molecules, and the sentences of `decode`.
fn decoded(
    solutions: &Solutions,
    aim: Aim,
    observed: &Observed,
) -> Result<impl Serialize + use<>, Refusal> {
    let advice = solutions
        .advise_quickly(aim, observed)
        .map_err(|_| PlayError::TooManyAgree(solutions.count()))?;
    let mut document = Vec::new();
    write_json::<std::io::Error>(&mut document, solutions, &advice, |each| {
        solutions.listed().iter().try_for_each(each)
    })?;
    let points = remarks(solutions, &advice);
    let points = points.iter().map(|line| line.trim().to_owned());
    let numbers = solutions.listed().iter().map(|&one| number(one));
    Ok(object! {
        // The document is a string that contains JSON.
        document: String::from_utf8(document)?,
        numbers: numbers.collect::<Vec<_>>(),
        verdict: verdict(solutions, &advice),
        points: points.collect::<Vec<String>>(),
        next: advice.next.as_ref().map(|next| next.position.words()),
    })
}

/// The positions and cells of the facts that contradict each other, if no molecule agrees.
fn contradiction(puzzle: &Puzzle, observed: &Observed) -> Result<impl Serialize + use<>, Refusal> {
    let facts = puzzle
        .contradiction(observed)
        .map_err(|_| PlayError::TooManyPossibilities)?;
    let (mut positions, mut cells) = (Vec::new(), Vec::new());
    for fact in &facts {
        match *fact {
            Fact::Shot(position, Outcome::Out(exit)) => {
                positions.extend([position.index(), exit.index()]);
            }
            Fact::Shot(position, _) => positions.push(position.index()),
            Fact::Mark(cell, _) => cells.push(cell.index()),
        }
    }
    let error = puzzle.contradicted(&facts, Vec::new());
    Ok(object! {
        positions: positions,
        cells: cells,
        words: error.facts().map_or(error.to_string(), |facts| format!("{error}; {facts}")),
    })
}
