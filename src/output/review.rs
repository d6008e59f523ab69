//! Writes the review of a game as a table, as sentences, and as JSON.

use std::io::{self, Write};

use draw::object;
use draw::words::{counted, fixed, thousands};
use serde::Serialize;

use crate::board::Position;
use crate::output::amount::{about, amount};
use crate::output::decoded;
use crate::puzzle::game::{Ending, Game};
use crate::puzzle::hint::NextRay;
use crate::puzzle::review::{Review, Shot};
use crate::puzzle::solutions::Chance;
use crate::puzzle::text::shots;
use crate::ray::Outcome;

/// A table with a line per ray, if rays were fired, and the [`verdict`].
pub fn lines(game: &Game, ending: &Ending, review: &Review) -> Vec<String> {
    let heading = format!(
        "{:>3}  {:<17} {:>12}  {:<8}  {:>12}  {:>16}",
        "", "ray", "points to go", "best ray", "points to go", "molecules before"
    );
    let mut lines = Vec::from_iter((!review.shots.is_empty()).then_some(heading));
    for (number, shot) in (1..).zip(&review.shots) {
        let left = match shot.counted.error {
            None => thousands(shot.counted.count),
            Some(error) => about(shot.counted.count, error),
        };
        let best = shot.best.as_ref();
        let name = best.map_or("none".to_owned(), |best| best.position.words());
        let [ray_cost, best_cost] = [Some(&shot.ray), best].map(|ray| ray.and_then(to_go));
        let ray = format!("{} {}", shot.ray.position, shot.outcome);
        lines.push(format!(
            "{number:>3}  {ray:<17} {:>12}  {name:<8}  {:>12}  {left:>16}",
            ray_cost.unwrap_or_default(),
            best_cost.unwrap_or_default()
        ));
    }
    lines.extend(verdict(game, ending, review));
    lines
}

/// The expected points from a ray to the end of the game, with one decimal if they are an estimate. `None` if there
/// were too many molecules to look ahead.
fn to_go(ray: &NextRay) -> Option<String> {
    let ahead = ray.ahead?;
    Some(fixed(ahead.points, if ahead.exact { 2 } else { 1 }))
}

/// The points of the rays.
pub(crate) fn score(game: &Game) -> String {
    let back = match game.taken_back {
        0 => String::new(),
        1 => " (1 more was taken back, at no cost)".to_owned(),
        rays => format!(" ({} more were taken back, at no cost)", thousands(rays)),
    };
    let points = counted(game.evidence().ray_points(), "point", "points");
    let rays = counted(game.rays() as u64, "ray", "rays");
    format!("{points} for {rays}{back}")
}

/// The points of a game that has ended: `8 points in all: 3 points for 2 rays, 5 for 1 wrong ball`.
pub(crate) fn total(game: &Game, ending: &Ending) -> String {
    let points = counted(ending.points(), "point", "points");
    let mut points = format!("{points} in all: {}", score(game));
    if ending.ball_points() > 0 {
        let balls = counted(ending.wrong, "wrong ball", "wrong balls");
        points += &format!(", {} for {balls}", ending.ball_points());
    }
    points
}

/// The summary of a review, in sentences.
pub fn verdict(game: &Game, ending: &Ending, review: &Review) -> Vec<String> {
    let mut lines = Vec::new();
    // Later rays could not add information, so none of them was best.
    let useful = review.decided.unwrap_or(review.shots.len());
    let best = review.shots[..useful].iter();
    let best = best.filter(|shot| shot.is_best()).count();
    if useful > 0 {
        let of = match review.decided {
            Some(_) => format!("the first {useful}"),
            None => useful.to_string(),
        };
        let mut line = format!("Rays as good as the best one: {best} of {of}.");
        let others = review.shots.iter().filter(|shot| !shot.is_best());
        if let Some(lost) = others.map(Shot::lost).sum::<Option<f64>>()
            && lost > 0.0
        {
            let points = fixed(lost, 1);
            line += &format!(
                " Together, your rays were expected to cost {points} points more than the best ones."
            );
        }
        if review.has_opening {
            line += " As long as your rays follow the best strategy, the best ray shown is the next one of \
                     this strategy, even if a hint suggests another.";
        }
        lines.push(line);
    }
    if review.shots.iter().any(|shot| shot.ray.ahead.is_none()) {
        lines.push(
            "If a ray has no \"points to go\", too many molecules were left to look ahead; rays are then \
             compared by bits per point."
                .to_owned(),
        );
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
            shot.ray.position.words()
        ));
    }
    if let Some(par) = &review.par {
        let points = par.evidence().ray_points();
        let play = match review.has_opening {
            true => "perfect play",
            false => "a game that follows every hint",
        };
        let gave_up = if ending.gave_up { "; you gave up" } else { "" };
        lines.push(format!(
            "{}{gave_up}. Par, the score of {play}, is {} for {}.",
            total(game, ending),
            counted(points, "point", "points"),
            counted(par.rays() as u64, "ray", "rays")
        ));
    }
    lines
}

/// Sentences about one ray of a game: its expected cost, and the state before it.
pub fn moment(shot: &Shot, number: usize, of: usize) -> Vec<String> {
    let ray = &shot.ray;
    let (answer, exit) = decoded::answer(shot.outcome);
    let exit = exit.map(|exit| format!(" at {}", exit.words()));
    let mut lines = vec![format!(
        "Ray {number} of {of}: {}, {answer}{}",
        ray.position.words(),
        exit.unwrap_or_default()
    )];
    let expected = |ray| to_go(ray).map(|points| format!(": {points} points to go"));
    lines.push(match &shot.best {
        None => "No ray could add information.".to_owned(),
        Some(_) if shot.is_best() => {
            format!(
                "No other ray was better{}.",
                expected(ray).unwrap_or_default()
            )
        }
        Some(best) => {
            let better = match (to_go(best), to_go(ray)) {
                (Some(one), Some(other)) if one == other => {
                    ", but by less than 0.1 points".to_owned()
                }
                (Some(one), Some(other)) => format!(": {one} points to go instead of {other}"),
                _ => String::new(),
            };
            format!("{} would have been better{better}.", best.position.words())
        }
    });
    lines.push(match (shot.counted.count, shot.counted.error) {
        (1, None) => "Before this ray, 1 molecule was left.".to_owned(),
        (count, error) => format!(
            "Before this ray, {} molecules were left.",
            amount(count, error)
        ),
    });
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
    let line = |shot: &Shot| {
        let counted = &shot.counted;
        let rows = counted.cells.chunks(config.size().columns());
        let shares = |row: &[Chance]| row.iter().map(|cell| cell.share).collect::<Vec<_>>();
        object! {
            #[serde(flatten)]
            ray: answered((shot.ray.position, shot.outcome)),
            bits: shot.ray.bits,
            bits_error: shot.ray.error,
            ahead: decoded::ahead(&shot.ray),
            best: shot.best.as_ref().map(decoded::ray),
            count: counted.count.to_string(),
            count_error: counted.error,
            cells: rows.map(shares).collect::<Vec<_>>(),
            cells_error: counted.chance_error,
        }
    };
    let par = review.par.as_ref().map(|sheet| {
        object! {
            points: sheet.evidence().ray_points(),
            shots: sheet.shots().map(answered).collect::<Vec<_>>(),
        }
    });
    let document = object! {
        config: config.to_string(),
        board: shots::write(game.evidence(), config.atoms()..=config.atoms()),
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
