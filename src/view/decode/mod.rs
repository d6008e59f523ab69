//! Shows what a decoded board says: as text, as JSON, and its molecules as CSV.

mod json;

use std::io::{self, Write};

use ::view::words::thousands;
use itertools::Itertools;

use super::amount::{about, amount, chance};
use crate::analysis::POINTS_AN_ATOM;
use crate::game::{Config, Entry, Molecule, Outcome};
use crate::play::decode::{Agreeing, Candidate, Question, names};
use crate::play::outlook::{NextRay, Outlook};

pub use json::write_json;

/// Tatham's manual says that this number of balls is never ambiguous.
const FEW: usize = 4;

/// Does something with each molecule of a list.
type Each<'a, E> = &'a mut dyn FnMut(&Candidate) -> Result<(), E>;

/// Writes the listed molecules alone, as comma-separated values. `list` goes through them.
///
/// # Errors
///
/// What the writer or the list fails with.
pub fn write_csv<E: From<io::Error>>(
    out: &mut impl Write,
    list: impl FnOnce(Each<E>) -> Result<(), E>,
) -> Result<(), E> {
    writeln!(out, "config,number,molecule")?;
    list(&mut |candidate| {
        let Candidate {
            config,
            number,
            molecule,
        } = candidate;
        let number = number.map(|number| number.to_string()).unwrap_or_default();
        writeln!(out, "{config},{number},{}", molecule.text(*config))?;
        Ok(())
    })
}

/// That not all molecules were listed, but only this number.
pub fn not_listed(agreeing: &Agreeing, listed: u128) -> Option<String> {
    (listed < agreeing.count()).then(|| {
        let all = amount(agreeing.count(), agreeing.counted().error);
        format!(
            "{} of {all} molecules that agree are listed; --limit all lists all of them",
            thousands(listed as u64)
        )
    })
}

/// Writes what a board says, for people. `list` goes through the molecules to list.
///
/// # Errors
///
/// What the writer or the list fails with.
pub fn write_text<E: From<io::Error>>(
    out: &mut impl Write,
    agreeing: &Agreeing,
    outlook: &Outlook,
    list: impl FnOnce(Each<E>) -> Result<(), E>,
) -> Result<(), E> {
    let question = agreeing.question();
    if let Some(supposed) = question.supposed() {
        let configs = names(question.configs());
        writeln!(
            out,
            "{supposed} atoms contradict the board, so {configs} were tried; --atoms says how many"
        )?;
    }
    writeln!(
        out,
        "{} of {} molecules of {} {}\n",
        amount(agreeing.count(), agreeing.counted().error),
        thousands(question.molecules()),
        names(question.configs()),
        if agreeing.decided() {
            "agrees"
        } else {
            "agree"
        }
    )?;
    for line in grid(agreeing, outlook.next.as_ref()) {
        writeln!(out, "{}", line.trim_end())?;
    }
    writeln!(
        out,
        "\nchance of an atom in %{}: O certain, - none{}\n\n{}",
        match agreeing.counted().chance_error {
            Some(error) => format!(" (± {:.1} at most)", 100.0 * error),
            None => String::new(),
        },
        match outlook.next {
            Some(_) => "; ? the next ray",
            None => "",
        },
        verdict(agreeing, outlook)
    )?;
    for line in in_points(agreeing, outlook) {
        writeln!(out, "{line}")?;
    }
    if let Some(next) = &outlook.next {
        write_next(out, next, question.board().width())?;
    }
    let several = question.configs().len() > 1;
    writeln!(
        out,
        "\n{}number  molecule",
        if several { "config   " } else { "" }
    )?;
    let mut listed: u128 = 0;
    list(&mut |candidate| {
        listed += 1;
        if several {
            write!(out, "{:<9}", candidate.config)?;
        }
        let text = candidate.molecule.text(candidate.config);
        match candidate.number {
            Some(number) => writeln!(out, "{number:<7} {text}")?,
            None => writeln!(out, "{:<7} {text}", "-")?,
        }
        Ok(())
    })?;
    match agreeing.count().saturating_sub(listed) {
        _ if !agreeing.is_exact() => {
            writeln!(
                out,
                "some of them; --exact lists the first ones, --limit all lists all"
            )?;
        }
        0 => {}
        more => writeln!(out, "and {} more; --limit all lists them", thousands(more))?,
    }
    Ok(())
}

/// The board, with the chances of an atom in its cells.
pub(crate) fn grid(agreeing: &Agreeing, next: Option<&NextRay>) -> Vec<String> {
    let board = agreeing.question().board();
    let p = board.width();
    let told = &agreeing.question().told().labels;
    let mut labels = 'a'..;
    let mut around = vec![" ".to_owned(); 4 * p];
    for (position, outcome) in board.shots() {
        if let Some(Some(label)) = told.get(position) {
            around[position].clone_from(label);
            if let Outcome::Out(exit) = outcome {
                around[exit].clone_from(label);
            }
            continue;
        }
        around[position] = match outcome {
            Outcome::Absorbed => "@".to_owned(),
            Outcome::Reflected => "&".to_owned(),
            Outcome::Out(exit) => {
                // There are no more than 22.
                around[exit] = labels.next().unwrap_or('?').to_string();
                around[exit].clone()
            }
        };
    }
    // A label of two digits on the west side needs room on all lines.
    let edge = around.iter().take(p).map(String::len).max().unwrap_or(1);
    if let Some(next) = next {
        around[next.position] = "?".to_owned();
    }
    let cells: Vec<String> = agreeing.counted().cells.iter().map(chance).collect();
    let line = |left: &str, cells: &mut dyn Iterator<Item = String>, right: &str| {
        format!(
            "{left:>edge$}{}{right:>4}",
            cells.map(|cell| format!("{cell:>4}")).join("")
        )
    };
    let label = |position: usize| around[position].clone();
    let mut lines = vec![line(" ", &mut (0..p).map(|c| label(4 * p - 1 - c)), " ")];
    for (l, cells) in cells.chunks(p).enumerate() {
        lines.push(line(
            &around[l],
            &mut cells.iter().cloned(),
            &around[3 * p - 1 - l],
        ));
    }
    lines.push(line(" ", &mut (0..p).map(|c| label(p + c)), " "));
    lines
}

/// Is the board decided, and can more rays decide it?
pub fn verdict(agreeing: &Agreeing, outlook: &Outlook) -> String {
    let all = agreeing.count();
    if agreeing.decided() {
        return "Decided: no other molecule agrees.".to_owned();
    }
    if outlook.next.is_none() {
        return match outlook.drawn {
            None => "Not decided, and no further ray can decide it: \
                     all of them answer every ray alike."
                .to_owned(),
            Some(drawn) => format!(
                "Not decided. All {} molecules drawn at random answer every ray alike.",
                thousands(drawn)
            ),
        };
    }
    if outlook.decidable.is_none() {
        return "Not decided. It is not known whether further rays are sure to decide it."
            .to_owned();
    }
    match outlook.indistinguishable {
        Some(0) => "Not decided, but further rays are sure to decide it.".to_owned(),
        Some(alike) if u128::from(alike) == all => {
            "Not decided, and further rays can only narrow it down: \
             each of them answers every ray as another one does."
                .to_owned()
        }
        Some(alike) => format!(
            "Not decided. Further rays decide it, unless it is one of {} molecules \
             ({:.2} %) that answer every ray as another one does.",
            thousands(alike),
            100.0 * alike as f64 / all as f64
        ),
        None => "Not decided. Further rays may decide it, but are not sure to: \
                 there are molecules that answer every ray as another one does."
            .to_owned(),
    }
}

/// What a guess costs, what is hidden, and what the marks are worth.
pub fn in_points(agreeing: &Agreeing, outlook: &Outlook) -> Vec<String> {
    let question = agreeing.question();
    let count = agreeing.count();
    let mut lines = Vec::new();
    if outlook.next.is_none() && outlook.drawn.is_none() && !agreeing.decided() {
        if let Some(guess) = &outlook.guess
            && let Some(config) = config_of(question, guess.molecule)
        {
            let several = question.configs().len() > 1;
            let number = guess.molecule.number_if_any(config);
            let what = match (guess.in_group, number, several) {
                (true, Some(number), false) => format!("molecule {number}"),
                (true, Some(number), true) => format!("molecule {number} of {config}"),
                (true, None, _) => format!("one of them: {}", guess.molecule.text(config)),
                (false, ..) => format!("none of them: {}", guess.molecule.text(config)),
            };
            let wrong = match several {
                true => "ball that is wrong, missing or too many",
                false => "wrong ball",
            };
            lines.push(format!(
                "The cheapest guess is {what}: {:.2} points on average and {} at worst, \
                 {POINTS_AN_ATOM} for a {wrong}.",
                guess.mean_penalty(),
                guess.highest_penalty()
            ));
        }
        lines.push(
            "Tatham's program accepts each of them, whichever is hidden: that costs nothing."
                .to_owned(),
        );
        if let [config] = question.configs()
            && config.atoms() <= FEW
        {
            lines.push(format!(
                "Its manual says that only more than {FEW} balls are ambiguous: this board has {}.",
                config.atoms()
            ));
        }
    }
    if let Some((config, hidden)) = hidden(question) {
        let one = match hidden.number_if_any(config) {
            Some(number) => format!("\nMolecule {number} of {config} is hidden"),
            None => format!("\nA molecule of {config} is hidden"),
        };
        lines.push(match (question.allows(hidden), count, &outlook.next) {
            (false, ..) => format!("{one}, but it does not answer the shots like that."),
            (true, 1, _) => format!("{one}, and the shots leave nothing else: that is fair."),
            (true, _, None) => format!(
                "{one}, and no ray tells it from {}: that is not fair.",
                others(count)
            ),
            (true, _, Some(_)) => format!(
                "{one}; the shots leave {} as well.",
                match agreeing.counted().error {
                    None => others(count),
                    error => format!("{} others", amount(count, error)),
                }
            ),
        });
    }
    if let Some(marks) = &outlook.marks {
        let estimated = marks.error.filter(|&error| error > 0.0);
        lines.push(match marks.agree {
            agree if estimated.is_some() => {
                let agree = amount(agree, estimated);
                format!("\n{agree} of them agree with all that is marked.")
            }
            0 => "\nNone of them agrees with all marks.".to_owned(),
            1 if count == 1 => "\nIt agrees with all marks.".to_owned(),
            1 => "\nOne of them agrees with all marks.".to_owned(),
            agree => format!(
                "\n{} of them agree with all that is marked.",
                thousands(agree)
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
                    "{balls} {} points at best, {:.2} on average, {} at worst.",
                    points(least),
                    POINTS_AN_ATOM as f64 * marks.mean_wrong,
                    points(most)
                ),
            });
        }
        if let Some(alike) = marks.alike {
            lines.push(match alike {
                0 => "Tatham's program rejects them, whatever is hidden.".to_owned(),
                all if all == count => {
                    "Tatham's program accepts them, whatever is hidden.".to_owned()
                }
                some => format!(
                    "Tatham's program accepts them if one of {} is hidden.",
                    thousands(some)
                ),
            });
        }
    }
    lines
}

fn others(count: u128) -> String {
    match count - 1 {
        1 => "another one".to_owned(),
        others => format!("{} others", thousands(others)),
    }
}

/// The molecule that the board's text says is hidden, and its configuration.
fn hidden(question: &Question) -> Option<(Config, Molecule)> {
    let hidden = question.told().hidden?;
    Some((config_of(question, hidden)?, hidden))
}

/// The configuration of a molecule in the box of a question.
fn config_of(question: &Question, molecule: Molecule) -> Option<Config> {
    let atoms = u64::from(molecule.bits().count_ones());
    Config::of_board(atoms, question.board().width() as u64).ok()
}

/// The next ray in a line.
pub(crate) fn next_ray(next: &NextRay, width: usize) -> String {
    let NextRay {
        position,
        bits,
        error,
        ..
    } = *next;
    let entry = Entry { position, width };
    let bits = match error {
        None => format!("{bits:.3} bits"),
        Some(error) => format!("about {bits:.2} bits (± {error:.2})"),
    };
    format!("Next ray: {entry} (position {position}), {bits} expected")
}

fn write_next(out: &mut impl Write, next: &NextRay, width: usize) -> io::Result<()> {
    let entry = |position| Entry { position, width };
    // This is the width of `about 2.0 × 10¹⁰`.
    let least = if next.error.is_some() { 16 } else { 14 };
    let answers = next.answers.iter().map(|&(outcome, molecules)| {
        let answer = match outcome {
            Outcome::Absorbed => "absorbed".to_owned(),
            Outcome::Reflected => "reflected".to_owned(),
            Outcome::Out(exit) => format!("out at {} (position {exit})", entry(exit)),
        };
        let molecules = match next.error {
            None => thousands(molecules),
            Some(error) => about(molecules, error.max(0.01)),
        };
        (answer, molecules)
    });
    let answers: Vec<(String, String)> = answers.collect();
    let widths = answers
        .iter()
        .map(|(_, molecules)| molecules.chars().count());
    let figures = widths.max().unwrap_or(0).max(least);
    writeln!(
        out,
        "\n{}\n\n{:<29} {:>figures$}",
        next_ray(next, width),
        "answer",
        "molecules left"
    )?;
    for (answer, molecules) in answers {
        writeln!(out, "{answer:<29} {molecules:>figures$}")?;
    }
    Ok(())
}
