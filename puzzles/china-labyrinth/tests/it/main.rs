//! The tests of the China Labyrinth's program, in one program.

mod program;
mod squares;

testkit::readme_is_true!("china-labyrinth", 11);
testkit::reference_is_true!("china-labyrinth", "../../docs");
testkit::commands_are_true!("china-labyrinth", 10);
