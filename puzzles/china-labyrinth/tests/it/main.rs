//! The tests of the China Labyrinth's program, in one binary.

mod program;
mod squares;

testkit::documents_are_true!("china-labyrinth", 10);
