//! `chinese-rings`: see [`chinese_rings::main`].

fn main() -> std::process::ExitCode {
    chinese_rings::main()
}
