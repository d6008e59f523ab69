//! Everything that the README and the reference show was run as written, and no document names a
//! command that is gone.

testkit::readme_is_true!("chinese-rings", 5);
testkit::reference_is_true!("chinese-rings", "../../docs");
testkit::commands_are_true!("chinese-rings", 6);
