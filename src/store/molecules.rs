//! The table Molecules, which is loaded in batches.
//!
//! # Indexes
//!
//! Rows are inserted in the order of the primary key, but not in that of numbers or spectra. Loading 635,376 rows
//! into both indexes took three times as long as building the indexes afterwards. So they are dropped for a load,
//! unless the table already has ten times the rows to come. During the load, `display` needs no index (a molecule's
//! key follows from its number), but queries by number or spectrum are slow, also for the file's other
//! configurations.

use std::fmt::Display;
use std::sync::LazyLock;

use db::{Writing, is_named};
use draw::words::{counted, thousands};
use itertools::Itertools;
use rusqlite::{Connection, Row, Statement};

use super::configurations::{self, Stage, within};
use super::workers::{self, LongWork};
use super::{NOW, Store, count, delete, provenance};
use crate::board::{Board, Config, RayStatistics, RayTally, Spectrum, Transform};
use crate::error::{Error, Result};

/// A row of the table.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Record {
    /// The molecule's number.
    pub number: u64,
    /// The number of the canonical molecule of its group.
    pub canonical_number: u64,
    pub molecule: Board,
    pub spectrum: Spectrum,
    /// The transform from the canonical molecule to this one.
    pub transform: Transform,
    pub statistics: RayStatistics,
}

pub(crate) const COLUMNS: [&str; 23] = [
    "config",
    "number",
    "canonical_number",
    "molecule",
    "spectrum",
    "transform",
    "absorbed_number",
    "absorbed_max_length",
    "absorbed_max_turns",
    "absorbed_tot_length",
    "absorbed_tot_turns",
    "reflected_number",
    "reflected_edge",
    "reflected_deep",
    "reflected_max_length",
    "reflected_max_turns",
    "reflected_tot_length",
    "reflected_tot_turns",
    "out_number",
    "out_max_length",
    "out_max_turns",
    "out_tot_length",
    "out_tot_turns",
];

/// A load drops the indexes unless the table already has this many times the rows to come. Keeping them costs about
/// 15 µs per loaded row, and rebuilding them 1.3 µs per row of the whole table (635,376 rows on two cores).
const KEEP_INDEXES_FROM: u64 = 10;

/// A transaction that adds whole groups and moves the frontier.
pub struct Batch<'store> {
    transaction: Writing<'store>,
    config: Config,
    stored_before: u64,
    rows: u64,
}

impl Store {
    /// Adds the configuration's row if it does not have one. With `force`, deletes its molecules and everything
    /// that follows from them. Returns the number of deleted molecules. Fails with [`Error::HasMolecules`] without
    /// `force`, and with [`Error::Overtaken`] with it while another process explores the configuration.
    pub fn init(&mut self, config: Config, force: bool) -> Result<u64> {
        // Counts the rows, because the number in the configuration's row may be damaged, and `init --force` repairs
        // it.
        let check = |connection: &Connection| {
            if force {
                return workers::check_idle(connection, config, LongWork::Explore);
            }
            match count(connection, config, ROWS)? {
                0 => Ok(()),
                molecules => Err(Error::HasMolecules { config, molecules }),
            }
        };
        // Also checked before the transaction, so that a refusal leaves the file untouched.
        check(self.file.connection())?;
        let transaction = self.file.write_long()?;
        check(&transaction)?;
        let deleted = delete_molecules(&transaction, config)?;
        let others = ["Spectrums", "Batches", "Configurations"];
        delete(&transaction, config, &others)?;
        provenance::forget(&transaction, config, provenance::PIPELINE)?;
        configurations::add(&transaction, config)?;
        transaction.commit()?;
        Ok(deleted)
    }

    /// Drops the secondary indexes if loading without them and rebuilding them is faster. Returns whether it did.
    pub fn prepare_load(&mut self, config: Config) -> Result<bool> {
        let transaction = self.file.write()?;
        let stored = configurations::stored_of_all(&transaction)?;
        let to_come = match configurations::find(&transaction, config)? {
            Some(explored) => config.molecules() - explored.stored,
            None => 0,
        };
        let stored = u64::try_from(stored)
            .map_err(|_| Error::damaged(format!("there cannot be {stored} molecules stored")))?;
        let drop = stored / KEEP_INDEXES_FROM < to_come;
        if drop {
            for index in ["Molecules_number", "Molecules_spectrum"] {
                transaction.in_one_step(&format!("drop index if exists {index}"))?;
            }
        }
        transaction.commit()?;
        Ok(drop)
    }

    /// The configurations whose exploration has begun and has dropped the indexes until it ends.
    pub(crate) fn loads_without_indexes(&self) -> Result<Vec<Config>> {
        let connection = self.file.connection();
        if is_named(connection, "Molecules_spectrum")? {
            return Ok(Vec::new());
        }
        let begun = "select config from Configurations where nb_stored > 0 and explored_at is null";
        let mut begun = connection.prepare(begun)?;
        let names = begun.query_map([], |row| row.get::<_, String>(0))?;
        Ok(names
            .flatten()
            .filter_map(|name| name.parse().ok())
            .collect())
    }

    /// Begins a batch of a configuration whose frontier was last seen at `frontier`. Fails with
    /// [`Error::Overtaken`] if the frontier has moved since.
    pub fn begin_batch(&mut self, config: Config, frontier: u64) -> Result<Batch<'_>> {
        let transaction = self.file.write()?;
        match configurations::find(&transaction, config)? {
            Some(explored) if explored.frontier == frontier => Ok(Batch {
                transaction,
                config,
                stored_before: explored.stored,
                rows: 0,
            }),
            _ => Err(Error::overtaken(config, LongWork::Explore, None)),
        }
    }

    /// Builds the secondary indexes, and marks the configuration as explored, unless another program has
    /// done so. Fails with [`Error::NotExplored`] if not all its molecules are stored, and with
    /// [`db::Error::Damaged`] if the number of rows is not the one in Configurations.
    pub fn finish_load(&mut self, config: Config) -> Result<()> {
        let transaction = self.file.write_long()?;
        let explored = configurations::explored(&transaction, config)?;
        if explored.explored {
            return Ok(());
        }
        // The number is always written together with the rows.
        let rows = count(&transaction, config, ROWS)?;
        if rows != explored.stored {
            let what = format!(
                "the row of {config} counts {} stored, but there are {}",
                counted(explored.stored, "molecule", "molecules"),
                thousands(rows)
            );
            return Err(Error::damaged(what));
        }
        if rows != config.molecules() {
            let stored = rows;
            return Err(Error::NotExplored { config, stored });
        }
        index(&transaction)?;
        configurations::finish(transaction, config, Stage::Explore)
    }

    /// The row of one molecule, or `None` if it is not stored.
    ///
    /// Its place follows from its canonical molecule, so this needs no secondary index and works during a load.
    /// Fails with [`db::Error::Damaged`] if the row is not what we would have written.
    pub fn molecule(&self, molecule: Board) -> Result<Option<Record>> {
        let config = molecule.config();
        let canonical = molecule.canonical().number();
        let Some((canonical, number)) = canonical.zip(molecule.number()) else {
            return Ok(None);
        };
        let sql = select("where config = ?1 and canonical_number = ?2 and number = ?3");
        let mut statement = self.file.connection().prepare_cached(&sql)?;
        let mut rows = statement.query((config, canonical as i64, number as i64))?;
        rows.next()?.map(|row| read(row, config)).transpose()
    }

    pub(crate) fn spectral_group(
        &self,
        spectrum: &Spectrum,
        config: Config,
    ) -> Result<Vec<Record>> {
        let sql = select("where config = ?1 and spectrum = ?2 order by number");
        let mut statement = self.file.connection().prepare_cached(&sql)?;
        let rows = statement.query((config, spectrum.as_str()))?;
        rows.and_then(|row| read(row, config)).collect()
    }
}

impl Batch<'_> {
    /// Adds rows. A group must not be split between two batches.
    pub fn insert(&mut self, records: &[Record]) -> Result<()> {
        let alone = records.len() % ROWS_A_STATEMENT;
        let (many, rest) = records.split_at(records.len() - alone);
        for (records, (at_once, sql)) in [many, rest].into_iter().zip(&*INSERT) {
            let mut statement = self.transaction.prepare_cached(sql)?;
            statement.raw_bind_parameter(1, self.config)?;
            for rows in records.chunks_exact(*at_once) {
                for (row, record) in rows.iter().enumerate() {
                    bind(&mut statement, first_parameter(row), record)?;
                }
                statement.raw_execute()?;
            }
        }
        self.rows += records.len() as u64;
        Ok(())
    }

    /// Commits the rows together with the frontier, and returns the number of stored rows of the configuration.
    pub fn commit(self, frontier: u64) -> Result<u64> {
        let stored = self.stored_before + self.rows;
        configurations::advance(&self.transaction, self.config, frontier, stored)?;
        workers::note(&self.transaction, self.config, LongWork::Explore, stored)?;
        let sql = format!(
            "insert into Batches (config, frontier, nb_mol, committed_at)
             values (?1, ?2, ?3, {NOW})"
        );
        let row = (self.config, frontier as i64, self.rows as i64);
        self.transaction.execute(&sql, row)?;
        self.transaction.commit()?;
        Ok(stored)
    }
}

/// Builds the indexes and the statistics for queries, unless they are there.
pub(super) fn index(connection: &Connection) -> Result<()> {
    connection.execute_batch(tables::MOLECULE_INDEXES)?;
    analyse(connection, "Molecules")
}

/// Gives SQLite statistics about a table whose first column is `config`. Without them, it assumes that this column
/// is as selective as the whole key, and that Molecules is as short as Spectrums: saved queries take minutes, and
/// the view Twins 2.5 s instead of 0.01 s on A4_B8.
///
/// A sample of a thousand rows of each index is enough for the columns of a key, but contains only one
/// configuration. So the numbers of rows per configuration are inserted: distant-twins takes 0.9 s instead of 37 s
/// on A5_B8.
pub(super) fn analyse(connection: &Connection, table: &str) -> Result<()> {
    let sql = format!(
        "pragma analysis_limit = 1000;
         analyze {table};
         with Stat (idx, rows, others) as (
             select idx, cast(stat as integer),
                    substr(stat, instr(stat, ' ') + 1 + instr(substr(stat, instr(stat, ' ') + 1), ' '))
               from sqlite_stat1 where tbl = '{table}')
         update sqlite_stat1
            set stat = (select rows || ' ' || max(1, rows / (select count(distinct config)
                                                                from Configurations
                                                               where nb_stored > 0))
                               || ' ' || others
                          from Stat where Stat.idx = sqlite_stat1.idx)
          where tbl = '{table}';
         analyze sqlite_schema"
    );
    Ok(connection.execute_batch(&sql)?)
}

const ROWS: &str = "count(*) from Molecules";

fn delete_molecules(transaction: &Writing<'_>, config: Config) -> Result<u64> {
    let alone: bool = transaction.query_row(
        "select not exists (select 1 from Molecules where config < :config)
            and not exists (select 1 from Molecules where config > :config)",
        [config],
        |row| row.get(0),
    )?;
    let deleted = match alone {
        // Without a condition, SQLite frees all pages at once.
        true => transaction.in_one_step("delete from Molecules")?,
        false => delete(transaction, config, &["Molecules"])?,
    };
    Ok(deleted as u64)
}

/// The number of rows that a statement inserts. In a statement of 200 rows, a row takes 0.7 times as long as alone;
/// in one of 20 rows, 0.9 times.
const ROWS_A_STATEMENT: usize = 200;

/// The statements that insert so many rows and a single one, with these numbers.
static INSERT: LazyLock<[(usize, String); 2]> =
    LazyLock::new(|| [ROWS_A_STATEMENT, 1].map(|rows| (rows, insert(rows))));

/// The statement that inserts this number of rows of one configuration, which is its first parameter.
fn insert(rows: usize) -> String {
    let values = (0..rows).map(|row| {
        let own = first_parameter(row)..first_parameter(row + 1);
        format!("(?1, ?{})", own.format(", ?"))
    });
    let columns = COLUMNS.join(", ");
    format!(
        "insert into Molecules ({columns}) values {}",
        values.format(", ")
    )
}

/// The first parameter of a row, counted from 0, in a statement that inserts rows.
fn first_parameter(row: usize) -> usize {
    2 + row * (COLUMNS.len() - 1)
}

/// Binds the columns of a row after the configuration, from this parameter on.
fn bind(statement: &mut Statement<'_>, first: usize, record: &Record) -> rusqlite::Result<()> {
    statement.raw_bind_parameter(first, record.number as i64)?;
    statement.raw_bind_parameter(first + 1, record.canonical_number as i64)?;
    statement.raw_bind_parameter(first + 2, record.molecule.text())?;
    statement.raw_bind_parameter(first + 3, record.spectrum.as_str())?;
    statement.raw_bind_parameter(first + 4, record.transform.name())?;
    let mut counts = (first + 5..).zip(record.statistics.columns());
    counts.try_for_each(|(parameter, count)| statement.raw_bind_parameter(parameter, count))
}

pub(super) fn select(condition: &str) -> String {
    format!("select {} from Molecules {condition}", COLUMNS.join(", "))
}

pub(super) fn read(row: &Row<'_>, config: Config) -> Result<Record> {
    let cells = RowCells { row, config };
    Ok(Record {
        number: cells.number(1)?,
        canonical_number: cells.number(2)?,
        molecule: Board::parse(cells.text(3)?, config).map_err(|e| cells.damaged(e))?,
        spectrum: Spectrum::parse(cells.text(4)?, config).map_err(|e| cells.damaged(e))?,
        transform: Transform::from_name(cells.text(5)?)
            .ok_or_else(|| cells.damaged("its transform is unknown"))?,
        statistics: cells.statistics()?,
    })
}

/// A row of [`COLUMNS`]. All values are checked, because other programs may have changed the file.
struct RowCells<'a, 'row> {
    row: &'row Row<'a>,
    config: Config,
}

impl<'row> RowCells<'_, 'row> {
    fn number(&self, column: usize) -> Result<u64> {
        let number = within(self.row.get(column).unwrap_or_default(), self.config);
        (number.filter(|&number| number > 0)).ok_or_else(|| self.out_of_range(column))
    }

    fn text(&self, column: usize) -> Result<&'row str> {
        let text = self.row.get_ref(column)?.as_str();
        text.map_err(|_| self.damaged("a value is not a text"))
    }

    /// The statistics of the rays, from column 6 on.
    fn statistics(&self) -> Result<RayStatistics> {
        Ok(RayStatistics {
            absorbed: self.tally(6, 7)?,
            reflected: self.tally(11, 14)?,
            reflected_edge: self.count(12)?,
            reflected_deep: self.count(13)?,
            out: self.tally(18, 19)?,
        })
    }

    /// The tally of an outcome. `first` is the column of its greatest length; the others follow.
    fn tally(&self, number: usize, first: usize) -> Result<RayTally> {
        Ok(RayTally {
            number: self.count(number)?,
            max_length: self.count(first)?,
            max_turns: self.count(first + 1)?,
            tot_length: self.count(first + 2)?,
            tot_turns: self.count(first + 3)?,
        })
    }

    fn count(&self, column: usize) -> Result<u16> {
        (self.row.get(column)).map_err(|_| self.out_of_range(column))
    }

    fn out_of_range(&self, column: usize) -> Error {
        self.damaged(format!("{} is out of range", COLUMNS[column]))
    }

    fn damaged(&self, what: impl Display) -> Error {
        let number: i64 = self.row.get(1).unwrap_or_default();
        Error::damaged(format!("{}, molecule {number}: {what}", self.config))
    }
}
