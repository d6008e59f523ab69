//! The table Configurations: facts about each, and how far it is.

use db::Writing;
use rusqlite::{Connection, OptionalExtension};

use super::{Store, provenance};
use crate::board::Config;
use crate::error::{Error, Result};

/// How far the pipeline is with a configuration.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explored {
    /// Molecules 1 to this number are stored, and so are their groups.
    pub frontier: u64,
    /// The number of stored rows.
    pub stored: u64,
    /// Everything is stored and indexed.
    pub explored: bool,
    /// `init-spectrum` has run since.
    pub spectrums_initialised: bool,
    /// `update-spectrum` has run since.
    pub spectrums_updated: bool,
}

impl Explored {
    fn is_done(&self, stage: Stage) -> bool {
        match stage {
            Stage::Explore => self.explored,
            Stage::InitSpectrum => self.spectrums_initialised,
            Stage::UpdateSpectrum => self.spectrums_updated,
        }
    }
}

impl Store {
    /// How far the pipeline is with a configuration.
    /// Fails with [`Error::NotInitialised`] if the configuration has no row.
    pub fn explored(&self, config: Config) -> Result<Explored> {
        explored(self.file.connection(), config)
    }

    /// Fails unless a configuration has gone through the whole pipeline.
    pub(crate) fn updated(&self, config: Config) -> Result<()> {
        done(self.file.connection(), config, Stage::UpdateSpectrum)
    }
}

pub(super) fn explored(connection: &Connection, config: Config) -> Result<Explored> {
    find(connection, config)?.ok_or(Error::NotInitialised(config))
}

/// Fails unless a stage and those before it are done.
pub(super) fn done(connection: &Connection, config: Config, stage: Stage) -> Result<()> {
    let explored = explored(connection, config)?;
    if !explored.explored {
        let stored = explored.stored;
        return Err(Error::NotExplored { config, stored });
    }
    if stage >= Stage::InitSpectrum && !explored.spectrums_initialised {
        return Err(Error::SpectraNotInitialised(config));
    }
    if stage >= Stage::UpdateSpectrum && !explored.spectrums_updated {
        return Err(Error::SpectraNotUpdated(config));
    }
    Ok(())
}

pub(super) fn find(connection: &Connection, config: Config) -> Result<Option<Explored>> {
    let mut statement = connection.prepare_cached(
        "select frontier, nb_stored, explored_at is not null,
                spectrums_initialised_at is not null, spectrums_updated_at is not null
           from Configurations where config = :config",
    )?;
    let mut rows = statement.query([config])?;
    let Some(row) = rows.next()? else {
        return Ok(None);
    };
    let count = |column: usize| {
        let count: i64 = row.get(column)?;
        within(count, config)
            .ok_or_else(|| Error::damaged(format!("{config} cannot have {count} molecules stored")))
    };
    Ok(Some(Explored {
        frontier: count(0)?,
        stored: count(1)?,
        explored: row.get(2)?,
        spectrums_initialised: row.get(3)?,
        spectrums_updated: row.get(4)?,
    }))
}

pub(super) fn add(connection: &Connection, config: Config) -> Result<()> {
    let [atoms, width] = [config.atoms(), config.width()].map(|number| number as i64);
    connection.execute(
        "insert into Configurations (config, nb_mol, nb_atoms, width) values (?1, ?2, ?3, ?4)",
        (config, config.molecules() as i64, atoms, width),
    )?;
    Ok(())
}

/// Moves the frontier of a configuration, and counts its rows.
pub(super) fn advance(
    connection: &Connection,
    config: Config,
    frontier: u64,
    stored: u64,
) -> Result<()> {
    connection.execute(
        "update Configurations set frontier = ?2, nb_stored = ?3 where config = ?1",
        (config, frontier as i64, stored as i64),
    )?;
    Ok(())
}

/// The number of stored molecules of all configurations together, as their rows say.
pub(super) fn stored_of_all(connection: &Connection) -> Result<i64> {
    let sql = "select coalesce(sum(nb_stored), 0) from Configurations";
    Ok(connection.query_row(sql, [], |row| row.get(0))?)
}

/// A number of molecules, or of something that is not more, if it can be true.
pub(super) fn within(count: i64, config: Config) -> Option<u64> {
    (u64::try_from(count).ok()).filter(|&count| count <= config.molecules())
}

/// Does a stage still have to follow what its program saw at the beginning? False if another program
/// has done it meanwhile. A transaction that ends a stage asks this first.
pub(super) fn is_due(
    connection: &Connection,
    config: Config,
    seen: &Explored,
    stage: Stage,
) -> Result<bool> {
    let now = explored(connection, config)?;
    Ok(seen.is_done(stage) || !now.is_done(stage))
}

/// Ends a stage: notes its time, clears the time of the stage that must follow again, and commits if all
/// marks of the configuration then agree with its rows.
pub(super) fn finish(transaction: Writing<'_>, config: Config, stage: Stage) -> Result<()> {
    let (name, done, cleared) = match stage {
        Stage::Explore => ("explore", "explored_at", ""),
        Stage::InitSpectrum => (
            "init-spectrum",
            "spectrums_initialised_at",
            ", spectrums_updated_at = null",
        ),
        Stage::UpdateSpectrum => ("update-spectrum", "spectrums_updated_at", ""),
    };
    let sql = format!(
        "update Configurations set {done} = strftime('%Y-%m-%dT%H:%M:%SZ', 'now'){cleared}
          where config = ?1"
    );
    transaction.execute(&sql, [config])?;
    provenance::note(&transaction, config, name)?;
    if !marks_agree(&transaction, config)? {
        let what = format!("the rows of {config} contradict a step that is marked as finished");
        return Err(Error::damaged(what));
    }
    Ok(transaction.commit()?)
}

/// Does each mark of a configuration agree with its rows and with the mark before it?
pub(super) fn marks_agree(connection: &Connection, config: Config) -> Result<bool> {
    let sql = "
        select (explored_at is null or nb_stored = nb_mol)
           and (explored_at is not null or spectrums_initialised_at is null)
           and (spectrums_initialised_at is not null or spectrums_updated_at is null)
           and (spectrums_initialised_at is not null
                or not exists (select 1 from Spectrums where config = :config))
           and (spectrums_updated_at is null
                or not exists (select 1 from Spectrums where config = :config and transform = '??'))
          from Configurations where config = :config";
    let agree = connection.query_row(sql, [config], |row| row.get(0));
    // A configuration without a row has no marks.
    Ok(agree.optional()?.unwrap_or(true))
}

#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) enum Stage {
    Explore,
    InitSpectrum,
    UpdateSpectrum,
}
