//! The messages of a program at work, and its end.

mod exit;
mod input;
mod keyboard;
mod printable;
mod progress;
mod signals;
mod width;

pub(crate) use exit::report;
pub use input::Lines;
pub use keyboard::Keyboard;
pub use printable::{printable, shortened};
pub use progress::Console;
pub(crate) use progress::Loudness;
pub(crate) use signals::{ignore_file_size_signal, stop_on_signals};
pub use width::{columns, columns_to_wrap};
