//! `init`: makes room for a configuration.

fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::cli::Init>()
}
