//! Writes a table of results as text, JSON or CSV.

use std::io::{self, Write};

use app::RowFormat;
use app::terminal::{columns_to_wrap, printable};
use draw::words::hanging;
use itertools::Itertools;
use rusqlite::types::Value;
use serde_json::{Map, Number};

use crate::error::Result;
use crate::output::show::io_error;
use crate::store::{Query, ResultRows, ResultTable};

/// Writes the list of saved queries, in lines of at most this number of columns.
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

pub(crate) fn write(out: &mut impl Write, table: ResultTable, format: RowFormat) -> Result<()> {
    let rows = &mut table.rows.into_iter().map(Ok);
    write_rows(out, table.columns, rows, format)
}

/// Writes the names of the columns, and then each row as it arrives.
pub(crate) fn write_rows(
    out: &mut impl Write,
    columns: Vec<String>,
    rows: &mut ResultRows<'_>,
    format: RowFormat,
) -> Result<()> {
    match format {
        RowFormat::Text => write_text(out, columns, rows, columns_to_wrap())?,
        RowFormat::Json => {
            if let Some(name) = columns.iter().duplicates().next() {
                let what = format!("a JSON object cannot have two columns named {name}");
                let hint = "rename one of them in the SQL statement with `as`";
                return Err(app::Error::wrong_place(what, hint).into());
            }
            for row in rows {
                let row = row?;
                let cells = columns.iter().cloned().zip(row.iter().map(document));
                serde_json::to_writer(&mut *out, &cells.collect::<Map<_, _>>())
                    .map_err(io::Error::from)?;
                writeln!(out)?;
            }
        }
        RowFormat::Csv => {
            let mut out = csv::Writer::from_writer(out);
            out.write_record(&columns).map_err(io_error)?;
            for row in rows {
                // Readers that infer types from the first rows need the point in 1.0.
                let cells = row?.into_iter().map(|cell| match cell {
                    Value::Real(number) => format!("{number:?}"),
                    cell => text(&cell),
                });
                out.write_record(cells).map_err(io_error)?;
            }
            out.flush()?;
        }
    }
    Ok(())
}

/// Writes a table with numbers aligned to the right and texts to the left. If it is wider than `most` columns, the
/// widest cells are below their row.
fn write_text(
    out: &mut impl Write,
    columns: Vec<String>,
    rows: &mut ResultRows<'_>,
    most: usize,
) -> Result<()> {
    /// The number of first rows that determine the widths. Later rows are not kept in memory.
    const MEASURED: usize = 10_000;
    let shown = |row: &Vec<Value>| -> Vec<String> {
        row.iter().map(|cell| printable(&text(cell))).collect()
    };
    let first: Vec<Vec<Value>> = rows.take(MEASURED).collect::<Result<_>>()?;
    let widths = (0..columns.len()).map(|column| {
        let cells = first.iter().map(|row| printable(&text(&row[column])));
        let widths = cells.map(|cell| cell.chars().count());
        let width = widths.chain([columns[column].chars().count()]).max();
        let is_digit = |c: char| c.is_ascii_digit() || c == ',';
        let is_text = |row: &Vec<Value>| match &row[column] {
            Value::Text(text) => !text.chars().all(is_digit),
            _ => false,
        };
        // `format!` panics if it pads to more columns.
        let width = width.unwrap_or(0).min(u16::MAX.into());
        (width, first.iter().any(is_text))
    });
    let widths: Vec<(usize, bool)> = widths.collect();
    let mut beside: Vec<usize> = (0..widths.len()).collect();
    let width = |beside: &[usize]| beside.iter().map(|&at| widths[at].0 + 2).sum::<usize>();
    while beside.len() > 1 && width(&beside) > most.saturating_add(2) {
        let widest = (0..beside.len()).max_by_key(|&at| widths[beside[at]].0);
        beside.remove(widest.unwrap_or(0));
    }
    let lines = [columns].into_iter().chain(first.iter().map(shown));
    let lines = lines.map(|cells| -> Result<Vec<String>> { Ok(cells) });
    for row in lines.chain(rows.map(|row| Ok(shown(&row?)))) {
        let row = row?;
        let mut line = String::new();
        for (at, (cell, &(width, is_text))) in row.iter().zip(&widths).enumerate() {
            line += &match (is_text, beside.contains(&at)) {
                (_, false) => continue,
                (true, _) => format!("{cell:width$}  "),
                (false, _) => format!("{cell:>width$}  "),
            };
        }
        writeln!(out, "{}", line.trim_end())?;
        let below = (0..row.len()).filter(|at| !beside.contains(at));
        below
            .map(|at| &row[at])
            .try_for_each(|cell| writeln!(out, "  {cell}"))?;
    }
    Ok(())
}

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
