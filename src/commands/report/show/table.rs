//! A table, and how it looks in each form.

use ::view::words::thousands;
use itertools::Itertools;
use maud::{Markup, html};

/// How many rows of a long table a page shows; its script fetches the others.
const ROWS: usize = 100;

#[derive(Clone, Debug)]
pub(super) struct Table {
    /// The name of its CSV file, without `.csv`.
    pub(super) name: &'static str,
    pub(super) caption: String,
    columns: Vec<Column>,
    pub(super) rows: Vec<Vec<Cell>>,
    /// A last row that CSV does without.
    pub(super) total: Option<Vec<Cell>>,
}

/// A column: its name for programs, and for people. One without a name for
/// people is left to programs.
type Column = (&'static str, &'static str);

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Cell {
    Text(String),
    /// A molecule, a spectrum or the like, symbol by symbol.
    Symbols(String),
    /// A number of things.
    Count(u64),
    /// The name of something that happens to be a number.
    Number(u64),
    /// The number of a group, and the page that draws it, if one does.
    Group(u64, Option<usize>),
    /// The number of a molecule of the row's group.
    Molecule(u64),
    /// The numbers of all molecules of the row's group.
    Molecules(Vec<u64>),
    /// The number of a molecule that this page draws under that name.
    Drawn(u64, String),
    /// Points or another mean, told to people with two decimals.
    Mean(f64),
    /// A share, told in per cent.
    Share(f64),
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
    fn shown(&self) -> String {
        match self {
            Cell::Text(text) | Cell::Symbols(text) => text.clone(),
            Cell::Count(number) => thousands(*number),
            Cell::Number(number)
            | Cell::Group(number, _)
            | Cell::Molecule(number)
            | Cell::Drawn(number, _) => number.to_string(),
            Cell::Molecules(numbers) => numbers.iter().join(" "),
            Cell::Mean(mean) => format!("{mean:.2}"),
            Cell::Share(share) => format!("{:.3}\u{a0}%", 100.0 * share),
            Cell::Nothing => "–".to_owned(),
        }
    }

    /// In a CSV file. A spreadsheet takes a text for a formula that begins like one, as molecules and
    /// spectra do. An apostrophe before it, which none of our texts begins with, keeps it from that.
    fn plain(&self, spreadsheet: bool) -> String {
        match self {
            Cell::Text(text) | Cell::Symbols(text) => {
                let is_formula = text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n']);
                let before = if spreadsheet && is_formula { "'" } else { "" };
                format!("{before}{text}")
            }
            Cell::Count(number) => number.to_string(),
            Cell::Mean(mean) => format!("{mean:.4}"),
            Cell::Share(share) => format!("{:.4}", 100.0 * share),
            Cell::Nothing => String::new(),
            other => other.shown(),
        }
    }

    /// What the script of the page calls its kind.
    fn kind(&self) -> &'static str {
        match self {
            Cell::Symbols(_) => "symbols",
            Cell::Group(..) => "group",
            Cell::Molecule(_) => "molecule",
            Cell::Molecules(_) => "molecules",
            _ => "",
        }
    }

    /// In a page, in a row whose group is drawn on that page.
    fn html(&self, page: Option<usize>) -> Markup {
        let molecule = |number: u64| {
            html! {
                @match page {
                    Some(page) => { a href={ (page_name(page)) "#m" (number) } { (number) } },
                    None => { (number) },
                }
            }
        };
        html! {
            @match self {
                Cell::Symbols(text) => { code { (text) } }
                Cell::Group(number, Some(page)) => { a href=(group_link(*page, *number)) { (number) } }
                Cell::Molecule(number) => { (molecule(*number)) }
                Cell::Molecules(numbers) => {
                    @for (place, &number) in numbers.iter().enumerate() {
                        @if place > 0 { " " }
                        (molecule(number))
                    }
                }
                Cell::Drawn(number, name) => { a href={ "#" (name) } { (number) } }
                other => { (other.shown()) }
            }
        }
    }
}

impl Table {
    pub(super) fn new(
        name: &'static str,
        caption: String,
        columns: &[Column],
        rows: impl IntoIterator<Item = Vec<Cell>>,
    ) -> Table {
        Table {
            name,
            caption,
            columns: columns.to_vec(),
            rows: rows.into_iter().collect(),
            total: None,
        }
    }

    /// The table as CSV with a header.
    pub(super) fn csv(&self, spreadsheet: bool) -> String {
        let mut writer = csv::Writer::from_writer(Vec::new());
        // Memory takes everything, and all records are equally long.
        let _ = writer.write_record(self.columns.iter().map(|(key, _)| key));
        for row in &self.rows {
            let _ = writer.write_record(row.iter().map(|cell| cell.plain(spreadsheet)));
        }
        String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default()
    }

    /// The places of the columns that people see.
    fn seen(&self) -> Vec<usize> {
        let is_seen = |&at: &usize| !self.columns[at].1.is_empty();
        (0..self.columns.len()).filter(is_seen).collect()
    }

    fn is_number(&self, column: usize) -> bool {
        let mut cells = self.rows.iter().filter_map(|row| row.get(column));
        !cells.any(|cell| matches!(cell, Cell::Text(_) | Cell::Symbols(_) | Cell::Molecules(_)))
    }

    /// The table as a part of a page, in a frame that scrolls by itself. The page's script
    /// makes it sort and filter.
    pub(super) fn html(&self) -> Markup {
        self.rows_html(usize::MAX, &Markup::default())
    }

    /// The first rows of a long table. Its [script](Table::script) has all of them for the
    /// page's script, and its CSV file for those who do without.
    pub(super) fn first_html(&self) -> Markup {
        let rows = thousands(self.rows.len() as u64);
        let note = html! {
            p class="note left-out" {
                (ROWS) " of " (rows) " rows are here; " a href={ (self.name) ".csv" } { (self.name) ".csv" } " has all of them."
            }
        };
        match self.rows.len() {
            0..=ROWS => self.html(),
            _ => self.rows_html(ROWS, &note),
        }
    }

    fn rows_html(&self, rows: usize, note: &Markup) -> Markup {
        let seen = self.seen();
        let class = |column| match self.is_number(column) {
            true => "number",
            false => "words",
        };
        let fetched = (rows < self.rows.len()).then(|| self.script_name());
        html! {
            div class="table" data-rows=[fetched] data-all=(self.rows.len()) {
                div class="scroll" tabindex="0" role="region" aria-label=(self.caption) {
                    table {
                        caption { span { (self.caption) } }
                        thead { tr {
                            @for &at in &seen { th scope="col" class=(class(at)) { (self.columns[at].1) } }
                        } }
                        tbody {
                            @for row in self.rows.iter().take(rows) { tr {
                                @for &at in &seen { td class=(class(at)) { (row[at].html(page_of(row))) } }
                            } }
                        }
                        @if let Some(total) = &self.total {
                            tfoot { tr { @for &at in &seen { td class=(class(at)) { (total[at].html(None)) } } } }
                        }
                    }
                }
                (note)
            }
        }
    }

    /// The name of the file with all rows for the page's script. It is one of the report in
    /// any case, so that none of an older report can be taken for it.
    pub(super) fn script_name(&self) -> String {
        format!("{}.js", self.name)
    }

    /// All rows for the page's script, which a page from a disk can read from a script alone.
    /// The first line has the kinds of the columns. A row begins with the page of its group.
    pub(super) fn script(&self) -> String {
        let seen = self.seen();
        let first = self.rows.first();
        let kinds = (seen.iter()).map(|&at| first.map_or("", |row| row[at].kind()));
        let mut lines = format!("\t{}", kinds.format("\t"));
        for row in &self.rows {
            let page = page_of(row).map_or(String::new(), |page| page.to_string());
            let cells = seen.iter().map(|&at| row[at].shown());
            lines += &format!("\n{page}\t{}", cells.format("\t"));
        }
        let text = serde_json::Value::String(lines);
        format!("blackboxRows({:?}, {text});\n", self.name)
    }
}

/// The page that draws the group of a row.
fn page_of(row: &[Cell]) -> Option<usize> {
    row.iter().find_map(|cell| match cell {
        Cell::Group(_, page) => *page,
        _ => None,
    })
}

/// The name of a page of groups.
pub(super) fn page_name(page: usize) -> String {
    format!("groups-{page}.html")
}

pub(super) fn group_link(page: usize, number: u64) -> String {
    format!("{}#g{number}", page_name(page))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_text_is_a_formula_for_a_spreadsheet() {
        for text in "=1+1 +1 -O @SUM(A1) \t=1 a\"b,c x\ny <script>|`*".split(' ') {
            assert_eq!(Cell::text(text).plain(false), text);
            let plain = Cell::symbols(text).plain(true);
            let begins = ['=', '+', '-', '@', '\t', '\r', '\n'];
            assert!(!plain.starts_with(begins), "{plain:?}");
        }
    }

    #[test]
    fn numbers_are_written_for_people_and_for_programs() {
        let cells = [
            Cell::Count(1234),
            Cell::Mean(10.0 / 3.0),
            Cell::Share(0.007_132_8),
            Cell::Nothing,
        ];
        let shown = cells.each_ref().map(Cell::shown);
        assert_eq!(shown, ["1,234", "3.33", "0.713\u{a0}%", "–"]);
        let plain = cells.map(|cell| cell.plain(false));
        assert_eq!(plain, ["1234", "3.3333", "0.7133", ""]);
    }
}
