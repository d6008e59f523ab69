//! `magic-star`: see [`magic_star::main`].

fn main() -> std::process::ExitCode {
    magic_star::main()
}
