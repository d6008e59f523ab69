//! A game looked at once more: a table, sentences, and JSON.

use std::io::{self, Write};

use ::view::words::{counted, thousands};
use serde::Serialize;

use super::amount::{about, amount};
use crate::analysis::POINTS_AN_ATOM;
use crate::game::{Outcome, Position};
use crate::play::advice::NextRay;
use crate::play::game::{Ending, Game};
use crate::play::review::{Review, Shot};

/// A table with a line per ray, and what follows from it.
pub fn lines(game: &Game, review: &Review) -> Vec<String> {
    let width = game.config().width();
    let entry = |position: Position| position.words(width);
    let mut lines = vec![format!(
        "{:>3}  {:<18} {:>5}  {:<8} {:>5}  {:>14}",
        "", "ray", "bits", "best", "bits", "left before it"
    )];
    for (number, shot) in (1..).zip(&review.shots) {
        let left = match shot.counted.error {
            None => thousands(shot.counted.count),
            Some(error) => about(shot.counted.count, error),
        };
        let best = match &shot.best {
            Some(best) => (entry(best.position), format!("{:.2}", best.bits)),
            None => ("none".to_owned(), String::new()),
        };
        let ray = format!("{} {}", entry(shot.position), answer(shot.outcome, width));
        lines.push(format!(
            "{number:>3}  {ray:<18} {:>5.2}  {:<8} {:>5}  {left:>14}",
            shot.bits, best.0, best.1
        ));
    }
    lines.extend(verdict(game, review));
    lines
}

/// What follows from the rays of a game.
pub fn verdict(game: &Game, review: &Review) -> Vec<String> {
    let width = game.config().width();
    let mut lines = Vec::new();
    let best = review.shots.iter().filter(|shot| shot.is_best()).count();
    if !review.shots.is_empty() {
        lines.push(format!(
            "{best} of {} told as much as any.",
            counted(review.shots.len() as u64, "ray", "rays")
        ));
    }
    let left = amount(review.left.count, review.left.error);
    lines.push(match review.decided {
        Some(0) => "No ray could tell anything.".to_owned(),
        Some(rays) => format!("After ray {rays}, no further one could tell anything."),
        None if review.left.count == 1 => "Your rays left 1 molecule.".to_owned(),
        None => format!("Further rays could have told more: yours left {left} molecules."),
    });
    if let Some(number) = review.first_unneeded() {
        let shot = &review.shots[number - 1];
        lines.push(format!(
            "Ray {number}, from {}, was the first whose answer was certain before.",
            shot.position.words(width)
        ));
    }
    if let Some(par) = &review.par {
        let points = par.board().ray_points();
        lines.push(format!(
            "Your {} cost {}. Par, which is every hint followed: {} for {}.",
            counted(game.rays() as u64, "ray", "rays"),
            counted(review.points, "point", "points"),
            counted(points, "point", "points"),
            counted(par.rays() as u64, "ray", "rays")
        ));
    }
    lines
}

/// A ray of a game, and what was known before it.
pub fn moment(shot: &Shot, number: usize, of: usize, width: usize) -> Vec<String> {
    let entry = |position: Position| position.words(width);
    let mut lines = vec![format!(
        "Ray {number} of {of}: {} {}, {:.2} bits.",
        entry(shot.position),
        answer(shot.outcome, width),
        shot.bits
    )];
    lines.push(match &shot.best {
        None => "No ray could tell anything.".to_owned(),
        Some(_) if shot.is_best() => "No other ray told more.".to_owned(),
        Some(best) => format!("{} told {:.2} bits.", entry(best.position), best.bits),
    });
    let left = amount(shot.counted.count, shot.counted.error);
    lines.push(format!("Before it, {left} molecules were left."));
    lines
}

/// `H`, `R`, or where the ray came out.
fn answer(outcome: Outcome, width: usize) -> String {
    match outcome {
        Outcome::Absorbed => "H".to_owned(),
        Outcome::Reflected => "R".to_owned(),
        Outcome::Out(position) => position.words(width),
    }
}

#[derive(Serialize)]
struct Document {
    config: String,
    number: Option<u64>,
    molecule: String,
    shots: Vec<Line>,
    count: u128,
    count_error: Option<f64>,
    decided_after: Option<usize>,
    first_unneeded: Option<usize>,
    points: Points,
    par: Option<Par>,
}

#[derive(Serialize)]
struct Points {
    rays: u64,
    balls: u64,
}

#[derive(Serialize)]
struct Par {
    points: u64,
    shots: Vec<Answered>,
}

/// A ray and its answer.
#[derive(Serialize)]
struct Answered {
    position: Position,
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    exit: Option<Position>,
}

#[derive(Serialize)]
struct Line {
    #[serde(flatten)]
    ray: Answered,
    bits: f64,
    bits_error: Option<f64>,
    best: Option<Best>,
    count: u128,
    count_error: Option<f64>,
    cells: Vec<Vec<f64>>,
    cells_error: Option<f64>,
}

#[derive(Serialize)]
struct Best {
    position: Position,
    bits: f64,
    bits_error: Option<f64>,
}

impl Answered {
    fn new((position, outcome): (Position, Outcome)) -> Answered {
        let (answer, exit) = match outcome {
            Outcome::Absorbed => ("absorbed", None),
            Outcome::Reflected => ("reflected", None),
            Outcome::Out(exit) => ("out", Some(exit)),
        };
        Answered {
            position,
            answer,
            exit,
        }
    }
}

/// Writes a review as one JSON document.
///
/// # Errors
///
/// What the writer fails with.
pub fn write_json(
    out: &mut impl Write,
    game: &Game,
    ending: &Ending,
    review: &Review,
) -> io::Result<()> {
    let config = game.config();
    let best = |next: &NextRay| Best {
        position: next.position,
        bits: next.bits,
        bits_error: next.error,
    };
    let line = |shot: &Shot| {
        let Shot {
            position,
            outcome,
            counted,
            ..
        } = shot;
        let rows = counted.cells.chunks(config.width());
        Line {
            ray: Answered::new((*position, *outcome)),
            bits: shot.bits,
            bits_error: shot.error,
            best: shot.best.as_ref().map(best),
            count: counted.count,
            count_error: counted.error,
            cells: rows
                .map(|row| row.iter().map(|cell| cell.share).collect())
                .collect(),
            cells_error: counted.chance_error,
        }
    };
    let par = review.par.as_ref().map(|sheet| Par {
        points: sheet.board().ray_points(),
        shots: sheet.shots().map(Answered::new).collect(),
    });
    let document = Document {
        config: config.to_string(),
        number: game.hidden().number_if_any(config),
        molecule: game.hidden().text(config),
        shots: review.shots.iter().map(line).collect(),
        count: review.left.count,
        count_error: review.left.error,
        decided_after: review.decided,
        first_unneeded: review.first_unneeded(),
        points: Points {
            rays: review.points,
            balls: POINTS_AN_ATOM * ending.wrong,
        },
        par,
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
