//! The page in a real browser.

mod bad_input;
mod browser;
mod care;
mod china_labyrinth;
mod chinese_rings;
mod database;
mod links;
mod magic_star;
mod parity;
mod pen_and_paper;
mod play;
mod report;
mod site;
mod source;
