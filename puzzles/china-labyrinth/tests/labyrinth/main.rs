//! The China Labyrinth: what the program says, checked by rules written anew
//! here, and the program as a user, or another program, runs it.

mod compact;
mod drawings;
mod figures;
mod refusals;
mod rules;
mod searching;
