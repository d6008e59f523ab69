//! `init-spectrum`: finds the ambiguous spectra.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::InitSpectrum>()
}
