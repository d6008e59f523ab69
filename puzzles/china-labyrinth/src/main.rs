//! `china-labyrinth`: see [`china_labyrinth::main`].

fn main() -> std::process::ExitCode {
    china_labyrinth::main()
}
