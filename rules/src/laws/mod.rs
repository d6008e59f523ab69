//! Laws: what is true for boxes of every width.
//!
//! A wide box with few atoms is mostly empty, and an empty line whose neighbours are empty changes
//! nothing. So the groups of alike molecules of all boxes are stretched ones of a finite list:
//!
//! 1. `board` fires rays in a box with few atoms, however wide it is;
//! 2. `families` finds the list, and why it is complete;
//! 3. `law` counts how often each family fits into a box, and makes [`polynomial`](Polynomial)s of it;
//! 4. `certificate` writes a law down, and checks one by the [plain](crate::oracle) rules;
//! 5. `freedom` says of a group in one box which family it is of, and what may slide;
//! 6. `leading` finds the leading term of the law of any number of atoms;
//! 7. `count` takes a census of a wide box without any of this; `frame` says what each atom changes.
//!
//! ```
//! use blackbox_rules::census::Resources;
//! use blackbox_rules::laws::{Law, WideCensus, families, pairs};
//! use watch::Observed;
//!
//! let (done, stop) = Default::default();
//! let observed = Observed::new(&done, &stop);
//! // The law of two atoms, from the finite list of the pairs that nothing can be taken out of.
//! let found = pairs(2, &observed).unwrap();
//! let law = Law::new(2, families(&found.pairs, &observed).unwrap());
//! // A census of one box, molecule by molecule, says the same.
//! let resources = Resources { memory: 1 << 20, threads: 1 };
//! let tally = WideCensus::new(2, 3).count(resources, &observed).unwrap();
//! assert_eq!(tally.ambiguous, law.counts(3));
//! assert_eq!(law.statements()[0].to_string(), "molecules = 0 from p = 4");
//! ```

mod board;
mod certificate;
mod count;
mod families;
mod frame;
mod freedom;
mod law;
mod leading;
mod polynomial;

/// The laws of up to this number of atoms are proved.
pub const PROVED: usize = 5;

pub use board::{ABSORBED, Atom, Atoms, Fate, MOST_LINES, Rectangle, SparseBoard};
pub use certificate::{
    Certificate, CertificateError, Checked, CountedBox, MAGIC, certificate, counted_widths,
};
pub use count::{WideCensus, WideTally};
pub use families::{
    CheckedLines, EDGE, Family, GAP, MOST_HEIGHT, Pairs, check_lines, families, molecules_of_lines,
    molecules_of_pairs, pairs,
};
pub use frame::MOST_ATOMS;
pub use freedom::{Freedom, HiddenPlace, Slide, kinds};
pub use law::{BoxCounts, Law, Quantity, Statement, Widths};
pub use leading::Leading;
pub use polynomial::Polynomial;
