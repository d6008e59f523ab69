//! The board of a day, which is fair, and the same for all players here and on the site.

use jiff::ZonedDateTime;
use jiff::civil::Date;

use crate::board::Config;

/// The configuration of these boards.
pub(super) const CONFIG: Config = Config::STANDARD;

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

/// The seed of the board of a day, as on the site: 20261124.
pub(super) fn seed(day: Date) -> u64 {
    let year = u64::from(day.year().unsigned_abs());
    let [month, day] = [day.month(), day.day()].map(|part| u64::from(part.unsigned_abs()));
    10_000 * year + 100 * month + day
}
