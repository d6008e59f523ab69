//! A line that the user types.

use crossterm::event::{KeyCode, KeyEvent};

/// The longest line. A molecule in the largest box has 121 characters.
const LONGEST: usize = 400;

/// A line that the user types.
#[derive(Clone, Default, Debug)]
pub(crate) struct Prompt {
    pub(crate) text: String,
}

/// What a key does to the line.
pub(crate) enum Typed {
    /// It is not complete yet.
    More,
    /// It is given up.
    Dropped,
    /// It is complete.
    Line(String),
}

impl Prompt {
    pub(crate) fn press(&mut self, key: KeyEvent) -> Typed {
        match key.code {
            KeyCode::Esc => return Typed::Dropped,
            KeyCode::Enter => return Typed::Line(std::mem::take(&mut self.text)),
            KeyCode::Backspace if self.text.pop().is_none() => return Typed::Dropped,
            KeyCode::Char(c) if self.text.len() < LONGEST && !c.is_control() => self.text.push(c),
            _ => {}
        }
        Typed::More
    }
}
