//! Twins: molecules with the same spectrum.

use db::is_named;
use draw::words::counted;
use rusqlite::OptionalExtension;
use watch::unwatched;

use super::Store;
use super::configurations::{find, within};
use super::molecules::Record;
use crate::board::{Config, Spectrum};
use crate::error::{Error, Result};
use crate::puzzle::evidence::Evidence;
use crate::puzzle::{PlayError, Puzzle};

/// The greatest number of twins per molecule, which limits the output for ranges of molecules in large groups.
const NAMED: usize = 100;

/// The ambiguity of a molecule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twins {
    /// The number of molecules with this spectrum, including the molecule itself.
    pub group_size: u64,
    /// The numbers of the others, at most the first 100.
    pub numbers: Vec<u64>,
}

impl Store {
    /// The twins of a stored molecule, or `None` if the ambiguous spectra are not known yet. Call it in the
    /// transaction that read the molecule.
    pub(crate) fn twins(&self, record: &Record) -> Result<Option<Twins>> {
        let config = record.molecule.config();
        let explored = find(self.file.connection(), config)?;
        if !explored.is_some_and(|explored| explored.spectrums_updated) {
            return Ok(None);
        }
        let Some(group_size) = self.ambiguous(&record.spectrum, config)? else {
            return Ok(Some(Twins {
                group_size: 1,
                numbers: Vec::new(),
            }));
        };
        let mut numbers = self.first_of_group(record, config)?;
        let named = group_size.min(NAMED as u64 + 1);
        if group_size < 2
            || numbers.len() as u64 != named
            || (group_size == named && !numbers.contains(&record.number))
        {
            let what = format!(
                "{config}, molecule {}: its spectrum does not have the {} that Spectrums says",
                record.number,
                counted(group_size, "molecule", "molecules")
            );
            return Err(Error::damaged(what));
        }
        numbers.retain(|&number| number != record.number);
        numbers.truncate(NAMED);
        Ok(Some(Twins {
            group_size,
            numbers,
        }))
    }

    /// The number of molecules with a spectrum, or `None` if it is not ambiguous.
    fn ambiguous(&self, spectrum: &Spectrum, config: Config) -> Result<Option<u64>> {
        let sql = "select nb_mol from Spectrums where config = ?1 and spectrum = ?2";
        let mut statement = self.file.connection().prepare_cached(sql)?;
        let size = statement.query_row((config, spectrum.as_str()), |row| row.get(0));
        let Some(size) = size.optional()? else {
            return Ok(None);
        };
        let damaged = || format!("{config}: {size} molecules cannot share a spectrum");
        (within(size, config).map(Some)).ok_or_else(|| Error::damaged(damaged()))
    }

    /// The first numbers of molecules with a spectrum, one more than are named. While another configuration is
    /// loaded, the index by spectrum is missing, and the molecules are decoded from all rays instead.
    fn first_of_group(&self, record: &Record, config: Config) -> Result<Vec<u64>> {
        let connection = self.file.connection();
        if !is_named(connection, "Molecules_spectrum")? {
            let rays = Evidence::of_all_rays(record.molecule);
            let puzzle = Puzzle::new(rays, config.balls()).map_err(PlayError::Atoms)?;
            let agree = unwatched(|observed| puzzle.find(NAMED + 1, observed))
                .map_err(|_| Error::stopped("interrupted"))?;
            return Ok(agree
                .listed()
                .iter()
                .filter_map(|one| one.number())
                .collect());
        }
        let mut statement = connection.prepare_cached(
            "select number from Molecules indexed by Molecules_spectrum
              where config = ?1 and spectrum = ?2
              order by number limit ?3",
        )?;
        let parameters = (config, record.spectrum.as_str(), NAMED as i64 + 1);
        let numbers = statement.query_map(parameters, |row| {
            row.get(0).map(|number: i64| number as u64)
        })?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }
}
