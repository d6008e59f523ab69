//! The terminal while a board has it.

use std::io::{self, BufWriter, Stdout, stdout};
use std::panic;

use kit::terminal::suspend;
use ratatui::backend::{Backend, CrosstermBackend};
use ratatui::buffer::Buffer;
use ratatui::crossterm::cursor::{Hide, Show};
use ratatui::crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::style::Colored;
use ratatui::crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};
use ratatui::layout::Rect;
use ratatui::style::Color;

/// The columns and lines that are drawn of a larger window. It bounds the memory.
const LARGEST: (u16, u16) = (200, 80);

/// The window, and what it shows.
///
/// It is not ratatui's `Terminal`: that one writes an error of its own to stderr, and so it
/// aborts the program once the terminal is gone.
pub(in crate::cli) struct Window {
    /// A frame is longer than the buffer of stdout, and goes out as a whole.
    backend: CrosstermBackend<BufWriter<Stdout>>,
    shown: Buffer,
}

impl Window {
    /// Takes the terminal until the window is dropped, or until a panic.
    pub(in crate::cli) fn open() -> io::Result<Window> {
        let window = Window {
            backend: CrosstermBackend::new(BufWriter::with_capacity(1 << 16, stdout())),
            shown: Buffer::default(),
        };
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            hook(info);
        }));
        take()?;
        Ok(window)
    }

    /// The part of the window that is drawn.
    pub(in crate::cli) fn area(&self) -> io::Result<Rect> {
        let size = self.backend.size()?;
        let (width, height) = (size.width.min(LARGEST.0), size.height.min(LARGEST.1));
        Ok(Rect::new(0, 0, width, height))
    }

    /// Draws what has changed.
    pub(in crate::cli) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let area = self.area()?;
        if self.shown.area != area {
            self.backend.clear()?;
            self.shown = Buffer::empty(area);
        }
        let mut next = Buffer::empty(area);
        draw(&mut next);
        if Colored::ansi_color_disabled_memoized() {
            // Where crossterm leaves out a colour, it would drop what is bold or reversed.
            for cell in &mut next.content {
                (cell.fg, cell.bg) = (Color::Reset, Color::Reset);
            }
        }
        self.backend.draw(self.shown.diff_iter(&next))?;
        Backend::flush(&mut self.backend)?;
        self.shown = next;
        Ok(())
    }

    /// Leaves the terminal to the shell until somebody continues the program.
    pub(in crate::cli) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        suspend()?;
        take()?;
        self.shown = Buffer::default();
        Ok(())
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        give_back();
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// If this fails, the terminal is gone, and nobody is left to read the error.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}
