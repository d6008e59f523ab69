//! The pictures of a report.

use std::collections::BTreeMap;

use ::view::chart::{BarChart, Marks, Plot, Scale};
use ::view::svg::Picture;

use super::tables::NUMBERS;
use crate::analysis::claims::Exhibit;
use crate::analysis::{Kind, Measure, RayNumbers, RayRecord};
use crate::game::{Chamber, Config, Entry, Outcome};
use crate::stages::report::Report;
use crate::view::drawing;

/// The outcomes in the order of the colours that drawings of rays have, too.
const AS_DRAWN: [Kind; 3] = [Kind::Out, Kind::Absorbed, Kind::Reflected];

/// How many rays have which length or number of turns.
pub(super) fn by_measure(report: &Report, measure: Measure) -> Picture {
    let by = AS_DRAWN.map(|kind| report.survey.rays.distribution(kind).by(measure));
    let most = by.iter().map(Vec::len).max().unwrap_or(0);
    let bars = (0..most).map(|value| {
        let counts = by
            .iter()
            .map(|counts| counts.get(value).copied().unwrap_or(0));
        (value.to_string(), counts.collect())
    });
    let (title, x) = match measure {
        Measure::Length => ("Length of rays", "cells entered"),
        Measure::Turns => ("Turns of rays", "turns"),
    };
    let chart = BarChart {
        title: format!("{title}, {}", report.config),
        x: x.to_owned(),
        y: "rays (logarithmic)".to_owned(),
        series: AS_DRAWN.map(|kind| kind.name().to_owned()).into(),
        bars: bars.collect(),
        scale: Scale::Log,
    };
    chart.picture()
}

/// How many molecules need how many shots.
pub(super) fn shots(report: &Report) -> Picture {
    let by = report.survey.rays.tally().by(RayNumbers::shots);
    let bars = filled(&[&by]);
    let chart = BarChart {
        title: format!("Shots to see a whole spectrum, {}", report.config),
        x: "shots".to_owned(),
        y: "molecules".to_owned(),
        series: vec!["molecules".to_owned()],
        bars,
        scale: Scale::Linear,
    };
    chart.picture()
}

/// How many molecules have how many rays of each kind.
pub(super) fn ray_numbers(report: &Report) -> Picture {
    let kinds = AS_DRAWN.map(|kind| match kind {
        Kind::Absorbed => NUMBERS[0],
        Kind::Reflected => NUMBERS[1],
        Kind::Out => NUMBERS[4],
    });
    let by = kinds.map(|(_, of)| report.survey.rays.tally().by(of));
    let chart = BarChart {
        title: format!("Rays of a molecule, {}", report.config),
        x: "rays of that kind".to_owned(),
        y: "molecules".to_owned(),
        series: kinds.map(|(name, _)| name.to_owned()).into(),
        bars: filled(&by.each_ref()),
        scale: Scale::Linear,
    };
    chart.picture()
}

/// Counts by number, from the lowest number that there is to the highest.
fn filled(counts: &[&BTreeMap<u16, u64>]) -> Vec<(String, Vec<u64>)> {
    let keys = || counts.iter().flat_map(|counts| counts.keys().copied());
    let (Some(first), Some(last)) = (keys().min(), keys().max()) else {
        return Vec::new();
    };
    let bars = (first..=last).map(|number| {
        let heights = counts
            .iter()
            .map(|counts| counts.get(&number).copied().unwrap_or(0));
        (number.to_string(), heights.collect())
    });
    bars.collect()
}

/// How the numbers of molecules and of ambiguous ones grow with the box, if
/// there are boxes to compare.
pub(super) fn growth(report: &Report) -> Option<Picture> {
    let growth = &report.growth;
    if growth.len() < 2 {
        return None;
    }
    let series = |name: &str, of: &dyn Fn(usize) -> u64| {
        let points = growth.iter().enumerate();
        let points = points.map(|(at, one)| (one.config.width() as f64, of(at) as f64));
        // What is nothing has no logarithm.
        (
            name.to_owned(),
            points.filter(|point| point.1 > 0.0).collect(),
        )
    };
    let plot = Plot {
        title: format!("Molecules of {} atoms by the box", report.config.atoms()),
        x: "cells that the box is wide".to_owned(),
        y: "molecules (logarithmic)".to_owned(),
        series: vec![
            series("all", &|at| growth[at].config.molecules()),
            series("ambiguous", &|at| growth[at].count().molecules),
        ],
        marks: Marks::Line,
        scale: Scale::Log,
    };
    Some(plot.picture())
}

/// A molecule that holds a record, and its ray.
pub(super) fn record(record: &RayRecord, config: Config) -> Picture {
    with_ray(record.molecule, Some(record.position), config)
}

fn with_ray(molecule: crate::game::Molecule, ray: Option<usize>, config: Config) -> Picture {
    let paths: Vec<_> = ray
        .map(|position| Chamber::new(molecule, config).path(position))
        .into_iter()
        .collect();
    let mut picture = drawing::molecule(molecule, &molecule.spectrum(config), config, &paths);
    if let [path] = &paths[..] {
        let width = config.width();
        let entry = |position| Entry { position, width };
        let end = match path.ray.outcome {
            Outcome::Absorbed => "is absorbed".to_owned(),
            Outcome::Reflected => "is reflected".to_owned(),
            Outcome::Out(exit) => format!("comes out at {}", entry(exit)),
        };
        picture.title += &format!(
            "; the ray from {} enters {} cells, turns {} times and {end}",
            entry(path.position),
            path.ray.length,
            path.ray.turns
        );
    }
    picture
}

/// What shows a claim's verdict.
pub(super) fn exhibit(exhibit: &Exhibit) -> Picture {
    match exhibit {
        Exhibit::Molecule {
            config,
            molecule,
            ray,
        } => with_ray(*molecule, *ray, *config),
        Exhibit::Group { config, group } => drawing::group(group, *config),
    }
}
