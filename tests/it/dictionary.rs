//! `docs/reference/tables.md` describes every table, view and column. `docs/datapackage.json` is made from it and
//! from the tables that `export` knows.

use std::collections::{BTreeMap, BTreeSet};

use blackbox::store::{ColumnType, Exported};
use serde_json::{Value, json};
use snapbox::{assert_data_eq, file};

use crate::common::program::explored_sandbox;
use crate::common::repository::read;

/// Tables in the file that other programs create.
const NOT_OURS: [&str; 3] = ["refinery_schema_history", "sqlite_stat1", "sqlite_stat4"];

/// The description of a table or view on the page.
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

/// The text without Markdown syntax.
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
fn the_data_package_has_the_descriptions_of_the_page() {
    assert_data_eq!(package(), file!["../../docs/datapackage.json": Text].raw());
}

#[test]
fn the_page_explains_every_column_in_its_order() {
    let sandbox = explored_sandbox(&["A1_B2"]);
    sandbox.ok(&["census", "--quiet", "--config", "A1_B2"]);
    let connection = sandbox.sql();
    connection.execute_batch(tables::WORKERS).unwrap();
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
}
