//! Words beside a board or below it, and the keys.

use ::draw::words::wrapped;
use ratatui_core::buffer::Buffer;
use ratatui_core::layout::Rect;
use ratatui_core::text::{self, Line, Span};
use ratatui_core::widgets::Widget;

use crate::screen::face::{Text, bold};
use crate::screen::layout::Layout;

pub(crate) type Keys<'a> = &'a [(&'static str, &'static str)];

/// Reports in a part of a window that it is too small, with the size that the board needs.
pub(crate) fn too_small(
    part: Rect,
    window: Rect,
    (width, height): (u16, u16),
    buffer: &mut Buffer,
) {
    let text = format!(
        "This window is {} × {}, and the board needs {width} × {height}. q leaves.",
        window.width, window.height
    );
    text::Text::from(wrapped(&text, part.width.into())).render(part, buffer);
}

/// Writes lines and the keys: all of them if they fit, or else the first one and the last two.
pub(crate) fn words(
    said: impl IntoIterator<Item = Text>,
    keys: Keys,
    layout: &Layout,
    buffer: &mut Buffer,
) {
    let area = layout.words;
    let columns = usize::from(area.width);
    let mut lines: Vec<Line> = Vec::new();
    for (text, style) in said {
        // No line begins with a percent sign.
        let text = wrapped(&text.replace(" %", "\u{a0}%"), columns);
        let line = |line: &str| Line::styled(line.to_owned(), style);
        lines.extend(text.lines().map(line));
    }
    let room = usize::from(area.height);
    let left = room.saturating_sub(lines.len() + 1);
    let flow = flowing(keys, columns);
    if layout.is_beside() && keys.len() <= left {
        lines.push(Line::default());
        lines.extend(listed(keys));
    } else if flow.len() <= left {
        lines.push(Line::default());
        lines.extend(flow);
    } else {
        let [first, .., help, leave] = keys else {
            return;
        };
        let least = flowing(&[*first, *help, *leave], columns);
        lines.truncate(room.saturating_sub(least.len()));
        lines.extend(least);
    }
    text::Text::from(lines).render(area, buffer);
}

fn listed(keys: Keys) -> Vec<Line<'static>> {
    let line = |(key, what): &(&str, &'static str)| {
        let key = Span::styled(format!("{key:<7}"), bold());
        Line::from(vec![key, Span::raw(*what)])
    };
    keys.iter().map(line).collect()
}

/// The keys one after another, in as many lines as they need.
fn flowing(keys: Keys, columns: usize) -> Vec<Line<'static>> {
    let mut lines = vec![Line::default()];
    for (key, what) in keys {
        let item = [Span::styled(*key, bold()), Span::raw(format!(" {what}"))];
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

/// Rules and keys over the whole window, in the longest form that fits.
pub(crate) fn page(forms: &[&str], keys: Keys, area: Rect, buffer: &mut Buffer) {
    const WIDEST: u16 = 76;
    let area = Rect {
        width: area.width.min(WIDEST),
        ..area
    };
    let columns = usize::from(area.width);
    let keys = flowing(keys, columns);
    let room = usize::from(area.height).saturating_sub(keys.len());
    let forms: Vec<String> = forms.iter().map(|form| wrapped(form, columns)).collect();
    let form = forms.iter().find(|form| form.lines().count() <= room);
    let form = form.or(forms.last()).map_or("", String::as_str);
    let lines = form.lines().map(|line| Line::from(line.to_owned()));
    text::Text::from_iter(lines.chain(keys)).render(area, buffer);
}
