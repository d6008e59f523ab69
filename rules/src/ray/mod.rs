//! Rays: one that is followed cell by cell, and all rays of a molecule traced at once.
//!
//! [`Ray`] and [`Path`] say what one ray does. A [`Tracer`] traces all rays of many molecules, cell by
//! cell or by SIMD.

mod exits;
mod level;
mod path;
mod simd;
mod tracer;

pub(crate) use exits::{Exits, Sides};
pub(crate) use level::{on_any_level, on_level};
pub(crate) use path::Chamber;
pub use path::{Outcome, Path, Ray};
pub(crate) use simd::WideBoard;
pub use tracer::Tracer;
pub(crate) use tracer::exits_by_cells;
