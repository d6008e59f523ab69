//! `explore`: finds and stores all molecules.

fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::cli::Explore>()
}
