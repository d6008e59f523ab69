//! `init-spectrum`: finds the ambiguous spectra.

fn main() -> std::process::ExitCode {
    kit::main::<blackbox::cli::InitSpectrum>()
}
