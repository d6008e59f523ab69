//! `pen-and-paper`: see [`pen_and_paper::cli`].

fn main() -> std::process::ExitCode {
    kit::main::<pen_and_paper::cli::PenAndPaper>()
}
