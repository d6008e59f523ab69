//! The game on a terminal: keys and clicks in, a board out.

use std::iter;

use ::view::words::wrapped;
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};
use kit::fresh_seed;
use kit::terminal::{Console, columns};
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::{Color, Style};
use watch::{Halt, Stop, Watcher};

use super::{Random, Table};
use crate::cli::board::advice::{Advice, Part, advise, watched};
use crate::cli::board::face::{self, Face, Helps as Shown, Text};
use crate::cli::board::layout::Layout;
use crate::cli::board::panel::{self, Keys, bold};
use crate::cli::board::worker::Worker;
use crate::cli::board::{self, Next, Screen};
use crate::error::Result;
use crate::game::{self, Cell, Chamber, Outcome, Path};
use crate::play::game::{Ending, Game, Knowable};
use crate::play::review::{Review, Shot};
use crate::play::words::{Mark, Move};
use crate::view;
use crate::view::spot::{Place, Spot};

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
const KEYS_AT_THE_END: [(&str, &str); 6] = [
    ("Tab", "next path"),
    ("arrows", "move"),
    ("r", "review"),
    ("n", "new game"),
    ("?", "rules"),
    ("q", "leave"),
];

/// The keys of a review.
const KEYS_OF_A_REVIEW: [(&str, &str); 5] = [
    ("Tab", "next ray"),
    ("r", "back"),
    ("n", "new game"),
    ("?", "rules"),
    ("q", "leave"),
];

const MOUSE: &str = "A click shoots or places a ball, too; with the right button, it marks a cell \
                     as empty. Any key leads back to the board.";

/// Plays until the player leaves, or somebody asks to stop. `wanted` says which games
/// come after the first.
pub(super) fn play(table: Table, wanted: Random, console: &Console) -> Result<()> {
    let mut screen = GameScreen::new(table, wanted)?;
    board::run(&mut screen, "the game", console)?;
    for line in screen.farewell() {
        for line in wrapped(&line, columns()).lines() {
            console.say(line);
        }
    }
    Ok(())
}

/// What comes from the background.
enum News {
    Advice(Part),
    /// What could be known in a game that is over.
    Knowable(Knowable),
    Review(Review),
    /// Another game, and its seed.
    Another(Result<(Game, u64)>),
}

/// The helps that are on.
#[derive(Clone, Copy, Default, Debug)]
struct Helps {
    hint: bool,
    chances: bool,
    left: bool,
    /// The rules and the keys, instead of the board.
    rules: bool,
}

impl Helps {
    /// Does any of them need advice?
    fn needed(self) -> bool {
        self.hint || self.chances || self.left
    }
}

/// A game on the screen.
struct GameScreen {
    table: Table,
    worker: Worker<News>,
    advice: Advice,
    wanted: Random,
    cursor: Spot,
    helps: Helps,
    message: String,
    ending: Option<Ending>,
    knowable: Option<Knowable>,
    review: Option<Review>,
    /// The ray of the review that is shown, counted from 0.
    moment: Option<usize>,
}

impl Screen for GameScreen {
    fn look(&mut self) -> bool {
        let mut more = false;
        while let Some(told) = self.worker.next() {
            more = true;
            match told {
                Some(News::Advice(part)) => self.advice.add(part),
                Some(News::Knowable(knowable)) => self.knowable = Some(knowable),
                Some(News::Review(review)) => self.review = Some(review),
                Some(News::Another(Ok((game, seed)))) => self.begin(game, seed),
                Some(News::Another(Err(error))) => self.message = error.to_string(),
                None => self.advice.too_long = true,
            }
        }
        more
    }

    fn press(&mut self, key: KeyEvent, _: Rect) -> Next {
        let p = self.game().config().width();
        let code = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            other => other,
        };
        match code {
            // Any key leads back to the board.
            _ if self.helps.rules => self.helps.rules = false,
            KeyCode::Char('q') => return Next::Leaves,
            KeyCode::Char('?') => self.helps.rules = true,
            KeyCode::Char('n') if self.ending.is_some() => {
                self.message = "looking for a board …".to_owned();
                let wanted = self.wanted;
                self.worker.begin(move |stop, tell| {
                    let seed = fresh_seed();
                    let game = wanted.game(seed, &Behind(stop));
                    tell(News::Another(game.map(|game| (game, seed))));
                    Ok(())
                });
            }
            KeyCode::Char('r') if self.ending.is_some() => {
                self.message.clear();
                self.moment = match self.moment {
                    Some(_) => None,
                    None => Some(0),
                };
            }
            KeyCode::Tab if self.moment.is_some() => self.turn(1),
            KeyCode::BackTab if self.moment.is_some() => self.turn(-1),
            _ if self.moment.is_some() => {}
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

    fn point(&mut self, what: MouseEventKind, at: Position, window: Rect) {
        if let MouseEventKind::Down(button) = what {
            self.click(button, at, window);
        }
    }

    fn draw(&self, buffer: &mut Buffer) {
        let area = *buffer.area();
        if self.helps.rules {
            let rules = view::play::RULES;
            let forms = [
                format!("The rules\n\n{}\n\n{MOUSE}\n\n", rules.join("\n\n")),
                format!("{}\n\n{MOUSE}\n\n", rules.join(" ")),
                rules.join(" "),
            ];
            return panel::page(&forms, self.keys(), area, buffer);
        }
        let p = self.game().config().width();
        match Layout::of(area, p) {
            Ok(layout) => {
                self.face(&layout).draw(&layout, p, buffer);
                panel::words(self.said(&layout), self.keys(), layout.words, buffer);
            }
            Err(needed) => {
                let help = "q leaves; --words plays without a board.";
                panel::too_small(area, needed, help, buffer);
            }
        }
    }
}

impl GameScreen {
    /// A game that begins or continues.
    fn new(table: Table, wanted: Random) -> Result<GameScreen> {
        let message = table.opening();
        Ok(GameScreen {
            table,
            worker: Worker::new().map_err(kit::Error::from)?,
            advice: Advice::default(),
            wanted,
            cursor: Spot { line: 1, column: 0 },
            helps: Helps::default(),
            message,
            ending: None,
            knowable: None,
            review: None,
            moment: None,
        })
    }

    fn game(&self) -> &Game {
        &self.table.game
    }

    fn begin(&mut self, game: Game, seed: u64) {
        self.message = match self.table.begin(game, self.wanted.again(seed)) {
            Ok(()) => self.table.opening(),
            Err(error) => error.to_string(),
        };
        self.ending = None;
        self.knowable = None;
        self.review = None;
        self.moment = None;
        self.cursor = Spot { line: 1, column: 0 };
        self.ask();
    }

    /// What is said when the player leaves.
    fn farewell(&self) -> Vec<String> {
        match &self.ending {
            Some(ending) => {
                let knowable = self.knowable.as_ref();
                let mut lines = view::play::ending(self.game(), ending, knowable);
                lines.extend(self.table.way_again());
                lines
            }
            None => self.table.keeper.way_back().into_iter().collect(),
        }
    }

    /// The keys, and what they do now.
    fn keys(&self) -> Keys<'static> {
        match self.ending {
            Some(_) if self.moment.is_some() => &KEYS_OF_A_REVIEW,
            Some(_) => &KEYS_AT_THE_END,
            None => &KEYS,
        }
    }

    /// The ray at the cursor, once the game is over.
    fn path(&self) -> Option<Path> {
        let game = self.game();
        match (&self.ending, self.cursor.place(game.config().width())) {
            (Some(_), Place::Entry(position)) if self.moment.is_none() => {
                Some(Chamber::new(game.hidden(), game.config()).path(position))
            }
            _ => None,
        }
    }

    /// The ray of the review that is shown, and its number from 0.
    fn reviewed(&self) -> Option<(usize, &Shot)> {
        let moment = self.moment?;
        Some((moment, self.review.as_ref()?.shots.get(moment)?))
    }

    fn face(&self, layout: &Layout) -> Face {
        let p = self.game().config().width();
        if let Some((moment, shot)) = self.reviewed() {
            let helps = Shown {
                chances: Some(&shot.counted),
                next: shot.best.as_ref().map(|best| best.position),
            };
            return Face {
                cursor: Some(Spot::entry(shot.position, p)),
                ..Face::of_sheet(&self.game().after(moment), helps, layout)
            };
        }
        let next = self.advice.outlook.as_ref();
        let next = next.and_then(|(next, _)| next.as_ref());
        let playing = self.ending.is_none();
        let helps = Shown {
            chances: self
                .advice
                .left
                .as_ref()
                .filter(|_| self.helps.chances && playing),
            next: next
                .filter(|_| self.helps.hint && playing)
                .map(|next| next.position),
        };
        let mut face = Face::of_sheet(self.game(), helps, layout);
        if let Some(ending) = &self.ending {
            let cells = self.game().config().all_cells();
            face.cells = cells
                .map(|cell| self.revealed(ending, cell, layout))
                .collect();
        }
        face.path = self.path();
        face.cursor = Some(self.cursor);
        if let Place::Entry(position) = self.cursor.place(p)
            && let Some(Outcome::Out(exit)) = match &face.path {
                Some(path) => Some(path.ray.outcome),
                None => self.game().board().result(position),
            }
        {
            face.exit = Some(exit);
        }
        face
    }

    /// A cell once the game is over.
    fn revealed(&self, ending: &Ending, cell: Cell, layout: &Layout) -> Text {
        let hidden = self.game().hidden();
        match (ending.guess.has_atom(cell), hidden.has_atom(cell)) {
            (true, true) => ("O".to_owned(), bold().fg(Color::Green)),
            (true, false) => ("x".to_owned(), bold().fg(Color::Red)),
            (false, true) => ("o".to_owned(), bold().fg(Color::Yellow)),
            (false, false) => face::nothing(layout),
        }
    }

    /// What is said of the game.
    fn said(&self, layout: &Layout) -> Vec<Text> {
        let plain = Style::new();
        let game = self.game();
        let p = game.config().width();
        let mut lines = Vec::new();
        if !self.message.is_empty() {
            lines.push((self.message.clone(), bold()));
        }
        let Some(ending) = &self.ending else {
            let (placed, score) = (view::play::placed(game), view::play::score(game));
            lines.push((format!("{placed}, {score}."), plain));
            lines.extend(self.advised().into_iter().map(|line| (line, plain)));
            if self.helps.chances && layout.is_narrow() {
                lines.push(("Tenths: - none, ! certain.".to_owned(), plain));
            }
            return lines;
        };
        let first_bold = iter::once(bold()).chain(iter::repeat(plain));
        match (&self.review, self.moment) {
            (None, Some(_)) => lines.push(match self.advice.too_long {
                true => ("That would take too long.".to_owned(), plain),
                false => ("looking back …".to_owned(), plain),
            }),
            (Some(review), Some(_)) => {
                if let Some((moment, shot)) = self.reviewed() {
                    let moment = view::review::moment(shot, moment + 1, review.shots.len(), p);
                    lines.extend(moment.into_iter().zip(first_bold));
                }
                let verdict = view::review::verdict(game, review);
                lines.extend(verdict.into_iter().map(|line| (line, plain)));
            }
            (_, None) => {
                let path = self.path();
                lines.extend(path.map(|path| (view::play::path(&path, p) + ".", bold())));
                let told = view::play::ending(game, ending, self.knowable.as_ref());
                lines.extend(told.into_iter().zip(first_bold));
                lines.push(("O right, x wrong, o missed.".to_owned(), plain));
            }
        }
        lines
    }

    fn advised(&self) -> Vec<String> {
        let (helps, advice, game) = (self.helps, &self.advice, self.game());
        let mut lines = Vec::new();
        if helps.left {
            lines.extend(advice.left.as_ref().map(|counted| {
                let of: u128 = game.question().map_or(0, |question| question.molecules());
                view::play::left(counted.count, counted.error, of) + "."
            }));
        }
        match &advice.outlook {
            Some((next, verdict)) => {
                if helps.left || (helps.hint && next.is_none()) {
                    lines.push(verdict.clone());
                }
                if helps.hint
                    && let Some(next) = next
                {
                    lines.push(view::decode::next_ray(next, game.config().width()) + ".");
                }
            }
            None if advice.too_long => {
                lines.push("Too many molecules are left to say more.".to_owned());
            }
            None if helps.hint || helps.left => lines.push("thinking …".to_owned()),
            None if helps.chances && advice.left.is_none() => {
                lines.push("thinking …".to_owned());
            }
            None => {}
        }
        lines
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
        self.moment = None;
        match button {
            MouseButton::Left => self.act(),
            _ => self.rule_out(),
        }
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

    /// Shows the next ray of the review, or the previous one.
    fn turn(&mut self, by: isize) {
        let rays = self.game().rays().max(1);
        let to = self.moment.unwrap_or(0) as isize + by;
        self.moment = Some(to.rem_euclid(rays as isize) as usize);
    }

    /// Moves to a ray, in steps of this number of positions. A ray that comes out is
    /// visited at its first end.
    fn next_ray(&mut self, by: usize) {
        let game = self.game();
        let (p, positions) = (game.config().width(), game.config().positions());
        let chamber = Chamber::new(game.hidden(), game.config());
        let mut position = match self.cursor.place(p) {
            Place::Entry(position) => position.index(),
            _ => positions - by,
        };
        self.cursor = loop {
            position = (position + by) % positions;
            let shot = game::Position::new(position);
            match chamber.shoot(shot).outcome {
                Outcome::Out(exit) if exit < shot => {}
                _ => break Spot::entry(shot, p),
            }
        };
    }

    fn toggle(&mut self, help: impl FnOnce(&mut Helps) -> &mut bool) {
        let needed = self.helps.needed();
        let on = help(&mut self.helps);
        *on = !*on;
        if !needed {
            self.ask();
        }
    }

    fn toggle_mark(&mut self, cell: Cell, mark: Mark) {
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
                let told = view::play::ray(position, outcome, game.config().width());
                match idle {
                    true => format!("{told}; it was shot before, and costs nothing more"),
                    false => told,
                }
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
            self.judge();
        } else if self.game().rays() != rays {
            self.ask();
        }
    }

    /// Asks for advice if the player wants it. What was known no longer counts.
    fn ask(&mut self) {
        self.advice = Advice::default();
        if !self.helps.needed() || self.ending.is_some() {
            return self.worker.forget();
        }
        let (question, fair) = (self.game().question(), self.game().is_promised_fair());
        let aim = self.table.aim;
        self.worker.begin(move |stop, tell| {
            let question = question.map_err(|_| Halt::Enough)?;
            advise(&question, fair, aim, stop, &|part| tell(News::Advice(part)))
        });
    }

    /// Finds out what could be known in a game that is over, and what each ray told.
    fn judge(&mut self) {
        self.advice = Advice::default();
        let game = self.game().clone();
        self.worker.begin(move |stop, tell| {
            watched(stop, |observed| {
                let knowable = game.knowable(observed);
                match knowable {
                    Ok(knowable) => tell(News::Knowable(knowable)),
                    Err(Halt::Enough) => {}
                    Err(halt) => return Err(halt),
                }
                tell(News::Review(game.review(observed)?));
                Ok(())
            })
        });
    }
}

/// Watches the work in the background, and says nothing.
struct Behind<'a>(&'a Stop);

impl Watcher for Behind<'_> {
    fn begin(&self, _: &str, _: u64, _: u64) {}
    fn advance(&self, _: u64) {}
    fn end(&self) {}
    fn say(&self, _: &str) {}
    fn detail(&self, _: &str) {}
    fn stop(&self) -> &Stop {
        self.0
    }
}
