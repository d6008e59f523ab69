//! The tables of the censuses: the findings of finished passes.
//!
//! A pass is committed as a whole: the sums over all passes so far replace the
//! older sums, in the transaction that moves the frontier.

use std::time::Duration;

use crate::store::checksum::Checksum;
use db::has_table;
use rusqlite::{Connection, OptionalExtension, Transaction, named_params};

use super::configurations::within;
use super::inspect::{Inspection, RawRow, bytes, list_of, numbers, text, time};
use super::parts::SliceFact;
use super::workers::LongWork;
use super::{Store, delete, provenance};
use crate::board::{Config, Spectrum};
use crate::census::{
    Census, Extreme, Findings, HASH_VERSION, NotableGroup, Part, Resources, SPREAD, SpectralCount,
};
use crate::error::{Error, Result};

/// The mark of a census that was stored before there were checksums.
const NO_CHECKSUM: &str = "none";

/// The rows that make a census's checksum, table by table.
const CHECKSUMMED: [&str; 6] = [
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
    SLICES,
];

/// The last of them. A census from before there were slices has no such rows.
const SLICES: &str = "select config, slice, sizes, checksum
       from CensusSlices where config = :config order by slice";

/// A stored census.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StoredCensus {
    /// How far it is, and its findings.
    pub census: Census,
    /// The number of passes so far.
    pub passes: u64,
    /// Their time together.
    pub time: Duration,
}

impl Store {
    /// The census of a configuration, if it is finished, or if the program
    /// that began it spread spectra over buckets as this one does.
    ///
    /// # Errors
    ///
    /// [`Error::DamagedCensus`] if the stored data make no sense, and if the
    /// database cannot be read.
    pub fn census(&self, config: Config) -> Result<Option<StoredCensus>> {
        // One transaction, so that no pass is committed in between.
        find(&*self.file.read()?, config)
    }

    /// Begins the census of a configuration, unless there is one by now that
    /// can continue or is finished. Deletes a stored census that cannot
    /// continue, and with `force` any stored census. Returns the census as far as it
    /// is stored, and whether another one was deleted for it.
    pub(crate) fn begin_census(&mut self, config: Config, force: bool) -> Result<(Census, bool)> {
        let census = Census::new(config);
        let transaction = self.file.write()?;
        if !force && let Some(stored) = find(&transaction, config)? {
            return Ok((stored.census, false));
        }
        transaction.execute_batch(tables::CENSUS)?;
        let replaced = delete_census(&transaction, config)?;
        begin(&transaction, config, SPREAD, census.buckets())?;
        store_checksum(&transaction, config)?;
        transaction.commit()?;
        Ok((census, replaced))
    }

    /// Commits a pass that began at `frontier`. Fails if another program has moved it.
    pub(crate) fn commit_pass(
        &mut self,
        config: Config,
        frontier: usize,
        census: &Census,
        resources: Resources,
        time: Duration,
    ) -> Result<()> {
        let transaction = self.file.write()?;
        let moved = transaction.execute(
            "update Censuses
                set frontier = :to,
                    hash_version = case when :to = buckets then :finished else hash_version end,
                    canonical_found = :canonical_found,
                    finished_at = case when :to = buckets
                                       then strftime('%Y-%m-%dT%H:%M:%SZ', 'now') end
              where config = :config
                and frontier = :from
                and hash_version = :hash_version
                and buckets = :buckets",
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
        let to = census.frontier() as u64;
        let means = [to, resources.memory, resources.threads as u64];
        add_pass(&transaction, config, means, time.as_secs_f64())?;
        delete(&transaction, config, &FINDINGS)?;
        insert_findings(&transaction, config, census.findings())?;
        store_checksum(&transaction, config)?;
        if census.frontier() == census.buckets() {
            provenance::note(&transaction, config, provenance::CENSUS)?;
        }
        Ok(transaction.commit()?)
    }

    /// Stores a census that was put together from parts, as of one pass with these means. With `force`,
    /// it replaces another one.
    pub(crate) fn store_census(
        &mut self,
        config: Config,
        census: &Census,
        cost: (Resources, Duration),
        force: bool,
    ) -> Result<()> {
        let check = |connection: &Connection| match force || find(connection, config)?.is_none() {
            true => Ok(()),
            false => Err(Error::HasCensus(config)),
        };
        // Once more before it, so that a file stays as it is if this refuses.
        check(self.file.connection())?;
        let transaction = self.file.write()?;
        check(&transaction)?;
        transaction.execute_batch(tables::CENSUS)?;
        delete_census(&transaction, config)?;
        insert_finished(&transaction, config, census, cost)?;
        provenance::note(&transaction, config, provenance::CENSUS)?;
        Ok(transaction.commit()?)
    }
}

/// A finished census as [`Store::store_census`] would store it. Fails if its sums are wrong.
pub(crate) fn rehearsed(
    config: Config,
    census: &Census,
    cost: (Resources, Duration),
) -> Result<Option<RawCensus>> {
    let mut connection = Connection::open_in_memory()?;
    connection.execute_batch(tables::CENSUS)?;
    let transaction = connection.transaction()?;
    insert_finished(&transaction, config, census, cost)?;
    raw_census(&transaction, config)
}

fn insert_finished(
    transaction: &Transaction<'_>,
    config: Config,
    census: &Census,
    (means, time): (Resources, Duration),
) -> Result<()> {
    census.check()?;
    begin(transaction, config, HASH_VERSION, census.buckets())?;
    transaction.execute(
        "update Censuses
            set frontier = buckets, canonical_found = ?2,
                finished_at = strftime('%Y-%m-%dT%H:%M:%SZ', 'now')
          where config = ?1",
        (config, census.findings().canonical as i64),
    )?;
    let means = [census.buckets() as u64, means.memory, means.threads as u64];
    add_pass(transaction, config, means, time.as_secs_f64())?;
    insert_findings(transaction, config, census.findings())?;
    store_checksum(transaction, config)
}

fn begin(transaction: &Transaction, config: Config, version: u32, buckets: usize) -> Result<()> {
    let [molecules, canonical, buckets] = [
        config.molecules(),
        config.canonical_molecules(),
        buckets as u64,
    ]
    .map(|n| n as i64);
    transaction.execute(
        "insert into Censuses (config, nb_mol, nb_canonical, hash_version, buckets, begun_at)
         values (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        (config, molecules, canonical, version, buckets),
    )?;
    Ok(())
}

fn checksum(connection: &Connection, config: Config) -> Result<Checksum> {
    let mut checksum = Checksum::default();
    for sql in CHECKSUMMED {
        if sql == SLICES && !has_table(connection, "CensusSlices")? {
            continue;
        }
        let mut statement = connection.prepare_cached(sql)?;
        let mut rows = statement.query([config])?;
        while let Some(row) = rows.next()? {
            checksum.add(RawRow(row).cells());
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

/// The checksum that was stored with a census. An older file that is only read has none.
fn stored_checksum(connection: &Connection, config: Config) -> Result<StoredChecksum> {
    if !has_table(connection, "CensusChecksums")? {
        return Ok(StoredChecksum::BeforeThereWereAny);
    }
    let sql = "select sha256 from CensusChecksums where config = :config";
    let found = connection.query_row(sql, [config], |row| text(row, 0));
    Ok(match found.optional()? {
        None => StoredChecksum::Missing,
        Some(sum) if sum == NO_CHECKSUM => StoredChecksum::BeforeThereWereAny,
        Some(sum) => StoredChecksum::Sha256(sum),
    })
}

#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum StoredChecksum {
    /// The program that stored the census made no checksums.
    BeforeThereWereAny,
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

/// Deletes everything about a census except its checksum, and says whether there was one.
fn delete_census(transaction: &Transaction, config: Config) -> Result<bool> {
    let deleted = delete(transaction, config, &["Censuses", "CensusPasses"])?;
    provenance::forget(transaction, config, &[provenance::CENSUS])?;
    delete(transaction, config, &FINDINGS)?;
    Ok(deleted > 0)
}

/// Adds a pass, with the frontier after it, its memory and its threads.
fn add_pass(
    transaction: &Transaction,
    config: Config,
    means: [u64; 3],
    seconds: f64,
) -> Result<()> {
    let [frontier, memory, threads] = means.map(|number| number as i64);
    transaction.execute(
        "insert into CensusPasses (config, frontier, memory, threads, seconds, committed_at)
         values (?1, ?2, ?3, ?4, ?5, strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        (config, frontier, memory, threads, seconds),
    )?;
    Ok(())
}

fn insert_findings(transaction: &Transaction, config: Config, findings: &Findings) -> Result<()> {
    let mut insert = transaction.prepare(
        "insert into CensusSpectrums (config, nb_mol, orbits, spectrums)
         values (?1, ?2, ?3, ?4)",
    )?;
    for (size, count) in findings.ambiguity.rows() {
        let [size, orbits, spectra] = [size, count.orbits, count.spectra].map(|n| n as i64);
        insert.execute((config, size, orbits, spectra))?;
    }
    let mut insert = transaction.prepare(
        "insert into CensusGroups
             (config, merit, rank, nb_mol, difference, canonical_number, spectrum)
         values (?1, ?2, ?3, ?4, ?5, ?6, ?7)",
    )?;
    let mut insert_molecule = transaction.prepare(
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
    let mut insert = transaction.prepare(
        "insert into CensusRays (config, outcome, measure, value, number)
         values (?1, ?2, ?3, ?4, ?5)",
    )?;
    for (outcome, measure, extreme) in findings.rays.all() {
        if let Some(Extreme { value, number }) = extreme {
            insert.execute((config, outcome, measure, value, number as i64))?;
        }
    }
    let mut insert = transaction.prepare(
        "insert into CensusSlices (config, slice, sizes, checksum) values (?1, ?2, ?3, ?4)",
    )?;
    for (slice, number) in findings.slices.iter().zip(1i64..) {
        let (sizes, checksum) = SliceFact::of(slice).into_cells();
        insert.execute((config, number, sizes, checksum))?;
    }
    Ok(())
}

fn find(connection: &Connection, config: Config) -> Result<Option<StoredCensus>> {
    let Some(raw) = raw_census(connection, config)? else {
        return Ok(None);
    };
    let damaged = |what: &str| {
        let what = what.to_owned();
        Error::DamagedCensus { config, what }
    };
    let [_, _, buckets, frontier, _] = raw.counts;
    let findings = findings(&raw, config).ok_or_else(|| damaged("a value is impossible"))?;
    let frontier_now = usize::try_from(frontier).map_err(|_| damaged("a count is negative"))?;
    if frontier > buckets {
        return Err(damaged("its frontier is beyond its end"));
    }
    let census = if frontier == buckets {
        // The way in which spectra were spread over buckets no longer matters.
        let census = Census::finished(config, findings);
        (census.check()).map_err(|error| damaged(&error.to_string()))?;
        census
    } else {
        let census = Census::resumed(config, Part::WHOLE, frontier_now, findings);
        if raw.hash_version != i64::from(SPREAD) || buckets != census.buckets() as i64 {
            return Ok(None);
        }
        // A program that continues it gives it a new checksum.
        let digits = StoredChecksum::Sha256(raw.checksum.digits());
        if ![digits, StoredChecksum::BeforeThereWereAny].contains(&raw.stored_checksum) {
            return Err(damaged("its findings do not match its checksum"));
        }
        census
    };
    Ok(Some(StoredCensus {
        census,
        passes: raw.passes.len() as u64,
        time: Duration::try_from_secs_f64(raw.passes.iter().map(|pass| pass.seconds).sum())
            .map_err(|_| damaged("the time of a pass is impossible"))?,
    }))
}

fn findings(raw: &RawCensus, config: Config) -> Option<Findings> {
    let count = |count: i64| within(count, config);
    let [.., canonical] = raw.counts;
    let mut findings = Findings {
        canonical: canonical.try_into().ok()?,
        ..Findings::default()
    };
    let sizes = raw.spectrums.iter().map(|&[size, orbits, spectra]| {
        let (orbits, spectra) = (count(orbits)?, count(spectra)?);
        Some((count(size)?, SpectralCount { orbits, spectra }))
    });
    findings.ambiguity = sizes.collect::<Option<_>>()?;
    for group in &raw.groups {
        let mut rankings = [&mut findings.largest, &mut findings.most_different].into_iter();
        let ranking = rankings.find(|ranking| ranking.merit().name() == group.merit)?;
        let numbers = group.numbers.iter().map(|&number| count(number));
        ranking.add(NotableGroup {
            size: count(group.molecules)?,
            difference: group.difference.map(u32::try_from).transpose().ok()?,
            first: count(group.canonical_number)?,
            spectrum: Spectrum::parse(str::from_utf8(&group.spectrum).ok()?, config).ok()?,
            numbers: numbers.collect::<Option<_>>()?,
        });
    }
    for (outcome, measure, value, number) in &raw.rays {
        let mut all = findings.rays.all_mut().into_iter();
        let (.., extreme) = all.find(|(o, m, _)| o == outcome && m == measure)?;
        let (value, number) = ((*value).try_into().ok()?, count(*number)?);
        *extreme = Some(Extreme { value, number });
    }
    let slices = raw.slices.iter().map(|slice| {
        let sizes = str::from_utf8(&slice.sizes).ok()?;
        SliceFact::from_cells(sizes, slice.checksum.clone())?.slice(config)
    });
    findings.slices = slices.collect::<Option<_>>()?;
    Some(findings)
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawCensusGroup {
    /// `size` or `difference`.
    pub merit: String,
    /// Its place, from 1.
    pub rank: i64,
    /// The number of molecules that share the spectrum.
    pub molecules: i64,
    /// The most atoms that two of them do not share, if known.
    pub difference: Option<i64>,
    /// The lowest canonical number.
    pub canonical_number: i64,
    /// The smallest image of the spectrum.
    pub spectrum: Vec<u8>,
    /// The kept molecules, by number.
    pub numbers: Vec<i64>,
}

#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RawCensusPass {
    /// The frontier after it.
    pub frontier: i64,
    /// The bytes that it was allowed to use.
    pub memory: i64,
    pub threads: i64,
    pub seconds: f64,
    pub committed_at: String,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawSlice {
    /// Its number, from 1.
    pub slice: i64,
    /// A JSON document, if it is as we write it.
    pub sizes: Vec<u8>,
    /// The digits of its checksum.
    pub checksum: Option<String>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct RawCensus {
    /// The checksum that was stored with it.
    pub stored_checksum: StoredChecksum,
    /// The checksum of what is there.
    pub checksum: Checksum,
    /// How spectra are spread over the buckets.
    pub hash_version: i64,
    pub begun_at: String,
    pub finished_at: Option<String>,
    /// The passes, by frontier.
    pub passes: Vec<RawCensusPass>,
    /// The number of rows that do not belong to a kept group.
    pub stray_molecules: i64,
    /// `nb_mol`, `nb_canonical`, `buckets`, `frontier`, `canonical_found`.
    pub counts: [i64; 5],
    /// Whether its row says that it is finished.
    pub finished: bool,
    /// `nb_mol`, `orbits`, `spectrums` by group size.
    pub spectrums: Vec<[i64; 3]>,
    /// The kept groups.
    pub groups: Vec<RawCensusGroup>,
    /// `outcome`, `measure`, `value`, `number`.
    pub rays: Vec<(String, String, i64, i64)>,
    /// The slices in their order.
    pub slices: Vec<RawSlice>,
}

impl RawCensus {
    /// What it says of the length or the turns of some rays: the most, and a molecule with it.
    pub(crate) fn ray(&self, outcome: &str, measure: &str) -> Option<(i64, i64)> {
        let mut rays = self.rays.iter();
        let ray = rays.find(|(o, m, ..)| o == outcome && m == measure);
        ray.map(|&(.., value, number)| (value, number))
    }

    /// Of `spectrums`, the rows of those that several molecules share.
    pub(crate) fn ambiguous(&self) -> impl DoubleEndedIterator<Item = [i64; 3]> {
        let rows = self.spectrums.iter().copied();
        rows.filter(|&[size, ..]| size >= 2)
    }
}

impl Inspection<'_> {
    pub(crate) fn census(&self, config: Config) -> Result<Option<RawCensus>> {
        raw_census(&self.0, config)
    }
}

fn raw_census(connection: &Connection, config: Config) -> Result<Option<RawCensus>> {
    // A file has these tables once it has a census.
    if !has_table(connection, "Censuses")? {
        return Ok(None);
    }
    let sql = "select nb_mol, nb_canonical, buckets, frontier, canonical_found,
                      finished_at is not null, hash_version, begun_at, finished_at,
                      (select count(*) from CensusMolecules as m
                        where m.config = c.config
                          and not exists (select 1 from CensusGroups as g
                                           where g.config = m.config and g.merit = m.merit
                                             and g.rank = m.rank))
                 from Censuses as c where config = :config";
    let found = connection.query_row(sql, [config], |row| {
        Ok(RawCensus {
            counts: numbers(row)?,
            finished: row.get(5)?,
            hash_version: row.get(6)?,
            begun_at: text(row, 7)?,
            finished_at: time(row, 8)?,
            stray_molecules: row.get(9)?,
            ..RawCensus::default()
        })
    });
    let Some(mut census) = found.optional()? else {
        return Ok(None);
    };
    census.stored_checksum = stored_checksum(connection, config)?;
    census.checksum = checksum(connection, config)?;
    let sql = "select frontier, memory, threads, seconds, committed_at from CensusPasses
                where config = :config order by frontier";
    census.passes = list_of(connection, config, sql, |row| {
        Ok(RawCensusPass {
            frontier: row.get(0)?,
            memory: row.get(1)?,
            threads: row.get(2)?,
            seconds: row.get(3)?,
            committed_at: text(row, 4)?,
        })
    })?;
    let sql = "select nb_mol, orbits, spectrums from CensusSpectrums
                where config = :config order by nb_mol";
    census.spectrums = list_of(connection, config, sql, numbers)?;
    let sql = "select outcome, measure, value, number from CensusRays
                where config = :config order by outcome, measure";
    census.rays = list_of(connection, config, sql, |row| {
        Ok((text(row, 0)?, text(row, 1)?, row.get(2)?, row.get(3)?))
    })?;
    if has_table(connection, "CensusSlices")? {
        let sql = "select slice, sizes, checksum from CensusSlices
                    where config = :config order by slice";
        census.slices = list_of(connection, config, sql, |row| {
            Ok(RawSlice {
                slice: row.get(0)?,
                sizes: bytes(row, 1)?,
                checksum: row.get(2)?,
            })
        })?;
    }
    let mut kept = connection.prepare(
        "select number from CensusMolecules
          where config = ?1 and merit = ?2 and rank = ?3 order by number",
    )?;
    let sql = "select merit, rank, nb_mol, difference, canonical_number, spectrum
                 from CensusGroups where config = :config order by merit, rank";
    census.groups = list_of(connection, config, sql, |row| {
        let (merit, rank) = (text(row, 0)?, row.get(1)?);
        let numbers = kept.query_map((config, &merit, rank), |row| row.get(0))?;
        Ok(RawCensusGroup {
            numbers: numbers.collect::<rusqlite::Result<_>>()?,
            merit,
            rank,
            molecules: row.get(2)?,
            difference: row.get(3)?,
            canonical_number: row.get(4)?,
            spectrum: bytes(row, 5)?,
        })
    })?;
    Ok(Some(census))
}
