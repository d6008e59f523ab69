//! The rules of Black Box, as pure functions: nothing here reads, writes,
//! prints or knows the time, and nothing can fail once a [`Config`] exists.
//!
//! The rules, the vocabulary and the symbols come from Jean Forget's text on
//! exploring Black Box (`Blackbox-en.md`, CC-BY-SA). His program is the
//! original of this one.

mod binomial;
mod cell;
mod cell_mask;
mod config;
mod enantiomers;
mod molecule;
mod numbering;
mod position;
mod size;
pub(crate) mod spectrum;
pub(crate) mod symmetry;

pub use binomial::{binomial, wide_binomial};
pub use cell::Cell;
pub(crate) use cell_mask::CellMask;
pub use config::{Config, ConfigError};
pub use enantiomers::{Enantiomer, Group};
pub use molecule::{Molecule, MoleculeError};
pub use position::{Position, PositionError};
pub use size::MAX_WIDTH;
pub(crate) use size::{MAX_CELLS, MAX_POSITIONS};
pub use spectrum::{RayStatistics, Spectrum, SpectrumError, Tally};
pub use symmetry::Transform;
