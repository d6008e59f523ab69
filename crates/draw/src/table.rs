//! Tables as text, which fit the terminal.

/// A table with a heading for each column.
#[derive(Clone, Debug)]
pub struct Table<const N: usize> {
    first: Align,
    headings: [&'static str; N],
    rows: Vec<[String; N]>,
}

/// The side to which the cells of a column are aligned.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Align {
    /// For words.
    Left,
    /// For numbers.
    Right,
}

/// The number of spaces between two columns.
const GAP: usize = 2;

impl<const N: usize> Table<N> {
    /// A table without rows. Line feeds separate the lines of a heading. The first column describes a row; all
    /// others have numbers.
    pub fn new(first: Align, headings: [&'static str; N]) -> Table<N> {
        Table {
            first,
            headings,
            rows: Vec::new(),
        }
    }

    /// Adds a row.
    pub fn row(&mut self, cells: [String; N]) {
        self.rows.push(cells);
    }

    /// The table in lines of at most this number of columns, if possible. Columns that do not fit side by side
    /// follow below, each time after the first column.
    pub fn text(&self, columns: usize) -> String {
        let widths: [usize; N] = std::array::from_fn(|column| self.width(column));
        let mut blocks: Vec<(usize, Vec<usize>)> = Vec::new();
        for column in 1..N {
            let wide = GAP + widths[column];
            match blocks.last_mut() {
                Some((filled, block)) if *filled + wide <= columns => {
                    *filled += wide;
                    block.push(column);
                }
                _ => blocks.push((widths[0] + wide, vec![0, column])),
            }
        }
        let blocks = blocks.iter().map(|(_, block)| self.block(block, &widths));
        blocks.collect::<Vec<_>>().join("\n")
    }

    fn width(&self, column: usize) -> usize {
        let cells = self.rows.iter().map(|row| &row[column][..]);
        let texts = self.headings[column].split('\n').chain(cells);
        texts.map(|text| text.chars().count()).max().unwrap_or(0)
    }

    /// Some columns, side by side.
    fn block(&self, columns: &[usize], widths: &[usize; N]) -> String {
        let headings = self.headings.map(|heading| heading.split('\n'));
        let height = |&column: &usize| headings[column].clone().count();
        let height = columns.iter().map(height).max().unwrap_or(0);
        let heading = |at: usize| {
            let line = |column: usize| headings[column].clone().nth(at).unwrap_or("");
            std::array::from_fn(line)
        };
        let rows = self.rows.iter();
        let rows = rows.map(|row| row.each_ref().map(|cell| &cell[..]));
        let mut text = String::new();
        for row in (0..height).map(heading).chain(rows) {
            let cells = columns.iter().map(|&column| {
                let (cell, width) = (row[column], widths[column]);
                match self.first {
                    Align::Left if column == 0 => format!("{cell:<width$}"),
                    _ => format!("{cell:>width$}"),
                }
            });
            text += cells.collect::<Vec<_>>().join(&" ".repeat(GAP)).trim_end();
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wide_pictures_are_wrapped() {
        let mut table = Table::new(Align::Left, ["box", "all", "per\nspectrum"]);
        for row in [["one", "1,792", "7"], ["others", "3", "12"]] {
            table.row(row.map(str::to_owned));
        }
        let wide = "\
box       all       per
               spectrum
one     1,792         7
others      3        12
";
        assert_eq!(table.text(23), wide);
        assert_eq!(table.text(usize::MAX), wide);
        let narrow = "\
box       all
one     1,792
others      3

box          per
        spectrum
one            7
others        12
";
        assert_eq!(table.text(22), narrow);
    }

    #[test]
    fn numbers_of_the_first_column_may_be_in_line() {
        let mut table = Table::new(Align::Right, ["size", "spectra"]);
        for row in [["2", "2,104"], ["total", "2,196"]] {
            table.row(row.map(str::to_owned));
        }
        let text = " size  spectra\n    2    2,104\ntotal    2,196\n";
        assert_eq!(table.text(80), text);
    }
}
