//! What every program can tell about its command line: completions, and manual pages.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use clap::{Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;

use super::output::print;
use super::{Error, Result};

// Commands that every program with commands has. As a doc comment, this would become the
// description of the program.
#[derive(Subcommand, Debug)]
pub(super) enum Manual {
    /// Print a script that completes commands and options in a shell
    ///
    /// Bash reads such a script from ~/.local/share/bash-completion/completions/PROGRAM, fish
    /// from ~/.config/fish/completions/PROGRAM.fish, and zsh from a file _PROGRAM in a folder
    /// of its $fpath.
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page of the program, or write one page for each command
    ///
    /// `PROGRAM man | man -l -` shows the page.
    Man {
        /// The folder to write all pages to, such as ~/.local/share/man/man1
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

impl Manual {
    /// Prints or writes what was asked for about the program's whole command line.
    pub(super) fn tell(&self, command: Command) -> Result<()> {
        match self {
            Manual::Completions { shell } => completions(*shell, command),
            Manual::Man { out: Some(folder) } => pages(folder, command),
            Manual::Man { out: None } => page(command),
        }
    }
}

fn completions(shell: Shell, mut command: Command) -> Result<()> {
    let name = command.get_name().to_owned();
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    print(|out| Ok(out.write_all(&script)?))
}

fn page(command: Command) -> Result<()> {
    let mut page = Vec::new();
    Man::new(command).render(&mut page)?;
    print(|out| Ok(out.write_all(&page)?))
}

fn pages(folder: &Path, command: Command) -> Result<()> {
    let written = fs::create_dir_all(folder);
    let written = written.and_then(|()| clap_mangen::generate_to(command, folder));
    written.map_err(|source| Error::NotWritten {
        option: "--out",
        path: folder.to_owned(),
        source,
    })
}
