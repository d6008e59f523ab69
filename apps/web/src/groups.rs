//! Collects the ambiguous groups that the page shows.

use std::cmp::Reverse;
use std::path::Path;

use blackbox::board::{Board, Cell, Config, MAX_WIDTH};
use blackbox::groups::{CostedGroup, SpectralGroup, ambiguous_groups};

use blackbox::store::Store;

use app::terminal::Console;
use blackbox::commands::report;
use db::Access;
use serde::Serialize;
use tables::{DEFAULT_DATABASE, DatabasePath};
use watch::{Observed, Watcher};

/// The greatest number of groups per configuration, of which the largest are shown; more would make the page too
/// large.
const MAX_GROUPS: usize = 1_000;

#[derive(Serialize)]
pub(crate) struct Groups {
    config: String,
    width: usize,
    molecules: u64,
    source: &'static str,
    all: usize,
    groups: Vec<Group>,
}

#[derive(Serialize)]
struct Group {
    number: u64,
    images: u64,
    /// The greatest number of atoms in which two of its molecules differ.
    apart: u32,
    /// The mean and the greatest cost of the best guess.
    mean: f64,
    worst: u64,
    molecules: Vec<(u64, Vec<usize>)>,
}

/// Collects the groups of all explored configurations, and first those of the standard one, which the page always has.
pub(crate) fn gather(database: &DatabasePath, console: &Console) -> blackbox::Result<Vec<Groups>> {
    let standard = Config::STANDARD;
    let is_standard = |groups: &Groups| groups.config == standard.to_string();
    let mut all = Vec::new();
    if database.path().exists() || database.path() != Path::new(DEFAULT_DATABASE) {
        let store = Store::from(database.open(Access::Read, console)?);
        let widths = 1..=MAX_WIDTH as u64;
        let sizes = widths.flat_map(|width| (0..=width * width).map(move |atoms| (atoms, width)));
        for config in sizes.filter_map(|(atoms, width)| Config::new(atoms, width).ok()) {
            let explored = store.explored(config);
            if !explored.is_ok_and(|explored| explored.spectrums_updated) {
                continue;
            }
            let rows = store.ambiguity(config)?;
            if rows.iter().any(|row| row.orbits > 0) {
                let groups = report::run::groups(&store, config, console)?;
                let source = "read from the database of the Black Box explorer, and checked by tracing all rays of their arrangements again";
                all.push(described(&groups, config, source));
            }
        }
    }
    if !all.iter().any(is_standard) {
        console.say(&format!("computing the groups of {standard}"));
        let groups = ambiguous_groups(standard, &Observed::default())
            .unwrap_or_else(|error| unreachable!("{error}"));
        let source = "computed when this page was built, by tracing the rays of all arrangements";
        all.push(described(&groups, standard, source));
    }
    all.sort_by_key(|groups| !is_standard(groups));
    Ok(all)
}

/// The largest groups, of equal ones the first, in the order of their numbers.
fn largest(groups: &[SpectralGroup], most: usize) -> Vec<&SpectralGroup> {
    let mut largest: Vec<&SpectralGroup> = groups.iter().collect();
    largest.sort_by_key(|group| (Reverse(group.molecules.len()), group.canonical_number));
    largest.truncate(most);
    largest.sort_by_key(|group| group.canonical_number);
    largest
}

fn described(groups: &[SpectralGroup], config: Config, source: &'static str) -> Groups {
    let described = |group: &SpectralGroup| {
        let costed = CostedGroup::new(group.clone())?;
        let molecule = |one: &Board| {
            (
                one.number().unwrap_or_default(),
                one.atoms().map(Cell::index).collect(),
            )
        };
        Some(Group {
            number: group.canonical_number,
            images: group.images,
            apart: costed.max_difference,
            mean: (costed.best.mean_penalty() * 100.0).round() / 100.0,
            worst: costed.best.highest_penalty(),
            molecules: group.molecules.iter().map(molecule).collect(),
        })
    };
    Groups {
        config: config.to_string(),
        width: config.width(),
        molecules: config.molecules(),
        source,
        all: groups.len(),
        groups: largest(groups, MAX_GROUPS)
            .into_iter()
            .filter_map(described)
            .collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn of_many_groups_the_largest_are_taken() {
        let config: Config = "A4_B5".parse().unwrap();
        let groups = ambiguous_groups(config, &Observed::default()).unwrap();
        assert_eq!(groups.len(), 43);
        let size = |group: &&SpectralGroup| group.molecules.len();
        assert_eq!(largest(&groups, 1_000).len(), 43);
        let taken = largest(&groups, 5);
        assert_eq!(taken.len(), 5);
        assert!(taken.is_sorted_by_key(|group| group.canonical_number));
        let least = taken.iter().map(size).min().unwrap();
        let larger = groups.iter().filter(|group| size(group) > least).count();
        assert!(larger < 5, "{larger} are larger than one that was taken");
    }
}
