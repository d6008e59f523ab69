//! The words beside or below a board, and the keys.

use anstyle::Style;
use draw::words::wrapped;

use crate::screen::canvas::{Area, Canvas, Text, bold};
use crate::screen::layout::Layout;

pub(crate) type Keys<'a> = &'a [(&'static str, &'static str)];

/// Reports in a part of a window that it is too small, with the size that the board needs.
pub(crate) fn too_small(
    part: Area,
    window: Area,
    (width, height): (u16, u16),
    canvas: &mut Canvas,
) {
    let text = format!(
        "This window has {} × {} characters, and the board needs {width} × {height}. q leaves.",
        window.width, window.height
    );
    let lines = lines(&text, Style::new(), part.width.into());
    canvas.write_lines(part, &lines.collect::<Vec<_>>());
}

/// Wraps a text at this number of columns.
fn lines(text: &str, style: Style, columns: usize) -> impl Iterator<Item = Vec<Text>> + use<> {
    let lines: Vec<String> = wrapped(text, columns).lines().map(str::to_owned).collect();
    lines.into_iter().map(move |line| vec![(line, style)])
}

/// The key for the next page of sentences that do not fit.
const MORE: (&str, &str) = ("PageDown", "more");

/// Writes sentences and the keys: all keys if they fit, otherwise the first one and the last two. Of sentences that do
/// not fit, writes this page; the first one follows the last one.
pub(crate) fn words(
    sentences: impl IntoIterator<Item = Text>,
    page: Option<isize>,
    keys: Keys,
    layout: &Layout,
    canvas: &mut Canvas,
) {
    let area = layout.words;
    let columns = usize::from(area.width);
    let sentences = sentences.into_iter().flat_map(|(text, style)| {
        // A percent sign must not begin a line.
        lines(&text.replace(" %", "\u{a0}%"), style, columns)
    });
    let mut lines: Vec<Vec<Text>> = sentences.collect();
    let room = usize::from(area.height);
    let left = room.saturating_sub(lines.len() + 1);
    let flow = flowing(keys, columns);
    if layout.is_beside() && keys.len() <= left {
        lines.push(Vec::new());
        lines.extend(listed(keys));
    } else if flow.len() <= left {
        lines.push(Vec::new());
        lines.extend(flow);
    } else {
        let [first, .., help, leave] = keys else {
            return;
        };
        let mut least = flowing(&[*first, *help, *leave], columns);
        if let Some(page) = page.filter(|_| lines.len() + least.len() > room) {
            least = flowing(&[MORE, *help, *leave], columns);
            let shown = room.saturating_sub(least.len()).max(1);
            let pages = lines.len().div_ceil(shown) as isize;
            lines.drain(..page.rem_euclid(pages) as usize * shown);
        }
        let shown = room.saturating_sub(least.len());
        if page.is_none()
            && lines.len() > shown
            && let Some((text, _)) = lines[..shown].last_mut().and_then(|line| line.last_mut())
        {
            *text = format!("{text:.*}…", columns.saturating_sub(1));
        }
        lines.truncate(shown);
        lines.extend(least);
    }
    canvas.write_lines(area, &lines);
}

fn listed(keys: Keys) -> Vec<Vec<Text>> {
    let line = |(key, what): &(&str, &str)| {
        let key = (format!("{key:<7}"), bold());
        vec![key, ((*what).to_owned(), Style::new())]
    };
    keys.iter().map(line).collect()
}

/// The keys as running text, in as many lines as they need.
fn flowing(keys: Keys, columns: usize) -> Vec<Vec<Text>> {
    let width =
        |line: &[Text]| -> usize { line.iter().map(|(text, _)| text.chars().count()).sum() };
    let mut lines: Vec<Vec<Text>> = Vec::new();
    for (key, what) in keys {
        let plain = Style::new();
        let item = [((*key).to_owned(), bold()), (format!(" {what}"), plain)];
        match lines.last_mut() {
            Some(line) if width(line) + 2 + width(&item) <= columns => {
                line.push(("  ".to_owned(), plain));
                line.extend(item);
            }
            _ => lines.push(item.into()),
        }
    }
    lines
}

/// Writes the rules and keys over the whole window, in the longest form that fits.
pub(crate) fn page(forms: &[&str], keys: Keys, area: Area, canvas: &mut Canvas) {
    const WIDEST: u16 = 76;
    let area = Area {
        width: area.width.min(WIDEST),
        ..area
    };
    let columns = usize::from(area.width);
    let keys = flowing(keys, columns);
    let room = usize::from(area.height).saturating_sub(keys.len());
    let forms = forms
        .iter()
        .map(|form| lines(form, Style::new(), columns).collect());
    let mut forms: Vec<Vec<Vec<Text>>> = forms.collect();
    let form = forms.iter().position(|form| form.len() <= room);
    let mut lines = forms.swap_remove(form.unwrap_or(forms.len() - 1));
    lines.extend(keys);
    canvas.write_lines(area, &lines);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Size;

    #[test]
    fn sentences_that_do_not_fit_end_in_dots() {
        let area = Area::new(0, 0, 100, 30);
        let layout = Layout::of(area, Size::new(8, 8).unwrap()).unwrap();
        let mut canvas = Canvas::blank(area);
        let sentence = ("its atoms slide ".repeat(200), Style::new());
        words(
            [sentence],
            None,
            &[("q", "leave"); 30],
            &layout,
            &mut canvas,
        );
        let text: String = canvas.glyphs.iter().map(|glyph| glyph.symbol).collect();
        assert_eq!(text.matches('…').count(), 1, "{text}");
    }
}
