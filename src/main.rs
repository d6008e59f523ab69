//! `blackbox`: every program of Black Box under one name.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::Blackbox>()
}
