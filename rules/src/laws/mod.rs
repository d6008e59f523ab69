//! Laws of ambiguity for boxes of every width.
//!
//! A wide box with few atoms is mostly empty, and an empty row or column between empty ones changes nothing. So all
//! groups of twins of all boxes are stretched copies of a finite list of groups. The modules use this as follows:
//!
//! 1. `board` fires rays in a box with few atoms, however wide it is;
//! 2. `families` finds the list, and proves that it is complete;
//! 3. `law` counts how often each family fits into a box, and turns the counts into [`polynomial`](Polynomial)s;
//! 4. `certificate` writes and reads the file of a law, and checks it with the plain rules;
//! 5. `freedom` finds the family of a group in one box, and the parts that can slide;
//! 6. `count` counts a wide box without a law; `cells` has the images of its cells.
//!
//! ```
//! use blackbox_rules::laws::Certificate;
//! use blackbox_rules::watch::unwatched;
//!
//! // The file that `blackbox law --out` writes for three atoms.
//! let text = std::fs::read_to_string("../data/reference/laws/3.law")?;
//! let certificate = Certificate::parse(&text)?;
//! let law = &certificate.law;
//! // A standard box has 40 ambiguous molecules, and 20 spectra of two molecules each.
//! let counts = law.counts(8);
//! assert_eq!((counts.molecules, counts.ambiguity.rows().count()), (40, 1));
//! let statements = law.statements();
//! assert_eq!(statements[0].to_string(), "molecules = 8p - 24 from p = 4");
//! assert_eq!(statements[0].polynomial.at(100), 776);
//! // Checks whether the law is true.
//! let checked = unwatched(|observed| certificate.check(false, observed))??;
//! assert!(checked.by_plain_rules >= 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod cells;
mod certificate;
mod count;
mod families;
mod freedom;
mod law;
mod polynomial;

/// The greatest number of atoms whose law is proved.
pub const PROVED: usize = 5;

pub use board::{Atom, Rectangle};
pub use certificate::{Certificate, CertificateError, Checked, CountedBox};
pub use families::Family;
pub use freedom::{Freedom, HiddenPlace, Slide};
pub use law::{BoxCounts, Law, Quantity, Statement, Widths};
pub use polynomial::Polynomial;

// For finding and proving a law.
#[doc(hidden)]
pub use board::{ABSORBED, Atoms, MOST_LINES, RayEnd, SparseBoard};
#[doc(hidden)]
pub use cells::MOST_ATOMS;
#[doc(hidden)]
pub use certificate::{MAGIC, certificate, counted_widths};
#[doc(hidden)]
pub use count::{SparseCensus, SparseTally};
#[doc(hidden)]
pub use families::{
    CheckedLines, MOST_HEIGHT, Pairs, check_lines, families, molecules_of_lines,
    molecules_of_pairs, pairs,
};
#[doc(hidden)]
pub use freedom::kinds;
