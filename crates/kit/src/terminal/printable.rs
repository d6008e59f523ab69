//! Text from elsewhere on a terminal.

/// The text with its control characters as escapes. A path, an argument or a
/// database could steer the terminal with them, or forge further lines.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if c.is_control() {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_control_characters_are_escaped() {
        assert_eq!(printable("Größe \\ \"x\""), "Größe \\ \"x\"");
        assert_eq!(
            printable("a\nb\u{1b}[31m\u{9b}\u{7f}"),
            "a\\nb\\u{1b}[31m\\u{9b}\\u{7f}"
        );
    }
}
