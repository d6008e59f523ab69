//! Numbers, counts and lists in sentences, and wrapped sentences.

use std::fmt::Display;
use std::time::Duration;

/// A number with a comma before every three digits: "1,792", "53,528".
pub fn thousands(number: impl Into<u128>) -> String {
    let mut text = number.into().to_string();
    for place in (1..text.len()).rev().skip(2).step_by(3) {
        text.insert(place, ',');
    }
    text
}

/// A number of something, with commas: "1 ray", "2,000 rays".
pub fn counted(number: impl Into<u128>, one: &str, many: &str) -> String {
    quantity(thousands(number), one, many)
}

/// A number of something, with the number in its final form: plain, or longer than any integer.
pub fn quantity(number: impl Display, one: &str, many: &str) -> String {
    let number = number.to_string();
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}

/// A positive number with this many decimals. The engines of the site use this instead of the formatting of the
/// standard library, which takes 20 KB.
pub fn fixed(number: f64, digits: usize) -> String {
    let power = 10u128.pow(digits as u32);
    let units = (number * power as f64).round_ties_even() as u128;
    match digits {
        0 => units.to_string(),
        _ => format!("{}.{:0digits$}", units / power, units % power),
    }
}

/// The prefixes for multiples of a byte, each 1,000 or 1,024 times the one before.
const UNITS: [&str; 6] = ["K", "M", "G", "T", "P", "E"];

/// A number of bytes: "512 B", "1.5 GiB".
pub fn bytes(number: u64) -> String {
    let mut amount = (number as f64, "");
    for unit in UNITS {
        if amount.0 < 1024.0 {
            break;
        }
        amount = (amount.0 / 1024.0, unit);
    }
    match amount {
        (_, "") => format!("{number} B"),
        (amount, unit) => format!("{amount:.1} {unit}iB"),
    }
}

/// A duration with one unit, or two: "29 s", "4 min", "2 h 10 min", "3 days".
pub fn duration(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    match seconds {
        ..100 => format!("{} s", time.as_secs_f64().round()),
        100..6_000 => format!("{} min", (seconds + 30) / 60),
        6_000..172_800 => format!("{hours} h {minutes} min"),
        _ => format!("{} days", (hours + 12) / 24),
    }
}

/// A share in percent with two significant digits, rounded down, so that only the whole is 100: "0.0034", "5.1",
/// "99".
pub fn percent(part: u64, of: u64) -> String {
    let share = 100.0 * part as f64 / of.max(1) as f64;
    let digits = match share {
        1e-9..10.0 => 1 - share.log10().floor() as i32,
        _ => 0,
    };
    let step = 10f64.powi(digits);
    format!(
        "{:.*}",
        digits as usize,
        (share * step + 1e-9).floor() / step
    )
}

/// Parses a number of bytes: "6GiB", "500 MB", "1000". Units may be in lower case.
pub fn parse_bytes(text: &str) -> Option<u64> {
    // A float cannot represent every integer.
    if let Ok(bytes) = text.parse() {
        return Some(bytes);
    }
    let digits = |c: char| c.is_ascii_digit() || c == '.';
    let (number, unit) = text.split_at(text.find(|c| !digits(c)).unwrap_or(text.len()));
    let unit = unit.trim_start().to_ascii_uppercase();
    let unit = unit.strip_suffix('B').unwrap_or(&unit);
    let (base, unit) = match unit.strip_suffix('I') {
        Some(unit) => (1024.0_f64, unit),
        None => (1000.0, unit),
    };
    let power = match unit {
        "" if base == 1000.0 => 0,
        _ => 1 + UNITS.iter().position(|known| *known == unit)?,
    };
    let number: f64 = number.parse().ok()?;
    Some((number * base.powi(power as i32)) as u64)
}

/// A list in a sentence: "1, 2 and 3".
pub fn listed<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    let items: Vec<String> = items.into_iter().map(|item| item.to_string()).collect();
    match items.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => items.join(""),
    }
}

/// Wraps a text to lines of at most this number of columns; a longer word has a longer line. Existing line feeds
/// stay.
pub fn wrapped(text: &str, columns: usize) -> String {
    let mut lines = String::with_capacity(text.len());
    for (i, paragraph) in text.split('\n').enumerate() {
        lines += if i > 0 { "\n" } else { "" };
        let mut filled = 0;
        for (j, word) in paragraph.split(' ').enumerate() {
            let wide = word.chars().count();
            let fits = filled + 1 + wide <= columns;
            lines += match j {
                0 => "",
                _ if fits => " ",
                _ => "\n",
            };
            filled = wide + if j > 0 && fits { filled + 1 } else { 0 };
            lines += word;
        }
    }
    lines
}

/// Wraps a text after a prefix to lines of at most this number of columns. Further lines are indented to the first
/// word.
pub fn hanging(prefix: &str, text: &str, columns: usize) -> String {
    let indent = prefix.chars().count();
    let text = wrapped(text, columns.saturating_sub(indent));
    let further = format!("\n{:indent$}", "");
    format!("{prefix}{}", text.replace('\n', &further))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digits_are_grouped_by_three() {
        for (number, digits, text) in [(0.0, 0, "0"), (2.346, 2, "2.35"), (99.96, 1, "100.0")] {
            assert_eq!(fixed(number, digits), text);
        }
        for (number, commas) in [
            (0u64, "0"),
            (999, "999"),
            (1792, "1,792"),
            (123_456, "123,456"),
            (30_877_819_664, "30,877,819,664"),
        ] {
            assert_eq!(thousands(number), commas);
        }
        let most = "340,282,366,920,938,463,463,374,607,431,768,211,455";
        assert_eq!(thousands(u128::MAX), most);
    }

    #[test]
    fn only_one_is_singular() {
        assert_eq!(counted(0u64, "step", "steps"), "0 steps");
        assert_eq!(counted(1u64, "spectrum", "spectra"), "1 spectrum");
        assert_eq!(counted(2000u64, "ray", "rays"), "2,000 rays");
        assert_eq!(quantity(1, "pass", "passes"), "1 pass");
        assert_eq!(quantity(1792, "move", "moves"), "1792 moves");
    }

    #[test]
    fn bytes_are_written_and_read() {
        for (number, text) in [
            (0, "0 B"),
            (1023, "1023 B"),
            (1536, "1.5 KiB"),
            (6 << 30, "6.0 GiB"),
            (u64::MAX, "16.0 EiB"),
        ] {
            assert_eq!(bytes(number), text);
            assert_eq!(parse_bytes(text), Some(number));
        }
        for (text, number) in [
            ("500MB", Some(500_000_000)),
            ("1.5 k", Some(1500)),
            ("7gib", Some(7 << 30)),
            ("12", Some(12)),
            ("", None),
            ("GiB", None),
            ("1 iB", None),
            ("1 furlong", None),
            ("1.2.3 MB", None),
        ] {
            assert_eq!(parse_bytes(text), number, "{text}");
        }
    }

    #[test]
    fn lists_end_with_and() {
        assert_eq!(listed([1, 2, 3]), "1, 2 and 3");
        assert_eq!(listed([1]), "1");
        assert_eq!(listed([0; 0]), "");
    }

    #[test]
    fn lines_are_as_long_as_they_may_be() {
        let lines = wrapped("one two three\n\nfour", 7);
        assert_eq!(lines, "one two\nthree\n\nfour");
        assert_eq!(wrapped("ä ö ü longer", 5), "ä ö ü\nlonger");
        assert_eq!(wrapped("", 5), "");
        assert_eq!(hanging("ä: ", "one two three", 10), "ä: one two\n   three");
    }
}
