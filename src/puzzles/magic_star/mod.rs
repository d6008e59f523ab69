//! Magic stars.
pub mod rules;
pub mod search;
