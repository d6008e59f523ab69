//! The integration tests of the rules, in one binary.

mod arguments;
mod census;
mod decoding;
mod oracle;
mod rays;
mod rectangles;
mod seed;
