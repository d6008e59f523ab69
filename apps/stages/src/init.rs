//! `init`: makes room for a configuration.

fn main() -> std::process::ExitCode {
    kit::main::<blackbox::cli::Init>()
}
