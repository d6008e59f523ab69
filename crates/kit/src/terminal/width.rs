//! How much room the terminal has.

use console::Term;

/// How many columns text has where nobody knows better.
const COLUMNS: usize = 80;

/// How many columns the terminal that stdout is has; 80 where it is none.
pub fn columns() -> usize {
    match Term::stdout().size_checked() {
        Some((_, columns)) if columns > 0 => usize::from(columns),
        _ => COLUMNS,
    }
}
