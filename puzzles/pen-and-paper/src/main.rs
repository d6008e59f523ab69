//! `pen-and-paper`: see [`pen_and_paper::main`].

fn main() -> std::process::ExitCode {
    pen_and_paper::main()
}
