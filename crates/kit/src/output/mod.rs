//! Results to stdout, or to a file or folder that is either complete or unchanged.

mod beside;
mod file;
mod folder;
mod print;

pub use file::{Output, Prepared, format_by_name, is_same_file};
pub use folder::{remove_left_over, write_folder};
pub use print::{print, write_json};
