fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::puzzles::china_labyrinth::cli::ChinaLabyrinth>()
}
