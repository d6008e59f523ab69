//! What a board says, in the words of `decode`.

use blackbox::draw::amount::{amount, chance};
use blackbox::draw::decoded::{in_points, verdict, write_json};
use blackbox::puzzle::PlayError;
use blackbox::puzzle::solutions::Solutions;
use blackbox::puzzle::{Fact, Puzzle, names};
use blackbox::ray::Outcome;
use serde::Serialize;
use watch::{Halt, Observed};

use crate::board::Position;
use crate::value::written_before;
use web_engine::{Refusal, object, unwatched};

const LISTED: usize = 20;

/// Counts the molecules that agree with a board, quickly: before the rays are weighed.
pub(crate) fn find(position: &Position) -> Result<impl Serialize, Refusal> {
    unwatched(|observed| {
        let puzzle = position.puzzle(observed)?;
        let solutions = found(&puzzle, observed)?;
        let none = solutions.count() == 0;
        let contradiction = none.then(|| contradiction(&puzzle, observed)).transpose()?;
        let counted = solutions.counted();
        Ok(object! {
            // The number of molecules that agree. It is a text, because a script's numbers end at 2⁵³.
            count: counted.count.to_string(),
            // The same in words, if it is estimated.
            about: counted.error.map(|_| amount(counted.count, counted.error)),
            of: puzzle.molecules().to_string(),
            configs: names(puzzle.configs()),
            // The number of atoms that was tried first, and is impossible.
            supposed: puzzle.supposed(),
            // The chance of an atom in each cell, in percent, as `decode` writes it.
            chances: match counted.count {
                0 => vec![String::new(); counted.cells.len()],
                _ => counted.cells.iter().map(chance).collect(),
            },
            // The same as numbers from 0 to 1.
            shares: match counted.count {
                0 => Vec::new(),
                _ => solutions.chances(),
            },
            contradiction: contradiction,
        })
    })
}

/// The document that `decode --format json` writes, the numbers of its molecules, and its sentences.
pub(crate) fn decode(position: &Position) -> Result<impl Serialize, Refusal> {
    unwatched(|observed| {
        let puzzle = position.puzzle(observed)?;
        let solutions = found(&puzzle, observed)?;
        if solutions.count() == 0 {
            let error = PlayError::Contradiction {
                configs: names(puzzle.configs()),
                facts: Vec::new(),
            };
            return Err(error.into());
        }
        let advice = solutions
            .weigh_quickly(position.aim, observed)
            .map_err(|_| PlayError::TooManyAgree(solutions.count()))?;
        let mut document = Vec::new();
        write_json::<std::io::Error>(&mut document, &solutions, &advice, |each| {
            solutions.listed().iter().try_for_each(each)
        })?;
        let next = advice.next.as_ref();
        let points = in_points(&solutions, &advice);
        let points = points.iter().map(|line| line.trim().to_owned());
        let numbers = solutions.listed().iter().map(|one| one.number);
        let numbers = numbers.map(|number| number.map(|number| number.to_string()));
        Ok(object! {
            document: written_before(document)?,
            numbers: numbers.collect::<Vec<_>>(),
            verdict: verdict(&solutions, &advice),
            points: points.collect::<Vec<String>>(),
            next: next.map(|next| next.position.words()),
        })
    })
}

fn found<'a>(puzzle: &'a Puzzle, observed: &Observed) -> Result<Solutions<'a>, Refusal> {
    puzzle
        .find_quickly(LISTED, observed)
        .map_err(|halt| match halt {
            Halt::Enough => PlayError::TooManyPossibilities.into(),
            Halt::Stopped | Halt::NoThread => Refusal("stopped".to_owned()),
        })
}

/// Positions and cells that contradict each other, if no molecule agrees.
fn contradiction(puzzle: &Puzzle, observed: &Observed) -> Result<impl Serialize + use<>, Refusal> {
    let facts = puzzle
        .contradiction(observed)
        .map_err(|_| PlayError::TooManyPossibilities)?;
    let (mut positions, mut cells) = (Vec::new(), Vec::new());
    for fact in &facts {
        match *fact {
            Fact::Shot(position, Outcome::Out(exit)) => positions.extend([position, exit]),
            Fact::Shot(position, _) => positions.push(position),
            Fact::Mark(cell, _) => cells.push(cell),
        }
    }
    let error = puzzle.contradicted(&facts);
    Ok(object! {
        positions: positions,
        cells: cells,
        words: error.hint().map_or(error.to_string(), |hint| format!("{error}; {hint}")),
    })
}
