fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::puzzles::chinese_rings::cli::ChineseRings>()
}
