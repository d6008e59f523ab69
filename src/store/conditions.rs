//! Selects molecules by a condition that the user writes.

use std::fmt;

use rusqlite::{ErrorCode, named_params};

use super::Store;
use super::configurations::within;
use super::molecules::COLUMNS;
use crate::board::Config;
use crate::error::{Error, Result};

/// Short names of columns, and the expressions over Molecules for which they stand.
pub(crate) const SHORT: [(&str, &str); 8] = [
    ("abs", "absorbed_number"),
    ("ref", "reflected_number"),
    ("out", "out_number"),
    (
        "turns",
        "max(absorbed_max_turns, reflected_max_turns, out_max_turns)",
    ),
    (
        "long",
        "max(absorbed_max_length, reflected_max_length, out_max_length)",
    ),
    ("edge", "reflected_edge"),
    ("deep", "reflected_deep"),
    (
        "total",
        "absorbed_tot_length + reflected_tot_length + out_tot_length",
    ),
];

/// The columns about the spectral group of a molecule, available after `update-spectrum`.
const OF_GROUPS: &str = ",
    coalesce((select nb_mol from Spectrums as s
               where s.config = Molecules.config and s.spectrum = Molecules.spectrum), 1) as nb_mol,
    coalesce((select nb_mol from Spectrums as s
               where s.config = Molecules.config and s.spectrum = Molecules.spectrum), 1)
        as spectral_group_size,
    exists (select 1 from Spectrums as s
             where s.config = Molecules.config and s.spectrum = Molecules.spectrum) as ambiguous,
    (select group_concat(number, ' ') from Molecules as m
      where m.config = Molecules.config and m.spectrum = Molecules.spectrum
        and m.number <> Molecules.number) as twins";

/// The order of rows, by a column of Molecules or a short name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Order {
    column: &'static str,
    descending: bool,
}

impl Order {
    /// Parses `turns` or `out_max_turns desc`.
    pub(crate) fn parse(text: &str) -> Option<Order> {
        let mut words = text.split_whitespace();
        let name = words.next()?;
        let short = SHORT.iter().map(|(name, _)| *name);
        let column = short.chain(COLUMNS).find(|column| *column == name)?;
        let descending = match (words.next(), words.next()) {
            (None, _) | (Some("asc"), None) => false,
            (Some("desc"), None) => true,
            _ => return None,
        };
        Some(Order { column, descending })
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.column)?;
        f.write_str(if self.descending { " desc" } else { "" })
    }
}

pub(super) const ONLY_READS: &str = "it may only read tables and views, without pragmas";

/// The reason why a user's SQL is refused. `None` for errors of the file.
pub(super) fn refusal(error: &rusqlite::Error) -> Option<String> {
    match (error.sqlite_error_code(), error) {
        (Some(ErrorCode::TooBig), _) => Some("a value in it is longer than 1 MiB".to_owned()),
        (Some(ErrorCode::AuthorizationForStatementDenied), _) => Some(ONLY_READS.to_owned()),
        (_, rusqlite::Error::SqlInputError { msg, .. }) => Some(msg.clone()),
        // Errors of SQL functions. Errors of the file have other codes.
        (Some(ErrorCode::Unknown), rusqlite::Error::SqliteFailure(_, Some(why))) => {
            Some(why.clone())
        }
        _ => None,
    }
}

/// The flaw of a condition that SQLite reports with words of the SQL around the condition.
fn flaw_around(condition: &str, error: &rusqlite::Error) -> Option<&'static str> {
    let rusqlite::Error::SqlInputError {
        msg, sql, offset, ..
    } = error
    else {
        return None;
    };
    let start = sql.find(&format!("(\n{condition}\n"))?;
    let end = start + "(\n".len() + condition.len();
    let offset = usize::try_from(*offset).ok();
    let outside: String = condition.split('\'').step_by(2).collect();
    let count = |bracket: char| outside.matches(bracket).count();
    if msg.contains('\n') {
        Some("a quotation mark is not closed")
    } else if offset.is_none_or(|offset| (start..end).contains(&offset)) {
        None
    } else if count('(') != count(')') {
        Some("its brackets do not match")
    } else if offset >= Some(end) {
        Some("it ends too early")
    } else {
        Some("it is not one expression")
    }
}

impl Store {
    /// The numbers of at most `most` stored molecules that fulfil a condition on the columns of Molecules and the
    /// [`SHORT`] ones. Without an order, they are ascending.
    ///
    /// The condition is an SQL expression without parameters. It is prepared in two different statements, because
    /// no text can escape from the parentheses of both: a text that closes one and opens another would either
    /// leave `nullif` with one argument, or compare a list of two values with something else.
    pub(crate) fn numbers_where(
        &self,
        config: Config,
        condition: &str,
        order: Option<Order>,
        most: usize,
    ) -> Result<Vec<u64>> {
        let updated = self.updated(config).is_ok();
        let group = if updated { OF_GROUPS } else { "" };
        let wrong = |why: &str| {
            let short = SHORT.map(|(name, _)| name);
            let groups = ["nb_mol", "spectral_group_size", "ambiguous", "twins"];
            let groups = groups.into_iter().filter(|_| updated);
            let columns = COLUMNS.into_iter().chain(groups).chain(short);
            let columns = columns.collect::<Vec<_>>().join(", ");
            let what =
                format!("{condition:?} is not a condition on the columns of molecules: {why}");
            app::Error::wrong_place(what, format!("the columns are {columns}"))
        };
        if condition.contains([';', '\0']) {
            return Err(wrong("it has more than one statement").into());
        }
        let order = order.map_or(String::new(), |order| format!("{order}, "));
        let short = SHORT
            .map(|(name, column)| format!(", {column} as {name}"))
            .concat();
        let reading = self.file.read()?;
        let _confined = self.file.confined()?;
        let refused = |error: rusqlite::Error| match refusal(&error) {
            Some(why) if why == "incomplete input" => {
                wrong("a comment is not closed with */").into()
            }
            Some(why) => wrong(flaw_around(condition, &error).unwrap_or(&why)).into(),
            None => Error::from(error),
        };
        let prepare = |sql: String| reading.prepare(&sql).map_err(refused);
        // The condition has its own line, so that a comment in it cannot hide what follows.
        let alone = prepare(format!(
            "select case when nullif(\n{condition}\n, 0) then 1 end from (select *{short}{group} from Molecules)"
        ))?;
        if alone.parameter_count() > 0 {
            return Err(wrong("it has a parameter").into());
        }
        let mut statement = prepare(format!(
            "select number from (select *{short}{group} from Molecules where config = :config)
              where (\n{condition}\n) order by {order}number limit :most"
        ))?;
        let mut rows = statement.query(named_params! {
            ":config": config,
            ":most": i64::try_from(most).unwrap_or(i64::MAX),
        })?;
        let mut numbers = Vec::new();
        while let Some(row) = rows.next().map_err(refused)? {
            let damaged = || Error::damaged(format!("a number of {config} is out of range"));
            numbers.push(within(row.get(0)?, config).ok_or_else(damaged)?);
        }
        Ok(numbers)
    }
}
