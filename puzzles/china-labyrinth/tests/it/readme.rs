//! Everything that the README and the reference show was run as written, and no document names a
//! command that is gone.

testkit::readme_is_true!("china-labyrinth", 12);
testkit::reference_is_true!("china-labyrinth", "../../docs");
testkit::commands_are_true!("china-labyrinth", 10);
