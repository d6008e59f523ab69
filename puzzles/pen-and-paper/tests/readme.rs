//! Everything that the README and the reference show has been run as written.

testkit::readme_is_true!("pen-and-paper", 9);
testkit::reference_is_true!("pen-and-paper", "../../docs");
