//! The tables of a report.

mod ambiguity;
mod boxes;
mod rays;

use std::ops::Index;

use super::Pages;
use super::table::Table;
use crate::analysis::Measure;
use crate::stages::report::Report;

pub(super) use rays::{NUMBERS, by_value, record_name};

/// All tables of a report, in the order of the page.
#[derive(Debug)]
pub(super) struct Tables(Vec<Table>);

impl Tables {
    pub(super) fn new(report: &Report, pages: &Pages) -> Tables {
        Tables(vec![
            ambiguity::ambiguity(report),
            ambiguity::costs(report),
            ambiguity::pair_counts(report),
            ambiguity::pairs(report, pages),
            ambiguity::groups(report, pages),
            ambiguity::families(report, pages),
            rays::rays(report),
            rays::by_measure(report, Measure::Length),
            rays::by_measure(report, Measure::Turns),
            rays::records(report),
            rays::ray_numbers(report),
            boxes::growth(report),
            boxes::growth_by_size(report),
            boxes::reappearing(report),
            boxes::origins(report),
        ])
    }

    /// Those of which a page shows the first rows, and its script fetches the others.
    pub(super) fn fetched(&self) -> impl Iterator<Item = &Table> {
        ["pairs", "groups", "families"]
            .into_iter()
            .map(|name| &self[name])
    }

    /// All of them.
    pub(super) fn all(&self) -> &[Table] {
        &self.0
    }
}

impl Index<&str> for Tables {
    type Output = Table;

    /// The table of this name.
    fn index(&self, name: &str) -> &Table {
        let place = self.0.iter().position(|table| table.name == name);
        &self.0[place.unwrap_or_default()]
    }
}
