//! `update-spectrum`: finds where ambiguous spectra come from.

fn main() -> std::process::ExitCode {
    kit::main::<blackbox::cli::UpdateSpectrum>()
}
