//! How the game looks. Everything is readable without colours.
//!
//! A cell takes four columns. The brackets of the cursor are in its first column and in
//! that of the next cell. If the window is high enough, there are lines between the
//! cells.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::cursor::{Cursor, Place};
use super::table::{KEYS, Screen};
use crate::game::Outcome;
use crate::play::solutions::Chance;
use crate::play::words::Mark;
use crate::view;

/// How many columns a cell takes.
const PITCH: usize = 4;

/// How many columns beside the board, or lines below it, the words need.
const WORDS: (u16, u16) = (30, 7);

/// Where the board is in the window.
struct Board<'a> {
    screen: &'a Screen,
    /// The upper left corner.
    at: (u16, u16),
    /// How many lines a cell takes: 2 with lines between the cells.
    lines: usize,
    p: usize,
}

/// Draws the whole window.
pub(super) fn draw(frame: &mut Frame, screen: &Screen) {
    let area = frame.area();
    let p = screen.game().config().width();
    let width = (PITCH * (p + 2) + 1) as u16;
    let height = |lines: usize| (lines * (p + 2) + 1 - lines / 2) as u16;
    let beside = area.width >= width + 2 + WORDS.0;
    let room = match beside {
        true => area.height,
        false => area.height.saturating_sub(WORDS.1),
    };
    let lines = if room > height(2) { 2 } else { 1 };
    let height = height(lines);
    if area.width < width || room < height {
        let wanted = (width, height + if beside { 0 } else { WORDS.1 });
        return too_small(area, wanted, frame.buffer_mut());
    }
    let board = Board {
        screen,
        at: (area.x, area.y),
        lines,
        p,
    };
    board.draw(frame.buffer_mut());
    let words = match beside {
        true => Rect {
            x: area.x + width + 2,
            width: area.width - width - 2,
            ..area
        },
        false => Rect {
            y: area.y + height,
            height: area.height - height,
            ..area
        },
    };
    Paragraph::new(said(screen))
        .wrap(Wrap { trim: false })
        .render(words, frame.buffer_mut());
}

fn too_small(area: Rect, (width, height): (u16, u16), buffer: &mut Buffer) {
    let text = format!(
        "This window is {} × {}, and the board needs {width} × {height}. \
         q leaves; --words plays without a board.",
        area.width, area.height
    );
    Paragraph::new(text)
        .wrap(Wrap { trim: true })
        .render(area, buffer);
}

impl Board<'_> {
    fn draw(&self, buffer: &mut Buffer) {
        if self.lines == 2 {
            self.grid(buffer);
        }
        for line in 0..self.p + 2 {
            for column in 0..self.p + 2 {
                let place = Cursor { line, column };
                let (text, style) = match place.place(self.p) {
                    Place::Cell(cell) => self.cell(cell),
                    Place::Entry(position) => self.label(position),
                    Place::Corner => continue,
                };
                let (x, y) = self.corner(place);
                buffer.set_string(x + 1, y, format!("{text:^3}"), style);
            }
        }
        let cursor = self.screen.cursor;
        self.brackets(cursor, ["[", "]"], buffer);
        if let Place::Entry(position) = cursor.place(self.p)
            && let Some(Outcome::Out(exit)) = self.screen.game().board().results()[position]
        {
            self.brackets(Cursor::entry(exit, self.p), ["(", ")"], buffer);
        }
    }

    /// The column left of a place, and its line.
    fn corner(&self, place: Cursor) -> (u16, u16) {
        let x = PITCH * place.column;
        let y = self.lines * place.line;
        (self.at.0 + x as u16, self.at.1 + y as u16)
    }

    fn brackets(&self, place: Cursor, brackets: [&str; 2], buffer: &mut Buffer) {
        let (x, y) = self.corner(place);
        let style = Style::new().add_modifier(Modifier::BOLD);
        buffer.set_string(x, y, brackets[0], style);
        buffer.set_string(x + PITCH as u16, y, brackets[1], style);
        let whole = Rect::new(x, y, PITCH as u16 + 1, 1);
        buffer.set_style(whole, Style::new().add_modifier(Modifier::REVERSED));
    }

    fn grid(&self, buffer: &mut Buffer) {
        let faint = Style::new().fg(Color::DarkGray);
        let p = self.p;
        for edge in 0..=p {
            let [left, middle, right] = match edge {
                0 => ["┌", "┬", "┐"],
                last if last == p => ["└", "┴", "┘"],
                _ => ["├", "┼", "┤"],
            };
            let dashes = vec!["───"; p].join(middle);
            let (x, y) = self.corner(Cursor {
                line: edge,
                column: 1,
            });
            buffer.set_string(x, y + 1, format!("{left}{dashes}{right}"), faint);
            if edge > 0 {
                for column in 0..=p {
                    let x = x + (PITCH * column) as u16;
                    buffer.set_string(x, y, "│", faint);
                }
            }
        }
    }

    /// The three characters of a cell: what is marked there, and how likely a ball is.
    fn cell(&self, cell: usize) -> (String, Style) {
        let game = self.screen.game();
        let plain = Style::new();
        if let Some(ending) = &self.screen.ending {
            let bold = plain.add_modifier(Modifier::BOLD);
            return match (ending.guess.has_atom(cell), game.hidden().has_atom(cell)) {
                (true, true) => ("O".to_owned(), bold.fg(Color::Green)),
                (true, false) => ("x".to_owned(), bold.fg(Color::Red)),
                (false, true) => ("o".to_owned(), bold.fg(Color::Yellow)),
                (false, false) => self.nothing(),
            };
        }
        let (mark, style) = match game.mark_at(cell) {
            Mark::Ball => ("O", plain.add_modifier(Modifier::BOLD).fg(Color::Cyan)),
            Mark::Empty => ("x", plain.fg(Color::DarkGray)),
            Mark::Nothing => ("", plain),
        };
        match &self.screen.advice().left {
            Some(counted) if self.screen.helps.chances => {
                let style = if mark.is_empty() {
                    heat(&counted.cells[cell])
                } else {
                    style
                };
                (
                    format!("{mark:1}{:>2}", percent(&counted.cells[cell])),
                    style,
                )
            }
            _ if mark.is_empty() => self.nothing(),
            _ => (mark.to_owned(), style),
        }
    }

    /// An empty cell.
    fn nothing(&self) -> (String, Style) {
        let symbol = if self.lines == 2 { "" } else { "-" };
        (symbol.to_owned(), Style::new().fg(Color::DarkGray))
    }

    /// The label where a ray enters.
    fn label(&self, position: usize) -> (String, Style) {
        let game = self.screen.game();
        let style = Style::new();
        if let Some(label) = game.labels().swap_remove(position) {
            let style = match game.board().results()[position] {
                Some(Outcome::Absorbed) => style.fg(Color::Red),
                Some(Outcome::Reflected) => style.fg(Color::Yellow),
                _ => style.fg(Color::LightBlue),
            };
            return (label, style.add_modifier(Modifier::BOLD));
        }
        let next = self.screen.advice().outlook.as_ref();
        let next = next.and_then(|(next, _)| next.as_ref());
        match next {
            Some(next) if self.screen.helps.hint && next.position == position => {
                ("?".to_owned(), style.add_modifier(Modifier::BOLD))
            }
            _ => (String::new(), style),
        }
    }
}

/// A share in two characters: whole percents, `-` for never, `!!` for certain.
fn percent(chance: &Chance) -> String {
    match view::amount::chance(chance).as_str() {
        "O" => "!!".to_owned(),
        ">99" => "99".to_owned(),
        other => other.to_owned(),
    }
}

/// The colour of a share.
fn heat(chance: &Chance) -> Style {
    let style = Style::new();
    match chance.share {
        _ if chance.sure == Some(false) => style.fg(Color::DarkGray),
        s if s < 0.1 => style,
        s if s < 0.5 => style.fg(Color::Yellow),
        _ => style.fg(Color::Red).add_modifier(Modifier::BOLD),
    }
}

/// The text beside or below the board.
fn said(screen: &Screen) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let game = screen.game();
    let mut lines = Vec::new();
    if let Some(ending) = &screen.ending {
        let knowable = screen.advice().knowable;
        let mut told = view::play::ending(game, ending, knowable.as_ref()).into_iter();
        lines.extend(told.next().map(|line| Line::styled(line, bold)));
        lines.extend(told.map(Line::from));
        lines.push(Line::from(
            "O right, x wrong, o missed; n new game, q leave",
        ));
        lines.push(Line::styled(screen.message.clone(), bold));
        return lines;
    }
    lines.push(Line::from(vec![
        Span::styled(screen.message.clone(), bold),
        Span::raw(if screen.message.is_empty() { "" } else { "  " }),
    ]));
    lines.push(Line::from(format!(
        "{}, {}.",
        view::play::placed(game),
        view::play::score(game)
    )));
    if screen.helps.keys {
        // There may be no room for both.
        let keys = KEYS.map(|(key, what)| Line::from(format!("{key:<6} {what}")));
        lines.extend(keys);
    } else {
        lines.extend(advice(screen).into_iter().map(Line::from));
        lines.push(Line::from("? shows the keys"));
    }
    lines
}

fn advice(screen: &Screen) -> Vec<String> {
    let (helps, advice, game) = (screen.helps, screen.advice(), screen.game());
    let mut lines = Vec::new();
    if helps.left {
        lines.extend(advice.left.as_ref().map(|counted| {
            let of: u128 = game.question().map_or(0, |question| question.molecules());
            view::play::left(counted.count, counted.error, of) + "."
        }));
    }
    match &advice.outlook {
        Some((next, verdict)) => {
            if helps.left || (helps.hint && next.is_none()) {
                lines.push(verdict.clone());
            }
            if helps.hint
                && let Some(next) = next
            {
                lines.push(view::decode::next_ray(next, game.config().width()) + ".");
            }
        }
        None if advice.too_long => {
            lines.push("Too many molecules are left to say more.".to_owned());
        }
        None if helps.hint || helps.left => lines.push("thinking …".to_owned()),
        None if helps.chances && advice.left.is_none() => lines.push("thinking …".to_owned()),
        None => {}
    }
    lines
}
