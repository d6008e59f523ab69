//! Everything that the README and the reference show was run as written, and no document names a
//! command that is gone.

testkit::readme_is_true!("magic-star", 4);
testkit::reference_is_true!("magic-star", "../../docs");
testkit::commands_are_true!("magic-star", 5);
