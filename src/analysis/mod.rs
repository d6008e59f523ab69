//! What the data say: boards decoded, openings weighed.
//!
//! Pure but for a wish to stop, and a counter of what is done by now.

pub mod board;
pub mod decode;
pub mod drawing;
pub mod family;
pub mod observed;
pub mod opening;
pub mod outlook;
pub mod search;
pub mod strategy;
mod trace;
mod ways;
pub mod weigh;
