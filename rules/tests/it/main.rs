//! The tests of the pure rooms, in one program.

mod census;
mod oracle;
mod seed;
mod statistics;
