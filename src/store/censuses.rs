//! The tables of censuses, with the findings of finished passes.
//!
//! A pass is committed as a whole: the transaction that moves the frontier also replaces the findings by those of
//! all passes so far.

use std::time::Duration;

use crate::store::checksum::{Checksum, cells};
use db::is_named;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, named_params};

use super::inspect::{Inspection, rows_of, text, time};
use super::parts::{ConfigFacts, GroupFact, RayFact, SliceFact};
use super::workers::{self, LongWork};
use super::{NOW, Store, delete, provenance};
use crate::board::Config;
use crate::census::{Census, Extreme, Findings, HASH_VERSION, Merit, Part, Resources, SPREAD};
use crate::error::{Error, Result};

/// Stored instead of a checksum for a census that is older than checksums.
const NO_CHECKSUM: &str = "none";

/// The queries for the rows in a census's checksum, table by table. [`SLICES`] comes last.
const CHECKSUMMED: [&str; 5] = [
    "select config, nb_mol, nb_canonical, hash_version, buckets, frontier, canonical_found
       from Censuses where config = :config",
    "select config, nb_mol, orbits, spectrums
       from CensusSpectrums where config = :config order by nb_mol",
    "select config, merit, rank, nb_mol, difference, canonical_number, spectrum
       from CensusGroups where config = :config order by merit, rank",
    "select config, merit, rank, number
       from CensusMolecules where config = :config order by merit, rank, number",
    "select config, outcome, measure, value, number
       from CensusRays where config = :config order by outcome, measure",
];

/// A file that is older than slices does not have this table.
const SLICES: &str = "select config, slice, sizes, checksum
       from CensusSlices where config = :config order by slice";

/// The resources that a pass or a whole census was allowed, and the time it took.
#[derive(Clone, Copy)]
pub(crate) struct CensusCost {
    pub allowed: Resources,
    pub time: Duration,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCensus {
    /// The census with its progress and findings.
    pub census: Census,
    /// The number of passes so far.
    pub passes: u64,
    /// The total time of the passes.
    pub time: Duration,
}

/// The census that is stored after [`Store::begin_census`].
pub(crate) struct BegunCensus {
    pub census: Census,
    /// Whether another one was deleted for it.
    pub replaced: bool,
}

impl Store {
    /// The census of a configuration, if it is finished, or if the program that began it spread spectra over
    /// buckets as this one does. Fails with [`Error::DamagedCensus`] if the stored data make no sense, and if the
    /// database cannot be read.
    pub fn census(&self, config: Config) -> Result<Option<StoredCensus>> {
        // One transaction, so that all tables are of the same pass.
        find(&*self.file.read()?, config)
    }

    /// Begins the census of a configuration, unless a finished one or one that can be continued is stored. Deletes
    /// a census that cannot be continued and, with `force`, any census.
    pub(crate) fn begin_census(&mut self, config: Config, force: bool) -> Result<BegunCensus> {
        let census = Census::new(config);
        let transaction = self.file.write()?;
        if !force && let Some(stored) = find(&transaction, config)? {
            let (census, replaced) = (stored.census, false);
            return Ok(BegunCensus { census, replaced });
        }
        transaction.execute_batch(tables::CENSUS)?;
        let replaced = delete_census(&transaction, config)?;
        begin(&transaction, config, SPREAD.into(), census.buckets() as i64)?;
        store_checksum(&transaction, config)?;
        transaction.commit()?;
        Ok(BegunCensus { census, replaced })
    }

    /// Deletes a census that was begun in vain, unless another process has counted a pass of it in the meantime.
    pub(crate) fn forget_census(&mut self, config: Config) -> Result<()> {
        let transaction = self.file.write()?;
        let stored = find(&transaction, config)?;
        if stored.is_none_or(|stored| stored.census.frontier() > 0) {
            return Ok(());
        }
        delete_census(&transaction, config)?;
        delete(&transaction, config, &["CensusChecksums"])?;
        Ok(transaction.commit()?)
    }

    /// Commits a pass that began at `frontier`. Fails if another program has moved it.
    pub(crate) fn commit_pass(
        &mut self,
        config: Config,
        frontier: usize,
        census: &Census,
        cost: CensusCost,
    ) -> Result<()> {
        let transaction = self.file.write()?;
        let sql = format!(
            "update Censuses
                set frontier = :to,
                    hash_version = case when :to = buckets then :finished else hash_version end,
                    canonical_found = :canonical_found,
                    finished_at = case when :to = buckets then {NOW} end
              where config = :config
                and frontier = :from
                and hash_version = :hash_version
                and buckets = :buckets"
        );
        let moved = transaction.execute(
            &sql,
            named_params! {
                ":config": config,
                ":from": frontier as i64,
                ":to": census.frontier() as i64,
                ":canonical_found": census.findings().canonical as i64,
                ":hash_version": SPREAD,
                ":finished": HASH_VERSION,
                ":buckets": census.buckets() as i64,
            },
        )?;
        if moved != 1 {
            return Err(Error::overtaken(config, LongWork::Census, None));
        }
        add_pass(&transaction, config, census, cost)?;
        delete(&transaction, config, &FINDINGS)?;
        insert_findings(&transaction, config, census.findings())?;
        store_checksum(&transaction, config)?;
        if census.frontier() == census.buckets() {
            provenance::note(&transaction, config, provenance::CENSUS)?;
        }
        Ok(transaction.commit()?)
    }

    /// Stores a census that was merged from parts, as a single pass of this cost. With `force`, it
    /// replaces a stored one, unless another process is counting it.
    pub(crate) fn store_census(
        &mut self,
        config: Config,
        census: &Census,
        cost: CensusCost,
        force: bool,
    ) -> Result<()> {
        let check = |connection: &Connection| match force || find(connection, config)?.is_none() {
            true => workers::check_idle(connection, config, LongWork::Census),
            false => Err(Error::HasCensus(config)),
        };
        // Also checked before the transaction, so that a refusal leaves the file untouched.
        check(self.file.connection())?;
        let transaction = self.file.write()?;
        check(&transaction)?;
        transaction.execute_batch(tables::CENSUS)?;
        delete_census(&transaction, config)?;
        census.check()?;
        let buckets = census.buckets() as i64;
        begin(&transaction, config, HASH_VERSION.into(), buckets)?;
        end(&transaction, config, census.findings())?;
        add_pass(&transaction, config, census, cost)?;
        store_checksum(&transaction, config)?;
        provenance::note(&transaction, config, provenance::CENSUS)?;
        Ok(transaction.commit()?)
    }
}

/// The checksum of the rows of a finished census with these findings, as a version of the program with this hash
/// and number of buckets stores them.
pub(crate) fn checksum_of(
    config: Config,
    findings: &Findings,
    version: i64,
    buckets: i64,
) -> Result<Checksum> {
    let mut connection = Connection::open_in_memory()?;
    connection.execute_batch(tables::CENSUS)?;
    let transaction = connection.transaction()?;
    begin(&transaction, config, version, buckets)?;
    end(&transaction, config, findings)?;
    checksum(&transaction, config)
}

fn begin(connection: &Connection, config: Config, version: i64, buckets: i64) -> Result<()> {
    let counts = [config.molecules(), config.canonical_molecules()];
    let [molecules, canonical] = counts.map(|count| count as i64);
    let sql = format!(
        "insert into Censuses (config, nb_mol, nb_canonical, hash_version, buckets, begun_at)
         values (?1, ?2, ?3, ?4, ?5, {NOW})"
    );
    connection.execute(&sql, (config, molecules, canonical, version, buckets))?;
    Ok(())
}

/// Marks a census as finished, and stores its findings.
fn end(connection: &Connection, config: Config, findings: &Findings) -> Result<()> {
    let sql = format!(
        "update Censuses
            set frontier = buckets, canonical_found = ?2, finished_at = {NOW}
          where config = ?1"
    );
    connection.execute(&sql, (config, findings.canonical as i64))?;
    insert_findings(connection, config, findings)
}

fn checksum(connection: &Connection, config: Config) -> Result<Checksum> {
    let mut checksum = Checksum::default();
    let slices = is_named(connection, "CensusSlices")?.then_some(SLICES);
    for sql in CHECKSUMMED.into_iter().chain(slices) {
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query([config])?;
        while let Some(row) = rows.next()? {
            checksum.add(cells(row));
        }
    }
    Ok(checksum)
}

fn store_checksum(transaction: &Transaction, config: Config) -> Result<()> {
    transaction.execute(
        "insert into CensusChecksums (config, sha256) values (?1, ?2)
         on conflict (config) do update set sha256 = excluded.sha256",
        (config, checksum(transaction, config)?.digits()),
    )?;
    Ok(())
}

/// The checksum that was stored with a census. An older file that is opened only for reading may lack the table.
fn stored_checksum(connection: &Connection, config: Config) -> Result<StoredChecksum> {
    if !is_named(connection, "CensusChecksums")? {
        return Ok(StoredChecksum::PredatesChecksums);
    }
    let sql = "select sha256 from CensusChecksums where config = :config";
    let found = connection.query_row(sql, [config], |row| text(row, 0));
    Ok(match found.optional()? {
        None => StoredChecksum::Missing,
        Some(sum) if sum == NO_CHECKSUM => StoredChecksum::PredatesChecksums,
        Some(sum) => StoredChecksum::Sha256(sum),
    })
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum StoredChecksum {
    /// The program that stored the census did not write checksums yet.
    PredatesChecksums,
    #[default]
    Missing,
    /// The claimed SHA-256, in hexadecimal digits.
    Sha256(String),
}

const FINDINGS: [&str; 5] = [
    "CensusSpectrums",
    "CensusGroups",
    "CensusMolecules",
    "CensusRays",
    "CensusSlices",
];

/// Deletes a census except its checksum, and returns whether there was one.
fn delete_census(transaction: &Transaction, config: Config) -> Result<bool> {
    let deleted = delete(transaction, config, &["Censuses", "CensusPasses"])?;
    provenance::forget(transaction, config, &[provenance::CENSUS])?;
    delete(transaction, config, &FINDINGS)?;
    Ok(deleted > 0)
}

/// Adds the row of the pass that ended at the frontier of a census, with its cost.
fn add_pass(
    transaction: &Transaction,
    config: Config,
    census: &Census,
    cost: CensusCost,
) -> Result<()> {
    let (frontier, memory) = (census.frontier() as i64, cost.allowed.memory as i64);
    let (threads, seconds) = (cost.allowed.threads as i64, cost.time.as_secs_f64());
    let sql = format!(
        "insert into CensusPasses (config, frontier, memory, threads, seconds, committed_at)
         values (?1, ?2, ?3, ?4, ?5, {NOW})"
    );
    transaction.execute(&sql, (config, frontier, memory, threads, seconds))?;
    Ok(())
}

fn insert_findings(connection: &Connection, config: Config, findings: &Findings) -> Result<()> {
    let mut insert = connection.prepare(
        "insert into CensusSpectrums (config, nb_mol, orbits, spectrums)
         values (?1, ?2, ?3, ?4)",
    )?;
    for row in findings.ambiguity.rows() {
        let [size, orbits, spectra] = <[u64; 3]>::from(row).map(|n| n as i64);
        insert.execute((config, size, orbits, spectra))?;
    }
    let mut insert = connection.prepare(
        "insert into CensusGroups
             (config, merit, rank, nb_mol, difference, canonical_number, spectrum)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let mut insert_molecule = connection.prepare(
        "insert into CensusMolecules (config, merit, rank, number) values (?1, ?2, ?3, ?4)",
    )?;
    for ranking in [&findings.largest, &findings.most_different] {
        let merit = ranking.merit().name();
        for (group, rank) in ranking.groups().iter().zip(1i64..) {
            let (size, first) = (group.size as i64, group.first as i64);
            let (difference, spectrum) = (group.difference, group.spectrum.as_str());
            insert.execute((config, merit, rank, size, difference, first, spectrum))?;
            for &number in &group.numbers {
                insert_molecule.execute((config, merit, rank, number as i64))?;
            }
        }
    }
    let mut insert = connection.prepare(
        "insert into CensusRays (config, outcome, measure, value, number)
         values (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (outcome, measure, extreme) in findings.rays.all() {
        if let Some(Extreme { value, number }) = extreme {
            insert.execute((config, outcome, measure, value, number as i64))?;
        }
    }
    let mut insert = connection.prepare(
        "insert into CensusSlices (config, slice, sizes, checksum) values (?1, ?2, ?3, ?4)",
    )?;
    for (slice, number) in findings.slices.iter().zip(1i64..) {
        let (sizes, checksum) = SliceFact::of(slice).into_cells();
        insert.execute((config, number, sizes, checksum))?;
    }
    Ok(())
}

fn find(connection: &Connection, config: Config) -> Result<Option<StoredCensus>> {
    let Some(stored) = inspected(connection, config)? else {
        return Ok(None);
    };
    let (frontier, buckets) = (stored.frontier, stored.buckets);
    let census = if frontier == buckets {
        // In a finished census, the assignment of spectra to buckets no longer matters.
        let census = Census::finished(config, stored.findings);
        (census.check()).map_err(|error| damaged(config, error))?;
        census
    } else {
        let census = Census::resumed(config, Part::WHOLE, frontier as usize, stored.findings);
        if stored.version != i64::from(SPREAD) || buckets != census.buckets() as i64 {
            return Ok(None);
        }
        // A wrong checksum must not be replaced when the census is continued.
        let digits = StoredChecksum::Sha256(stored.checksum.digits());
        if ![digits, StoredChecksum::PredatesChecksums].contains(&stored.stored_checksum) {
            return Err(damaged(config, "its findings do not match its checksum"));
        }
        census
    };
    Ok(Some(StoredCensus {
        census,
        passes: stored.passes.len() as u64,
        time: Duration::try_from_secs_f64(stored.passes.iter().map(|pass| pass.seconds).sum())
            .map_err(|_| damaged(config, "the time of a pass is impossible"))?,
    }))
}

fn damaged(config: Config, what: impl ToString) -> Error {
    let what = what.to_string();
    Error::DamagedCensus { config, what }
}

/// The contents of the rows of a census, unchecked.
pub(crate) struct InspectedCensus {
    pub stored_checksum: StoredChecksum,
    /// The checksum of its rows.
    pub checksum: Checksum,
    /// The version of the assignment of spectra to buckets.
    pub version: i64,
    pub buckets: i64,
    pub frontier: i64,
    pub begun_at: String,
    pub finished_at: Option<String>,
    /// The passes, by frontier.
    pub passes: Vec<CensusPass>,
    pub findings: Findings,
}

pub(crate) struct CensusPass {
    /// The frontier after the pass.
    pub frontier: i64,
    pub seconds: f64,
    /// Whether its memory, threads and time are possible values.
    pub is_possible: bool,
    pub committed_at: String,
}

impl Inspection<'_> {
    pub(crate) fn census(&self, config: Config) -> Result<Option<InspectedCensus>> {
        inspected(&self.0, config)
    }
}

/// Reads the rows of a census. Fails with [`Error::DamagedCensus`] if a value is impossible.
fn inspected(connection: &Connection, config: Config) -> Result<Option<InspectedCensus>> {
    // The tables are created with the first census.
    if !is_named(connection, "Censuses")? {
        return Ok(None);
    }
    let sql = "select canonical_found, hash_version, buckets, frontier, begun_at, finished_at
                 from Censuses where config = :config";
    let mut found: Vec<InspectedCensus> = rows_of(connection, config, sql, |row| {
        Ok(InspectedCensus {
            stored_checksum: stored_checksum(connection, config)?,
            checksum: checksum(connection, config)?,
            version: row.get(1)?,
            buckets: row.get(2)?,
            frontier: row.get(3)?,
            begun_at: text(row, 4)?,
            finished_at: time(row, 5)?,
            passes: passes(connection, config)?,
            findings: findings(connection, config, row.get(0)?)?,
        })
    })?;
    let census = found.pop();
    let is_possible = |one: &InspectedCensus| (0..=one.buckets).contains(&one.frontier);
    match census.as_ref().is_none_or(is_possible) {
        true => Ok(census),
        false => Err(damaged(config, "its frontier is beyond its end")),
    }
}

fn passes(connection: &Connection, config: Config) -> Result<Vec<CensusPass>> {
    let sql =
        "select frontier, seconds, memory > 0 and threads > 0 and seconds >= 0 and seconds < 1e15,
                      committed_at
                 from CensusPasses where config = :config order by frontier";
    rows_of(connection, config, sql, |row| {
        Ok(CensusPass {
            frontier: row.get(0)?,
            seconds: row.get(1)?,
            is_possible: row.get(2)?,
            committed_at: text(row, 3)?,
        })
    })
}

/// Reads the findings by the same conversions as the file of a part.
fn findings(connection: &Connection, config: Config, canonical: i64) -> Result<Findings> {
    // As unsigned numbers, negative ones exceed the number of molecules.
    let number = |row: &Row<'_>, column| Ok(row.get::<_, i64>(column)?.cast_unsigned());
    let sql = "select nb_mol, orbits, spectrums from CensusSpectrums
                where config = :config order by nb_mol";
    let ambiguity = rows_of(connection, config, sql, |row| {
        Ok([number(row, 0)?, number(row, 1)?, number(row, 2)?].into())
    })?;
    let mut kept = connection.prepare(
        "select number from CensusMolecules
          where config = ?1 and merit = ?2 and rank = ?3 order by number",
    )?;
    let mut groups = |merit: Merit| {
        let merit = merit.name();
        let sql = format!(
            "select rank, nb_mol, canonical_number, difference, spectrum from CensusGroups
              where config = :config and merit = '{merit}' order by rank"
        );
        rows_of(connection, config, &sql, |row| {
            let rank: i64 = row.get(0)?;
            let numbers = kept.query_map((config, merit, rank), |row| number(row, 0))?;
            Ok(GroupFact {
                size: number(row, 1)?,
                first: number(row, 2)?,
                difference: row.get(3)?,
                spectrum: text(row, 4)?,
                numbers: numbers.collect::<rusqlite::Result<_>>()?,
            })
        })
    };
    let (largest, most_different) = (groups(Merit::Size)?, groups(Merit::Difference)?);
    let sql = "select outcome, measure, value, number from CensusRays
                where config = :config order by outcome, measure";
    let rays = rows_of(connection, config, sql, |row| {
        Ok(RayFact {
            outcome: text(row, 0)?,
            measure: text(row, 1)?,
            value: row.get(2)?,
            number: number(row, 3)?,
        })
    })?;
    let impossible = || damaged(config, "a row is impossible");
    let slices = match is_named(connection, "CensusSlices")? {
        true => {
            let sql = "select sizes, checksum from CensusSlices
                        where config = :config order by slice";
            rows_of(connection, config, sql, |row| {
                SliceFact::from_cells(&text(row, 0)?, row.get(1)?).ok_or_else(impossible)
            })?
        }
        false => Vec::new(),
    };
    let facts = ConfigFacts {
        canonical: canonical.cast_unsigned(),
        ambiguity,
        largest,
        most_different,
        rays,
        slices,
    };
    facts.findings(config).ok_or_else(impossible)
}

#[cfg(test)]
mod tests {
    use db::Access;
    use watch::Stop;

    use super::*;
    use crate::commands::census::run::census;

    #[test]
    fn only_a_census_without_passes_is_forgotten() {
        let (config, stop) = (Config::new(3, 4).unwrap(), Stop::default());
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("censuses.db");
        let mut store = Store::open(&path, Access::Create, &stop).unwrap();
        store.begin_census(config, false).unwrap();
        store.forget_census(config).unwrap();
        assert_eq!(store.census(config).unwrap(), None);
        let resources = Resources {
            memory: 1 << 30,
            threads: 1,
        };
        let counted = census(&mut store, config, false, resources, false, &stop).unwrap();
        store.forget_census(config).unwrap();
        assert_eq!(store.census(config).unwrap(), Some(counted));
    }
}
