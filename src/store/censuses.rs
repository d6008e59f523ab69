//! The tables of the censuses: the findings of finished passes.
//!
//! A pass is committed as a whole: the sums over all passes so far replace the
//! older sums, in the transaction that moves the frontier.

use std::time::Duration;

use kit::verify::{Cell, Checksum, has_table};
use rusqlite::{Connection, OptionalExtension, Transaction, named_params};

use super::Store;
use super::configurations::within;
use super::error::{Error, Result};
use super::inspect::{RawCensus, raw_census};
use super::portions::Portion;
use super::slices::SliceFact;
use crate::census::{
    Census, Extreme, Findings, GROUPED_BY_KEYS, HASH_VERSION, Merit, NotableGroup, Resources,
    SpectralCount,
};
use crate::game::{Config, Spectrum};

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

/// A census that can continue.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct BegunCensus {
    /// The census as far as it is stored.
    pub census: Census,
    /// Another one was deleted for it.
    pub replaced: bool,
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
        // One transaction, so that nobody commits a pass in between.
        find(&*self.file.read()?, config)
    }

    /// Begins the census of a configuration, unless there is one by now that
    /// can continue or is finished. Deletes a stored census that cannot
    /// continue, and with `force` any stored census.
    ///
    /// # Errors
    ///
    /// Without `force`, those of [`census`](Store::census). Also if the
    /// database cannot be written.
    pub(crate) fn begin_census(&mut self, config: Config, force: bool) -> Result<BegunCensus> {
        let census = Census::new(config)?;
        let transaction = self.file.write()?;
        if !force && let Some(stored) = find(&transaction, config)? {
            return Ok(BegunCensus {
                census: stored.census,
                replaced: false,
            });
        }
        let replaced = delete(&transaction, config)?;
        transaction.execute(
            "insert into Censuses (config, nb_mol, nb_canonical, hash_version, buckets, begun_at)
             values (:config, :nb_mol, :nb_canonical, :hash_version, :buckets,
                     strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
            named_params! {
                ":config": config,
                ":nb_mol": config.molecules() as i64,
                ":nb_canonical": config.canonical_molecules() as i64,
                ":hash_version": HASH_VERSION,
                ":buckets": census.buckets() as i64,
            },
        )?;
        store_checksum(&transaction, config)?;
        transaction.commit()?;
        Ok(BegunCensus { census, replaced })
    }

    /// Commits a pass that took a census from `frontier` to its present frontier.
    ///
    /// # Errors
    ///
    /// [`kit::Error::Overtaken`] if somebody else has moved the frontier.
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
                ":hash_version": HASH_VERSION,
                ":buckets": census.buckets() as i64,
            },
        )?;
        if moved != 1 {
            return Err(Error::census_overtaken(config));
        }
        add_pass(
            &transaction,
            config,
            census.frontier() as i64,
            (resources.memory as i64, resources.threads as i64),
            time.as_secs_f64(),
        )?;
        delete_findings(&transaction, config)?;
        insert_findings(&transaction, config, census.findings())?;
        store_checksum(&transaction, config)?;
        transaction.commit()?;
        Ok(())
    }

    /// Stores a finished census: one from portions, whose buckets follow each other, or,
    /// without portions, one that was grouped by keys. With `force`, it replaces another
    /// one.
    ///
    /// # Errors
    ///
    /// [`Error::HasCensus`]. Also if its sums are wrong, or if the database cannot be
    /// written.
    pub(crate) fn import_census(
        &mut self,
        config: Config,
        census: &Census,
        portions: &[Portion],
        force: bool,
    ) -> Result<()> {
        let transaction = self.file.write()?;
        if !force && find(&transaction, config)?.is_some() {
            return Err(Error::HasCensus(config));
        }
        delete(&transaction, config)?;
        insert_finished(&transaction, config, census, portions)?;
        transaction.commit()?;
        Ok(())
    }
}

/// A finished census as [`Store::import_census`] would store it.
///
/// # Errors
///
/// If its sums are wrong.
pub(crate) fn rehearsed(
    config: Config,
    census: &Census,
    portions: &[Portion],
) -> Result<Option<RawCensus>> {
    let mut connection = Connection::open_in_memory()?;
    for step in tables::SCHEMA.steps {
        connection.execute_batch(step.sql)?;
    }
    let transaction = connection.transaction()?;
    insert_finished(&transaction, config, census, portions)?;
    raw_census(&transaction, config)
}

fn insert_finished(
    transaction: &Transaction<'_>,
    config: Config,
    census: &Census,
    portions: &[Portion],
) -> Result<()> {
    census.check()?;
    let (hash_version, buckets) = match portions {
        [] => (GROUPED_BY_KEYS, 1),
        _ => (HASH_VERSION, census.buckets() as i64),
    };
    transaction.execute(
        "insert into Censuses (config, nb_mol, nb_canonical, hash_version, buckets,
                               frontier, canonical_found, begun_at, finished_at)
         values (:config, :nb_mol, :nb_canonical, :hash_version, :buckets,
                 :buckets, :canonical_found,
                 strftime('%Y-%m-%dT%H:%M:%SZ', 'now'), strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        named_params! {
            ":config": config,
            ":nb_mol": config.molecules() as i64,
            ":nb_canonical": config.canonical_molecules() as i64,
            ":hash_version": hash_version,
            ":buckets": buckets,
            ":canonical_found": census.findings().canonical as i64,
        },
    )?;
    for portion in portions {
        add_pass(
            transaction,
            config,
            portion.to as i64,
            (portion.memory as i64, portion.threads as i64),
            portion.seconds,
        )?;
    }
    insert_findings(transaction, config, census.findings())?;
    store_checksum(transaction, config)
}

/// The checksum of the stored findings of a census and of how far it is.
pub(super) fn checksum(connection: &Connection, config: Config) -> Result<Checksum> {
    let mut checksum = Checksum::default();
    for sql in CHECKSUMMED {
        if sql == SLICES && !has_table(connection, "CensusSlices")? {
            continue;
        }
        let mut statement = connection.prepare_cached(sql)?;
        let columns = statement.column_count();
        let mut rows = statement.query(named_params! { ":config": config })?;
        while let Some(row) = rows.next()? {
            let cells: rusqlite::Result<Vec<Cell<'_>>> =
                (0..columns).map(|column| row.get_ref(column)).collect();
            checksum.add(cells?.into_iter());
        }
    }
    Ok(checksum)
}

fn store_checksum(transaction: &Transaction, config: Config) -> Result<()> {
    transaction.execute(
        "insert into CensusChecksums (config, sha256) values (:config, :sha256)
         on conflict (config) do update set sha256 = excluded.sha256",
        named_params! {
            ":config": config,
            ":sha256": checksum(transaction, config)?.digits(),
        },
    )?;
    Ok(())
}

/// The checksum that was stored with a census. If a file of an older schema is
/// only read, it has no table of checksums.
pub(super) fn stored_checksum(connection: &Connection, config: Config) -> Result<StoredChecksum> {
    if !has_table(connection, "CensusChecksums")? {
        return Ok(StoredChecksum::BeforeThereWereAny);
    }
    let found = connection
        .prepare_cached("select sha256 from CensusChecksums where config = :config")?
        .query_row(named_params! { ":config": config }, |row| {
            Ok(match row.get_ref(0)? {
                Cell::Text(text) => String::from_utf8_lossy(text).into_owned(),
                _ => String::new(),
            })
        })
        .optional()?;
    Ok(match found {
        None => StoredChecksum::Missing,
        Some(sum) if sum == NO_CHECKSUM => StoredChecksum::BeforeThereWereAny,
        Some(sum) => StoredChecksum::Sha256(sum),
    })
}

/// The checksum that was stored with a census.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum StoredChecksum {
    /// The program that stored the census made no checksums.
    BeforeThereWereAny,
    /// It is gone.
    Missing,
    /// The claimed SHA-256, in hexadecimal digits.
    Sha256(String),
}

/// Deletes everything about a census except its checksum, and says whether there was one.
fn delete(transaction: &Transaction, config: Config) -> Result<bool> {
    let mut deleted = 0;
    for table in ["Censuses", "CensusPasses"] {
        deleted += transaction.execute(
            &format!("delete from {table} where config = :config"),
            named_params! { ":config": config },
        )?;
    }
    delete_findings(transaction, config)?;
    Ok(deleted > 0)
}

/// Adds a pass up to `frontier`, with its memory and threads.
fn add_pass(
    transaction: &Transaction,
    config: Config,
    frontier: i64,
    (memory, threads): (i64, i64),
    seconds: f64,
) -> Result<()> {
    transaction.execute(
        "insert into CensusPasses (config, frontier, memory, threads, seconds, committed_at)
         values (:config, :frontier, :memory, :threads, :seconds,
                 strftime('%Y-%m-%dT%H:%M:%SZ', 'now'))",
        named_params! {
            ":config": config,
            ":frontier": frontier,
            ":memory": memory,
            ":threads": threads,
            ":seconds": seconds,
        },
    )?;
    Ok(())
}

fn delete_findings(transaction: &Transaction, config: Config) -> Result<()> {
    for table in [
        "CensusSpectrums",
        "CensusGroups",
        "CensusMolecules",
        "CensusRays",
        "CensusSlices",
    ] {
        transaction.execute(
            &format!("delete from {table} where config = :config"),
            named_params! { ":config": config },
        )?;
    }
    Ok(())
}

fn insert_findings(transaction: &Transaction, config: Config, findings: &Findings) -> Result<()> {
    let mut insert = transaction.prepare(
        "insert into CensusSpectrums (config, nb_mol, orbits, spectrums)
         values (:config, :nb_mol, :orbits, :spectrums)",
    )?;
    for (size, count) in findings.ambiguity.rows() {
        insert.execute(named_params! {
            ":config": config,
            ":nb_mol": size as i64,
            ":orbits": count.orbits as i64,
            ":spectrums": count.spectra as i64,
        })?;
    }
    for ranking in [&findings.largest, &findings.most_different] {
        for (group, rank) in ranking.groups().iter().zip(1i64..) {
            insert_group(transaction, config, ranking.merit(), rank, group)?;
        }
    }
    let mut insert = transaction.prepare(
        "insert into CensusRays (config, outcome, measure, value, number)
         values (:config, :outcome, :measure, :value, :number)",
    )?;
    for (outcome, measure, extreme) in findings.rays.all() {
        if let Some(extreme) = extreme {
            insert.execute(named_params! {
                ":config": config,
                ":outcome": outcome,
                ":measure": measure,
                ":value": extreme.value,
                ":number": extreme.number as i64,
            })?;
        }
    }
    let mut insert = transaction.prepare(
        "insert into CensusSlices (config, slice, sizes, checksum)
         values (:config, :slice, :sizes, :checksum)",
    )?;
    for (slice, number) in findings.slices.iter().zip(1i64..) {
        let fact = SliceFact::of(slice);
        let (sizes, checksum) = fact.cells();
        insert.execute(named_params! {
            ":config": config,
            ":slice": number,
            ":sizes": sizes,
            ":checksum": checksum,
        })?;
    }
    Ok(())
}

fn insert_group(
    transaction: &Transaction,
    config: Config,
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
            ":config": config,
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
            ":config": config,
            ":merit": merit.name(),
            ":rank": rank,
            ":number": number as i64,
        })?;
    }
    Ok(())
}

fn find(connection: &Connection, config: Config) -> Result<Option<StoredCensus>> {
    let Some(raw) = raw_census(connection, config)? else {
        return Ok(None);
    };
    let damaged = |what: &str| Error::DamagedCensus {
        config,
        what: what.to_owned(),
    };
    let [_, _, buckets, frontier, canonical] = raw.counts;
    let findings = findings(&raw, canonical, config);
    let findings = findings.ok_or_else(|| damaged("a value is not possible"))?;
    let frontier_now = usize::try_from(frontier).map_err(|_| damaged("a count is negative"))?;
    if frontier > buckets {
        return Err(damaged("its frontier is beyond its end"));
    }
    let census = if frontier == buckets {
        // The way in which spectra were spread over buckets no longer matters.
        let census = Census::finished(config, findings)?;
        (census.check()).map_err(|error| damaged(&error.to_string()))?;
        census
    } else {
        let census = Census::resumed(config, frontier_now, findings)?;
        if raw.hash_version != i64::from(HASH_VERSION) || buckets != census.buckets() as i64 {
            return Ok(None);
        }
        // A program that continues it gives it a new checksum.
        let sound = match raw.stored_checksum {
            StoredChecksum::BeforeThereWereAny => true,
            StoredChecksum::Missing => false,
            StoredChecksum::Sha256(sum) => sum == raw.checksum.digits(),
        };
        if !sound {
            return Err(damaged("its findings do not match its checksum"));
        }
        census
    };
    Ok(Some(StoredCensus {
        census,
        passes: raw.passes.len() as u64,
        time: Duration::try_from_secs_f64(raw.passes.iter().map(|pass| pass.seconds).sum())
            .map_err(|_| damaged("the time of a pass is not possible"))?,
    }))
}

/// The findings of a census, if they are possible.
fn findings(raw: &RawCensus, canonical: i64, config: Config) -> Option<Findings> {
    let count = |count: i64| within(count, config);
    let mut findings = Findings {
        canonical: u64::try_from(canonical).ok()?,
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
        ranking.add(NotableGroup {
            size: count(group.molecules)?,
            difference: match group.difference {
                Some(atoms) => Some(atoms.try_into().ok()?),
                None => None,
            },
            first: count(group.canonical_number)?,
            spectrum: Spectrum::parse(str::from_utf8(&group.spectrum).ok()?, config).ok()?,
            numbers: group
                .numbers
                .iter()
                .copied()
                .map(count)
                .collect::<Option<_>>()?,
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
