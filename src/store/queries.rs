//! The saved queries in `sql/`, which also run in `sqlite3`. A database of the pipeline also has their texts in a
//! table, for clients that show only the file.

use itertools::Itertools;
use rusqlite::config::DbConfig;
use rusqlite::fallible_iterator::FallibleIterator;
use rusqlite::types::Value;
use rusqlite::{Batch, Connection};

use super::conditions::{ONLY_READS, refusal};
use super::{Exported, Store};
use crate::error::{Error, Result};

#[derive(Clone, Copy, Debug)]
pub(crate) struct Query {
    /// The name of its file, without the extension.
    pub name: &'static str,
    pub sql: &'static str,
}

macro_rules! queries {
    ($($name:literal),+ $(,)?) => {
        &[$(Query {
            name: $name,
            sql: include_str!(concat!("../../sql/", $name, ".sql")),
        }),+]
    };
}

/// All saved queries, sorted by name.
pub(crate) const QUERIES: &[Query] = queries![
    "ambiguity",
    "ambiguity-by-symmetry",
    "distant-twins",
    "distribution",
    "enantiomer-group",
    "groups-by-difference",
    "groups-of-size",
    "longest-rays",
    "most-turns",
    "similar-molecules",
    "spectral-group",
];

/// The rows of a result, each read when it is needed.
pub(crate) type ResultRows<'a> = dyn Iterator<Item = Result<Vec<Value>>> + 'a;

/// A table of results, such as those of a query.
#[derive(Clone, Debug)]
pub(crate) struct ResultTable {
    /// The names of its columns.
    pub columns: Vec<String>,
    /// Its rows, with a value in each column.
    pub rows: Vec<Vec<Value>>,
}

impl Query {
    /// The query with this name, with or without the extension of its file.
    pub(crate) fn named(name: &str) -> Option<&'static Query> {
        let name = name.trim_end_matches(".sql");
        QUERIES.iter().find(|query| query.name == name)
    }

    /// The first sentence of its description.
    pub(crate) fn about(&self) -> String {
        let mut lines = self.comment().take_while(|line| !line.is_empty());
        let text = lines.join(" ");
        let end = text.find(['.', '?', ':']).map_or(text.len(), |end| end + 1);
        text[..end].trim_end_matches(['.', ':']).to_owned()
    }

    /// The names of its parameters, without the colon. The comment at the top of the file explains each of them.
    pub(crate) fn parameters(&self) -> impl Iterator<Item = &'static str> {
        let named = self.comment().filter_map(|line| line.strip_prefix(':'));
        named.filter_map(|line| line.split(' ').next())
    }

    /// The possible values of a parameter, if the query lists them. Otherwise, it is empty.
    pub(crate) fn choices(&self, parameter: &str) -> Vec<&'static str> {
        let case = format!("case coalesce(nullif(:{parameter}, ");
        let cases = (self.sql.lines()).skip_while(|line| !line.contains(&case));
        let cases = cases.map(|line| line.trim().strip_prefix("when '"));
        let cases = cases.skip(1).map_while(|case| case?.split('\'').next());
        cases.collect()
    }

    /// The parameter that is neither the configuration nor a limit, if there is one.
    pub(crate) fn own_parameter(&self) -> Option<&'static str> {
        (self.parameters()).find(|name| !["config", "limit"].contains(name))
    }

    /// The default of a parameter, according to the comment at the top of the file.
    pub(crate) fn default(&self, parameter: &str) -> Option<String> {
        let begin = format!(":{parameter} ");
        let mut lines = self.comment().skip_while(|line| !line.starts_with(&begin));
        let first = lines.next()?;
        let more = lines.take_while(|line| !line.starts_with(':') && !line.is_empty());
        let text = [first].into_iter().chain(more).join(" ");
        let (_, default) = text.strip_suffix(" if it is not set")?.rsplit_once("; ")?;
        Some(default.to_owned())
    }

    /// Whether the query is always about one configuration.
    pub(crate) fn needs_config(&self) -> bool {
        self.name != "ambiguity"
    }

    fn comment(&self) -> impl Iterator<Item = &'static str> {
        let lines = self.sql.lines().map_while(|line| line.strip_prefix("--"));
        lines.map(str::trim)
    }
}

/// Stores the texts of all queries in the file. The programs do not read them from there.
pub(super) fn save(connection: &Connection) -> Result<()> {
    connection.execute_batch(tables::SAVED_QUERIES)?;
    connection.execute("delete from SavedQueries", [])?;
    let mut insert = connection.prepare("insert into SavedQueries (name, sql) values (?1, ?2)")?;
    for query in QUERIES {
        insert.execute((query.name, query.sql))?;
    }
    Ok(())
}

impl Store {
    /// Runs a user's own SQL, which must be one statement that only reads. The arguments are as in [`Store::ask`].
    pub(crate) fn ask_in_sql<T>(
        &self,
        sql: &str,
        values: &[(String, String)],
        most: usize,
        take: impl FnOnce(Vec<String>, &mut ResultRows<'_>) -> Result<T>,
    ) -> Result<T> {
        let _reading = self.file.read()?;
        let _confined = self.file.confined()?;
        self.ask(sql, values, most, take)
    }

    /// Runs the SQL of a saved query, and calls `take` with the names of the columns and at most `most` rows. A
    /// parameter without a value has its default.
    pub(crate) fn ask<T>(
        &self,
        sql: &str,
        values: &[(String, String)],
        most: usize,
        take: impl FnOnce(Vec<String>, &mut ResultRows<'_>) -> Result<T>,
    ) -> Result<T> {
        let wrong = |why: &str| {
            let what = format!("the SQL is not valid: {why}");
            let tables = "the tables are Configurations, Molecules, Spectrums, SpectralGroups, \
                 AmbiguousMolecules, MoleculesWithGroups, Twins, Atoms and Censuses";
            app::Error::wrong_place(what, tables)
        };
        let refused = |error: rusqlite::Error| match refusal(&error) {
            Some(why) => Exported::missing_in(&why).unwrap_or_else(|| wrong(&why).into()),
            None => Error::from(error),
        };
        let reading = self.file.read()?;
        // Views are safe, because opening the file has checked them.
        reading.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, true)?;
        let mut statements = Batch::new(&reading, sql);
        let first = statements.next().map_err(refused)?;
        let mut statement = first.ok_or_else(|| wrong("it is empty"))?;
        if !matches!(statements.next(), Ok(None)) {
            let what = "your SQL has more than one statement";
            return Err(app::Error::wrong_place(what, "run each statement separately").into());
        }
        if !statement.readonly() {
            return Err(wrong(ONLY_READS).into());
        }
        for (name, value) in values {
            match statement.parameter_index(&format!(":{name}"))? {
                Some(index) => statement.raw_bind_parameter(index, value)?,
                None => return Err(wrong(&format!("it has no parameter :{name}")).into()),
            }
        }
        // Only the parameters of saved queries have defaults.
        let is_saved = QUERIES.iter().any(|query| query.sql == sql);
        for index in (1..=statement.parameter_count()).filter(|_| !is_saved) {
            let name = statement.parameter_name(index).unwrap_or("?");
            if !values.iter().any(|(set, _)| name == format!(":{set}")) {
                let what = format!("the parameter {name} of the SQL statement has no value");
                let hint = "-p NAME=VALUE sets the value of :NAME";
                return Err(app::Error::wrong_place(what, hint).into());
            }
        }
        let columns: Vec<String> = statement.column_names().map(str::to_owned).collect();
        let cells = 0..columns.len();
        let found = statement.raw_query();
        let rows = found.mapped(|row| cells.clone().map(|column| row.get(column)).collect());
        take(
            columns,
            &mut rows.take(most).map(|row| row.map_err(refused)),
        )
    }
}
