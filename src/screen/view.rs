//! The state of a board on the screen: the cursor, a message, and the conclusions from the rays, which are computed
//! in the background.

use std::mem;

use anstyle::Style;
use crossterm::event::KeyCode;
use watch::{Halt, Observed};

use crate::board::{Board, Cell, Size};
use crate::puzzle::Puzzle;
use crate::puzzle::aim::Aim;
use crate::puzzle::hint::NextRay;
use crate::puzzle::sheet::Sheet;
use crate::puzzle::solutions::Counted;
use crate::puzzle::words::Mark;
use crate::ray::Outcome;
use crate::screen::canvas::{Area, Canvas, Point, Text, bold};
use crate::screen::face::{Face, ShownHelp};
use crate::screen::layout::Layout;
use crate::screen::panel;
use crate::screen::panel::Keys;
use crate::screen::worker::Worker;

use crate::output;
use crate::output::spot::{Place, Spot};

/// The number of molecules through which a player can step.
const CANDIDATES: usize = 20;

/// The aids that are switched on.
#[derive(Clone, Copy, Default, Debug)]
pub(crate) struct HelpSwitches {
    pub(crate) hint: bool,
    pub(crate) chances: bool,
    pub(crate) left: bool,
}

impl HelpSwitches {
    pub(crate) fn any(self) -> bool {
        self.hint || self.chances || self.left
    }
}

/// A conclusion from the rays.
enum Conclusion {
    /// The number of molecules that agree, the chances of balls, and the first of these molecules.
    Left(Counted, Vec<Board>),
    Outlook(Outlook),
}

struct Outlook {
    /// The best ray, if any gives information.
    next: Option<NextRay>,
    verdict: String,
}

pub(crate) struct BoardView {
    size: Size,
    aim: Aim,
    pub(crate) cursor: Spot,
    pub(crate) message: String,
    /// Whether the rules and the keys are shown instead of the board.
    pub(crate) help: bool,
    /// The page of the words beside the board, if they do not fit.
    page: isize,
    pub(crate) wanted: HelpSwitches,
    worker: Worker<Conclusion>,
    /// The number of molecules before the first ray.
    all: u128,
    left: Option<Counted>,
    /// The first molecules that agree, and the index of the one that is shown, if any.
    candidates: Vec<Board>,
    shown: Option<usize>,
    outlook: Option<Outlook>,
    /// Whether the rest of the conclusions takes too long.
    too_long: bool,
}

impl BoardView {
    pub(crate) fn new(size: Size, aim: Aim, message: String) -> app::Result<BoardView> {
        Ok(BoardView {
            size,
            aim,
            cursor: Spot { line: 1, column: 0 },
            message,
            help: false,
            page: 0,
            wanted: HelpSwitches::default(),
            worker: Worker::new()?,
            all: 0,
            left: None,
            candidates: Vec::new(),
            shown: None,
            outlook: None,
            too_long: false,
        })
    }

    pub(crate) fn place(&self) -> Place {
        self.cursor.place(self.size)
    }

    /// Opens the help by `?`, closes it by any key, and turns the pages of the words by PageDown and PageUp, until
    /// another key is pressed. Returns whether it did any of these.
    pub(crate) fn turn_page(&mut self, code: KeyCode) -> bool {
        let was = mem::replace(&mut self.help, false);
        self.help = !was && code == KeyCode::Char('?');
        let pages = match code {
            _ if was => 0,
            KeyCode::PageDown => 1,
            KeyCode::PageUp => -1,
            _ => -self.page,
        };
        self.page += pages;
        was || self.help || self.page != 0
    }

    /// Moves the cursor, if the key is an arrow.
    pub(crate) fn move_cursor(&mut self, code: KeyCode) {
        let (lines, columns) = match code {
            KeyCode::Up => (-1, 0),
            KeyCode::Down => (1, 0),
            KeyCode::Left => (0, -1),
            KeyCode::Right => (0, 1),
            _ => return,
        };
        self.cursor = self.cursor.step(lines, columns, self.size);
    }

    /// Moves the cursor to a click. False if the click is outside the board.
    pub(crate) fn click(&mut self, at: Point, window: Area) -> bool {
        if mem::replace(&mut self.help, false) {
            return false;
        }
        let layout = Layout::of(window, self.size).ok();
        let spot = layout.and_then(|layout| layout.place(at));
        let spot = spot.filter(|spot| spot.place(self.size) != Place::Corner);
        self.cursor = spot.unwrap_or(self.cursor);
        spot.is_some()
    }

    /// The new mark of a cell. Setting the same mark again removes it.
    pub(crate) fn toggled(sheet: &Sheet, cell: Cell, mark: Mark) -> Mark {
        match sheet.mark_at(cell) == Ok(mark) {
            true => Mark::Nothing,
            false => mark,
        }
    }

    pub(crate) fn forget(&mut self) {
        self.worker.forget();
        (self.left, self.outlook, self.too_long) = (None, None, false);
        (self.candidates, self.shown) = (Vec::new(), None);
    }

    /// Steps through the molecules that agree by n and p. After the last one, and after any other key, the player's
    /// own board is shown.
    pub(crate) fn step_candidates(&mut self, code: KeyCode) -> bool {
        let count = self.candidates.len();
        let shown = self.shown.take().unwrap_or(count);
        let next = match code {
            KeyCode::Char('n') => shown + 1,
            KeyCode::Char('p') => shown + count,
            _ => return false,
        };
        self.shown = Some(next % (count + 1)).filter(|&next| next < count);
        true
    }

    /// Begins to compute the conclusions, if an aid is on. A `fair` board is known to have no twin.
    pub(crate) fn compute(&mut self, sheet: &Sheet, fair: bool) {
        self.forget();
        match sheet.question() {
            Ok(question) if self.wanted.any() => {
                self.all = question.molecules();
                let aim = self.aim;
                self.worker
                    .begin(move |observed, report| advise(&question, fair, aim, observed, report));
            }
            Ok(_) => {}
            Err(_) => self.too_long = true,
        }
    }

    /// Takes the results of background work. True if there were any.
    pub(crate) fn poll(&mut self) -> bool {
        let mut more = false;
        while let Some(result) = self.worker.next() {
            more = true;
            match result {
                Some(Conclusion::Left(counted, candidates)) => {
                    (self.left, self.candidates) = (Some(counted), candidates);
                }
                Some(Conclusion::Outlook(outlook)) => self.outlook = Some(outlook),
                None => self.too_long = true,
            }
        }
        more
    }

    pub(crate) fn summary(&self, layout: &Layout) -> Vec<Text> {
        let (hint, left) = (self.wanted.hint, self.wanted.left);
        let mut lines = Vec::new();
        // First, because in a small window only the first lines may fit.
        if self.wanted.chances && layout.is_narrow() {
            lines.push("Chances in tenths: - none, ! certain.".to_owned());
        }
        if let Some(at) = self.shown {
            let count = self.candidates.len();
            let is_all = self.left.as_ref().map(|left| left.count) == Some(count as u128);
            let first = if is_all { "" } else { "the first " };
            lines.push(format!("Molecule {} of {first}{count} that agree.", at + 1));
        }
        if let Some(counted) = self.left.as_ref().filter(|_| left) {
            lines.push(output::game::left(counted.count, counted.error, self.all) + ".");
        }
        match &self.outlook {
            Some(Outlook { next, verdict }) => {
                if left || hint && next.is_none() {
                    lines.push(verdict.clone());
                }
                let next = next.as_ref().filter(|_| hint);
                lines.extend(next.map(|next| output::decoded::next_ray(next, self.aim) + "."));
            }
            None if !self.wanted.any() => {}
            None if self.too_long => lines.push("Computing more would take too long.".to_owned()),
            None if hint || left || self.left.is_none() => lines.push("thinking …".to_owned()),
            None => {}
        }
        lines.into_iter().map(|line| (line, Style::new())).collect()
    }

    /// The look of a sheet with the cursor and the aids that are on.
    pub(crate) fn face(&self, sheet: &Sheet, layout: &Layout) -> Face {
        let wanted = self.wanted;
        let next = self.outlook.as_ref();
        let next = next.and_then(|outlook| outlook.next.as_ref());
        let counted = self.left.as_ref().filter(|left| left.count > 0);
        let helps = ShownHelp {
            chances: counted.filter(|_| wanted.chances),
            next: next.filter(|_| wanted.hint).map(|next| next.position),
            candidate: self.shown.map(|at| self.candidates[at]),
        };
        let mut face = Face::of_sheet(sheet, helps, layout);
        face.cursor = Some(self.cursor);
        if let Place::Entry(position) = self.place()
            && let Ok(Some(Outcome::Out(exit))) = sheet.evidence().result(position)
        {
            face.exit = Some(exit);
        }
        face
    }

    /// Draws the board with the message and the text about it, or the help in the longest form that fits.
    pub(crate) fn draw(
        &self,
        forms: &[&str],
        keys: Keys,
        board: impl FnOnce(&Layout) -> (Face, Vec<Text>),
        canvas: &mut Canvas,
    ) {
        let area = canvas.area;
        if self.help {
            return panel::page(forms, keys, area, canvas);
        }
        match Layout::of(area, self.size) {
            Ok(layout) => {
                let (face, lines) = board(&layout);
                face.draw(&layout, self.size, canvas);
                let message = Some((self.message.clone(), bold()));
                let message = message.filter(|(message, _)| !message.is_empty());
                let words = message.into_iter().chain(lines);
                panel::words(words, Some(self.page), keys, &layout, canvas);
            }
            Err(needed) => panel::too_small(area, area, needed, canvas),
        }
    }
}

fn advise(
    question: &Puzzle,
    fair: bool,
    aim: Aim,
    observed: &Observed,
    report: &dyn Fn(Conclusion),
) -> Result<(), Halt> {
    let agreeing = question.find_quickly(CANDIDATES, observed)?;
    let candidates = agreeing.listed().to_vec();
    report(Conclusion::Left(agreeing.counted().clone(), candidates));
    if agreeing.count() > 0 {
        let advice = agreeing.advise_quickly(aim, observed)?;
        let verdict = output::game::verdict(fair, &agreeing, &advice);
        let next = advice.next;
        report(Conclusion::Outlook(Outlook { next, verdict }));
        return Ok(());
    }
    let facts = question.contradiction(observed)?;
    let why = question
        .contradicted(&facts, Vec::new())
        .facts()
        .unwrap_or_default();
    let (next, verdict) = (None, format!("No molecule agrees; {why}."));
    report(Conclusion::Outlook(Outlook { next, verdict }));
    Ok(())
}
