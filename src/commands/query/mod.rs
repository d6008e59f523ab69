//! `blackbox query`.

use std::ffi::OsStr;
use std::io::{self, Write};

use app::output::print;
use app::terminal::{Console, columns_to_wrap};
use app::{Command, Hint, Limit, RowFormat};
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Arg, Args};
use itertools::Itertools;
use tables::DatabasePath;
use watch::Watcher;

use crate::board::Config;
use crate::commands::{counted_config, open_to_query, usage};
use crate::error::{Error, Result};
use crate::output::ambiguity::Ambiguity;
use crate::output::result_table;
use crate::output::show::Show;
use crate::store::{QUERIES, Query, Store};

/// Run a saved query or your own SQL statement; without either, list the saved queries
///
/// If you do not set a parameter of a saved query, the command prints the default that it uses.
/// Your own SQL must be one statement that only reads, and no value in it may be longer than 1 MiB.
/// Ctrl-C interrupts the query.
#[derive(Args, Debug)]
#[command(
    after_help = "{} groups-of-size A4_B6 5\n{} distribution A4_B6 -p statistic=shots\n{} \"select nb_mol, count(*) from Spectrums group by 1\""
)]
pub(super) struct QueryCommand {
    /// The name of a saved query, or an SQL statement
    #[arg(value_name = "NAME|SQL", value_parser = QuestionParser)]
    question: Option<String>,
    /// The configuration, then the value of the query's own parameter, such as the size 5 in
    /// `groups-of-size A4_B6 5`; A4_B8:2813 is a configuration and the number of a molecule
    #[arg(value_name = "An_Bp|VALUE", num_args = 0..=2)]
    values: Vec<String>,
    /// The configuration: n atoms in a box of p by p cells [default: A4_B8; for the
    /// saved query `ambiguity`, all]
    #[arg(long, short, value_name = "An_Bp", value_parser = counted_config)]
    config: Option<Config>,
    /// The number of a molecule, for queries about one molecule
    #[arg(long, value_name = "N", value_parser = app::whole::<u64>(1..=i64::MAX as u64))]
    number: Option<u64>,
    /// Set a parameter of a saved query, such as statistic=out_max_turns, or :NAME in your own SQL
    #[arg(long = "parameter", short, value_name = "NAME=VALUE", value_parser = parameter)]
    parameters: Vec<(String, String)>,
    /// Show at most this number of rows, or all; some queries apply the limit to each outcome of a
    /// ray (absorbed, reflected, out)
    #[arg(long, short = 'n', value_name = "N|all", value_parser = app::limit_or("all"))]
    limit: Option<Limit>,
    /// How to write the rows
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
    #[command(flatten)]
    database: DatabasePath,
}

/// Accepts the name of a saved query, or anything with a space as SQL, and suggests a name that is similar.
#[derive(Clone)]
struct QuestionParser;

impl TypedValueParser for QuestionParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> clap::error::Result<String> {
        let text = value.to_string_lossy();
        if text.contains(char::is_whitespace) || Query::named(&text).is_some() {
            return Ok(text.into_owned());
        }
        let names = PossibleValuesParser::new(QUERIES.iter().map(|query| query.name));
        names.parse_ref(command, arg, value)
    }
}

fn parameter(text: &str) -> std::result::Result<(String, String), &'static str> {
    let (name, value) = text.split_once('=').ok_or("expected NAME=VALUE")?;
    Ok((name.trim_start_matches(':').to_owned(), value.to_owned()))
}

/// The configuration, the values of the query's parameters, and the greatest number of rows.
type Asked = (Option<Config>, Vec<(String, String)>, usize);

impl QueryCommand {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let Some(question) = &self.question else {
            let columns = columns_to_wrap();
            return Ok(print(|out| {
                result_table::write_list(out, QUERIES, columns)
            })?);
        };
        let Some(query) = Query::named(question) else {
            return self.run_own_sql(question, console);
        };
        let (config, values, most) = self.values(query)?;
        let store = open_to_query(&self.database, console)?;
        if query.needs_config() || config.is_some() {
            let config = config.unwrap_or(Config::STANDARD);
            store.updated(config)?;
            let number = values.iter().find(|(name, _)| name == "number");
            let number = number.and_then(|(_, number)| number.parse::<u64>().ok());
            if let Some(number) = number.filter(|number| !(1..=config.molecules()).contains(number))
            {
                return Err(Error::NotFound(format!(
                    "{config} has no molecule {number} (the numbers run from 1 to {})",
                    config.molecules()
                )));
            }
        }
        report_assumed(query, &values, console);
        if !query.needs_config() {
            let configs = match config {
                Some(config) => vec![config],
                None => finished(&store, console)?,
            };
            if self.format == RowFormat::Text {
                return print_ambiguity(&store, configs);
            }
        }
        store.ask(query.sql, &values, most, |columns, rows| {
            print(|out| result_table::write_rows(out, columns, rows, self.format))
        })
    }

    /// Runs the user's own SQL.
    fn run_own_sql(&self, sql: &str, console: &Console) -> Result<()> {
        if !self.values.is_empty() || self.config.is_some() || self.number.is_some() {
            return Err(usage(
                "a configuration or a number has no effect on your own SQL; write it into the \
                 statement, or set a parameter with -p",
            ));
        }
        let most = usize::try_from(self.most()).unwrap_or(usize::MAX);
        let store = open_to_query(&self.database, console)?;
        store.ask_in_sql(sql, &self.parameters, most, |columns, rows| {
            print(|out| result_table::write_rows(out, columns, rows, self.format))
        })
    }

    /// The greatest number of rows.
    fn most(&self) -> u64 {
        let limit = self.limit.and_then(|Limit(most)| most);
        limit.unwrap_or(i64::MAX as u64)
    }

    /// The arguments for a saved query.
    fn values(&self, query: &Query) -> Result<Asked> {
        let mut values = self.parameters.clone();
        let mut set = |name: &str, value: String| values.push((name.to_owned(), value));
        if let Some(number) = self.number {
            set("number", number.to_string());
        }
        let mut configs: Vec<Config> = self.config.into_iter().collect();
        // An argument such as `A4_B6:868` is a configuration and a number.
        let typed = self.values.iter().flat_map(|value| {
            let named = value
                .split_once(':')
                .filter(|(config, _)| counted_config(config).is_ok());
            named.map_or(vec![&value[..]], |(config, number)| vec![config, number])
        });
        for value in typed {
            match (counted_config(value), query.own_parameter()) {
                (Ok(config), _) => configs.push(config),
                (Err(_), Some(name)) => set(name, value.to_owned()),
                (Err(_), None) => {
                    return Err(usage(format!(
                        "the query {} has no parameter for {value}",
                        query.name
                    )));
                }
            }
        }
        if let [one, other, ..] = configs[..] {
            return Err(usage(format!(
                "give only one configuration (got {one} and {other})"
            )));
        }
        if let Some(config) = configs.first() {
            set("config", config.to_string());
        }
        let takes = |name: &str| query.parameters().any(|parameter| parameter == name);
        if let Some((name, _)) = values.iter().find(|(name, _)| !takes(name)) {
            let parameters = query.parameters().join(", ");
            return Err(usage(format!(
                "the query {} has no parameter {name}; its parameters: {parameters}",
                query.name
            )));
        }
        if let Some((name, _)) = values.iter().duplicates_by(|(name, _)| name).next() {
            return Err(usage(format!("the parameter {name} has two values")));
        }
        let mut others = values
            .iter()
            .filter(|(name, value)| name != "config" && !value.is_empty());
        let wrong = others.find_map(|(name, value)| match &query.choices(name)[..] {
            [] => value
                .parse::<u64>()
                .err()
                .map(|_| format!("the parameter {name} must be a whole number, not {value}")),
            choices if choices.contains(&&value[..]) => None,
            choices => {
                let choices = choices.join(", ");
                Some(format!(
                    "the parameter {name} cannot be {value}; choose one of these: {choices}"
                ))
            }
        });
        if let Some(wrong) = wrong {
            return Err(usage(wrong));
        }
        let config = match values.iter().find(|(name, _)| name == "config") {
            None => None,
            Some((_, name)) => Some(counted_config(name).map_err(usage)?),
        };
        if self.limit.is_some() && takes("limit") {
            values.push(("limit".to_owned(), self.most().to_string()));
            return Ok((config, values, usize::MAX));
        }
        let most = usize::try_from(self.most()).unwrap_or(usize::MAX);
        Ok((config, values, most))
    }
}

/// Prints the defaults of the parameters that are not set.
fn report_assumed(query: &Query, values: &[(String, String)], watcher: &dyn Watcher) {
    let is_set = |name: &str| {
        values
            .iter()
            .any(|(set, value)| set == name && !value.is_empty())
    };
    let assumed = (query.parameters().filter(|name| !is_set(name)))
        .filter_map(|name| Some(format!("{name}: {}", query.default(name)?)));
    let assumed = assumed.collect_vec();
    if !assumed.is_empty() {
        watcher.say(&format!(
            "default {}; -p NAME=VALUE sets another value",
            assumed.join(", ")
        ));
    }
}

/// The finished configurations. Warns of the others, which have no rows, and fails if there are only others.
fn finished(store: &Store, console: &Console) -> Result<Vec<Config>> {
    let configs = store.configs()?;
    let is_finished = |config: &Config| store.updated(*config).is_ok();
    let (finished, others): (Vec<Config>, Vec<Config>) = configs.into_iter().partition(is_finished);
    if finished.is_empty() {
        store.updated(others.first().copied().unwrap_or(Config::STANDARD))?;
    }
    if let Some(first) = others.first() {
        console.say(&format!(
            "warning: configurations are left out because `run` has not finished them: {}",
            others.iter().join(", ")
        ));
        let run = Hint::run(Command::new("run").config(first));
        console.set_next_step(run.and(format!(" finishes {first}")));
    }
    Ok(finished)
}

/// Prints the ambiguity tables of these configurations, as `run` does.
fn print_ambiguity(store: &Store, configs: Vec<Config>) -> Result<()> {
    let tables = configs.into_iter().map(|config| {
        let rows = store.ambiguity(config)?;
        Ok(Ambiguity { config, rows })
    });
    let tables: Vec<Ambiguity> = tables.collect::<Result<_>>()?;
    Ok(print(|out| -> io::Result<()> {
        for (at, table) in tables.iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            table.text(out, columns_to_wrap())?;
        }
        Ok(())
    })?)
}
