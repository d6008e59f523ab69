//! Everything that the README shows was run as written.

testkit::readme_is_true!("pen-and-paper", 9);
