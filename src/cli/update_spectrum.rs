//! `update-spectrum`.

use clap::Parser;

use super::{Common, Configuration, Program};
use crate::error::Result;
use crate::stages;
use crate::store::Access;
use crate::terminal::Console;

/// Tell which of the collected spectra are images of each other
#[derive(Parser, Debug)]
#[command(name = "update-spectrum", version)]
pub struct UpdateSpectrum {
    #[command(flatten)]
    configuration: Configuration,
    #[command(flatten)]
    common: Common,
}

impl Program for UpdateSpectrum {
    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let mut store = self.common.open(Access::Write, console)?;
        stages::update_spectrum::update_spectrum(&mut store, self.configuration.config, console)
    }
}
