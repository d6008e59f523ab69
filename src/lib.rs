//! Black Box, explored exhaustively.
#![deny(unsafe_code)]
#![warn(missing_docs)]

pub mod game;
