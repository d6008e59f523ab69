//! The tests of the Chinese rings, in one program.

mod readme;
mod rings;
