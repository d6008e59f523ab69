//! Results to stdout, or to a file or folder that is either complete or unchanged.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the place that writes files"
)]

mod beside;
mod file;
mod folder;
mod print;

pub use file::{Output, format_by_name, kept_file};
pub use folder::{NewFolders, make_folder, remove_left_over, write_folder};
pub use print::{print, write_json};

use std::path::Path;

use crate::Result;
use crate::input::refuse_address;

/// Fails if somebody wants to write to an address such as `s3://bucket/x`. Long work asks before it
/// begins.
///
/// # Errors
///
/// [`Error::WrongPlace`](crate::Error::WrongPlace), with the pipe that does it.
pub fn refuse_address_to_write(path: &Path) -> Result<()> {
    refuse_address(path, |scheme, address| {
        let pipe = match scheme {
            "s3" => format!("aws s3 cp - {address}"),
            "gs" => format!("gcloud storage cp - {address}"),
            _ => format!("curl -T - {address}"),
        };
        format!("write to a file or to stdout, and bring it there: `… | {pipe}`")
    })
}
