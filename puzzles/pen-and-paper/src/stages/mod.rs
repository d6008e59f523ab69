//! What the program does, without how that looks.

pub(crate) mod compare;
pub(crate) mod count;
pub(crate) mod solve;
pub(crate) mod verify;
