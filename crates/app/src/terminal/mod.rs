//! Messages of a program at work, and the terminal: its width, and text that is safe to show.

mod progress;
mod signals;

pub use progress::Console;
pub(crate) use progress::Loudness;
pub(crate) use signals::stop_on_signals;

use std::env;
use std::io;

use console::Term;
use draw::words::wrapped;
use itertools::Itertools;

/// Whether the terminal can only show lines of text, by `TERM=dumb` or, on Unix, by a missing `TERM`.
pub fn is_dumb() -> bool {
    let term = env::var_os("TERM");
    term.map_or(cfg!(unix), |term| term.is_empty() || term == "dumb")
}

/// Whether the terminal that stdin reads is gone, for example because its window was closed. A program that waits
/// for keys must check this, because crossterm then never stops waiting, and keeps a processor busy. Systems other
/// than Unix end the program.
pub fn is_gone() -> bool {
    #[cfg(unix)]
    {
        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let stdin = io::stdin();
        let mut watched = [PollFd::new(&stdin, PollFlags::empty())];
        let gone = PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL;
        let polled = poll(&mut watched, Some(&Timespec::default()));
        polled.is_ok() && watched[0].revents().intersects(gone)
    }
    #[cfg(not(unix))]
    false
}

/// Suspends the programs of this job, as Ctrl-Z does where the terminal reads lines, and returns when the shell
/// continues them. Does nothing on systems without jobs.
pub fn suspend() -> io::Result<()> {
    #[cfg(unix)]
    {
        use rustix::process::{Signal, kill_current_process_group};

        kill_current_process_group(Signal::TSTP)?;
    }
    Ok(())
}

/// Whether a process with this ID exists, as far as the system reports it.
pub fn is_running(process: u32) -> bool {
    #[cfg(unix)]
    {
        use rustix::io::Errno;
        use rustix::process::{Pid, test_kill_process};

        let process = i32::try_from(process).ok().and_then(Pid::from_raw);
        process.is_some_and(|process| test_kill_process(process) != Err(Errno::SRCH))
    }
    #[cfg(not(unix))]
    true
}

/// The default number of columns.
const COLUMNS: usize = 80;

/// The number of columns of the terminal at stdout; 80 if stdout is not a terminal.
pub fn columns() -> usize {
    width(&Term::stdout()).unwrap_or(COLUMNS)
}

/// The number of columns at which sentences and tables wrap: that of the terminal at stdout, or no limit if another
/// program reads stdout.
pub fn columns_to_wrap() -> usize {
    width(&Term::stdout()).unwrap_or(usize::MAX)
}

fn width(terminal: &Term) -> Option<usize> {
    let (_, columns) = terminal.size_checked()?;
    (columns > 0).then_some(columns.into())
}

/// Wraps a printable message to the terminal at stderr.
pub(crate) fn message(text: &str) -> String {
    in_lines(text, width(&Term::stderr()).unwrap_or(usize::MAX))
}

/// Wraps between words. A command in backquotes stays on one line if it fits, so that it can be copied.
pub(crate) fn in_lines(text: &str, columns: usize) -> String {
    /// The placeholder for a space inside a command; printable text does not contain it.
    const KEPT: &str = "\u{a0}";
    let kept = text.split('`').enumerate().map(|(place, part)| {
        // Every second part is inside backquotes.
        match place % 2 == 1 && part.chars().count() + 2 <= columns {
            true => part.replace(' ', KEPT),
            false => part.to_owned(),
        }
    });
    wrapped(&kept.format("`").to_string(), columns).replace(KEPT, " ")
}

/// Escapes all invisible characters of a text. From a path, an argument or a database, these could control the
/// terminal, forge lines, or change the visible order of the letters.
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

/// Whether a character is a control or format character, a special space, or unassigned in Unicode.
fn is_hidden(c: char) -> bool {
    match c {
        ' '..='~' => false,
        // Letters and marks that are invisible.
        '\u{34f}'
        | '\u{115f}'..='\u{1160}'
        | '\u{17b4}'..='\u{17b5}'
        | '\u{180b}'..='\u{180f}'
        | '\u{2800}'
        | '\u{3164}'
        | '\u{fe00}'..='\u{fe0f}'
        | '\u{ffa0}'
        | '\u{e0100}'..='\u{e01ef}' => true,
        // The standard library decides about the rest by their categories. Marks count as visible here, because
        // they follow a letter.
        _ => format!("a{c}").escape_debug().nth(1) == Some('\\'),
    }
}

/// Shortens a text from another source for quotation.
pub fn shortened(text: &str) -> String {
    /// Enough characters to recognise the text.
    const MAX_CHARACTERS: usize = 200;
    cut(text, MAX_CHARACTERS)
}

/// Cuts a text after this number of characters.
pub fn cut(text: &str, most: usize) -> String {
    match text.char_indices().nth(most) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_invisible_characters_are_escaped() {
        for seen in [
            "Größe \\ \"x\" \'y\'",
            "e\u{301} 八 卦 ䷀ ± … → ─ █ שלום",
            "\u{1f600}",
        ] {
            assert_eq!(printable(seen), seen);
        }
        let shown = printable("a\nb\u{1b}[31m\u{9b}\u{7f}");
        assert_eq!(shown, r"a\nb\u{1b}[31m\u{9b}\u{7f}");
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

    #[test]
    fn commands_are_broken_only_if_they_must() {
        let text = "run `blackbox run --db my.db` first";
        assert_eq!(in_lines(text, usize::MAX), text);
        assert_eq!(in_lines(text, 26), "run\n`blackbox run --db my.db`\nfirst");
        assert_eq!(in_lines(text, 20), "run `blackbox run\n--db my.db` first");
    }
}
