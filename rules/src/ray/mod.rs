//! Rays: one that is followed cell by cell, and all rays of a molecule traced at once.
//!
//! [`Ray`] and [`Path`] say what one ray does. A [`Tracer`] traces all rays of many molecules, by
//! the scalar rule or by SIMD.

mod exits;
mod level;
mod path;
mod scalar;
mod simd;
mod tracer;

pub(crate) use exits::{Exits, SideWord, Sides};
pub(crate) use level::{on_any_level, on_level};
pub(crate) use path::Chamber;
pub use path::{Outcome, Path, Ray};
pub use tracer::Tracer;
