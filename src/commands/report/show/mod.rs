//! A report: pages that need nothing else, and the same tables as CSV.
//!
//! The pages can be read without their script, which makes tables sort and filter, and shows
//! a ray where somebody points. So the whole of a group is in its page, drawn. That takes
//! 3 KiB per group. A page that holds all of a large configuration would be too much for
//! any browser. What only the script needs, the further rows of a long table, is in files of
//! its own, which it asks for when somebody sorts or filters.

mod figures;
mod page;
mod table;
mod tables;

use std::collections::HashMap;

use ::view::svg;
use watch::Stop;

use crate::commands::report::run::Report;
use crate::draw::page_link::PlayPage;
use tables::Tables;

/// The name of the first page.
pub(crate) const PAGE: &str = "index.html";

/// What the pages of a report, and no other page, begin with.
pub(crate) const MARK: &str = "<!DOCTYPE html><!-- blackbox report -->";

/// The names of the style sheet and of the script.
const STYLE: &str = "report.css";
const SCRIPT: &str = "report.js";

/// How many groups a page draws.
const PER_PAGE: usize = 100;

/// How many groups are drawn; the file `groups.csv` has all.
const DRAWN: usize = 50_000;

/// Which page, from 1, draws which group.
type Pages = HashMap<u64, usize>;

/// All files of a report by name, the first page first. `play` is where its molecules can be played.
/// The CSV files may be for a spreadsheet.
pub(crate) fn files(
    report: &Report,
    spreadsheet: bool,
    play: Option<&PlayPage>,
    stop: &Stop,
) -> kit::Result<Vec<(String, String)>> {
    let drawn = report.groups.iter().take(DRAWN).enumerate();
    let page = drawn.map(|(rank, one)| (one.group.canonical_number, rank / PER_PAGE + 1));
    let pages = page.collect();
    let tables = Tables::new(report, &pages);
    let style = [svg::STYLE, include_str!("style.css")].join("\n");
    let mut files = vec![
        (PAGE.to_owned(), page::page(report, &tables, &pages, play)),
        (STYLE.to_owned(), style),
        (SCRIPT.to_owned(), include_str!("report.js").to_owned()),
    ];
    let groups = page::group_pages(report, play, stop)?;
    let names = (1..).map(table::page_name);
    files.extend(names.zip(groups));
    let scripts = tables.fetched();
    files.extend(scripts.map(|table| (table.script_name(), table.script())));
    let all = tables.all().iter();
    files.extend(all.map(|table| (format!("{}.csv", table.name), table.csv(spreadsheet))));
    Ok(files)
}

/// Is a file one of a report that has more groups than these files? If it is ours, it is
/// left over from an older report.
pub(crate) fn is_left_over(name: &str, files: &[(String, String)]) -> bool {
    let number = (name.strip_prefix("groups-")).and_then(|rest| rest.strip_suffix(".html"));
    let page = number.and_then(|number| number.parse().ok());
    page.is_some_and(|page| table::page_name(page) == name)
        && files.iter().all(|(file, _)| file != name)
}
