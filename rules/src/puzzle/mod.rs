//! A game in play: a board with some rays shot, what it says, and how to continue.
//!
//! - [`evidence`]: what a player knows; [`text`]: boards read from text.
//! - [`Puzzle`]: a board and the possible numbers of atoms; [`solutions`]: which molecules
//!   agree with it. `ways` and `search` follow rays through a box of which only some cells
//!   are known. `family` counts what is left open. If there are too many molecules to find,
//!   `estimate` says about how many there are, with a particle filter.
//! - [`marks`]: what the player's marks are worth.
//! - [`advice`]: which ray to fire next; [`aim`]: what for, looking ahead. `weigh` says how much an answer tells;
//!   `monte_carlo` says it by molecules drawn at random.
//!
//! - [`variant`]: the rules of other programs, with which a board may agree that contradicts itself.
//! - [`sheet`]: what a player writes down.
//! - [`game`]: a game from its first ray to its end. [`words`]: its moves in words. [`saved_game`](text::saved_game):
//!   the whole of it in a text. [`review`]: what each of its rays told, and what another one
//!   would have told.
//!
//! ```
//! use blackbox_rules::puzzle::aim::Aim;
//! use blackbox_rules::puzzle::text::BoardText;
//! use blackbox_rules::puzzle::Puzzle;
//! use watch::unwatched;
//!
//! let read = BoardText::parse(b"A4_B6, west 1 = H, west 4 = R").unwrap();
//! let puzzle = Puzzle::new(read.board, 4..=4).unwrap();
//! let solutions = unwatched(|observed| puzzle.find(20, observed)).unwrap();
//! assert_eq!(solutions.count(), 5086);
//! let advice = unwatched(|observed| solutions.weigh(Aim::Bits, observed)).unwrap();
//! assert_eq!(advice.next.unwrap().position.index(), 14);
//! // For the fewest points, it looks ahead.
//! let next = unwatched(|observed| solutions.weigh(Aim::Points, observed)).unwrap().next.unwrap();
//! assert!(next.ahead.is_some_and(|ahead| ahead.points > ahead.shots));
//! ```
//!
//! Pure, like the rules: no I/O, no clock, no SQL. The exceptions are a wish to stop
//! and a counter of the work done ([`watch::Observed`]).

pub mod advice;
pub mod aim;
#[doc(hidden)]
pub mod drawn;
mod error;
mod estimate;
pub mod evidence;
#[doc(hidden)]
pub mod first_ray;
pub mod game;
pub mod guess;
pub mod marks;
mod monte_carlo;
#[doc(hidden)]
pub mod presets;
mod question;
pub mod review;
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
