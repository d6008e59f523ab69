//! Work that is watched and stopped from outside.
//!
//! The work tells a [`Watcher`] what it does, and checks whether somebody wants it to [`Stop`]. A
//! terminal, a page and a test are watchers.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod task;
mod threads;
mod watcher;

pub use task::{LOOKS, Task, patiently, perhaps_long, polled};
pub use threads::{InOrder, NoThread, in_order, locked, on_threads};
pub use watcher::{Halt, Observed, Stop, Watcher, unwatched};
