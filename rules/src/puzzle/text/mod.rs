//! Reads boards from text. [`BoardText::parse`] recognises these forms:
//!
//! - `drawing`: a drawing, as by Emacs, the original program or `decode`. `stated_facts` reads the lines of words that
//!   a user copies with the drawing, and `pasted` removes the characters that mail programs and frames add.
//! - `game_id`: a game ID of Simon Tatham's collection, `w8h8m4M4:…`.
//! - `save_file`: a saved game of that collection, whose moves are replayed.
//! - `number`: a molecule by its number, `A4_B8:2813`.
//! - `record`: a molecule with its spectrum, as JSON, CSV or columns of a table.
//! - `screen`: a board copied from the terminal screen of `play`, `browse` or `decode --interactive`.
//! - `shots`: rays in words, `west 4 = H, north 2 = east 5`, also as `play` prints them.
//!
//! [`emacs::write`], [`game_id::write`] and [`shots::write`] write these forms.
//!
//! ```text
//!              3
//!  1 - - - - - - - - 1
//!  R - - - - - - - -
//!  H O - - x - - - -
//!    - - - - - - - -
//!  3 - - - - - - - -
//!    - - - - - - - -
//!  R - - - - - - - - 2
//!  H O - - - - - - -
//!        4     4   2
//!
//! There are 4 balls in the box
//! ```

mod board_text;
mod drawing;
pub mod emacs;
mod error;
pub mod game_id;
mod number;
mod pasted;
mod record;
mod save_file;
pub mod saved_game;
mod screen;
pub mod shots;
mod stated_facts;
#[cfg(test)]
mod tests;

pub use board_text::{BoardText, MAX_BYTES, Saved};
pub use error::BoardTextError;
#[doc(hidden)]
pub use screen::Pitch;
