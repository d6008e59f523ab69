//! What is on the screen, and what a key does to it.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEventKind,
};
use ratatui::layout::{Position, Rect};

use super::cursor::{Cursor, Place};
use super::layout::Layout;
use crate::cli::play::adviser::{Advice, Adviser};
use crate::cli::play::{Random, Table};
use crate::error::Result;
use crate::game::{Chamber, Outcome, Path};
use crate::play::game::{Ending, Game};
use crate::play::words::{Mark, Move};
use crate::view;

/// The keys of a game in play, and what they do.
const KEYS: [(&str, &str); 10] = [
    ("arrows", "move"),
    ("Enter", "shoot, place a ball"),
    ("x", "no ball here"),
    ("u", "undo"),
    ("h", "hint"),
    ("c", "chances in %"),
    ("m", "molecules left"),
    ("d", "done"),
    ("?", "rules"),
    ("q", "leave"),
];

/// The keys of a game that is over.
const KEYS_AT_THE_END: [(&str, &str); 5] = [
    ("Tab", "next path"),
    ("arrows", "move"),
    ("n", "new game"),
    ("?", "rules"),
    ("q", "leave"),
];

/// What follows after a key.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Next {
    /// The game continues.
    Goes,
    /// The player wants to be back in the shell for a while.
    Rests,
    /// The player leaves.
    Leaves,
}

/// The helps that are on.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Helps {
    pub(super) hint: bool,
    pub(super) chances: bool,
    pub(super) left: bool,
    /// The rules and the keys, instead of the board.
    pub(super) rules: bool,
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
        let message = table.opening();
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
            Some(Ok((game, seed))) => self.begin(game, seed),
            Some(Err(error)) => self.message = error.to_string(),
            None => {}
        }
        more
    }

    fn begin(&mut self, game: Game, seed: u64) {
        self.message = match self.table.begin(game, self.wanted.again(seed)) {
            Ok(()) => self.table.opening(),
            Err(error) => error.to_string(),
        };
        self.ending = None;
        self.cursor = Cursor { line: 1, column: 0 };
        self.ask();
    }

    /// What is said when the player leaves.
    pub(super) fn farewell(&self) -> Vec<String> {
        match &self.ending {
            Some(ending) => {
                let knowable = self.advice().knowable;
                let mut lines = view::play::ending(self.game(), ending, knowable.as_ref());
                lines.extend(self.table.way_again());
                lines
            }
            None => self.table.keeper.way_back().into_iter().collect(),
        }
    }

    /// The keys, and what they do now.
    pub(super) fn keys(&self) -> &'static [(&'static str, &'static str)] {
        match self.ending {
            Some(_) => &KEYS_AT_THE_END,
            None => &KEYS,
        }
    }

    /// The ray at the cursor, once the game is over.
    pub(super) fn path(&self) -> Option<Path> {
        let game = self.game();
        match (&self.ending, self.cursor.place(game.config().width())) {
            (Some(_), Place::Entry(position)) => {
                Some(Chamber::new(game.hidden(), game.config()).path(position))
            }
            _ => None,
        }
    }

    /// Does what an event of the terminal says.
    pub(super) fn hear(&mut self, event: &Event, window: Rect) -> Next {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => return self.press(*key),
            Event::Mouse(mouse) => {
                if let MouseEventKind::Down(button) = mouse.kind {
                    self.click(button, Position::new(mouse.column, mouse.row), window);
                }
            }
            _ => {}
        }
        Next::Goes
    }

    fn click(&mut self, button: MouseButton, at: Position, window: Rect) {
        let p = self.game().config().width();
        if self.helps.rules {
            self.helps.rules = false;
            return;
        }
        let hit = Layout::of(window, p)
            .ok()
            .and_then(|layout| layout.place(at));
        let Some(cursor) = hit.filter(|cursor| cursor.place(p) != Place::Corner) else {
            return;
        };
        self.cursor = cursor;
        match button {
            MouseButton::Left => self.act(),
            _ => self.rule_out(),
        }
    }

    fn press(&mut self, key: KeyEvent) -> Next {
        let p = self.game().config().width();
        let control = key.modifiers.contains(KeyModifiers::CONTROL);
        let code = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            other => other,
        };
        match code {
            KeyCode::Char('c') if control => return Next::Leaves,
            KeyCode::Char('z') if control && cfg!(unix) => return Next::Rests,
            _ if control => {}
            KeyCode::Char('q') => return Next::Leaves,
            // Any other key leads back to the board.
            _ if self.helps.rules => self.helps.rules = false,
            KeyCode::Char('?') => self.helps.rules = true,
            KeyCode::Char('n') if self.ending.is_some() => {
                self.message = "looking for a board …".to_owned();
                self.adviser.find(self.wanted);
            }
            KeyCode::Up => self.cursor = self.cursor.step(-1, 0, p),
            KeyCode::Down => self.cursor = self.cursor.step(1, 0, p),
            KeyCode::Left => self.cursor = self.cursor.step(0, -1, p),
            KeyCode::Right => self.cursor = self.cursor.step(0, 1, p),
            KeyCode::Enter | KeyCode::Char(' ') => self.act(),
            KeyCode::Char('x') => self.rule_out(),
            _ if self.ending.is_some() => match code {
                KeyCode::Tab => self.next_ray(1),
                KeyCode::BackTab => self.next_ray(4 * p - 1),
                _ => {}
            },
            KeyCode::Char('h') => self.toggle(|helps| &mut helps.hint),
            KeyCode::Char('c') => self.toggle(|helps| &mut helps.chances),
            KeyCode::Char('m') => self.toggle(|helps| &mut helps.left),
            KeyCode::Char('u') | KeyCode::Backspace => self.step(Move::Undo),
            KeyCode::Char('d') => self.step(Move::Done),
            _ => {}
        }
        Next::Goes
    }

    /// Shoots a ray, or places a ball, where the cursor is.
    fn act(&mut self) {
        match self.cursor.place(self.game().config().width()) {
            _ if self.ending.is_some() => {}
            Place::Entry(position) => self.step(Move::Shoot(position)),
            Place::Cell(cell) => self.toggle_mark(cell, Mark::Ball),
            Place::Corner => {}
        }
    }

    /// Marks the cell at the cursor as empty.
    fn rule_out(&mut self) {
        if self.ending.is_none()
            && let Place::Cell(cell) = self.cursor.place(self.game().config().width())
        {
            self.toggle_mark(cell, Mark::Empty);
        }
    }

    /// Moves to a ray, in steps of this number of positions. A ray that comes out is
    /// visited at its first end.
    fn next_ray(&mut self, by: usize) {
        let game = self.game();
        let (p, positions) = (game.config().width(), game.config().positions());
        let chamber = Chamber::new(game.hidden(), game.config());
        let mut position = match self.cursor.place(p) {
            Place::Entry(position) => position,
            _ => positions - by,
        };
        loop {
            position = (position + by) % positions;
            match chamber.shoot(position).outcome {
                Outcome::Out(exit) if exit < position => {}
                _ => break,
            }
        }
        self.cursor = Cursor::entry(position, p);
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
        let Table { game, keeper, .. } = &mut self.table;
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
