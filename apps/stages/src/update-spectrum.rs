//! `update-spectrum`: tells which ambiguous spectra are images of each other.

fn main() -> std::process::ExitCode {
    kit::main::<blackbox::cli::UpdateSpectrum>()
}
