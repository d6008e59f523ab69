//! The tables of a report.

use std::cmp::Reverse;
use std::collections::{BTreeMap, HashMap};
use std::ops::Index;

use itertools::Itertools;

use crate::analysis::{
    CostedGroup, Fate, GroupCount, Guess, Kind, Measure, Origin, POINTS_AN_ATOM, RayNumbers,
    SpectralGroup,
};
use crate::commands::report::run::{Report, Smaller};
use crate::commands::report::show::Pages;
use crate::commands::report::show::table::{Cell, Table};
use crate::draw::drawing::cell_name;
use crate::game::{Chamber, Config, Molecule, Outcome, Position};
use crate::laws::{Family, Freedom};

/// All tables of a report, in the order of the page.
#[derive(Debug)]
pub(super) struct Tables(Vec<Table>);

impl Tables {
    pub(super) fn new(report: &Report, pages: &Pages) -> Tables {
        Tables(vec![
            ambiguity(report),
            costs(report),
            pair_counts(report),
            pairs(report, pages),
            groups(report, pages),
            families(report, pages),
            rays(report),
            by_measure(report, Measure::Length),
            by_measure(report, Measure::Turns),
            records(report),
            ray_numbers(report),
            growth(report),
            growth_by_size(report),
            reappearing(report),
            origins(report),
        ])
    }

    /// Those of which a page shows the first rows, and its script fetches the others.
    pub(super) fn fetched(&self) -> impl Iterator<Item = &Table> {
        ["pairs", "groups", "families"]
            .into_iter()
            .map(|name| &self[name])
    }

    pub(super) fn all(&self) -> &[Table] {
        &self.0
    }
}

impl Index<&str> for Tables {
    type Output = Table;

    fn index(&self, name: &str) -> &Table {
        let place = self.0.iter().position(|table| table.name == name);
        &self.0[place.unwrap_or_default()]
    }
}

/// Spectra by size.
const SIZES: [(&str, &str); 4] = [
    ("size", "molecules per spectrum"),
    ("up_to_symmetry", "spectra up to symmetry"),
    ("spectrums", "spectra in all"),
    ("molecules", "molecules in all"),
];

fn ambiguity(report: &Report) -> Table {
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

fn costs(report: &Report) -> Table {
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

fn pair_counts(report: &Report) -> Table {
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

fn pairs(report: &Report, pages: &Pages) -> Table {
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

fn group(number: u64, pages: &Pages) -> Cell {
    Cell::Group(number, pages.get(&number).copied())
}

/// Cells as line and column, both from 1.
fn cells(atoms: Molecule, config: Config) -> String {
    atoms.atoms().map(|cell| cell_name(cell, config)).join(" ")
}

fn groups(report: &Report, pages: &Pages) -> Table {
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

fn families(report: &Report, pages: &Pages) -> Table {
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

fn rays(report: &Report) -> Table {
    let config = report.config;
    let all = Kind::ALL.into_iter().flat_map(|kind| {
        let rays = report.survey.rays.distribution(kind).iter();
        rays.map(move |(extent, rays)| (kind, extent, rays))
    });
    Table::new(
        "rays",
        format!("Rays of all molecules of {config} by outcome, turns and length"),
        &[
            ("outcome", "outcome"),
            ("turns", "turns"),
            ("length", "length"),
            ("rays", "rays"),
        ],
        all.map(|(kind, extent, rays)| {
            vec![
                Cell::text(kind.name()),
                Cell::Count(extent.turns as u64),
                Cell::Count(extent.length as u64),
                Cell::Count(rays),
            ]
        }),
    )
}

fn by_measure(report: &Report, measure: Measure) -> Table {
    let config = report.config;
    let (name, caption, heading) = match measure {
        Measure::Length => (
            "ray-lengths",
            format!("How many cells the rays of {config} enter, all molecules together"),
            ("length", "cells entered"),
        ),
        Measure::Turns => (
            "ray-turns",
            format!("How often the rays of {config} turn, all molecules together"),
            ("turns", "turns"),
        ),
    };
    let by = Kind::ALL.map(|kind| report.survey.rays.distribution(kind).by(measure));
    let kinds = Kind::ALL.map(|kind| (kind.name(), kind.name()));
    let mut table = Table::new(
        name,
        caption,
        &[&[heading], &kinds[..]].concat(),
        by_value(&by).map(counts),
    );
    let means = Kind::ALL.into_iter().map(|kind| {
        let mean = report.survey.rays.distribution(kind).mean(measure);
        mean.map_or(Cell::Nothing, Cell::Mean)
    });
    table.total = Some([Cell::text("mean")].into_iter().chain(means).collect());
    table
}

fn records(report: &Report) -> Table {
    let config = report.config;
    let width = config.width();
    let entry = |position: Position| position.words(width);
    let all = (Kind::ALL.into_iter()).cartesian_product(Measure::ALL);
    Table::new(
        "ray-records",
        format!(
            "The longest and the most turned rays of {config}, by the first molecule that has one"
        ),
        &[
            ("outcome", "outcome"),
            ("measure", "most"),
            ("value", ""),
            ("length", "length"),
            ("turns", "turns"),
            ("number", "molecule"),
            ("position", ""),
            ("from", "shot from"),
            ("exit", ""),
            ("to", "comes out at"),
            ("canonical_molecules", "molecules with one, up to symmetry"),
            ("molecules", "in all"),
            ("molecule", ""),
            ("path", ""),
        ],
        all.filter_map(|(kind, measure)| {
            let record = report.survey.rays.record(kind, measure)?;
            let path = Chamber::new(record.molecule, config).path(record.position);
            let way = path.cells.iter().map(|&cell| cell_name(cell, config));
            let [exit, to] = match path.ray.outcome {
                Outcome::Out(exit) => [Cell::Number(exit.index() as u64), Cell::Text(entry(exit))],
                _ => [Cell::Nothing, Cell::Nothing],
            };
            Some(vec![
                Cell::text(kind.name()),
                Cell::text(measure.name()),
                Cell::Count(record.extent.get(measure) as u64),
                Cell::Count(record.extent.length as u64),
                Cell::Count(record.extent.turns as u64),
                Cell::Drawn(record.molecule.number(config), record_name(kind, measure)),
                Cell::Number(record.position.index() as u64),
                Cell::Text(entry(record.position)),
                exit,
                to,
                Cell::Count(record.canonical),
                Cell::Count(record.molecules),
                Cell::symbols(record.molecule.text(config)),
                Cell::Text(way.into_iter().join(" ")),
            ])
        }),
    )
}

/// The values from 0 to the highest one of some counts, and what each of these says of it.
pub(super) fn by_value<const N: usize>(
    by: &[BTreeMap<u16, u64>; N],
) -> impl Iterator<Item = (u64, [u64; N])> {
    let highest = by.iter().filter_map(|counts| counts.last_key_value());
    let highest = highest.map(|(&value, _)| value).max();
    let values = highest.into_iter().flat_map(|highest| 0..=highest);
    values.map(move |value| {
        let count = |counts: &BTreeMap<u16, u64>| counts.get(&value).copied().unwrap_or(0);
        (value.into(), by.each_ref().map(count))
    })
}

fn counts<const N: usize>((value, counts): (u64, [u64; N])) -> Vec<Cell> {
    let cells = [value].into_iter().chain(counts);
    cells.map(Cell::Count).collect()
}

/// The name of the picture of a record's holder.
pub(super) fn record_name(kind: Kind, measure: Measure) -> String {
    format!("most-{}-{}", measure.name(), kind.name())
}

/// Something that a molecule has a number of, by name.
type Numbered = (&'static str, fn(RayNumbers) -> u16);

pub(super) const NUMBERS: [Numbered; 6] = [
    ("absorbed", |numbers| numbers.absorbed),
    ("reflected", RayNumbers::reflected),
    ("edge", |numbers| numbers.edge),
    ("deep", |numbers| numbers.deep),
    ("out", |numbers| numbers.out),
    ("shots", RayNumbers::shots),
];

fn ray_numbers(report: &Report) -> Table {
    let config = report.config;
    let by = NUMBERS.map(|(_, of)| report.survey.rays.tally.by(of));
    Table::new(
        "ray-numbers",
        format!(
            "How many molecules of {config} have each number of rays of a kind, and need each number of shots"
        ),
        &[
            ("number", "number"),
            ("absorbed", "absorbed rays"),
            ("reflected", "reflected rays"),
            ("edge", "of them at the edge"),
            ("deep", "of them inside"),
            ("out", "rays that come out"),
            ("shots", "shots"),
        ],
        by_value(&by).map(counts),
    )
}

fn growth(report: &Report) -> Table {
    let atoms = report.config.atoms();
    Table::new(
        "growth",
        format!("How ambiguity of {atoms} atoms grows with the box"),
        &[
            ("config", "box"),
            ("molecules", "molecules"),
            ("canonical_molecules", "up to symmetry"),
            ("ambiguous_molecules", "ambiguous molecules"),
            ("ambiguous_percent", "share"),
            ("up_to_symmetry", "ambiguous spectra up to symmetry"),
            ("spectrums", "in all"),
            ("largest", "largest group"),
            ("known_from", "known from"),
        ],
        report.growth.iter().map(|growth| {
            let (config, ambiguous) = (growth.config, growth.total(|row| row.molecules));
            let largest = growth.by_size.last();
            let source = match growth.explored {
                true => "exploration",
                false => "census",
            };
            vec![
                Cell::text(config),
                Cell::Count(config.molecules()),
                Cell::Count(config.canonical_molecules()),
                Cell::Count(ambiguous),
                Cell::Share(ambiguous as f64 / config.molecules() as f64),
                Cell::Count(growth.total(|row| row.spectra_up_to_symmetry)),
                Cell::Count(growth.total(|row| row.spectra)),
                Cell::Count(largest.map_or(1, |row| row.molecules_per_spectrum)),
                Cell::text(source),
            ]
        }),
    )
}

fn growth_by_size(report: &Report) -> Table {
    let atoms = report.config.atoms();
    let sizes = report.growth.iter().flat_map(|growth| {
        let rows = growth.by_size.iter();
        rows.map(|row| (growth.config, row))
    });
    Table::new(
        "growth-by-size",
        format!("Ambiguous spectra of {atoms} atoms by box and by how many molecules share them"),
        &[&[("config", "box")], &SIZES[..]].concat(),
        sizes.map(|(config, row)| {
            vec![
                Cell::text(config),
                Cell::Count(row.molecules_per_spectrum),
                Cell::Count(row.spectra_up_to_symmetry),
                Cell::Count(row.spectra),
                Cell::Count(row.molecules),
            ]
        }),
    )
}

/// A row for each size of the groups, and one for all: the smaller box, the size, and the sums of
/// what `counts` says of each group.
fn by_size<const N: usize>(
    smaller: &Smaller,
    groups: &[SpectralGroup],
    counts: impl Fn(usize) -> [u64; N],
) -> Vec<Vec<Cell>> {
    let mut sums = BTreeMap::from([(u64::MAX, [0; N])]);
    for (place, group) in groups.iter().enumerate() {
        // All of them come last.
        for size in [group.size(), u64::MAX] {
            let sums = sums.entry(size).or_insert([0; N]);
            let both = sums.iter_mut().zip(counts(place));
            both.for_each(|(sum, count)| *sum += count);
        }
    }
    let rows = sums.into_iter().map(|(size, sums)| {
        let label = match size {
            u64::MAX => Cell::text("all"),
            size => Cell::Count(size),
        };
        let begin = [Cell::text(smaller.embedding.smaller), label];
        begin.into_iter().chain(sums.map(Cell::Count)).collect()
    });
    rows.collect()
}

fn reappearing(report: &Report) -> Table {
    let config = report.config;
    Table::new(
        "reappearing",
        format!(
            "Groups of smaller boxes that reappear in {config} when empty lines and columns are inserted, up to symmetry"
        ),
        &[
            ("smaller", "from"),
            ("size", "molecules a group"),
            ("groups", "groups"),
            ("always", "reappear wherever they are inserted"),
            ("sometimes", "in some places only"),
            ("never", "never"),
            ("ways", "ways to insert them"),
            ("kept", "ways that keep the group"),
        ],
        report.smaller.iter().flat_map(|smaller| {
            by_size(smaller, &smaller.groups, |place| {
                let Fate { ways, kept } = smaller.embedding.fates[place];
                let (always, never) = (kept == ways && kept > 0, kept == 0);
                let fates = [true, always, !always && !never, never].map(u64::from);
                let [all, always, sometimes, never] = fates;
                [all, always, sometimes, never, ways, kept]
            })
        }),
    )
}

fn origins(report: &Report) -> Table {
    let config = report.config;
    let groups = &report.survey.groups;
    Table::new(
        "origins",
        format!(
            "Groups of {config} that come from a smaller box by inserting empty lines and columns"
        ),
        &[
            ("smaller", "from"),
            ("size", "molecules a group"),
            ("up_to_symmetry", "groups up to symmetry"),
            ("from_smaller_up_to_symmetry", "come from there"),
            ("whole_up_to_symmetry", "of them as whole groups"),
            ("new_up_to_symmetry", "new"),
            ("groups", "groups in all"),
            ("from_smaller", "come from there"),
            ("new", "new"),
        ],
        report.smaller.iter().flat_map(|smaller| {
            by_size(smaller, groups, |place| {
                let (images, origin) = (groups[place].images, smaller.embedding.origins[place]);
                let [old, new] = [origin.is_some(), origin.is_none()].map(u64::from);
                let whole = u64::from(origin == Some(Origin::Whole));
                [1, old, whole, new, images, old * images, new * images]
            })
        }),
    )
}
