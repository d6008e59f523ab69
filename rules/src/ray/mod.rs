//! Rays: following one ray cell by cell, and tracing all rays of a molecule at once.
//!
//! [`Ray`] and [`Path`] describe one ray. A [`Tracer`] traces all rays of many molecules, with SIMD if the
//! processor has it, and otherwise cell by cell.

mod exits;
mod level;
mod rule;
mod simd;
mod tracer;

pub(crate) use exits::{Exits, Sides};
pub(crate) use level::{on_any_level, on_level};
pub use rule::{Outcome, Path, Ray};
pub(crate) use simd::WideBoard;
pub use tracer::Tracer;
pub(crate) use tracer::exits_by_cells;
