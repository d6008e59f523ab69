//! `china-labyrinth display` and `connect`: what is stored.

use std::io::{self, BufWriter, Write};

use ::view::words::{counted, wrapped};
use clap::Args;
use kit::database::Access;
use kit::output::{print, write_json};
use kit::terminal::Console;
use kit::{Drawn, Error, Limit, Result};
use serde_json::json;
use tables::DatabasePath;
use watch::Watcher;

use super::Look;
use crate::rules::{Doors, hexagrams};
use crate::store::Store;
use crate::view;

#[derive(Args, Debug)]
pub(crate) struct Display {
    /// The number of a solution, in the order in which they were found
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    number: Option<u64>,
    /// Show only solutions with this number of groups
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..=64))]
    groups: Option<u64>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    database: DatabasePath,
}

impl Display {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let shown = self.number.map_or(Limit::All, |_| Limit::AtMost(1));
        self.look.allow(shown)?;
        let file = self.database.open(Access::Read, console)?;
        let mut out = BufWriter::new(io::stdout().lock());
        let mut found = 0;
        Store { file }.solutions(self.number, self.groups, |_, stored| {
            let stored = stored?;
            if self.look.format == Drawn::Text {
                let gap = if found > 0 { "\n" } else { "" };
                writeln!(out, "{gap}solution {}", stored.number)?;
            }
            match self.look.format {
                Drawn::Json => write_json(&mut out, &view::json::stored(&stored))?,
                _ => self.look.draw(&mut out, &stored.found, stored.seed)?,
            }
            found += 1;
            Ok(true)
        })?;
        out.flush()?;
        let none = || Error::other("no solution of the hexagons like that is stored", "");
        (found > 0).then_some(()).ok_or_else(none)
    }
}

#[derive(Args, Debug)]
pub(crate) struct Connect {
    /// The number of the hexagram that was cast, 1 to 64
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    from: u8,
    /// The number of the one that it becomes
    #[arg(value_parser = clap::value_parser!(u8).range(1..=64))]
    to: u8,
    /// The number of a stored solution [default: the first in which a way leads from one to the
    /// other]
    #[arg(value_name = "NUMBER", value_parser = clap::value_parser!(u64).range(1..=i64::MAX as u64))]
    number: Option<u64>,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    database: DatabasePath,
}

impl Connect {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let file = self.database.open(Access::Read, console)?;
        let piece = |number| hexagrams::all().find(|one| one.number == number);
        let ends = [self.from, self.to].map(|number| piece(number).map_or(0, |one| one.doors));
        let (mut seen, mut connected) = (0u64, None);
        Store { file }.solutions(self.number, None, |_, stored| {
            seen += 1;
            if console.stop().asked() {
                let what = format!("stopped after {seen} solutions that do not connect them");
                return Err(Error::Stopped(what));
            }
            let stored = stored?;
            let way = stored.found.solution.way(ends[0], ends[1]);
            connected = way.map(|way| (stored, way));
            Ok(connected.is_none())
        })?;
        let Some((stored, way)) = connected else {
            let (what, hint) = match (seen, self.number) {
                (0, _) => (
                    "no such solution is stored",
                    "`china-labyrinth search` finds one",
                ),
                (_, Some(_)) => (
                    "the two hexagrams lie in different groups of this solution",
                    "without the number, the first solution that connects them is shown",
                ),
                _ => (
                    "the two hexagrams lie in different groups of all stored solutions",
                    "`china-labyrinth search --limit 100` finds more",
                ),
            };
            return Err(Error::other(what, hint));
        };
        let solution = &stored.found.solution;
        let numbers = Vec::from_iter(way.iter().map(|piece| hexagrams::number(piece.doors)));
        print(|out| {
            match self.look.format {
                Drawn::Text => {
                    let doors = counted(way.len() as u64 - 1, "door", "doors");
                    let numbers: Vec<String> = numbers.iter().map(u8::to_string).collect();
                    writeln!(out, "solution {}: {doors}", stored.number)?;
                    writeln!(out, "{}\n", wrapped(&numbers.join(" → "), 60))?;
                    view::write_way(out, solution, &way)?;
                }
                Drawn::Json => {
                    let pieces: Vec<Doors> = way.iter().map(|piece| piece.doors).collect();
                    let number = stored.number;
                    let document =
                        json!({ "number": number, "hexagrams": numbers, "pieces": pieces });
                    write_json(out, &document)?;
                }
                Drawn::Svg => {
                    let picture = view::svg::solution(solution, &way);
                    out.write_all(picture.document().as_bytes())?;
                }
            }
            Ok(())
        })
    }
}
