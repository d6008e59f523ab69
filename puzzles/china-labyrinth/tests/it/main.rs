//! The tests of the China Labyrinth's program, in one program.

mod program;
mod readme;
mod squares;
mod verify;
