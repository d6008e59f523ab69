//! `china-labyrinth`: see [`china_labyrinth::cli`].

fn main() -> std::process::ExitCode {
    kit::main::<china_labyrinth::cli::ChinaLabyrinth>()
}
