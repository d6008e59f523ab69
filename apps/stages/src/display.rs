//! `display`: shows molecules with their rays.

fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::cli::Display>()
}
