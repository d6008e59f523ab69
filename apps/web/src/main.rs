//! `web`: builds the pages.
//!
//! A page is one file that works from any host and from a disk. It contains script, style,
//! data and engine, and its Content-Security-Policy lets it fetch nothing. On a host, a service worker
//! keeps all pages, so that they open without a connection.

mod census;
mod cli;
mod engine;
mod error;
mod groups;
mod page;
mod puzzle;
mod script;

fn main() -> std::process::ExitCode {
    kit::main::<cli::Web>(&tables::SUITE)
}
