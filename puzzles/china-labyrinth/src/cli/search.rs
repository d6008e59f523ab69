//! `china-labyrinth search`.

use std::io::{self, BufWriter, IsTerminal, Write};
use std::time::{Duration, Instant};

use ::view::words::quantity;
use clap::Parser;
use kit::database::Access;
use kit::terminal::Console;
use kit::{Common, Drawn, Program, Threads};
use watch::Watcher;

use super::options::{Look, Method, SEED, seed_or_any};
use crate::error::{Error, Result};
use crate::explore::{self, Outcome};
use crate::rules::{Kind, Tiles};
use crate::search::{AnyOf, Found, Runs, walk};
use crate::store::{SearchKey, Store};

/// The limits that found the most solutions a second: `docs/claims.md` has
/// the tables.
const LIMIT: u64 = 96;
const LITERAL_LIMIT: u64 = 384;
const SYMMETRIC_LIMIT: u64 = 200;

/// Find transcendental solutions, and store them
///
/// Every door meets a door, and a side without a door has no neighbour. The
/// search begins anew whenever it has put so many pieces as --limit says.
#[derive(Parser, Debug)]
#[command(name = "search", version)]
pub(super) struct Search {
    /// How many solutions to find, or all; only with --limit none does the search know
    /// when there are no more
    #[arg(long, value_name = "N", default_value = "1", value_parser = wanted)]
    solutions: Wanted,
    /// How many pieces may be put before the search begins anew, or none: then
    /// the search is exhaustive, and the same command goes on with it [default:
    /// what finds the most solutions a second]
    #[arg(long, value_name = "STEPS", value_parser = limit)]
    limit: Option<Limit>,
    /// Only solutions that turns or mirrors take to themselves: half-turn,
    /// third-turn, sixth-turn, door-mirror, corner-mirror, several with + between them, or
    /// mirror for either mirror
    #[arg(
        long,
        value_name = "KIND",
        num_args = 0..=1,
        default_missing_value = "mirror",
        value_parser = symmetry,
        conflicts_with_all = ["literal", "squares", "demands", "no_pruning"]
    )]
    symmetric: Option<Symmetries>,
    #[command(flatten)]
    method: Method,
    /// The same seed gives the same answer [default: any, which is told; 1 with
    /// --limit none, so that the same command goes on]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=i64::MAX as u64))]
    seed: Option<u64>,
    #[command(flatten)]
    threads: Threads,
    #[command(flatten)]
    look: Look,
    #[command(flatten)]
    common: Common,
}

/// How many solutions; none is all.
#[derive(Clone, Copy, Debug)]
pub(super) struct Wanted(Option<u64>);

/// How many steps; none is no limit.
#[derive(Clone, Copy, Debug)]
struct Limit(Option<u64>);

/// One kind of symmetry or either mirror.
#[derive(Clone, Copy, Debug)]
struct Symmetries(Option<Kind>);

fn wanted(text: &str) -> Result<Wanted, String> {
    match (text, text.parse()) {
        ("all", _) => Ok(Wanted(None)),
        (_, Ok(number @ 1..)) => Ok(Wanted(Some(number))),
        _ => Err("a number from 1 or all is wanted".to_owned()),
    }
}

fn limit(text: &str) -> Result<Limit, String> {
    match (text, text.parse()) {
        ("none", _) => Ok(Limit(None)),
        (_, Ok(number @ 1..)) => Ok(Limit(Some(number))),
        _ => Err("a number from 1 or none is wanted".to_owned()),
    }
}

fn symmetry(text: &str) -> Result<Symmetries, String> {
    if text == "mirror" {
        return Ok(Symmetries(None));
    }
    let kind: Kind = text.parse()?;
    match kind.symmetries(Tiles::Hexagons) {
        Some(all) if all.len() > 1 => Ok(Symmetries(Some(kind))),
        _ => Err("hexagons have no such symmetry".to_owned()),
    }
}

impl Symmetries {
    fn kinds(self) -> Vec<Kind> {
        match self.0 {
            Some(kind) => vec![kind],
            None => ["door-mirror", "corner-mirror"]
                .iter()
                .filter_map(|name| name.parse().ok())
                .collect(),
        }
    }
}

impl Program for Search {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let Wanted(wanted) = self.solutions;
        self.look.allow(wanted)?;
        let limit = self.limit.map(|limit| limit.0);
        if limit == Some(None) && self.symmetric.is_some() {
            return Err(kit::Error::Usage(
                "the search for symmetric solutions is not exhaustive; it needs a --limit"
                    .to_owned(),
            )
            .into());
        }
        let seed = match limit {
            // The same command must go on with the same search.
            Some(None) => self.seed.unwrap_or(SEED),
            _ => seed_or_any(self.seed, console),
        };
        let mut store = Store::from(self.common.open(Access::Create, console)?);
        let on_terminal = io::stdout().is_terminal();
        let mut out = BufWriter::new(io::stdout().lock());
        let mut first = true;
        let each = |found: &Found| -> Result<()> {
            if first && on_terminal {
                // Solutions one after the other are progress enough.
                console.end();
            }
            if !first && self.look.format == Drawn::Text {
                writeln!(out)?;
            }
            first = false;
            self.look.write_found(&mut out, found, seed, console)?;
            // Whoever reads wants to see it now: nobody knows when the next one comes.
            Ok(out.flush()?)
        };
        let begun = Instant::now();
        let outcome = self.explore(&mut store, seed, limit, wanted, console, each);
        let outcome = outcome.and_then(|outcome| {
            out.flush()?;
            Ok(outcome)
        })?;
        self.tell(&outcome, limit == Some(None), begun.elapsed(), console);
        Ok(())
    }
}

impl Search {
    fn explore(
        &self,
        store: &mut Store,
        seed: u64,
        limit: Option<Option<u64>>,
        wanted: Option<u64>,
        console: &Console,
        each: impl FnMut(&Found) -> Result<()>,
    ) -> Result<Outcome> {
        let settings = self.method.settings();
        let threads = self.threads.count();
        let runs = |limit| Runs {
            tiles: settings.tiles,
            limit,
            seed,
            threads,
        };
        match (limit, self.symmetric) {
            (Some(None), _) => {
                let key = SearchKey {
                    tiles: settings.tiles,
                    search: settings.to_string(),
                    counting: false,
                    seed,
                };
                explore::exhaustive(store, &key, &settings, threads, wanted, console, each)
            }
            (limit, Some(symmetries)) => {
                let limit = limit.flatten().unwrap_or(SYMMETRIC_LIMIT);
                let kinds = symmetries.kinds();
                let names: Vec<String> = kinds.iter().map(Kind::to_string).collect();
                let search = format!(
                    "{} or less, pieces {}, limit {limit}",
                    names.join(" or "),
                    settings.pieces
                );
                let pieces = &settings.pieces;
                let searcher = || AnyOf::new(&kinds, pieces);
                explore::random(store, runs(limit), searcher, &search, wanted, console, each)
            }
            (limit, None) => {
                let usual = match self.method.literal {
                    true => LITERAL_LIMIT,
                    false => LIMIT,
                };
                let limit = limit.flatten().unwrap_or(usual);
                let search = format!("{settings}, limit {limit}");
                let searcher = || walk(&settings);
                explore::random(store, runs(limit), searcher, &search, wanted, console, each)
            }
        }
    }

    fn tell(&self, outcome: &Outcome, exhaustive: bool, time: Duration, console: &Console) {
        let totals = outcome.totals;
        let solutions = quantity(totals.solutions, "solution", "solutions");
        let steps = quantity(totals.steps, "step", "steps");
        if exhaustive {
            let finished = match outcome.finished {
                true => "the search has come to its end: ",
                false => "",
            };
            console.say(&format!(
                "{finished}{solutions} so far in {steps}; {} new",
                outcome.new,
            ));
            return;
        }
        let rate = totals.solutions as f64 / time.as_secs_f64().max(1e-9);
        let restarts = quantity(totals.restarts, "restart", "restarts");
        let repeats = match totals.repeats {
            0 => String::new(),
            repeats => format!(", {repeats} found again"),
        };
        console.say(&format!(
            "{solutions} in {:.2} s, {rate:.0} a second: {steps}, {restarts}; {} new{repeats}",
            time.as_secs_f64(),
            outcome.new,
        ));
    }
}
