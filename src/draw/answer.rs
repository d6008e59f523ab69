//! The answer to a query: a table, JSON or CSV.

use std::io::{self, Write};

use ::draw::words::hanging;
use app::Rows;
use app::terminal::printable;
use rusqlite::types::Value;
use serde_json::{Map, Number};

use crate::store::{Answer, Query};

/// Writes the queries that there are, in lines of at most this number of columns.
pub(crate) fn write_list(
    out: &mut impl Write,
    queries: &[Query],
    columns: usize,
) -> io::Result<()> {
    let widest = queries.iter().map(|query| query.name.len()).max();
    let widest = widest.unwrap_or(0);
    for query in queries {
        let name = format!("{:widest$}  ", query.name);
        writeln!(out, "{}", hanging(&name, &query.about(), columns))?;
    }
    Ok(())
}

pub(crate) fn write(out: &mut impl Write, answer: &Answer, format: Rows) -> io::Result<()> {
    match format {
        Rows::Text => write_text(out, answer),
        Rows::Json => {
            for row in &answer.rows {
                let cells = answer.columns.iter().cloned().zip(row.iter().map(document));
                serde_json::to_writer(&mut *out, &cells.collect::<Map<_, _>>())?;
                writeln!(out)?;
            }
            Ok(())
        }
        Rows::Csv => {
            let mut out = csv::Writer::from_writer(out);
            out.write_record(&answer.columns)?;
            for row in &answer.rows {
                out.write_record(row.iter().map(text))?;
            }
            out.flush()
        }
    }
}

/// A table: numbers end, and texts begin, at the same column.
fn write_text(out: &mut impl Write, answer: &Answer) -> io::Result<()> {
    let rows: Vec<Vec<String>> = (answer.rows.iter())
        .map(|row| row.iter().map(|cell| printable(&text(cell))).collect())
        .collect();
    let columns = (0..answer.columns.len()).map(|column| {
        let cells = rows.iter().map(|row| &row[column]);
        let cells = cells.chain([&answer.columns[column]]);
        let width = cells.map(|cell| cell.chars().count()).max();
        let is_text = |row: &Vec<Value>| matches!(row[column], Value::Text(_));
        (width.unwrap_or(0), answer.rows.iter().any(is_text))
    });
    let columns: Vec<(usize, bool)> = columns.collect();
    for row in [&answer.columns].into_iter().chain(&rows) {
        let mut line = String::new();
        for (cell, &(width, is_text)) in row.iter().zip(&columns) {
            line += &match is_text {
                true => format!("{cell:width$}  "),
                false => format!("{cell:>width$}  "),
            };
        }
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// A cell as text.
pub(crate) fn text(cell: &Value) -> String {
    match cell {
        Value::Null => String::new(),
        Value::Integer(number) => number.to_string(),
        Value::Real(number) => number.to_string(),
        Value::Text(text) => text.clone(),
        Value::Blob(bytes) => String::from_utf8_lossy(bytes).into_owned(),
    }
}

fn document(cell: &Value) -> serde_json::Value {
    match cell {
        Value::Null => serde_json::Value::Null,
        Value::Integer(number) => (*number).into(),
        Value::Real(number) => Number::from_f64(*number).into(),
        Value::Text(_) | Value::Blob(_) => text(cell).into(),
    }
}
