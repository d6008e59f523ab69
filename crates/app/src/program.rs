//! The frame of every program: arguments, work, an exit code.

use std::env;
use std::ffi::OsString;
use std::io::{self, Write};
use std::path::MAIN_SEPARATOR;
use std::process::ExitCode;

use clap::builder::Styles;
use clap::builder::styling::Style;
use clap::error::{ContextKind, ErrorKind};
use clap::parser::ValueSource;
use clap::{ArgMatches, Args, ColorChoice, Command, FromArgMatches, Parser, Subcommand};
use itertools::Itertools;
use watch::{Stop, Watcher};

use super::hint::Invocation;
use super::manual::{Manual, Suite, with_examples, with_groups};
use super::options::{Common, color_choice, database_anywhere};
use super::terminal::{self, Console, message, printable};
use super::{Error, Result};

/// A program: its arguments, and the work that it does with them.
pub trait Program {
    /// Does the program's work.
    fn run(&self, console: &Console) -> Result<()>;
}

/// The version of all programs, which includes the commit in a release build.
pub const VERSION: &str = env!("APP_VERSION");

enum Parsed<P> {
    Work(P, Common),
    Manual(Manual),
}

/// The command line of the program, with the options and commands that every program has.
fn command_line<P: Parser>(suite: &Suite) -> Command {
    let command = P::command().version(VERSION).propagate_version(true);
    // A program without commands has `completions` and `man` beside its own arguments.
    let alone = !command.has_subcommands();
    let command = Manual::augment_subcommands(Common::augment_args(command))
        .subcommand_required(!alone)
        .args_conflicts_with_subcommands(alone)
        .subcommand_negates_reqs(alone)
        .color(color_choice());
    let command = match alone {
        true => Manual::hidden(command),
        false => command,
    };
    let name = command.get_name().to_owned();
    let command = database_anywhere(with_examples(command, &name));
    match alone {
        true => command,
        false => with_groups(command, suite.groups),
    }
}

fn parse<P: Parser>(
    suite: &Suite,
    arguments: impl IntoIterator<Item = OsString>,
) -> clap::error::Result<(Parsed<P>, Invocation)> {
    let mut command = command_line::<P>(suite);
    let matches = command.try_get_matches_from_mut(arguments)?;
    let invocation = invocation(suite, command.get_name(), &matches);
    let parsed = match matches.subcommand_name() {
        Some(name) if Manual::has_subcommand(name) => {
            Manual::from_arg_matches(&matches).map(Parsed::Manual)
        }
        _ => P::from_arg_matches(&matches).and_then(|program| {
            let common = Common::from_arg_matches(chosen(&matches))?;
            Ok(Parsed::Work(program, common))
        }),
    };
    let parsed = parsed.map_err(|error| error.format(&mut command))?;
    Ok((parsed, invocation))
}

/// The arguments of the innermost command.
fn chosen(matches: &ArgMatches) -> &ArgMatches {
    matches
        .subcommand()
        .map_or(matches, |(_, inner)| chosen(inner))
}

/// The part of the command line that hints repeat.
fn invocation(suite: &Suite, name: &str, matches: &ArgMatches) -> Invocation {
    let typed = env::args().next().unwrap_or_default();
    let folder = typed.rfind(['/', MAIN_SEPARATOR]);
    let is_stage = suite
        .standalone
        .contains(&matches.subcommand_name().unwrap_or(name));
    let matches = chosen(matches);
    let given = |option: &str| -> Vec<String> {
        let values = matches.try_get_raw(option).ok().flatten();
        let is_typed = |_: &_| matches.value_source(option) == Some(ValueSource::CommandLine);
        let typed = values.filter(is_typed).into_iter().flatten();
        typed
            .map(|value| value.to_string_lossy().into_owned())
            .collect()
    };
    // In any argument, since commands differ in the arguments that may be configurations.
    let arguments = matches.ids().flat_map(|id| given(id.as_str()));
    let configs = arguments.filter_map(|word| as_config(&word));
    Invocation {
        folder: folder.map_or_else(String::new, |end| typed[..=end].to_owned()),
        main_program: suite.main_program.to_owned(),
        standalone: match suite.standalone.contains(&name) {
            true => suite.standalone,
            false => &[],
        },
        is_stage,
        database: given("db").pop(),
        config: configs.exactly_one().ok(),
    }
}

/// The configuration in an argument, such as `A4_B8`, `a0..6_b8`, `B8` or `A4_B8:2813`, in upper case as in the
/// database and in messages.
fn as_config(word: &str) -> Option<String> {
    let config = word.split(':').next()?.to_ascii_uppercase();
    let (atoms, side) = match config.strip_prefix('A') {
        Some(rest) => rest.split_once("_B")?,
        None => ("0", config.strip_prefix('B')?),
    };
    let are_numbers = [atoms, side].iter().all(|numbers| {
        let is_part = |c: char| c.is_ascii_digit() || c == '.' || c == 'X';
        numbers.starts_with(|c: char| c.is_ascii_digit()) && numbers.chars().all(is_part)
    });
    are_numbers.then_some(config)
}

/// Runs a program, from its arguments to its exit code.
pub fn main<P: Program + Parser>(suite: &Suite) -> ExitCode {
    // Results on a terminal use colours as help does.
    match color_choice() {
        ColorChoice::Auto => {}
        ColorChoice::Always => anstream::ColorChoice::Always.write_global(),
        ColorChoice::Never => anstream::ColorChoice::Never.write_global(),
    }
    let (program, common, invocation) = match parse::<P>(suite, env::args_os()) {
        Ok((Parsed::Work(program, common), invocation)) => (program, common, invocation),
        Ok((Parsed::Manual(manual), invocation)) => {
            let printed = manual.print(command_line::<P>(suite));
            return report(printed, &invocation);
        }
        Err(error) => return refuse(&one_too_many(&error).unwrap_or(error)),
    };
    let stop = Stop::default();
    let console = Console::new(common.loudness(), stop.clone());
    if let Err(error) = terminal::stop_on_signals(&stop) {
        console.say(&format!("warning: signals are not handled: {error}"));
    }
    let done = program.run(&console);
    if let (Ok(()), Some(next)) = (&done, console.next_step()) {
        console.say(&format!("next: {}", next.render_installed(&invocation)));
    }
    report(done, &invocation)
}

/// The message for a superfluous argument that is not an option.
fn one_too_many(error: &clap::Error) -> Option<clap::Error> {
    let context = |kind| error.get(kind).map(|value| value.to_string());
    let argument =
        context(ContextKind::InvalidArg).filter(|argument| !argument.starts_with('-'))?;
    if error.kind() != ErrorKind::UnknownArgument {
        return None;
    }
    let argument = printable(&terminal::shortened(&argument));
    let usage = context(ContextKind::Usage).unwrap_or_default();
    let message = format!("'{argument}' is one argument too many\n\n{usage}\n");
    Some(clap::Error::raw(ErrorKind::UnknownArgument, message))
}

/// Prints the message of clap. Help and the version are results; everything else is an error, and an argument that
/// it quotes must neither control the terminal nor fill it.
fn refuse(message: &clap::Error) -> ExitCode {
    if !message.use_stderr() {
        let printed = message.print().and_then(|()| io::stdout().flush());
        return report(printed.map_err(Error::Output), &Invocation::default());
    }
    let mut shown = message.to_string();
    for argument in env::args_os().skip(1) {
        let argument = argument.to_string_lossy();
        let value = argument
            .split_once('=')
            .map_or(&argument[..], |(_, value)| value);
        for quoted in [&argument, value] {
            let plain = printable(&terminal::shortened(quoted));
            if plain != *quoted {
                shown = shown.replace(quoted, &plain);
            }
        }
        // Clap removes escape sequences, so the rest of an argument may be there alone.
        for line in argument.split('\n').skip(1) {
            shown = shown.replace(&format!("\n{line}"), &format!("\\n{line}"));
        }
    }
    let shown: Vec<String> = shown.split('\n').map(printable).collect();
    let shown = shown.join("\n");
    // If stderr is closed, the message is lost.
    if shown == message.to_string() {
        let _ = message.print();
    } else {
        let _ = write!(io::stderr(), "{shown}");
    }
    ExitCode::from(2)
}

/// Reports an error on stderr, if there is one, and returns the exit code.
fn report(result: Result<()>, invocation: &Invocation) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let code = error.exit_code();
    if code == 0 {
        return ExitCode::SUCCESS;
    }
    let text = printable(&error.to_string());
    let mut text = match code {
        130 => message(&text),
        _ => labelled(Styles::styled().get_error(), "error:", &text),
    };
    let hint = error.hint();
    let hint = hint.map(|hint| printable(&hint.render(invocation)));
    if let Some(hint) = hint.filter(|hint| !hint.is_empty()) {
        text += "\n";
        text += &labelled(Styles::styled().get_valid(), "hint:", &hint);
    }
    // If even stderr is closed, the message is lost. Colours are for terminals only.
    let _ = writeln!(anstream::stderr(), "{text}");
    ExitCode::from(code)
}

/// A message after a label in the colour that clap uses for its errors and tips.
fn labelled(style: &Style, label: &str, text: &str) -> String {
    let lines = message(&format!("{label} {text}"));
    format!("{style}{label}{style:#}{}", &lines[label.len()..])
}
