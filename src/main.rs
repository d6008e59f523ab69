//! `blackbox`: every program of Black Box under one name.

fn main() -> std::process::ExitCode {
    kit::main::<blackbox::cli::Blackbox>()
}
