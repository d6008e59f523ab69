//! The charts of a report.

use std::collections::BTreeMap;

use ::view::chart::{BarChart, Scale};
use ::view::svg::Picture;

use super::tables::NUMBERS;
use crate::analysis::{Kind, Measure, RayNumbers};
use crate::stages::report::Report;

/// The outcomes in the order of the colours that drawings of rays have, too.
const AS_DRAWN: [Kind; 3] = [Kind::Out, Kind::Absorbed, Kind::Reflected];

/// How many rays have which length or number of turns.
pub(super) fn by_measure(report: &Report, measure: Measure) -> Picture {
    let by = AS_DRAWN.map(|kind| report.survey.rays.distribution(kind).by(measure));
    let most = by.iter().map(Vec::len).max().unwrap_or(0);
    let bars = (0..most).map(|value| {
        let count = |counts: &Vec<u64>| counts.get(value).copied().unwrap_or(0);
        (value.to_string(), by.iter().map(count).collect())
    });
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
    let by = report.survey.rays.tally().by(RayNumbers::shots);
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
    let kinds = AS_DRAWN.map(|kind| match kind {
        Kind::Absorbed => NUMBERS[0],
        Kind::Reflected => NUMBERS[1],
        Kind::Out => NUMBERS[4],
    });
    let by = kinds.map(|(_, of)| report.survey.rays.tally().by(of));
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
fn filled(counts: &[BTreeMap<u16, u64>]) -> Vec<(String, Vec<u64>)> {
    let keys = || counts.iter().flat_map(|counts| counts.keys().copied());
    let (Some(first), Some(last)) = (keys().min(), keys().max()) else {
        return Vec::new();
    };
    let bars = (first..=last).map(|number| {
        let height = |by: &BTreeMap<u16, u64>| by.get(&number).copied().unwrap_or(0);
        (number.to_string(), counts.iter().map(height).collect())
    });
    bars.collect()
}

/// How the numbers of molecules and of ambiguous ones grow with the box, if
/// there are boxes to compare.
pub(super) fn growth(report: &Report) -> Option<Picture> {
    if report.growth.len() < 2 {
        return None;
    }
    let bars = report.growth.iter().map(|one| {
        let heights = vec![one.config.molecules(), one.count().molecules];
        (one.config.width().to_string(), heights)
    });
    let growth = BarChart {
        title: format!("Molecules of {} atoms by the box", report.config.atoms()),
        x: "cells that the box is wide".to_owned(),
        y: "molecules (logarithmic)".to_owned(),
        series: vec!["all".to_owned(), "ambiguous".to_owned()],
        bars: bars.collect(),
        scale: Scale::Log,
    };
    Some(growth.picture())
}
