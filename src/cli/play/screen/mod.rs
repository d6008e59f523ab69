//! The game on a terminal: keys in, a board out.

mod cursor;
mod draw;
mod table;

use std::time::Duration;

use kit::terminal::{Console, Keyboard};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use watch::Watcher;

use self::table::{Next, Screen};
use super::{Random, Table};
use crate::error::{Error, Result};

/// How often it looks for advice and for a wish to stop while no key comes.
const LOOKS: Duration = Duration::from_millis(50);

/// Plays until the player leaves, or somebody asks to stop. `wanted` says which games
/// come after the first.
pub(super) fn play(table: Table, wanted: Random, console: &Console) -> Result<()> {
    let mut screen = Screen::new(table, wanted)?;
    let mut terminal = ratatui::try_init()?;
    let played = rounds(&mut terminal, &mut screen, console);
    ratatui::try_restore()?;
    played?;
    screen.farewell().iter().for_each(|line| console.say(line));
    match console.stop().asked() {
        false => Ok(()),
        true => Err(left()),
    }
}

fn left() -> Error {
    kit::Error::Stopped("the game was left".to_owned()).into()
}

fn rounds(terminal: &mut DefaultTerminal, screen: &mut Screen, console: &Console) -> Result<()> {
    terminal.draw(|frame| draw::draw(frame, screen))?;
    while !console.stop().asked() {
        let mut changed = screen.look();
        let patience = match Keyboard::wait(LOOKS)? {
            // Every move is kept, so the game goes on elsewhere.
            Keyboard::Gone => return Err(left()),
            // A signal tells a new size of the window, and crossterm has that.
            Keyboard::Quiet => Duration::ZERO,
            Keyboard::Ready => LOOKS,
        };
        if event::poll(patience)? {
            match event::read()? {
                Event::Key(key) if key.kind != KeyEventKind::Release => {
                    if screen.press(key) == Next::Leaves {
                        return Ok(());
                    }
                }
                Event::Resize(..) => {}
                _ => continue,
            }
            changed = true;
        }
        if changed {
            terminal.draw(|frame| draw::draw(frame, screen))?;
        }
    }
    Ok(())
}
