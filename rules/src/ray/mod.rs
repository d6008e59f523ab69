//! Rays: one that is followed cell by cell, and all rays of a molecule traced at once.
//!
//! [`Ray`] and [`Path`] say what one ray does. A [`Tracer`] traces all rays of many molecules, by
//! the scalar rule or by SIMD, and [`Exits`] is what it finds.

mod exits;
mod ray;
mod scalar;
mod simd;
mod tracer;

pub use exits::Exits;
pub(crate) use exits::{Sides, Word};
pub use ray::{Chamber, Outcome, Path, Ray};
pub use tracer::Tracer;
