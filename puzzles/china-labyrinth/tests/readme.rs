//! Everything that the README shows has been run as written.

testkit::readme_is_true!("china-labyrinth", 10);
