//! Numbers in error messages. The package `draw` has the same functions, but also draws pictures, which the
//! library does not need.

/// A number with a comma before every three digits: "1,792", "53,528".
pub(crate) fn thousands(number: impl Into<u128>) -> String {
    let mut text = number.into().to_string();
    for place in (1..text.len()).rev().skip(2).step_by(3) {
        text.insert(place, ',');
    }
    text
}

/// A number of something, with commas: "1 ray", "2,000 rays".
pub(crate) fn counted(number: impl Into<u128>, one: &str, many: &str) -> String {
    let number = thousands(number);
    let noun = if number == "1" { one } else { many };
    format!("{number} {noun}")
}
