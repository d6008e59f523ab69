//! A table, and how it looks in each form.

use ::view::words::thousands;
use maud::{Markup, html};

use super::Readers;

/// A table.
#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The name of its CSV file, without `.csv`.
    pub(super) name: &'static str,
    /// What it tells.
    pub(super) caption: String,
    columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// A last row that CSV does without.
    pub(super) total: Option<Vec<Cell>>,
}

/// A column: its name for programs, and for people. One without a name for
/// people is left to programs.
#[derive(Clone, Copy, Debug)]
struct Column {
    key: &'static str,
    heading: &'static str,
}

/// A value in a table.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cell {
    /// Words.
    Text(String),
    /// A molecule, a spectrum or the like, symbol by symbol.
    Symbols(String),
    /// A number of things.
    Count(u64),
    /// The name of something that happens to be a number.
    Number(u64),
    /// Points or another mean, told to people with two decimals.
    Mean(f64),
    /// A share, told in per cent.
    Share(f64),
    /// Nothing to be told.
    Nothing,
}

impl Cell {
    pub(super) fn text(text: impl ToString) -> Cell {
        Cell::Text(text.to_string())
    }

    pub(super) fn symbols(text: impl ToString) -> Cell {
        Cell::Symbols(text.to_string())
    }

    /// For people.
    pub(super) fn shown(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Symbols(text) => text.clone(),
            Cell::Count(count) | Cell::Number(count) => thousands(*count),
            Cell::Mean(mean) => format!("{mean:.2}"),
            Cell::Share(share) => format!("{:.3}\u{a0}%", 100.0 * share),
            Cell::Nothing => "–".to_owned(),
        }
    }

    /// In a CSV file.
    fn plain(&self, readers: Readers) -> String {
        match self {
            Cell::Text(text) | Cell::Symbols(text) => {
                let formula = readers == Readers::Spreadsheets
                    && text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
                format!("{}{text}", if formula { "'" } else { "" })
            }
            Cell::Count(count) | Cell::Number(count) => count.to_string(),
            Cell::Mean(mean) => format!("{mean:.4}"),
            Cell::Share(share) => format!("{:.4}", 100.0 * share),
            Cell::Nothing => String::new(),
        }
    }

    fn is_words(&self) -> bool {
        matches!(self, Cell::Text(_) | Cell::Symbols(_))
    }
}

impl Table {
    pub(super) fn new(
        name: &'static str,
        caption: String,
        columns: &[(&'static str, &'static str)],
    ) -> Table {
        Table {
            name,
            caption,
            columns: columns
                .iter()
                .map(|&(key, heading)| Column { key, heading })
                .collect(),
            rows: Vec::new(),
            total: None,
        }
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The table as CSV with a header.
    pub(super) fn csv(&self, readers: Readers) -> String {
        let mut writer = csv::WriterBuilder::new().from_writer(Vec::new());
        let header = self.columns.iter().map(|column| column.key);
        // Memory takes everything, and all records are equally long.
        let _ = writer.write_record(header);
        for row in &self.rows {
            let _ = writer.write_record(row.iter().map(|cell| cell.plain(readers)));
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    /// The places of the columns that people see.
    fn seen(&self) -> Vec<usize> {
        let columns = self.columns.iter().enumerate();
        columns
            .filter(|(_, column)| !column.heading.is_empty())
            .map(|(at, _)| at)
            .collect()
    }

    /// Is a column one of numbers?
    fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        !cells.any(Cell::is_words)
    }

    /// The first rows of the table as a part of a page, in a frame that
    /// scrolls by itself.
    pub(super) fn html(&self, rows: usize) -> Markup {
        let seen = self.seen();
        let class = |column: usize| {
            if self.is_number(column) {
                "number"
            } else {
                "words"
            }
        };
        html! {
            div class="scroll" tabindex="0" role="region" aria-label=(self.caption) {
                table {
                    caption { (self.caption) }
                    thead { tr {
                        @for &at in &seen { th scope="col" class=(class(at)) { (self.columns[at].heading) } }
                    } }
                    tbody {
                        @for row in self.rows.iter().take(rows) { tr {
                            @for &at in &seen { (Table::td(&row[at], class(at))) }
                        } }
                    }
                    @if let Some(total) = &self.total {
                        tfoot { tr { @for &at in &seen { (Table::td(&total[at], class(at))) } } }
                    }
                }
            }
        }
    }

    fn td(cell: &Cell, class: &str) -> Markup {
        html! {
            td class=(class) {
                @match cell {
                    Cell::Symbols(text) => { code { (text) } }
                    other => { (other.shown()) }
                }
            }
        }
    }

    /// The first rows of the table as Markdown.
    pub(super) fn markdown(&self, rows: usize) -> String {
        let seen = self.seen();
        let line = |cells: &[Cell]| {
            let cells = seen.iter().map(|&at| match &cells[at] {
                Cell::Symbols(text) if !text.is_empty() => {
                    let line = text.replace(|c: char| c.is_control() || c == '`', " ");
                    format!("`{}`", line.replace('|', "\\|"))
                }
                other => markdown_escaped(&other.shown()),
            });
            format!("| {} |\n", cells.collect::<Vec<_>>().join(" | "))
        };
        let headings = seen
            .iter()
            .map(|&at| markdown_escaped(self.columns[at].heading));
        let mut text = format!("| {} |\n", headings.collect::<Vec<_>>().join(" | "));
        let rules = seen
            .iter()
            .map(|&at| if self.is_number(at) { "---:" } else { ":---" });
        text += &format!("| {} |\n", rules.collect::<Vec<_>>().join(" | "));
        for row in self.rows.iter().take(rows).chain(&self.total) {
            text += &line(row);
        }
        text
    }
}

/// A text that Markdown shows as it is.
pub(super) fn markdown_escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '\\' | '|' | '*' | '`' | '[' | ']' | '~' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '<' => escaped += "&lt;",
            '&' => escaped += "&amp;",
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_harmless_in_every_form() {
        let mut table = Table::new(
            "t",
            "<b>&\"".to_owned(),
            &[("a", "A|<"), ("b", "B"), ("c", "")],
        );
        for text in [
            "=1+1",
            "+1",
            "-O",
            "@SUM(A1)",
            "\t=1",
            "a\"b,c",
            "x\ny",
            "<script>|`*",
        ] {
            table.rows.push(vec![
                Cell::text(text),
                Cell::symbols(text),
                Cell::Count(1000),
            ]);
        }
        let raw = table.csv(Readers::Programs);
        let mut reader = csv::Reader::from_reader(raw.as_bytes());
        for (record, row) in reader.records().zip(&table.rows) {
            assert_eq!(record.unwrap()[0], row[0].shown());
        }
        let csv = table.csv(Readers::Spreadsheets);
        let mut reader = csv::Reader::from_reader(csv.as_bytes());
        for record in reader.records() {
            let record = record.unwrap();
            for cell in record.iter() {
                assert!(
                    !cell.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']),
                    "{cell:?}"
                );
            }
            assert_eq!(&record[2], "1000");
        }
        assert!(csv.contains("\"a\"\"b,c\""), "{csv}");
        let html = table.html(100).into_string();
        assert!(
            !html.contains("<script>") && html.contains("&lt;script&gt;"),
            "{html}"
        );
        assert!(!html.contains("<b>"));
        let markdown = table.markdown(100);
        assert_eq!(markdown.lines().count(), 2 + table.len(), "{markdown}");
        assert!(!markdown.contains("| <script>"), "{markdown}");
    }

    #[test]
    fn numbers_are_written_for_people_and_for_programs() {
        let cells = [
            Cell::Count(1234),
            Cell::Mean(10.0 / 3.0),
            Cell::Share(0.007_132_8),
            Cell::Nothing,
        ];
        assert_eq!(
            cells.each_ref().map(Cell::shown),
            ["1,234", "3.33", "0.713\u{a0}%", "–"]
        );
        assert_eq!(
            cells.each_ref().map(|cell| cell.plain(Readers::Programs)),
            ["1234", "3.3333", "0.7133", ""]
        );
    }
}
