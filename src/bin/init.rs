fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::cli::Init>()
}
