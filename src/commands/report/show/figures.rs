//! The charts of a report.

use std::collections::BTreeMap;

use ::view::chart::{BarChart, Scale};
use ::view::svg::Picture;

use crate::analysis::{Kind, Measure, RayNumbers};
use crate::commands::report::run::Report;
use crate::commands::report::show::tables::{NUMBERS, by_value};

/// The outcomes in the order of the colours that drawings of rays have, too.
const AS_DRAWN: [Kind; 3] = [Kind::Out, Kind::Absorbed, Kind::Reflected];

/// How many rays have which length or number of turns.
pub(super) fn by_measure(report: &Report, measure: Measure) -> Picture {
    let by = AS_DRAWN.map(|kind| report.survey.rays.distribution(kind).by(measure));
    let bars = by_value(&by).map(|(value, counts)| (value.to_string(), counts.into()));
    let (title, x) = match measure {
        Measure::Length => ("Length of rays", "cells entered"),
        Measure::Turns => ("Turns of rays", "turns"),
    };
    BarChart {
        title: format!("{title}, {}", report.config),
        x: x.to_owned(),
        y: "rays (logarithmic)".to_owned(),
        series: AS_DRAWN.map(|kind| kind.name().to_owned()).into(),
        bars: bars.collect(),
        scale: Scale::Log,
    }
    .picture()
}

/// How many molecules need how many shots.
pub(super) fn shots(report: &Report) -> Picture {
    let by = report.survey.rays.tally.by(RayNumbers::shots);
    BarChart {
        title: format!("Shots to see a whole spectrum, {}", report.config),
        x: "shots".to_owned(),
        y: "molecules".to_owned(),
        series: vec!["molecules".to_owned()],
        bars: filled(&[by]),
        scale: Scale::Linear,
    }
    .picture()
}

/// How many molecules have how many rays of each kind.
pub(super) fn ray_numbers(report: &Report) -> Picture {
    // Those of AS_DRAWN.
    let kinds = [NUMBERS[4], NUMBERS[0], NUMBERS[1]];
    let by = kinds.map(|(_, of)| report.survey.rays.tally.by(of));
    BarChart {
        title: format!("Rays of a molecule, {}", report.config),
        x: "rays of that kind".to_owned(),
        y: "molecules".to_owned(),
        series: kinds.map(|(name, _)| name.to_owned()).into(),
        bars: filled(&by),
        scale: Scale::Linear,
    }
    .picture()
}

/// Counts by number, from the lowest number that there is to the highest.
fn filled<const N: usize>(by: &[BTreeMap<u16, u64>; N]) -> Vec<(String, Vec<u64>)> {
    let bars = by_value(by).skip_while(|(_, counts)| *counts == [0; N]);
    let bars = bars.map(|(number, counts)| (number.to_string(), counts.into()));
    bars.collect()
}

/// How the numbers of molecules and of ambiguous ones grow with the box.
pub(super) fn growth(report: &Report) -> Picture {
    let bars = report.growth.iter().map(|one| {
        let heights = vec![one.config.molecules(), one.total(|row| row.molecules)];
        (one.config.width().to_string(), heights)
    });
    BarChart {
        title: format!("Molecules of {} atoms by the box", report.config.atoms()),
        x: "cells that the box is wide".to_owned(),
        y: "molecules (logarithmic)".to_owned(),
        series: vec!["all".to_owned(), "ambiguous".to_owned()],
        bars: bars.collect(),
        scale: Scale::Log,
    }
    .picture()
}
