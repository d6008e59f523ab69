//! The game on a terminal: keys and clicks in, a board out.

mod cursor;
mod draw;
mod layout;
mod table;
mod window;

use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::time::Duration;
use std::{iter, thread};

use ::view::words::wrapped;
use kit::terminal::{Console, columns, is_gone};
use ratatui::crossterm::event::{self, Event};
use watch::{NoThread, Watcher};

use self::table::{Next, Screen};
use self::window::Window;
use super::{Random, Table};
use crate::error::Result;

/// How often it looks for advice and for a wish to stop while nothing happens.
const LOOKS: Duration = Duration::from_millis(50);

/// How many events it answers before it draws again.
const AT_ONCE: usize = 1024;

/// Plays until the player leaves, or somebody asks to stop. `wanted` says which games
/// come after the first.
pub(super) fn play(table: Table, wanted: Random, console: &Console) -> Result<()> {
    let mut screen = Screen::new(table, wanted)?;
    let mut window = Window::open()?;
    let played = rounds(&mut window, &mut screen, console);
    drop(window);
    if console.stop().asked() || is_gone() {
        // Every move is kept, so the game goes on elsewhere.
        return Err(kit::Error::Stopped("the game was left".to_owned()).into());
    }
    played?;
    for line in screen.farewell() {
        for line in wrapped(&line, columns()).lines() {
            console.say(line);
        }
    }
    Ok(())
}

fn rounds(window: &mut Window, screen: &mut Screen, console: &Console) -> Result<()> {
    let events = events().map_err(kit::Error::from)?;
    let mut changed = true;
    while !console.stop().asked() && !is_gone() {
        if screen.look() || changed {
            window.draw(|buffer| draw::draw(buffer, screen))?;
        }
        let first = match events.recv_timeout(LOOKS) {
            Ok(event) => Some(event),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => return Ok(()),
        };
        changed = first.is_some();
        let waiting = iter::from_fn(|| events.try_recv().ok());
        for event in first.into_iter().chain(waiting).take(AT_ONCE) {
            match screen.hear(&event, window.area()?) {
                Next::Goes => {}
                Next::Rests => window.suspend()?,
                Next::Leaves => return Ok(()),
            }
        }
    }
    Ok(())
}

/// What happens on the terminal. A thread of its own waits for it, which stays behind where
/// it waits: crossterm cannot be interrupted, not even by the end of the terminal.
fn events() -> Result<Receiver<Event>, NoThread> {
    let (sender, events) = sync_channel(AT_ONCE);
    let read = move || while event::read().is_ok_and(|event| sender.send(event).is_ok()) {};
    thread::Builder::new().spawn(read).map_err(|_| NoThread)?;
    Ok(events)
}
