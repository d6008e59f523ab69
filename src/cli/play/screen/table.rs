//! What is on the screen, and what a key does to it.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

use super::cursor::{Cursor, Place};
use crate::cli::play::adviser::{Advice, Adviser};
use crate::cli::play::{Random, Table};
use crate::error::Result;
use crate::play::game::{Ending, Game};
use crate::play::words::{Mark, Move};
use crate::view;

/// The keys and what they do.
pub(super) const KEYS: [(&str, &str); 9] = [
    ("arrows", "move"),
    ("Enter", "shoot a ray, or place a ball"),
    ("x", "mark as empty"),
    ("u", "undo"),
    ("h", "hint: the ray that tells most"),
    ("c", "chances of a ball, in %"),
    ("m", "how many molecules are left"),
    ("d", "done: end the game"),
    ("q", "leave; the game is kept"),
];

/// What follows after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The game continues.
    Goes,
    /// The player leaves.
    Leaves,
}

/// The helps that are on.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Helps {
    pub(super) hint: bool,
    pub(super) chances: bool,
    pub(super) left: bool,
    pub(super) keys: bool,
}

impl Helps {
    /// Does any of them need advice?
    fn needed(self) -> bool {
        self.hint || self.chances || self.left
    }
}

/// A game on the screen.
pub(super) struct Screen {
    table: Table,
    adviser: Adviser,
    wanted: Random,
    pub(super) cursor: Cursor,
    pub(super) helps: Helps,
    pub(super) message: String,
    pub(super) ending: Option<Ending>,
}

impl Screen {
    /// A game that begins or continues.
    ///
    /// # Errors
    ///
    /// If the system refuses a thread.
    pub(super) fn new(table: Table, wanted: Random) -> Result<Screen> {
        let message = view::play::opening(&table.game);
        Ok(Screen {
            table,
            adviser: Adviser::new().map_err(kit::Error::from)?,
            wanted,
            cursor: Cursor { line: 1, column: 0 },
            helps: Helps::default(),
            message,
            ending: None,
        })
    }

    /// The game.
    pub(super) fn game(&self) -> &Game {
        &self.table.game
    }

    /// What the rays tell, as far as it is known.
    pub(super) fn advice(&self) -> &Advice {
        self.adviser.advice()
    }

    /// Looks for advice, and for another game. True if something has come.
    pub(super) fn look(&mut self) -> bool {
        let more = self.adviser.look();
        match self.adviser.another() {
            Some(Ok(game)) => self.begin(game),
            Some(Err(error)) => self.message = error.to_string(),
            None => {}
        }
        more
    }

    fn begin(&mut self, game: Game) {
        self.message = view::play::opening(&game);
        if let Err(error) = self.table.keeper.begin(&game) {
            self.message = error.to_string();
        }
        self.table.game = game;
        self.ending = None;
        self.cursor = Cursor { line: 1, column: 0 };
        self.ask();
    }

    /// What is said when the player leaves.
    pub(super) fn farewell(&self) -> Vec<String> {
        match &self.ending {
            Some(ending) => {
                let knowable = self.advice().knowable;
                view::play::ending(self.game(), ending, knowable.as_ref())
            }
            None => self.table.keeper.way_back().into_iter().collect(),
        }
    }

    /// Does what a key says.
    pub(super) fn press(&mut self, key: KeyEvent) -> Next {
        let p = self.game().config().width();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            other => other,
        };
        match code {
            KeyCode::Char('c') if control => return Next::Leaves,
            _ if control => {}
            KeyCode::Char('q') => return Next::Leaves,
            KeyCode::Char('n') if self.ending.is_some() => {
                self.message = "looking for a board …".to_owned();
                self.adviser.find(self.wanted);
            }
            KeyCode::Up => self.cursor = self.cursor.step(-1, 0, p),
            KeyCode::Down => self.cursor = self.cursor.step(1, 0, p),
            KeyCode::Left => self.cursor = self.cursor.step(0, -1, p),
            KeyCode::Right => self.cursor = self.cursor.step(0, 1, p),
            KeyCode::Char('?') => self.helps.keys = !self.helps.keys,
            _ if self.ending.is_some() => {}
            KeyCode::Char('h') => self.toggle(|helps| &mut helps.hint),
            KeyCode::Char('c') => self.toggle(|helps| &mut helps.chances),
            KeyCode::Char('m') => self.toggle(|helps| &mut helps.left),
            KeyCode::Enter | KeyCode::Char(' ') => match self.cursor.place(p) {
                Place::Entry(position) => self.step(Move::Shoot(position)),
                Place::Cell(cell) => self.toggle_mark(cell, Mark::Ball),
                Place::Corner => {}
            },
            KeyCode::Char('x') => {
                if let Place::Cell(cell) = self.cursor.place(p) {
                    self.toggle_mark(cell, Mark::Empty);
                }
            }
            KeyCode::Char('u') | KeyCode::Backspace => self.step(Move::Undo),
            KeyCode::Char('d') => self.step(Move::Done),
            _ => {}
        }
        Next::Goes
    }

    fn toggle(&mut self, help: impl FnOnce(&mut Helps) -> &mut bool) {
        let needed = self.helps.needed();
        let on = help(&mut self.helps);
        *on = !*on;
        if !needed {
            self.ask();
        }
    }

    fn toggle_mark(&mut self, cell: usize, mark: Mark) {
        let mark = match self.game().mark_at(cell) == mark {
            true => Mark::Nothing,
            false => mark,
        };
        self.step(Move::Mark(cell, mark));
    }

    /// Makes a move, and keeps it.
    fn step(&mut self, step: Move) {
        let Table { game, keeper } = &mut self.table;
        let rays = game.rays();
        let idle = game.is_idle(step);
        let played = game.play(step);
        self.message = match (&played, step) {
            (Err(unready), _) => unready.to_string(),
            (_, Move::Shoot(position)) => {
                let outcome = game.shoot(position);
                view::play::ray(position, outcome, game.config().width())
            }
            (_, Move::Undo) if idle => "Nothing is left to take back.".to_owned(),
            _ => String::new(),
        };
        if played.is_ok()
            && !idle
            && let Err(error) = keeper.note(step, game)
        {
            self.message = error.to_string();
        }
        if let Ok(Some(ending)) = played {
            self.ending = Some(ending);
            self.adviser.judge(&self.table.game);
        } else if self.game().rays() != rays {
            self.ask();
        }
    }

    /// Asks for advice if the player wants it. What was known no longer counts.
    fn ask(&mut self) {
        if self.helps.needed() && self.ending.is_none() {
            self.adviser.advise(&self.table.game);
        } else {
            self.adviser.forget();
        }
    }
}
