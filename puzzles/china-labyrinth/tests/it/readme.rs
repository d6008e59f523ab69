//! Everything that the README and the reference show was run as written.

testkit::readme_is_true!("china-labyrinth", 10);
testkit::reference_is_true!("china-labyrinth", "../../docs");
