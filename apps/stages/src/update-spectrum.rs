//! `update-spectrum`: finds the ambiguous spectra that are images of each other.

fn main() -> std::process::ExitCode {
    blackbox::commands::main::<blackbox::commands::UpdateSpectrum>()
}
