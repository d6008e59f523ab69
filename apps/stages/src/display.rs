//! `display`: shows molecules with their rays.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::Display>()
}
