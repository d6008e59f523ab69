//! The game on the whole terminal, with keys and mouse.

use std::iter;

use anstyle::{AnsiColor, Style};
use app::fresh_seed;
use app::terminal::{Console, columns};
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};
use draw::words::wrapped;
use watch::{Halt, Watcher};

use crate::board::Cell;
use crate::commands::play::opening::opening;
use crate::commands::play::{Random, Session};
use crate::error::Result;
use crate::puzzle::game::{Ending, Game, Knowable};
use crate::puzzle::review::{Review, Shot};
use crate::puzzle::words::{Mark, Move};
use crate::ray::{Outcome, Path};
use crate::screen;
use crate::screen::canvas::{Area, Canvas, Point, Text, bold, bold_in};
use crate::screen::face;
use crate::screen::face::{Face, ShownHelp};
use crate::screen::layout::Layout;
use crate::screen::panel::Keys;
use crate::screen::view::{BoardView, HelpSwitches};
use crate::screen::worker::Worker;
use crate::screen::{Flow, FullScreen};

use crate::output;
use crate::output::spot::{Place, Spot};

/// The keys during a game.
const KEYS: Keys<'static> = &[
    ("arrows", "move"),
    ("Enter", "fire, place a ball"),
    ("x", "no ball here"),
    ("u", "undo"),
    ("h", "hint"),
    ("c", "chances in %"),
    ("m", "molecules left"),
    ("d", "done"),
    ("g", "give up"),
    ("?", "rules and keys"),
    ("q", "leave"),
];

/// The keys after a game.
const KEYS_AT_THE_END: Keys<'static> = &[
    ("Tab", "next path"),
    ("arrows", "move"),
    ("r", "review"),
    ("n", "new game"),
    ("?", "rules and keys"),
    ("q", "leave"),
];

const KEYS_OF_A_REVIEW: Keys<'static> = &[
    ("Tab", "next ray"),
    ("r", "back"),
    ("n", "new game"),
    ("?", "rules and keys"),
    ("q", "leave"),
];

/// The shortest form of the rules, for small windows.
const SHORT_RULES: &str = "A ball ahead absorbs the ray (H). One diagonally ahead turns it away. \
                           Two diagonally ahead, or one beside the entry, reflect it (R). H and R \
                           cost 1 point, other rays 2, a wrong ball 5. A guess that no ray can \
                           refute is right. The lowest score wins.";

const MOUSE: &str = "A click also fires a ray or places a ball; with the right button, it marks a cell \
                     as empty. In the database, @ stands for H, & for R, and letters for numbers. \
                     Chances are in %: - is 0, !! is 100. A molecule is an arrangement of \
                     the balls; A4_B8 is 4 balls in 8 × 8. \
                     Any key closes this help.";

/// Plays until the player leaves. `wanted` is the kind of the games after the first one.
pub(super) fn play(session: Session, wanted: Random, console: &Console) -> Result<()> {
    let mut screen = GameScreen::new(session, wanted)?;
    let ended = screen::run(&mut screen, console);
    if let Err(error) = screen.record() {
        console.say(&format!("warning: {error}"));
    }
    ended?;
    for line in screen.farewell() {
        for line in wrapped(&line, columns()).lines() {
            console.say(line);
        }
    }
    Ok(())
}

/// A result of background work other than the conclusions from the rays.
enum News {
    /// What a player could know at the end of the game.
    Knowable(Knowable),
    Review(Review),
    /// Another game, and the command for it.
    Another(Result<(Game, String)>),
}

struct GameScreen {
    session: Session,
    view: BoardView,
    worker: Worker<News>,
    wanted: Random,
    ending: Option<Ending>,
    knowable: Option<Knowable>,
    review: Option<Review>,
    /// Whether the review takes too long.
    too_long: bool,
    /// The shown ray of the review, counted from 0.
    moment: Option<usize>,
    /// The move of the last key, if only the same key again ends the game.
    asked: Option<Move>,
}

impl FullScreen for GameScreen {
    fn poll(&mut self) -> bool {
        let mut more = self.view.poll();
        while let Some(result) = self.worker.next() {
            more = true;
            match result {
                Some(News::Knowable(knowable)) => self.knowable = Some(knowable),
                Some(News::Review(review)) => {
                    self.review = Some(review);
                    if let Err(error) = self.record() {
                        self.view.message = error.to_string();
                    }
                }
                Some(News::Another(Ok((game, again)))) => self.begin(game, again),
                Some(News::Another(Err(error))) => self.view.message = error.to_string(),
                None => self.too_long = true,
            }
        }
        more
    }

    fn press(&mut self, key: KeyEvent, _: Area) -> Flow {
        let code = screen::lower(key.code);
        if self.view.turn_page(code) {
            return Flow::Continue;
        }
        let asked = self.asked.take();
        match (code, self.moment, self.ending.is_some()) {
            (KeyCode::Char('q'), ..) => return Flow::Quit,
            (KeyCode::Char('n'), _, true) if self.game().day.is_none() => {
                self.view.message = "looking for a board …".to_owned();
                let wanted = self.wanted;
                self.worker.begin(move |observed, report| {
                    report(News::Another(wanted.game(fresh_seed(), observed.stop)));
                    Ok(())
                });
            }
            (KeyCode::Char('r'), moment, true) => {
                self.view.message.clear();
                self.moment = moment.is_none().then_some(0);
            }
            (KeyCode::Tab | KeyCode::Right | KeyCode::Down, Some(_), _) => self.turn(1),
            (KeyCode::BackTab | KeyCode::Left | KeyCode::Up, Some(_), _) => self.turn(-1),
            (_, Some(_), _) => {}
            (KeyCode::Tab, None, true) => self.next_ray(1),
            (KeyCode::BackTab, None, true) => {
                self.next_ray(self.game().config().positions() - 1);
            }
            (KeyCode::Enter | KeyCode::Char(' '), ..) => self.act(Mark::Ball),
            (KeyCode::Char('x'), ..) => self.act(Mark::Empty),
            (KeyCode::Char('h'), _, false) => self.toggle(|wanted| &mut wanted.hint),
            (KeyCode::Char('c'), _, false) => self.toggle(|wanted| &mut wanted.chances),
            (KeyCode::Char('m'), _, false) => self.toggle(|wanted| &mut wanted.left),
            (KeyCode::Char('u') | KeyCode::Backspace, _, false) => self.step(Move::Undo),
            (KeyCode::Char('d'), _, false) => self.end(Move::Done, asked),
            (KeyCode::Char('g'), _, false) => self.end(Move::GiveUp, asked),
            (other, ..) => self.view.move_cursor(other),
        }
        Flow::Continue
    }

    fn point(&mut self, what: MouseEventKind, at: Point, window: Area) {
        if let MouseEventKind::Down(button) = what
            && self.view.click(at, window)
        {
            self.moment = None;
            self.act(match button {
                MouseButton::Left => Mark::Ball,
                _ => Mark::Empty,
            });
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let rules = output::game::RULES;
        let forms: [&str; 4] = [
            &format!("The rules\n\n{}\n\n{MOUSE}\n\n", rules.join("\n\n")),
            &format!("{}\n\n{MOUSE}\n\n", rules.join(" ")),
            &rules.join(" "),
            SHORT_RULES,
        ];
        let board = |layout: &_| (self.face(layout), self.summary(layout));
        self.view.draw(&forms, &self.keys(), board, canvas);
    }

    fn stop_message(&self) -> String {
        let way_back = self.session.keeper.way_back();
        let way_back = way_back.filter(|_| self.ending.is_none());
        way_back.unwrap_or_else(|| "you left the game".to_owned())
    }
}

impl GameScreen {
    fn new(session: Session, wanted: Random) -> Result<GameScreen> {
        let (size, aim) = (session.game.config().size(), session.aim);
        Ok(GameScreen {
            view: BoardView::new(size, aim, session.opening())?,
            session,
            worker: Worker::new()?,
            wanted,
            ending: None,
            knowable: None,
            review: None,
            too_long: false,
            moment: None,
            asked: None,
        })
    }

    fn game(&self) -> &Game {
        &self.session.game
    }

    /// Records the end of the game, with par if that is known.
    fn record(&mut self) -> Result<()> {
        let Session { game, keeper, .. } = &mut self.session;
        let par = self.review.as_ref().and_then(|review| review.par.as_ref());
        let par = par.map(|par| par.evidence().ray_points());
        let ending = self.ending.as_ref();
        ending.map_or(Ok(()), |ending| keeper.note_end(game, ending, par))
    }

    fn begin(&mut self, game: Game, again: String) {
        let recorded = self.record();
        self.view.message = match self.session.begin(game, again).and(recorded) {
            Ok(()) => self.session.opening(),
            Err(error) => error.to_string(),
        };
        self.ending = None;
        self.knowable = None;
        self.review = None;
        self.too_long = false;
        self.moment = None;
        self.view.cursor = Spot { line: 1, column: 0 };
        self.compute();
    }

    fn farewell(&self) -> Vec<String> {
        match &self.ending {
            Some(ending) => {
                let knowable = self.knowable.as_ref();
                let mut lines = output::game::ending(self.game(), ending, knowable);
                lines.extend(self.session.way_again());
                lines
            }
            None => self.session.keeper.way_back().into_iter().collect(),
        }
    }

    /// The keys that have an effect.
    fn keys(&self) -> Vec<(&'static str, &'static str)> {
        let keys = match self.ending {
            Some(_) if self.moment.is_none() => KEYS_AT_THE_END,
            Some(_) => KEYS_OF_A_REVIEW,
            None => KEYS,
        };
        // The file of a board of a day stays that of its game.
        let is_idle = |key| match key {
            "Tab" => self.moment.is_some() && self.game().rays() == 0,
            "h" | "c" | "m" | "n" => self.game().day.is_some(),
            _ => false,
        };
        let keys = keys.iter().filter(|(key, _)| !is_idle(*key));
        keys.copied().collect()
    }

    /// The path of the ray at the cursor, after the game.
    fn path(&self) -> Option<Path> {
        let game = self.game();
        match (&self.ending, self.view.place()) {
            (Some(_), Place::Entry(position)) if self.moment.is_none() => {
                game.hidden().path(position).ok()
            }
            _ => None,
        }
    }

    /// The shown ray of the review, with its index from 0.
    fn reviewed(&self) -> Option<(usize, &Shot)> {
        let moment = self.moment?;
        Some((moment, self.review.as_ref()?.shots.get(moment)?))
    }

    fn face(&self, layout: &Layout) -> Face {
        if let Some((moment, shot)) = self.reviewed() {
            let helps = ShownHelp {
                chances: Some(&shot.counted),
                next: shot.best.as_ref().map(|best| best.position),
                candidate: None,
            };
            return Face {
                cursor: Some(Spot::entry(shot.ray.position)),
                ..Face::of_sheet(&self.game().after(moment), helps, layout)
            };
        }
        let mut face = self.view.face(self.game(), layout);
        if let Some(ending) = &self.ending {
            let cells = self.game().config().size().all_cells();
            let revealed = |cell| self.revealed(ending, cell, layout);
            face.cells = cells.map(revealed).collect();
        }
        face.path = self.path();
        if let Some(Outcome::Out(exit)) = face.path.as_ref().map(|path| path.ray.outcome) {
            face.exit = Some(exit);
        }
        face
    }

    /// The look of a cell after the game.
    fn revealed(&self, ending: &Ending, cell: Cell, layout: &Layout) -> Text {
        let hidden = self.game().hidden();
        match (ending.guess.has_atom(cell), hidden.has_atom(cell)) {
            (Ok(true), Ok(true)) => ("O".to_owned(), bold_in(AnsiColor::Green)),
            (Ok(true), _) => ("x".to_owned(), bold_in(AnsiColor::Red)),
            (_, Ok(true)) => ("o".to_owned(), bold_in(AnsiColor::Yellow)),
            _ => face::nothing(layout),
        }
    }

    fn summary(&self, layout: &Layout) -> Vec<Text> {
        let plain = Style::new();
        let game = self.game();
        let mut lines = Vec::new();
        let Some(ending) = &self.ending else {
            let (placed, score) = (output::game::placed(game), output::review::score(game));
            lines.extend(self.view.summary(layout));
            // In a small window, only the first lines may fit.
            let at = if layout.is_narrow() { lines.len() } else { 0 };
            lines.insert(at, (format!("{placed}, {score}."), plain));
            return lines;
        };
        let first_bold = iter::once(bold()).chain(iter::repeat(plain));
        match (&self.review, self.moment) {
            (None, Some(_)) => lines.push(match self.too_long {
                true => ("The game is too large for a review.".to_owned(), plain),
                false => ("reviewing the game …".to_owned(), plain),
            }),
            (Some(review), Some(_)) => {
                if let Some((moment, shot)) = self.reviewed() {
                    let moment = output::review::moment(shot, moment + 1, review.shots.len());
                    lines.extend(moment.into_iter().zip(first_bold));
                    let cells = "Cells: the chance of a ball before this ray, in %.";
                    lines.push((cells.to_owned(), plain));
                }
                let verdict = output::review::verdict(game, ending, review);
                lines.extend(verdict.into_iter().map(|line| (line, plain)));
            }
            (_, None) => {
                let path = self.path();
                lines.extend(path.map(|path| (output::game::path(&path) + ".", bold())));
                let ending = output::game::ending(game, ending, self.knowable.as_ref());
                lines.extend(ending.into_iter().zip(first_bold));
                lines.push(("O right, x wrong, o missed.".to_owned(), plain));
            }
        }
        lines
    }

    /// Fires a ray or marks a cell at the cursor.
    fn act(&mut self, mark: Mark) {
        match (self.view.place(), mark) {
            _ if self.ending.is_some() => {}
            (Place::Entry(position), Mark::Ball) => self.step(Move::Shoot(position)),
            (Place::Cell(cell), mark) => {
                self.step(Move::Mark(
                    cell,
                    BoardView::toggled(self.game(), cell, mark),
                ));
            }
            _ => {}
        }
    }

    /// Shows the next ray of the review, or the previous one.
    fn turn(&mut self, by: isize) {
        let rays = self.game().rays().max(1);
        let to = self.moment.unwrap_or(0) as isize + by;
        self.moment = Some(to.rem_euclid(rays as isize) as usize);
    }

    /// Moves the cursor to another ray, in steps of `by` positions. A ray with an exit is visited only at its lower
    /// position.
    fn next_ray(&mut self, by: usize) {
        let game = self.game();
        let rays: Vec<_> = game.hidden().rays().collect();
        let positions = rays.len();
        let mut position = match self.view.place() {
            Place::Entry(position) => position.index(),
            _ => positions - by,
        };
        self.view.cursor = loop {
            position = (position + by) % positions;
            let (from, ray) = rays[position];
            match ray.outcome {
                Outcome::Out(exit) if exit < from => {}
                _ => break Spot::entry(from),
            }
        };
    }

    fn toggle(&mut self, help: impl FnOnce(&mut HelpSwitches) -> &mut bool) {
        if let Some(why) = self.session.forbids_help() {
            self.view.message = why.to_owned();
            return;
        }
        let asked = self.view.wanted.any();
        let on = help(&mut self.view.wanted);
        *on = !*on;
        if !asked {
            self.compute();
        }
    }

    /// Ends the game. If the player gives up or the balls do not explain the rays, the key must be pressed twice.
    fn end(&mut self, step: Move, asked: Option<Move>) {
        let doubt = match step {
            _ if asked == Some(step) => None,
            Move::GiveUp => Some("Press g again to give up and show the balls.".to_owned()),
            _ => (self.session.doubt()).map(|doubt| doubt + " Press d again to end the game."),
        };
        match doubt {
            None => self.step(step),
            Some(doubt) => {
                self.view.message = doubt;
                self.asked = Some(step);
            }
        }
    }

    fn step(&mut self, step: Move) {
        if let Some(why) = self.session.forbids(step) {
            self.view.message = why;
            return;
        }
        let Session { game, keeper, .. } = &mut self.session;
        let rays = game.rays();
        let idle = game.is_idle(step);
        let played = game.play(step);
        self.view.message = match (&played, step) {
            (Err(unready), _) => unready.to_string(),
            (_, Move::Shoot(position)) => match (game.evidence().result(position), idle) {
                (Ok(Some(outcome)), true) => format!(
                    "{}; the ray was already fired, so it costs nothing",
                    output::game::ray(position, outcome)
                ),
                (Ok(Some(outcome)), false) => output::game::ray(position, outcome),
                _ => String::new(),
            },
            (_, Move::Undo) if idle => "There is nothing to undo.".to_owned(),
            _ => String::new(),
        };
        if played.is_ok()
            && !idle
            && let Err(error) = keeper.note(step)
        {
            self.view.message = error.to_string();
        }
        if let Ok(Some(ending)) = played {
            self.ending = Some(ending);
            self.judge();
        } else if self.game().rays() != rays {
            self.compute();
        }
    }

    fn compute(&mut self) {
        let game = &self.session.game;
        self.view.compute(game, game.fair);
    }

    /// Computes in the background what a player could know at the end, and the review.
    fn judge(&mut self) {
        self.view.forget();
        let game = self.game().clone();
        self.worker.begin(move |observed, report| {
            match game.knowable(observed) {
                Ok(knowable) => report(News::Knowable(knowable)),
                Err(Halt::Enough) => {}
                Err(halt) => return Err(halt),
            }
            report(News::Review(game.review(&opening(&game), observed)?));
            Ok(())
        });
    }
}
