//! Everything that the README and the reference show was run as written.

testkit::readme_is_true!("pen-and-paper", 9);
testkit::reference_is_true!("pen-and-paper", "../../docs");
