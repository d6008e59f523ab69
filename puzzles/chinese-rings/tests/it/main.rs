//! The tests of the Chinese rings, in one program.

mod rings;

testkit::readme_is_true!("chinese-rings", 5);
testkit::reference_is_true!("chinese-rings", "../../docs");
testkit::commands_are_true!("chinese-rings", 6);
