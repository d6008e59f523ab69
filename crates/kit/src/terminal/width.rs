//! The width of the terminal.

use console::Term;

/// The number of columns if the terminal does not say.
const COLUMNS: usize = 80;

/// The number of columns of the terminal at stdout; 80 if stdout is not a terminal.
pub fn columns() -> usize {
    match Term::stdout().size_checked() {
        Some((_, columns)) if columns > 0 => usize::from(columns),
        _ => COLUMNS,
    }
}
