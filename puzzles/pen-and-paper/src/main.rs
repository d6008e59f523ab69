fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::puzzles::pen_and_paper::cli::PenAndPaper>()
}
