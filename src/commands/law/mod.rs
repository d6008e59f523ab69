//! `blackbox law`.

pub mod run;
pub(crate) mod show;

use std::path::PathBuf;

use app::Rows;
use app::output::{Output, print, write_json};
use app::terminal::{Console, columns_to_wrap};
use clap::Args;
use clap::builder::RangedU64ValueParser;
use watch::Watcher;

use crate::commands::law::run::{law, leading};
use crate::commands::usage;
use crate::error::Result;
use crate::laws::{MAGIC, MOST_ATOMS, certificate};

/// Derive and prove the number of ambiguous molecules as a formula in the box width
///
/// With few atoms, the number of ambiguous molecules of a box is a polynomial in its width p. This
/// finds all families of ambiguous molecules, and counts how often each fits into a box. With --output,
/// it writes the families down, for `verify --law`. With six atoms or more, it finds the leading term
/// of the polynomial.
#[derive(Args, Debug)]
#[command(after_help = "{} 3\n{} 4 --output four.law\n{} 3 --format csv")]
pub(super) struct LawOf {
    /// The number of atoms
    #[arg(value_name = "ATOMS", value_parser = RangedU64ValueParser::<usize>::new().range(1..=20))]
    atoms: usize,
    /// Write the law with its families to this file, for `verify --law`
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to write the statements
    #[arg(long, short, value_enum, default_value_t = Rows::Text)]
    format: Rows,
}

impl LawOf {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        if self.atoms > MOST_ATOMS {
            return self.leading(console);
        }
        let out = self.output.as_deref();
        let output = out.map(|path| Output::new(path, console.stop(), MAGIC));
        let output = output.transpose()?;
        let found = law(self.atoms, console)?;
        print(|out| match self.format {
            Rows::Text => show::write_text(out, &found, columns_to_wrap()),
            Rows::Json => write_json(out, &show::document(&found)),
            Rows::Csv => show::write_csv(out, &found.law),
        })?;
        if let Some(output) = output {
            output.write(console.stop(), |out| -> Result<()> {
                Ok(out.write_all(certificate(&found.law, &found.counted).as_bytes())?)
            })?;
        }
        Ok(())
    }

    fn leading(&self, console: &Console) -> Result<()> {
        if self.output.is_some() {
            let what = format!(
                "--output needs at most {MOST_ATOMS} atoms: of more, only the leading term is known"
            );
            return Err(usage(what));
        }
        let (atoms, found) = (self.atoms, leading(console)?);
        Ok(print(|out| match self.format {
            Rows::Text => show::write_leading(out, atoms, &found, columns_to_wrap()),
            Rows::Json => write_json(out, &show::leading_document(atoms, &found)),
            Rows::Csv => show::write_leading_csv(out, atoms, &found),
        })?)
    }
}
