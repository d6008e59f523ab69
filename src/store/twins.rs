//! Twins: molecules with the same spectrum.

use std::collections::HashMap;

use ::draw::words::counted;
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

/// The number of spectral groups in the cache, which take about 4 MB.
const KEPT: usize = 1 << 12;

/// The ambiguity of a molecule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Twins {
    /// The number of molecules with this spectrum, including the molecule itself.
    pub group_size: u64,
    /// The numbers of the others, at most the first 100.
    pub numbers: Vec<u64>,
}

/// Finds the twins of many molecules, one after the other.
pub(crate) struct TwinFinder<'store> {
    store: &'store Store,
    config: Config,
    /// A cache: for each spectrum, the number of its molecules and the first of their numbers.
    groups: HashMap<Spectrum, (u64, Vec<u64>)>,
}

impl Store {
    pub(crate) fn twin_finder(&self, config: Config) -> TwinFinder<'_> {
        TwinFinder {
            store: self,
            config,
            groups: HashMap::new(),
        }
    }
}

impl TwinFinder<'_> {
    /// The twins of a stored molecule, or `None` if the ambiguous spectra are
    /// not known yet. Call it in the transaction that read the molecule.
    pub(crate) fn of(&mut self, record: &Record) -> Result<Option<Twins>> {
        let explored = find(self.store.file.connection(), self.config)?;
        if !explored.is_some_and(|explored| explored.spectrums_updated) {
            return Ok(None);
        }
        if let Some((size, numbers)) = self.groups.get(&record.spectrum) {
            return Ok(Some(twins(record, *size, numbers)));
        }
        let Some(size) = self.ambiguous(&record.spectrum)? else {
            return Ok(Some(twins(record, 1, &[])));
        };
        let numbers = self.numbers(record)?;
        let named = size.min(NAMED as u64 + 1);
        if size < 2
            || numbers.len() as u64 != named
            || (size == named && !numbers.contains(&record.number))
        {
            let what = format!(
                "{}, molecule {}: its spectrum does not have the {} that Spectrums says",
                self.config,
                record.number,
                counted(size, "molecule", "molecules")
            );
            return Err(Error::damaged(what));
        }
        if self.groups.len() == KEPT {
            self.groups.clear();
        }
        let found = twins(record, size, &numbers);
        self.groups.insert(record.spectrum, (size, numbers));
        Ok(Some(found))
    }

    /// The number of molecules with a spectrum, or `None` if it is not ambiguous.
    fn ambiguous(&self, spectrum: &Spectrum) -> Result<Option<u64>> {
        let sql = "select nb_mol from Spectrums where config = ?1 and spectrum = ?2";
        let mut statement = self.store.file.connection().prepare_cached(sql)?;
        let size = statement.query_row((self.config, spectrum.as_str()), |row| row.get(0));
        let Some(size) = size.optional()? else {
            return Ok(None);
        };
        let damaged = || format!("{}: {size} molecules cannot share a spectrum", self.config);
        (within(size, self.config).map(Some)).ok_or_else(|| Error::damaged(damaged()))
    }

    /// The first numbers of molecules with a spectrum, one more than are named. While another configuration is
    /// loaded, the index by spectrum is missing, and the molecules are decoded from all rays instead.
    fn numbers(&self, record: &Record) -> Result<Vec<u64>> {
        let connection = self.store.file.connection();
        let mut indexed = connection.prepare_cached(
            "select 1 from sqlite_schema where type = 'index' and name = 'Molecules_spectrum'",
        )?;
        if !indexed.exists([])? {
            let rays = Evidence::of_all_rays(record.molecule);
            let puzzle = Puzzle::new(rays, self.config.balls()).map_err(PlayError::Atoms)?;
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
        let parameters = (self.config, record.spectrum.as_str(), NAMED as i64 + 1);
        let numbers = statement.query_map(parameters, |row| {
            row.get(0).map(|number: i64| number as u64)
        })?;
        Ok(numbers.collect::<Result<_, _>>()?)
    }
}

/// The twins of a molecule, given the first numbers of its group.
fn twins(record: &Record, group_size: u64, group: &[u64]) -> Twins {
    let others = group.iter().filter(|&&number| number != record.number);
    Twins {
        group_size,
        numbers: others.take(NAMED).copied().collect(),
    }
}
