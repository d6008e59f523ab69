//! The programs' command lines, one file a program. Each is a few lines over
//! a stage.

mod blackbox;
mod census;
mod decode;
mod display;
mod explore;
mod init;
mod init_spectrum;
mod opening;
mod play;
mod report;
mod run;
mod update_spectrum;
mod verify;

pub use blackbox::Blackbox;
pub use display::Display;
pub use explore::Explore;
pub use init::Init;
pub use init_spectrum::InitSpectrum;
pub use update_spectrum::UpdateSpectrum;

use clap::Args;

use crate::game::Config;

/// The configuration that a Black Box program works on.
#[derive(Args, Clone, Copy, Debug)]
pub(crate) struct Configuration {
    /// The configuration: n atoms in a box of p by p cells
    #[arg(long, value_name = "An_Bp", default_value = "A4_B8")]
    config: Config,
}
