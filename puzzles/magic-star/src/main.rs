//! `magic-star`: see [`magic_star::cli`].

fn main() -> std::process::ExitCode {
    kit::main::<magic_star::cli::MagicStar>()
}
