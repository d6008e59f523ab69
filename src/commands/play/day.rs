//! The board of a day: the same for all players, here and on the web page, and one that can be decided.

use jiff::ZonedDateTime;
use jiff::civil::Date;

use crate::board::Config;

/// The configuration of every such board.
pub(super) const CONFIG: Config = Config::STANDARD;

/// Today by the player's calendar, as on the page: the environment's `TZ`, or the zone of the system.
pub(super) fn today() -> Date {
    ZonedDateTime::now().date()
}

/// The day that a player names: `today`, or a date such as 2026-11-24.
pub(super) fn named(text: &str) -> Option<Date> {
    match text {
        "today" => Some(today()),
        text if text.len() == 10 => text.parse().ok(),
        _ => None,
    }
}

/// The seed of the board of a day, as the page makes it: 20261124.
pub(super) fn seed(day: Date) -> u64 {
    let year = u64::from(day.year().unsigned_abs());
    let [month, day] = [day.month(), day.day()].map(|part| u64::from(part.unsigned_abs()));
    10_000 * year + 100 * month + day
}
