//! `init-spectrum`: finds the ambiguous spectra.

fn main() -> std::process::ExitCode {
    blackbox::cli::main::<blackbox::cli::InitSpectrum>()
}
