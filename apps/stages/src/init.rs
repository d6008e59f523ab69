//! `init`: prepares the database for a configuration.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::Init>()
}
