//! Compares every row of Molecules with the rules.

use std::{iter, mem, thread};

use kit::verify::{Cell, Faults, Found, Gathered, Lines};
use view::words::thousands;
use watch::InOrder;

use crate::commands::verify::run::sample::{Chooser, Sample};
use crate::commands::verify::run::slices::RAYS;
use crate::commands::verify::run::{Said, Verification};
use crate::error::Result;
use crate::plain::{Plain, Standing, Traced};
use crate::store::{COLUMNS, CopiedRow, CopiedRows, RawBatch};

/// The columns of a row.
const NUMBER: usize = 1;
const CANONICAL_NUMBER: usize = 2;
const MOLECULE: usize = 3;
const SPECTRUM: usize = 4;
const TRANSFORM: usize = 5;
const STATISTICS: usize = 6;

/// As [`RAYS`], the largest value stored and the first molecule that has it; `None` if no ray
/// has the outcome.
#[derive(Clone, Debug, Default)]
pub(crate) struct Extremes(pub(super) [Option<(i64, i64)>; 6]);

impl Extremes {
    fn see(&mut self, number: i64, row: CopiedRow<'_>) {
        for (extreme, (.., rays, most)) in self.0.iter_mut().zip(RAYS) {
            if row.cell(STATISTICS + rays) != Cell::Integer(0)
                && let Cell::Integer(value) = row.cell(STATISTICS + most)
                && extreme
                    .is_none_or(|(most, first)| value > most || value == most && number < first)
            {
                *extreme = Some((value, number));
            }
        }
    }
}

/// What the rows say, besides what is wrong with them.
pub(super) struct Rows {
    /// By batch, how many rows have a canonical number beyond the frontier before it,
    /// and not beyond its own.
    pub(super) of_batches: Vec<u64>,
    /// The highest canonical number.
    pub(super) last_canonical: i64,
    pub(super) extremes: Extremes,
    /// What the rows say, if nothing in them is wrong.
    pub(super) gathered: Option<Gathered>,
}

impl Verification<'_> {
    /// Is every number there that should be, and no other? Also returns how many molecules up to
    /// the frontier have a row.
    pub(super) fn numbers(&self, said: &Said) -> Result<(Found, u64)> {
        let all = i64::try_from(self.plain.molecules()).unwrap_or(i64::MAX);
        let frontier = said.row.as_ref().map_or(0, |row| row.counts[3]);
        let frontier = frontier.clamp(0, all);
        // Groups are stored whole, so any number may occur beyond the frontier.
        let complete_to = if said.explored { all } else { frontier };
        let mut faults = Faults::default();
        let mut missing = |from: i64, to: i64| {
            if from <= to {
                faults.add_many((to - from + 1) as u64, || match to - from {
                    0 => format!("{from} is missing"),
                    _ => format!("{from} to {to} are missing"),
                });
            }
        };
        let mut strange = Faults::default();
        let (mut last, mut up_to_frontier) = (0, 0);
        self.watched("numbers", said.rows, |step| {
            self.inspection.numbers(self.config, |number| {
                if !(1..=all).contains(&number) {
                    strange.add(|| format!("there is no molecule {number}"));
                } else if number <= last {
                    strange.add(|| format!("{number} occurs again"));
                } else {
                    missing(last + 1, complete_to.min(number - 1));
                    last = number;
                    up_to_frontier += u64::from(number <= frontier);
                }
                Ok(step()?)
            })
        })?;
        missing(last + 1, complete_to);
        let (absent, wrong) = (thousands(faults.count()), thousands(strange.count()));
        let found = match (faults.count(), strange.count()) {
            (0, 0) if complete_to == all => Found::passed(format!("1 to {all} without a gap")),
            (0, 0) => Found::open(format!("1 to {complete_to} without a gap")),
            (0, _) => Found::failed(format!("{wrong} wrong numbers: {strange}")),
            (_, 0) => Found::failed(format!("{absent} numbers missing: {faults}")),
            _ => Found::failed(format!(
                "{absent} numbers missing: {faults}; {wrong} wrong: {strange}"
            )),
        };
        Ok((found, up_to_frontier))
    }

    /// Recomputes every row, but its rays only if it belongs to the sample. Returns what it found
    /// out about the canonical numbers, the texts, the enantiomers and the rays.
    pub(super) fn rows(
        &self,
        said: &Said,
        sample: Option<Sample>,
        batches: &[RawBatch],
    ) -> Result<([Found; 4], Rows)> {
        let mut of_batches = vec![0; batches.len()];
        let mut chooser = sample.map(|sample| sample.chooser(said.rows));
        let mut recomputed = 0u64;
        let mut canonical = 0u64;
        let mut texts = Faults::default();
        let mut enantiomers = Faults::default();
        let mut rays = Faults::default();
        let mut group = Members::default();
        let mut last_canonical = 0;
        let mut extremes = Extremes::default();
        let mut gathered = Gathered::default();
        let mut judge = |row: CopiedRow<'_>, judged: &Judged| {
            let canonical_number = integer(row.cell(CANONICAL_NUMBER));
            last_canonical = last_canonical.max(canonical_number);
            let batch = batches.partition_point(|batch| batch.frontier < canonical_number);
            if let Some(rows) = of_batches.get_mut(batch) {
                *rows += 1;
            }
            let number = integer(row.cell(NUMBER));
            let Some(judged) = judged else {
                texts.add(|| format!("there is no molecule {number}"));
                return;
            };
            extremes.see(number, row);
            let standing = &judged.standing;
            if !judged.shows_molecule {
                texts.add(|| format!("molecule {number}"));
            }
            canonical += u64::from(standing.canonical_number == number as u128);
            if canonical_number as u128 != standing.canonical_number {
                enantiomers.add(|| {
                    let is = standing.canonical_number;
                    format!("molecule {number}: canonical number {canonical_number}, not {is}")
                });
            } else if row.cell(TRANSFORM) != Cell::Text(standing.transform.as_bytes()) {
                enantiomers.add(|| format!("molecule {number}: transform"));
            }
            if let Some(broken) = group.add(canonical_number, standing) {
                enantiomers.add(|| broken);
            }
            if let Some(wrong) = &judged.wrong_columns {
                recomputed += 1;
                if !wrong.is_empty() {
                    rays.add(|| format!("molecule {number} ({})", wrong.join(", ")));
                }
            }
        };
        let (plain, none) = (&self.plain, gathered.without_lines());
        self.watched("rows", said.rows, |step| {
            thread::scope(|scope| {
                let none = &none;
                let mut line = InOrder::new(scope, move |mut portion: Portion| {
                    portion.recompute(plain, none.clone());
                    portion
                })
                .map_err(kit::Error::from)?;
                let mut spare = Vec::new();
                let mut done = |mut portion: Portion| -> Result<Portion> {
                    for (row, judged) in portion.rows.iter().zip(&portion.judged) {
                        judge(row, judged);
                        step()?;
                    }
                    gathered.add_all(&portion.gathered);
                    portion.clear();
                    Ok(portion)
                };
                let mut portion = Portion::default();
                self.inspection.molecules(self.config, |row| {
                    portion.rows.push(&row);
                    let chosen = chooser.as_mut().is_none_or(Chooser::next);
                    portion.chosen.push(chosen);
                    if portion.is_full() {
                        let full = mem::replace(&mut portion, spare.pop().unwrap_or_default());
                        if let Some(portion) = line.hand(full) {
                            spare.push(done(portion)?);
                        }
                    }
                    Ok(())
                })?;
                let last = line.hand(portion);
                for portion in iter::chain(last, iter::from_fn(|| line.take())) {
                    done(portion)?;
                }
                Ok(())
            })
        })?;
        if let Some(broken) = group.end() {
            enantiomers.add(|| broken);
        }
        let faults = [&texts, &enantiomers, &rays];
        let seem_right = faults.iter().all(|faults| faults.count() == 0);
        let all = self.plain.canonical_molecules();
        let recomputed = thousands(recomputed);
        let of_how_many = match sample {
            None => format!("all {recomputed} rows recomputed cell by cell"),
            Some(sample) => format!(
                "{recomputed} of {} rows recomputed cell by cell, seed {}",
                thousands(said.rows),
                sample.seed
            ),
        };
        let (groups, all_groups) = (thousands(canonical), thousands(all));
        let canonical = match u128::from(canonical) {
            canonical if canonical == all => {
                Found::passed(format!("{all_groups} groups, as Burnside's lemma says"))
            }
            canonical if canonical < all && !said.explored => Found::open(format!(
                "{groups} groups so far, {all_groups} by Burnside's lemma"
            )),
            _ => Found::failed(format!(
                "{groups} groups, but {all_groups} by Burnside's lemma"
            )),
        };
        let texts = match texts.count() {
            0 => Found::passed("every row shows the molecule of its number"),
            count => Found::failed(format!(
                "{} rows do not show their molecule: {texts}",
                thousands(count)
            )),
        };
        let enantiomers = enantiomers.found(|| {
            Found::passed("every row is in its group by the right transform, every group is whole")
        });
        let rays = match rays.count() {
            0 => Found::passed(of_how_many),
            count => Found::failed(format!(
                "{} wrong of {of_how_many}: {rays}",
                thousands(count)
            )),
        };
        let rows = Rows {
            of_batches,
            last_canonical,
            extremes,
            gathered: seem_right.then_some(gathered),
        };
        Ok(([canonical, texts, enantiomers, rays], rows))
    }
}

/// Rows that go together to a thread, which recomputes them.
#[derive(Default)]
struct Portion {
    rows: CopiedRows,
    /// For each row, whether to trace its rays.
    chosen: Vec<bool>,
    /// The result for each row.
    judged: Vec<Judged>,
    /// What all of them say.
    gathered: Gathered,
}

/// `None` if there is no molecule with that number.
type Judged = Option<Recomputed>;

/// A row, compared with the rules for the molecule of its number.
struct Recomputed {
    shows_molecule: bool,
    standing: Standing,
    /// The columns that differ from its rays, if they were traced.
    wrong_columns: Option<Vec<&'static str>>,
}

impl Portion {
    fn is_full(&self) -> bool {
        /// This is few enough to stay in the processor's caches.
        const ROWS: usize = 256;
        /// Correct texts have a fifth of that.
        const BYTES: usize = 1 << 18;
        self.rows.len() >= ROWS || self.rows.bytes() >= BYTES
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.chosen.clear();
        self.judged.clear();
    }

    fn recompute(&mut self, plain: &Plain, none: Gathered) {
        self.gathered = none;
        let mut line = Lines::default();
        for (row, &chosen) in self.rows.iter().zip(&self.chosen) {
            line.clear();
            line.add((0..COLUMNS.len()).map(|column| row.cell(column)));
            self.gathered.add(&line);
            let text = plain.text(integer(row.cell(NUMBER)));
            self.judged.push(text.map(|text| Recomputed {
                shows_molecule: row.cell(MOLECULE) == Cell::Text(&text),
                standing: plain.standing(&text),
                wrong_columns: chosen.then(|| wrong_columns(row, &plain.trace(&text))),
            }));
        }
    }
}

/// The number in a cell, or 0 if it has none: there is no molecule 0.
fn integer(cell: Cell<'_>) -> i64 {
    match cell {
        Cell::Integer(number) => number,
        _ => 0,
    }
}

/// The columns in which a row differs from its rays.
fn wrong_columns(row: CopiedRow<'_>, traced: &Traced) -> Vec<&'static str> {
    let mut wrong = Vec::new();
    if row.cell(SPECTRUM) != Cell::Text(&traced.spectrum) {
        wrong.push(COLUMNS[SPECTRUM]);
    }
    for (column, count) in (STATISTICS..).zip(traced.statistics) {
        if row.cell(column) != Cell::Integer(count) {
            wrong.push(COLUMNS[column]);
        }
    }
    wrong
}

/// The rows with one canonical number, which come one after another.
#[derive(Default)]
struct Members {
    canonical_number: i64,
    rows: usize,
    /// How many there should be.
    group: usize,
}

impl Members {
    /// Adds a row. If it is the first of its group, this says what is wrong with the
    /// group before.
    fn add(&mut self, canonical_number: i64, standing: &Standing) -> Option<String> {
        let mut broken = None;
        if self.rows == 0 || canonical_number != self.canonical_number {
            broken = self.end();
            *self = Members {
                canonical_number,
                rows: 0,
                group: standing.group,
            };
        }
        self.rows += 1;
        broken
    }

    fn end(&self) -> Option<String> {
        (self.rows != self.group).then(|| {
            let rows = thousands(self.rows as u64);
            let (number, group) = (self.canonical_number, self.group);
            format!("group of {number}: {rows} of {group} rows")
        })
    }
}
