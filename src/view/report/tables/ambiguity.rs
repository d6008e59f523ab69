//! Tables of the molecules that share a spectrum.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};

use itertools::Itertools;

use crate::analysis::{CostedGroup, GroupCount, Guess, POINTS_AN_ATOM};
use crate::game::{Config, Molecule};
use crate::laws::{Family, Freedom};
use crate::stages::report::Report;
use crate::view::drawing::cell_name;
use crate::view::report::Pages;
use crate::view::report::table::{Cell, Table};

/// Spectra by size.
pub(super) const SIZES: [(&str, &str); 4] = [
    ("size", "molecules per spectrum"),
    ("up_to_symmetry", "spectra up to symmetry"),
    ("spectrums", "spectra in all"),
    ("molecules", "molecules in all"),
];

pub(super) fn ambiguity(report: &Report) -> Table {
    let config = report.config;
    let row = |first: Cell, count: GroupCount| -> Vec<Cell> {
        let counts = [count.up_to_symmetry, count.spectra, count.molecules];
        [first].into_iter().chain(counts.map(Cell::Count)).collect()
    };
    let sizes = GroupCount::by_size(&report.survey.groups).into_iter();
    let mut table = Table::new(
        "ambiguity",
        format!("Ambiguous spectra of {config} by how many molecules share them"),
        &SIZES,
        sizes.map(|(size, count)| row(Cell::Count(size), count)),
    );
    let total = GroupCount::of(&report.survey.groups);
    table.total = Some(row(Cell::text("total"), total));
    table
}

pub(super) fn costs(report: &Report) -> Table {
    let config = report.config;
    /// Means are compared in parts of this size.
    const PARTS: f64 = 1e10;
    let mean = |guess: Guess| (PARTS * guess.mean_penalty()).round() as u64;
    // The groups come in an order in which equal ones need not be neighbours.
    let mut counts: BTreeMap<[u64; 6], [u64; 2]> = BTreeMap::new();
    for costed in &report.groups {
        let (best, worst) = (costed.best, costed.worst);
        let costs = [
            costed.group.size(),
            costed.apart.into(),
            mean(best),
            best.highest_penalty(),
            mean(worst),
            worst.highest_penalty(),
        ];
        let [up_to_symmetry, groups] = counts.entry(costs).or_default();
        *up_to_symmetry += 1;
        *groups += costed.group.images;
    }
    Table::new(
        "costs",
        format!("What a guess costs in the ambiguous groups of {config}, in points"),
        &[
            ("size", "molecules a group"),
            ("apart", "atoms that differ at most"),
            ("best_mean_penalty", "best guess, on average"),
            ("best_highest_penalty", "at worst"),
            ("worst_mean_penalty", "worst guess, on average"),
            ("worst_highest_penalty", "at worst"),
            ("up_to_symmetry", "groups up to symmetry"),
            ("groups", "groups in all"),
        ],
        counts.into_iter().rev().map(|(costs, counts)| {
            let mut cells: Vec<Cell> = costs.into_iter().chain(counts).map(Cell::Count).collect();
            for column in [2, 4] {
                cells[column] = Cell::Mean(costs[column] as f64 / PARTS);
            }
            cells
        }),
    )
}

pub(super) fn pair_counts(report: &Report) -> Table {
    let config = report.config;
    Table::new(
        "pair-counts",
        format!("Pairs of molecules of {config} with one spectrum, by how many atoms differ"),
        &[
            ("atoms", "atoms that differ"),
            ("penalty", "points"),
            ("pairs_up_to_symmetry", "pairs up to symmetry"),
            ("pairs", "pairs in all"),
            (
                "groups_up_to_symmetry",
                "groups up to symmetry that have such a pair",
            ),
        ],
        report.pairs.counts().map(|(atoms, count)| {
            let costs = [1, POINTS_AN_ATOM].map(|points| points * u64::from(atoms));
            let counts = [count.up_to_symmetry, count.in_all, count.groups];
            costs.into_iter().chain(counts).map(Cell::Count).collect()
        }),
    )
}

pub(super) fn pairs(report: &Report, pages: &Pages) -> Table {
    let config = report.config;
    let only = |one: Molecule, other: Molecule| Molecule::from_bits(one.bits() & !other.bits());
    Table::new(
        "pairs",
        format!(
            "Pairs of {config} that differ by two atoms or more, the costliest first, up to symmetry"
        ),
        &[
            ("atoms", "atoms"),
            ("penalty", "points"),
            ("canonical_number", "group"),
            ("number", "molecule"),
            ("other_number", "and molecule"),
            ("molecule", ""),
            ("other_molecule", ""),
            ("cells", "atoms of the one"),
            ("other_cells", "atoms of the other"),
        ],
        report.pairs.costliest().into_iter().map(|pair| {
            vec![
                Cell::Count(pair.atoms.0.into()),
                Cell::Count(POINTS_AN_ATOM * u64::from(pair.atoms.0)),
                group(pair.canonical_number, pages),
                Cell::Molecule(pair.one.number(config)),
                Cell::Molecule(pair.other.number(config)),
                Cell::symbols(pair.one.text(config)),
                Cell::symbols(pair.other.text(config)),
                Cell::Text(cells(only(pair.one, pair.other), config)),
                Cell::Text(cells(only(pair.other, pair.one), config)),
            ]
        }),
    )
}

/// The number of a group.
fn group(number: u64, pages: &Pages) -> Cell {
    Cell::Group(number, pages.get(&number).copied())
}

/// Cells as line and column, both from 1.
fn cells(atoms: Molecule, config: Config) -> String {
    atoms.atoms().map(|cell| cell_name(cell, config)).join(" ")
}

pub(super) fn groups(report: &Report, pages: &Pages) -> Table {
    let config = report.config;
    Table::new(
        "groups",
        format!("The ambiguous groups of {config} up to symmetry, the largest and costliest first"),
        &[
            ("rank", ""),
            ("canonical_number", "group"),
            ("spectrum", "spectrum"),
            ("size", "molecules"),
            ("images", "images"),
            ("numbers", "numbers"),
            ("common", "common atoms"),
            ("uncertain", "uncertain atoms"),
            ("apart", "atoms that differ at most"),
            ("best_guess", ""),
            ("best_guess_number", "best guess"),
            ("best_guess_in_group", ""),
            ("best_mean_penalty", "costs on average"),
            ("best_highest_penalty", "at worst"),
            ("worst_guess", ""),
            ("worst_guess_number", "worst guess"),
            ("worst_mean_penalty", "costs on average"),
            ("worst_highest_penalty", "at worst"),
        ],
        (1..).zip(&report.groups).map(|(rank, costed)| {
            let (group, best, worst) = (&costed.group, &costed.best, &costed.worst);
            let numbers = group.molecules.iter().map(|one| one.number(config));
            vec![
                Cell::Number(rank),
                self::group(group.canonical_number, pages),
                Cell::symbols(group.spectrum),
                Cell::Count(group.size()),
                Cell::Count(group.images),
                Cell::Molecules(numbers.collect()),
                Cell::Text(cells(group.common(), config)),
                Cell::Text(cells(group.uncertain(), config)),
                Cell::Count(costed.apart.into()),
                Cell::symbols(best.molecule.text(config)),
                Cell::Number(best.molecule.number(config)),
                Cell::text(if best.in_group { "yes" } else { "no" }),
                Cell::Mean(best.mean_penalty()),
                Cell::Count(best.highest_penalty()),
                Cell::symbols(worst.molecule.text(config)),
                Cell::Number(worst.molecule.number(config)),
                Cell::Mean(worst.mean_penalty()),
                Cell::Count(worst.highest_penalty()),
            ]
        }),
    )
}

pub(super) fn families(report: &Report, pages: &Pages) -> Table {
    let config = report.config;
    let mut families: HashMap<Family, (Freedom, &CostedGroup, u64, u64)> = HashMap::new();
    for costed in &report.groups {
        if let Some(freedom) = costed.group.freedom(config) {
            let new = (freedom.clone(), costed, 0, 0);
            let family = families.entry(freedom.family).or_insert(new);
            family.2 += 1;
            family.3 += costed.group.images;
        }
    }
    let order = |(_, one, _, groups): &(_, &CostedGroup, _, u64)| {
        (Reverse(*groups), one.group.canonical_number)
    };
    let rows = families.into_values().sorted_by_key(order).map(
        |(freedom, first, up_to_symmetry, groups)| {
            let about = freedom.molecules;
            vec![
                Cell::Count(freedom.hidden as u64),
                Cell::Count(first.group.size()),
                Cell::Count(up_to_symmetry),
                Cell::Count(groups),
                Cell::Count(first.group.size() * groups),
                Cell::Text(about.map_or("in this box only".to_owned(), |about| about.to_string())),
                group(first.group.canonical_number, pages),
            ]
        },
    );
    Table::new(
        "families",
        format!(
            "The families of the ambiguous groups of {config}, those with the most groups first"
        ),
        &[
            ("hidden", "atoms that hide"),
            ("size", "molecules a group"),
            ("up_to_symmetry", "groups up to symmetry"),
            ("groups", "groups in all"),
            ("molecules", "molecules in all"),
            ("about", "molecules in a box p wide, about"),
            ("canonical_number", "for example group"),
        ],
        rows,
    )
}
