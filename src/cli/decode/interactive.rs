//! `blackbox decode --interactive`: a board that somebody has before them, answer by answer.

use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};
use kit::terminal::Console;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::{Position, Rect};
use ratatui_core::style::Style;
use watch::Halt;

use crate::cli::board::advice::{Advice, Part, advise};
use crate::cli::board::face::{Face, Helps, Text};
use crate::cli::board::layout::Layout;
use crate::cli::board::panel::{self, Keys, bold};
use crate::cli::board::prompt::{Prompt, Typed};
use crate::cli::board::worker::Worker;
use crate::cli::board::{self, Next, Screen};
use crate::error::Result;
use crate::game::{self, Outcome};
use crate::play::aim::Aim;
use crate::play::board_text::BoardText;
use crate::play::sheet::Sheet;
use crate::play::words::Mark;
use crate::view;
use crate::view::spot::{Place, Spot};

const KEYS: Keys<'static> = &[
    ("arrows", "move"),
    ("Enter", "ray: from, to; ball"),
    ("h", "ray absorbed"),
    ("r", "ray reflected"),
    ("x", "no ball here"),
    (":", "type a shot"),
    ("u", "undo"),
    ("?", "help"),
    ("q", "leave"),
];

/// The longer help, and the shorter one.
const HELP: [&str; 2] = [
    "Your own board\n\nPut the cursor where a ray enters. h says that it is absorbed, r that it is \
     reflected. If it comes out, press Enter, move to where it does, and press Enter again. A \
     click does the same as Enter.\n\nIn the box, Enter places a ball, and x or the right button \
     marks a cell as empty. Marks are guesses: only the rays decide.\n\n: takes shots in words, \
     such as west 4 = H, north 2 = east 5.\n\nThe cells show how likely a ball is, in %, and ? \
     shows the next ray. Any key leads back to the board.\n\n",
    "h: the ray from the cursor is absorbed. r: it is reflected. Enter: it comes out where you \
     press Enter next. : takes shots in words, such as west 4 = H. In the box, Enter places a \
     ball, x marks a cell as empty. Any key leads back.\n\n",
];

/// Shows a board that its owner fills in, and returns it when they leave.
///
/// # Errors
///
/// If somebody asks to stop, or the terminal is gone.
pub(super) fn interactive(sheet: Sheet, aim: Aim, console: &Console) -> Result<Sheet> {
    let mut screen = Own {
        sheet,
        aim,
        worker: Worker::new().map_err(kit::Error::from)?,
        advice: Advice::default(),
        cursor: Spot { line: 1, column: 0 },
        from: None,
        prompt: None,
        message: String::new(),
        help: false,
    };
    screen.ask();
    board::run(&mut screen, "the board", console)?;
    Ok(screen.sheet)
}

/// A board on the screen.
struct Own {
    sheet: Sheet,
    aim: Aim,
    worker: Worker<Part>,
    advice: Advice,
    cursor: Spot,
    /// Where a ray entered whose exit comes next.
    from: Option<game::Position>,
    prompt: Option<Prompt>,
    message: String,
    help: bool,
}

impl Screen for Own {
    fn look(&mut self) -> bool {
        let mut more = false;
        while let Some(told) = self.worker.next() {
            more = true;
            match told {
                Some(part) => self.advice.add(part),
                None => self.advice.too_long = true,
            }
        }
        more
    }

    fn press(&mut self, key: KeyEvent, _: Rect) -> Next {
        if let Some(mut prompt) = self.prompt.take() {
            match prompt.press(key) {
                Typed::More => self.prompt = Some(prompt),
                Typed::Dropped => {}
                Typed::Line(text) => self.type_shots(&text),
            }
            return Next::Goes;
        }
        let p = self.width();
        let code = match key.code {
            KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
            other => other,
        };
        match code {
            // Any key leads back to the board.
            _ if self.help => self.help = false,
            KeyCode::Char('q') => return Next::Leaves,
            KeyCode::Char('?') => self.help = true,
            KeyCode::Up => self.cursor = self.cursor.step(-1, 0, p),
            KeyCode::Down => self.cursor = self.cursor.step(1, 0, p),
            KeyCode::Left => self.cursor = self.cursor.step(0, -1, p),
            KeyCode::Right => self.cursor = self.cursor.step(0, 1, p),
            KeyCode::Enter | KeyCode::Char(' ') => self.act(),
            KeyCode::Esc => self.give_up_ray(),
            KeyCode::Char('h') => self.answer(Outcome::Absorbed),
            KeyCode::Char('r') => self.answer(Outcome::Reflected),
            KeyCode::Char('x') => self.mark(Mark::Empty),
            KeyCode::Char(':') => self.prompt = Some(Prompt::default()),
            KeyCode::Char('u') | KeyCode::Backspace => {
                self.give_up_ray();
                let rays = self.sheet.rays();
                if !self.sheet.undo() {
                    self.message = "Nothing is left to take back.".to_owned();
                }
                if self.sheet.rays() != rays {
                    self.ask();
                }
            }
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
        if self.help {
            return panel::page(&HELP.map(str::to_owned), KEYS, area, buffer);
        }
        let p = self.width();
        match Layout::of(area, p) {
            Ok(layout) => {
                let next = self.advice.outlook.as_ref();
                let helps = Helps {
                    chances: self.advice.left.as_ref().filter(|left| left.count > 0),
                    next: next.and_then(|(next, _)| Some(next.as_ref()?.position)),
                };
                let mut face = Face::of_sheet(&self.sheet, helps, &layout);
                face.cursor = Some(self.cursor);
                face.exit = self.other_end();
                face.draw(&layout, p, buffer);
                panel::words(self.said(&layout), KEYS, layout.words, buffer);
            }
            Err(needed) => panel::too_small(area, needed, "q leaves.", buffer),
        }
    }
}

impl Own {
    fn width(&self) -> usize {
        self.sheet.board().width()
    }

    fn place(&self) -> Place {
        self.cursor.place(self.width())
    }

    /// Where the ray at the cursor comes out, or where the one entered that is being noted.
    fn other_end(&self) -> Option<game::Position> {
        match (self.from, self.place()) {
            (Some(from), _) => Some(from),
            (None, Place::Entry(position)) => match self.sheet.board().result(position) {
                Some(Outcome::Out(exit)) => Some(exit),
                _ => None,
            },
            _ => None,
        }
    }

    fn said(&self, layout: &Layout) -> Vec<Text> {
        let plain = Style::new();
        let width = self.width();
        let mut lines = Vec::new();
        if let Some(prompt) = &self.prompt {
            lines.push((format!("shot: {}▏", prompt.text()), bold()));
        }
        if !self.message.is_empty() {
            lines.push((self.message.clone(), bold()));
        }
        if let Some(counted) = &self.advice.left {
            let of = self
                .sheet
                .question()
                .map_or(0, |question| question.molecules());
            lines.push((
                view::play::left(counted.count, counted.error, of) + ".",
                plain,
            ));
        }
        match &self.advice.outlook {
            Some((next, verdict)) => {
                lines.push((verdict.clone(), plain));
                let next = next
                    .as_ref()
                    .map(|next| view::decode::next_ray(next, width) + ".");
                lines.extend(next.map(|next| (next, plain)));
            }
            None if self.advice.too_long => {
                lines.push(("It would take too long to say more.".to_owned(), plain));
            }
            None => lines.push(("thinking …".to_owned(), plain)),
        }
        if layout.is_narrow() {
            lines.push(("Tenths: - none, ! certain.".to_owned(), plain));
        }
        lines
    }

    fn click(&mut self, button: MouseButton, at: Position, window: Rect) {
        let p = self.width();
        if self.help {
            self.help = false;
            return;
        }
        let layout = Layout::of(window, p).ok();
        let hit = layout.and_then(|layout| layout.place(at));
        let Some(cursor) = hit.filter(|cursor| cursor.place(p) != Place::Corner) else {
            return;
        };
        self.cursor = cursor;
        match button {
            MouseButton::Left => self.act(),
            _ => self.mark(Mark::Empty),
        }
    }

    /// Notes where a ray begins or ends, or places a ball, where the cursor is.
    fn act(&mut self) {
        match (self.place(), self.from) {
            (Place::Entry(position), Some(from)) if position == from => {
                self.answer(Outcome::Reflected);
            }
            (Place::Entry(position), Some(_)) => self.answer(Outcome::Out(position)),
            (Place::Entry(position), None) if self.sheet.board().result(position).is_some() => {
                self.known(position);
            }
            (Place::Entry(position), None) => {
                self.from = Some(position);
                self.message = format!(
                    "{} comes out where you press Enter; h absorbed, r reflected, Esc neither",
                    self.entry(position)
                );
            }
            (Place::Cell(_), _) => self.mark(Mark::Ball),
            (Place::Corner, _) => {}
        }
    }

    fn entry(&self, position: game::Position) -> String {
        position.words(self.width())
    }

    fn known(&mut self, position: game::Position) {
        let entry = self.entry(position);
        self.message = format!("{entry} has its answer; u takes back the last one");
    }

    fn give_up_ray(&mut self) {
        self.from = None;
        self.message.clear();
    }

    /// Notes the answer to the ray that has begun, or to the one at the cursor.
    fn answer(&mut self, outcome: Outcome) {
        let position = match (self.from, self.place()) {
            (Some(from), _) => from,
            (None, Place::Entry(position)) => position,
            (None, _) => return,
        };
        self.note(position, outcome);
    }

    fn note(&mut self, position: game::Position, outcome: Outcome) {
        let before = match outcome {
            Outcome::Out(exit) if self.sheet.board().result(position).is_none() => exit,
            _ => position,
        };
        if self.sheet.note(position, outcome) {
            self.give_up_ray();
            self.message = view::play::ray(position, outcome, self.width());
            self.ask();
        } else {
            self.known(before);
        }
    }

    fn mark(&mut self, mark: Mark) {
        self.give_up_ray();
        if let Place::Cell(cell) = self.place() {
            let mark = match self.sheet.mark_at(cell) == mark {
                true => Mark::Nothing,
                false => mark,
            };
            self.sheet.mark(cell, mark);
        }
    }

    /// Notes shots in words.
    fn type_shots(&mut self, text: &str) {
        self.give_up_ray();
        if text.trim().is_empty() {
            return;
        }
        let named = format!("A0_B{}, {text}", self.width());
        match BoardText::parse(named.as_bytes()) {
            Ok(read) if read.board.width() == self.width() => {
                for (position, outcome) in read.board.shots() {
                    self.note(position, outcome);
                }
            }
            Ok(_) => self.message = "That is a board of another size.".to_owned(),
            Err(error) => self.message = error.to_string(),
        }
    }

    fn ask(&mut self) {
        self.advice = Advice::default();
        let (question, aim) = (self.sheet.question(), self.aim);
        self.worker.begin(move |stop, tell| {
            let question = question.map_err(|_| Halt::Enough)?;
            advise(&question, false, aim, stop, tell)
        });
    }
}
