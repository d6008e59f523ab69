//! The documents of the original's MongoDB collections, one per line, as `mongoexport`
//! prints them: in relaxed form, or with numbers as `{"$numberInt": "5"}`.

use kit::terminal::Lines;
use kit::verify::Cell;
use serde_json::{Map, Value};

use super::error::OriginalError;
use super::source::{Place, Row};
use super::{CONFIGURATION, MOLECULE, SPECTRUM};
use crate::store::Result;

/// Documents in lines.
pub(super) struct Documents {
    lines: Lines,
}

type Document = Map<String, Value>;

impl Documents {
    pub(super) fn new(lines: Lines) -> Documents {
        Documents { lines }
    }

    pub(super) fn each(
        &mut self,
        name: &str,
        mut each: impl FnMut(Row<'_>, Place) -> Result<()>,
    ) -> Result<()> {
        for (line, text) in (1..).zip(&mut self.lines) {
            let text = text.map_err(|source| kit::Error::Unreadable {
                name: name.to_owned(),
                source,
            })?;
            if text.trim().is_empty() {
                continue;
            }
            let document: Option<Document> = serde_json::from_str(&text).ok();
            let visited = document.and_then(|document| {
                let place = Place::Line(line);
                visit(&document, |row| each(row, place))
            });
            visited.unwrap_or_else(|| {
                let name = name.to_owned();
                Err(OriginalError::NotADocument { name, line }.into())
            })?;
        }
        Ok(())
    }
}

/// Calls `each` with the data of a document, if it is one of the original. Its keys tell the
/// collection, which is not named in it.
fn visit<T>(document: &Document, each: impl FnOnce(Row<'_>) -> T) -> Option<T> {
    Some(if document.contains_key("molecule") {
        each(Row::Molecule(&cells(document, MOLECULE)))
    } else if document.contains_key("spectrum") {
        each(Row::Spectrum(&cells(document, SPECTRUM)))
    } else if document.contains_key("nb_atoms") {
        each(Row::Configuration(&cells(document, CONFIGURATION)))
    } else {
        return None;
    })
}

/// The values of the keys that have the names of columns. Here the names have hyphens,
/// except for `nb_mol` and `nb_atoms`.
fn cells<'d, const N: usize>(document: &'d Document, columns: [&str; N]) -> [Cell<'d>; N] {
    columns.map(|column| {
        let value = match column {
            "nb_mol" | "nb_atoms" => document.get(column),
            _ => document.get(&column.replace('_', "-")),
        };
        value.map_or(Cell::Strange(b""), cell)
    })
}

fn cell(value: &Value) -> Cell<'_> {
    let integer = match value {
        Value::String(text) => return Cell::Text(text.as_bytes()),
        Value::Number(number) => number.as_i64(),
        Value::Object(typed) if typed.len() == 1 => ["$numberInt", "$numberLong"]
            .iter()
            .find_map(|kind| typed.get(*kind)?.as_str()?.parse().ok()),
        _ => None,
    };
    integer.map_or(Cell::Strange(b""), Cell::Integer)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_in_all_forms_that_have_been() {
        let cell_of = |json: &str| {
            let value: Value = serde_json::from_str(json).unwrap();
            format!("{:?}", cell(&value))
        };
        let five = format!("{:?}", Cell::Integer(5));
        for json in ["5", r#"{"$numberInt":"5"}"#, r#"{"$numberLong":"5"}"#] {
            assert_eq!(cell_of(json), five, "{json}");
        }
        let strange = format!("{:?}", Cell::Strange(b""));
        for json in [
            "5.5",
            "null",
            r#"{"$numberInt":5}"#,
            r#"{"$numberDouble":"5"}"#,
            "[5]",
        ] {
            assert_eq!(cell_of(json), strange, "{json}");
        }
    }
}
