//! `display`: shows molecules with their rays.

fn main() -> std::process::ExitCode {
    kit::main::<blackbox::cli::Display>()
}
