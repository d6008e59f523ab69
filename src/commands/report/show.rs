//! Writes a report as static pages, which need no network, script or server.
//!
//! One page with all groups of a large configuration would be too much for any browser, so they are on separate
//! pages of 100 groups, each of which takes 3 KiB.

use app::terminal::printable;
use draw::svg;
use draw::words::{counted, thousands};
use maud::{Markup, html};
use rusqlite::types::Value;
use watch::{NoThread, Stop, in_order};

use super::groups;
use super::run::{QueryTable, ReportContents, stopped};
use crate::output::page_link::PlayPage;
use crate::output::result_table::text;

/// The name of the first page.
pub(crate) const PAGE: &str = "index.html";

/// The beginning of every page of a report, by which it is recognised.
pub(crate) const MARK: &str = "<!DOCTYPE html><!-- blackbox report -->";

/// The name of the style sheet.
const STYLE: &str = "report.css";

/// The number of groups on a page.
pub(super) const PER_PAGE: usize = 100;

/// The number of groups that are drawn: 500 pages.
const DRAWN: usize = 50_000;

/// The names and contents of all files of a report, the first page first. `play` is the site for playing its
/// molecules.
pub(crate) fn files(
    report: &ReportContents,
    play: Option<&PlayPage>,
    stop: &Stop,
) -> crate::error::Result<Vec<(String, String)>> {
    let drawn = &report.groups[..report.groups.len().min(DRAWN)];
    let pages: Vec<_> = drawn.chunks(PER_PAGE).collect();
    let style = [svg::STYLE, include_str!("style.css")].join("\n");
    let mut files = vec![
        (PAGE.to_owned(), index(report, pages.len())),
        (STYLE.to_owned(), style),
    ];
    let draw = |index: usize| match pages.get(index) {
        Some(some) if !stop.is_requested() => Ok(groups::page(report, play, index + 1, some)),
        _ => Err(stopped(report.config)),
    };
    in_order(0..pages.len(), draw, |index, page| {
        files.push((groups_page(index + 1), page));
        Ok::<(), NoThread>(())
    })
    .map_err(app::Error::from)??;
    Ok(files)
}

/// The name of a page of groups, from 1.
pub(super) fn groups_page(page: usize) -> String {
    format!("groups-{page}.html")
}

/// Whether this is the name of a page of groups that is not among these files. Such a page of a report is left over
/// from an older one.
pub(crate) fn is_left_over(name: &str, files: &[(String, String)]) -> bool {
    let number = (name.strip_prefix("groups-")).and_then(|rest| rest.strip_suffix(".html"));
    let page = number.and_then(|number| number.parse().ok());
    page.is_some_and(|page| groups_page(page) == name) && files.iter().all(|(file, _)| file != name)
}

/// A whole page.
pub(super) fn document(title: &str, body: &Markup) -> String {
    let page = html! {
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="color-scheme" content="light dark";
                meta name="generator" content={ "blackbox " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                link rel="stylesheet" href=(STYLE);
            }
            body { (body) }
        }
    };
    format!("{MARK}\n{}\n", page.into_string())
}

/// The first page: the numbers, the links to the pages of groups, and the tables.
fn index(report: &ReportContents, pages: usize) -> String {
    let config = report.config;
    let total = |count: fn(&crate::groups::SpectralGroup) -> u64| -> u64 {
        report.groups.iter().map(|one| count(&one.group)).sum()
    };
    let ambiguous = total(|group| group.images * group.size());
    let share = 100.0 * ambiguous as f64 / config.molecules() as f64;
    let body = html! {
        header class="top" { span class="name" { "Black Box " (config) } }
        main {
            h1 { "Black Box " (config) }
            p class="lead" {
                (counted(config.atoms() as u64, "atom", "atoms")) " in a box of " (config.width()) " × " (config.width())
                ": " (counted(config.molecules(), "molecule", "molecules")) ", "
                (thousands(config.canonical_molecules())) " up to rotation and reflection."
            }
            p {
                @if report.groups.is_empty() {
                    "No spectrum is ambiguous."
                } @else {
                    (thousands(ambiguous)) " of them (" (format!("{share:.3}")) "\u{a0}%) share their spectrum with others, in "
                    (counted(total(|group| group.images), "spectral group", "spectral groups")) ", "
                    (thousands(report.groups.len() as u64)) " up to symmetry. The largest has "
                    (counted(report.groups[0].group.size(), "molecule", "molecules")) "."
                }
            }
            @if pages > 0 {
                h2 { "The ambiguous groups" }
                p {
                    "The largest groups come first, and among equally large ones, those whose molecules differ most. Only one image of each group is drawn."
                    @if report.groups.len() > DRAWN { " Only the first " (thousands(DRAWN as u64)) " groups are drawn." }
                }
                ul class="pages" {
                    @for page in 1..=pages {
                        li { a href=(groups_page(page)) { (groups::range(page, report.groups.len().min(DRAWN))) } }
                    }
                }
            }
            @for table in &report.tables { (section(table, report)) }
        }
    };
    document(&format!("Black Box {config}"), &body)
}

/// A query, its result, and its SQL.
fn section(table: &QueryTable, report: &ReportContents) -> Markup {
    let query = table.query;
    let parameters = table.parameters.iter();
    let values = parameters.map(|(name, value)| format!(" -p {name}={value}"));
    let command = format!(
        "blackbox query {} --config {}{} --format csv",
        query.name,
        report.config,
        values.collect::<String>()
    );
    let is_number = |cell: &Value| matches!(cell, Value::Integer(_) | Value::Real(_));
    html! {
        section {
            h2 { (query.name) @for (name, value) in table.parameters { ": " (name) " " (value) } }
            p { (query.about()) @if !query.about().ends_with('?') { "." } }
            @if table.result.rows.is_empty() {
                p { "The query found no rows." }
            } @else {
                div class="scroll" {
                    table {
                        thead { tr { @for column in &table.result.columns { th { (column) } } } }
                        tbody {
                            @for row in &table.result.rows {
                                tr { @for cell in row { td class=[is_number(cell).then_some("number")] { (printable(&text(cell))) } } }
                            }
                        }
                    }
                }
            }
            p class="note" {
                @if table.is_cut { "Only the first rows are shown. " }
                code { (command) } @if table.is_cut { " prints all rows." } @else { " runs the query again." }
            }
            details { summary { "SQL" } pre { code { (query.sql) } } }
        }
    }
}
