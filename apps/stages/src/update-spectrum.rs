//! `update-spectrum`: tells which ambiguous spectra are images of each other.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::UpdateSpectrum>()
}
