//! Writes a decoded board as text, and its molecules as CSV.

use std::cmp::Reverse;
use std::io::{self, Stdout, Write};

use anstream::{AutoStream, ColorChoice};
use anstyle::{Ansi256Color, AnsiColor, Style};
use app::terminal::columns_to_wrap;
use draw::words::{counted, thousands, wrapped};
use itertools::Itertools;

use crate::board::{Board, Position};
use crate::output::amount::{about, amount, chance};
use crate::output::beside::{LEGEND, beside, different};
use crate::output::decoded::{Each, atoms, freedom, remarks, verdict};
use crate::output::family::{drawing, legend};
use crate::output::game::{LABELS, LABELS_OF_DATA, became};
use crate::output::spot::{Place, Spot};
use crate::puzzle::aim::Aim;
use crate::puzzle::hint::{Advice, NextRay};
use crate::puzzle::names;
use crate::puzzle::solutions::{Chance, Solutions};
use crate::ray::Outcome;

/// The number of answers to the next ray that have a line of their own.
const ANSWERS: usize = 5;

/// The greatest number of molecules that are drawn side by side. More are listed.
const DRAWN: u128 = 8;

/// Writes the listed molecules as CSV. `list` calls its argument with each of them.
pub(crate) fn write_csv<E: From<io::Error>>(
    out: &mut impl Write,
    list: impl FnOnce(Each<E>) -> Result<(), E>,
) -> Result<(), E> {
    writeln!(out, "config,number,molecule")?;
    list(&mut |board| {
        let number = board.number().map(|number| number.to_string());
        let number = number.unwrap_or_default();
        writeln!(out, "{},{number},{board}", board.config())?;
        Ok(())
    })
}

/// A sentence if only `listed` of all molecules were listed.
pub(crate) fn not_listed(solutions: &Solutions, listed: u128) -> Option<String> {
    (listed < solutions.count()).then(|| {
        let all = amount(solutions.count(), solutions.counted().error);
        format!(
            "{} of {all} molecules that agree are listed; --limit all lists all of them",
            thousands(listed as u64)
        )
    })
}

/// How to write text for the terminal or another output.
#[derive(Clone, Copy, Debug)]
pub struct TextOptions {
    /// The columns at which sentences wrap.
    pub columns: usize,
    /// Whether the output is in colour. Then a decoded box is a heat map.
    pub colour: bool,
}

impl TextOptions {
    pub fn of(stdout: &Stdout) -> TextOptions {
        TextOptions {
            columns: columns_to_wrap(),
            colour: AutoStream::choice(stdout) != ColorChoice::Never,
        }
    }

    /// Writes a sentence, wrapped.
    fn say(self, out: &mut impl Write, sentence: &str) -> io::Result<()> {
        writeln!(out, "{}", wrapped(sentence, self.columns))
    }
}

/// Writes a decoded board as text. If the molecules are not `listed` after it, it tells how to list them.
pub fn write_text(
    out: &mut impl Write,
    solutions: &Solutions,
    advice: &Advice,
    listed: bool,
    options: TextOptions,
) -> io::Result<()> {
    let puzzle = solutions.puzzle();
    if let Some(supposed) = puzzle.supposed() {
        let configs = names(puzzle.configs());
        options.say(out, &format!(
            "no molecule of {supposed} atoms agrees with the board, so {configs} were tried; --atoms sets the number of atoms"
        ))?;
    }
    let some = amount(solutions.count(), solutions.counted().error);
    let all = counted(puzzle.molecules(), "molecule", "molecules");
    let configs = names(puzzle.configs());
    let s = if solutions.decided() { "s" } else { "" };
    let more = match (listed, solutions.is_exact()) {
        (true, _) => "",
        (false, true) => "; --limit all lists them",
        (false, false) => "; --limit 20 lists some of them",
    };
    let sentence = format!("{some} of {all} of {configs} agree{s}{more}");
    options.say(out, &sentence)?;
    let board = board(solutions, advice.next.as_ref(), options.colour);
    let board = board.iter().map(|line| line.trim_end());
    // Lines of labels may be empty.
    let lines = board.filter(|line| !line.is_empty()).format("\n");
    writeln!(out, "\n{lines}\n")?;
    let error = solutions.counted().chance_error;
    let error = error.map(|error| format!(" (± {:.1} at most)", 100.0 * error));
    let error = error.unwrap_or_default();
    let sign = advice.next.as_ref().map_or("", |_| "; ? the next ray");
    let sentence = format!("chance of an atom in %{error}: O certain, - none{sign}");
    options.say(out, &sentence)?;
    let is_of_data = |label: &String| matches!(&label[..], "@" | "&");
    let mut labels = puzzle.annotations.labels.iter().flatten();
    if labels.any(is_of_data) {
        options.say(out, LABELS_OF_DATA)?;
    } else if puzzle.evidence().shots().next().is_some() {
        options.say(out, LABELS)?;
    } else {
        writeln!(out)?;
    }
    options.say(out, &verdict(solutions, advice))?;
    for line in remarks(solutions, advice) {
        options.say(out, &line)?;
    }
    // Guesses that agree are among the drawn molecules.
    let guesses = [("cheapest", &advice.guess), ("safest", &advice.safest)];
    let guesses = guesses
        .iter()
        .filter_map(|(name, guess)| Some((name, guess.as_ref()?)));
    let outside = guesses.filter(|(_, guess)| !guess.in_group);
    let outside = outside.unique_by(|(_, guess)| guess.board);
    let drawn: Vec<(String, Board)> = outside
        .map(|(name, guess)| {
            let (mean, worst) = (guess.mean_penalty(), guess.highest_penalty());
            (
                format!("{name} guess: {mean:.2} points on average, {worst} at worst"),
                guess.board,
            )
        })
        .collect();
    if !drawn.is_empty() {
        write!(out, "\n{}", beside(&different(&drawn), options.columns))?;
    }
    if let Some((freedom, config)) = freedom(solutions, advice) {
        let lines = drawing(&freedom, config);
        writeln!(out, "\n{}", lines.iter().format("\n"))?;
        options.say(out, &format!("\n{}", legend(&freedom)))?;
    }
    if let Some(next) = &advice.next {
        options.say(out, &next_ray(next, Aim::Bits))?;
        write_answers(out, next)?;
    }
    Ok(())
}

/// Writes the listed molecules as text. `list` calls its argument with each of them.
pub fn write_list<E: From<io::Error>>(
    out: &mut impl Write,
    solutions: &Solutions,
    options: TextOptions,
    list: impl FnOnce(Each<E>) -> Result<(), E>,
) -> Result<(), E> {
    let configs = solutions.puzzle().configs();
    let several = configs.len() > 1;
    let is_drawn = solutions.is_exact() && solutions.count() <= DRAWN;
    let config = if several { "config   " } else { "" };
    let widths = configs
        .iter()
        .map(|config| config.molecules().to_string().len());
    let digits = widths.max().unwrap_or_default().max(7);
    if !is_drawn {
        writeln!(out, "\n{config}{:<digits$} atoms (row.column)", "number")?;
    }
    let mut listed: u128 = 0;
    let mut drawn = Vec::new();
    list(&mut |&board| {
        listed += 1;
        let number = board.number();
        if is_drawn {
            let heading = match (number, several) {
                (Some(number), false) => number.to_string(),
                (Some(number), true) => format!("{}:{number}", board.config()),
                (None, _) => format!("{} of {}", listed, solutions.count()),
            };
            drawn.push((heading, board));
            return Ok(());
        }
        if several {
            write!(out, "{:<9}", board.config())?;
        }
        let number = number.map_or("-".to_owned(), |number| number.to_string());
        writeln!(out, "{number:<digits$} {}", atoms(board))?;
        Ok(())
    })?;
    if !drawn.is_empty() {
        write!(out, "\n{}", beside(&different(&drawn), options.columns))?;
        if drawn.len() > 1 {
            options.say(out, &format!("\n{LEGEND}"))?;
        }
    }
    match solutions.count().saturating_sub(listed) {
        _ if !solutions.is_exact() => {
            let hint = "--exact lists the first ones, --limit all lists all";
            writeln!(out, "only some are listed; {hint}")?;
        }
        0 => {}
        more => writeln!(out, "and {} more; --limit all lists them", thousands(more))?,
    }
    Ok(())
}

/// Draws the board with the chance of an atom in each cell.
pub(crate) fn board(solutions: &Solutions, next: Option<&NextRay>, colour: bool) -> Vec<String> {
    let evidence = solutions.puzzle().evidence();
    let size = evidence.size();
    let given_labels = &solutions.puzzle().annotations.labels;
    let mut labels = ('a'..='z')
        .chain('A'..='Z')
        .filter(|label| !"HR".contains(*label));
    let mut around = vec![String::new(); size.positions()];
    for (position, outcome) in evidence.shots() {
        let label = match (given_labels.get(position.index()), outcome) {
            (Some(Some(label)), _) => label.clone(),
            (_, Outcome::Absorbed) => "@".to_owned(),
            (_, Outcome::Reflected) => "&".to_owned(),
            // There are 50 letters, and at most 40 such rays.
            (_, Outcome::Out(_)) => labels.next().unwrap_or('?').to_string(),
        };
        if let Outcome::Out(exit) = outcome {
            around[exit.index()].clone_from(&label);
        }
        around[position.index()] = label;
    }
    // The widest label on the west side indents all lines.
    let edge = around.iter().take(size.rows()).map(String::len).max();
    let edge = edge.unwrap_or(0).max(1);
    if let Some(next) = next {
        around[next.position.index()] = "?".to_owned();
    }
    let painted = |text: &str, style: Style| match colour {
        true => format!("{style}{text}{style:#}"),
        false => text.to_owned(),
    };
    let label = |position: Position, width: usize| {
        let style = match evidence.results()[position.index()] {
            None => Style::new().bold().invert(),
            Some(Outcome::Absorbed) => AnsiColor::Red.on_default(),
            Some(Outcome::Reflected) => AnsiColor::Green.on_default(),
            Some(Outcome::Out(_)) => AnsiColor::Cyan.on_default(),
        };
        let text = &around[position.index()];
        let before = " ".repeat(width.saturating_sub(text.len()));
        match text.is_empty() {
            true => before,
            false => before + &painted(text, style),
        }
    };
    let cells = &solutions.counted().cells;
    let spot = |line, column| {
        let width = if column == 0 { edge } else { 4 };
        match (Spot { line, column }).place(size) {
            Place::Entry(position) => label(position, width),
            Place::Cell(cell) => {
                let cell = &cells[cell.index()];
                " ".to_owned() + &painted(&format!("{:>3}", chance(cell)), shade(cell))
            }
            Place::Corner => " ".repeat(width),
        }
    };
    let line = |line| {
        (0..size.columns() + 2)
            .map(|column| spot(line, column))
            .collect()
    };
    (0..size.rows() + 2).map(line).collect()
}

/// The colours of a chance, including that of the text, so that it is readable on dark and light terminals.
fn shade(chance: &Chance) -> Style {
    const BLACK: Ansi256Color = Ansi256Color(16);
    const WHITE: Ansi256Color = Ansi256Color(231);
    let on = |shade: u8, text: Ansi256Color| text.on(Ansi256Color(shade));
    match (chance.sure, chance.share) {
        (Some(false), _) => Style::new().dimmed(),
        (Some(true), _) => on(88, WHITE).bold(),
        (None, share) if share < 0.05 => Style::new(),
        (None, share) if share < 0.1 => on(230, BLACK),
        (None, share) if share < 0.2 => on(223, BLACK),
        (None, share) if share < 0.35 => on(216, BLACK),
        (None, share) if share < 0.55 => on(209, BLACK),
        (None, share) if share < 0.8 => on(203, BLACK),
        (None, _) => on(160, WHITE),
    }
}

/// Describes the next ray in a line: with the expected cost of the rest if it is known, otherwise with its
/// information if `aim` is [`Aim::Bits`], which a decoded board always shows.
pub(crate) fn next_ray(next: &NextRay, aim: Aim) -> String {
    let (entry, bits) = (next.position.words(), next.bits);
    let Some(ahead) = next.ahead else {
        return match next.error {
            _ if aim != Aim::Bits => format!("Next ray: {entry}"),
            None => format!("Next ray: {entry}, {bits:.3} bits expected"),
            Some(error) => {
                format!("Next ray: {entry}, about {bits:.2} bits (± {error:.2}) expected")
            }
        };
    };
    let about = if ahead.exact { "" } else { "about " };
    let (shots, points) = (ahead.shots, ahead.points);
    format!("Next ray: {entry}; {about}{shots:.1} rays, {points:.1} points to go")
}

/// Writes the most likely answers to the next ray, and the others in one line.
fn write_answers(out: &mut impl Write, next: &NextRay) -> io::Result<()> {
    let mut answers = next.answers.clone();
    answers.sort_by_key(|&(_, molecules)| Reverse(molecules));
    // A single other answer gets its own line, too.
    let named = match answers.len() {
        few if few <= ANSWERS + 1 => few,
        _ => ANSWERS,
    };
    let (named, others) = answers.split_at(named);
    let figure = |molecules: u128| match next.error {
        None => thousands(molecules),
        Some(error) => about(molecules, error.max(0.01)),
    };
    // An estimate such as `about 2.0 × 10¹⁰` is longer than the heading.
    let wide = if next.error.is_some() { 16 } else { 14 };
    writeln!(out, "{:<15} {:>wide$}", "answer", "molecules left")?;
    for &(outcome, molecules) in named {
        let answer = became(outcome, "");
        writeln!(out, "{answer:<15} {:>wide$}", figure(molecules))?;
    }
    if !others.is_empty() {
        let answer = format!("{} others", others.len());
        let molecules = others.iter().map(|&(_, molecules)| molecules).sum();
        writeln!(out, "{answer:<15} {:>wide$}", figure(molecules))?;
    }
    Ok(())
}
