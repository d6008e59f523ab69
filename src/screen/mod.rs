//! Boards on the whole terminal, for `play`, `decode --interactive` and `browse`.

pub(super) mod canvas;
pub(super) mod face;
pub(super) mod layout;
pub(super) mod panel;
pub(super) mod view;
mod window;
pub(super) mod worker;

use std::io::{IsTerminal, stdin, stdout};
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;
use std::{iter, mem, thread};

use app::terminal::{Console, is_dumb, is_gone};
use crossterm::event::{
    self, Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseEventKind,
};
use watch::{CHECK_INTERVAL, NoThread, Watcher};

use crate::error::Result;
use crate::screen::canvas::{Area, Canvas, Point};
use crate::screen::window::Window;

/// The greatest number of events that are handled before the screen is drawn again.
const AT_ONCE: usize = 1024;

/// The length limit of a typed line. A molecule in the largest box has 121 characters.
const LONGEST: usize = 400;

/// The state of a line that the user types, after a key.
pub(super) enum Typed {
    /// It is not complete yet.
    More,
    /// The user has cancelled it.
    Dropped,
    /// It is complete.
    Line(String),
}

impl Typed {
    pub(super) fn by(key: KeyEvent, text: &mut String) -> Typed {
        match key.code {
            KeyCode::Esc => return Typed::Dropped,
            KeyCode::Enter => return Typed::Line(mem::take(text)),
            KeyCode::Backspace if text.pop().is_none() => return Typed::Dropped,
            KeyCode::Char(c) if text.len() < LONGEST && !c.is_control() => text.push(c),
            _ => {}
        }
        Typed::More
    }
}

/// A view that fills the terminal.
pub(super) trait FullScreen {
    /// Takes the results of background work. True if there were any.
    fn poll(&mut self) -> bool;

    /// Handles a key other than Ctrl-C and Ctrl-Z.
    fn press(&mut self, key: KeyEvent, window: Area) -> Flow;

    fn point(&mut self, what: MouseEventKind, at: Point, window: Area);

    fn draw(&self, canvas: &mut Canvas);

    /// The message if the screen is interrupted.
    fn stop_message(&self) -> String;
}

/// What to do after an event.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Flow {
    Continue,
    /// Suspend the program and return to the shell.
    Suspend,
    Quit,
}

impl Flow {
    /// Handles Ctrl-C and Ctrl-Z. `None` for any other key.
    fn control(key: KeyEvent) -> Option<Flow> {
        if !key.modifiers.contains(KeyModifiers::CONTROL) {
            return None;
        }
        Some(match key.code {
            KeyCode::Char('c' | 'C') => Flow::Quit,
            KeyCode::Char('z' | 'Z') if cfg!(unix) => Flow::Suspend,
            _ => Flow::Continue,
        })
    }
}

/// Whether the terminal can show a board.
pub(super) fn is_possible() -> bool {
    stdin().is_terminal() && stdout().is_terminal() && !is_dumb()
}

/// The key as if Shift and Caps Lock were off.
pub(super) fn lower(code: KeyCode) -> KeyCode {
    match code {
        KeyCode::Char(c) => KeyCode::Char(c.to_ascii_lowercase()),
        other => other,
    }
}

/// Runs a screen until the user leaves it. Fails with [`app::Error::Stopped`] and [`FullScreen::stop_message`] if it is
/// interrupted or the terminal is gone.
pub(super) fn run(screen: &mut impl FullScreen, console: &Console) -> Result<()> {
    let mut window = Window::open()?;
    let ended = rounds(&mut window, screen, console);
    drop(window);
    if console.stop().is_requested() || is_gone() {
        return Err(app::Error::Stopped(screen.stop_message()).into());
    }
    ended
}

fn rounds(window: &mut Window, screen: &mut impl FullScreen, console: &Console) -> Result<()> {
    let events = events().map_err(app::Error::from)?;
    let mut changed = true;
    while !console.stop().is_requested() && !is_gone() {
        if screen.poll() || changed {
            window.draw(|canvas| screen.draw(canvas))?;
        }
        let first = match events.recv_timeout(CHECK_INTERVAL) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        changed = first.is_some();
        let waiting = iter::from_fn(|| events.try_recv().ok());
        for event in first.into_iter().chain(waiting).take(AT_ONCE) {
            if let Event::Resize(..) = event {
                // The terminal may have moved or wrapped lines, even if the drawn area has the same size.
                window.forget();
            }
            match handle(screen, &event, window.area()?) {
                Flow::Continue => {}
                Flow::Suspend => window.suspend()?,
                Flow::Quit => return Ok(()),
            }
        }
    }
    Ok(())
}

fn handle(screen: &mut impl FullScreen, event: &Event, window: Area) -> Flow {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            return Flow::control(*key).unwrap_or_else(|| screen.press(*key, window));
        }
        Event::Mouse(mouse) => {
            let (x, y) = (mouse.column, mouse.row);
            screen.point(mouse.kind, Point { x, y }, window);
        }
        _ => {}
    }
    Flow::Continue
}

/// The events of the terminal, which a thread reads. The thread is never joined, because crossterm cannot be
/// interrupted, not even by the end of the terminal.
fn events() -> std::result::Result<Receiver<Event>, NoThread> {
    // Before the first frame, crossterm must have its handler of SIGWINCH. Otherwise, the thread could install it so
    // late that a first resize is lost. An error comes again in the thread.
    _ = event::poll(Duration::ZERO);
    let (sender, events) = sync_channel(AT_ONCE);
    let read = move || while event::read().is_ok_and(|event| sender.send(event).is_ok()) {};
    thread::Builder::new().spawn(read).map_err(|_| NoThread)?;
    Ok(events)
}
