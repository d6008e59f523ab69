//! Hints that name a command: the command works on the same database and configuration.

/// The options that a command in a hint shares with the given command.
const SAME: [&str; 2] = ["--db", "--config"];

/// The hint with the `--db` and `--config` of the arguments in every command of ours (in
/// backquotes), unless it has others.
pub(super) fn with_same(hint: &str, args: &[String]) -> String {
    let given: Vec<(&str, &str)> = SAME
        .iter()
        .filter_map(|option| Some((*option, value(option, args)?)))
        .collect();
    let program = args
        .first()
        .and_then(|path| path.rsplit(['/', '\\']).next());
    let parts = hint.split('`').enumerate().map(|(place, part)| {
        let first = part.split(' ').next();
        let is_ours = first == Some("blackbox") || first == program;
        let mut part = part.to_owned();
        // Every second part is in backquotes.
        if place % 2 == 1 && is_ours {
            for (option, value) in &given {
                if !part.split(' ').any(|word| word == *option) {
                    part += &format!(" {option} {}", shell_word(value));
                }
            }
        }
        part
    });
    parts.collect::<Vec<String>>().join("`")
}

/// The value of an option among arguments: `--db FILE` or `--db=FILE`.
fn value<'a>(option: &str, args: &'a [String]) -> Option<&'a str> {
    let mut args = args.iter().take_while(|arg| *arg != "--");
    while let Some(arg) = args.next() {
        if arg == option {
            return args.next().map(String::as_str);
        }
        if let Some(value) = arg
            .strip_prefix(option)
            .and_then(|rest| rest.strip_prefix('='))
        {
            return Some(value);
        }
    }
    None
}

/// A word in the form that a shell needs.
pub fn shell_word(word: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || "_-./:+,@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) {
        return word.to_owned();
    }
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_of_ours_work_on_the_same_database() {
        let args = |line: &str| -> Vec<String> { line.split(' ').map(str::to_owned).collect() };
        for (line, hint, expected) in [
            (
                "target/blackbox display --db my.db --config=A5_B8 1",
                "`blackbox run` creates it; --db names another one",
                "`blackbox run --db my.db --config A5_B8` creates it; --db names another one",
            ),
            (
                "magic-star list --db it's.db",
                "`magic-star search --order 6` or `sqlite3 x` or `blackbox run --config A1_B1`",
                r"`magic-star search --order 6 --db 'it'\''s.db'` or `sqlite3 x` or `blackbox run --config A1_B1 --db 'it'\''s.db'`",
            ),
            ("blackbox run -- --db x", "`blackbox run`", "`blackbox run`"),
            ("blackbox run --db", "`blackbox run`", "`blackbox run`"),
        ] {
            assert_eq!(with_same(hint, &args(line)), expected);
        }
    }
}
