//! Describes a decoded board: in sentences, which the site also shows, as JSON, and as text with tables.

#[cfg(feature = "pipeline")]
mod text;

use std::io::{self, Write};

use draw::object;
use draw::words::{fixed, thousands};
use itertools::Itertools;
use serde::Serialize;

use crate::board::{Board, Config, Position};
use crate::laws::Freedom;
use crate::output::amount::amount;
use crate::output::family;
use crate::output::family::sentences;
use crate::puzzle::game::POINTS_AN_ATOM;
use crate::puzzle::guess::Guess;
use crate::puzzle::hint::{Advice, NextRay};
use crate::puzzle::marks::MarksVerdict;
use crate::puzzle::solutions::Solutions;
use crate::ray::Outcome;

#[cfg(feature = "pipeline")]
pub use text::{TextOptions, write_list, write_text};
#[cfg(feature = "pipeline")]
pub(crate) use text::{board, next_ray, not_listed, write_csv};

/// According to Tatham's manual, no board with up to this number of balls is ambiguous.
const MAX_FAIR_BALLS: usize = 4;

/// A callback for each listed molecule.
type Each<'a, E> = &'a mut dyn FnMut(&Board) -> Result<(), E>;

/// Says whether the board is decided, or can be decided by more rays.
pub fn verdict(solutions: &Solutions, advice: &Advice) -> String {
    let all = solutions.count();
    if solutions.decided() {
        return "Decided: only one molecule agrees.".to_owned();
    }
    if advice.next.is_none() {
        return match advice.sampled {
            None => "The board is not decided, and no further ray can decide it, \
                     because all molecules that agree with the rays have the same spectrum."
                .to_owned(),
            Some(drawn) => format!(
                "The board is not decided: all {} molecules chosen at random have the same spectrum.",
                thousands(drawn)
            ),
        };
    }
    if advice.decidable.is_none() {
        return "The board is not decided, and it is not known whether further rays can always decide it."
            .to_owned();
    }
    match advice.indistinguishable {
        Some(0) => "The board is not decided, but further rays are sure to decide it.".to_owned(),
        Some(ambiguous) if u128::from(ambiguous) == all => {
            "The board is not decided. Further rays can only narrow it down, \
             because each of the molecules has a twin among them."
                .to_owned()
        }
        Some(ambiguous) => format!(
            "The board is not decided. Further rays will decide it, unless \
             the hidden molecule is one of {} ({} %) that have twins.",
            thousands(ambiguous),
            fixed(100.0 * ambiguous as f64 / all as f64, 2)
        ),
        None => "The board is not decided. Further rays may decide it, but some of the molecules have twins."
            .to_owned(),
    }
}

/// Sentences about the costs of guesses, the family of the board, the hidden molecule, and the marks.
pub fn remarks(solutions: &Solutions, advice: &Advice) -> Vec<String> {
    let puzzle = solutions.puzzle();
    let count = solutions.count();
    let mut lines = Vec::new();
    if advice.next.is_none() && advice.sampled.is_none() && !solutions.decided() {
        let described = |guess: &Guess| {
            let several = puzzle.configs().len() > 1;
            let config = guess.board.config();
            let number = guess.board.number();
            let what = match (guess.in_group, number, several) {
                (true, Some(number), false) => format!("molecule {number}"),
                (true, Some(number), true) => format!("molecule {number} of {config}"),
                (true, None, _) => format!(
                    "one of the molecules, with atoms in {} (row.column)",
                    atoms(guess.board)
                ),
                (false, ..) => format!(
                    "a board with atoms in {} (row.column), which contradicts the rays but is never far from the hidden board",
                    atoms(guess.board)
                ),
            };
            let (mean, highest) = (guess.mean_penalty(), guess.highest_penalty());
            let mean = fixed(mean, 2);
            format!("{what}: {mean} points on average and {highest} at worst")
        };
        let guess = advice.guess.as_ref();
        if let Some(described) = guess.map(described) {
            let wrong = match puzzle.configs() {
                [_] => "wrong ball",
                _ => "ball that is wrong, missing or extra",
            };
            lines.push(format!(
                "In Parker's board game, with {POINTS_AN_ATOM} points for each {wrong}, the cheapest guess is {described}."
            ));
        }
        let safest = advice.safest.as_ref();
        let safer = safest.filter(|safest| {
            guess.is_none_or(|guess| safest.highest_penalty() < guess.highest_penalty())
        });
        if let Some(described) = safer.map(described) {
            lines.push(format!("There, the safest guess is {described}."));
        }
        let are_of_them = [guess, safer].iter().flatten().all(|guess| guess.in_group);
        let rest = match are_of_them {
            true => ".",
            false => ", but reject any other guess.",
        };
        lines.push(format!(
            "This program's games and Tatham's accept any molecule that agrees with the rays{rest}"
        ));
        if let [config] = puzzle.configs()
            && config.atoms() <= MAX_FAIR_BALLS
        {
            lines.push(format!(
                "The manual of Tatham's program says that only boards with more than {MAX_FAIR_BALLS} balls can \
                 be ambiguous, but this one has {}.",
                config.atoms()
            ));
        }
    }
    if let Some((freedom, config)) = freedom(solutions, advice) {
        lines.extend(sentences(&freedom, config));
    }
    if let Some(hidden) = puzzle.annotations.hidden {
        let config = hidden.config();
        let one = match hidden.number() {
            Some(number) => format!("\nMolecule {number} of {config} is hidden"),
            None => format!("\nA molecule of {config} is hidden"),
        };
        lines.push(match (puzzle.allows(hidden), count, &advice.next) {
            (false, ..) => format!("{one}, but its answers to the shots are different."),
            (true, 1, _) => {
                format!("{one}, and no other molecule agrees with the shots: the board is fair.")
            }
            (true, _, None) => format!(
                "{one}, and its spectrum is shared by {}: the board is not fair.",
                others(count)
            ),
            (true, _, Some(_)) => format!(
                "{one}; the shots also leave {}.",
                match solutions.counted().error {
                    None => others(count),
                    error => format!("{} others", amount(count, error)),
                }
            ),
        });
    }
    if let Some(marks) = &advice.marks {
        let estimated = marks.error.filter(|&error| error > 0.0);
        lines.push(match (marks.agree, estimated) {
            (0, None) => "\nNone of the molecules that agree with the rays also agrees with all marked balls and empty cells.".to_owned(),
            (1, None) if count == 1 => "\nThe molecule that agrees with the rays also agrees with all marked balls and empty cells.".to_owned(),
            (1, None) => "\nOne of the molecules that agree with the rays also agrees with all marked balls and empty cells.".to_owned(),
            (agree, _) => format!(
                "\n{} of the molecules that agree with the rays also agree with all marked balls and empty cells.",
                amount(agree, estimated)
            ),
        });
        if marks.balls > 0 {
            let points = |wrong: u64| POINTS_AN_ATOM * wrong;
            let about = if marks.error.is_some() { " about" } else { "" };
            let balls = match marks.balls {
                1 => format!("The marked ball costs{about}"),
                balls => format!("The {balls} marked balls cost{about}"),
            };
            lines.push(match (marks.least_wrong, marks.most_wrong) {
                (least, most) if least == most => format!("{balls} {} points.", points(least)),
                (least, most) => format!(
                    "{balls} {} points at best, {} on average, {} at worst.",
                    points(least),
                    fixed(POINTS_AN_ATOM as f64 * marks.mean_wrong, 2),
                    points(most)
                ),
            });
        }
        if let Some(accepted) = marks.same_spectrum {
            lines.push(match accepted {
                0 => "Tatham's program would reject these marks as a guess.".to_owned(),
                all if all == count => {
                    "Tatham's program would accept these marks as a guess.".to_owned()
                }
                some => format!(
                    "For {} of the molecules, Tatham's program would accept these marks as a guess.",
                    thousands(some)
                ),
            });
        }
    }
    lines
}

/// The freedom of the molecules that agree, if they are twins and all of them are listed.
pub(crate) fn freedom(solutions: &Solutions, advice: &Advice) -> Option<(Freedom, Config)> {
    let is_alike = advice.next.is_none() && advice.sampled.is_none() && !solutions.decided();
    let all = solutions.listed();
    let &[config] = solutions.puzzle().configs() else {
        return None;
    };
    let is_whole = is_alike && all.len() as u128 == solutions.count();
    is_whole.then(|| Some((Freedom::new(all)?, config)))?
}

/// An outcome in a JSON document: its word, and the exit if the ray has one.
pub fn answer(outcome: Outcome) -> (&'static str, Option<Position>) {
    match outcome {
        Outcome::Absorbed => ("absorbed", None),
        Outcome::Reflected => ("reflected", None),
        Outcome::Out(exit) => ("out", Some(exit)),
    }
}

/// The atoms of a board by row and column from 1: `1.3 2.5`.
fn atoms(board: Board) -> String {
    let atoms = board.atoms();
    atoms
        .map(|atom| format!("{}.{}", atom.row() + 1, atom.column() + 1))
        .join(" ")
}

fn others(count: u128) -> String {
    match count - 1 {
        1 => "another one".to_owned(),
        others => format!("{} others", thousands(others)),
    }
}

/// The rating of the marks as part of a document.
fn marks(marks: &MarksVerdict) -> impl Serialize {
    let points = object! {
        best: POINTS_AN_ATOM * marks.least_wrong,
        mean: POINTS_AN_ATOM as f64 * marks.mean_wrong,
        worst: POINTS_AN_ATOM * marks.most_wrong,
    };
    object! {
        balls: marks.balls,
        agree: marks.agree.to_string(),
        #[serde(flatten)]
        error: marks.error.map(|error| object! { agree_error: error }),
        points: points,
        tatham_accepts: marks.same_spectrum.map(|count| count.to_string()),
    }
}

/// The expected cost until the board is decided.
pub(crate) fn ahead(next: &NextRay) -> Option<impl Serialize + use<>> {
    let ahead = next.ahead?;
    Some(object! { shots: ahead.shots, points: ahead.points, exact: ahead.exact })
}

pub(crate) fn ray(next: &NextRay) -> impl Serialize + use<> {
    let answered = |&(outcome, count): &(Outcome, u128)| {
        let (answer, position) = answer(outcome);
        object! {
            answer: answer,
            #[serde(flatten)]
            exit: position.map(|position| object! { position: position.index() }),
            count: count.to_string(),
        }
    };
    object! {
        position: next.position.index(),
        bits: next.bits,
        bits_error: next.error,
        ahead: ahead(next),
        answers: next.answers.iter().map(answered).collect::<Vec<_>>(),
    }
}

/// Writes a decoded board as a JSON document. Counts and numbers of molecules are strings, because many readers are
/// exact only up to 2⁵³. `list` calls its argument with each molecule to list; they are not kept in memory.
pub fn write_json<E: From<io::Error>>(
    out: &mut impl Write,
    solutions: &Solutions,
    advice: &Advice,
    list: impl FnOnce(Each<E>) -> Result<(), E>,
) -> Result<(), E> {
    #[derive(Serialize)]
    #[serde(untagged)]
    enum Numbers {
        One(usize),
        All(Vec<usize>),
    }
    let (puzzle, counted) = (solutions.puzzle(), solutions.counted());
    let numbers: Vec<usize> = puzzle.configs().iter().map(|one| one.atoms()).collect();
    let number = |board: Board| board.number().map(|number| number.to_string());
    let head = json(&object! {
        // The text that `decode` reads as the same board.
        board: puzzle.words(),
        // A number, or a list of the possible numbers.
        atoms: match numbers[..] {
            [one] => Numbers::One(one),
            _ => Numbers::All(numbers),
        },
        count: counted.count.to_string(),
        count_error: counted.error,
    })?;
    write!(out, "{},\"molecules\":[", head.trim_end_matches('}'))?;
    let mut first = true;
    list(&mut |&board| {
        let listed = object! {
            number: number(board),
            molecule: board.text(),
            config: board.config().to_string(),
        };
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        write!(out, "{comma}{}", json(&listed)?)?;
        Ok(())
    })?;
    let chances = solutions.chances();
    // A guess, if no ray gives more information. Its text has one character per cell.
    let guessed = |guess: &Option<Guess>| {
        guess.as_ref().map(|guess| {
            object! {
                molecule: guess.board.text(),
                agrees: guess.in_group,
                points: object! { mean: guess.mean_penalty(), worst: guess.highest_penalty() },
            }
        })
    };
    let hidden = puzzle.annotations.hidden.map(|hidden| {
        object! {
            number: number(hidden),
            molecule: hidden.text(),
            config: hidden.config().to_string(),
            agrees: puzzle.allows(hidden),
        }
    });
    let tail = json(&object! {
        cells: chances.chunks(puzzle.evidence().size().columns()).collect::<Vec<_>>(),
        cells_error: counted.chance_error,
        decided: solutions.decided(),
        decidable: advice.decidable,
        indistinguishable: advice.indistinguishable.map(|count| count.to_string()),
        family: freedom(solutions, advice).map(|(freedom, _)| family::document(&freedom)),
        next: advice.next.as_ref().map(ray),
        drawn: advice.sampled,
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
