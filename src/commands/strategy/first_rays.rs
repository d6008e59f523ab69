//! `strategy --first-rays`: the expected information of each first ray.

use std::io::{self, Write};

use app::object;
use draw::table::{Align, Table};
use draw::words::{counted, wrapped};
use itertools::Itertools;
use serde::Serialize;
use watch::Watcher;

use crate::board::{Config, Position};
use crate::error::Result;
use crate::output::show::Show;
use crate::output::spot::{Place, Spot};
use crate::puzzle::PlayError;
use crate::puzzle::first_ray::{FirstRays, SHARES};
use crate::puzzle::hint::NextRay;
use crate::ray::Outcome;
use crate::work::limited;

/// Computes the expected information of every first ray. [`PlayError::TooManyWays`] if it takes too long.
pub(super) fn first_rays(config: Config, watcher: &dyn Watcher) -> Result<FirstRays> {
    let task = format!("first rays into {config}");
    let stopped = format!("stopped while comparing the first rays into {config}; nothing is kept");
    let ends = (stopped, PlayError::TooManyWays(config));
    limited(watcher, (&task, SHARES), ends, |observed| {
        FirstRays::new(config, observed)
    })
}

/// The answers to a ray, counted.
#[derive(Default)]
struct Answers {
    absorbed: u128,
    reflected: u128,
    out: u128,
    /// The number of positions where it may come out.
    exits: usize,
}

impl Answers {
    fn of(ray: &NextRay) -> Answers {
        let mut answers = Answers::default();
        for &(outcome, molecules) in &ray.answers {
            match outcome {
                Outcome::Absorbed => answers.absorbed += molecules,
                Outcome::Reflected => answers.reflected += molecules,
                Outcome::Out(_) => {
                    answers.out += molecules;
                    answers.exits += 1;
                }
            }
        }
        answers
    }
}

impl Show for FirstRays {
    /// Writes a picture and a table.
    fn text(&self, out: &mut dyn Write, columns: usize) -> io::Result<()> {
        let config = self.config;
        let all = config.molecules() as f64;
        let molecules = counted(config.molecules(), "molecule", "molecules");
        let title = "first ray: expected information of its answer, in bits";
        let title = wrapped(title, columns);
        writeln!(out, "{config}: {molecules}\n\n{title}\n")?;
        for line in grid(self, columns) {
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
        for (orbit, ray) in &self.rays {
            let answers = Answers::of(ray);
            let percent = |molecules: u128| format!("{:.2} %", 100.0 * molecules as f64 / all);
            table.row([
                places(orbit, config.width()),
                format!("{:.5}", ray.bits),
                percent(answers.absorbed),
                percent(answers.reflected),
                percent(answers.out),
                answers.exits.to_string(),
            ]);
        }
        write!(out, "\n{}", table.text(columns))
    }

    fn document(&self) -> impl Serialize {
        let config = self.config;
        let row = |position: Position| {
            let ray = like(self, position)?;
            let answers = Answers::of(ray);
            Some(object! {
                position: position.index(),
                like: ray.position.index(),
                bits: ray.bits,
                absorbed: answers.absorbed,
                reflected: answers.reflected,
                out: answers.out,
                exits: answers.exits,
            })
        };
        object! {
            config: config.to_string(),
            molecules: config.molecules(),
            first_rays: config.size().all_positions().filter_map(row).collect::<Vec<_>>(),
            // Null if no ray gives information.
            best: self.best.map(|best| best.index()),
        }
    }
}

/// The rows or columns of an orbit of positions, which are the same on every side.
fn places(orbit: &[Position], width: usize) -> String {
    let along = orbit.iter().map(|position| position.index() % width + 1);
    along.sorted().dedup().join(", ")
}

/// The ray that a position is a rotation or reflection of.
fn like(first: &FirstRays, position: Position) -> Option<&NextRay> {
    let mut rays = first.rays.iter();
    rays.find_map(|(orbit, ray)| orbit.contains(&position).then_some(ray))
}

/// The box with the bits of each position around it. On a narrow terminal, cells are narrower, and bits have fewer
/// digits.
fn grid(first: &FirstRays, columns: usize) -> Vec<String> {
    let (p, size) = (first.config.width(), first.config.size());
    let (cell, digits) = [(6, 2), (5, 2)]
        .into_iter()
        .find(|(cell, digits)| digits + 2 + cell * (p + 1) <= columns)
        .unwrap_or((4, 1));
    let spot = |line, column| {
        let width = if column == 0 { digits + 2 } else { cell };
        let bits = |position| like(first, position).map_or(0.0, |ray| ray.bits);
        let text = match (Spot { line, column }).place(size) {
            Place::Entry(position) => format!("{:.digits$}", bits(position)),
            Place::Cell(_) => "-".to_owned(),
            Place::Corner => String::new(),
        };
        format!("{text:>width$}")
    };
    let line = |line| (0..p + 2).map(|column| spot(line, column)).collect();
    (0..p + 2).map(line).collect()
}
