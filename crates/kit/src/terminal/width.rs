//! The width of the terminal, and text that wraps there.

use console::Term;
use itertools::Itertools;
use view::words::wrapped;

/// The number of columns if the terminal does not say.
const COLUMNS: usize = 80;

/// The number of columns of the terminal at stdout; 80 if stdout is not a terminal.
pub fn columns() -> usize {
    width(&Term::stdout()).unwrap_or(COLUMNS)
}

/// The number of columns at which sentences and tables wrap: those of the terminal at stdout. If
/// stdout is not a terminal, a program reads it, and nothing wraps.
pub fn columns_to_wrap() -> usize {
    width(&Term::stdout()).unwrap_or(usize::MAX)
}

/// The number of columns of a terminal.
pub(super) fn width(terminal: &Term) -> Option<usize> {
    let (_, columns) = terminal.size_checked()?;
    (columns > 0).then_some(columns.into())
}

/// A message that wraps at the terminal at stderr. It must be printable.
pub(crate) fn message(text: &str) -> String {
    in_lines(text, width(&Term::stderr()).unwrap_or(usize::MAX))
}

/// Wraps between words. A command in backquotes stays on one line if it fits there, so that it can
/// be copied.
fn in_lines(text: &str, columns: usize) -> String {
    /// It stands for a space, and is in no printable text.
    const KEPT: &str = "\u{a0}";
    let kept = text.split('`').enumerate().map(|(place, part)| {
        // Every second part is in backquotes.
        match place % 2 == 1 && part.chars().count() + 2 <= columns {
            true => part.replace(' ', KEPT),
            false => part.to_owned(),
        }
    });
    wrapped(&kept.format("`").to_string(), columns).replace(KEPT, " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_broken_only_if_they_must() {
        let text = "run `blackbox run --db my.db` first";
        assert_eq!(in_lines(text, usize::MAX), text);
        assert_eq!(in_lines(text, 26), "run\n`blackbox run --db my.db`\nfirst");
        assert_eq!(in_lines(text, 20), "run `blackbox run\n--db my.db` first");
    }
}
