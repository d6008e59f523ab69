//! `blackbox law`.

pub mod run;
pub(crate) mod show;

use std::path::PathBuf;

use app::RowFormat;
use app::output::Output;
use app::terminal::Console;
use clap::{Args, Subcommand};
use watch::Watcher;

use crate::commands::law::run::{check_file, law};
use crate::commands::law::show::CheckedLaw;
use crate::error::Result;
use crate::laws::{MAGIC, MOST_ATOMS, certificate};
use crate::output::show::print;

/// Derive and prove a formula for the number of ambiguous molecules in boxes of every width
///
/// With few atoms, the number of ambiguous molecules in a wide box is a polynomial in its width p. A
/// family consists of the spectral groups that differ only in how far some of their atoms are moved
/// along a row or column. The command finds all families, and counts how often each of them fits into
/// a box.
#[derive(Args, Debug)]
#[command(
    args_conflicts_with_subcommands = true,
    disable_help_subcommand = true,
    subcommand_negates_reqs = true,
    after_help = "{} 3\n{} 4 --output four.law\n{} 3 --format csv"
)]
pub(super) struct LawOf {
    #[command(subcommand)]
    command: Option<LawCommand>,
    /// The number of atoms, from 1 to 5
    #[arg(value_name = "ATOMS", value_parser = atoms, required = true)]
    atoms: Option<usize>,
    /// Write the law with its families to this file, for `law verify`
    #[arg(long, short, alias = "out", value_name = "FILE")]
    output: Option<PathBuf>,
    /// How to write the law
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
}

fn atoms(text: &str) -> std::result::Result<usize, &'static str> {
    let atoms = text.parse().ok();
    let atoms = atoms.filter(|atoms| (1..=MOST_ATOMS).contains(atoms));
    atoms.ok_or("expected a number of atoms from 1 to 5; a law holds for boxes of every width")
}

#[derive(Subcommand, Debug)]
enum LawCommand {
    Verify(VerifyLaw),
}

/// Check a law: trace its families by the plain rules, and count the ambiguous molecules of some boxes
/// again without using the law
///
/// The plain rules are a second, slow implementation of the game. With up to four atoms, a search
/// for all families shows that none is missing.
#[derive(Args, Debug)]
#[command(after_help = "{} four.law\n{} four.law --table wide.csv\n{} five.law --recount all")]
struct VerifyLaw {
    /// The file that `law --output` has written
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Also compare the law with this table of censuses, as `census --format csv` writes it
    #[arg(long, value_name = "FILE")]
    table: Option<PathBuf>,
    /// Search for all families even with five atoms
    #[arg(long, value_name = "all", value_parser = ["all"])]
    recount: Option<String>,
    /// How to write the result
    #[arg(long, short, value_enum, default_value_t = RowFormat::Text)]
    format: RowFormat,
}

impl VerifyLaw {
    fn run(&self, console: &Console) -> Result<()> {
        let (table, search) = (self.table.as_deref(), self.recount.is_some());
        let (certificate, checked) = check_file(&self.file, search, table, console)?;
        let law = CheckedLaw {
            certificate,
            checked,
        };
        print(&law, self.format)?;
        match checked.is_complete {
            true => Ok(()),
            false => Err(app::Error::other(
                "the law may lack families",
                "--recount all searches for missing ones, which takes about 15 minutes of \
                 processor time",
            )
            .into()),
        }
    }
}

impl LawOf {
    pub(super) fn run(&self, console: &Console) -> Result<()> {
        let atoms = match (&self.command, self.atoms) {
            (Some(LawCommand::Verify(verify)), _) => return verify.run(console),
            (None, atoms) => atoms.unwrap_or_default(),
        };
        let out = self.output.as_deref();
        let output = out.map(|path| Output::new(path, console.stop(), MAGIC));
        let output = output.transpose()?;
        let found = law(atoms, console)?;
        // The file comes first, because a reader of stdout that closes it ends the command.
        if let Some(output) = output {
            output.write(console.stop(), |out| -> Result<()> {
                Ok(out.write_all(certificate(&found.law).as_bytes())?)
            })?;
        }
        print(&found, self.format)
    }
}
