//! What every program can tell about its command line: help with examples, completions, and manual
//! pages.

use std::env;
use std::fmt::Write as _;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::builder::{StyledStr, Styles};
use clap::{Command, Subcommand};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use console::Term;

use view::words::hanging;

use super::output::{print, write_folder};
use super::{Error, Result};

/// What a package says of its programs.
#[derive(Clone, Copy, Default, Debug)]
pub struct Suite {
    /// The program whose subcommands are all that there is.
    pub umbrella: &'static str,
    /// The subcommands that are also programs of their own.
    pub alone: &'static [&'static str],
    /// The subcommands in groups, as help shows them. Without groups, they are one list.
    pub groups: &'static [(&'static str, &'static [&'static str])],
    /// The files of commands with a database, for the manual: a name, and what it is.
    pub files: &'static [(&'static str, &'static str)],
    /// Their variables, in the same way.
    pub environment: &'static [(&'static str, &'static str)],
}

// Commands that every program has. As a doc comment, this would become the description of the
// program.
#[derive(Subcommand, Debug)]
pub(super) enum Manual {
    /// Print a script that completes commands and options in a shell
    ///
    /// Bash reads such a script from ~/.local/share/bash-completion/completions/PROGRAM. Fish
    /// reads it from ~/.config/fish/completions/PROGRAM.fish. Zsh reads it from a file
    /// _PROGRAM in a folder of its $fpath.
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print a manual page, or write one page for each command
    ///
    /// `PROGRAM man | man -l -` shows the page of the program.
    Man {
        /// The command whose page to print [default: the program itself]
        #[arg(value_name = "COMMAND", conflicts_with = "out")]
        command: Option<String>,
        /// The folder to write all pages to, such as ~/.local/share/man/man1
        #[arg(long, value_name = "FOLDER")]
        out: Option<PathBuf>,
    },
}

/// The names of the two, which have a group of their own.
const SHELL: (&str, &[&str]) = ("Shell", &["completions", "man", "help"]);

impl Manual {
    /// Prints or writes what was asked for about the program's whole command line.
    pub(super) fn tell(&self, mut command: Command, suite: &Suite) -> Result<()> {
        command.build();
        let text = match self {
            Manual::Completions { shell } => {
                let name = command.get_name().to_owned();
                let mut script = Vec::new();
                clap_complete::generate(*shell, &mut command, name, &mut script);
                script
            }
            Manual::Man { command: name, out } => match (name, out) {
                (_, Some(folder)) => return pages(folder, &command, suite),
                (None, None) => page(&command, suite)?,
                (Some(name), None) => {
                    let none = || format!("{} has no page for {name}", command.get_name());
                    let wanted = paged(&command).find(|command| command.get_name() == name);
                    page(wanted.ok_or_else(|| Error::Usage(none()))?, suite)?
                }
            },
        };
        print(|out| Ok(out.write_all(&text)?))
    }
}

/// The commands that have a page: all but clap's own `help`.
fn paged(command: &Command) -> impl Iterator<Item = &Command> {
    let commands = command.get_subcommands();
    commands.filter(|command| !command.is_hide_set() && command.get_name() != "help")
}

fn page(command: &Command, suite: &Suite) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone());
    let mut page = Vec::new();
    man.render_title(&mut page)?;
    man.render_name_section(&mut page)?;
    man.render_synopsis_section(&mut page)?;
    man.render_description_section(&mut page)?;
    man.render_options_section(&mut page)?;
    let mut commands = command.get_subcommands();
    if commands.any(|command| !command.is_hide_set()) {
        man.render_subcommands_section(&mut page)?;
    }
    let mut roff = Roff::new();
    if let Some(examples) = command.get_after_help() {
        roff.control("SH", ["EXAMPLES"]);
        // Their first line is the title of the help.
        for example in examples.to_string().lines().skip(1) {
            roff.control("PP", []).text([bold(example.trim())]);
        }
    }
    let mut list = |title: &str, items: &[(&str, &str)]| {
        if !items.is_empty() {
            roff.control("SH", [title]);
        }
        for (name, meaning) in items {
            let item = roff.control("TP", []);
            item.text([bold(*name)]).text([roman(*meaning)]);
        }
    };
    list(
        "EXIT STATUS",
        &[
            ("0", "Done, or nobody is left to read the results."),
            ("1", "Failed; stderr says why."),
            ("2", "Wrong arguments."),
            ("130", "Stopped by Ctrl-C or a similar signal."),
        ],
    );
    let mut options = command.get_arguments();
    let has_database = options.any(|option| option.get_id() == "db" && !option.is_hide_set());
    let of_database = |items| if has_database { items } else { &[][..] };
    list("FILES", of_database(suite.files));
    let always = "If it is set, there are colours in files and pipes, too.";
    let colours = [
        ("NO_COLOR", "If it is set, there are no colours."),
        ("CLICOLOR_FORCE", always),
    ];
    let variables = [of_database(suite.environment), &colours].concat();
    list("ENVIRONMENT", &variables);
    roff.to_writer(&mut page)?;
    man.render_version_section(&mut page)?;
    Ok(page)
}

/// Writes the page of each command. A page replaces only an older one of the same command, which
/// begins the same up to the version.
fn pages(folder: &Path, command: &Command, suite: &Suite) -> Result<()> {
    for command in [command].into_iter().chain(paged(command)) {
        let name = command.get_display_name().unwrap_or(command.get_name());
        let page = String::from_utf8_lossy(&page(command, suite)?).into_owned();
        let title = format!(".TH {name} 1 ");
        let begins = page.find(&title).map_or(page.len(), |at| at + title.len());
        let file = format!("{name}.1");
        write_folder(folder, &page[..begins], [(&file[..], &page[..])])?;
    }
    Ok(())
}

/// What stands for the command in its examples.
const ITSELF: &str = "{}";

/// The command line with the examples of all commands under a title, and with the commands' names
/// in them. A command gives its examples as `after_help`, one per line.
pub(super) fn with_examples(command: Command, name: &str) -> Command {
    let header = Styles::styled();
    let header = header.get_header();
    let command = match command.get_after_help() {
        None => command,
        Some(lines) => {
            let lines = lines.to_string().replace(ITSELF, name);
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

/// The command line with its commands in groups.
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
        // Writing to a text cannot fail.
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

/// The number of columns for help, as clap counts them.
fn help_columns() -> usize {
    const WIDEST: usize = 100;
    let terminal = Term::stdout().size_checked();
    let terminal = terminal.map(|(_, columns)| usize::from(columns));
    let said = || env::var("COLUMNS").ok()?.parse().ok();
    terminal.or_else(said).unwrap_or(WIDEST).min(WIDEST)
}
