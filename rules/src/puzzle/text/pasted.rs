//! Removes the quotation marks, fences and frames that mail, chat and other programs put around a board.

use std::borrow::Cow;

/// The text without quotation marks and fences. They are replaced by spaces, so that everything stays in its
/// column.
pub(super) fn plain(text: &str) -> Cow<'_, str> {
    let filled = || text.lines().filter(|line| !line.trim().is_empty());
    let quoted = filled().filter(|line| line.trim_start().starts_with('>'));
    let is_quoted = 2 * quoted.count() > filled().count();
    let is_odd = |c: char| BLANKS.contains(&c) || matches!(c, '`' | '~');
    if !is_quoted && !text.contains(is_odd) {
        return Cow::Borrowed(text);
    }
    let lines = text.split('\n').map(|line| {
        let marks = line.trim_start();
        if ["```", "~~~"].iter().any(|fence| marks.starts_with(fence)) {
            return String::new();
        }
        let mut is_quote = is_quoted;
        let plain = line.chars().map(|c| {
            is_quote &= c == '>' || c.is_whitespace();
            match c {
                _ if is_quote && c == '>' => ' ',
                _ if BLANKS.contains(&c) => ' ',
                _ => c,
            }
        });
        plain.collect()
    });
    Cow::Owned(lines.collect::<Vec<String>>().join("\n"))
}

/// Spaces other than U+0020.
const BLANKS: [char; 4] = ['\u{a0}', '\u{2007}', '\u{202f}', '\u{3000}'];

/// A line of a drawing.
#[derive(Clone, Debug)]
pub(super) struct Line {
    /// The number of the line in the text, from 0.
    pub(super) row: usize,
    pub(super) chars: Vec<char>,
}

impl Line {
    pub(super) fn text(&self) -> String {
        self.chars.iter().collect()
    }

    pub(super) fn is_blank(&self) -> bool {
        self.chars.iter().all(|&c| c == ' ')
    }
}

/// The lines of a drawing without its frame, and whether there were bars. A tab reaches to the next multiple of
/// eight columns.
pub(super) fn lines(text: &str) -> (Vec<Line>, bool) {
    let mut has_bars = false;
    let lines = text.split('\n').enumerate().filter_map(|(row, line)| {
        let mut chars = Vec::with_capacity(line.len());
        for c in line.trim_end().chars() {
            match c {
                '\t' => chars.resize(chars.len() / 8 * 8 + 8, ' '),
                c if is_bar(c) => {
                    has_bars = true;
                    chars.push(' ');
                }
                c => chars.push(c),
            }
        }
        (!is_rule(line)).then_some(Line { row, chars })
    });
    let lines = lines.collect();
    (lines, has_bars)
}

fn is_bar(c: char) -> bool {
    matches!(c, '|' | '¦' | '│' | '┃' | '║' | '┆' | '┊')
}

/// Whether this is a line of a frame, such as `+---+---+` or `├───┼───┤`.
fn is_rule(line: &str) -> bool {
    let is_box = |c: char| ('\u{2500}'..='\u{257f}').contains(&c) && !is_bar(c);
    let mut marks = line.chars().filter(|c| !c.is_whitespace());
    let is_frame = |c: char| is_box(c) || is_bar(c) || matches!(c, '+' | '-' | '=');
    // A row of unknown cells may be written with either sign, but not with both.
    let has_both = line.contains('+') && line.contains(['-', '=']);
    (has_both || line.contains(is_box)) && marks.all(is_frame)
}
