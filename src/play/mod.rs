//! A game in play: a board with some rays shot, what it says, and how to continue.
//!
//! - [`board`]: what a player knows; [`board_text`]: boards read from text.
//! - [`mod@decode`]: which molecules agree with a board. `ways` and `search` follow
//!   rays through a box of which only some cells are known. `family` counts what is
//!   left open. If there are too many molecules to find, `estimate` says about how many
//!   there are, with `population`.
//! - [`marks`]: what the player supposes, and what it costs.
//! - [`outlook`]: which ray to shoot next; [`opening`]: which one to begin with;
//!   [`strategy`]: how many shots a game takes. `weigh` says how much an answer tells;
//!   `draw` says it by molecules drawn at random.
//!
//! - [`game`]: a game from its first ray to its end; [`words`]: its moves in words;
//!   [`record`]: the whole of it in a text.
//!
//! Pure, like the rules: no I/O, no clock, no SQL. The exceptions are a wish to stop
//! and a counter of the work done ([`watch::Observed`]).

mod agreeing;
pub mod board;
pub mod board_text;
pub mod decode;
mod draw;
mod error;
mod estimate;
mod family;
pub mod game;
pub mod marks;
mod meter;
pub mod opening;
pub mod outlook;
mod population;
pub mod record;
mod search;
pub mod strategy;
mod trace;
mod ways;
mod weigh;
pub mod words;

pub use error::PlayError;
