//! Everything that the README shows was run as written.

testkit::readme_is_true!("china-labyrinth", 10);
