//! The Chinese rings for the page: what the page's script asks, and what the rooms of
//! `chinese-rings` answer. No other part of the page has a rule of the puzzle.

mod game;
mod path;

use web_engine::written;

web_engine::questions! {
    /// Reads a game as an address has it.
    Open(game::Open) => |open| written(open.answer()),
    /// Says everything about a state.
    See(game::Position) => |position| written(position.see()),
    /// Moves a hook.
    Move(game::Move) => |wanted| written(wanted.answer()),
    /// Lists the path that all legal moves form.
    Path(path::Path) => |path| written(path.answer()),
}
