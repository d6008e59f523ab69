//! Checksums of the tables of a configuration: the rows of Molecules in the order of
//! numbers, those of Spectrums in the order of their bytes.
//!
//! To read rows by number takes a jump in the file for each, 7 µs for A5_B8. So if no
//! row is wrong, the lines are made from the rules. The first pass has gathered what the
//! rows say. The checksum is that of the table only if those are the same lines.

use std::convert::Infallible;
use std::iter;
use std::ops::RangeInclusive;

use kit::verify::{Cell, Checksum, Gathered, Lines, Report};
use watch::in_order;

use crate::commands::verify::run::{Said, Verification};
use crate::error::Result;
use crate::plain::Plain;

impl Verification<'_> {
    /// The checksums of the tables that are complete. `gathered` is what all rows say,
    /// if no row is wrong.
    pub(super) fn checksums(
        &self,
        said: &Said,
        gathered: Option<&Gathered>,
        report: &mut Report<'_>,
    ) -> Result<()> {
        checksum("Molecules", self.of_molecules(said, gathered), report)?;
        match said.spectrums_updated {
            true => checksum("Spectrums", self.of_spectrums(), report),
            false => Ok(()),
        }
    }

    fn of_molecules(&self, said: &Said, gathered: Option<&Gathered>) -> Result<Checksum> {
        if let Some(gathered) = gathered
            && let Some(checksum) = self.of_right_rows(said, gathered)?
        {
            return Ok(checksum);
        }
        self.watched("checksum", said.rows, |step| {
            let mut checksum = Checksum::default();
            self.inspection.molecules_by_number(self.config, |row| {
                checksum.add(row.cells());
                Ok(step()?)
            })?;
            Ok(checksum)
        })
    }

    fn of_spectrums(&self) -> Result<Checksum> {
        let mut checksum = Checksum::default();
        self.inspection.spectrums(self.config, |row| {
            checksum.add(row.cells());
            Ok(())
        })?;
        Ok(checksum)
    }

    /// The checksum of the rows that there should be, if they are the gathered ones.
    fn of_right_rows(&self, said: &Said, gathered: &Gathered) -> Result<Option<Checksum>> {
        /// The number of rows that a thread makes at once.
        const PART: u64 = 512;
        // There may be too many molecules to make rows of them.
        let all = said.rows;
        if u128::from(all) != self.plain.molecules() {
            return Ok(None);
        }
        let (plain, name) = (&self.plain, &self.config.to_string());
        let none = &gathered.without_lines();
        let part = |part: usize| {
            let before = part as u64 * PART;
            let numbers = before as i64 + 1..=all.min(before + PART) as i64;
            Ok::<_, Infallible>(rows_of(plain, name, numbers, none.clone()))
        };
        self.watched("checksum", all, |step| {
            let mut checksum = Checksum::default();
            let mut made = none.clone();
            let parts = 0..all.div_ceil(PART) as usize;
            let Ok(()) = in_order(parts, part, |_, (lines, gathered)| {
                checksum.add_lines(&lines);
                made.add_all(&gathered);
                (0..lines.rows()).try_for_each(|_| step())
            })?;
            Ok(made.is(gathered).then_some(checksum))
        })
    }
}

fn checksum(table: &str, checksum: Result<Checksum>, report: &mut Report<'_>) -> Result<()> {
    match report.settle(checksum)? {
        Ok(checksum) => Ok(report.checksum(table, &checksum)?),
        Err(error) => report.check("checksum", Err(error)),
    }
}

/// The rows of some molecules by the rules, by number.
fn rows_of(
    plain: &Plain,
    config: &str,
    numbers: RangeInclusive<i64>,
    mut gathered: Gathered,
) -> (Lines, Gathered) {
    let mut lines = Lines::default();
    let mut line = Lines::default();
    for number in numbers {
        let text = plain.text(number).unwrap_or_default();
        let standing = plain.standing(&text);
        let traced = plain.trace(&text);
        let named = [
            Cell::Text(config.as_bytes()),
            Cell::Integer(number),
            Cell::Integer(standing.canonical_number as i64),
            Cell::Text(&text),
            Cell::Text(&traced.spectrum),
            Cell::Text(standing.transform.as_bytes()),
        ];
        line.clear();
        line.add(iter::chain(named, traced.statistics.map(Cell::Integer)));
        gathered.add(&line);
        lines.append(&line);
    }
    (lines, gathered)
}
