//! Tables of rays.

use std::collections::BTreeMap;

use itertools::Itertools;

use crate::analysis::{Kind, Measure, RayNumbers};
use crate::game::{Chamber, Outcome, Position};
use crate::stages::report::Report;
use crate::view::drawing::cell_name;
use crate::view::report::table::{Cell, Table};

pub(super) fn rays(report: &Report) -> Table {
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

pub(super) fn by_measure(report: &Report, measure: Measure) -> Table {
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

pub(super) fn records(report: &Report) -> Table {
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
pub(in crate::view::report) fn by_value<const N: usize>(
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

/// A row of a value and its counts.
fn counts<const N: usize>((value, counts): (u64, [u64; N])) -> Vec<Cell> {
    let cells = [value].into_iter().chain(counts);
    cells.map(Cell::Count).collect()
}

/// The name of the picture of a record's holder.
pub(in crate::view::report) fn record_name(kind: Kind, measure: Measure) -> String {
    format!("most-{}-{}", measure.name(), kind.name())
}

/// Something that a molecule has a number of, by name.
type Numbered = (&'static str, fn(RayNumbers) -> u16);

/// What a molecule has a number of.
pub(in crate::view::report) const NUMBERS: [Numbered; 6] = [
    ("absorbed", |numbers| numbers.absorbed),
    ("reflected", RayNumbers::reflected),
    ("edge", |numbers| numbers.edge),
    ("deep", |numbers| numbers.deep),
    ("out", |numbers| numbers.out),
    ("shots", RayNumbers::shots),
];

pub(super) fn ray_numbers(report: &Report) -> Table {
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
