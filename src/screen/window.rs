//! The terminal in full-screen mode.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::panic;

use anstyle::{Reset, Style};
use app::terminal::suspend;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::Colored;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use crossterm::{execute, queue};

use crate::screen::canvas::{Area, Canvas, Glyph};

/// The greatest number of columns and lines that are drawn, which bounds the memory.
const LARGEST: (u16, u16) = (200, 80);

pub(crate) struct Window {
    /// A larger buffer than that of stdout, so that a frame is written at once.
    out: BufWriter<Stdout>,
    shown: Canvas,
}

impl Window {
    /// Switches the terminal to full-screen mode until the window is dropped, or until a panic.
    pub(crate) fn open() -> io::Result<Window> {
        let window = Window {
            out: BufWriter::with_capacity(1 << 16, stdout()),
            shown: Canvas::default(),
        };
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            give_back();
            hook(info);
        }));
        take()?;
        Ok(window)
    }

    /// The area of the window that is drawn.
    pub(crate) fn area(&self) -> io::Result<Area> {
        let (width, height) = size()?;
        Ok(Area::new(0, 0, width.min(LARGEST.0), height.min(LARGEST.1)))
    }

    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Canvas)) -> io::Result<()> {
        let area = self.area()?;
        if self.shown.area != area {
            queue!(self.out, Clear(ClearType::All))?;
            self.shown = Canvas::blank(area);
        }
        let mut next = Canvas::blank(area);
        draw(&mut next);
        let mut style = Style::new();
        let mut behind = 0;
        for (at, (shown, glyph)) in self.shown.glyphs.iter().zip(&next.glyphs).enumerate() {
            if shown == glyph {
                continue;
            }
            let (x, y) = (at as u16 % area.width, at as u16 / area.width);
            if behind != at || x == 0 {
                queue!(self.out, MoveTo(x, y))?;
            }
            behind = at + 1;
            if style_of(glyph) != style {
                style = style_of(glyph);
                write!(self.out, "{Reset}{style}")?;
            }
            write!(self.out, "{}", glyph.symbol)?;
        }
        write!(self.out, "{Reset}")?;
        self.shown = next;
        self.out.flush()
    }

    /// Returns to the shell until the user continues the program.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
        give_back();
        suspend()?;
        take()?;
        self.forget();
        Ok(())
    }

    /// Makes the next drawing redraw everything, because the terminal no longer shows the last one.
    pub(crate) fn forget(&mut self) {
        self.shown = Canvas::default();
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        give_back();
    }
}

/// The style of a character. If colours are off, it can still be bold or reversed.
fn style_of(glyph: &Glyph) -> Style {
    match Colored::ansi_color_disabled_memoized() {
        true => glyph.style.fg_color(None),
        false => glyph.style,
    }
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// Restores the terminal. Errors are ignored: then the terminal is gone, and cannot show them.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}
