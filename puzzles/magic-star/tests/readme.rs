//! Everything that the README and the reference show has been run as written.

testkit::readme_is_true!("magic-star", 6);
testkit::reference_is_true!("magic-star", "../../docs");
