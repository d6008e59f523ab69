//! Checksums of the tables of a configuration: the rows of Molecules in the order of
//! numbers, those of Spectrums in the order of their bytes.
//!
//! Reading rows by number needs a seek in the file for each, which takes 7 µs for A5_B8. If every row was found
//! right, computing the same lines by the rules is faster.

use std::convert::Infallible;

use crate::commands::verify::report::VerificationReport;
use crate::store::checksum::{Checksum, cells};
use watch::in_order;

use crate::commands::verify::run::rows::RightRow;
use crate::commands::verify::run::{MarkedStages, Verification};
use crate::error::Result;

impl Verification<'_> {
    /// The checksums of the tables that are complete, if all rows of Molecules are right.
    pub(super) fn checksums(
        &self,
        marked: &MarkedStages,
        report: &mut VerificationReport<'_>,
    ) -> Result<()> {
        checksum("Molecules", self.of_right_rows(marked), report)?;
        match marked.spectrums_updated {
            true => checksum("Spectrums", self.of_spectrums(), report),
            false => Ok(()),
        }
    }

    fn of_spectrums(&self) -> Result<Checksum> {
        let mut checksum = Checksum::default();
        self.inspection.spectrums(self.config, |row| {
            checksum.add(cells(row));
            Ok(())
        })?;
        Ok(checksum)
    }

    /// The checksum of the rows as computed by the rules.
    fn of_right_rows(&self, marked: &MarkedStages) -> Result<Checksum> {
        /// The number of rows that a thread computes at once.
        const PART: u64 = 512;
        let all = marked.rows;
        let (plain, name) = (&self.plain, &self.config.to_string());
        let part = |part: usize| {
            let before = part as u64 * PART;
            let numbers = before + 1..=all.min(before + PART);
            let mut lines = Vec::new();
            for number in numbers.clone() {
                if let Some(row) = RightRow::new(plain, number as i64) {
                    row.add_to(&mut lines, name);
                }
            }
            Ok::<_, Infallible>((lines, numbers.count() as u64))
        };
        self.watched("checksum", all, |step| {
            let mut checksum = Checksum::default();
            let parts = 0..all.div_ceil(PART) as usize;
            let Ok(()) = in_order(parts, part, |_, (lines, rows)| {
                checksum.add_lines(&lines, rows);
                (0..rows).try_for_each(|_| step())
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
