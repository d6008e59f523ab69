//! Everything that the README and the reference show was run as written.

testkit::readme_is_true!("chinese-rings", 6);
testkit::reference_is_true!("chinese-rings", "../../docs");
