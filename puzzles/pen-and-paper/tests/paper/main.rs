//! Pen and Paper: counts against searches that share no code with them, and the
//! program as a user, or another program, runs it.
#![cfg(unix)]

mod checking;
mod comparing;
mod counting;
mod drawings;
mod grids;
mod memory;
mod places;
mod solving;
