//! Pen and paper for the page: what its script asks, and what `pen-and-paper` answers.

mod begun;
mod game;
mod help;

use web_engine::written;

web_engine::questions! {
    /// Reads a game from its writing.
    Read(game::Read) => |read| written(read.answer()),
    /// Writes a game, and says where it can continue.
    Look(game::Game) => |game| written(game.look()),
    /// Says whether the grid can still be filled.
    Outlook(help::Asked) => |asked| written(asked.outlook()),
    /// Finds a next cell, and the numbers to take back before.
    Hint(help::Asked) => |asked| written(asked.hint()),
    /// Fills the rest of the grid.
    Finish(help::Asked) => |asked| written(asked.finish()),
    /// Counts the ways to fill the rest.
    Ways(help::Asked) => |asked| written(asked.ways()),
}
