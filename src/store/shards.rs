//! Shards: the molecules of a part of a configuration by the keys of their spectra, as
//! Parquet, for an engine that groups them; see [`crate::census::SpectrumKey`].
//!
//! A row is a spectrum up to symmetry, once a block: the halves `hi` and `lo` of its key,
//! how many different images it has (`spectra`), and how many molecules of the block have
//! one of these (`molecules`). What else is known of the part stands in the file's metadata
//! as one JSON document, under [`FACTS`].

use std::fs::File;
use std::io::{self, Write};
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use parquet::basic::{Compression, Encoding, Repetition, Type as Physical, ZstdLevel};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::{ColumnPath, Type};
use serde::{Deserialize, Serialize};

use super::error::{Error, Result};
use crate::census::{Extreme, KEY_VERSION, KeyedRange, KeyedSpectrum, RayExtremes};
use crate::game::Config;

/// The key of the metadata that a shard is told by.
pub(crate) const FACTS: &str = "blackbox.shard";

/// What is known of a shard besides its rows.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardFacts {
    /// The configuration.
    pub config: String,
    /// [`KEY_VERSION`] of the program that made it.
    pub key_version: u32,
    /// Which part it is, from 1.
    pub part: u64,
    /// Of how many.
    pub parts: u64,
    /// The first number of the part.
    pub from: u64,
    /// The first number behind it.
    pub to: u64,
    /// How many canonical molecules it has.
    pub canonical: u64,
    /// How many molecules are images of these.
    pub molecules: u64,
    /// The extremes of their rays.
    pub rays: Vec<RayFact>,
}

/// An extreme of the rays of some molecules.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RayFact {
    outcome: String,
    measure: String,
    value: u16,
    number: u64,
}

impl RayFact {
    pub(super) fn of(rays: &RayExtremes) -> Vec<RayFact> {
        let facts = rays.all().into_iter();
        facts
            .filter_map(|(outcome, measure, extreme)| {
                extreme.map(|extreme| RayFact {
                    outcome: outcome.to_owned(),
                    measure: measure.to_owned(),
                    value: extreme.value,
                    number: extreme.number,
                })
            })
            .collect()
    }

    /// The extremes, if they are such.
    pub(crate) fn extremes(facts: &[RayFact], config: Config) -> Option<RayExtremes> {
        let mut rays = RayExtremes::default();
        for fact in facts {
            let mut all = rays.all_mut().into_iter();
            let (_, _, extreme) = all.find(|(outcome, measure, _)| {
                *outcome == fact.outcome && *measure == fact.measure
            })?;
            if !(1..=config.molecules()).contains(&fact.number) {
                return None;
            }
            *extreme = Some(Extreme {
                value: fact.value,
                number: fact.number,
            });
        }
        Some(rays)
    }
}

impl ShardFacts {
    /// What is known of a part.
    pub(crate) fn new(
        config: Config,
        [part, parts]: [u64; 2],
        numbers: &Range<u64>,
        range: &KeyedRange,
    ) -> ShardFacts {
        ShardFacts {
            config: config.to_string(),
            key_version: KEY_VERSION,
            part,
            parts,
            from: numbers.start,
            to: numbers.end,
            canonical: range.canonical,
            molecules: range.molecules,
            rays: RayFact::of(&range.rays),
        }
    }

    /// Are both of the same part, cut and keyed alike?
    pub(crate) fn is_of_the_same_part(&self, other: &ShardFacts) -> bool {
        let part = |facts: &ShardFacts| ShardFacts {
            canonical: 0,
            molecules: 0,
            rays: Vec::new(),
            ..facts.clone()
        };
        part(self) == part(other)
    }

    /// Those in the metadata of a shard.
    ///
    /// # Errors
    ///
    /// Where the file cannot be read, is not whole, or is something else.
    pub(crate) fn read(path: &Path) -> Result<ShardFacts> {
        let wrong = |what: &str| Error::wrong_file(path, what);
        let file = File::open(path).map_err(|source| kit::Error::Unreadable {
            name: path.display().to_string(),
            source,
        })?;
        let reader = SerializedFileReader::new(file)
            .map_err(|_| wrong("it is no Parquet file, or not whole"))?;
        let metadata = reader.metadata().file_metadata();
        let facts = (metadata.key_value_metadata().into_iter().flatten())
            .find(|entry| entry.key == FACTS)
            .and_then(|entry| entry.value.as_deref())
            .ok_or_else(|| wrong("it is not a shard that `blackbox census --out` made"))?;
        ShardFacts::parse(facts).map_err(|_| wrong("its facts are not as this program writes them"))
    }

    /// Those in a JSON document.
    ///
    /// # Errors
    ///
    /// Where the text is something else.
    pub(crate) fn parse(text: &str) -> serde_json::Result<ShardFacts> {
        serde_json::from_str(text)
    }
}

/// Writes the rows of a shard.
pub(crate) struct ShardWriter<'out> {
    out: SerializedFileWriter<&'out mut (dyn Write + Send)>,
}

impl<'out> ShardWriter<'out> {
    /// Begins with none.
    ///
    /// # Errors
    ///
    /// What `out` fails with.
    pub(crate) fn new(out: &'out mut (dyn Write + Send)) -> io::Result<ShardWriter<'out>> {
        let field = |name, physical| -> ParquetResult<_> {
            let field = Type::primitive_type_builder(name, physical);
            Ok(Arc::new(
                field.with_repetition(Repetition::REQUIRED).build()?,
            ))
        };
        let schema = Type::group_type_builder("Shard")
            .with_fields(vec![
                field("hi", Physical::INT64)?,
                field("lo", Physical::INT64)?,
                field("spectra", Physical::INT32)?,
                field("molecules", Physical::INT64)?,
            ])
            .build()?;
        let mut properties = WriterProperties::builder()
            .set_created_by(concat!("blackbox ", env!("CARGO_PKG_VERSION")).to_owned())
            .set_compression(Compression::ZSTD(ZstdLevel::default()))
            .set_statistics_enabled(EnabledStatistics::Chunk);
        for ascending in ["hi", "lo"] {
            let path = ColumnPath::from(ascending);
            properties = properties
                .set_column_dictionary_enabled(path.clone(), false)
                .set_column_encoding(path, Encoding::DELTA_BINARY_PACKED);
        }
        Ok(ShardWriter {
            out: SerializedFileWriter::new(out, Arc::new(schema), Arc::new(properties.build()))?,
        })
    }

    /// Writes a block, as a group of rows of its own.
    ///
    /// # Errors
    ///
    /// What `out` fails with.
    pub(crate) fn block(&mut self, rows: &[KeyedSpectrum]) -> io::Result<()> {
        let mut group = self.out.next_row_group()?;
        for half in [0, 1] {
            let halves: Vec<i64> = rows.iter().map(|row| row.key.halves()[half]).collect();
            write_column::<Int64Type>(&mut group, &halves)?;
        }
        let spectra: Vec<i32> = rows.iter().map(|row| row.spectra.into()).collect();
        write_column::<Int32Type>(&mut group, &spectra)?;
        let molecules: Vec<i64> = rows.iter().map(|row| row.molecules as i64).collect();
        write_column::<Int64Type>(&mut group, &molecules)?;
        group.close()?;
        Ok(())
    }

    /// There are no more; what is known besides.
    ///
    /// # Errors
    ///
    /// What `out` fails with.
    pub(crate) fn end(mut self, facts: &ShardFacts) -> io::Result<()> {
        let text = serde_json::to_string(facts)?;
        (self.out).append_key_value_metadata(KeyValue::new(FACTS.to_owned(), text));
        self.out.close()?;
        Ok(())
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut (dyn Write + Send)>,
    cells: &[T::T],
) -> ParquetResult<()> {
    let column = group.next_column()?;
    let mut column =
        column.ok_or_else(|| ParquetError::General("a column is too many".to_owned()))?;
    column.typed::<T>().write_batch(cells, None, None)?;
    column.close()
}
