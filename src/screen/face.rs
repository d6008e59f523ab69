//! The look of a board, which is readable without colours.

use anstyle::{AnsiColor, Style};

use crate::board::{self, Board, Size};
use crate::puzzle::sheet::Sheet;
use crate::puzzle::solutions::{Chance, Counted};
use crate::puzzle::words::Mark;
use crate::ray::{Outcome, Path};
use crate::screen::canvas::{Canvas, Glyph, Point, Text, bold, bold_in, faint};
use crate::screen::layout::Layout;

use crate::output;
use crate::output::spot::{LINES, Place, Spot, strokes};

/// The characters that the path of a ray may replace. Labels, dots, marks and brackets are not among them.
const REPLACEABLE: &str = " -─│┌┬┐├┼┤└┴┘";

#[derive(Default)]
pub(crate) struct Face {
    /// The labels by position.
    pub(crate) labels: Vec<Text>,
    /// The contents of the cells, row by row.
    pub(crate) cells: Vec<Text>,
    pub(crate) cursor: Option<Spot>,
    /// The other end of the ray at the cursor.
    pub(crate) exit: Option<board::Position>,
    pub(crate) path: Option<Path>,
}

/// The aids drawn over a sheet.
#[derive(Clone, Copy, Default)]
pub(crate) struct ShownHelp<'a> {
    /// The chances of a ball in each cell.
    pub(crate) chances: Option<&'a Counted>,
    pub(crate) next: Option<board::Position>,
    /// A molecule that agrees, to be drawn instead of the marks.
    pub(crate) candidate: Option<Board>,
}

impl Face {
    /// The look of a sheet, with aids.
    pub(crate) fn of_sheet(sheet: &Sheet, helps: ShownHelp, layout: &Layout) -> Face {
        let cells = sheet.evidence().cells().iter();
        let cells = cells.zip(sheet.evidence().size().all_cells());
        let results = sheet.evidence().results();
        let labels = sheet.labels().into_iter().zip(results).enumerate();
        Face {
            labels: labels
                .map(|(index, (text, outcome))| match text {
                    Some(text) => label(text, *outcome, layout),
                    None if helps.next.map(board::Position::index) == Some(index) => {
                        ("?".to_owned(), bold())
                    }
                    None => ("·".to_owned(), faint()),
                })
                .collect(),
            cells: cells
                .map(|(&mark, cell)| {
                    let candidate = helps
                        .candidate
                        .map(|board| board.has_atom(cell) == Ok(true));
                    match (candidate, Mark::from(mark), helps.chances) {
                        (Some(true), ..) => marked(Mark::Ball),
                        (None, mark, Some(counted)) => {
                            chance(mark, &counted.cells[cell.index()], layout)
                        }
                        (Some(false), ..) | (None, Mark::Nothing, None) => nothing(layout),
                        (None, mark, None) => marked(mark),
                    }
                })
                .collect(),
            ..Face::default()
        }
    }

    pub(crate) fn draw(&self, layout: &Layout, size: Size, canvas: &mut Canvas) {
        if layout.pitch.is_ruled() {
            grid(layout, size, canvas);
        }
        for line in 0..size.rows() + 2 {
            for column in 0..size.columns() + 2 {
                let spot = Spot { line, column };
                let (text, style) = match spot.place(size) {
                    Place::Cell(cell) => &self.cells[cell.index()],
                    Place::Entry(position) => &self.labels[position.index()],
                    Place::Corner => continue,
                };
                let Point { x, y } = layout.centre(spot);
                match layout.is_narrow() {
                    true => canvas.write(x, y, text, *style),
                    false => canvas.write(x - 1, y, &format!("{text:^3}"), *style),
                }
            }
        }
        if let Some(path) = &self.path {
            draw_path(path, layout, canvas);
        }
        // The cursor is drawn last, so that nothing hides it.
        if let Some(exit) = self.exit {
            brackets(Spot::entry(exit), ["(", ")"], layout, canvas);
        }
        if let Some(cursor) = self.cursor {
            brackets(cursor, ["[", "]"], layout, canvas);
        }
    }
}

fn draw_path(path: &Path, layout: &Layout, canvas: &mut Canvas) {
    let style = bold_in(AnsiColor::BrightBlue);
    let centre = |spot| {
        let Point { x, y } = layout.centre(spot);
        (x, y)
    };
    for ((x, y), lines) in strokes(path, centre) {
        if let Some(glyph) = canvas.at(Point { x, y })
            && REPLACEABLE.contains(glyph.symbol)
        {
            let symbol = LINES[lines];
            *glyph = Glyph { symbol, style };
        }
    }
}

fn brackets(spot: Spot, brackets: [&str; 2], layout: &Layout, canvas: &mut Canvas) {
    let Point { x, y } = layout.centre(spot);
    let reach = layout.reach(spot);
    canvas.write(x - reach, y, brackets[0], bold());
    canvas.write(x + reach, y, brackets[1], bold());
    for x in x - reach..=x + reach {
        if let Some(glyph) = canvas.at(Point { x, y }) {
            glyph.style = glyph.style.invert();
        }
    }
}

/// Draws the lines between the cells.
fn grid(layout: &Layout, size: Size, canvas: &mut Canvas) {
    let pitch = layout.pitch;
    let first = layout.centre(Spot { line: 1, column: 1 });
    let (left, top) = (first.x - pitch.columns / 2, first.y - pitch.lines / 2);
    let width = pitch.columns * size.columns() as u16;
    let height = pitch.lines * size.rows() as u16;
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
            let line = LINES[lines].to_string();
            canvas.write(left + x, top + y, &line, faint());
        }
    }
}

/// The label of a fired ray, in its style.
pub(crate) fn label(mut text: String, outcome: Option<Outcome>, layout: &Layout) -> Text {
    if layout.is_narrow()
        && let Some(digit) = text.parse().ok().and_then(|out| char::from_digit(out, 36))
    {
        text = digit.to_string();
    }
    let colour = match outcome {
        Some(Outcome::Absorbed) => AnsiColor::Red,
        Some(Outcome::Reflected) => AnsiColor::Yellow,
        _ => AnsiColor::BrightBlue,
    };
    (text, bold_in(colour))
}

pub(crate) fn nothing(layout: &Layout) -> Text {
    let symbol = if layout.pitch.is_ruled() { "" } else { "-" };
    (symbol.to_owned(), faint())
}

fn marked(mark: Mark) -> Text {
    let (text, style) = match mark {
        Mark::Ball => ("O", bold_in(AnsiColor::Cyan)),
        Mark::Empty => ("x", faint()),
        Mark::Nothing => ("", Style::new()),
    };
    (text.to_owned(), style)
}

fn chance(mark: Mark, chance: &Chance, layout: &Layout) -> Text {
    let (text, style) = marked(mark);
    let style = match mark {
        Mark::Nothing => heat(chance),
        _ => style,
    };
    let text = match layout.is_narrow() {
        false => format!("{text:1}{:>2}", percent(chance)),
        true if text.is_empty() => tenths(chance),
        true => text,
    };
    (text, style)
}

/// A chance in two characters: whole percent, `-` for impossible, `!!` for certain.
fn percent(chance: &Chance) -> String {
    match output::amount::chance(chance).as_str() {
        "O" => "!!".to_owned(),
        ">99" => "99".to_owned(),
        other => other.to_owned(),
    }
}

/// A chance in one character: whole tenths, `-` for impossible, `!` for certain.
fn tenths(chance: &Chance) -> String {
    match chance.sure {
        Some(true) => "!".to_owned(),
        Some(false) => "-".to_owned(),
        None => ((10.0 * chance.share) as u32).min(9).to_string(),
    }
}

fn heat(chance: &Chance) -> Style {
    match chance.share {
        _ if chance.sure == Some(false) => faint(),
        s if s < 0.1 => Style::new(),
        s if s < 0.5 => AnsiColor::Yellow.on_default(),
        _ => bold_in(AnsiColor::Red),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle::evidence::Marks;
    use crate::puzzle::text::BoardText;
    use crate::screen::canvas::Area;
    use crate::screen::panel;

    /// The board in a window, as text, if the window is large enough.
    fn screen(sheet: &Sheet, (width, height): (u16, u16)) -> Option<String> {
        let (area, size) = (Area::new(0, 0, width, height), sheet.evidence().size());
        let layout = Layout::of(area, size).ok()?;
        let mut canvas = Canvas::blank(area);
        let cursor = Some(Spot { line: 1, column: 1 });
        let face = Face::of_sheet(sheet, ShownHelp::default(), &layout);
        Face { cursor, ..face }.draw(&layout, size, &mut canvas);
        let sentences = [(output::game::opening(sheet), bold())];
        let keys = &[("q", "west 1 = H"); 3];
        panel::words(sentences, None, keys, &layout, &mut canvas);
        let line = |line: &[Glyph]| line.iter().map(|glyph| glyph.symbol).collect();
        let lines = canvas.glyphs.chunks(width.into()).map(line);
        Some(lines.collect::<Vec<String>>().join("\n"))
    }

    #[test]
    fn boards_on_a_screen_are_read_again() {
        let mut screens = 0;
        for (rows, columns) in [(1, 1), (1, 6), (5, 1), (3, 4), (8, 8), (12, 20)] {
            let size = Size::new(rows, columns).unwrap();
            let hidden = Board::with_atoms(size.all_cells().step_by(5), size).unwrap();
            let mut sheet = Sheet::new(size, 0..=1);
            for position in size.all_positions().step_by(2) {
                let outcome = hidden.fire(position).unwrap().outcome;
                sheet.note(position, outcome).unwrap();
            }
            for (cell, mark) in size.all_cells().zip([Mark::Ball, Mark::Empty]) {
                sheet.mark(cell, mark).unwrap();
            }
            let windows = [(160, 75), (100, 50), (80, 30), (80, 24), (60, 24), (40, 20)];
            for text in windows.iter().filter_map(|&window| screen(&sheet, window)) {
                let read = BoardText::parse(text.as_bytes())
                    .unwrap_or_else(|error| panic!("{error}\n{text}"));
                assert_eq!(
                    read.evidence.results(),
                    sheet.evidence().results(),
                    "{text}"
                );
                assert_eq!(read.marks, Marks::of(sheet.evidence()), "{text}");
                assert_eq!(read.balls, Some(0..=1), "{text}");
                screens += 1;
            }
        }
        assert!(screens > 30, "{screens}");
    }
}
