//! Converts boards between the site's script and `blackbox`.

use blackbox::board::{Cell, Size};
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::evidence::{Evidence, Marks};
use blackbox::puzzle::game::Game;
use blackbox::puzzle::text::BoardText;
use blackbox::puzzle::words::{Mark, Move};
use blackbox::puzzle::{Annotations, Puzzle};
use blackbox::ray::Outcome;
use serde::{Deserialize, Serialize};
use watch::Observed;

use crate::value::{cell, exit, shot, too_many};
use web_engine::{Refusal, object};

#[derive(Deserialize, Serialize)]
pub(crate) struct Position {
    rows: usize,
    columns: usize,
    /// The least and the greatest number of atoms, if known.
    atoms: Option<(u64, u64)>,
    shots: Vec<(usize, i32)>,
    /// Cells with an atom, or with a ball of the player.
    balls: Vec<usize>,
    empty: Vec<usize>,
    /// Whether balls and empty cells are facts, and not a guess.
    #[serde(default)]
    known: bool,
    /// The aim for which the next ray is chosen.
    #[serde(default, rename = "for", skip_serializing)]
    pub(crate) aim: Aim,
}

impl Position {
    fn evidence(&self) -> Result<Evidence, Refusal> {
        let size = Size::new(self.rows, self.columns)?;
        let mut evidence = Evidence::new(size);
        for &each in &self.shots {
            let (position, outcome) = shot(each, size)?;
            let is_shot = |end| evidence.result(end) != Ok(None);
            if is_shot(position) || matches!(outcome, Outcome::Out(exit) if is_shot(exit)) {
                let twice = position.words();
                return Err(Refusal(format!("the ray from {twice} has two answers")));
            }
            evidence.note(position, outcome)?;
        }
        for (marked, atom) in [(&self.balls, true), (&self.empty, false)] {
            for &index in marked {
                let cell = cell(index, size)?;
                if evidence.cell(cell)?.is_some() {
                    return Err(Refusal(format!("cell {index} is marked twice")));
                }
                evidence.mark(cell, atom)?;
            }
        }
        Ok(evidence)
    }

    /// Checks that the board and the numbers of atoms are valid.
    pub(crate) fn accept(&self) -> Result<(), Refusal> {
        let evidence = self.evidence()?;
        if let Some((least, most)) = self.atoms {
            Puzzle::new(evidence, least..=most)?;
        }
        Ok(())
    }

    /// The puzzle of the board, as `decode` has it.
    pub(crate) fn puzzle(&self, observed: &Observed) -> Result<Puzzle, Refusal> {
        let marked = self.evidence()?;
        let (evidence, marks) = match self.known {
            true => (marked, None),
            false => (marked.without_marks(), Some(Marks::of(&marked))),
        };
        let puzzle = match self.atoms {
            Some((least, most)) => Puzzle::new(evidence, least..=most)?,
            None => Puzzle::with_default_atoms(evidence, observed).map_err(|_| too_many())??,
        };
        Ok(puzzle.with(Annotations {
            marks: marks.filter(|marks| !marks.is_empty()),
            ..Annotations::default()
        }))
    }
}

pub(crate) fn read(text: &str) -> Result<impl Serialize + use<>, Refusal> {
    let read = BoardText::parse(text.as_bytes())?;
    let moves = read.saved.iter().flat_map(|saved| &saved.moves);
    let moves: Vec<String> = moves.map(written).collect();
    let size = read.evidence.size();
    let balls = read.balls.as_ref();
    let balls = balls.map(|balls| (*balls.start(), *balls.end()));
    let hidden = read.hidden.map(|hidden| {
        let balls = read.balls.clone().unwrap_or(hidden.config().balls());
        Game::new(hidden, balls).name()
    });
    let shots = read.evidence.shots();
    Ok(object! {
        position: Position {
            rows: size.rows(),
            columns: size.columns(),
            atoms: balls,
            shots: shots.map(|(from, to)| (from.index(), exit(from, to))).collect(),
            balls: read.marks.atoms.atoms().map(Cell::index).collect(),
            empty: read.marks.empty().map(Cell::index).collect(),
            known: false,
            aim: Aim::default(),
        },
        // The name of a game that hides the molecule of the text.
        hidden: hidden,
        // Whether the page may show it, which it may not before a saved game is over.
        disclosed: read.disclosed().is_some(),
        // How an ambiguous part of the text was understood.
        note: read.note,
        // The moves of a saved game, in the form of the page's addresses.
        moves: moves.join("."),
    })
}

/// A move in the form of the page's addresses.
fn written(step: &Move) -> String {
    match *step {
        Move::Shoot(position) => format!("f{}", position.index()),
        Move::Mark(cell, Mark::Ball) => format!("b{}", cell.index()),
        Move::Mark(cell, Mark::Empty) => format!("e{}", cell.index()),
        Move::Mark(cell, Mark::Nothing) => format!("c{}", cell.index()),
        // Saved games do not contain it.
        Move::Undo => String::new(),
        Move::Done => "k".to_owned(),
        Move::GiveUp => "g".to_owned(),
    }
}
