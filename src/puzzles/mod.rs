//! The sister wing: other puzzles explored by machine, one folder each, the
//! same rooms in every folder.
//!
//! - `rules`: positions, moves, symmetries; pure.
//! - `search`: the exploration, which can be stopped and resumed.
//! - `store`: its tables; cursor and rows in one transaction.
//! - `view`: text and SVG.
//! - `cli`: its program's arguments.
//!
//! They share the house's store, stages' [`Watcher`](crate::stages::Watcher),
//! view and terminal. No puzzle knows another one, nor [`game`](crate::game).

pub mod china_labyrinth;
pub mod chinese_rings;
pub mod magic_star;
pub mod pen_and_paper;
