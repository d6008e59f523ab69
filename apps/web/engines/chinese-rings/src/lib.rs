//! The Chinese rings for the page: what its script asks, and what `chinese-rings` answers.

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
