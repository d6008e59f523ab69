//! Everything that the README shows was run as written.

testkit::readme_is_true!("magic-star", 6);
