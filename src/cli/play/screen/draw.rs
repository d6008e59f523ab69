//! How the game looks. Everything is readable without colours.

use std::cmp::Ordering;
use std::iter;

use ::view::words::wrapped;
use ratatui::buffer::Buffer;
use ratatui::layout::{Position, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::cursor::{Cursor, Place};
use super::layout::Layout;
use super::table::Screen;
use crate::game::{Outcome, Path};
use crate::play::solutions::Chance;
use crate::play::words::Mark;
use crate::view;

/// The characters on which the path of a ray is drawn: all but labels, dots, marks and brackets.
const GROUND: &str = " -─│┌┬┐├┼┤└┴┘";

/// The lines through a character to its neighbours: north 1, east 2, south 4, west 8.
const LINES: [&str; 16] = [
    " ", "╵", "╶", "└", "╷", "│", "┌", "├", "╴", "┘", "─", "┴", "┐", "┤", "┬", "┼",
];

/// Where the board is in the window.
struct Board<'a> {
    screen: &'a Screen,
    layout: Layout,
    p: usize,
}

/// Draws the whole window.
pub(super) fn draw(buffer: &mut Buffer, screen: &Screen) {
    let area = *buffer.area();
    if screen.helps.rules {
        return rules(screen, area, buffer);
    }
    let p = screen.game().config().width();
    match Layout::of(area, p) {
        Ok(layout) => {
            let board = Board { screen, layout, p };
            board.draw(buffer);
            words(screen, &board, layout.words, buffer);
        }
        Err(needed) => too_small(area, needed, buffer),
    }
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
        if self.layout.pitch.is_ruled() {
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
                let Position { x, y } = self.layout.centre(place);
                match self.is_narrow() {
                    true => buffer.set_string(x, y, text, style),
                    false => buffer.set_string(x - 1, y, format!("{text:^3}"), style),
                }
            }
        }
        let cursor = self.screen.cursor;
        let path = self.screen.path();
        if let Some(path) = &path {
            self.path(path, buffer);
        }
        // The cursor comes last, so that nothing hides it.
        if let Place::Entry(position) = cursor.place(self.p)
            && let Some(Outcome::Out(exit)) = match path {
                Some(path) => Some(path.ray.outcome),
                None => self.screen.game().board().results()[position],
            }
        {
            self.brackets(Cursor::entry(exit, self.p), ["(", ")"], buffer);
        }
        self.brackets(cursor, ["[", "]"], buffer);
    }

    /// Has a cell room for a single character?
    fn is_narrow(&self) -> bool {
        self.layout.pitch.columns < 4
    }

    fn brackets(&self, place: Cursor, brackets: [&str; 2], buffer: &mut Buffer) {
        let Position { x, y } = self.layout.centre(place);
        let reach = self.layout.reach(place);
        let bold = Style::new().add_modifier(Modifier::BOLD);
        buffer.set_string(x - reach, y, brackets[0], bold);
        buffer.set_string(x + reach, y, brackets[1], bold);
        let whole = Rect::new(x - reach, y, 2 * reach + 1, 1);
        buffer.set_style(whole, Style::new().add_modifier(Modifier::REVERSED));
    }

    /// The lines between the cells.
    fn grid(&self, buffer: &mut Buffer) {
        let faint = Style::new().fg(Color::DarkGray);
        let pitch = self.layout.pitch;
        let first = self.layout.centre(Cursor { line: 1, column: 1 });
        let (left, top) = (first.x - pitch.columns / 2, first.y - pitch.lines / 2);
        let [width, height] = [pitch.columns, pitch.lines].map(|pitch| pitch * self.p as u16);
        for y in 0..=height {
            for x in 0..=width {
                let is_on = [x % pitch.columns == 0, y % pitch.lines == 0];
                let north_east_south_west = match is_on {
                    [false, false] => continue,
                    [true, false] => [true, false, true, false],
                    [false, true] => [false, true, false, true],
                    [true, true] => [y > 0, x < width, y < height, x > 0],
                };
                let lines = north_east_south_west.iter().rev();
                let lines = lines.fold(0, |bits, &line| bits << 1 | usize::from(line));
                buffer.set_string(left + x, top + y, LINES[lines], faint);
            }
        }
    }

    /// The path of a ray, from the middle of its entry to the middle of its end.
    fn path(&self, path: &Path, buffer: &mut Buffer) {
        let mut places = vec![Cursor::entry(path.position, self.p)];
        places.extend(
            path.cells
                .iter()
                .chain(&path.atom)
                .map(|&cell| Cursor::cell(cell, self.p)),
        );
        if let Outcome::Out(exit) = path.ray.outcome {
            places.push(Cursor::entry(exit, self.p));
        }
        let mut lines = vec![0; buffer.area().area() as usize];
        for step in places.windows(2) {
            let [from, to] = [step[0], step[1]].map(|place| self.layout.centre(place));
            let (ahead, back) = match (from.x.cmp(&to.x), from.y.cmp(&to.y)) {
                (_, Ordering::Greater) => (1, 4),
                (Ordering::Less, _) => (2, 8),
                (_, Ordering::Less) => (4, 1),
                _ => (8, 2),
            };
            for y in from.y.min(to.y)..=from.y.max(to.y) {
                for x in from.x.min(to.x)..=from.x.max(to.x) {
                    let at = Position { x, y };
                    let bits = &mut lines[buffer.index_of(x, y)];
                    *bits |= if at == to { 0 } else { ahead };
                    *bits |= if at == from { 0 } else { back };
                }
            }
        }
        let style = Style::new()
            .fg(Color::LightBlue)
            .add_modifier(Modifier::BOLD);
        for (cell, bits) in buffer.content.iter_mut().zip(lines) {
            if bits > 0 && GROUND.contains(cell.symbol()) {
                cell.set_symbol(LINES[bits]).set_style(style);
            }
        }
    }

    /// The characters of a cell: what is marked there, and how likely a ball is.
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
                let chance = &counted.cells[cell];
                let text = match self.is_narrow() {
                    false => format!("{mark:1}{:>2}", percent(chance)),
                    true if mark.is_empty() => tenths(chance),
                    true => mark.to_owned(),
                };
                (text, style)
            }
            _ if mark.is_empty() => self.nothing(),
            _ => (mark.to_owned(), style),
        }
    }

    /// An empty cell.
    fn nothing(&self) -> (String, Style) {
        let symbol = if self.layout.pitch.is_ruled() {
            ""
        } else {
            "-"
        };
        (symbol.to_owned(), Style::new().fg(Color::DarkGray))
    }

    /// The label where a ray enters, or a dot.
    fn label(&self, position: usize) -> (String, Style) {
        let game = self.screen.game();
        let style = Style::new();
        if let Some(mut label) = game.labels().swap_remove(position) {
            if self.is_narrow()
                && let Some(digit) = label.parse().ok().and_then(|out| char::from_digit(out, 36))
            {
                label = digit.to_string();
            }
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
            _ => ("·".to_owned(), style.fg(Color::DarkGray)),
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

/// A share in one character: whole tenths, `-` for never, `!` for certain.
fn tenths(chance: &Chance) -> String {
    match chance.sure {
        Some(true) => "!".to_owned(),
        Some(false) => "-".to_owned(),
        None => ((10.0 * chance.share) as u32).min(9).to_string(),
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

/// The text beside or below the board, and the keys as far as there is room.
fn words(screen: &Screen, board: &Board, area: Rect, buffer: &mut Buffer) {
    let columns = usize::from(area.width);
    let mut lines: Vec<Line> = Vec::new();
    for (text, style) in said(screen, board) {
        // No line begins with a percent sign.
        let text = wrapped(&text.replace(" %", "\u{a0}%"), columns);
        lines.extend(
            text.lines()
                .map(|line| Line::styled(line.to_owned(), style)),
        );
    }
    let room = usize::from(area.height);
    let left = room.saturating_sub(lines.len() + 1);
    let is_beside = area.x > 0;
    let flow = flowing(screen.keys(), columns);
    let keys = if is_beside && screen.keys().len() <= left {
        Some(listed(screen.keys()))
    } else {
        (flow.len() <= left).then_some(flow)
    };
    match keys {
        Some(keys) => {
            lines.push(Line::default());
            lines.extend(keys);
        }
        None => {
            let first = screen.keys()[0];
            let least = flowing(&[first, ("?", "rules and keys"), ("q", "leave")], columns);
            lines.truncate(room.saturating_sub(least.len()));
            lines.extend(least);
        }
    }
    Paragraph::new(lines).render(area, buffer);
}

type Keys<'a> = &'a [(&'static str, &'static str)];

/// Keys in a list.
fn listed(keys: Keys) -> Vec<Line<'static>> {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let line = |(key, what): &(&str, &'static str)| {
        Line::from(vec![
            Span::styled(format!("{key:<7}"), bold),
            Span::raw(*what),
        ])
    };
    keys.iter().map(line).collect()
}

/// Keys beside each other, a line full of them after the other.
fn flowing(keys: Keys, columns: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (key, what) in keys {
        let item = [
            Span::styled(*key, Style::new().add_modifier(Modifier::BOLD)),
            Span::raw(format!(" {what}")),
        ];
        let width: usize = item.iter().map(Span::width).sum();
        match lines.last_mut() {
            Some(line) if line.width() == 0 => line.extend(item),
            Some(line) if line.width() + 2 + width <= columns => {
                line.push_span("  ");
                line.extend(item);
            }
            _ => lines.push(Line::from(item.to_vec())),
        }
    }
    lines
}

/// The rules and the keys, instead of the board.
fn rules(screen: &Screen, area: Rect, buffer: &mut Buffer) {
    const WIDEST: u16 = 76;
    let area = Rect {
        width: area.width.min(WIDEST),
        ..area
    };
    let columns = usize::from(area.width);
    let keys = flowing(screen.keys(), columns);
    let room = usize::from(area.height).saturating_sub(keys.len());
    let mouse = "A click shoots or places a ball, too; with the right button, it marks a cell \
                 as empty. Any key leads back to the board.";
    let rules = view::play::RULES;
    let forms = [
        format!("The rules\n\n{}\n\n{mouse}\n\n", rules.join("\n\n")),
        format!("{}\n\n{mouse}\n\n", rules.join(" ")),
        rules.join(" "),
    ]
    .map(|form| wrapped(&form, columns));
    let [.., shortest] = &forms;
    let form = forms.iter().find(|form| form.lines().count() <= room);
    let lines = form
        .unwrap_or(shortest)
        .lines()
        .map(|line| Line::from(line.to_owned()));
    Paragraph::new(lines.chain(keys).collect::<Vec<Line>>()).render(area, buffer);
}

/// What is said of the game.
fn said(screen: &Screen, board: &Board) -> Vec<(String, Style)> {
    let (plain, bold) = (Style::new(), Style::new().add_modifier(Modifier::BOLD));
    let game = screen.game();
    let mut lines = Vec::new();
    if !screen.message.is_empty() {
        lines.push((screen.message.clone(), bold));
    }
    if let Some(ending) = &screen.ending {
        let path = screen.path();
        lines.extend(path.map(|path| (view::play::path(&path, board.p) + ".", bold)));
        let knowable = screen.advice().knowable;
        let told = view::play::ending(game, ending, knowable.as_ref());
        let styles = iter::once(bold).chain(iter::repeat(plain));
        lines.extend(told.into_iter().zip(styles));
        lines.push(("O right, x wrong, o missed.".to_owned(), plain));
    }
    if screen.ending.is_none() {
        let (placed, score) = (view::play::placed(game), view::play::score(game));
        lines.push((format!("{placed}, {score}."), plain));
        lines.extend(advice(screen).into_iter().map(|line| (line, plain)));
        if screen.helps.chances && board.is_narrow() {
            let tenths = "Tenths: - none, ! certain.";
            lines.push((tenths.to_owned(), plain));
        }
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
