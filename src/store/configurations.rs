//! The table Configurations, with the facts and the progress of each configuration.

use db::Writing;
use rusqlite::{Connection, OptionalExtension};

use super::{NOW, Store, provenance};
use crate::board::Config;
use crate::error::{Error, Result};

/// The progress of a configuration in the pipeline.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Explored {
    /// Molecules 1 to this number are stored, and so are their groups.
    pub frontier: u64,
    /// The number of stored rows.
    pub stored: u64,
    /// Whether everything is stored and indexed.
    pub explored: bool,
    /// Whether `init-spectrum` has run since.
    pub spectrums_initialised: bool,
    /// Whether `update-spectrum` has run since.
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
    /// The progress of a configuration in the pipeline.
    pub fn explored(&self, config: Config) -> Result<Explored> {
        explored(self.file.connection(), config)
    }

    /// The progress of a configuration, or `None` if it is not initialised.
    pub(crate) fn find_explored(&self, config: Config) -> Result<Option<Explored>> {
        find(self.file.connection(), config)
    }

    /// Fails unless the whole pipeline of a configuration is finished.
    pub(crate) fn updated(&self, config: Config) -> Result<()> {
        done(self.file.connection(), config, Stage::UpdateSpectrum)
    }

    /// The error for a configuration of which the database has nothing.
    pub(crate) fn not_initialised(&self, config: Config) -> Error {
        not_initialised(self.file.connection(), config)
    }
}

pub(super) fn explored(connection: &Connection, config: Config) -> Result<Explored> {
    find(connection, config)?.ok_or_else(|| not_initialised(connection, config))
}

fn not_initialised(connection: &Connection, config: Config) -> Error {
    let finished = || -> Result<Vec<Config>> {
        let mut statement = connection.prepare(
            "select config from Configurations where spectrums_updated_at is not null
              order by width, nb_atoms",
        )?;
        let names = statement.query_map([], |row| row.get::<_, String>(0))?;
        let configs = names.map(|name| Ok(name?.parse().ok()));
        configs.filter_map(Result::transpose).collect()
    };
    match finished() {
        Ok(finished) => Error::NotInitialised { config, finished },
        Err(error) => error,
    }
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

/// Sets the frontier and the number of rows of a configuration.
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

/// The sum of the numbers of stored molecules in the rows of all configurations.
pub(super) fn stored_of_all(connection: &Connection) -> Result<i64> {
    let sql = "select coalesce(sum(nb_stored), 0) from Configurations";
    Ok(connection.query_row(sql, [], |row| row.get(0))?)
}

/// Converts a count that cannot exceed the number of molecules. `None` if it does, or is negative.
pub(super) fn within(count: i64, config: Config) -> Option<u64> {
    (u64::try_from(count).ok()).filter(|&count| count <= config.molecules())
}

/// Whether a stage is still to be done for the state that was `seen` at the beginning. False if another program has
/// done it meanwhile. Every transaction that ends a stage checks this first.
pub(super) fn is_due(
    connection: &Connection,
    config: Config,
    seen: &Explored,
    stage: Stage,
) -> Result<bool> {
    let now = explored(connection, config)?;
    Ok(seen.is_done(stage) || !now.is_done(stage))
}

/// Ends a stage: stores its time, clears the time of the stage that must run again, and commits. Fails if the marks
/// of the configuration do not agree with its rows.
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
        "update Configurations set {done} = {NOW}{cleared}
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

/// Whether each mark of a configuration agrees with its rows and with the mark before it.
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
