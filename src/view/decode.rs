//! What a decoded board says: as text, and as JSON.

use std::io::Write;

use itertools::Itertools;
use serde::Serialize;

use crate::error::Result;
use crate::game::{Config, Entry, Outcome};
use crate::play::decode::{Agreeing, Candidate};
use crate::play::outlook::{NextRay, Outlook};
use crate::stages::decode::names;

/// Does something with each molecule of a list.
type Each<'a> = &'a mut dyn FnMut(&Candidate) -> Result<()>;

/// Writes what a board says for people. `list` goes through the molecules that
/// are to be listed.
///
/// # Errors
///
/// What the writer or the list fails with.
pub fn write_text(
    out: &mut impl Write,
    agreeing: &Agreeing,
    outlook: &Outlook,
    list: impl FnOnce(Each) -> Result<()>,
) -> Result<()> {
    let question = agreeing.question();
    if let Some(supposed) = question.supposed() {
        let configs = names(question.configs());
        writeln!(
            out,
            "{supposed} atoms contradict the board, so {configs} are looked at; --atoms says how many"
        )?;
    }
    writeln!(
        out,
        "{} of {} molecules of {} {}\n",
        agreeing.count(),
        question.molecules(),
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
        "\nchance of an atom in %: O certain, - none{}\n\n{}",
        match outlook.next {
            Some(_) => "; ? the next ray",
            None => "",
        },
        verdict(agreeing, outlook)
    )?;
    if let Some(next) = &outlook.next {
        write_next(out, next, question.board().width())?;
    }
    let several = question.configs().len() > 1;
    writeln!(
        out,
        "\n{}number  molecule",
        if several { "config   " } else { "" }
    )?;
    let mut listed = 0;
    list(&mut |candidate| {
        listed += 1;
        if several {
            write!(out, "{:<9}", candidate.config)?;
        }
        let text = candidate.molecule.text(candidate.config);
        writeln!(out, "{:<7} {text}", candidate.number)?;
        Ok(())
    })?;
    match agreeing.count() - listed {
        0 => {}
        more => writeln!(out, "and {more} more; --all lists them")?,
    }
    Ok(())
}

/// The board, with the chances of an atom in its cells.
fn grid(agreeing: &Agreeing, next: Option<&NextRay>) -> Vec<String> {
    let board = agreeing.question().board();
    let p = board.width();
    let mut labels = 'a'..;
    let mut around = vec![' '; 4 * p];
    for (position, outcome) in board.shots() {
        around[position] = match outcome {
            Outcome::Absorbed => '@',
            Outcome::Reflected => '&',
            Outcome::Out(exit) => {
                // There are no more than 22.
                around[exit] = labels.next().unwrap_or('?');
                around[exit]
            }
        };
    }
    if let Some(next) = next {
        around[next.position] = '?';
    }
    let cells: Vec<String> = agreeing
        .cells()
        .iter()
        .map(|&molecules| chance(molecules, agreeing.count()))
        .collect();
    let line = |left: char, cells: &mut dyn Iterator<Item = String>, right: char| {
        format!(
            "{left}{}{right:>4}",
            cells.map(|cell| format!("{cell:>4}")).join("")
        )
    };
    let label = |position: usize| around[position].to_string();
    let mut lines = vec![line(' ', &mut (0..p).map(|c| label(4 * p - 1 - c)), ' ')];
    for (l, cells) in cells.chunks(p).enumerate() {
        lines.push(line(
            around[l],
            &mut cells.iter().cloned(),
            around[3 * p - 1 - l],
        ));
    }
    lines.push(line(' ', &mut (0..p).map(|c| label(p + c)), ' '));
    lines
}

/// A share in whole percent, never rounded to none or all.
fn chance(molecules: u128, all: u128) -> String {
    let percent = 100.0 * molecules as f64 / all as f64;
    match molecules {
        0 => "-".to_owned(),
        _ if molecules == all => "O".to_owned(),
        _ if percent < 0.5 => "<1".to_owned(),
        _ if percent >= 99.5 => ">99".to_owned(),
        _ => format!("{percent:.0}"),
    }
}

/// Is the board decided, and can more rays decide it?
fn verdict(agreeing: &Agreeing, outlook: &Outlook) -> String {
    let all = agreeing.count();
    if agreeing.decided() {
        return "Decided: no other molecule agrees.".to_owned();
    }
    if outlook.next.is_none() {
        return "Not decided, and no further ray can decide it: \
                all of them answer every ray alike."
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
            "Not decided. Further rays decide it, unless it is one of {alike} molecules \
             ({:.2} %) that answer every ray as another one does.",
            100.0 * alike as f64 / all as f64
        ),
        None => "Not decided. Further rays may decide it, but are not sure to: \
                 there are molecules that answer every ray as another one does."
            .to_owned(),
    }
}

fn write_next(out: &mut impl Write, next: &NextRay, width: usize) -> Result<()> {
    let entry = |position| Entry { position, width };
    writeln!(
        out,
        "\nNext ray: {} (position {}), {:.3} bits expected\n\n{:<27} molecules left",
        entry(next.position),
        next.position,
        next.bits,
        "answer"
    )?;
    for &(outcome, molecules) in &next.answers {
        let answer = match outcome {
            Outcome::Absorbed => "absorbed".to_owned(),
            Outcome::Reflected => "reflected".to_owned(),
            Outcome::Out(exit) => format!("out at {} (position {exit})", entry(exit)),
        };
        writeln!(out, "{answer:<27} {molecules:>14}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Listed {
    number: u64,
    molecule: String,
    config: String,
}

#[derive(Serialize)]
struct Next {
    position: usize,
    bits: f64,
    answers: Vec<Answer>,
}

#[derive(Serialize)]
struct Answer {
    answer: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<usize>,
    count: u128,
}

impl Next {
    fn new(next: &NextRay) -> Next {
        let answer = |&(outcome, count): &(Outcome, u128)| {
            let (answer, position) = match outcome {
                Outcome::Absorbed => ("absorbed", None),
                Outcome::Reflected => ("reflected", None),
                Outcome::Out(exit) => ("out", Some(exit)),
            };
            Answer {
                answer,
                position,
                count,
            }
        };
        Next {
            position: next.position,
            bits: next.bits,
            answers: next.answers.iter().map(answer).collect(),
        }
    }
}

/// One number of atoms, or all of several.
#[derive(Serialize)]
#[serde(untagged)]
enum Atoms {
    One(usize),
    Several(Vec<usize>),
}

impl Atoms {
    fn of(configs: &[Config]) -> Atoms {
        match configs {
            [config] => Atoms::One(config.atoms()),
            configs => Atoms::Several(configs.iter().map(|config| config.atoms()).collect()),
        }
    }
}

/// Writes what a board says as one JSON document. `list` goes through the
/// molecules that are to be listed; as they may be many, none is kept.
///
/// # Errors
///
/// What the writer or the list fails with.
pub fn write_json(
    out: &mut impl Write,
    agreeing: &Agreeing,
    outlook: &Outlook,
    list: impl FnOnce(Each) -> Result<()>,
) -> Result<()> {
    let question = agreeing.question();
    let json = |value: serde_json::Result<String>| value.map_err(std::io::Error::from);
    write!(
        out,
        "{{\"atoms\":{},\"count\":{},\"molecules\":[",
        json(serde_json::to_string(&Atoms::of(question.configs())))?,
        agreeing.count()
    )?;
    let mut first = true;
    list(&mut |candidate| {
        let listed = Listed {
            number: candidate.number,
            molecule: candidate.molecule.text(candidate.config),
            config: candidate.config.to_string(),
        };
        let comma = if std::mem::take(&mut first) { "" } else { "," };
        write!(out, "{comma}{}", json(serde_json::to_string(&listed))?)?;
        Ok(())
    })?;
    let chances = agreeing.chances();
    let cells: Vec<&[f64]> = chances.chunks(question.board().width()).collect();
    writeln!(
        out,
        "],\"cells\":{},\"decided\":{},\"decidable\":{},\"indistinguishable\":{},\"next\":{}}}",
        json(serde_json::to_string(&cells))?,
        agreeing.decided(),
        outlook.decidable,
        json(serde_json::to_string(&outlook.indistinguishable))?,
        json(serde_json::to_string(&outlook.next.as_ref().map(Next::new)))?,
    )?;
    Ok(())
}
