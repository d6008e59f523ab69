//! `blackbox law`.

use std::path::PathBuf;

use clap::Parser;
use clap::builder::RangedU64ValueParser;
use kit::output::{Output, print};
use kit::terminal::{Console, columns_to_wrap};
use kit::{Program, Rows};
use watch::Watcher;

use crate::error::{Error, Result};
use crate::laws::{MAGIC, certificate};
use crate::stages::law::law;
use crate::view;

/// Find what is true for boxes of every width, and prove it
///
/// With few atoms, the number of ambiguous molecules of a box is a polynomial in its width p. This
/// finds all families of ambiguous molecules, and counts how often each fits into a box. With --out,
/// it writes the families down, for `verify --law`.
#[derive(Parser, Debug)]
#[command(
    name = "law",
    after_help = "{} --atoms 3\n{} --atoms 4 --out four.law\n{} --atoms 3 --format csv"
)]
pub(super) struct LawOf {
    /// The number of atoms
    #[arg(long, value_name = "N", value_parser = RangedU64ValueParser::<usize>::new().range(1..=5))]
    atoms: usize,
    /// Write the law with its families to this file, for `verify --law`
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// How to write the statements
    #[arg(long, value_enum, default_value_t = Rows::Text)]
    format: Rows,
}

impl Program for LawOf {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<()> {
        let is_ours = |begin: &[u8]| begin.starts_with(MAGIC.as_bytes());
        let out = self.out.as_deref();
        let output = out.map(|path| Output::new(Some(path), console.stop(), is_ours));
        let output = output.transpose()?;
        let found = law(self.atoms, console)?;
        print(|out| match self.format {
            Rows::Text => view::law::write_text(out, &found, columns_to_wrap()),
            Rows::Json => view::law::write_json(out, &found),
            Rows::Csv => view::law::write_csv(out, &found.law),
        })?;
        if let Some(output) = output {
            output.write(console.stop(), |out| -> Result<()> {
                Ok(out.write_all(certificate(&found.law, &found.counted).as_bytes())?)
            })?;
        }
        Ok(())
    }
}
