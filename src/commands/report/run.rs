//! Collects the contents of a report: the ambiguous groups, and the results of saved queries.

use draw::words::counted;
use watch::{Task, Watcher};

use crate::board::Config;
use crate::error::{Error, Result};
use crate::groups::{CostedGroup, SpectralGroup};
use crate::store::{Query, ResultTable, Store};
use crate::work::in_one_statement;

/// The saved queries in a report, with their parameters. All others are about a single molecule.
const TABLES: [(&str, &[(&str, &str)]); 9] = [
    ("ambiguity", &[]),
    ("ambiguity-by-symmetry", &[]),
    ("groups-by-difference", &[("difference", "2")]),
    ("distant-twins", &[]),
    ("longest-rays", &[]),
    ("most-turns", &[]),
    ("distribution", &[("statistic", "out_max_length")]),
    ("distribution", &[("statistic", "absorbed_number")]),
    ("distribution", &[("statistic", "shots")]),
];

/// The greatest number of rows in a table of a report. `query --format csv` prints all of them.
const ROWS: usize = 100;

/// The measured number of SQLite instructions per molecule for a table.
const INSTRUCTIONS: u64 = 60;

#[derive(Debug)]
pub(crate) struct ReportContents {
    pub config: Config,
    /// One group per orbit, the largest and costliest first.
    pub groups: Vec<CostedGroup>,
    pub tables: Vec<QueryTable>,
}

/// A saved query with its result.
#[derive(Debug)]
pub(crate) struct QueryTable {
    pub query: Query,
    /// The parameters, without the configuration.
    pub parameters: &'static [(&'static str, &'static str)],
    pub result: ResultTable,
    /// Whether rows were left out.
    pub is_cut: bool,
}

/// Collects the report of a configuration whose pipeline is finished.
pub(crate) fn report(
    store: &mut Store,
    config: Config,
    watcher: &dyn Watcher,
) -> Result<ReportContents> {
    let groups = groups(store, config, watcher)?;
    let mut groups: Vec<CostedGroup> = groups.into_iter().filter_map(CostedGroup::new).collect();
    groups.sort_by(CostedGroup::costliest_first);
    let mut tables = Vec::new();
    for (name, parameters) in TABLES {
        let Some(&query) = Query::named(name) else {
            continue;
        };
        let own = (parameters.iter()).map(|&(name, value)| (name.to_owned(), value.to_owned()));
        let mut values: Vec<(String, String)> = own.collect();
        values.push(("config".to_owned(), config.to_string()));
        let task = (format!("query {name}"), config.molecules(), INSTRUCTIONS);
        let mut result = in_one_statement(store, task, watcher, |store| {
            store.ask(query.sql, &values, ROWS + 1, |columns, rows| {
                let rows = rows.collect::<Result<_>>()?;
                Ok(ResultTable { columns, rows })
            })
        })?;
        let is_cut = result.rows.len() > ROWS;
        result.rows.truncate(ROWS);
        tables.push(QueryTable {
            query,
            parameters,
            result,
            is_cut,
        });
    }
    Ok(ReportContents {
        config,
        groups,
        tables,
    })
}

/// The ambiguous groups in the tables, one per orbit, by canonical number. Every molecule is traced again to check
/// them.
///
/// Fails if a stage of the pipeline is missing, and with [`db::Error::Damaged`] if the tables contradict the rules.
pub fn groups(store: &Store, config: Config, watcher: &dyn Watcher) -> Result<Vec<SpectralGroup>> {
    store.updated(config)?;
    // One transaction, so that all queries see the same state.
    let _snapshot = store.file.read()?;
    let classes = store.spectrum_classes(config)?;
    let total = classes.len() as u64;
    let mut task = Task::new(watcher, format!("groups of {config}"), total);
    let mut groups = Vec::with_capacity(classes.len());
    for class in classes {
        if watcher.stop().is_requested() {
            return Err(stopped(config));
        }
        // Reading a record checks that its molecule matches its number.
        let records = store.spectral_group(&class.spectrum, config)?;
        let molecules: Vec<_> = records.iter().map(|record| record.molecule).collect();
        let (found, wanted) = (molecules.len() as u64, class.molecules);
        let images = class.spectrum.canonical().1 as u64;
        let fits = |one: &crate::board::Board| one.spectrum() == class.spectrum;
        if found != wanted || found < 2 || images != class.spectra || !molecules.iter().all(fits) {
            let what = format!(
                "{config}: the spectrum {} is not that of {} with {}",
                class.spectrum,
                counted(wanted, "molecule", "molecules"),
                counted(class.spectra, "image", "images")
            );
            return Err(Error::damaged(what));
        }
        groups.push(SpectralGroup {
            spectrum: class.spectrum,
            canonical_number: class.canonical_number,
            images,
            molecules,
        });
        task.advance(groups.len() as u64);
    }
    task.finish();
    Ok(groups)
}

/// The error of a report that was interrupted.
pub(crate) fn stopped(config: Config) -> Error {
    Error::stopped(format!(
        "stopped before the report of {config} was written; the same command starts from the beginning"
    ))
}
