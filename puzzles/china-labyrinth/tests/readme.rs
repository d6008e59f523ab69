//! Everything that the README and the reference show has been run as written.

testkit::readme_is_true!("china-labyrinth", 10);
testkit::reference_is_true!("china-labyrinth", "../../docs");
