//! `china-labyrinth cast` and `hexagrams`.

use std::io::Write;

use clap::Args;
use kit::terminal::Console;
use kit::{Format, Result, Seed};
use serde_json::json;

use crate::rules::hexagrams::{self, Hexagram};
use crate::rules::{CastMethod, Doors};
use crate::search::Random;
use crate::view;

#[derive(Args, Debug)]
pub(crate) struct Hexagrams {
    /// How to write them
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Hexagrams {
    pub(super) fn run(&self) -> Result<()> {
        let all: Vec<_> = hexagrams::all().map(document).collect();
        self.format.print(view::write_hexagrams, &all)
    }
}

fn document(one: Hexagram) -> serde_json::Value {
    json!({
        "number": one.number,
        "piece": one.doors,
        "character": one.character,
        "name": one.name,
        "reading": one.reading,
    })
}

#[derive(Args, Debug)]
pub(crate) struct Cast {
    /// What the lines are cast with
    #[arg(long, value_enum, default_value_t = CastMethod::Yarrow)]
    with: CastMethod,
    #[command(flatten)]
    seed: Seed,
    /// How to write it
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl Cast {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let seed = self.seed.or_fresh(console);
        let mut random = Random::new(seed, 0);
        let cast = self.with.cast(|n| random.below(n));
        let of_all: u64 = cast.weights.iter().product();
        let [hexagram, becomes] = [cast.hexagram, cast.becomes].map(hexagram_of);
        let document = json!({
            "seed": seed,
            "lines": cast.lines,
            "hexagram": hexagram.map(document),
            "becomes": becomes.map(document),
            "casts": of_all,
            "of": 1u64 << 24,
        });
        let text = |out: &mut dyn Write| {
            writeln!(out, "line  cast              probability")?;
            for (i, (line, weight)) in cast.lines.iter().zip(cast.weights).enumerate().rev() {
                let looks = ["--- x ---", "---------", "---   ---", "----o----"];
                let drawn = looks[usize::from(line - 6)];
                writeln!(out, "{:>4}  {line:>4}  {drawn}  {weight:>8}/16", i + 1)?;
            }
            writeln!(out, "\nhexagram {}", named(cast.hexagram))?;
            match cast.hexagram == cast.becomes {
                true => writeln!(out, "no line changes")?,
                false => writeln!(out, "becomes  {}", named(cast.becomes))?,
            }
            writeln!(out, "{of_all} of 16,777,216 casts are this one")
        };
        self.format.print(|out| text(out), &document)
    }
}

fn hexagram_of(doors: Doors) -> Option<Hexagram> {
    hexagrams::all().find(|hexagram| hexagram.doors == doors)
}

fn named(doors: Doors) -> String {
    let hexagram = hexagram_of(doors);
    hexagram.map_or(String::new(), |one| format!("{} {one}", one.number))
}
