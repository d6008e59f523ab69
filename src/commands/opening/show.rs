//! Shows what an opening tells: as text, as JSON, and as CSV.

use std::io::{self, Write};

use ::view::table::{Align, Table};
use ::view::words::{counted, thousands, wrapped};
use itertools::Itertools;
use kit::object;
use serde::Serialize;

use crate::commands::opening::run::Games;
use crate::draw::spot::{Place, Spot};
use crate::game::Config;
use crate::play::opening::{FirstShot, best};
use crate::play::strategy::Tally;

/// Writes what an opening tells for people, in lines of at most this number of columns.
pub(crate) fn write_text(
    out: &mut impl Write,
    config: Config,
    shots: &[FirstShot],
    games: Option<&Games>,
    columns: usize,
) -> io::Result<()> {
    let all = config.molecules() as f64;
    let molecules = counted(config.molecules(), "molecule", "molecules");
    let title = "first shot: expected information of its answer, in bits";
    let title = wrapped(title, columns);
    writeln!(out, "{config}: {molecules}\n\n{title}\n")?;
    for line in grid(config, shots, columns) {
        writeln!(out, "{}", line.trim_end())?;
    }
    let headings = [
        "from line\nor column",
        "bits",
        "absorbed",
        "reflected",
        "out",
        "exits",
    ];
    let mut table = Table::new(Align::Left, headings);
    for class in classes(shots) {
        let shot = class[0];
        let percent = |molecules: u128| format!("{:.2} %", 100.0 * molecules as f64 / all);
        table.row([
            places(&class, config.width()),
            format!("{:.5}", shot.bits),
            percent(shot.absorbed),
            percent(shot.reflected),
            percent(shot.out),
            shot.exits.to_string(),
        ]);
    }
    write!(out, "\n{}", table.text(columns))?;
    match games {
        Some(games) => write_games(out, games, columns),
        None => Ok(()),
    }
}

/// The shots in groups that are alike, in the order of their first one.
fn classes(shots: &[FirstShot]) -> Vec<Vec<&FirstShot>> {
    let mut classes: Vec<Vec<&FirstShot>> = Vec::new();
    for shot in shots {
        match classes.get_mut(shot.like.index()) {
            Some(class) => class.push(shot),
            None => classes.push(vec![shot]),
        }
    }
    classes
}

/// The lines or columns of a class of positions: the same on every side.
fn places(class: &[&FirstShot], width: usize) -> String {
    let along = class.iter().map(|shot| shot.position.index() % width + 1);
    along.sorted().dedup().join(", ")
}

/// The box with the bits of each position around it. On a narrow terminal, the cells are narrower,
/// and the bits are rounded more.
fn grid(config: Config, shots: &[FirstShot], columns: usize) -> Vec<String> {
    let p = config.width();
    let (cell, digits) = [(6, 2), (5, 2), (4, 1)]
        .into_iter()
        .find(|(cell, digits)| digits + 2 + cell * (p + 1) <= columns)
        .unwrap_or((4, 1));
    let spot = |line, column| {
        let width = if column == 0 { digits + 2 } else { cell };
        let text = match (Spot { line, column }).place(p) {
            Place::Entry(position) => format!("{:.digits$}", shots[position.index()].bits),
            Place::Cell(_) => "-".to_owned(),
            Place::Corner => String::new(),
        };
        format!("{text:>width$}")
    };
    let line = |line| (0..p + 2).map(|column| spot(line, column)).collect();
    (0..p + 2).map(line).collect()
}

fn write_games(out: &mut impl Write, games: &Games, columns: usize) -> io::Result<()> {
    let title = "shots until the molecule is known, or its group of the same spectrum";
    let headings = [
        "shots",
        "most\ninformative",
        "fewest\npoints",
        "in order",
        "every ray",
    ];
    let mut table = Table::new(Align::Left, headings);
    for (shots, counts) in distribution(games) {
        let [greedy, points, in_order, every_ray] = counts.map(|molecules| match molecules {
            0 => String::new(),
            _ => thousands(molecules),
        });
        table.row([shots.to_string(), greedy, points, in_order, every_ray]);
    }
    for (name, mean) in [
        ("average", Tally::mean as fn(&Tally) -> f64),
        ("points", Tally::mean_points),
    ] {
        let [greedy, points, in_order, every_ray] =
            games.each_ref().map(|tally| format!("{:.4}", mean(tally)));
        table.row([name.to_owned(), greedy, points, in_order, every_ray]);
    }
    let title = wrapped(title, columns);
    write!(out, "\n{title}\n\n{}", table.text(columns))
}

/// For each number of shots that any game takes, the number of molecules that take it by each
/// strategy.
fn distribution(games: &Games) -> impl Iterator<Item = (usize, [u64; 4])> {
    let shots = games.iter().flat_map(Tally::rows).map(|(shots, _)| shots);
    let shots = shots.sorted().dedup();
    shots.map(move |shots| (shots, games.each_ref().map(|tally| tally.molecules[shots])))
}

pub(crate) fn write_games_csv(
    out: &mut impl Write,
    config: Config,
    games: &Games,
) -> io::Result<()> {
    writeln!(out, "config,shots,greedy,points,in_order,every_ray")?;
    for (shots, counts) in distribution(games) {
        writeln!(out, "{config},{shots},{}", counts.iter().join(","))?;
    }
    Ok(())
}

pub(crate) fn write_shots_csv(
    out: &mut impl Write,
    config: Config,
    shots: &[FirstShot],
) -> io::Result<()> {
    let names = "config,position,like,bits,absorbed,reflected,out,exits";
    writeln!(out, "{names}")?;
    for shot in shots {
        let (position, like) = (shot.position.index(), shot.like.index());
        let (bits, exits) = (shot.bits, shot.exits);
        let counts = [shot.absorbed, shot.reflected, shot.out].iter().join(",");
        writeln!(out, "{config},{position},{like},{bits},{counts},{exits}")?;
    }
    Ok(())
}

fn strategy(tally: &Tally) -> impl Serialize + use<> {
    let row = |(shots, molecules)| object! { shots: shots, molecules: molecules };
    object! {
        average: tally.mean(),
        average_points: tally.mean_points(),
        distribution: tally.rows().map(row).collect::<Vec<_>>(),
    }
}

pub(crate) fn document(
    config: Config,
    shots: &[FirstShot],
    games: Option<&Games>,
) -> impl Serialize {
    let [greedy, points, in_order, every_ray] =
        [0, 1, 2, 3].map(|at| games.map(|games| strategy(&games[at])));
    object! {
        config: config.to_string(),
        molecules: config.molecules(),
        first_shots: shots,
        // Null if no ray tells anything.
        best: best(shots).first().copied(),
        spectra: games.map(|games| games[0].spectra),
        greedy: greedy,
        points: points,
        in_order: in_order,
        every_ray: every_ray,
    }
}
