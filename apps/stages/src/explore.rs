//! `explore`: finds and stores all molecules.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::Explore>()
}
