//! The table Spectrums, with the ambiguous spectra.
//!
//! The original loops over all canonical molecules to find the origin of a spectrum. All members of a group have
//! the same class of spectra, so the first molecule to mark a spectrum is the one with the lowest canonical number
//! among its molecules. The index finds it, and one statement replaces the loop.

use super::configurations::{Explored, Stage, done, finish, is_due, within};
use super::molecules::{analyse, index};
use super::{Store, count, delete, queries};
use crate::board::{Config, Spectrum};
use crate::census::AmbiguityRow;
use crate::error::{Error, Result};

pub(super) const COLUMNS: [&str; 5] = [
    "config",
    "spectrum",
    "nb_mol",
    "transform",
    "canonical_number",
];

const ROWS: &str = "count(*) from Spectrums";

/// A class of ambiguous spectra that are images of each other.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct SpectrumClass {
    /// The spectrum whose transform is `id`.
    pub spectrum: Spectrum,
    /// The lowest canonical number among its molecules.
    pub canonical_number: u64,
    /// The number of molecules that share it. It is the same for each image.
    pub molecules: u64,
    /// The number of different spectra in the class.
    pub spectra: u64,
}

impl Store {
    /// Replaces the spectra of a configuration by those that two molecules or more have. Their transform is still
    /// `??`, and their canonical number 0. Changes nothing if another program has done it since the configuration
    /// was `seen`. Returns the number of spectra. Fails with [`Error::NotExplored`] if not all molecules are
    /// stored.
    pub fn init_spectrum(&mut self, config: Config, seen: &Explored) -> Result<u64> {
        // Also checked before the transaction, so that a refusal leaves the file untouched.
        done(self.file.connection(), config, Stage::Explore)?;
        let transaction = self.file.write_long()?;
        done(&transaction, config, Stage::Explore)?;
        if !is_due(&transaction, config, seen, Stage::InitSpectrum)? {
            return count(&transaction, config, ROWS);
        }
        // The load of another configuration may have dropped the indexes and their statistics.
        index(&transaction)?;
        delete(&transaction, config, &["Spectrums"])?;
        let spectra = transaction.execute(
            "insert into Spectrums (config, spectrum, nb_mol, transform, canonical_number)
                 select config, spectrum, count(*), '??', 0
                   from Molecules
                  where config = :config
                  group by spectrum
                 having count(*) >= 2",
            [config],
        )?;
        analyse(&transaction, "Spectrums")?;
        finish(transaction, config, Stage::InitSpectrum)?;
        Ok(spectra as u64)
    }

    /// Gives each spectrum of a configuration the lowest canonical number among its molecules, and the transform of
    /// the first molecule that has this number. Changes nothing if another program has done it since the
    /// configuration was `seen`. Returns the number of spectra. Fails with [`Error::NotExplored`] or
    /// [`Error::SpectraNotInitialised`] if an earlier stage is missing.
    pub fn update_spectrum(&mut self, config: Config, seen: &Explored) -> Result<u64> {
        // Also checked before the transaction, so that a refusal leaves the file untouched.
        done(self.file.connection(), config, Stage::InitSpectrum)?;
        let transaction = self.file.write_long()?;
        done(&transaction, config, Stage::InitSpectrum)?;
        if !is_due(&transaction, config, seen, Stage::UpdateSpectrum)? {
            return count(&transaction, config, ROWS);
        }
        index(&transaction)?;
        // Without `indexed by`, SQLite searches all molecules in the order of canonical numbers for the spectrum:
        // 56 s instead of 0.05 s on A4_B8.
        let spectra = transaction.execute(
            "update Spectrums
                    set (transform, canonical_number) = (
                        select transform, canonical_number
                          from Molecules indexed by Molecules_spectrum
                         where Molecules.config = Spectrums.config
                           and Molecules.spectrum = Spectrums.spectrum
                         order by canonical_number, number
                         limit 1)
                  where config = :config",
            [config],
        )?;
        queries::save(&transaction)?;
        finish(transaction, config, Stage::UpdateSpectrum)?;
        Ok(spectra as u64)
    }

    pub(crate) fn spectrum_classes(&self, config: Config) -> Result<Vec<SpectrumClass>> {
        let mut statement = self.file.connection().prepare(
            "select max(spectrum) filter (where transform = 'id'),
                    canonical_number, max(nb_mol), count(*)
               from Spectrums
              where config = :config
              group by canonical_number
              order by canonical_number",
        )?;
        let mut rows = statement.query([config])?;
        let mut classes = Vec::new();
        while let Some(row) = rows.next()? {
            let damaged = |what: &str| {
                let number: i64 = row.get(1).unwrap_or_default();
                Error::damaged(format!("{config}, spectra of molecule {number}: {what}"))
            };
            let text = row.get_ref(0)?.as_str();
            let text = text.map_err(|_| damaged("no spectrum has the transform id"))?;
            let count = |column: usize| -> Result<u64> {
                within(row.get(column)?, config).ok_or_else(|| damaged("a number is out of range"))
            };
            classes.push(SpectrumClass {
                spectrum: Spectrum::parse(text, config).map_err(|e| damaged(&e.to_string()))?,
                canonical_number: count(1)?,
                molecules: count(2)?,
                spectra: count(3)?,
            });
        }
        Ok(classes)
    }

    /// The ambiguity table of a configuration, fewest molecules first. Fails if a stage of the pipeline is missing,
    /// and [`db::Error::Damaged`] if a count cannot be true.
    pub fn ambiguity(&self, config: Config) -> Result<Vec<AmbiguityRow>> {
        let transaction = self.file.read()?;
        done(&transaction, config, Stage::UpdateSpectrum)?;
        let mut statement = transaction.prepare(include_str!("../../sql/ambiguity.sql"))?;
        let mut rows = statement.query([config])?;
        let mut table = Vec::new();
        let mut left = config.molecules();
        while let Some(row) = rows.next()? {
            let damaged =
                || Error::damaged(format!("the number of spectra of {config} is impossible"));
            let count = |column: usize| within(row.get(column)?, config).ok_or_else(damaged);
            let row = AmbiguityRow::from([count(1)?, count(2)?, count(3)?]);
            left = left.checked_sub(row.molecules()).ok_or_else(damaged)?;
            table.push(row);
        }
        Ok(table)
    }
}
