//! The messages of a program at work, and its end.

mod control;
mod exit;
mod printable;
mod progress;
mod signals;
mod width;

pub use control::{is_dumb, is_gone, suspend};
pub(crate) use exit::report;
pub use printable::{printable, shortened};
pub use progress::Console;
pub(crate) use progress::Loudness;
pub(crate) use signals::{ignore_file_size_signal, stop_on_signals};
pub use width::{columns, columns_to_wrap};
