//! `blackbox`, the program that has all commands of Black Box.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::Blackbox>()
}
