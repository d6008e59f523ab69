//! `china-labyrinth connect`: the shortest path from one hexagram to another in a solution.

use std::io::Write;

use ::draw::words::{counted, wrapped};
use app::output::{print, write_json};
use app::terminal::{Console, columns_to_wrap};
use app::{Error, PictureFormat, Result, Seed};
use clap::Args;
use watch::Watcher;

use crate::rules::{Doors, hexagrams};
use crate::search::connected;
use crate::view;

#[derive(Args, Debug)]
pub(crate) struct Connect {
    /// The number of the hexagram where the path begins, 1 to 64
    #[arg(value_parser = app::whole::<u8>(1..=64))]
    from: u8,
    /// The number of the hexagram where the path ends, 1 to 64
    #[arg(value_parser = app::whole::<u8>(1..=64))]
    to: u8,
    #[command(flatten)]
    seed: Seed,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = PictureFormat::Text)]
    format: PictureFormat,
}

impl Connect {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let piece = |number| hexagrams::all().find(|one| one.number == number);
        let [from, to] =
            [self.from, self.to].map(|number| piece(number).map_or(0, |one| one.doors));
        let seed = self.seed.or_fresh(console);
        let (solution, path) = connected(from, to, seed, console.stop())?.map_err(|seen| {
            if console.stop().is_requested() {
                return Error::Stopped(format!(
                    "stopped after {seen} solutions, none of which connects the two hexagrams"
                ));
            }
            Error::other(
                "in each of 1,000 solutions, the two hexagrams are in different groups",
                "hexagram 2 has no doors, so no path leads to it",
            )
        })?;
        let numbers = Vec::from_iter(path.iter().map(|piece| hexagrams::number(piece.doors)));
        let doors = counted(path.len() as u64 - 1, "door", "doors");
        let on_it: Vec<String> = numbers.iter().map(u8::to_string).collect();
        let on_it = wrapped(&on_it.join(" → "), columns_to_wrap());
        let text = format!("{doors}\n{on_it}\n\n{}", view::path(&solution, &path));
        let pieces: Vec<Doors> = path.iter().map(|piece| piece.doors).collect();
        let mut document = view::json::solution(&solution);
        document["hexagrams"] = numbers.into();
        document["pieces"] = pieces.into();
        print(|out| {
            match self.format {
                PictureFormat::Text => write!(out, "{text}")?,
                PictureFormat::Json => write_json(out, &document)?,
                PictureFormat::Svg => {
                    write!(out, "{}", view::svg::solution(&solution, &path).document())?;
                }
            }
            Ok(())
        })
    }
}
