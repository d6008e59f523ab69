//! The page in a real browser.

mod bad_input;
mod browser;
mod care;
mod china_labyrinth;
mod database;
mod links;
mod parity;
mod play;
mod site;
mod source;
