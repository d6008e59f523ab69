//! What can go wrong with the rings: nothing but what any program over a file
//! can meet.

pub use kit::{Error, Result};
