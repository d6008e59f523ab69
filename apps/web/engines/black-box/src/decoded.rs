//! What a board says, in the words of `decode`.

use blackbox::game::Entry;
use blackbox::play::PlayError;
use blackbox::play::decode::{Agreeing, Fact, Question, names};
use blackbox::view::amount::{amount, chance};
use blackbox::view::decode::{in_points, verdict, write_json};
use serde::Serialize;
use watch::{Halt, Observed};

use crate::board::Position;
use web_engine::{Refusal, unwatched};

/// The number of molecules that are listed.
const LISTED: usize = 20;

/// The quick part of the answer, before the rays are weighed.
#[derive(Serialize)]
pub(crate) struct Count {
    /// The number of molecules that agree. It is a text, because a script's numbers end at 2⁵³.
    count: String,
    /// The same in words, if it is estimated.
    about: Option<String>,
    /// The number of all molecules.
    of: String,
    configs: String,
    /// The number of atoms that was tried first, and is impossible.
    supposed: Option<u64>,
    /// The chance of an atom in each cell, in percent, as `decode` writes it.
    chances: Vec<String>,
    /// The same as numbers from 0 to 1.
    shares: Vec<f64>,
    /// Positions and cells that contradict each other, if no molecule agrees.
    contradiction: Option<Contradiction>,
}

#[derive(Serialize)]
struct Contradiction {
    positions: Vec<usize>,
    cells: Vec<usize>,
    words: String,
}

/// Counts the molecules that agree with a board.
pub(crate) fn find(position: &Position) -> Result<Count, Refusal> {
    unwatched(|observed| {
        let question = position.question(observed)?;
        let agreeing = found(&question, observed)?;
        let contradiction = match agreeing.count() {
            0 => Some(contradiction(&question, observed)?),
            _ => None,
        };
        let counted = agreeing.counted();
        Ok(Count {
            count: counted.count.to_string(),
            about: counted.error.map(|_| amount(counted.count, counted.error)),
            of: question.molecules().to_string(),
            configs: names(question.configs()),
            supposed: question.supposed(),
            chances: match counted.count {
                0 => vec![String::new(); counted.cells.len()],
                _ => counted.cells.iter().map(chance).collect(),
            },
            shares: match counted.count {
                0 => Vec::new(),
                _ => agreeing.chances(),
            },
            contradiction,
        })
    })
}

/// The document that `decode --format json` writes, and its sentences.
pub(crate) fn decode(position: &Position) -> Result<String, Refusal> {
    unwatched(|observed| {
        let question = position.question(observed)?;
        let agreeing = found(&question, observed)?;
        if agreeing.count() == 0 {
            let error = PlayError::Contradiction {
                configs: names(question.configs()),
                facts: Vec::new(),
            };
            return Err(error.into());
        }
        let outlook = agreeing
            .weigh_quickly(observed)
            .map_err(|_| PlayError::TooManyAgree(agreeing.count()))?;
        let mut document = Vec::new();
        write_json::<std::io::Error>(&mut document, &agreeing, &outlook, |each| {
            agreeing.listed().iter().try_for_each(each)
        })?;
        let width = question.board().width();
        let next = outlook.next.as_ref().map(|next| {
            let position = next.position;
            Entry { position, width }.to_string()
        });
        let points = in_points(&agreeing, &outlook);
        let points: Vec<&str> = points.iter().map(|line| line.trim()).collect();
        Ok(format!(
            "{{\"document\":{},\"verdict\":{},\"points\":{},\"next\":{}}}",
            String::from_utf8(document)?.trim_end(),
            serde_json::to_string(&verdict(&agreeing, &outlook))?,
            serde_json::to_string(&points)?,
            serde_json::to_string(&next)?,
        ))
    })
}

fn found<'a>(question: &'a Question, observed: &Observed) -> Result<Agreeing<'a>, Refusal> {
    question
        .find_quickly(LISTED, observed)
        .map_err(|halt| match halt {
            Halt::Enough => PlayError::TooManyPossibilities.into(),
            Halt::Stopped | Halt::NoThread => Refusal("stopped".to_owned()),
        })
}

fn contradiction(question: &Question, observed: &Observed) -> Result<Contradiction, Refusal> {
    let facts = question
        .contradiction(observed)
        .map_err(|_| PlayError::TooManyPossibilities)?;
    let mut contradiction = Contradiction {
        positions: Vec::new(),
        cells: Vec::new(),
        words: String::new(),
    };
    for fact in &facts {
        match *fact {
            Fact::Shot(position, blackbox::game::Outcome::Out(exit)) => {
                contradiction.positions.extend([position, exit]);
            }
            Fact::Shot(position, _) => contradiction.positions.push(position),
            Fact::Mark(cell, _) => contradiction.cells.push(cell),
        }
    }
    let width = question.board().width();
    let error = PlayError::Contradiction {
        configs: names(question.configs()),
        facts: facts
            .iter()
            .map(|fact| fact.describe(width).to_string())
            .collect(),
    };
    contradiction.words = match error.hint() {
        Some(hint) => format!("{error}; {hint}"),
        None => error.to_string(),
    };
    Ok(contradiction)
}
