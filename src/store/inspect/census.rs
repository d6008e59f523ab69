//! The tables of a census, as they are in the file.

use kit::verify::{Checksum, has_table};
use rusqlite::{Connection, OptionalExtension};

use super::{Inspection, bytes, list_of, numbers, text, time};
use crate::game::Config;
use crate::store::censuses::{self, StoredChecksum};
use crate::store::error::Result;

/// A row of CensusGroups with its molecules.
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

/// A row of CensusPasses.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RawCensusPass {
    /// The frontier after it.
    pub frontier: i64,
    /// The bytes that it was allowed to use.
    pub memory: i64,
    /// The number of threads.
    pub threads: i64,
    /// Its time.
    pub seconds: f64,
    /// When it was committed.
    pub committed_at: String,
}

/// A row of CensusSlices.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct RawSlice {
    /// Its number, from 1.
    pub slice: i64,
    /// A JSON document, if it is as we write it.
    pub sizes: Vec<u8>,
    /// The digits of its checksum.
    pub checksum: Option<String>,
}

/// The tables of a census.
#[derive(Clone, Debug)]
pub(crate) struct RawCensus {
    /// The checksum that was stored with it.
    pub stored_checksum: StoredChecksum,
    /// The checksum of what is there.
    pub checksum: Checksum,
    /// How spectra are spread over the buckets.
    pub hash_version: i64,
    /// When it was begun.
    pub begun_at: String,
    /// When it was finished, if it was.
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

impl Inspection<'_> {
    /// The census of a configuration, if there is one.
    pub(crate) fn census(&self, config: Config) -> Result<Option<RawCensus>> {
        raw_census(&self.0, config)
    }
}

/// The census of a configuration, if there is one.
pub(in crate::store) fn raw_census(
    connection: &Connection,
    config: Config,
) -> Result<Option<RawCensus>> {
    // If no newer program has written to a file, it has no such tables.
    if !has_table(connection, "Censuses")? {
        return Ok(None);
    }
    let found = connection.query_row(
        "select nb_mol, nb_canonical, buckets, frontier, canonical_found,
                    finished_at is not null, hash_version, begun_at, finished_at,
                    (select count(*) from CensusMolecules as m
                      where m.config = c.config
                        and not exists (select 1 from CensusGroups as g
                                         where g.config = m.config and g.merit = m.merit
                                           and g.rank = m.rank))
               from Censuses as c where config = :config",
        [config],
        |row| {
            Ok(RawCensus {
                counts: numbers(row)?,
                finished: row.get(5)?,
                hash_version: row.get(6)?,
                begun_at: text(row, 7)?,
                finished_at: time(row, 8)?,
                stray_molecules: row.get(9)?,
                stored_checksum: StoredChecksum::Missing,
                checksum: Checksum::default(),
                passes: Vec::new(),
                spectrums: Vec::new(),
                groups: Vec::new(),
                rays: Vec::new(),
                slices: Vec::new(),
            })
        },
    );
    let Some(mut census) = found.optional()? else {
        return Ok(None);
    };
    census.stored_checksum = censuses::stored_checksum(connection, config)?;
    census.checksum = censuses::checksum(connection, config)?;
    census.passes = list_of(
        connection,
        config,
        "select frontier, memory, threads, seconds, committed_at from CensusPasses
              where config = :config order by frontier",
        |row| {
            Ok(RawCensusPass {
                frontier: row.get(0)?,
                memory: row.get(1)?,
                threads: row.get(2)?,
                seconds: row.get(3)?,
                committed_at: text(row, 4)?,
            })
        },
    )?;
    census.spectrums = list_of(
        connection,
        config,
        "select nb_mol, orbits, spectrums from CensusSpectrums
              where config = :config order by nb_mol",
        numbers,
    )?;
    census.rays = list_of(
        connection,
        config,
        "select outcome, measure, value, number from CensusRays
              where config = :config order by outcome, measure",
        |row| Ok((text(row, 0)?, text(row, 1)?, row.get(2)?, row.get(3)?)),
    )?;
    if has_table(connection, "CensusSlices")? {
        census.slices = list_of(
            connection,
            config,
            "select slice, sizes, checksum from CensusSlices
                  where config = :config order by slice",
            |row| {
                Ok(RawSlice {
                    slice: row.get(0)?,
                    sizes: bytes(row, 1)?,
                    checksum: row.get(2)?,
                })
            },
        )?;
    }
    census.groups = list_of(
        connection,
        config,
        "select merit, rank, nb_mol, difference, canonical_number, spectrum
               from CensusGroups where config = :config order by merit, rank",
        |row| {
            Ok(RawCensusGroup {
                merit: text(row, 0)?,
                rank: row.get(1)?,
                molecules: row.get(2)?,
                difference: row.get(3)?,
                canonical_number: row.get(4)?,
                spectrum: bytes(row, 5)?,
                numbers: Vec::new(),
            })
        },
    )?;
    let mut kept = connection.prepare(
        "select number from CensusMolecules
              where config = ?1 and merit = ?2 and rank = ?3 order by number",
    )?;
    for group in &mut census.groups {
        let found = kept.query_map((config, &group.merit, group.rank), |row| row.get(0))?;
        group.numbers = found.collect::<rusqlite::Result<_>>()?;
    }
    Ok(Some(census))
}
