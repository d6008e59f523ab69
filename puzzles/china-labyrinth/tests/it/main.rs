//! The tests of the China Labyrinth's program, in one program.

mod program;
mod squares;

testkit::documents_are_true!("china-labyrinth", 10);
