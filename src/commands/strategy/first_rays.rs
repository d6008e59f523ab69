//! `strategy --first-rays`: what the answer of each first ray is worth.

use std::io::{self, Write};

use ::draw::table::{Align, Table};
use ::draw::words::{counted, wrapped};
use app::object;
use itertools::Itertools;
use serde::Serialize;
use watch::Watcher;

use crate::board::Config;
use crate::draw::show::Show;
use crate::draw::spot::{Place, Spot};
use crate::error::Result;
use crate::puzzle::PlayError;
use crate::puzzle::first_ray::{FirstRay, SHARES, best, first_rays};
use crate::work::limited;

/// What every first ray tells.
pub(super) struct FirstRays {
    config: Config,
    rays: Vec<FirstRay>,
}

/// Weighs every first ray. [`PlayError::TooManyWays`] if it takes too long.
pub(super) fn weigh(config: Config, watcher: &dyn Watcher) -> Result<FirstRays> {
    let task = format!("first rays into {config}");
    let stopped = format!("stopped while weighing the first rays into {config}; nothing is kept");
    let ends = (stopped, PlayError::TooManyWays(config));
    let rays = limited(watcher, (&task, SHARES), ends, |observed| {
        first_rays(config, observed)
    })?;
    Ok(FirstRays { config, rays })
}

impl Show for FirstRays {
    /// A picture and a table.
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let (config, rays) = (self.config, &self.rays[..]);
        let all = config.molecules() as f64;
        let molecules = counted(config.molecules(), "molecule", "molecules");
        let title = "first ray: expected information of its answer, in bits";
        let title = wrapped(title, columns);
        writeln!(out, "{config}: {molecules}\n\n{title}\n")?;
        for line in grid(config, rays, columns) {
            writeln!(out, "{}", line.trim_end())?;
        }
        let headings = [
            "row or\ncolumn",
            "bits",
            "absorbed",
            "reflected",
            "out",
            "exits",
        ];
        let mut table = Table::new(Align::Left, headings);
        for class in classes(rays) {
            let ray = class[0];
            let percent = |molecules: u128| format!("{:.2} %", 100.0 * molecules as f64 / all);
            table.row([
                places(&class, config.width()),
                format!("{:.5}", ray.bits),
                percent(ray.absorbed),
                percent(ray.reflected),
                percent(ray.out),
                ray.exits.to_string(),
            ]);
        }
        write!(out, "\n{}", table.text(columns))
    }

    fn document(&self) -> impl Serialize {
        let (config, rays) = (self.config, &self.rays);
        let row = |ray: &FirstRay| {
            object! {
                position: ray.position.index(),
                like: ray.like.index(),
                bits: ray.bits,
                absorbed: ray.absorbed,
                reflected: ray.reflected,
                out: ray.out,
                exits: ray.exits,
            }
        };
        object! {
            config: config.to_string(),
            molecules: config.molecules(),
            first_rays: rays.iter().map(row).collect::<Vec<_>>(),
            // Null if no ray tells anything.
            best: best(rays).first().map(|best| best.index()),
        }
    }
}

/// The rays by orbit, in the order of their first one.
fn classes(rays: &[FirstRay]) -> Vec<Vec<&FirstRay>> {
    let mut classes: Vec<Vec<&FirstRay>> = Vec::new();
    for ray in rays {
        match classes.get_mut(ray.like.index()) {
            Some(class) => class.push(ray),
            None => classes.push(vec![ray]),
        }
    }
    classes
}

/// The rows or columns of a class of positions: the same on every side.
fn places(class: &[&FirstRay], width: usize) -> String {
    let along = class.iter().map(|ray| ray.position.index() % width + 1);
    along.sorted().dedup().join(", ")
}

/// The box with the bits of each position around it. On a narrow terminal, the cells are narrower,
/// and the bits are rounded more.
fn grid(config: Config, rays: &[FirstRay], columns: usize) -> Vec<String> {
    let p = config.width();
    let (cell, digits) = [(6, 2), (5, 2), (4, 1)]
        .into_iter()
        .find(|(cell, digits)| digits + 2 + cell * (p + 1) <= columns)
        .unwrap_or((4, 1));
    let spot = |line, column| {
        let width = if column == 0 { digits + 2 } else { cell };
        let text = match (Spot { line, column }).place(config.size()) {
            Place::Entry(position) => format!("{:.digits$}", rays[position.index()].bits),
            Place::Cell(_) => "-".to_owned(),
            Place::Corner => String::new(),
        };
        format!("{text:>width$}")
    };
    let line = |line| (0..p + 2).map(|column| spot(line, column)).collect();
    (0..p + 2).map(line).collect()
}
