//! The tests of the modules without files, in one program.

mod arguments;
mod census;
mod oracle;
mod rays;
mod rectangles;
mod seed;
mod statistics;
