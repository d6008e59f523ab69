//! A game by typed commands, one per line: for scripts, for screen readers, and for people who like to type.

use std::io::{self, IsTerminal, Write};
use std::mem;

use app::input::{TYPED_LINE, lines};
use app::terminal::{Console, columns_to_wrap};
use draw::words::wrapped;
use watch::{Halt, Watcher, perhaps_long};

use crate::commands::decode::run::{Patience, decode};
use crate::commands::play::Session;
use crate::commands::play::opening::opening;
use crate::commands::play::run::review;
use crate::error::Result;
use crate::output;
use crate::puzzle::game::Ending;
use crate::puzzle::words::{Mark, Move, Word};

const WORDS: &str = "\
west 4         fire a ray into row 4; also east, and north and south for columns
ball 3 5       place a ball in row 3, column 5; empty 3 5 marks the cell empty, clear 3 5 clears it
undo           undo the last ray or mark
board          draw the board
hint           suggest the next ray
chances        show the chance of a ball in each cell, in %
left           show how many molecules are left, and whether rays can decide the board
done or guess  end the game, and compare your balls with the hidden ones
give up        end the game, and show the balls
review         compare each ray with the best one, after the game; also as `done, review` on one line
quit           leave the game
Commas separate several commands on one line. On the board, H marks an absorbed ray, R a reflected
one, and a number both ends of a ray that comes out; the database writes @, & and letters instead.";

/// Plays until the game or the input ends, or it is interrupted.
pub(super) fn play(session: Session, console: &Console) -> Result<()> {
    let prompts = io::stdin().is_terminal();
    let mut dialogue = Dialogue {
        session,
        console,
        prompts,
        asked: false,
        ending: None,
    };
    dialogue.say(&dialogue.session.opening())?;
    if dialogue.session.game.rays() > 0 {
        dialogue.draw()?;
    }
    let mut lines = lines("the words", TYPED_LINE, console.stop())?;
    loop {
        if prompts {
            prompt("> ")?;
        }
        let Some(line) = lines.next() else { break };
        match dialogue.handle(&line?)? {
            State::Goes => {}
            State::Left => return Ok(()),
            State::Over if prompts => {
                prompt("review compares each ray with the best one; Enter leaves\n> ")?;
                return match lines.next() {
                    Some(Ok(line)) if line.trim().eq_ignore_ascii_case("review") => {
                        dialogue.review()
                    }
                    _ => Ok(()),
                };
            }
            State::Over => return Ok(()),
        }
    }
    if prompts {
        dialogue.say("")?;
    }
    let way_back = dialogue.session.keeper.way_back();
    if console.stop().is_requested() {
        let left = way_back.unwrap_or_else(|| "you left the game".to_owned());
        return Err(app::Error::Stopped(left).into());
    }
    way_back.map_or(Ok(()), |way| dialogue.say(&way))
}

fn prompt(text: &str) -> Result<()> {
    write!(io::stdout(), "{text}")?;
    Ok(io::stdout().flush()?)
}

/// The state of the game after a line.
enum State {
    Goes,
    Left,
    Over,
}

struct Dialogue<'a> {
    session: Session,
    console: &'a Console,
    /// Whether a person types the words.
    prompts: bool,
    /// Whether the last move was `done`.
    asked: bool,
    ending: Option<Ending>,
}

impl Dialogue<'_> {
    fn say(&self, text: &str) -> Result<()> {
        let text = wrapped(text.trim_end(), columns_to_wrap());
        Ok(writeln!(io::stdout(), "{text}")?)
    }

    fn draw(&self) -> Result<()> {
        self.say(&self.session.game.drawing(None))
    }

    fn handle(&mut self, line: &str) -> Result<State> {
        let mut words = match Word::parse_line(line, self.session.game.config().size()) {
            Ok(words) => words.into_iter(),
            Err(error) => {
                self.say(&error.to_string())?;
                return Ok(State::Goes);
            }
        };
        while let Some(word) = words.next() {
            match word {
                Word::Move(step) => {
                    if self.step(step)? {
                        continue;
                    }
                    if words.any(|word| word == Word::Review) {
                        self.review()?;
                        return Ok(State::Left);
                    }
                    return Ok(State::Over);
                }
                Word::Review => {
                    self.say("the game is not over; end it with `done` before `review`")?;
                }
                Word::Board => self.draw()?,
                Word::Help => self.say(WORDS)?,
                Word::Hint | Word::Chances | Word::Left => self.advise(word)?,
                Word::Quit => {
                    if let Some(way) = self.session.keeper.way_back() {
                        self.say(&way)?;
                    }
                    return Ok(State::Left);
                }
            }
        }
        Ok(State::Goes)
    }

    fn review(&self) -> Result<()> {
        let Some(ending) = &self.ending else {
            return Ok(());
        };
        let review = review(&self.session.game, self.console)?;
        let lines = output::review::lines(&self.session.game, ending, &review);
        lines.iter().try_for_each(|line| self.say(line))
    }

    /// Makes a move. Returns false if it ended the game.
    fn step(&mut self, step: Move) -> Result<bool> {
        if let Some(why) = self.session.forbids(step) {
            self.say(&why)?;
            return Ok(true);
        }
        let asked = mem::replace(&mut self.asked, step == Move::Done);
        if self.prompts
            && !asked
            && step == Move::Done
            && let Some(doubt) = self.session.doubt()
        {
            self.say(&(doubt + " Type done again to end the game."))?;
            return Ok(true);
        }
        let Session { game, keeper, .. } = &mut self.session;
        let idle = game.is_idle(step);
        let ended = game.play(step);
        if ended.is_ok() && !idle {
            keeper.note(step)?;
        }
        let answer = match (step, ended) {
            (_, Ok(Some(ending))) => {
                self.end(&ending)?;
                self.ending = Some(ending);
                return Ok(false);
            }
            (_, Err(unready)) => unready.to_string(),
            (Move::Shoot(position), _) => output::game::ray(position, game.fire(position)?),
            (Move::Undo, _) if idle => "there is nothing to undo".to_owned(),
            (Move::Undo, _) => "taken back".to_owned(),
            (Move::Mark(_, Mark::Ball), _) => output::game::placed(game),
            (Move::Mark(..) | Move::Done | Move::GiveUp, _) => "noted".to_owned(),
        };
        self.say(&answer)?;
        Ok(true)
    }

    fn advise(&self, word: Word) -> Result<()> {
        if let Some(why) = self.session.forbids_help() {
            return self.say(why);
        }
        let question = match self.session.game.question() {
            Ok(question) => question,
            Err(error) => return self.say(&error.to_string()),
        };
        let (agreeing, outlook) =
            match decode(&question, self.session.aim, Patience::Moment, self.console) {
                Ok(answer) => answer,
                Err(error) if self.console.stop().is_requested() => return Err(error),
                // An error of advice does not end the game.
                Err(error) => return self.say(&error.to_string()),
            };
        let fair = self.session.game.fair;
        let lines = match word {
            Word::Hint => vec![match &outlook.next {
                Some(next) => output::decoded::next_ray(next, self.session.aim),
                None => output::game::verdict(fair, &agreeing, &outlook),
            }],
            Word::Chances => output::decoded::board(&agreeing, None, false),
            _ => {
                let error = agreeing.counted().error;
                let left = output::game::left(agreeing.count(), error, question.molecules());
                let mut lines = vec![left, output::game::verdict(fair, &agreeing, &outlook)];
                lines.extend(output::decoded::remarks(&agreeing, &outlook));
                lines
            }
        };
        lines.iter().try_for_each(|line| self.say(line))
    }

    fn end(&mut self, ending: &Ending) -> Result<()> {
        let game = &self.session.game;
        // The result is printed even if this fails or is interrupted.
        let knowable = perhaps_long(self.console, "judging", 1, |observed| {
            game.knowable(observed)
        });
        let mut lines = vec![game.drawing(Some(ending))];
        lines.extend(output::game::ending(game, ending, knowable.ok().as_ref()));
        lines.extend(self.session.way_again());
        self.say(&lines.join("\n"))?;
        let Session { game, keeper, .. } = &mut self.session;
        let par = match keeper.records() {
            true => perhaps_long(self.console, "looking for par", 1, |observed| {
                game.par(&opening(game), observed)
            }),
            false => Err(Halt::Enough),
        };
        let par = par.ok().map(|par| par.evidence().ray_points());
        if let Err(error) = keeper.note_end(game, ending, par) {
            let warning = format!("warning: the game is not recorded: {error}");
            self.console.say(&warning);
        }
        Ok(())
    }
}
