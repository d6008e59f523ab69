//! Checksums of what the tables say of a configuration: the rows of Molecules in the
//! order of number, those of Spectrums in the order of spectrum in bytes.

use kit::verify::Checksum;

use super::{Said, Verification};
use crate::error::Result;
use crate::store::RawMolecule;

impl Verification<'_, '_> {
    /// The checksums of what is wholly there.
    pub(super) fn checksums(&mut self, said: &Said) -> Result<()> {
        let molecules = self.read(|this| {
            this.watched("checksum", said.rows, |step| {
                let mut checksum = Checksum::default();
                this.inspection.molecules_by_number(this.config, |row| {
                    checksum.add((0..RawMolecule::COLUMNS).map(|column| row.cell(column)));
                    step()
                })?;
                Ok(checksum)
            })
        })?;
        match molecules {
            Ok(checksum) => self.report.checksum("Molecules", &checksum)?,
            Err(error) => self.report("checksum", Err(error))?,
        }
        if said.spectrums_updated() {
            let spectrums = self.read(|this| {
                let mut checksum = Checksum::default();
                this.inspection.spectrums(this.config, |cells| {
                    checksum.add(cells.into_iter());
                    Ok(())
                })?;
                Ok(checksum)
            })?;
            match spectrums {
                Ok(checksum) => self.report.checksum("Spectrums", &checksum)?,
                Err(error) => self.report("checksum", Err(error))?,
            }
        }
        Ok(())
    }
}
