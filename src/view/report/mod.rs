//! A report: a page that needs nothing else, the same tables as Markdown and
//! as CSV. All forms are made from the same `tables`.

mod figures;
mod markdown;
mod page;
mod table;
mod tables;

use crate::stages::report::Report;
use tables::Tables;

/// A file of the report.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct ReportFile {
    /// Its name.
    pub name: String,
    /// What stands in it.
    pub text: String,
}

/// The name of the page.
pub(crate) const PAGE: &str = "index.html";

/// What the page of a report, and no other page, begins with.
pub(crate) const MARK: &str = "<!DOCTYPE html><!-- blackbox report -->";

/// How many groups are drawn.
pub(crate) const DRAWN: usize = 100;

/// How many of the groups that are not drawn are listed in the page; the file
/// `groups.csv` has all.
pub(crate) const LISTED: usize = 50_000;

/// Who reads the CSV files.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Readers {
    /// Programs: every text stands there as it is.
    Programs,
    /// Spreadsheets: these take a text for a formula that begins like one, as molecules
    /// and spectra do. An apostrophe before it, which none of our texts begins with,
    /// keeps them from that.
    Spreadsheets,
}

/// All files of a report, the page first.
pub(crate) fn files(report: &Report, readers: Readers) -> Vec<ReportFile> {
    let tables = Tables::new(report);
    let mut files = vec![
        ReportFile {
            name: PAGE.to_owned(),
            text: page::page(report, &tables),
        },
        ReportFile {
            name: "report.md".to_owned(),
            text: markdown::text(report, &tables),
        },
    ];
    files.extend(tables.all().into_iter().map(|table| ReportFile {
        name: format!("{}.csv", table.name),
        text: table.csv(readers),
    }));
    files
}
