//! Brings rows of the original into our tables, in one transaction.
//!
//! Rows come in any order, and several configurations may be mixed. Questions about all
//! of them together go to our own tables, before the commit of the transaction.

use kit::database::Writing;
use rusqlite::{ErrorCode, named_params};

use super::error::OriginalError;
use crate::game::Config;
use crate::plain::Traced;
use crate::store::configurations::{self, Stage, mark_done};
use crate::store::inspect::{SharedSpectrum, shared_spectra};
use crate::store::molecules::{self, INSERT, KEEP_INDEXES_FROM, build_indexes};
use crate::store::{Result, Store, initialise};

/// The number of rows of one configuration that are inserted together.
const ROWS_AT_ONCE: usize = 1000;

/// A molecule and everything that follows from it.
#[derive(Clone, Debug)]
pub(crate) struct NewMolecule {
    pub number: i64,
    pub canonical_number: i64,
    pub text: String,
    pub transform: &'static str,
    pub traced: Traced,
}

/// How far a configuration has come.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct State {
    pub frontier: u64,
    pub stored: u64,
    pub spectrums_initialised: bool,
    pub spectrums_updated: bool,
}

/// A running import. It is undone unless it is committed.
pub(crate) struct Arrival<'store> {
    transaction: Writing<'store>,
    /// The number of molecules that the database had, and of those that were added.
    before: u64,
    added: u64,
    /// This import has dropped the indexes.
    indexes_dropped: bool,
    waiting: Vec<NewMolecule>,
    /// The configuration of the waiting molecules.
    waiting_of: Option<Config>,
}

impl Store {
    /// Begins an import. A wish to stop interrupts and undoes it.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub(crate) fn begin_import(&mut self) -> Result<Arrival<'_>> {
        let before = self.rows_said()?;
        Ok(Arrival {
            transaction: self.file.write_long()?,
            before,
            added: 0,
            indexes_dropped: false,
            waiting: Vec::with_capacity(ROWS_AT_ONCE),
            waiting_of: None,
        })
    }
}

impl Arrival<'_> {
    /// Makes room for a configuration. With `force`, deletes its molecules that are
    /// there already. Returns the number of deleted molecules.
    ///
    /// # Errors
    ///
    /// [`OriginalError::Present`] without `force`.
    pub(crate) fn admit(&mut self, config: Config, force: bool) -> Result<u64> {
        let molecules = molecules::count(&self.transaction, config)?;
        if molecules > 0 && !force {
            return Err(OriginalError::Present { config, molecules }.into());
        }
        initialise::begin_anew(&self.transaction, config)
    }

    /// Adds a molecule.
    ///
    /// # Errors
    ///
    /// [`OriginalError::Twice`], perhaps only with one of the next molecules.
    pub(crate) fn add(&mut self, config: Config, molecule: NewMolecule) -> Result<()> {
        if self.waiting_of != Some(config) || self.waiting.len() == ROWS_AT_ONCE {
            self.flush()?;
            self.waiting_of = Some(config);
        }
        self.waiting.push(molecule);
        Ok(())
    }

    fn flush(&mut self) -> Result<()> {
        let Some(config) = self.waiting_of else {
            return Ok(());
        };
        self.added += self.waiting.len() as u64;
        // As before a load: to keep the indexes costs more, unless few rows come.
        if self.before / KEEP_INDEXES_FROM < self.added
            && molecules::has_indexes(&self.transaction)?
        {
            molecules::drop_indexes(&self.transaction)?;
            self.indexes_dropped = true;
        }
        self.transaction.execute_batch("savepoint Rows")?;
        if let Err(error) = self.insert(config, &self.waiting) {
            if error.sqlite_error_code() != Some(ErrorCode::ConstraintViolation) {
                return Err(error.into());
            }
            self.transaction.execute_batch("rollback to Rows")?;
            for molecule in &self.waiting {
                if self.insert(config, std::slice::from_ref(molecule)).is_err() {
                    let which = format!("{config}, molecule {}", molecule.number);
                    return Err(OriginalError::Twice(which).into());
                }
            }
            return Err(error.into());
        }
        self.transaction.execute_batch("release Rows")?;
        self.waiting.clear();
        Ok(())
    }

    fn insert(&self, config: Config, molecules: &[NewMolecule]) -> rusqlite::Result<()> {
        let name = config.to_string();
        INSERT.insert(&self.transaction, &name, molecules, |row, molecule| {
            row.bind(molecule.number)?;
            row.bind(molecule.canonical_number)?;
            row.bind(&molecule.text)?;
            row.bind(String::from_utf8_lossy(&molecule.traced.spectrum))?;
            row.bind(molecule.transform)?;
            for count in molecule.traced.statistics {
                row.bind(count)?;
            }
            Ok(())
        })
    }

    /// Adds a spectrum and its row's data.
    ///
    /// # Errors
    ///
    /// [`OriginalError::Twice`].
    pub(crate) fn add_spectrum(
        &mut self,
        config: Config,
        spectrum: &str,
        molecules: i64,
        transform: &str,
        canonical_number: i64,
    ) -> Result<()> {
        let mut insert = self.transaction.prepare_cached(
            "insert into Spectrums (config, spectrum, nb_mol, transform, canonical_number)
             values (:config, :spectrum, :nb_mol, :transform, :canonical_number)",
        )?;
        let inserted = insert.execute(named_params! {
            ":config": config.to_string(),
            ":spectrum": spectrum,
            ":nb_mol": molecules,
            ":transform": transform,
            ":canonical_number": canonical_number,
        });
        match inserted {
            Err(error) if error.sqlite_error_code() == Some(ErrorCode::ConstraintViolation) => {
                Err(OriginalError::Twice(format!("{config}, spectrum {spectrum}")).into())
            }
            other => Ok(other.map(|_| ())?),
        }
    }

    /// Ends the rows. Now all of them can be read.
    ///
    /// # Errors
    ///
    /// [`OriginalError::Twice`].
    pub(crate) fn end_rows(&mut self) -> Result<()> {
        self.flush()
    }

    /// The groups that have rows, by canonical number, and the number of rows of each.
    ///
    /// # Errors
    ///
    /// Those of `each`, and if the rows cannot be read.
    pub(crate) fn groups(
        &self,
        config: Config,
        mut each: impl FnMut(u64, u64) -> Result<()>,
    ) -> Result<()> {
        let mut statement = self.transaction.prepare(
            "select canonical_number, count(*) from Molecules
              where config = :config group by canonical_number order by canonical_number",
        )?;
        let mut rows = statement.query(named_params! { ":config": config.to_string() })?;
        while let Some(row) = rows.next()? {
            each(row.get::<_, i64>(0)? as u64, row.get::<_, i64>(1)? as u64)?;
        }
        Ok(())
    }

    /// The first molecule that has no row.
    ///
    /// # Errors
    ///
    /// If the rows cannot be read.
    pub(crate) fn first_missing(&self, config: Config) -> Result<u64> {
        let mut statement = self
            .transaction
            .prepare("select number from Molecules where config = :config order by number")?;
        let numbers = statement
            .query_map(named_params! { ":config": config.to_string() }, |row| {
                row.get::<_, i64>(0)
            })?;
        let mut next = 1;
        for number in numbers {
            if number? != next {
                break;
            }
            next += 1;
        }
        Ok(next as u64)
    }

    /// Takes back the rows of a group, and returns their number.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub(crate) fn take_back_group(&self, config: Config, canonical: u64) -> Result<u64> {
        let deleted = self.transaction.execute(
            "delete from Molecules where config = :config and canonical_number = :canonical",
            named_params! { ":config": config.to_string(), ":canonical": canonical as i64 },
        )?;
        Ok(deleted as u64)
    }

    /// Takes back the spectra of a configuration.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub(crate) fn take_back_spectrums(&self, config: Config) -> Result<()> {
        self.transaction.execute(
            "delete from Spectrums where config = :config",
            named_params! { ":config": config.to_string() },
        )?;
        Ok(())
    }

    /// Takes back the update of the spectra of a configuration.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub(crate) fn take_back_update(&self, config: Config) -> Result<()> {
        self.transaction.execute(
            "update Spectrums set transform = '??', canonical_number = 0 where config = :config",
            named_params! { ":config": config.to_string() },
        )?;
        Ok(())
    }

    /// Compares what the molecules say about shared spectra with the added spectra:
    /// `each` gets both if both have the spectrum.
    ///
    /// # Errors
    ///
    /// Those of `each`, and if the rows cannot be read.
    pub(crate) fn shared_spectra(
        &self,
        config: Config,
        each: impl FnMut(Option<SharedSpectrum>, Option<SharedSpectrum>) -> Result<()>,
    ) -> Result<()> {
        shared_spectra(&self.transaction, config, each)
    }

    /// Marks how far a configuration has come.
    ///
    /// # Errors
    ///
    /// If the database cannot be written.
    pub(crate) fn settle(&self, config: Config, state: State) -> Result<()> {
        configurations::advance(&self.transaction, config, state.frontier, state.stored)?;
        if state.frontier > 0 {
            molecules::add_batch(&self.transaction, config, state.frontier, state.stored)?;
        }
        if state.stored == config.molecules() {
            build_indexes(&self.transaction)?;
            mark_done(&self.transaction, config, Stage::Explore)?;
        }
        if state.spectrums_initialised {
            mark_done(&self.transaction, config, Stage::InitSpectrum)?;
        }
        if state.spectrums_updated {
            mark_done(&self.transaction, config, Stage::UpdateSpectrum)?;
        }
        Ok(())
    }

    /// Commits everything.
    ///
    /// # Errors
    ///
    /// If SQLite cannot commit. Then nothing has arrived.
    pub(crate) fn commit(self) -> Result<()> {
        // Explored configurations rely on them, whatever has arrived.
        if self.indexes_dropped {
            build_indexes(&self.transaction)?;
        }
        molecules::analyze(&self.transaction)?;
        Ok(self.transaction.commit()?)
    }
}
