//! Everything that the README and the reference show was run as written.

testkit::readme_is_true!("magic-star", 4);
testkit::reference_is_true!("magic-star", "../../docs");
