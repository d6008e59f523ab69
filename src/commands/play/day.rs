//! The board of a day, which is fair, and the same for all players here and on the site.

use jiff::ZonedDateTime;
use jiff::civil::Date;

use watch::Watcher;

use crate::board::Config;
use crate::commands::play::run::{BoardChoice, new_game};
use crate::error::Result;
use crate::puzzle::game::{BoardKind, Game};

/// The local date, as on the site. The time zone is that of `TZ` or of the system.
pub(super) fn today() -> Date {
    ZonedDateTime::now().date()
}

/// Parses a day: `today`, or a date such as 2026-11-24.
pub(super) fn named(text: &str) -> Option<Date> {
    match text {
        "today" => Some(today()),
        text if text.len() == 10 => text.parse().ok(),
        _ => None,
    }
}

/// The game of a day. Its seed is the same as on the site, such as 20261124.
pub(super) fn game(day: Date, watcher: &dyn Watcher) -> Result<Game> {
    let year = u64::from(day.year().unsigned_abs());
    let [month, date] = [day.month(), day.day()].map(|part| u64::from(part.unsigned_abs()));
    let seed = 10_000 * year + 100 * month + date;
    let fair = BoardChoice::First(BoardKind::Fair);
    let mut game = new_game(&[Config::STANDARD], fair, seed, watcher)?;
    game.day = Some(day.to_string());
    Ok(game)
}
