//! What the program does, without how that looks.

pub mod compare;
pub mod count;
pub mod solve;
