//! `docs/reference/tables.md` says what every table, view and column is.
//! `docs/datasette.json` is made from it and from the queries in `sql/`.
//! `docs/datapackage.json` is made from it and from the tables that `export` knows.

use std::collections::{BTreeMap, BTreeSet};

use blackbox::store::{ColumnType, Exported};
use serde_json::{Map, Value, json};
use snapbox::{assert_data_eq, file};

use crate::common::program::explored_sandbox;
use crate::common::repository::{queries, read};

/// Tables that are small enough to count by a column in the fifth of a
/// second that Datasette allows, and the columns. (174,093 spectra take half of it.)
const FACETS: [(&str, &[&str]); 3] = [
    ("Spectrums", &["transform", "nb_mol"]),
    ("CensusGroups", &["config", "merit"]),
    ("CensusRays", &["config", "outcome", "measure"]),
];

/// Tables of other programs in the file.
const NOT_OURS: [&str; 3] = ["refinery_schema_history", "sqlite_stat1", "sqlite_stat4"];

/// What the page says about a table or view.
#[derive(Default)]
struct Table {
    description: String,
    /// Column, unit, meaning.
    columns: Vec<[String; 3]>,
}

fn tables() -> BTreeMap<String, Table> {
    let page = read("docs/reference/tables.md");
    let mut tables: BTreeMap<String, Table> = BTreeMap::new();
    for section in page.split("\n### `").skip(1) {
        let (name, text) = section.split_once("`\n").unwrap();
        let mut table = Table::default();
        for line in text.lines().take_while(|line| !line.starts_with('#')) {
            if let Some(row) = line.strip_prefix("| `") {
                let mut cells = row.trim_end_matches('|').split('|').map(str::trim);
                let column = [(); 3].map(|()| cells.next().unwrap());
                assert_eq!(cells.next(), None, "{line}");
                let column = column.map(|cell| cell.trim_end_matches('`').to_owned());
                table.columns.push(column);
            } else if !line.starts_with('|') {
                table.description += line;
                table.description.push(' ');
            }
        }
        table.description = table.description.trim().to_owned();
        if table.description.contains("the columns of `Molecules`") {
            let mut columns = tables["Molecules"].columns.clone();
            columns.append(&mut table.columns);
            table.columns = columns;
        }
        assert!(tables.insert(name.to_owned(), table).is_none(), "{name}");
    }
    tables
}

/// Text without Markdown's marks.
fn plain(markdown: &str) -> String {
    let mut text = String::new();
    let mut rest = markdown;
    while let Some((before, link)) = rest.split_once('[') {
        let (shown, after) = link.split_once("](").unwrap();
        text = text + before + shown;
        rest = after.split_once(')').unwrap().1;
    }
    (text + rest).replace('`', "")
}

/// A query's canned form.
fn query(name: &str, sql: &str) -> Value {
    let words = name.replace('-', " ");
    let title = words[..1].to_uppercase() + &words[1..];
    let comment = sql.lines().map_while(|line| line.strip_prefix("--"));
    let mut description = String::new();
    let mut params = Vec::new();
    for line in comment {
        let mut line = line.trim();
        if let Some(parameter) = line.strip_prefix(':') {
            let (parameter, meaning) = parameter.split_once(' ').unwrap();
            params.push(parameter);
            description = description.trim().to_owned() + " – " + parameter + ": ";
            line = meaning.trim();
        }
        description += line;
        description.push(' ');
    }
    json!({"title": title, "description": description.trim(), "params": params, "sql": sql})
}

fn metadata() -> String {
    let mut tables: Map<String, Value> = tables()
        .into_iter()
        .map(|(name, table)| {
            let columns = table.columns.iter().map(|[column, unit, meaning]| {
                let unit = (!unit.is_empty()).then(|| format!("[{unit}] "));
                let meaning = unit.unwrap_or_default() + &plain(meaning);
                (column.clone(), Value::from(meaning))
            });
            let mut entry = json!({
                "description": plain(&table.description),
                "columns": columns.collect::<Map<_, _>>(),
            });
            if let Some((_, facets)) = FACETS.iter().find(|(facets, _)| *facets == name) {
                entry["facets"] = json!(facets);
            }
            (name, entry)
        })
        .collect();
    for name in NOT_OURS {
        tables.insert(name.to_owned(), json!({"hidden": true}));
    }
    let queries = queries().into_iter();
    let queries = queries.map(|(name, sql)| (name.clone(), query(&name, &sql)));
    let metadata = json!({
        "title": "Black Box, explored exhaustively",
        "description": "Every molecule of a configuration with its spectrum, and every ambiguity.",
        "databases": {"blackbox": {
            "tables": tables,
            "queries": queries.collect::<Map<_, _>>(),
        }},
    });
    serde_json::to_string_pretty(&metadata).unwrap() + "\n"
}

#[test]
fn the_metadata_are_those_of_the_page_and_the_queries() {
    assert_data_eq!(metadata(), file!["../../docs/datasette.json": Text].raw());
}

/// The exported tables as a Data Package, to which `scripts/data-release.sh` adds its files.
fn package() -> String {
    let words = tables();
    let resources = Exported::all().iter().map(|table| {
        let name = &table.name();
        let fields = words[name].columns.iter();
        let fields = fields.map(|[column, unit, meaning]| {
            let kind = match ColumnType::of(column) {
                ColumnType::Text | ColumnType::Name => "string",
                ColumnType::Number | ColumnType::Count | ColumnType::MaybeCount => "integer",
                ColumnType::Time => "datetime",
            };
            let mut field = json!({"name": column, "type": kind, "description": plain(meaning)});
            if !unit.is_empty() {
                field["unit"] = json!(unit);
            }
            field
        });
        json!({
            "name": name.to_lowercase(),
            "path": format!("{name}.parquet"),
            "format": "parquet",
            "mediatype": "application/vnd.apache.parquet",
            "description": plain(&words[name].description),
            "schema": {"fields": fields.collect::<Vec<Value>>()},
        })
    });
    let package = json!({
        "name": "black-box",
        "title": "Black Box, explored exhaustively",
        "description": "Every molecule of some configurations with its spectrum, every ambiguity, and censuses of larger boxes.",
        "licenses": [{"name": "CC0-1.0", "path": "https://creativecommons.org/publicdomain/zero/1.0/"}],
        "resources": resources.collect::<Vec<Value>>(),
    });
    serde_json::to_string_pretty(&package).unwrap() + "\n"
}

#[test]
fn the_package_has_the_words_of_the_page() {
    assert_data_eq!(package(), file!["../../docs/datapackage.json": Text].raw());
}

#[test]
fn the_page_explains_every_column_in_its_order() {
    let sandbox = explored_sandbox(&["A1_B2"]);
    sandbox.ok(&["census", "--quiet", "--config", "A1_B2"]);
    let connection = sandbox.sql();
    let mut tables = tables();
    let names = "select name from sqlite_schema where type in ('table', 'view')";
    let names = testkit::csv(&connection, names);
    let names: BTreeSet<&str> = names.lines().skip(1).collect();
    for name in names {
        if NOT_OURS.contains(&name) {
            continue;
        }
        let sql = format!("select * from {name}");
        let statement = connection.prepare(&sql).unwrap();
        let explained = tables.remove(name).unwrap_or_default().columns;
        let explained: Vec<String> = explained.into_iter().map(|[column, ..]| column).collect();
        assert!(statement.column_names().eq(explained), "{name}");
    }
    assert_eq!(tables.keys().next(), None);
    for (table, columns) in FACETS {
        let sql = format!("select {} from {table}", columns.join(", "));
        connection.prepare(&sql).unwrap();
    }
}
