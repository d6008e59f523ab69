//! Reads drawings: finds the board in a text, and reads its cells and labels.
//!
//! A drawing is a grid of slots, each as wide as the distance between two columns: one character if cells are
//! adjacent, two as Emacs draws a board, four as `decode` writes chances. The contents of a slot are aligned to its
//! right. Only the box and the labels around it are drawn, so the box begins and ends at the outermost filled
//! slots, or one slot further in.

use std::cmp::Reverse;
use std::ops::RangeInclusive;

use itertools::Itertools;

use super::error::{at, no_size};
use super::pasted::{Line, lines};
use super::stated_facts::StatedFacts;
use super::{BoardText, BoardTextError, shots};
use crate::board::{Board, CellMask, MAX_SIDE, Position, Size, WideMask};
use crate::puzzle::evidence::{Evidence, Marks};
use crate::ray::Outcome;

/// Reads a drawing, as [`BoardText::parse`] describes it.
pub(super) fn read(text: &str) -> Result<BoardText, BoardTextError> {
    let (lines, has_bars) = lines(text);
    let stated = StatedFacts::of(&lines)?;
    let is_empty = lines.iter().all(Line::is_blank);
    let (lines, after) = stated.drawn(&lines);
    let captions: Vec<bool> = lines.iter().map(|line| is_caption(&line.text())).collect();
    let is_dense = !has_spaced_cells(&lines) && has_dense_lines(&lines);
    let mut drawn = lines.iter().zip(&captions);
    if drawn.all(|(line, caption)| *caption || line.is_blank()) && !is_dense {
        return Err(match is_empty {
            true => BoardTextError::Empty,
            false => BoardTextError::NoBoard,
        });
    }
    let steps: &[usize] = match (stated.is_answer, is_dense) {
        (true, _) => &[4],
        (false, true) => &[1],
        (false, false) => &[2, 4],
    };
    let grids = steps
        .iter()
        .map(|&step| Grid::new(&lines, &captions, step, has_bars));
    let grids: Vec<Grid> = grids.collect();
    for grid in &grids {
        if let Some(layout) = grid.layout(stated.size)? {
            let mut read = grid.read(layout, stated.is_answer)?;
            after
                .iter()
                .try_for_each(|line| fired_after(&mut read, line))?;
            return stated.add_to(read);
        }
    }
    Err(grids[0].diagnosis())
}

/// Reads a ray that a game reports after its last board.
fn fired_after(read: &mut BoardText, line: &Line) -> Result<(), BoardTextError> {
    let text = line.text();
    if text.trim() == "taken back" {
        let problem = "a ray may have been taken back here, and no board follows; type `board` in the game, and copy its answer, too";
        return Err(at(line.row, 0, problem));
    }
    let reported = shots::reported(&text, read.evidence.size());
    let Some((position, outcome)) = reported else {
        return Ok(());
    };
    // Either end may have an answer already.
    let is_new = read.evidence.results()[position.index()].is_none();
    // The new answer may contradict the one at either end.
    let contradiction = |_| at(line.row, 0, "this contradicts the board before it");
    read.evidence
        .clone()
        .note(position, outcome)
        .map_err(contradiction)?;
    if is_new {
        read.shoot(position, outcome);
    }
    Ok(())
}

/// Whether a text has two cells side by side, several rows of cells without spaces, or an answer of `decode`.
pub(super) fn is_drawn(text: &str) -> bool {
    let (lines, _) = lines(text);
    has_spaced_cells(&lines)
        || has_dense_lines(&lines)
        || StatedFacts::of(&lines).is_ok_and(|stated| stated.is_answer)
}

pub(super) fn has_spaced_cells(lines: &[Line]) -> bool {
    lines.iter().any(|line| {
        let mut three = line.chars.iter().copied().tuple_windows();
        three.any(|(one, gap, other)| is_unknown(one) && gap == ' ' && is_unknown(other))
    })
}

fn has_dense_lines(lines: &[Line]) -> bool {
    let is_dense = |line: &&Line| {
        let text = line.text();
        let marks = text.trim();
        let has_cell = marks.chars().any(is_unknown);
        has_cell && marks.chars().all(is_known) && marks.chars().nth(1).is_some()
    };
    lines.iter().filter(is_dense).count() > 1
}

/// Whether this is a line of words, or the heading that `display` writes above a board.
fn is_caption(line: &str) -> bool {
    // Labels and cells are separated, so a run of three letters is a word.
    let mut runs = line.split(|c: char| !c.is_alphabetic());
    is_heading(line) || runs.any(|run| run.chars().nth(2).is_some())
}

/// Whether this is the heading that `display` writes above a board: a number and a spectrum.
pub(super) fn is_heading(line: &str) -> bool {
    let words = line.split_whitespace().collect_tuple();
    words.is_some_and(|(number, spectrum): (&str, &str)| {
        !line.starts_with(' ')
            && number.parse::<u64>().is_ok()
            && spectrum.len() >= 4
            && spectrum.len().is_multiple_of(2)
    })
}

/// The contents of a slot.
#[derive(Clone, Debug)]
struct Slot {
    text: String,
    /// The column where the contents begin.
    column: usize,
    /// Whether the contents end at the right side of the slot.
    is_aligned: bool,
}

/// The lines of a text, cut into slots.
struct Grid<'a> {
    lines: &'a [Line],
    captions: &'a [bool],
    slots: Vec<Vec<Slot>>,
    step: usize,
    /// The column where the first slot ends.
    phase: usize,
    /// Whether there were bars between the columns, or around the box.
    has_bars: bool,
}

/// The place of the box in a grid: its first cell, and its size.
#[derive(Clone, Copy)]
struct Layout {
    top: usize,
    first: usize,
    size: Size,
    /// Whether positions where no ray was fired have a dot, or a dash as in Tatham's program.
    has_blanks: bool,
}

/// The role of a slot in a layout.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Role {
    Cell,
    Label,
    /// A corner, or a slot outside the drawing.
    Outside,
}

impl Layout {
    fn role(self, row: usize, slot: usize) -> Role {
        // In the drawing, the labels above and on the left are row and column 0.
        let place = (
            (row + 1).checked_sub(self.top),
            (slot + 1).checked_sub(self.first),
        );
        let (Some(row), Some(column)) = place else {
            return Role::Outside;
        };
        let is_inside = |at: usize, last: usize| (1..=last).contains(&at);
        let (rows, columns) = (self.size.rows(), self.size.columns());
        match (is_inside(row, rows), is_inside(column, columns)) {
            (true, true) => Role::Cell,
            (true, false) if column <= columns + 1 => Role::Label,
            (false, true) if row <= rows + 1 => Role::Label,
            _ => Role::Outside,
        }
    }

    /// The rows of the box.
    fn rows(self) -> impl Iterator<Item = usize> {
        self.top..self.top + self.size.rows()
    }

    /// The row and the slot of each cell.
    fn cells(self) -> impl Iterator<Item = (usize, usize)> {
        let Layout {
            top, first, size, ..
        } = self;
        size.all_cells()
            .map(move |cell| (top + cell.row(), first + cell.column()))
    }

    /// The row and the slot of a position. `None` if they would be before the first row or slot.
    fn place(self, position: Position) -> Option<(usize, usize)> {
        let (row, column) = position.place();
        let row = (self.top + row).checked_sub(1)?;
        Some((row, (self.first + column).checked_sub(1)?))
    }
}

impl<'a> Grid<'a> {
    fn new(lines: &'a [Line], captions: &'a [bool], step: usize, has_bars: bool) -> Grid<'a> {
        let grid = |phase| Grid {
            slots: lines
                .iter()
                .map(|line| slots(&line.chars, step, phase))
                .collect(),
            lines,
            captions,
            step,
            phase,
            has_bars,
        };
        let misaligned = |grid: &Grid| {
            let slots = grid.filled().map(|(row, slot)| &grid.slots[row][slot]);
            slots.filter(|slot| !slot.is_aligned).count()
        };
        // Of several equally good grids, the first.
        let grids = (0..step).map(grid).collect::<Vec<Grid>>();
        let best = grids.into_iter().min_by_key(misaligned);
        best.unwrap_or_else(|| grid(0))
    }

    /// The row and the slot of everything that is not in a caption.
    fn filled(&self) -> impl Iterator<Item = (usize, usize)> {
        let rows = (0..self.lines.len()).filter(|&row| !self.captions[row]);
        rows.flat_map(|row| self.filled_in(row).map(move |slot| (row, slot)))
    }

    fn filled_in(&self, row: usize) -> impl Iterator<Item = usize> {
        let slots = self.slots[row].iter().enumerate();
        slots
            .filter(|(_, slot)| !slot.text.is_empty())
            .map(|(at, _)| at)
    }

    /// The text in a slot. Empty beyond the ends of the line.
    fn at(&self, row: usize, slot: usize) -> &str {
        let slot = self.slots.get(row).and_then(|row| row.get(slot));
        slot.map_or("", |slot| &slot.text)
    }

    fn cell(&self, row: usize, slot: usize) -> Option<CellMark> {
        let text = self.at(row, slot);
        match self.step == 4 && is_chance(text) {
            true => Some(CellMark::Unknown),
            false => text.chars().exactly_one().ok().and_then(cell_mark),
        }
    }

    /// Whether this is an empty place for a label.
    fn is_blank(&self, label: &str, has_blanks: bool) -> bool {
        match label {
            "" => true,
            "?" => self.step == 4,
            "." => has_blanks,
            "-" => has_blanks && self.has_bars,
            _ => false,
        }
    }

    /// Whether this can be a label, or an empty place for one.
    fn is_label(&self, text: &str, has_blanks: bool) -> bool {
        let has_two_digits = || {
            let number: Option<u8> = text.parse().ok();
            self.step > 1 && text.len() == 2 && number.is_some_and(|number| number >= 10)
        };
        self.is_blank(text, has_blanks)
            || text.chars().exactly_one().is_ok_and(is_label)
            || has_two_digits()
    }

    fn fits(&self, layout: Layout, row: usize, slot: usize) -> bool {
        let is_aligned = (self.slots[row].get(slot)).is_none_or(|slot| slot.is_aligned);
        let text = self.at(row, slot);
        is_aligned
            && match layout.role(row, slot) {
                Role::Cell => self.cell(row, slot).is_some(),
                Role::Label => self.is_label(text, layout.has_blanks),
                Role::Outside => text.is_empty(),
            }
    }

    fn row_fits(&self, layout: Layout, row: usize) -> bool {
        let mut filled = self.filled_in(row);
        filled.all(|slot| self.fits(layout, row, slot))
    }

    /// The layout of the box, preferably of the size that the text states. All cells must be there, and all other
    /// slots must be labels.
    fn layout(&self, given: Option<Size>) -> Result<Option<Layout>, BoardTextError> {
        let rows = self.filled().map(|(row, _)| row).minmax().into_option();
        let slots = self.filled().map(|(_, slot)| slot).minmax().into_option();
        let (Some((first_row, last_row)), Some((first, last))) = (rows, slots) else {
            return Ok(None);
        };
        // A row of a box without spaces may look like a word.
        let is_row = |row: &usize| {
            let chars = self.lines[*row].chars.iter();
            self.step == 1 && self.captions[*row] && chars.clone().all(|&c| is_known(c) || c == ' ')
        };
        let above = (0..first_row)
            .rev()
            .take_while(is_row)
            .count()
            .min(MAX_SIDE);
        let below = last_row + 1..self.lines.len();
        let below = below.take_while(is_row).count().min(MAX_SIDE);
        let margin = usize::from(above + below > 0);
        let spans = |firsts: RangeInclusive<usize>, lasts: RangeInclusive<usize>| -> Vec<_> {
            let span = |first| lasts.clone().map(move |last| (first, last));
            firsts.flat_map(span).collect()
        };
        let rows = spans(
            first_row - above..=first_row + 1,
            last_row.saturating_sub(1)..=last_row + below,
        );
        let columns = spans(
            first.saturating_sub(margin)..=first + 1,
            last.saturating_sub(1)..=last + margin,
        );
        let mut layouts = Vec::new();
        for (top, bottom) in rows {
            for &(first, last) in &columns {
                let rows = (bottom + 1).saturating_sub(top);
                let Ok(size) = Size::new(rows, (last + 1).saturating_sub(first)) else {
                    continue;
                };
                layouts.extend([false, true].map(|has_blanks| Layout {
                    top,
                    first,
                    size,
                    has_blanks,
                }));
            }
        }
        let found = layouts.into_iter().filter(|&layout| {
            let has_cells = layout
                .cells()
                .all(|(row, slot)| self.cell(row, slot).is_some());
            let is_clean = || {
                let mut filled = self.filled();
                filled.all(|(row, slot)| self.fits(layout, row, slot))
                    && layout.rows().all(|row| self.row_fits(layout, row))
            };
            has_cells && (self.step > 1 || layout.size.columns() > 1) && is_clean()
        });
        let best = found.max_set_by_key(|layout| {
            let size = layout.size;
            let is_paired = self.ends(*layout).iter().all(|(_, ends)| ends.len() == 2);
            let is_square = self.step > 1 && size.is_square();
            // A row of different dots or dashes is not part of the box, but around it.
            let unknown = layout.cells().filter(|&(row, slot)| {
                let is_unknown = self.cell(row, slot) == Some(CellMark::Unknown);
                is_unknown && !["*", "#", "%"].contains(&self.at(row, slot))
            });
            let is_uniform = unknown.map(|(row, slot)| self.at(row, slot)).all_equal();
            let is_given = given == Some(size);
            let is_plain = !layout.has_blanks;
            (
                is_given,
                is_paired,
                is_uniform,
                is_plain,
                is_square,
                size.cells(),
            )
        });
        match best[..] {
            [] => Ok(None),
            [.., last] if self.step == 1 && best.len() > 1 => {
                let problem =
                    "this drawing fits boxes of several sizes; put a space between two columns";
                Err(self.error(last.top, last.first, problem))
            }
            [layout, ..] => Ok(Some(layout)),
        }
    }

    /// An error at a slot.
    fn error(&self, row: usize, slot: usize, problem: impl Into<String>) -> BoardTextError {
        let slot_there = self.slots[row].get(slot);
        let column = slot_there.filter(|slot| !slot.text.is_empty());
        let column = column.map_or(slot * self.step + self.phase, |slot| slot.column);
        at(self.lines[row].row, column, problem)
    }

    fn label(&self, layout: Layout, position: Position) -> Option<&str> {
        let (row, slot) = layout.place(position)?;
        let label = self.at(row, slot);
        // There may be a line of words beside a box without spaces.
        let is_there = !self.is_blank(label, layout.has_blanks) && self.row_fits(layout, row);
        is_there.then_some(label)
    }

    /// For each label of rays that come out, its positions.
    fn ends(&self, layout: Layout) -> Vec<(&str, Vec<Position>)> {
        let mut ends: Vec<(&str, Vec<Position>)> = Vec::new();
        for at in layout.size.all_positions() {
            let Some(label) = self.label(layout, at) else {
                continue;
            };
            let known = ends.binary_search_by_key(&label, |(label, _)| label);
            match (known, label) {
                (_, "H" | "@" | "R" | "&") => {}
                (Ok(known), _) => ends[known].1.push(at),
                (Err(next), _) => ends.insert(next, (label, vec![at])),
            }
        }
        ends
    }

    fn read(&self, layout: Layout, is_answer: bool) -> Result<BoardText, BoardTextError> {
        let size = layout.size;
        let mut cells = [WideMask::EMPTY; 4];
        let marks = layout.cells().map(|(row, slot)| self.cell(row, slot));
        for (cell, mark) in marks.enumerate() {
            cells[mark.unwrap_or(CellMark::Unknown) as usize] |= WideMask::cell(cell);
        }
        // Cells that `decode` has deduced are not marks of the player.
        let mut texts = layout.cells().map(|(row, slot)| self.at(row, slot));
        if is_answer || self.step == 4 && texts.any(is_chance) {
            cells = [WideMask::EMPTY; 4];
        }
        let [_, right, missed, none] = cells;
        let over = missed != WideMask::EMPTY && missed.count() == none.count();
        let of_cells = |cells| Board::of_cells(cells, size);
        let mut evidence = Evidence::new(size).with_marks(Marks {
            atoms: of_cells(right | missed),
            empty: none,
        });
        for position in size.all_positions() {
            match self.label(layout, position) {
                Some("H" | "@") => evidence.set(position, Outcome::Absorbed),
                Some("R" | "&") => evidence.set(position, Outcome::Reflected),
                _ => {}
            }
        }
        let mut stray = Vec::new();
        for (label, positions) in self.ends(layout) {
            match positions[..] {
                [one, other] => evidence.set(one, Outcome::Out(other)),
                _ => stray.push(self.stray(layout, label, &positions)),
            }
        }
        if !stray.is_empty() {
            return Err(BoardTextError::Labels(stray.join("; ")));
        }
        let mut read = BoardText::of_evidence(evidence);
        let label = |position| self.label(layout, position).map(str::to_owned);
        read.labels = size.all_positions().map(label).collect();
        let is_odd = |(row, slot)| ["#", "%"].contains(&self.at(row, slot));
        if layout.cells().any(is_odd) {
            let note =
                "# and % are read as cells that are not known; O is an atom, x an empty cell";
            read.note = Some(note.to_owned());
        }
        if over {
            read.hidden = Some(of_cells(right | missed));
            read.marks = Marks {
                atoms: of_cells(right | none),
                empty: WideMask::EMPTY,
            };
        }
        Ok(read)
    }

    /// Describes a label that is not at exactly two positions.
    fn stray(&self, layout: Layout, label: &str, positions: &[Position]) -> String {
        let times = match positions.len() {
            1 => "only once".to_owned(),
            times => format!("{times} times"),
        };
        let places = positions.iter().filter_map(|&end| layout.place(end));
        let places = places.sorted_unstable().map(|(row, slot)| {
            let column = slot * self.step + self.phase + 1;
            format!("line {}, column {column}", self.lines[row].row + 1)
        });
        let places = places.format("; ");
        format!(
            "the label {label} occurs {times} ({places}), and a ray that comes out has two ends"
        )
    }

    /// The error for a text without a board, supposing that the box is where most rows of unknown cells are.
    fn diagnosis(&self) -> BoardTextError {
        let no_box = |(row, slot): (usize, usize)| {
            let column = slot * self.step + self.phase + 1;
            BoardTextError::NoBox(self.lines[row].row + 1, column)
        };
        for line in self.lines.iter().zip(self.captions) {
            let (line, false) = line else { continue };
            let strange = |c: &char| !(is_known(*c) || *c == ' ');
            if let Some((column, strange)) = line.chars.iter().find_position(|c| strange(c)) {
                let problem = format!("{strange:?} means nothing in a drawing");
                return at(line.row, column, problem);
            }
        }
        let mut extents: Vec<(usize, (usize, usize))> = Vec::new();
        let is_unknown =
            |&(row, slot): &(usize, usize)| self.cell(row, slot) == Some(CellMark::Unknown);
        for (row, slot) in self.filled().filter(is_unknown) {
            match extents.last_mut() {
                Some((last, extent)) if *last == row => extent.1 = slot,
                _ => extents.push((row, (slot, slot))),
            }
        }
        // Of several equally frequent extents, takes the longest.
        let all: Vec<_> = extents.iter().map(|row| row.1).sorted_unstable().collect();
        let counts = all.chunk_by(|one, other| one == other);
        let counts = counts.map(|run| (run[0], run.len()));
        let usual =
            counts.max_by_key(|&((first, last), count)| (count, last - first, Reverse(first)));
        let (Some(((first, last), _)), Some(&(top, _)), Some(&(bottom, _))) =
            (usual, extents.first(), extents.last())
        else {
            return self.filled().next().map_or(BoardTextError::Empty, no_box);
        };
        let (rows, columns) = (bottom - top + 1, last - first + 1);
        let Ok(size) = Size::new(rows, columns) else {
            return self.error(top, first, no_size(rows, columns));
        };
        let layout = Layout {
            top,
            first,
            size,
            has_blanks: false,
        };
        let places = layout.cells().chain(self.filled());
        let wrong = places.filter(|&(row, slot)| !self.fits(layout, row, slot));
        let Some((row, slot)) = wrong.min() else {
            // Nothing is misplaced, so the error is that there is no box.
            return no_box((top, first));
        };
        let text = self.at(row, slot);
        let is_aligned = self.slots[row].get(slot).is_none_or(|slot| slot.is_aligned);
        let problem = match layout.role(row, slot) {
            _ if !is_aligned || text.chars().count() > 1 && !self.is_label(text, false) => {
                "is between two columns; in a drawing, cells and labels are two characters apart"
            }
            Role::Cell if text.is_empty() => {
                let problem = "a cell of the drawing is missing here; each cell is one of - . O x";
                return self.error(row, slot, problem);
            }
            Role::Cell => "is not a cell; each cell of a drawing is one of - . O x",
            Role::Label => {
                "is not a label; in a drawing, this is the place for the result of a ray"
            }
            Role::Outside => "is outside the box that is drawn",
        };
        let found = match text.chars().exactly_one() {
            Ok(c) => format!("{c:?}"),
            Err(_) => format!("{text:?}"),
        };
        self.error(row, slot, format!("{found} {problem}"))
    }
}

/// Divides a line into slots.
fn slots(chars: &[char], step: usize, phase: usize) -> Vec<Slot> {
    let (first, rest) = chars.split_at((phase + 1).min(chars.len()));
    let slot = |(at, chars): (usize, &[char])| {
        let begin = (phase + 1 + at * step).saturating_sub(step);
        let width = if at == 0 { phase + 1 } else { step };
        let blanks = chars.iter().take_while(|&&c| c == ' ').count();
        let text: String = chars.iter().collect();
        let text = text.trim().to_owned();
        Slot {
            is_aligned: text.is_empty() || chars.len() == width && chars.last() != Some(&' '),
            column: if at == 0 { blanks } else { begin + blanks },
            text,
        }
    };
    let all = [first].into_iter().chain(rest.chunks(step));
    all.enumerate().map(slot).collect()
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum CellMark {
    /// Not known.
    Unknown,
    /// An atom.
    Atom,
    /// An atom that the player missed.
    Missed,
    /// No atom.
    Empty,
}

fn cell_mark(c: char) -> Option<CellMark> {
    Some(match c {
        '-' | '.' | '_' | '+' | '*' | '#' | '%' | '·' | '∙' | '–' | '−' | '□' => {
            CellMark::Unknown
        }
        'O' | '●' => CellMark::Atom,
        'o' => CellMark::Missed,
        'x' | 'X' | '×' => CellMark::Empty,
        _ => return None,
    })
}

/// Whether this is a chance in percent, as `decode` writes it.
fn is_chance(text: &str) -> bool {
    let number: Option<u8> = text.parse().ok();
    matches!(text, "<1" | ">99") || number.is_some_and(|number| (1..=99).contains(&number))
}

fn is_unknown(c: char) -> bool {
    cell_mark(c) == Some(CellMark::Unknown)
}

fn is_known(c: char) -> bool {
    is_label(c) || cell_mark(c).is_some()
}

fn is_label(c: char) -> bool {
    c.is_ascii_alphanumeric() || matches!(c, '@' | '&')
}
