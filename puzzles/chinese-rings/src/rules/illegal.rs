//! Why a move is not allowed, in words.

use std::fmt;

use super::rings::Rings;

/// Why a hook cannot be moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Illegal {
    /// There is none of this number.
    NoSuchHook {
        /// The number.
        hook: u32,
        /// How many hooks there are.
        rings: Rings,
    },
    /// Others are in its way.
    Blocked {
        /// The hook.
        hook: u32,
        /// The hook before it, if that is down.
        should_be_up: Option<u32>,
        /// Those before that which are up.
        should_be_down: Vec<u32>,
    },
}

impl std::error::Error for Illegal {}

impl fmt::Display for Illegal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (hook, up, down) = match self {
            Illegal::NoSuchHook { hook, rings } => {
                return write!(
                    f,
                    "there is no hook {hook}, only {}",
                    names(1..=rings.count())
                );
            }
            Illegal::Blocked {
                hook,
                should_be_up,
                should_be_down,
            } => (*hook, should_be_up, should_be_down),
        };
        write!(f, "hook {hook} moves only while hook {} is up", hook - 1)?;
        if hook > 2 {
            write!(f, " and {} down", are(1..=hook - 2))?;
        }
        let reasons = [
            up.map(|up| format!("{} down", are([up]))),
            (!down.is_empty()).then(|| format!("{} up", are(down.iter().copied()))),
        ];
        let reasons: Vec<String> = reasons.into_iter().flatten().collect();
        write!(f, ", but {}", reasons.join(" and "))
    }
}

fn are(hooks: impl IntoIterator<Item = u32>) -> String {
    let hooks: Vec<u32> = hooks.into_iter().collect();
    let verb = if hooks.len() == 1 { "is" } else { "are" };
    format!("{} {verb}", names(hooks))
}

/// Ascending numbers of hooks in words, with runs drawn together.
fn names(hooks: impl IntoIterator<Item = u32>) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for hook in hooks {
        match runs.last_mut() {
            Some((_, last)) if *last + 1 == hook => *last = hook,
            _ => runs.push((hook, hook)),
        }
    }
    let alone = matches!(runs[..], [(first, last)] if first == last);
    let mut names: Vec<String> = Vec::new();
    for (first, last) in runs {
        match last - first {
            0 => names.push(first.to_string()),
            1 => names.extend([first.to_string(), last.to_string()]),
            _ => names.push(format!("{first} to {last}")),
        }
    }
    let last = names.pop().unwrap_or_default();
    match &names[..] {
        [] if alone => format!("hook {last}"),
        [] => format!("hooks {last}"),
        others => format!("hooks {} and {last}", others.join(", ")),
    }
}
