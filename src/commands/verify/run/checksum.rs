//! Checksums of the tables of a configuration: the rows of Molecules in the order of
//! numbers, those of Spectrums in the order of their bytes.
//!
//! To read rows by number takes a jump in the file for each, 7 µs for A5_B8. Once every row has been found
//! right, the rules make the same lines in less time.

use std::convert::Infallible;
use std::iter;
use std::ops::RangeInclusive;

use crate::commands::verify::report::VerificationReport;
use crate::store::checksum::{Cell, Checksum, Lines};
use watch::in_order;

use crate::commands::verify::run::{MarkedStages, Verification};
use crate::error::Result;
use crate::oracle::Plain;

impl Verification<'_> {
    /// The checksums of the tables that are complete, if all rows of Molecules are right.
    pub(super) fn checksums(
        &self,
        said: &MarkedStages,
        report: &mut VerificationReport<'_>,
    ) -> Result<()> {
        checksum("Molecules", self.of_right_rows(said), report)?;
        match said.spectrums_updated {
            true => checksum("Spectrums", self.of_spectrums(), report),
            false => Ok(()),
        }
    }

    fn of_spectrums(&self) -> Result<Checksum> {
        let mut checksum = Checksum::default();
        self.inspection.spectrums(self.config, |row| {
            checksum.add(row.cells());
            Ok(())
        })?;
        Ok(checksum)
    }

    /// The checksum of the rows that the rules make.
    fn of_right_rows(&self, said: &MarkedStages) -> Result<Checksum> {
        /// The number of rows that a thread makes at once.
        const PART: u64 = 512;
        let all = said.rows;
        let (plain, name) = (&self.plain, &self.config.to_string());
        let part = |part: usize| {
            let before = part as u64 * PART;
            let numbers = before as i64 + 1..=all.min(before + PART) as i64;
            Ok::<_, Infallible>(rows_of(plain, name, numbers))
        };
        self.watched("checksum", all, |step| {
            let mut checksum = Checksum::default();
            let parts = 0..all.div_ceil(PART) as usize;
            let Ok(()) = in_order(parts, part, |_, lines| {
                checksum.add_lines(&lines);
                (0..lines.rows()).try_for_each(|_| step())
            })?;
            Ok(checksum)
        })
    }
}

fn checksum(
    table: &str,
    checksum: Result<Checksum>,
    report: &mut VerificationReport<'_>,
) -> Result<()> {
    match report.settle(checksum)? {
        Ok(checksum) => report.checksum(table, &checksum),
        Err(error) => report.check("checksum", Err(error)),
    }
}

/// The rows of some molecules by the rules, by number.
fn rows_of(plain: &Plain, config: &str, numbers: RangeInclusive<i64>) -> Lines {
    let mut lines = Lines::default();
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
        lines.add(iter::chain(named, traced.statistics.map(Cell::Integer)));
    }
    lines
}
