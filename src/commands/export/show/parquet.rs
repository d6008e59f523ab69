//! Apache Parquet, which pandas, polars, DuckDB, R and Spark read with the types.
//!
//! Rows are gathered into groups of about a hundred thousand, which bounds the memory, and written column by
//! column. Counts, and columns with few different texts, have dictionaries. Numbers, which mostly ascend, are
//! stored as differences. The metadata describe the file and its columns in the words of
//! `docs/reference/tables.md`.

use std::io;
use std::mem;
use std::sync::Arc;

use itertools::Itertools;
use jiff::Timestamp;
use parquet::basic::{
    Compression, Encoding, LogicalType, Repetition, TimeUnit, Type as Physical, ZstdLevel,
};
use parquet::data_type::{ByteArray, ByteArrayType, DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};

use crate::commands::export::run::Selected;
use crate::commands::export::show::Out;
use crate::store::{Cell, Column, ColumnType};

/// The number of rows in a group, which are 27 MB of Molecules for 8 × 8.
const ROWS_A_GROUP: usize = 122_880;

pub(crate) struct Parquet<'out> {
    out: SerializedFileWriter<Out<'out>>,
    columns: Vec<ColumnCells>,
    rows: usize,
}

/// The cells of a column in a group of rows.
enum ColumnCells {
    /// The texts, concatenated, and the end of each.
    Texts(Vec<u8>, Vec<usize>),
    /// Numbers, or times in milliseconds. For a nullable column, also 1 for each value and 0 for each null.
    Longs(Vec<i64>, Option<Vec<i16>>),
    /// Counts, with the same marks for nulls.
    Ints(Vec<i32>, Option<Vec<i16>>),
}

impl<'out> Parquet<'out> {
    pub(super) fn new(table: &Selected, out: Out<'out>) -> io::Result<Parquet<'out>> {
        let fields = (table.columns.iter()).map(|column| field(column).map(Arc::new));
        let schema = Type::group_type_builder(&table.table.name())
            .with_fields(fields.collect::<Result<_>>()?)
            .build()?;
        let properties = properties(table);
        Ok(Parquet {
            out: SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties))?,
            columns: table.columns.iter().map(ColumnCells::new).collect(),
            rows: 0,
        })
    }

    pub(super) fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        for (column, cell) in self.columns.iter_mut().zip(cells) {
            column.push(*cell)?;
        }
        self.rows += 1;
        if self.rows == ROWS_A_GROUP {
            self.write_group()?;
        }
        Ok(())
    }

    /// Finishes the file, and stores the checksum of its rows.
    pub(super) fn end(mut self, sha256: String) -> io::Result<()> {
        if self.rows > 0 {
            self.write_group()?;
        }
        let checksum = KeyValue::new("sha256 of the rows as CSV".to_owned(), sha256);
        self.out.append_key_value_metadata(checksum);
        self.out.close()?;
        Ok(())
    }

    fn write_group(&mut self) -> Result<()> {
        let mut group = self.out.next_row_group()?;
        for cells in &mut self.columns {
            cells.write(&mut group)?;
        }
        group.close()?;
        self.rows = 0;
        Ok(())
    }
}

impl ColumnCells {
    fn new(column: &Column) -> ColumnCells {
        match column.kind {
            ColumnType::Text | ColumnType::Name => ColumnCells::Texts(Vec::new(), Vec::new()),
            ColumnType::Number => ColumnCells::Longs(Vec::new(), None),
            ColumnType::Count => ColumnCells::Ints(Vec::new(), None),
            ColumnType::MaybeCount => ColumnCells::Ints(Vec::new(), Some(Vec::new())),
            ColumnType::Time => ColumnCells::Longs(Vec::new(), Some(Vec::new())),
        }
    }

    fn push(&mut self, cell: Cell<'_>) -> io::Result<()> {
        let what = "a cell does not have the type of its column";
        let strange = || io::Error::new(io::ErrorKind::InvalidData, what);
        match (self, cell) {
            (ColumnCells::Texts(bytes, ends), Cell::Text(text)) => {
                bytes.extend_from_slice(text.as_bytes());
                ends.push(bytes.len());
            }
            (ColumnCells::Longs(numbers, None), Cell::Number(number)) => {
                numbers.push(i64::try_from(number).map_err(|_| strange())?);
            }
            (ColumnCells::Ints(counts, there), Cell::Number(count)) => {
                counts.push(i32::try_from(count).map_err(|_| strange())?);
                there.iter_mut().for_each(|there| there.push(1));
            }
            (ColumnCells::Longs(times, Some(there)), Cell::Text(time)) => {
                let time: Timestamp = time.parse().map_err(|_| strange())?;
                times.push(time.as_millisecond());
                there.push(1);
            }
            (
                ColumnCells::Longs(_, Some(there)) | ColumnCells::Ints(_, Some(there)),
                Cell::Null,
            ) => {
                there.push(0);
            }
            _ => return Err(strange()),
        }
        Ok(())
    }

    /// Writes the cells as the next column of a row group, and clears them.
    fn write(&mut self, group: &mut SerializedRowGroupWriter<'_, Out<'_>>) -> Result<()> {
        match self {
            ColumnCells::Texts(bytes, ends) => {
                let all = ByteArray::from(mem::take(bytes));
                let mut start = 0;
                let texts = ends.drain(..).map(|end| {
                    let text = all.slice(start, end - start);
                    start = end;
                    text
                });
                let texts: Vec<ByteArray> = texts.collect();
                write_column::<ByteArrayType>(group, &texts, None)
            }
            ColumnCells::Longs(numbers, there) => {
                write_column::<Int64Type>(group, &mem::take(numbers), there.as_mut().map(mem::take))
            }
            ColumnCells::Ints(counts, there) => {
                write_column::<Int32Type>(group, &mem::take(counts), there.as_mut().map(mem::take))
            }
        }
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Out<'_>>,
    cells: &[T::T],
    there: Option<Vec<i16>>,
) -> Result<()> {
    let too_many = || ParquetError::General("there is one column too many".to_owned());
    let mut column = group.next_column()?.ok_or_else(too_many)?;
    let there = there.as_deref();
    column.typed::<T>().write_batch(cells, there, None)?;
    column.close()
}

fn field(column: &Column) -> Result<Type> {
    let (physical, logical) = match column.kind {
        ColumnType::Text | ColumnType::Name => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
        ColumnType::Number => (Physical::INT64, None),
        ColumnType::Count | ColumnType::MaybeCount => (Physical::INT32, None),
        ColumnType::Time => (
            Physical::INT64,
            Some(LogicalType::timestamp(true, TimeUnit::MILLIS)),
        ),
    };
    let repetition = match column.kind {
        ColumnType::Time | ColumnType::MaybeCount => Repetition::OPTIONAL,
        _ => Repetition::REQUIRED,
    };
    Type::primitive_type_builder(&column.name, physical)
        .with_logical_type(logical)
        .with_repetition(repetition)
        .build()
}

fn properties(table: &Selected) -> WriterProperties {
    let mut properties = WriterProperties::builder()
        .set_created_by(concat!("blackbox ", env!("CARGO_PKG_VERSION")).to_owned())
        .set_compression(Compression::ZSTD(ZstdLevel::default()))
        .set_max_row_group_row_count(Some(ROWS_A_GROUP))
        .set_key_value_metadata(Some(metadata(table)));
    for column in &table.columns {
        let path = ColumnPath::from(column.name.as_str());
        properties = match column.kind {
            ColumnType::Text => properties.set_column_dictionary_enabled(path, false),
            ColumnType::Number => properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED),
            _ => properties,
        };
    }
    properties.build()
}

/// The descriptions of all tables and columns.
const WORDS: &str = include_str!("../../../../docs/datapackage.json");

/// The metadata: the title and origin of the table, and the meaning of its columns.
fn metadata(table: &Selected) -> Vec<KeyValue> {
    let name = table.table.name();
    let configs = || table.configs.iter().map(|(config, _)| config);
    let title = format!("{name} of {}", configs().join(", "));
    let configs = configs().join(" ");
    let facts = [
        ("title", title),
        ("configurations", configs),
        ("program", format!("blackbox {}", app::VERSION)),
        // The SPDX identifier. The tables are facts, which can be combined with others without attribution.
        // Scholars cite them anyway (CITATION.cff).
        ("licence", "CC0-1.0".to_owned()),
    ];
    let facts = (facts.into_iter()).map(|(key, value)| KeyValue::new(key.to_owned(), value));
    let words: serde_json::Value = serde_json::from_str(WORDS).unwrap_or_default();
    let named = |words: &serde_json::Value, name: &str| {
        let mut all = words.as_array().into_iter().flatten();
        all.find(|words| words["name"] == name)
            .cloned()
            .unwrap_or_default()
    };
    let words = named(&words["resources"], &name.to_lowercase());
    let meanings = (table.columns.iter()).filter_map(|column| {
        let words = named(&words["schema"]["fields"], &column.name);
        let unit = words["unit"].as_str().map(|unit| format!("[{unit}] "));
        let meaning = unit.unwrap_or_default() + words["description"].as_str()?;
        Some((format!("column {}", column.name), meaning))
    });
    let description = words["description"].as_str().map(str::to_owned);
    let documented = description
        .map(|words| ("description".to_owned(), words))
        .into_iter()
        .chain(meanings);
    let documented = documented.map(|(key, text)| KeyValue::new(key, text));
    facts.chain(documented).collect()
}
