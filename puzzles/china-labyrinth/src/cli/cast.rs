//! `china-labyrinth cast` and `hexagrams`.

use std::io::{self, Write};

use clap::Args;
use kit::output::{print, write_json};
use kit::terminal::Console;
use kit::{Format, Result, Rows, Seed};
use serde_json::json;

use crate::rules::hexagrams::{self, Hexagram};
use crate::rules::{CastMethod, Doors};
use crate::search::Random;
use crate::view;

#[derive(Args, Debug)]
pub(super) struct Hexagrams {
    /// How to write them
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
}

impl Hexagrams {
    pub(super) fn run(&self) -> Result<()> {
        print(|out| {
            match self.format {
                Rows::Text => view::text::write_hexagrams(out)?,
                Rows::Json => write_json(out, &hexagrams::all().map(document).collect::<Vec<_>>())?,
                Rows::Csv => {
                    writeln!(out, "number,piece,character,name,reading")?;
                    for one in hexagrams::all() {
                        let (number, piece, character) = (one.number, one.doors, one.character);
                        let (name, reading) = (one.name, one.reading);
                        writeln!(out, "{number},{piece},{character},{name},{reading}")?;
                    }
                }
            }
            Ok(())
        })
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
pub(super) struct Cast {
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
        if self.format == Format::Json {
            let [hexagram, becomes] = [cast.hexagram, cast.becomes].map(hexagram_of);
            let document = json!({
                "seed": seed,
                "lines": cast.lines,
                "hexagram": hexagram.map(document),
                "becomes": becomes.map(document),
                "casts": of_all,
                "of": 1u64 << 24,
            });
            return print(|out| Ok(write_json(out, &document)?));
        }
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
        Ok(writeln!(out, "{of_all} of 16,777,216 casts are this one")?)
    }
}

fn hexagram_of(doors: Doors) -> Option<Hexagram> {
    hexagrams::all().find(|hexagram| hexagram.doors == doors)
}

fn named(doors: Doors) -> String {
    let hexagram = hexagram_of(doors);
    hexagram.map_or(String::new(), |one| format!("{} {one}", one.number))
}
