//! A game in play: a board after some rays, the molecules that agree with it, and the next ray.
//!
//! - [`evidence`]: the board as a player sees it; [`text`]: boards read from text.
//! - [`Puzzle`]: a board and the possible numbers of atoms; [`solutions`]: the molecules that agree with it. If
//!   there are too many to find, a particle filter estimates their number.
//! - [`marks`]: rates the player's marks.
//! - [`hint`]: the ray to fire next, and the best guess. [`aim`]: the aims of hints, such as the fewest points or rays.
//! - [`variant`]: the rules of other programs, which may explain a board that contradicts these rules.
//! - [`sheet`]: the player's notes.
//! - [`game`]: a game from its first ray to its end. [`words`]: its moves in words. [`saved_game`](text::saved_game):
//!   the whole game as a text. [`review`]: the expected cost of each of its rays, compared with the best ray at that
//!   moment.
//!
//! ```
//! use blackbox_rules::puzzle::aim::Aim;
//! use blackbox_rules::puzzle::text::BoardText;
//! use blackbox_rules::puzzle::Puzzle;
//! use blackbox_rules::watch::Observed;
//!
//! let read = BoardText::parse(b"A4_B6, west 1 = H, west 4 = R")?;
//! let puzzle = Puzzle::new(read.evidence, 4..=4)?;
//! let solutions = puzzle.solve(20)?;
//! assert_eq!(solutions.count(), 5086);
//! let advice = solutions.advise(Aim::Bits, &Observed::default())?;
//! assert!(advice.next.is_some_and(|next| next.position.words() == "east 4"));
//! // For the fewest points, it looks ahead.
//! let advice = solutions.advise(Aim::Points, &Observed::default())?;
//! let ahead = advice.next.and_then(|next| next.ahead);
//! assert!(ahead.is_some_and(|ahead| ahead.points > ahead.shots));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! These modules have no I/O, no clock and no SQL. Their only outside state is [`watch::Observed`], which reports
//! progress and interrupts the work.

pub mod aim;
mod error;
mod estimate;
pub mod evidence;
#[doc(hidden)]
pub mod first_ray;
pub mod game;
pub mod guess;
pub mod hint;
pub(crate) mod look_ahead;
pub mod marks;
mod monte_carlo;
#[doc(hidden)]
pub mod presets;
mod question;
pub mod review;
#[doc(hidden)]
pub mod sampled;
pub mod sheet;
pub mod solutions;
pub mod text;
mod trace;
pub mod variant;
pub(crate) mod weigh;
pub mod words;

pub use error::PlayError;
#[doc(hidden)]
pub use question::names;
pub use question::{Annotations, Fact, Puzzle};
