//! Writes the review of a game as a table, as sentences, and as JSON.

use std::io::{self, Write};

use ::draw::object;
use ::draw::words::{counted, fixed, thousands};
use serde::Serialize;

use crate::board::Position;
use crate::draw::amount::{about, amount};
use crate::draw::decoded;
use crate::puzzle::game::{Ending, Game};
use crate::puzzle::hint::NextRay;
use crate::puzzle::review::{Review, Shot};
use crate::puzzle::solutions::Chance;
use crate::puzzle::text::shots;
use crate::ray::Outcome;

/// A table with a line per ray, and the [`verdict`].
pub fn lines(game: &Game, review: &Review) -> Vec<String> {
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
            Some(best) => (best.position.words(), format!("{:.2}", best.bits)),
            None => ("none".to_owned(), String::new()),
        };
        let ray = format!("{} {}", shot.position, shot.outcome);
        lines.push(format!(
            "{number:>3}  {ray:<18} {:>5.2}  {:<8} {:>5}  {left:>14}",
            shot.bits, best.0, best.1
        ));
    }
    lines.extend(verdict(game, review));
    lines
}

/// The summary of a review, in sentences.
pub fn verdict(game: &Game, review: &Review) -> Vec<String> {
    let mut lines = Vec::new();
    let best = review.shots.iter().filter(|shot| shot.is_best()).count();
    if !review.shots.is_empty() {
        lines.push(format!("Optimal rays: {best} of {}.", review.shots.len()));
    }
    let left = amount(review.left.count, review.left.error);
    lines.push(match review.decided {
        Some(0) => "No ray could add information.".to_owned(),
        Some(rays) => format!("After ray {rays}, no further ray could add information."),
        None if review.left.count == 1 => "Your rays left 1 molecule.".to_owned(),
        None => format!("Further rays would have added information: yours left {left} molecules."),
    });
    if let Some(number) = review.first_unneeded() {
        let shot = &review.shots[number - 1];
        lines.push(format!(
            "Ray {number}, from {}, was the first whose answer was certain beforehand.",
            shot.position.words()
        ));
    }
    if let Some(par) = &review.par {
        let points = par.board().ray_points();
        let play = match review.has_opening {
            true => "perfect play",
            false => "a game that follows every hint",
        };
        lines.push(format!(
            "Your {} cost {}. Par, the score of {play}: {} for {}.",
            counted(game.rays() as u64, "ray", "rays"),
            counted(review.points, "point", "points"),
            counted(points, "point", "points"),
            counted(par.rays() as u64, "ray", "rays")
        ));
    }
    lines
}

/// Sentences about one ray of a game: its information, and the state before it.
pub fn moment(shot: &Shot, number: usize, of: usize) -> Vec<String> {
    let mut lines = vec![format!(
        "Ray {number} of {of}: {} {}, {} bits.",
        shot.position,
        shot.outcome,
        fixed(shot.bits, 2)
    )];
    lines.push(match &shot.best {
        None => "No ray could add information.".to_owned(),
        Some(_) if shot.is_best() => "No other ray was better.".to_owned(),
        Some(best) => {
            let best_ray = best.position.words();
            format!("{best_ray} would have given {} bits.", fixed(best.bits, 2))
        }
    });
    let left = amount(shot.counted.count, shot.counted.error);
    lines.push(format!("Before this ray, {left} molecules were left."));
    lines
}

fn answered((position, outcome): (Position, Outcome)) -> impl Serialize {
    let (answer, exit) = decoded::answer(outcome);
    object! {
        position: position.index(),
        answer: answer,
        #[serde(flatten)]
        exit: exit.map(|exit| object! { exit: exit.index() }),
    }
}

/// Writes a review as one JSON document.
pub fn write_json(
    out: &mut impl Write,
    game: &Game,
    ending: &Ending,
    review: &Review,
) -> io::Result<()> {
    let config = game.config();
    let best = |next: &NextRay| {
        object! { position: next.position.index(), bits: next.bits, bits_error: next.error }
    };
    let line = |shot: &Shot| {
        let counted = &shot.counted;
        let rows = counted.cells.chunks(config.size().columns());
        let shares = |row: &[Chance]| row.iter().map(|cell| cell.share).collect::<Vec<_>>();
        object! {
            #[serde(flatten)]
            ray: answered((shot.position, shot.outcome)),
            bits: shot.bits,
            bits_error: shot.error,
            best: shot.best.as_ref().map(best),
            count: counted.count.to_string(),
            count_error: counted.error,
            cells: rows.map(shares).collect::<Vec<_>>(),
            cells_error: counted.chance_error,
        }
    };
    let par = review.par.as_ref().map(|sheet| {
        object! {
            points: sheet.board().ray_points(),
            shots: sheet.shots().map(answered).collect::<Vec<_>>(),
        }
    });
    let document = object! {
        config: config.to_string(),
        board: shots::write(game.board(), config.atoms()..=config.atoms()),
        number: game.hidden().number().map(|number| number.to_string()),
        molecule: game.hidden().text(),
        shots: review.shots.iter().map(line).collect::<Vec<_>>(),
        count: review.left.count.to_string(),
        count_error: review.left.error,
        decided_after: review.decided,
        first_unneeded: review.first_unneeded(),
        points: object! { rays: review.points, balls: ending.ball_points() },
        par: par,
    };
    serde_json::to_writer(&mut *out, &document)?;
    writeln!(out)
}
