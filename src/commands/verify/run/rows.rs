//! Compares every row of Molecules with the rules.

use std::{iter, mem, thread};

use crate::store::checksum::Cell;
use crate::store::found::{Faults, Found};
use ::draw::words::{counted, thousands};
use itertools::Itertools;
use random::{mix, share};
use watch::InOrder;

use crate::commands::verify::run::slices::RAYS;
use crate::commands::verify::run::{MarkedStages, Verification};
use crate::error::Result;
use crate::oracle::{OrbitPlace, Plain, Traced};
use crate::store::{COLUMNS, CopiedRow, CopiedRows, RawBatch};

/// The columns of a row.
const NUMBER: usize = 1;
const CANONICAL_NUMBER: usize = 2;
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

/// A random share of the rows, which has whole groups of images.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// How many of 100 rows.
    pub percent: f64,
    /// The same seed takes the same ones.
    pub seed: u64,
}

impl Sample {
    fn has(self, canonical_number: i64) -> bool {
        share(mix(canonical_number as u64 ^ mix(self.seed))) < self.percent / 100.0
    }
}

/// What the rows say, besides what is wrong with them.
pub(super) struct RowSummary {
    /// How many were recomputed.
    pub recomputed: u64,
    /// By batch, how many rows have a canonical number beyond the frontier before it,
    /// and not beyond its own.
    pub(super) of_batches: Vec<u64>,
    /// The highest canonical number.
    pub(super) last_canonical: i64,
    pub(super) extremes: Extremes,
    /// Is each of them as the rules make it?
    pub(super) are_right: bool,
}

impl Verification<'_> {
    /// Is every number there that should be, and no other? Also returns how many molecules up to
    /// the frontier have a row.
    pub(super) fn numbers(&self, said: &MarkedStages) -> Result<(Found, u64)> {
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

    /// Compares every row with the one that the rules make for its number.
    pub(super) fn rows(
        &self,
        said: &MarkedStages,
        batches: &[RawBatch],
    ) -> Result<(Found, RowSummary)> {
        let mut of_batches = vec![0; batches.len()];
        let (mut recomputed, mut groups) = (0u64, 0u64);
        let mut faults = Faults::default();
        let mut group = Members::default();
        let mut last_canonical = 0;
        let mut extremes = Extremes::default();
        let mut judge = |row: CopiedRow<'_>, judged: &CheckedRow| {
            let canonical_number = integer(row.cell(CANONICAL_NUMBER));
            last_canonical = last_canonical.max(canonical_number);
            let batch = batches.partition_point(|batch| batch.frontier < canonical_number);
            if let Some(rows) = of_batches.get_mut(batch) {
                *rows += 1;
            }
            let number = integer(row.cell(NUMBER));
            extremes.see(number, row);
            let judged = match judged {
                CheckedRow::Skipped => return,
                CheckedRow::Nothing => {
                    faults.add(|| format!("there is no molecule {number}"));
                    return;
                }
                CheckedRow::Recomputed(judged) => judged,
            };
            recomputed += 1;
            groups += u64::from(judged.standing.canonical_number == number as u128);
            if !judged.wrong_columns.is_empty() {
                let columns = judged.wrong_columns.iter().map(|&column| COLUMNS[column]);
                faults.add(|| format!("molecule {number} ({})", columns.format(", ")));
            }
            if let Some(broken) = group.add(canonical_number, &judged.standing) {
                faults.add(|| broken);
            }
        };
        let (plain, sample) = (&self.plain, self.sample);
        self.watched("rows", said.rows, |step| {
            thread::scope(|scope| {
                let mut line = InOrder::new(scope, move |mut portion: RowsOfOneThread| {
                    portion.recompute(plain, sample);
                    portion
                })
                .map_err(app::Error::from)?;
                let mut spare = Vec::new();
                let mut done = |mut portion: RowsOfOneThread| -> Result<RowsOfOneThread> {
                    for (row, judged) in portion.rows.iter().zip(&portion.judged) {
                        judge(row, judged);
                        step()?;
                    }
                    portion.clear();
                    Ok(portion)
                };
                let mut portion = RowsOfOneThread::default();
                self.inspection.molecules(self.config, |row| {
                    portion.rows.push(&row);
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
            faults.add(|| broken);
        }
        let all = self.plain.canonical_molecules();
        let are_all = said.explored && sample.is_none();
        if u128::from(groups) > all || are_all && u128::from(groups) < all {
            faults.add(|| {
                let (groups, all) = (thousands(groups), thousands(all));
                format!("{groups} groups, but {all} by Burnside's lemma")
            });
        }
        let found = faults.found(|| {
            let rows = counted(said.rows, "row", "rows");
            let groups = counted(groups, "group", "groups");
            Found::passed(match sample {
                None => format!("{rows} in {groups} recomputed cell by cell"),
                Some(Sample { seed, .. }) => format!(
                    "{} of {rows} in {groups} recomputed cell by cell; --seed {seed} chooses the \
                     same ones",
                    thousands(recomputed)
                ),
            })
        });
        let rows = RowSummary {
            recomputed,
            of_batches,
            last_canonical,
            extremes,
            are_right: faults.count() == 0 && sample.is_none(),
        };
        Ok((found, rows))
    }
}

/// Rows that go together to a thread, which recomputes them.
#[derive(Default)]
struct RowsOfOneThread {
    rows: CopiedRows,
    /// The result for each row.
    judged: Vec<CheckedRow>,
}

enum CheckedRow {
    /// The row is not in the sample.
    Skipped,
    /// There is no molecule with its number.
    Nothing,
    Recomputed(Recomputed),
}

/// A row, compared with the rules for the molecule of its number.
struct Recomputed {
    standing: OrbitPlace,
    wrong_columns: Vec<usize>,
}

impl RowsOfOneThread {
    fn is_full(&self) -> bool {
        /// This is few enough to stay in the processor's caches.
        const ROWS: usize = 256;
        /// Correct texts have a fifth of that.
        const BYTES: usize = 1 << 18;
        self.rows.len() >= ROWS || self.rows.bytes() >= BYTES
    }

    fn clear(&mut self) {
        self.rows.clear();
        self.judged.clear();
    }

    fn recompute(&mut self, plain: &Plain, sample: Option<Sample>) {
        for row in self.rows.iter() {
            let canonical_number = integer(row.cell(CANONICAL_NUMBER));
            let judged = match plain.text(integer(row.cell(NUMBER))) {
                _ if sample.is_some_and(|sample| !sample.has(canonical_number)) => {
                    CheckedRow::Skipped
                }
                None => CheckedRow::Nothing,
                Some(text) => {
                    let (standing, traced) = (plain.standing(&text), plain.trace(&text));
                    let wrong_columns = wrong_columns(row, &text, &standing, &traced);
                    CheckedRow::Recomputed(Recomputed {
                        standing,
                        wrong_columns,
                    })
                }
            };
            self.judged.push(judged);
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

/// The columns in which a row differs from the molecule of its number.
fn wrong_columns(
    row: CopiedRow<'_>,
    text: &[u8],
    standing: &OrbitPlace,
    traced: &Traced,
) -> Vec<usize> {
    let named = [
        Cell::Integer(standing.canonical_number as i64),
        Cell::Text(text),
        Cell::Text(&traced.spectrum),
        Cell::Text(standing.transform.as_bytes()),
    ];
    let right = iter::chain(named, traced.statistics.map(Cell::Integer));
    (CANONICAL_NUMBER..)
        .zip(right)
        .filter(|(column, right)| row.cell(*column) != *right)
        .map(|(column, _)| column)
        .collect()
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
    fn add(&mut self, canonical_number: i64, standing: &OrbitPlace) -> Option<String> {
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
