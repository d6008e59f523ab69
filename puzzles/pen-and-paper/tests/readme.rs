//! Everything that the README shows has been run as written.

testkit::readme_is_true!("pen-and-paper", 9);
