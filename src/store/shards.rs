//! Shards: the molecules of a part of a configuration by the keys of their spectra, as
//! Parquet, for an engine that groups them. See [`crate::census::SpectrumKey`].
//!
//! A row is a spectrum up to symmetry, once per block. Its columns:
//!
//! - `hi` and `lo`: the halves of its key
//! - `slice`: the slice of the census that it belongs to
//! - `spectra`: the number of its different images
//! - `molecules`: the number of molecules of the block that have one of these
//!
//! All other facts about the part are in the file's metadata, as one JSON document, under
//! [`FACTS`].

use std::io::{self, Write};
use std::mem;
use std::ops::Range;
use std::path::Path;
use std::sync::Arc;

use kit::input::file;
use kit::verify::{Cell, Checksum};
use parquet::basic::{Compression, Encoding, ZstdLevel};
use parquet::data_type::{DataType, Int32Type, Int64Type};
use parquet::errors::{ParquetError, Result as ParquetResult};
use parquet::file::metadata::KeyValue;
use parquet::file::properties::{EnabledStatistics, WriterProperties};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::parser::parse_message_type;
use parquet::schema::types::ColumnPath;
use serde::{Deserialize, Serialize};

use crate::census::{Extreme, KEY_VERSION, KeyedRange, KeyedSpectrum, RayExtremes};
use crate::error::{Error, Result};
use crate::game::Config;

/// The key in the metadata that marks a shard.
pub(crate) const FACTS: &str = "blackbox.shard";

#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ShardFacts {
    pub config: String,
    /// [`KEY_VERSION`] of the program that made it.
    pub key_version: u32,
    /// The version of that program, in a release with its commit.
    version: String,
    /// The checksum of these facts with no digits here, in one line.
    sha256: String,
    /// The number of the part, from 1.
    pub part: u64,
    /// The number of all parts.
    pub parts: u64,
    /// The first number of the part.
    pub from: u64,
    /// The first number behind it.
    pub to: u64,
    /// The number of its canonical molecules.
    pub canonical: u64,
    /// The number of molecules that are images of these.
    pub molecules: u64,
    /// The extremes of their rays.
    pub rays: Vec<RayFact>,
}

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
        let facts = rays.all().into_iter().map(|(outcome, measure, extreme)| {
            let Extreme { value, number } = extreme?;
            Some(RayFact {
                outcome: outcome.to_owned(),
                measure: measure.to_owned(),
                value,
                number,
            })
        });
        facts.flatten().collect()
    }

    /// The extremes, if the facts are possible.
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
            let (value, number) = (fact.value, fact.number);
            *extreme = Some(Extreme { value, number });
        }
        Some(rays)
    }
}

impl ShardFacts {
    pub(crate) fn new(
        config: Config,
        [part, parts]: [u64; 2],
        numbers: &Range<u64>,
        range: &KeyedRange,
    ) -> ShardFacts {
        let mut facts = ShardFacts {
            config: config.to_string(),
            key_version: KEY_VERSION,
            version: kit::VERSION.to_owned(),
            sha256: String::new(),
            part,
            parts,
            from: numbers.start,
            to: numbers.end,
            canonical: range.canonical,
            molecules: range.molecules,
            rays: RayFact::of(&range.rays),
        };
        facts.sha256 = digest(&facts);
        facts
    }

    /// Are they of this part, with these numbers and our keys?
    pub(crate) fn are_of(&self, config: Config, part: [u64; 2], numbers: &Range<u64>) -> bool {
        (&self.config, self.key_version) == (&config.to_string(), KEY_VERSION)
            && [self.part, self.parts] == part
            && (self.from..self.to) == *numbers
    }

    /// The facts in the metadata of a shard. Fails if the file is something else, or not complete.
    pub(crate) fn read(path: &Path) -> Result<ShardFacts> {
        let wrong = |what: &str| Error::wrong_file(path, what);
        let reader = SerializedFileReader::new(file(path)?)
            .map_err(|_| wrong("it is not a Parquet file, or it is not complete"))?;
        let metadata = reader.metadata().file_metadata();
        let facts = (metadata.key_value_metadata().into_iter().flatten())
            .find(|entry| entry.key == FACTS)
            .and_then(|entry| entry.value.as_deref())
            .ok_or_else(|| wrong("it is not a shard that `blackbox census --out` made"))?;
        ShardFacts::parse(facts)
            .ok_or_else(|| wrong("its facts are not as this program writes them"))
    }

    /// The facts in a JSON document, if it is one and matches its checksum.
    pub(crate) fn parse(text: &str) -> Option<ShardFacts> {
        let mut facts: ShardFacts = serde_json::from_str(text).ok()?;
        let said = mem::take(&mut facts.sha256);
        (digest(&facts) == said).then_some(facts)
    }
}

/// The SHA-256 of a document as one line of JSON, in hexadecimal digits.
pub(super) fn digest(document: &impl Serialize) -> String {
    let mut checksum = Checksum::default();
    // Numbers and texts can always be written.
    let text = serde_json::to_string(document).unwrap_or_default();
    checksum.add([Cell::Text(text.as_bytes())].into_iter());
    checksum.digits()
}

pub(crate) struct ShardWriter<'out> {
    out: SerializedFileWriter<&'out mut (dyn Write + Send)>,
}

impl<'out> ShardWriter<'out> {
    pub(crate) fn new(out: &'out mut (dyn Write + Send)) -> io::Result<ShardWriter<'out>> {
        let schema = parse_message_type(
            "message Shard {
               required int64 hi;
               required int64 lo;
               required int32 slice;
               required int32 spectra;
               required int64 molecules;
             }",
        )?;
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

    pub(crate) fn block(&mut self, rows: &[KeyedSpectrum]) -> io::Result<()> {
        let mut group = self.out.next_row_group()?;
        for half in [0, 1] {
            write_column::<Int64Type>(&mut group, rows.iter().map(|row| row.key.halves()[half]))?;
        }
        write_column::<Int32Type>(&mut group, rows.iter().map(|row| row.slice.into()))?;
        write_column::<Int32Type>(&mut group, rows.iter().map(|row| row.spectra.into()))?;
        write_column::<Int64Type>(&mut group, rows.iter().map(|row| row.molecules as i64))?;
        group.close()?;
        Ok(())
    }

    pub(crate) fn end(mut self, facts: &ShardFacts) -> io::Result<()> {
        let text = serde_json::to_string(facts)?;
        (self.out).append_key_value_metadata(KeyValue::new(FACTS.to_owned(), text));
        self.out.close()?;
        Ok(())
    }
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, &mut (dyn Write + Send)>,
    cells: impl Iterator<Item = T::T>,
) -> ParquetResult<()> {
    let cells: Vec<T::T> = cells.collect();
    let column = group.next_column()?;
    let mut column =
        column.ok_or_else(|| ParquetError::General("there are too many columns".to_owned()))?;
    column.typed::<T>().write_batch(&cells, None, None)?;
    column.close()
}
