//! Describes a game in words: the results of rays, and the end.

use draw::words::{counted, thousands};

use crate::board::{Position, Size};
use crate::output::amount::amount as molecules;
use crate::output::decoded;
use crate::output::review::total;
use crate::puzzle::game::POINTS_AN_ATOM;
use crate::puzzle::game::{Ending, Game, Knowable, Refutation, amount};
use crate::puzzle::hint::Advice;
use crate::puzzle::sheet::Sheet;
use crate::puzzle::solutions::Solutions;
use crate::ray::{Outcome, Path};

/// The rules in five sentences, which are also in the README and `docs/play.md`.
pub(crate) const RULES: [&str; 5] = [
    "A ball straight ahead absorbs the ray (H), whatever else is near.",
    "A ball diagonally ahead turns the ray 90° away from it.",
    "Balls diagonally ahead on both sides reflect the ray (R), and so does a ball on the edge beside \
     the ray's entry.",
    "A ray that is neither absorbed nor reflected comes out elsewhere, and both of its ends get the \
     same number.",
    "A ray that comes out costs 2 points, any other ray 1, a wrong ball 5. All your balls count as \
     right if they give the same answers to all rays as the hidden balls. The lowest score wins.",
];

/// The legends of the labels around a box in games and in data.
pub(crate) const LABELS: &str =
    "H absorbed, R reflected, same number: one ray (in the database: @, &, letters)";
pub(crate) const LABELS_OF_DATA: &str =
    "@ absorbed, & reflected, same letter: one ray (in a game: H, R, numbers)";

/// What the player knows about the hidden balls before the first ray.
pub(crate) fn opening(sheet: &Sheet) -> String {
    let size = sheet.evidence().size();
    let balls = match sheet.balls() {
        one if *one.end() == 1 && *one.start() == 1 => "1 ball is".to_owned(),
        balls => format!("{} balls are", amount(&balls)),
    };
    format!("{balls} hidden in {}.", a_box(size))
}

/// `a box of 8 × 8`, or `a box of 10 rows × 14 columns`.
pub(crate) fn a_box(size: Size) -> String {
    let (rows, columns) = (size.rows(), size.columns());
    match size.is_square() {
        true => format!("a box of {rows} × {columns}"),
        false => format!("a box of {rows} rows × {columns} columns"),
    }
}

/// The result of a ray: `west 4: out at east 5`.
pub(crate) fn ray(position: Position, outcome: Outcome) -> String {
    format!("{}: {}", position.words(), became(outcome, ""))
}

/// `absorbed`, `reflected`, `out at east 5`; or `is absorbed`, `comes out at east 5`.
pub(crate) fn became(outcome: Outcome, verb: &str) -> String {
    match outcome {
        Outcome::Absorbed => format!("{verb}absorbed"),
        Outcome::Reflected => format!("{verb}reflected"),
        Outcome::Out(position) => {
            let comes = if verb.is_empty() { "" } else { "comes " };
            format!("{comes}out at {}", position.words())
        }
    }
}

/// A ray with its path: `west 4: out at east 5; 8 cells, 2 turns`.
pub(crate) fn path(path: &Path) -> String {
    let ray = ray(path.position, path.ray.outcome);
    format!("{ray}; {}", how_far(path))
}

/// The length and turns of a ray: `8 cells, 2 turns`.
pub(crate) fn how_far(path: &Path) -> String {
    let cells = counted(path.ray.length, "cell", "cells");
    format!("{cells}, {}", counted(path.ray.turns, "turn", "turns"))
}

/// Says whether more rays can decide the board, as [`decoded::verdict`]. But the player of a `fair` board also
/// knows that it is not among those that no ray decides.
pub(crate) fn verdict(fair: bool, solutions: &Solutions, advice: &Advice) -> String {
    let unfair = match advice.indistinguishable {
        _ if !fair || solutions.count() <= 1 => {
            return decoded::verdict(solutions, advice);
        }
        Some(unfair) => u128::from(unfair),
        None => 0,
    };
    match solutions.count().saturating_sub(unfair) {
        1 => "Decided: the board is fair, and only one fair molecule agrees.".to_owned(),
        _ if unfair == 0 => {
            "The board is not decided, but it is fair: further rays are sure to decide it."
                .to_owned()
        }
        fair => format!(
            "The board is not decided, but it is one of the {} fair molecules, and further rays are sure to decide it.",
            thousands(fair)
        ),
    }
}

/// The number of placed balls: `3 of 4 balls placed`.
pub(crate) fn placed(game: &Game) -> String {
    let balls = game.balls();
    let s = if *balls.end() == 1 { "" } else { "s" };
    format!("{} of {} ball{s} placed", game.placed(), amount(&balls))
}

/// The number of molecules that agree with the rays.
pub(crate) fn left(count: u128, error: Option<f64>, of: u128) -> String {
    let all = thousands(of);
    match count {
        1 if of == 1 => "1 of 1 molecule is left".to_owned(),
        1 if error.is_none() => format!("1 of {all} molecules is left"),
        _ => format!("{} of {all} molecules are left", molecules(count, error)),
    }
}

/// The end of a game in lines, with what a player could know if `knowable` is given.
pub(crate) fn ending(game: &Game, ending: &Ending, knowable: Option<&Knowable>) -> Vec<String> {
    let balls = ending.guess.config().atoms();
    let elsewhere = counted(ending.wrong, "ball (x) is", "balls (x) are");
    let mut lines = vec![match ending.wrong {
        _ if ending.gave_up => "You gave up: o is a ball that you did not place.".to_owned(),
        0 if balls == 1 => "Right: the ball is where you placed it.".to_owned(),
        0 if balls == 0 => "Right: the box is empty.".to_owned(),
        0 => format!("Right: all {balls} balls are where you placed them."),
        _ if ending.is_found() => {
            format!(
                "Right: your board is a twin of the hidden one, in which {elsewhere} elsewhere (o)."
            )
        }
        _ => format!("Wrong: {elsewhere} elsewhere (o)."),
    }];
    lines.push(total(game, ending) + ".");
    match ending.refuted {
        Some(refuted) => lines.push(why(refuted)),
        None if ending.wrong > 0 && !ending.gave_up => {
            let points = counted(POINTS_AN_ATOM * ending.wrong, "point", "points");
            lines.push(format!(
                "Parker's original board game charges {points} for the difference."
            ));
        }
        None => {}
    }
    if let Some(knowable) = knowable {
        lines.push(match knowable.agreeing {
            Some(1) => "Your rays left no other molecule: the board was decided.".to_owned(),
            Some(left) => format!("Your rays left {} molecules.", thousands(left)),
            None => "Your rays left too many molecules to count quickly.".to_owned(),
        });
        match knowable.group_size {
            1 if knowable.agreeing == Some(1) => {}
            1 => lines
                .push("More rays would have decided the board, because it was fair.".to_owned()),
            2 => lines.push("The hidden board has a twin, so it was not fair.".to_owned()),
            all => lines.push(format!(
                "The hidden board has {} twins, so it was not fair.",
                thousands(all - 1)
            )),
        }
    }
    lines.push(hidden(game));
    lines
}

/// The hidden molecule, by a name that `decode` reads.
pub(crate) fn hidden(game: &Game) -> String {
    let (config, name) = (game.config(), game.name());
    match game.hidden().number() {
        Some(number) if name == format!("{config}:{number}") => {
            format!("The hidden board was molecule {number} of {config}.")
        }
        Some(number) => {
            format!("The hidden board was molecule {number} of {config} (game ID {name}).")
        }
        None => format!("The hidden board was a molecule of {config} (game ID {name})."),
    }
}

/// The ray that distinguishes the guess from the hidden molecule.
fn why(refuted: Refutation) -> String {
    let entry = refuted.position.words();
    let hidden = became(refuted.hidden, "is ");
    let guessed = became(refuted.guessed, "is ");
    let shows = match refuted.was_fired {
        true => format!("Your ray from {entry} shows the mistake"),
        false => format!("A ray from {entry} would have shown the mistake"),
    };
    format!("{shows}: the ray {hidden}, but with your balls it {guessed}.")
}
