fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::puzzles::magic_star::cli::MagicStar>()
}
