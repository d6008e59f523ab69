//! `blackbox decode --interactive`: a board on the terminal that the player fills in.

use anstyle::Style;
use app::terminal::Console;
use crossterm::event::{KeyCode, KeyEvent, MouseButton, MouseEventKind};

use crate::board;
use crate::error::Result;
use crate::puzzle::aim::Aim;
use crate::puzzle::sheet::Sheet;
use crate::puzzle::text::BoardText;
use crate::puzzle::words::Mark;
use crate::ray::Outcome;
use crate::screen;
use crate::screen::canvas::{Area, Canvas, Point, bold};
use crate::screen::panel::Keys;
use crate::screen::view::{BoardView, HelpSwitches};
use crate::screen::{Flow, FullScreen, Typed};

use crate::output;
use crate::output::spot::Place;

const KEYS: Keys<'static> = &[
    ("arrows", "move"),
    ("Enter", "ray, exit or ball"),
    ("H", "ray absorbed"),
    ("R", "ray reflected"),
    ("x", "no ball here"),
    (":", "type a shot"),
    ("u", "undo"),
    ("n p", "molecules left"),
    ("?", "help"),
    ("q", "leave"),
];

const BEGINNING: &str = "Your own board: move to where a ray enters, and record its answer.";

/// The longer help, and the shorter one.
const HELP: [&str; 2] = [
    "Your own board\n\nPut the cursor where a ray enters. Press H (with Shift) if it is absorbed, \
     or R if it is reflected. If it comes out, press Enter, move to where it comes out, and press \
     Enter again. A click does the same as Enter.\n\nIn the box, Enter places a ball, and x or \
     the right button marks a cell as empty. Marks are guesses, and exclude no molecules.\n\nAfter :, \
     you can type shots in words, such as west 4 = H or north 2 = east 5. n and p step through the \
     first molecules that \
     agree.\n\nThe cells show how likely a ball is, in % (- is 0, \
     !! is 100), and a ? beside the box is the next ray to fire. Any key closes this help.\n\n",
    "H: the ray from the cursor is absorbed. R: it is reflected. Enter: it comes out where you \
     press Enter next. After :, type shots in words, such as west 4 = H. In the box, Enter places a \
     ball, x marks a cell as empty. n, p: molecules that agree. Any key closes this help.\n\n",
];

/// Lets the player fill in a board, and returns it in the end.
pub(super) fn interactive(sheet: Sheet, aim: Aim, console: &Console) -> Result<Sheet> {
    let mut view = BoardView::new(sheet.evidence().size(), aim, BEGINNING.to_owned())?;
    view.wanted = HelpSwitches {
        hint: true,
        chances: true,
        left: true,
    };
    view.compute(&sheet, false);
    let mut screen = BoardEditor {
        sheet,
        view,
        from: None,
        prompt: None,
    };
    screen::run(&mut screen, console)?;
    Ok(screen.sheet)
}

struct BoardEditor {
    sheet: Sheet,
    view: BoardView,
    /// The entry of a ray whose exit the player has to choose next.
    from: Option<board::Position>,
    prompt: Option<String>,
}

impl FullScreen for BoardEditor {
    fn poll(&mut self) -> bool {
        self.view.poll()
    }

    fn press(&mut self, key: KeyEvent, _: Area) -> Flow {
        if let Some(mut text) = self.prompt.take() {
            match Typed::by(key, &mut text) {
                Typed::More => self.prompt = Some(text),
                Typed::Dropped => {}
                Typed::Line(text) => self.type_shots(&text),
            }
            return Flow::Continue;
        }
        let code = screen::lower(key.code);
        if self.view.turn_page(code) || self.view.step_candidates(code) {
            return Flow::Continue;
        }
        // The capital letters of a board. `code` has lost the case.
        match key.code {
            KeyCode::Char('H') => self.answer(Outcome::Absorbed),
            KeyCode::Char('R') => self.answer(Outcome::Reflected),
            _ => {}
        }
        match code {
            KeyCode::Char('q') => return Flow::Quit,
            KeyCode::Enter | KeyCode::Char(' ') => self.act(),
            KeyCode::Esc => self.give_up_ray(),
            KeyCode::Char('x') => self.mark(Mark::Empty),
            KeyCode::Char(':') => {
                self.give_up_ray();
                self.prompt = Some(String::new());
            }
            KeyCode::Char('u') | KeyCode::Backspace => {
                self.give_up_ray();
                let rays = self.sheet.rays();
                if !self.sheet.undo() {
                    self.view.message = "There is nothing to undo.".to_owned();
                }
                if self.sheet.rays() != rays {
                    self.view.compute(&self.sheet, false);
                }
            }
            other => self.view.move_cursor(other),
        }
        Flow::Continue
    }

    fn point(&mut self, what: MouseEventKind, at: Point, window: Area) {
        if let MouseEventKind::Down(button) = what
            && self.view.click(at, window)
        {
            match button {
                MouseButton::Left => self.act(),
                _ => self.mark(Mark::Empty),
            }
        }
    }

    fn draw(&self, canvas: &mut Canvas) {
        let board = |layout: &_| {
            let mut face = self.view.face(&self.sheet, layout);
            face.exit = self.from.or(face.exit);
            let prompt = self.prompt.as_ref();
            let prompt = prompt.map(|text| (format!("shot: {text}▏"), bold()));
            let hidden = (output::game::opening(&self.sheet), Style::new());
            let lines = prompt
                .into_iter()
                .chain(self.view.summary(layout))
                .chain([hidden]);
            (face, lines.collect())
        };
        self.view.draw(&HELP, KEYS, board, canvas);
    }

    fn stop_message(&self) -> String {
        "stopped; the board is not kept".to_owned()
    }
}

impl BoardEditor {
    /// Handles Enter at the cursor: begins or ends a ray, or places a ball.
    fn act(&mut self) {
        match (self.view.place(), self.from) {
            (Place::Entry(position), Some(from)) if position == from => {
                self.answer(Outcome::Reflected);
            }
            (Place::Entry(position), Some(_)) => self.answer(Outcome::Out(position)),
            (Place::Entry(position), None) if self.is_known(position) => {
                self.known(position);
            }
            (Place::Entry(position), None) => {
                self.from = Some(position);
                self.view.message = format!(
                    "{}: press Enter where the ray comes out, H if it is absorbed, R if it is reflected; Esc cancels",
                    position.words()
                );
            }
            (Place::Cell(_), _) => self.mark(Mark::Ball),
            (Place::Corner, _) => {}
        }
    }

    fn known(&mut self, position: board::Position) {
        let entry = position.words();
        self.view.message = format!("{entry} already has an answer; u undoes the last ray or mark");
    }

    fn give_up_ray(&mut self) {
        self.from = None;
        self.view.message.clear();
    }

    /// Records the answer to the ray that was begun, or to the one at the cursor.
    fn answer(&mut self, outcome: Outcome) {
        let position = match (self.from, self.view.place()) {
            (Some(from), _) => from,
            (None, Place::Entry(position)) => position,
            (None, _) => return,
        };
        self.note(position, outcome);
    }

    fn note(&mut self, position: board::Position, outcome: Outcome) {
        let before = match outcome {
            Outcome::Out(exit) if !self.is_known(position) => exit,
            _ => position,
        };
        if self.sheet.note(position, outcome) == Ok(true) {
            self.give_up_ray();
            self.view.message = output::game::ray(position, outcome);
            self.view.compute(&self.sheet, false);
        } else {
            self.known(before);
        }
    }

    fn mark(&mut self, mark: Mark) {
        self.give_up_ray();
        if let Place::Cell(cell) = self.view.place() {
            let mark = BoardView::toggled(&self.sheet, cell, mark);
            // Cannot fail, because the cell is in the box.
            let _ = self.sheet.mark(cell, mark);
        }
    }

    fn is_known(&self, position: board::Position) -> bool {
        matches!(self.sheet.evidence().result(position), Ok(Some(_)))
    }

    fn type_shots(&mut self, text: &str) {
        self.give_up_ray();
        if text.trim().is_empty() {
            return;
        }
        let size = self.sheet.evidence().size();
        match BoardText::parse(format!("A0_B{}x{}, {text}", size.rows(), size.columns()).as_bytes())
        {
            Ok(read) if read.evidence.size() == size => {
                for (position, outcome) in read.evidence.shots() {
                    self.note(position, outcome);
                }
            }
            Ok(_) => self.view.message = "The typed board has another size.".to_owned(),
            Err(error) => self.view.message = error.to_string(),
        }
    }
}
