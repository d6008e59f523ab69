//! The terminal while a board fills it.

use std::io::{self, BufWriter, Stdout, Write, stdout};
use std::panic;

use anstyle::{AnsiColor, Reset};
use app::terminal::suspend;
use crossterm::cursor::{Hide, MoveTo, Show};
use crossterm::event::{DisableMouseCapture, EnableMouseCapture};
use crossterm::style::Colored;
use crossterm::terminal::{
    Clear, ClearType, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode, size,
};
use crossterm::{execute, queue};
use ratatui_core::buffer::{Buffer, Cell};
use ratatui_core::layout::Rect;

/// The most columns and lines of a window that are drawn, which bounds the memory.
const LARGEST: (u16, u16) = (200, 80);

pub(crate) struct Window {
    /// A frame is longer than the buffer of stdout, and goes out as a whole.
    out: BufWriter<Stdout>,
    shown: Buffer,
}

impl Window {
    /// Takes the terminal until the window is dropped, or until a panic.
    pub(crate) fn open() -> io::Result<Window> {
        let window = Window {
            out: BufWriter::with_capacity(1 << 16, stdout()),
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
    pub(crate) fn area(&self) -> io::Result<Rect> {
        let (width, height) = size()?;
        Ok(Rect::new(0, 0, width.min(LARGEST.0), height.min(LARGEST.1)))
    }

    pub(crate) fn draw(&mut self, draw: impl FnOnce(&mut Buffer)) -> io::Result<()> {
        let area = self.area()?;
        if self.shown.area != area {
            queue!(self.out, Clear(ClearType::All))?;
            self.shown = Buffer::empty(area);
        }
        let mut next = Buffer::empty(area);
        draw(&mut next);
        let mut style = anstyle::Style::new();
        let mut behind = None;
        for (x, y, cell) in self.shown.diff_iter(&next) {
            if behind != Some((x, y)) {
                queue!(self.out, MoveTo(x, y))?;
            }
            behind = Some((x + 1, y));
            if style_of(cell) != style {
                style = style_of(cell);
                write!(self.out, "{Reset}{style}")?;
            }
            self.out.write_all(cell.symbol().as_bytes())?;
        }
        write!(self.out, "{Reset}")?;
        self.shown = next;
        self.out.flush()
    }

    /// Leaves the terminal to the shell until the user continues the program.
    pub(crate) fn suspend(&mut self) -> io::Result<()> {
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

/// How a cell looks. Without colours, it is still bold or reversed.
fn style_of(cell: &Cell) -> anstyle::Style {
    let color = AnsiColor::try_from(cell.fg).ok();
    let color = color.filter(|_| !Colored::ansi_color_disabled_memoized());
    anstyle::Style::new()
        .fg_color(color.map(Into::into))
        .effects(cell.modifier.into())
}

fn take() -> io::Result<()> {
    enable_raw_mode()?;
    execute!(stdout(), EnterAlternateScreen, EnableMouseCapture, Hide)
}

/// If this fails, the terminal is gone, and the error cannot be read.
fn give_back() {
    let _ = execute!(stdout(), DisableMouseCapture, Show, LeaveAlternateScreen);
    let _ = disable_raw_mode();
}
