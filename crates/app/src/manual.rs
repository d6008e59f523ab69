//! The documentation of a command line that every program can print: help with examples, completions, and manual
//! pages.

use std::env;
use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;

use clap::builder::{StyledStr, Styles};
use clap::{Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use console::Term;

use draw::words::hanging;

use super::output::{make_folder_tree, print, write_folder};
use super::{Error, Result};

/// The description of the programs of a package.
#[derive(Clone, Copy, Default, Debug)]
pub struct Suite {
    /// The program that has all commands as subcommands.
    pub main_program: &'static str,
    /// The commands that are also programs of their own.
    pub standalone: &'static [&'static str],
    /// The commands in groups, as help lists them. If empty, they are one list.
    pub groups: &'static [(&'static str, &'static [&'static str])],
}

// Commands that every program has. As a doc comment, this would become the description of the
// program.
#[derive(Subcommand, Debug)]
pub(super) enum Manual {
    /// Print a script that completes commands and options in a shell
    ///
    /// Bash reads the script from ~/.local/share/bash-completion/completions/PROGRAM, Fish from
    /// ~/.config/fish/completions/PROGRAM.fish, and Zsh from a file _PROGRAM in a folder of its
    /// $fpath.
    #[command(after_help = "source <({} bash)\n{} fish | source\n{} zsh > _PROGRAM")]
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print a manual page, or write one page for each command
    ///
    /// The system's own `man` finds pages in its folders of manual pages.
    #[command(after_help = "{} | man -l -\n{} --output ~/.local/share/man/man1")]
    Man {
        /// The command whose page to print [default: the program itself]
        #[arg(value_name = "COMMAND", conflicts_with = "output")]
        command: Vec<String>,
        /// The folder to write all pages to, such as ~/.local/share/man/man1
        #[arg(long, short, alias = "out", value_name = "FOLDER")]
        output: Option<PathBuf>,
    },
}

/// The group of the commands above in help.
const SHELL: (&str, &[&str]) = ("Shell", &["completions", "man", "help"]);

impl Manual {
    /// Hides these commands in the help of a program that has no others.
    pub(super) fn hidden(mut command: Command) -> Command {
        command = command.disable_help_subcommand(true);
        for name in ["completions", "man"] {
            command = command.mut_subcommand(name, |hidden| hidden.hide(true));
        }
        command
    }

    /// Prints or writes the requested documentation of the whole command line.
    pub(super) fn print(&self, mut command: Command) -> Result<()> {
        let mut text = Vec::new();
        match self {
            Manual::Completions { shell } => {
                let name = command.get_name().to_owned();
                clap_complete::generate(*shell, &mut command, name, &mut text);
            }
            Manual::Man {
                command: names,
                output,
            } => {
                let mut command = command.disable_help_subcommand(true);
                command.build();
                if let Some(folder) = output {
                    let mut files = Vec::new();
                    add_pages(&command, &mut files)?;
                    make_folder_tree(folder)?;
                    return write_folder(folder, PAGE_MARK, &files);
                }
                let mut names_of_page = names.iter();
                let page =
                    names_of_page.try_fold(&command, |page, name| page.find_subcommand(name));
                let page = page.ok_or_else(|| {
                    let (program, name) = (command.get_name(), names.join(" "));
                    Error::Usage(format!("{program} has no page for {name}"))
                })?;
                Man::new(page.clone()).render(&mut text)?;
            }
        }
        print(|out| Ok(out.write_all(&text)?))
    }
}

/// The beginning of every manual page of this program.
const PAGE_MARK: &str = r".ie \n(.g .ds Aq \(aq";

/// Adds the manual pages of a command and its subcommands, with their file names.
fn add_pages(command: &Command, files: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let page = Man::new(command.clone());
    let mut text = Vec::new();
    page.render(&mut text)?;
    files.push((page.get_filename(), text));
    let mut shown = command
        .get_subcommands()
        .filter(|inner| !inner.is_hide_set());
    shown.try_for_each(|inner| add_pages(inner, files))
}

/// The placeholder for the command in its examples.
const COMMAND_NAME: &str = "{}";
/// The placeholder for the program in help.
const PROGRAM_NAME: &str = "PROGRAM";

/// Adds the examples of all commands, which they give as `after_help`, one per line, under a title and with the
/// names of the commands in them. Also writes the name of the program into the help.
pub(super) fn with_examples(command: Command, name: &str) -> Command {
    let header = Styles::styled();
    let header = header.get_header();
    let program = name.split(' ').next().unwrap_or(name);
    let command = match command.get_long_about() {
        None => command,
        Some(text) => {
            let text = text.to_string().replace(PROGRAM_NAME, program);
            command.long_about(text)
        }
    };
    let command = match command.get_after_help() {
        None => command,
        Some(lines) => {
            let lines = lines.to_string().replace(COMMAND_NAME, name);
            let lines = lines.replace(PROGRAM_NAME, program);
            let lines: String = lines.lines().map(|line| format!("\n  {line}")).collect();
            command.after_help(StyledStr::from(format!(
                "{header}Examples:{header:#}{lines}"
            )))
        }
    };
    command.mut_subcommands(|inner| {
        let name = format!("{name} {}", inner.get_name());
        with_examples(inner, &name)
    })
}

/// Lists the commands in groups.
pub(super) fn with_groups(command: Command, groups: &[(&str, &[&str])]) -> Command {
    if groups.is_empty() {
        return command;
    }
    let styles = Styles::styled();
    let (header, literal) = (styles.get_header(), styles.get_literal());
    let all = || groups.iter().chain([&SHELL]);
    let names = all().flat_map(|(_, names)| names.iter());
    let widest = names.map(|name| name.len()).max().unwrap_or(0);
    let mut list = String::new();
    for (title, names) in all() {
        // Writing to a string cannot fail.
        let _ = writeln!(list, "{header}{title}:{header:#}");
        for name in *names {
            let about = match command.find_subcommand(name).and_then(Command::get_about) {
                Some(about) => about.to_string(),
                None => "Print this message or the help of a command".to_owned(),
            };
            let about = hanging(&" ".repeat(widest + 4), &about, help_columns());
            let about = about.trim_start();
            let _ = writeln!(list, "  {literal}{name:widest$}{literal:#}  {about}");
        }
        list.push('\n');
    }
    command.help_template(StyledStr::from(format!(
        "{{about-with-newline}}\n{{usage-heading}} {{usage}}\n\n{list}{header}Options:{header:#}\n{{options}}{{after-help}}"
    )))
}

/// The number of columns for help, as clap computes it.
fn help_columns() -> usize {
    const WIDEST: usize = 100;
    let terminal = Term::stdout().size_checked();
    let terminal = terminal.map(|(_, columns)| usize::from(columns));
    let said = || env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(said).unwrap_or(WIDEST).min(WIDEST)
}
