//! The tests of the Chinese rings, in one program.

mod rings;

// What the README and the reference show is run, and no document names a command that is gone.
testkit::readme_is_true!("chinese-rings", 5);
testkit::reference_is_true!("chinese-rings", "../../docs");
testkit::commands_are_true!("chinese-rings", 6);
