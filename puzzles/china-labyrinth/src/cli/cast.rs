//! `china-labyrinth cast`.

use std::io::{self, Write};

use clap::Args;
use kit::Result;
use kit::terminal::Console;

use super::options::Seed;
use crate::rules::hexagrams::{self, Hexagram};
use crate::rules::{CastMethod, Doors};
use crate::search::Random;

#[derive(Args, Debug)]
pub(super) struct Cast {
    /// With what lines are cast
    #[arg(long, value_enum, default_value_t = CastMethod::Yarrow)]
    with: CastMethod,
    #[command(flatten)]
    seed: Seed,
}

impl Cast {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let seed = self.seed.or_any(console);
        let mut random = Random::new(seed, 0);
        let cast = self.with.cast(|n| random.below(n));
        let of_all: u64 = cast.weights.iter().product();
        let out = &mut io::stdout().lock();
        writeln!(out, "line  cast              probability")?;
        for (i, (line, weight)) in cast.lines.iter().zip(cast.weights).enumerate().rev() {
            let drawn = match line {
                6 => "--- x ---",
                7 => "---------",
                8 => "---   ---",
                _ => "----o----",
            };
            writeln!(out, "{:>4}  {line:>4}  {drawn}  {weight:>8}/16", i + 1)?;
        }
        writeln!(out, "\nhexagram {}", named(cast.hexagram))?;
        match cast.hexagram == cast.becomes {
            true => writeln!(out, "no line changes")?,
            false => writeln!(out, "becomes  {}", named(cast.becomes))?,
        }
        Ok(writeln!(out, "{of_all} of 16777216 casts are this one")?)
    }
}

fn named(doors: Doors) -> String {
    let hexagram = hexagrams::all().find(|hexagram: &Hexagram| hexagram.doors == doors);
    hexagram.map_or(String::new(), |hexagram| {
        format!("{} {hexagram}", hexagram.number)
    })
}
