//! Work that is watched and stopped from outside.
//!
//! The work tells a [`Watcher`] what it does, and checks whether somebody wants it to [`Stop`]. A
//! terminal, a page and a test are watchers.
#![cfg_attr(not(test), warn(clippy::disallowed_methods))]

mod in_order;
mod observed;
mod stop;
mod task;
mod threads;
mod watcher;

pub use in_order::{InOrder, in_order};
pub use observed::{Halt, Observed};
pub use stop::Stop;
pub use task::{LOOKS, Task, patiently, perhaps_long, polled};
pub use threads::{NoThread, spawn_all};
pub use watcher::Watcher;
