//! A puzzle as a dialogue: a player types lines, and the program answers each.

use std::io::{self, IsTerminal, Write};

use watch::{Stop, Watcher};

use crate::input::{TYPED_LINE, lines};
use crate::terminal::{Console, columns_to_wrap, in_lines, printable};
use crate::{Error, Result};

/// The position of a puzzle. The dialogue keeps earlier positions, so `undo` and `restart` are the same in all
/// games.
pub trait Game: Clone {
    /// The rules, and what a player can type besides the [commands of all games](play).
    const HELP: &'static str;

    /// A drawing of the position, which ends with a line feed.
    fn drawing(&self) -> String;

    /// A sentence about the position.
    fn sentence(&self) -> String;

    /// Makes one or several moves, and appends the position before each. The error is the answer to print after the
    /// position or, if no move was made, instead of it.
    fn turn(&mut self, words: &[&str], before: &mut Vec<Self>, stop: &Stop) -> Result<(), String>;

    /// A move that leads to a solution; `None` if no solution continues from here, or if interrupted.
    fn hint(&self, stop: &Stop) -> Option<String>;

    /// A sentence about how far the player has come.
    fn progress(&self) -> String;
}

/// The number of earlier positions that are kept, besides the first one. A line adds at most a third of them.
const MOST_KEPT: usize = 100_000;

const COMMANDS: &str = "hint (h) suggests a move; undo (u) takes back your last move, and `undo 3` the last \
    three; the other commands are restart, show, help (?) and quit (q)";

/// Reads lines from stdin and answers each, until the player quits, the input ends or the program is interrupted.
/// On a terminal, it begins with the help and prints prompts.
pub fn play<G: Game>(console: &Console, mut game: G) -> Result<()> {
    let (stop, prompts) = (console.stop(), io::stdin().is_terminal());
    let out = &mut io::stdout().lock();
    let say =
        |out: &mut dyn Write, words: &str| writeln!(out, "{}", in_lines(words, columns_to_wrap()));
    let show = |out: &mut dyn Write, game: &G| {
        write!(out, "{}", game.drawing())?;
        say(out, &game.sentence())
    };
    let help = format!("{}\n{COMMANDS}", G::HELP);
    if prompts {
        say(out, &help)?;
    }
    show(out, &game)?;
    let mut before: Vec<G> = Vec::new();
    let mut lines = lines("the commands", TYPED_LINE, stop)?;
    loop {
        if prompts {
            write!(out, "> ")?;
        }
        out.flush()?;
        let Some(line) = lines.next() else { break };
        let line = printable(&line?.to_lowercase()).replace([',', '='], " ");
        match line.split_whitespace().collect::<Vec<_>>()[..] {
            [] | ["show"] => show(out, &game)?,
            ["help" | "?"] => say(out, &help)?,
            ["quit" | "q" | "exit"] => return Ok(say(out, &game.progress())?),
            ["hint" | "h"] => say(out, &hint(&game, &before, stop))?,
            ["undo" | "u" | "restart"] if before.is_empty() => say(out, "nothing to undo")?,
            // With a number, `u` is a cell.
            [command @ ("undo" | "u" | "restart"), ref steps @ ..]
                if command != "u" || steps.is_empty() =>
            {
                let steps = match steps {
                    _ if command == "restart" => Some(before.len()),
                    [] => Some(1),
                    [steps] => steps.parse().ok().filter(|steps| *steps > 0),
                    _ => None,
                };
                let Some(steps) = steps else {
                    say(
                        out,
                        "after undo, type nothing or a number of moves, as in `undo 3`",
                    )?;
                    continue;
                };
                let first = before.len().saturating_sub(steps);
                game = before.drain(first..).next().unwrap_or(game);
                show(out, &game)?;
            }
            ref words => {
                let moves = before.len();
                let answer = game.turn(words, &mut before, stop);
                if before.len() > moves || answer.is_ok() {
                    show(out, &game)?;
                }
                if let Err(words) = answer {
                    say(out, &words)?;
                }
                if before.len() > MOST_KEPT {
                    before.drain(1..=MOST_KEPT / 2);
                }
            }
        }
    }
    if prompts {
        writeln!(out)?;
    }
    match stop.is_requested() {
        true => Err(Error::Stopped(game.progress())),
        false => Ok(()),
    }
}

/// A hint, or the number of moves to take back before a solution is possible.
fn hint<G: Game>(game: &G, before: &[G], stop: &Stop) -> String {
    if let Some(hint) = game.hint(stop) {
        return hint;
    }
    let mut earlier = (1..).zip(before.iter().rev());
    match earlier.find(|(_, game)| game.hint(stop).is_some()) {
        Some((steps, _)) => {
            format!("no solution is possible from here; `undo {steps}` takes the mistake back")
        }
        None => "no solution was found".to_owned(),
    }
}
