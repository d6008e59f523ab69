//! `blackbox query`.

use app::output::print;
use app::terminal::{Console, columns_to_wrap};
use app::{Limit, Rows};
use clap::Args;
use db::Access;
use itertools::Itertools;
use tables::DatabasePath;

use crate::board::Config;
use crate::commands::{open, usage};
use crate::draw::answer;
use crate::error::{Error, Result};
use crate::store::{QUERIES, Query};

/// Ask the database one of the questions in `sql/`; without a name, list them
///
/// docs/queries.md explains them. For your own questions, open the database with sqlite3.
#[derive(Args, Debug)]
#[command(
    after_help = "{}\n{} distant-twins --config A4_B6 --limit 3\n{} spectral-group --config A4_B6 --number 868 --format csv"
)]
pub(super) struct Ask {
    /// The query
    name: Option<String>,
    /// The configuration: n atoms in a box of p by p cells [default: A4_B8; for `ambiguity`, all]
    #[arg(long, value_name = "An_Bp")]
    config: Option<Config>,
    /// The number of a molecule, for queries about one
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    number: Option<u64>,
    /// Any other parameter of the query, such as statistic=out_max_turns
    #[arg(long = "set", value_name = "NAME=VALUE", value_parser = parameter)]
    others: Vec<(String, String)>,
    /// Show at most this number of rows, or all; a query may count them for each outcome
    #[arg(long, value_name = "N|all")]
    limit: Option<Limit>,
    /// How to write the rows
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
    #[command(flatten)]
    database: DatabasePath,
}

fn parameter(text: &str) -> std::result::Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.to_owned(), value.to_owned()))
}

impl Ask {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let Some(name) = &self.name else {
            let columns = columns_to_wrap();
            return Ok(print(|out| answer::write_list(out, QUERIES, columns))?);
        };
        let query = Query::named(name)?;
        let (values, most) = self.values(query)?;
        let store = open(&self.database, Access::Read, console)?;
        if query.needs_config() || self.config.is_some() {
            let config = self.config.unwrap_or(Config::STANDARD);
            store.updated(config)?;
            if let Some(number) = self.number.filter(|number| *number > config.molecules()) {
                return Err(Error::NotFound(format!(
                    "{config} has no molecule {number}, its numbers run from 1 to {}",
                    config.molecules()
                )));
            }
        }
        store.ask(query, &values, most, |columns, rows| {
            print(|out| answer::write_rows(out, (columns, rows), self.format))
        })
    }

    /// The values of the query's parameters, and the greatest number of rows.
    fn values(&self, query: &Query) -> Result<(Vec<(String, String)>, usize)> {
        let mut values = self.others.clone();
        let limit = self.limit.map(|limit| match limit {
            Limit::AtMost(number) => number,
            Limit::All => i64::MAX as u64,
        });
        let config = self.config.map(|config| ("config", config.to_string()));
        let number = self.number.map(|number| ("number", number.to_string()));
        let named = config.into_iter().chain(number);
        values.extend(named.map(|(name, value)| (name.to_owned(), value)));
        let takes = |name: &str| query.parameters().any(|parameter| parameter == name);
        if let Some((name, _)) = values.iter().find(|(name, _)| !takes(name)) {
            let parameters = query.parameters().join(", ");
            return Err(usage(format!(
                "{} has no parameter {name}; it has these: {parameters}",
                query.name
            )));
        }
        for (name, value) in &values {
            let choices = query.choices(name);
            if !choices.is_empty() && !value.is_empty() && !choices.contains(&&value[..]) {
                let choices = choices.join(", ");
                let what = format!("there is no {name} {value}; there are these: {choices}");
                return Err(usage(what));
            }
        }
        let most = match limit {
            Some(limit) if takes("limit") => {
                values.push(("limit".to_owned(), limit.to_string()));
                usize::MAX
            }
            Some(limit) => usize::try_from(limit).unwrap_or(usize::MAX),
            None => usize::MAX,
        };
        Ok((values, most))
    }
}
