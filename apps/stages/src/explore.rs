//! `explore`: finds and stores all molecules.

fn main() -> std::process::ExitCode {
    kit::main::<blackbox::cli::Explore>()
}
