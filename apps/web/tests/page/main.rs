//! The page in a real browser.

mod bad_input;
mod browser;
mod care;
mod chinese_rings;
mod database;
mod links;
mod parity;
mod play;
mod site;
mod source;
