//! Text from other sources on a terminal.

/// The text with escapes for everything invisible. In a path, an argument or a database, invisible
/// characters could steer the terminal, forge further lines, or change the visible order of the
/// letters.
pub fn printable(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_hidden(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    shown
}

/// Controls, format characters, special spaces, and characters without a meaning in Unicode.
fn is_hidden(c: char) -> bool {
    match c {
        ' '..='~' => false,
        // Letters and marks that are not drawn.
        '\u{34f}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{ffa0}'
        | '\u{e0100}'..='\u{e01ef}' => true,
        // The standard library knows the rest by their categories. A mark counts as visible, since
        // it follows a letter.
        _ => ['a', c]
            .iter()
            .collect::<String>()
            .escape_debug()
            .nth(1)
            .is_some_and(|first| first == '\\'),
    }
}

/// A quotation of a text from another source: a long one is cut.
pub fn shortened(text: &str) -> String {
    /// This number of characters shows what it is.
    const MOST: usize = 200;
    cut(text, MOST)
}

/// At most this number of characters of a text.
pub(crate) fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_cannot_be_seen_is_escaped() {
        for seen in [
            "Größe \\ \"x\" \'y\'",
            "e\u{301} 八 卦 ䷀ ± … → ─ █ שלום",
            "\u{1f600}",
        ] {
            assert_eq!(printable(seen), seen);
        }
        assert_eq!(
            printable("a\nb\u{1b}[31m\u{9b}\u{7f}"),
            "a\\nb\\u{1b}[31m\\u{9b}\\u{7f}"
        );
    }

    #[test]
    fn long_texts_are_cut_between_two_characters() {
        let long = "ä".repeat(200);
        assert_eq!(shortened(&long), long);
        assert_eq!(shortened(&(long.clone() + "ö")), long + "…");
    }

    #[test]
    fn nothing_invisible_reaches_a_terminal() {
        for (from, to) in [
            (0, 0x1f),
            (0x7f, 0xa0),
            (0xad, 0xad),
            (0x61c, 0x61c),
            (0x115f, 0x1160),
            (0x180b, 0x180f),
            (0x2000, 0x200f),
            (0x2028, 0x202f),
            (0x205f, 0x206f),
            (0x2800, 0x2800),
            (0x3000, 0x3000),
            (0x3164, 0x3164),
            (0xfe00, 0xfe0f),
            (0xfeff, 0xfeff),
            (0xffa0, 0xffa0),
            (0xfff9, 0xfffb),
            (0xe0000, 0xe01ef),
        ] {
            for c in (from..=to).filter_map(char::from_u32) {
                let shown = printable(&format!("x{c}y"));
                assert!(shown.starts_with("x\\") && shown.is_ascii(), "{c:?}");
            }
        }
    }
}
