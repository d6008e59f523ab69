//! `chinese-rings`: see [`chinese_rings::cli`].

fn main() -> std::process::ExitCode {
    kit::main::<chinese_rings::cli::ChineseRings>()
}
