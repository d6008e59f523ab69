//! The program `china-labyrinth`.

mod connect;
mod search;

use std::io::Write;

use ::draw::words::{counted, thousands};
use app::terminal::Console;
use app::{Error, Format, Program, Result, Seed};
use clap::{Args, Parser};
use serde_json::json;
use watch::Watcher;

use crate::play::Game;
use crate::rules::hexagrams::{self, Hexagram};
use crate::rules::{CastMethod, Doors, Fault, Tiles};
use crate::search::{Demands, Order, Random, Settings, each_solution};
use crate::view;

/// Explores the China Labyrinth: 64 hexagons, one for each subset of the six possible doors
///
/// In a transcendental solution, every door meets a door, and a side without a door has no
/// neighbour.
#[derive(Parser, Debug)]
#[command(
    name = "china-labyrinth",
    after_help = "{} play\n{} search\n{} connect 36 35"
)]
pub(crate) enum ChinaLabyrinth {
    /// Find transcendental solutions of the 64 hexagons
    ///
    /// In a transcendental solution, every door meets a door, and a side without a door has no
    /// neighbour. Drawings show each piece as the number of its hexagram.
    #[command(
        after_help = "{}\n{} --limit 100 --seed 2\n{} --literal --pieces doors\n{} --format svg > solution.svg"
    )]
    Search(search::Search),
    /// Count all transcendental solutions of a smaller puzzle: 16 squares, one for each subset of
    /// the four possible doors
    ///
    /// In a transcendental solution, every door meets a door, and a side without a door has no
    /// neighbour. The 64 hexagons have about 1.27 * 10^21 such solutions, too many to count.
    #[command(after_help = "{}\n{} --literal")]
    Count {
        #[command(flatten)]
        method: MethodArgs,
        #[command(flatten)]
        seed: Seed,
        /// How to write the result
        #[arg(long, short, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Find a compact solution: all hexagons on a rhombus of eight rows of eight
    ///
    /// Doors meet only doors, and no door is on the border. The drawing shows each piece as the number
    /// of its hexagram.
    #[command(after_help = "{}\n{} --seed 1")]
    Compact(search::Compact),
    /// Solve the Octopuszle: 256 squares, one for each subset of the eight possible doors on sides and corners,
    /// on 16 rows of 16 cells
    ///
    /// Doors meet only doors, and no door is on the border. Each piece is written as a hexadecimal
    /// number, in which the door to the north counts 1, the next one clockwise 2, and so on up to 128.
    #[command(
        after_help = "{} --format json > first.json\n{} --diagonals first.json\n{} --diagonals first.json --literal --end-after 20000"
    )]
    Octopuszle(search::Octopuszle),
    /// Play, with hints: lay 16 squares, one for each subset of the four possible doors
    ///
    /// Lay the squares so that every door meets a door, and a side without a door has no neighbour. By
    /// default, ten of them are already laid. The page china-labyrinth.html of the site (apps/web in
    /// the source code) has levels with the 64 hexagons.
    #[command(after_help = "{}\n{} --laid 0\n{} --seed 7")]
    Play {
        /// The number of squares that are laid before you begin, 0 to 15
        #[arg(long, value_name = "N", default_value_t = 10, value_parser = app::whole::<u8>(0..=15))]
        laid: u8,
        /// The level; the same number always gives the same level
        #[arg(long, value_name = "N", default_value_t = 1, value_parser = app::whole::<u64>(0..=u64::MAX))]
        seed: u64,
    },
    /// List the pieces as hexagrams, with numbers and names
    ///
    /// A door is an unbroken line, and line 1 is the lowest. Lines 1 to 6 are the doors to the east,
    /// north-east, north-west, west, south-west and south-east. The column `lines` shows them from left
    /// to right, with 1 for a door. `piece` is a number in which line 1 counts 1, line 2 counts 2,
    /// line 3 counts 4, and so on up to 32; `doors` is the same number in octal.
    #[command(after_help = "{}\n{} --format json")]
    Hexagrams {
        /// How to write the result
        #[arg(long, short, value_enum, default_value_t = Format::Text)]
        format: Format,
    },
    /// Cast a hexagram of the I Ching, and show the hexagram that it changes into
    ///
    /// A hexagram has six lines, each unbroken or broken. Those marked x and o change.
    #[command(after_help = "{}\n{} --with coins")]
    Cast(CastArgs),
    /// Find a solution in which two hexagrams are connected, and show the shortest path through its
    /// doors
    ///
    /// The drawing shows the group of connected pieces that contains both hexagrams: the hexagrams on
    /// the path as numbers, all other pieces as dots.
    #[command(after_help = "{} 36 35\n{} 36 35 --format svg > path.svg")]
    Connect(connect::Connect),
}

impl Program for ChinaLabyrinth {
    fn run(&self, console: &Console) -> Result<()> {
        match self {
            Self::Search(program) => program.run(console),
            Self::Count {
                method,
                seed,
                format,
            } => {
                let settings = method.settings(Tiles::Squares);
                let (mut solutions, seed) = (0u64, seed.or_fresh(console));
                let steps = each_solution(&settings, seed, console.stop(), |_| solutions += 1)?;
                let found = counted(solutions, "solution", "solutions");
                let Some(steps) = steps else {
                    return Err(Error::Stopped(format!("stopped after {found}")));
                };
                let in_steps = counted(steps, "step", "steps");
                let document =
                    json!({ "tiles": "squares", "solutions": solutions, "steps": steps });
                format.say(&format!("{found} of the squares in {in_steps}"), &document)
            }
            Self::Compact(program) => program.run(console),
            Self::Octopuszle(program) => program.run(console),
            Self::Play { laid, seed } => app::play(console, Game::new((*laid).into(), *seed)?),
            Self::Hexagrams { format } => {
                let documents: Vec<_> = hexagrams::all().map(document).collect();
                format.print(view::write_hexagrams, &documents)
            }
            Self::Cast(program) => program.run(console),
            Self::Connect(program) => program.run(console),
        }
    }
}

/// What a search does, see [`Settings`].
#[derive(Args, Clone, Debug)]
pub(crate) struct MethodArgs {
    /// Use the algorithm of Ed van Zon's program (1995), which compares a piece with those around
    /// its cell, but does not look ahead to empty cells
    #[arg(long)]
    literal: bool,
    /// The next cell to fill, among the empty cells to which a door of a laid piece leads
    #[arg(long, value_enum, default_value_t = Demands::Fewest)]
    demands: Demands,
    /// The order in which to try the pieces that fit: `doors` (the most doors first), `angles` (the
    /// most angles first), one and then the other (`doors,angles` or `angles,doors`), or `random`. An
    /// angle is a doorless side between two doors [default: doors,angles, or angles,doors with
    /// --literal]
    #[arg(long, value_name = "ORDER")]
    pieces: Option<Order>,
    /// Continue even if counting doors shows a dead end
    #[arg(long)]
    no_pruning: bool,
}

impl MethodArgs {
    fn settings(&self, tiles: Tiles) -> Settings {
        let usual = match self.literal {
            true => Settings::original(tiles),
            false => Settings::best(tiles),
        };
        Settings {
            demands: self.demands,
            pieces: self.pieces.unwrap_or(usual.pieces),
            pruning: !self.no_pruning,
            ..usual
        }
    }
}

#[derive(Args, Debug)]
pub(crate) struct CastArgs {
    /// How to cast the lines
    #[arg(long, value_enum, default_value_t = CastMethod::Yarrow)]
    with: CastMethod,
    #[command(flatten)]
    seed: Seed,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = Format::Text)]
    format: Format,
}

impl CastArgs {
    fn run(&self, console: &Console) -> Result<()> {
        let seed = self.seed.or_fresh(console);
        let mut random = Random::new(seed, 0);
        let cast = self.with.cast(|n| random.below(n));
        /// The number of equally likely casts: each of six lines has 16.
        const CASTS: u64 = 1 << 24;
        let of_all: u64 = cast.weights.iter().product();
        let [hexagram, becomes] = [cast.hexagram, cast.becomes].map(hexagram_of);
        let document = json!({
            "seed": seed,
            "lines": cast.lines,
            "hexagram": hexagram.map(document),
            "becomes": becomes.map(document),
            "casts": of_all,
            "of": CASTS,
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
            writeln!(
                out,
                "{} of {} casts give these lines",
                thousands(of_all),
                thousands(CASTS)
            )
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

fn document(one: Hexagram) -> serde_json::Value {
    json!({
        "number": one.number,
        "piece": one.doors,
        "character": one.character,
        "name": one.name,
        "reading": one.reading,
    })
}

/// The error of an internal check, which no input causes.
impl From<Fault> for Error {
    fn from(fault: Fault) -> Error {
        let hint = "this is an error of the program or the machine";
        Error::other(format!("the search found a wrong solution: {fault}"), hint)
    }
}
