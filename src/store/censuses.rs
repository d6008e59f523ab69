//! The tables of the censuses: what finished passes have found.
//!
//! A pass is committed as a whole: the sums over all passes so far replace
//! those before it, in the transaction that moves the frontier.

use std::time::Duration;

use rusqlite::{Connection, OptionalExtension, Transaction, named_params};

use super::Store;
use crate::census::{
    AmbiguityTable, Census, Extreme, Findings, HASH_VERSION, Merit, NotableGroup, Ranking,
    RayExtremes, Resources, SpectralCount,
};
use crate::error::{Error, Result};
use crate::game::{Config, Spectrum};

/// A census as it is stored.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCensus {
    /// How far it is, and what it has found.
    pub census: Census,
    /// How many passes that took.
    pub passes: u64,
    /// How long they took together.
    pub time: Duration,
}

impl Store {
    /// The census of a configuration, if it is finished, or has been begun by
    /// a program that spread spectra over buckets as this one does.
    ///
    /// # Errors
    ///
    /// Where the database cannot be read, or makes no sense.
    pub fn census(&self, config: Config) -> Result<Option<StoredCensus>> {
        find(&self.connection, config)
    }

    /// Begins the census of a configuration; what another program has found
    /// that counted differently is deleted. Returns whether there was any.
    ///
    /// # Errors
    ///
    /// Where the database cannot be written.
    pub fn begin_census(&mut self, config: Config, census: &Census) -> Result<bool> {
        let transaction = self.write()?;
        let name = config.to_string();
        let deleted = transaction.execute(
            "delete from Censuses where config = :config",
            named_params! { ":config": name },
        )?;
        delete_findings(&transaction, config)?;
        transaction.execute(
            "delete from CensusPasses where config = :config",
            named_params! { ":config": name },
        )?;
        transaction.execute(
            "insert into Censuses (config, nb_mol, nb_canonical, hash_version, buckets, begun_at)
             values (:config, :nb_mol, :nb_canonical, :hash_version, :buckets,
                     strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            named_params! {
                ":config": name,
                ":nb_mol": config.molecules() as i64,
                ":nb_canonical": config.canonical_molecules() as i64,
                ":hash_version": HASH_VERSION,
                ":buckets": census.buckets() as i64,
            },
        )?;
        transaction.commit()?;
        Ok(deleted > 0)
    }

    /// Commits a pass that took a census from `frontier` to where it is now.
    ///
    /// # Errors
    ///
    /// [`Error::CensusOvertaken`] if somebody else has moved the frontier.
    pub fn commit_pass(
        &mut self,
        config: Config,
        frontier: usize,
        census: &Census,
        resources: Resources,
        time: Duration,
    ) -> Result<()> {
        let transaction = self.write()?;
        let name = config.to_string();
        let moved = transaction.execute(
            "update Censuses
                set frontier = :to,
                    canonical_found = :canonical_found,
                    finished_at = case when :to = buckets
                                       then strftime('%Y-%m-%dT%H:%M:%SZ', 'now') end
              where config = :config
                and frontier = :from
                and hash_version = :hash_version
                and buckets = :buckets",
            named_params! {
                ":config": name,
                ":from": frontier as i64,
                ":to": census.frontier() as i64,
                ":canonical_found": census.findings().canonical as i64,
                ":hash_version": HASH_VERSION,
                ":buckets": census.buckets() as i64,
            },
        )?;
        if moved != 1 {
            return Err(Error::CensusOvertaken(config));
        }
        transaction.execute(
            "insert into CensusPasses (config, frontier, memory, threads, seconds, committed_at)
             values (:config, :frontier, :memory, :threads, :seconds,
                     strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            named_params! {
                ":config": name,
                ":frontier": census.frontier() as i64,
                ":memory": resources.memory as i64,
                ":threads": resources.threads as i64,
                ":seconds": time.as_secs_f64(),
            },
        )?;
        delete_findings(&transaction, config)?;
        insert_findings(&transaction, config, census.findings())?;
        transaction.commit()?;
        Ok(())
    }
}

fn delete_findings(transaction: &Transaction, config: Config) -> Result<()> {
    for table in [
        "CensusSpectrums",
        "CensusGroups",
        "CensusMolecules",
        "CensusRays",
    ] {
        transaction.execute(
            &format!("delete from {table} where config = :config"),
            named_params! { ":config": config.to_string() },
        )?;
    }
    Ok(())
}

fn insert_findings(transaction: &Transaction, config: Config, findings: &Findings) -> Result<()> {
    let name = config.to_string();
    let mut insert = transaction.prepare(
        "insert into CensusSpectrums (config, nb_mol, orbits, spectrums)
         values (:config, :nb_mol, :orbits, :spectrums)",
    )?;
    for (size, count) in findings.ambiguity.rows() {
        insert.execute(named_params! {
            ":config": name,
            ":nb_mol": size as i64,
            ":orbits": count.orbits as i64,
            ":spectrums": count.spectrums as i64,
        })?;
    }
    for ranking in [&findings.largest, &findings.most_different] {
        for (group, rank) in ranking.groups().iter().zip(1i64..) {
            insert_group(transaction, &name, ranking.merit(), rank, group)?;
        }
    }
    let mut insert = transaction.prepare(
        "insert into CensusRays (config, outcome, measure, value, number)
         values (:config, :outcome, :measure, :value, :number)",
    )?;
    for (outcome, measure, extreme) in findings.rays.all() {
        if let Some(extreme) = extreme {
            insert.execute(named_params! {
                ":config": name,
                ":outcome": outcome,
                ":measure": measure,
                ":value": extreme.value,
                ":number": extreme.number as i64,
            })?;
        }
    }
    Ok(())
}

fn insert_group(
    transaction: &Transaction,
    name: &str,
    merit: Merit,
    rank: i64,
    group: &NotableGroup,
) -> Result<()> {
    transaction
        .prepare_cached(
            "insert into CensusGroups
             (config, merit, rank, nb_mol, difference, canonical_number, spectrum)
         values (:config, :merit, :rank, :nb_mol, :difference, :canonical_number, :spectrum)",
        )?
        .execute(named_params! {
            ":config": name,
            ":merit": merit.name(),
            ":rank": rank,
            ":nb_mol": group.size as i64,
            ":difference": group.difference,
            ":canonical_number": group.first as i64,
            ":spectrum": group.spectrum.as_str(),
        })?;
    let mut insert = transaction.prepare_cached(
        "insert into CensusMolecules (config, merit, rank, number)
         values (:config, :merit, :rank, :number)",
    )?;
    for &number in &group.numbers {
        insert.execute(named_params! {
            ":config": name,
            ":merit": merit.name(),
            ":rank": rank,
            ":number": number as i64,
        })?;
    }
    Ok(())
}

fn find(connection: &Connection, config: Config) -> Result<Option<StoredCensus>> {
    let name = config.to_string();
    let row = connection
        .prepare_cached(
            "select frontier, canonical_found, buckets, hash_version,
                    (select count(*) from CensusPasses as p where p.config = c.config),
                    (select total(seconds) from CensusPasses as p where p.config = c.config)
               from Censuses as c
              where config = :config",
        )?
        .query_row(named_params! { ":config": name }, |row| {
            Ok((
                row.get::<_, i64>(0)?,
                row.get::<_, i64>(1)?,
                row.get::<_, i64>(2)?,
                row.get::<_, i64>(3)?,
                row.get::<_, i64>(4)?,
                row.get::<_, f64>(5)?,
            ))
        })
        .optional()?;
    let Some((frontier, canonical, buckets, hash_version, passes, seconds)) = row else {
        return Ok(None);
    };
    let damaged = |what: &str| Error::Damaged(format!("the census of {config} has {what}"));
    let whole = |count: i64| u64::try_from(count).map_err(|_| damaged("a negative count"));
    let findings = Findings {
        canonical: whole(canonical)?,
        ambiguity: ambiguity(connection, &name)?,
        largest: ranking(connection, config, Merit::Size)?,
        most_different: ranking(connection, config, Merit::Difference)?,
        rays: rays(connection, &name)?,
    };
    if frontier > buckets {
        return Err(damaged("a frontier beyond its end"));
    }
    let census = if frontier == buckets {
        // How spectra were spread over buckets does not matter any more.
        let census = Census::finished(config, findings)?;
        census.check()?;
        census
    } else {
        let census = Census::resumed(config, whole(frontier)? as usize, findings)?;
        if hash_version != i64::from(HASH_VERSION) || buckets != census.buckets() as i64 {
            return Ok(None);
        }
        census
    };
    Ok(Some(StoredCensus {
        census,
        passes: whole(passes)?,
        time: Duration::try_from_secs_f64(seconds).map_err(|_| damaged("a strange time"))?,
    }))
}

fn ambiguity(connection: &Connection, name: &str) -> Result<AmbiguityTable> {
    let mut statement = connection.prepare_cached(
        "select nb_mol, orbits, spectrums from CensusSpectrums where config = :config",
    )?;
    let rows = statement.query_map(named_params! { ":config": name }, |row| {
        let count = |column| row.get::<_, i64>(column).map(|count| count as u64);
        let spectral = SpectralCount {
            orbits: count(1)?,
            spectrums: count(2)?,
        };
        Ok((count(0)?, spectral))
    })?;
    Ok(rows.collect::<rusqlite::Result<_>>()?)
}

fn ranking(connection: &Connection, config: Config, merit: Merit) -> Result<Ranking> {
    let name = config.to_string();
    let mut statement = connection.prepare_cached(
        "select rank, nb_mol, difference, canonical_number, spectrum
           from CensusGroups where config = :config and merit = :merit",
    )?;
    let mut molecules = connection.prepare_cached(
        "select number from CensusMolecules
          where config = :config and merit = :merit and rank = :rank order by number",
    )?;
    let mut ranking = Ranking::new(merit);
    let mut rows = statement.query(named_params! { ":config": name, ":merit": merit.name() })?;
    while let Some(row) = rows.next()? {
        let numbers = molecules.query_map(
            named_params! {
                ":config": name,
                ":merit": merit.name(),
                ":rank": row.get::<_, i64>(0)?,
            },
            |row| row.get::<_, i64>(0).map(|number| number as u64),
        )?;
        let spectrum: String = row.get(4)?;
        ranking.add(NotableGroup {
            size: row.get::<_, i64>(1)? as u64,
            difference: row.get(2)?,
            first: row.get::<_, i64>(3)? as u64,
            spectrum: Spectrum::parse(&spectrum, config)
                .map_err(|error| Error::Damaged(format!("the census of {config}: {error}")))?,
            numbers: numbers.collect::<rusqlite::Result<_>>()?,
        });
    }
    Ok(ranking)
}

fn rays(connection: &Connection, name: &str) -> Result<RayExtremes> {
    let mut statement = connection.prepare_cached(
        "select value, number from CensusRays
          where config = :config and outcome = :outcome and measure = :measure",
    )?;
    let mut rays = RayExtremes::default();
    for (outcome, measure, extreme) in rays.all_mut() {
        *extreme = statement
            .query_row(
                named_params! { ":config": name, ":outcome": outcome, ":measure": measure },
                |row| {
                    Ok(Extreme {
                        value: row.get(0)?,
                        number: row.get::<_, i64>(1)? as u64,
                    })
                },
            )
            .optional()?;
    }
    Ok(rays)
}
