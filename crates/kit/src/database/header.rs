//! The header of a file, before SQLite opens it.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use super::schema::Schema;
use crate::input::beginning;
use crate::{Error, Result};

/// Marks a file as ours, in bytes 68 to 71 of its header: "BBox".
pub(super) const APPLICATION_ID: u32 = u32::from_be_bytes(*b"BBox");

/// The beginning of every SQLite database.
const MAGIC: &[u8] = b"SQLite format 3\0";

/// The schema version in the file's header, or `None` if there is no file or an empty one. Fails if
/// the file is not ours, is newer than this schema, or cannot be read.
pub(super) fn header_version(path: &Path, schema: &Schema) -> Result<Option<u32>> {
    let Some(header) = header(path)? else {
        return Ok(None);
    };
    let number = |at: usize| -> Option<u32> {
        let bytes = header.get(at..at + 4)?;
        Some(u32::from_be_bytes(bytes.try_into().ok()?))
    };
    match (number(60), number(68)) {
        (Some(version), Some(id)) if header.starts_with(MAGIC) => {
            if id != APPLICATION_ID {
                return Err(Error::Foreign(path.to_owned()));
            }
            known_version(path, version, schema)?;
            Ok(Some(version))
        }
        _ => Err(Error::NotADatabase(path.to_owned())),
    }
}

/// Whether the header of any program's database says that it is in WAL mode. Fails if the file is
/// not a database or cannot be read.
pub(super) fn header_of_any(path: &Path) -> Result<bool> {
    match header(path)? {
        Some(header) if header.starts_with(MAGIC) && header.len() == 100 => {
            Ok(header[18..20].contains(&2))
        }
        Some(_) => Err(Error::NotADatabase(path.to_owned())),
        None => Err(Error::NoDatabase(path.to_owned())),
    }
}

/// The first hundred bytes of a file, or `None` if there is no file or an empty one.
fn header(path: &Path) -> Result<Option<Vec<u8>>> {
    let failed = |source| Error::File {
        doing: "read",
        path: path.to_owned(),
        source,
    };
    let metadata = match fs::metadata(path) {
        Err(missing) if missing.kind() == io::ErrorKind::NotFound => return Ok(None),
        other => other.map_err(failed)?,
    };
    if !metadata.is_file() {
        return Err(Error::NotAFile(path.to_owned()));
    }
    let header = beginning(path, 100).map_err(failed)?;
    Ok((!header.is_empty()).then_some(header))
}

pub(super) fn known_version(path: &Path, found: u32, schema: &Schema) -> Result<()> {
    let known = schema.version();
    if found > known {
        return Err(Error::NewerSchema {
            path: path.to_owned(),
            found,
            known,
        });
    }
    Ok(())
}

/// The path of a file that SQLite keeps beside a database.
pub(super) fn with_suffix(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}
