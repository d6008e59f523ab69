//! Compares every row of Molecules with the rules.
//!
//! A row is right if it equals the one that the rules give for its number. If all rows are right and there are as
//! many rows as molecules, every molecule has its row, because the key of the table allows each row only once.

use std::{mem, thread};

use crate::store::checks::{Check, Faults};
use crate::store::checksum::{Cell, add_line, cells};
use draw::words::{counted, thousands};
use itertools::Itertools;
use random::{mix, share};
use rusqlite::Row;
use watch::InOrder;

use crate::commands::verify::run::slices::RAYS;
use crate::commands::verify::run::{MarkedStages, Verification};
use crate::error::Result;
use crate::oracle::{OrbitPlace, Plain, Traced};
use crate::store::COLUMNS;

/// For each statistic of [`RAYS`], the greatest value and the first molecule with it. `None` if no ray has the
/// outcome.
pub(crate) type Extremes = [Option<(i64, i64)>; 6];

/// A random share of the rows, made of whole groups of images.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// The share in percent.
    pub percent: f64,
    /// The seed of the choice.
    pub seed: u64,
}

impl Sample {
    fn has(self, canonical_number: i64) -> bool {
        share(mix(canonical_number as u64 ^ mix(self.seed))) < self.percent / 100.0
    }
}

/// The row of a molecule, computed by the rules.
pub(super) struct RightRow {
    number: i64,
    text: Vec<u8>,
    orbit: OrbitPlace,
    traced: Traced,
}

impl RightRow {
    /// `None` if there is no molecule with this number.
    pub(super) fn new(plain: &Plain, number: i64) -> Option<RightRow> {
        let text = plain.text(number)?;
        let (orbit, traced) = (plain.orbit_place(&text), plain.trace(&text));
        Some(RightRow {
            number,
            text,
            orbit,
            traced,
        })
    }

    /// Appends the row as a line of the checksum.
    pub(super) fn add_to(&self, lines: &mut Vec<u8>, config: &str) {
        let named = [
            Cell::Text(config.as_bytes()),
            Cell::Integer(self.number),
            Cell::Integer(self.orbit.canonical_number as i64),
            Cell::Text(&self.text),
            Cell::Text(&self.traced.spectrum),
            Cell::Text(self.orbit.transform.as_bytes()),
        ];
        let counts = self.traced.statistics.map(Cell::Integer);
        add_line(lines, named.into_iter().chain(counts));
    }
}

/// A row as it is stored.
struct StoredMolecule {
    number: i64,
    canonical_number: i64,
    line: Vec<u8>,
}

impl StoredMolecule {
    fn copy(row: &Row<'_>) -> StoredMolecule {
        // 0 is not the number of a molecule.
        let [number, canonical_number] = [1, 2].map(|column| row.get(column).unwrap_or(0));
        let mut line = Vec::new();
        add_line(&mut line, cells(row));
        StoredMolecule {
            number,
            canonical_number,
            line,
        }
    }

    /// The row by the rules for this number, and the columns in which this one differs. `None` if there is no such
    /// molecule.
    fn check(&self, plain: &Plain, config: &str) -> Option<(RightRow, Vec<&'static str>)> {
        let right = RightRow::new(plain, self.number)?;
        let mut line = Vec::new();
        right.add_to(&mut line, config);
        let mut wrong = Vec::new();
        if line != self.line {
            let cells = |line| <[u8]>::split(line, |&byte| byte == b'|');
            let pairs = cells(&self.line).zip(cells(&line)).zip(COLUMNS);
            let differ = pairs.filter(|((stored, right), _)| stored != right);
            wrong.extend(differ.map(|(_, column)| column));
        }
        Some((right, wrong))
    }
}

/// A summary of the rows.
#[derive(Default)]
pub(super) struct RowSummary {
    /// The number of recomputed rows.
    pub recomputed: u64,
    /// The highest canonical number.
    pub(super) last_canonical: i64,
    /// The number of rows whose number is not above the frontier.
    pub(super) up_to_frontier: u64,
    /// The extremes of the recomputed rows.
    pub(super) extremes: Extremes,
    /// Whether all rows are there, and every row is right.
    pub(super) are_right: bool,
}

impl Verification<'_> {
    /// Compares every row with the one that the rules give for its number.
    pub(super) fn rows(&self, marked: &MarkedStages) -> Result<(Check, RowSummary)> {
        let frontier = marked.row.as_ref().map_or(0, |row| row.frontier);
        let mut rows = RowSummary::default();
        let (mut orbits, mut in_orbits) = (0u64, 0u64);
        let mut faults = Faults::default();
        let (plain, sample, config) = (&self.plain, self.sample, &self.config.to_string());
        let is_chosen = move |row: &StoredMolecule| {
            sample.is_none_or(|sample| sample.has(row.canonical_number))
        };
        let mut judge = |row: StoredMolecule, right: Option<(RightRow, Vec<&str>)>| {
            let (number, canonical_number) = (row.number, row.canonical_number);
            rows.last_canonical = rows.last_canonical.max(canonical_number);
            rows.up_to_frontier += u64::from((1..=frontier).contains(&number));
            if !is_chosen(&row) {
                return;
            }
            let Some((right, wrong)) = right else {
                faults.add(|| format!("there is no molecule {number}"));
                return;
            };
            rows.recomputed += 1;
            see(&mut rows.extremes, number, &right.traced);
            if right.orbit.canonical_number == number as u128 {
                orbits += 1;
                in_orbits += right.orbit.size as u64;
            }
            if !wrong.is_empty() {
                faults.add(|| format!("molecule {number} ({})", wrong.iter().format(", ")));
            }
        };
        self.watched("rows", marked.rows, |step| {
            thread::scope(|scope| {
                let check = move |portion: Vec<StoredMolecule>| {
                    let checked = portion.into_iter().map(|row| {
                        let is_chosen = is_chosen(&row);
                        let right = is_chosen.then(|| row.check(plain, config)).flatten();
                        (row, right)
                    });
                    checked.collect::<Vec<_>>()
                };
                let mut line = InOrder::new(scope, check).map_err(app::Error::from)?;
                let mut done = |checked: Vec<_>| -> Result<()> {
                    checked.into_iter().try_for_each(|(row, right)| {
                        judge(row, right);
                        Ok(step()?)
                    })
                };
                /// The limits of a portion, which stays in the processor's caches. Correct rows take a fifth of
                /// these bytes.
                const ROWS: usize = 256;
                const BYTES: usize = 1 << 18;
                let (mut portion, mut bytes) = (Vec::new(), 0);
                self.inspection.molecules(self.config, |row| {
                    let row = StoredMolecule::copy(row);
                    bytes += row.line.len();
                    portion.push(row);
                    if portion.len() < ROWS && bytes < BYTES {
                        return Ok(());
                    }
                    bytes = 0;
                    line.hand(mem::take(&mut portion)).map_or(Ok(()), &mut done)
                })?;
                line.hand(portion).map_or(Ok(()), &mut done)?;
                while let Some(checked) = line.take() {
                    done(checked)?;
                }
                Ok(())
            })
        })?;
        // Every committed orbit is whole, also in an exploration that is not finished.
        if rows.recomputed != in_orbits {
            let recomputed = rows.recomputed;
            faults
                .add(|| format!("{recomputed} rows, but their orbits have {in_orbits} molecules"));
        }
        let are_all = u128::from(marked.rows) == self.plain.molecules();
        rows.are_right = faults.count() == 0 && sample.is_none() && are_all;
        let found = faults.result(|| {
            let all = counted(marked.rows, "row", "rows");
            let orbits = counted(orbits, "orbit", "orbits");
            Check::passed(match sample {
                None => format!("{all} in {orbits} recomputed cell by cell"),
                Some(Sample { seed, .. }) => format!(
                    "{} of {all} in {orbits} recomputed cell by cell; --seed {seed} chooses the \
                     same ones",
                    thousands(rows.recomputed)
                ),
            })
        });
        Ok((found, rows))
    }
}

fn see(extremes: &mut Extremes, number: i64, traced: &Traced) {
    for (extreme, (rays, most)) in extremes.iter_mut().zip(RAYS) {
        let value = traced.statistics[most];
        let exceeds =
            extreme.is_none_or(|(most, first)| value > most || value == most && number < first);
        if traced.statistics[rays] > 0 && exceeds {
            *extreme = Some((value, number));
        }
    }
}
