//! The tables of a report.

mod ambiguity;
mod boxes;
mod rays;

use super::Pages;
use super::table::Table;
use crate::analysis::Measure;
use crate::stages::report::Report;

pub(super) use rays::{NUMBERS, record_name};

/// All tables of a report.
#[derive(Debug)]
pub(super) struct Tables {
    pub(super) ambiguity: Table,
    pub(super) costs: Table,
    pub(super) pair_counts: Table,
    pub(super) pairs: Table,
    pub(super) groups: Table,
    pub(super) rays: Table,
    pub(super) lengths: Table,
    pub(super) turns: Table,
    pub(super) records: Table,
    pub(super) ray_numbers: Table,
    pub(super) growth: Table,
    pub(super) growth_by_size: Table,
    pub(super) reappearing: Table,
    pub(super) origins: Table,
    pub(super) fates: Table,
    pub(super) parents: Table,
}

impl Tables {
    pub(super) fn new(report: &Report, pages: &Pages) -> Tables {
        Tables {
            ambiguity: ambiguity::ambiguity(report),
            costs: ambiguity::costs(report),
            pair_counts: ambiguity::pair_counts(report),
            pairs: ambiguity::pairs(report, pages),
            groups: ambiguity::groups(report, pages),
            rays: rays::rays(report),
            lengths: rays::by_measure(report, Measure::Length),
            turns: rays::by_measure(report, Measure::Turns),
            records: rays::records(report),
            ray_numbers: rays::ray_numbers(report),
            growth: boxes::growth(report),
            growth_by_size: boxes::growth_by_size(report),
            reappearing: boxes::reappearing(report),
            origins: boxes::origins(report),
            fates: boxes::fates(report),
            parents: boxes::parents(report),
        }
    }

    /// Those of which a page shows the first rows, and its script fetches the others.
    pub(super) fn fetched(&self) -> impl Iterator<Item = &Table> {
        [&self.pairs, &self.groups].into_iter()
    }

    /// All of them, in the order of the page.
    pub(super) fn all(&self) -> [&Table; 16] {
        [
            &self.ambiguity,
            &self.costs,
            &self.pair_counts,
            &self.pairs,
            &self.groups,
            &self.rays,
            &self.lengths,
            &self.turns,
            &self.records,
            &self.ray_numbers,
            &self.growth,
            &self.growth_by_size,
            &self.reappearing,
            &self.origins,
            &self.fates,
            &self.parents,
        ]
    }
}
