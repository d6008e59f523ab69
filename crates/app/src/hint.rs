//! Hints: what to do after an error, or next, as words and commands with their arguments.
//!
//! A command stays a value until it is printed. Then it is written as the user can type it: with the name of the
//! program that was started, and with the `--db` and `--config` that were given.

use std::fmt::{self, Display};

/// A command of the program, such as `explore --config A4_B8`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Command {
    name: &'static str,
    /// The name for a user who works stage by stage.
    stage: &'static str,
    arguments: Vec<String>,
    has_database: bool,
}

impl Command {
    /// A command without arguments.
    pub fn new(name: &'static str) -> Command {
        Command {
            name,
            stage: name,
            arguments: Vec::new(),
            has_database: true,
        }
    }

    /// Names another command if the started program or command is a stage of a pipeline.
    #[must_use]
    pub fn or_stage(self, stage: &'static str) -> Command {
        Command { stage, ..self }
    }

    /// Leaves out the `--db` and `--config` that were given, which the command does not have.
    #[must_use]
    pub fn without_database(self) -> Command {
        Command {
            has_database: false,
            ..self
        }
    }

    /// Adds an argument, such as a number or `--force`.
    #[must_use]
    pub fn argument(mut self, argument: impl Display) -> Command {
        self.arguments.push(argument.to_string());
        self
    }

    /// Adds an option and its value.
    #[must_use]
    pub fn option(self, option: &str, value: impl Display) -> Command {
        self.argument(option).argument(value)
    }

    /// Adds `--config`.
    #[must_use]
    pub fn config(self, config: impl Display) -> Command {
        self.option(CONFIG, config)
    }
}

const CONFIG: &str = "--config";
const DATABASE: &str = "--db";

/// Words and commands, in their order.
///
/// ```
/// use app::{Command, Hint};
/// let hint = Hint::run(Command::new("init").config("A4_B8")).and(" makes room for it");
/// assert_eq!(hint.to_string(), "`init --config A4_B8` makes room for it");
/// ```
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Hint(Vec<Part>);

#[derive(Clone, PartialEq, Eq, Debug)]
enum Part {
    Words(String),
    Run(Command),
}

impl Hint {
    /// A hint that begins with a command.
    pub fn run(command: Command) -> Hint {
        Hint::default().and_run(command)
    }

    /// Appends words.
    #[must_use]
    pub fn and(mut self, words: impl Into<String>) -> Hint {
        self.0.push(Part::Words(words.into()));
        self
    }

    /// Appends a command.
    #[must_use]
    pub fn and_run(mut self, command: Command) -> Hint {
        self.0.push(Part::Run(command));
        self
    }

    /// The text of the hint, with commands as this user can type them.
    pub(crate) fn render(&self, invocation: &Invocation) -> String {
        let parts = self.0.iter().map(|part| match part {
            Part::Words(words) => words.clone(),
            Part::Run(command) => format!("`{}`", invocation.spelled(command)),
        });
        parts.collect()
    }

    /// As [`Hint::render`], up to the first command that may not be installed: a stage installed on its own has only
    /// the commands that are installed with it.
    pub(crate) fn render_installed(&self, invocation: &Invocation) -> String {
        let is_foreign = |part: &Part| match part {
            Part::Run(command) => {
                !invocation.standalone.is_empty() && !invocation.standalone.contains(&command.name)
            }
            Part::Words(_) => false,
        };
        let end = self.0.iter().position(is_foreign);
        let rendered = Hint(self.0[..end.unwrap_or(self.0.len())].to_vec()).render(invocation);
        rendered.trim_end_matches([',', ' ']).to_owned()
    }
}

impl<W: Into<String>> From<W> for Hint {
    fn from(words: W) -> Hint {
        Hint::default().and(words)
    }
}

/// The text of the hint, with commands as if no options had been given.
impl Display for Hint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.render(&Invocation::default()))
    }
}

/// How the program was started, which determines how commands on the same data are written.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Invocation {
    /// The folder of the program as it was typed, with its slash: `target/release/`.
    pub(crate) folder: String,
    /// The program that has the commands as subcommands.
    pub(crate) main_program: String,
    /// The commands that are programs of their own, if the started program is one of them.
    pub(crate) standalone: &'static [&'static str],
    /// Whether the started program or command is one of those that can be programs of their own.
    pub(crate) is_stage: bool,
    /// The database and the configuration that were given.
    pub(crate) database: Option<String>,
    pub(crate) config: Option<String>,
}

impl Invocation {
    fn spelled(&self, command: &Command) -> String {
        let name = match self.is_stage {
            true => command.stage,
            false => command.name,
        };
        let main_program = match self.main_program.is_empty() || self.standalone.contains(&name) {
            true => String::new(),
            false => format!("{} ", self.main_program),
        };
        let mut spelled = format!("{}{main_program}{name}", self.folder);
        let mut command = command.clone();
        for (option, value) in [(CONFIG, &self.config), (DATABASE, &self.database)] {
            if let Some(value) = value
                && command.has_database
                && !command.arguments.iter().any(|argument| argument == option)
            {
                command = command.option(option, value);
            }
        }
        for argument in &command.arguments {
            spelled += &format!(" {}", shell_word(argument));
        }
        spelled
    }
}

/// Quotes a word for a shell if necessary.
pub fn shell_word(word: &str) -> String {
    // Quoting fails only for NUL, which no argument or path contains.
    shlex::try_quote(word).unwrap_or(word.into()).into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_in_hints_can_be_typed() {
        let hint = |config: Option<&str>| {
            let run = Command::new("explore");
            let run = config.into_iter().fold(run, Command::config);
            let census = Command::new("census").argument("--force");
            Hint::run(run).and(" continues; or ").and_run(census)
        };
        let main_program = Invocation {
            main_program: "blackbox".to_owned(),
            database: Some("it's.db".to_owned()),
            ..Invocation::default()
        };
        assert_eq!(
            hint(Some("A5_B8")).render(&main_program),
            r#"`blackbox explore --config A5_B8 --db "it's.db"` continues; or `blackbox census --force --db "it's.db"`"#
        );
        let status = Command::new("census").argument("status");
        let status = Hint::run(status.without_database());
        assert_eq!(status.render(&main_program), "`blackbox census status`");
        let standalone = Invocation {
            folder: "target/release/".to_owned(),
            standalone: &["init", "explore"],
            config: Some("A4_B6".to_owned()),
            ..main_program
        };
        assert_eq!(
            Hint::run(Command::new("explore").config("A1_B1")).render(&standalone),
            r#"`target/release/explore --config A1_B1 --db "it's.db"`"#
        );
        let usual = Invocation {
            database: None,
            ..standalone
        };
        assert_eq!(
            hint(None).render(&usual),
            "`target/release/explore --config A4_B6` continues; or `target/release/blackbox census --force --config A4_B6`"
        );
    }
}
