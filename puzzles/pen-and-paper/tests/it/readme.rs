//! Everything that the README and the reference show was run as written, and no document names a
//! command that is gone.

testkit::readme_is_true!("pen-and-paper", 8);
testkit::reference_is_true!("pen-and-paper", "../../docs");
testkit::commands_are_true!("pen-and-paper", 10);
