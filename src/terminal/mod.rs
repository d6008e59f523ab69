//! What a person sees of a program at work, and how the program ends.

mod exit;
mod printable;
mod progress;
mod signals;

pub use exit::report;
pub use printable::printable;
pub use progress::{Console, Loudness};
pub use signals::{ignore_file_size_signal, stop_on_signals};
