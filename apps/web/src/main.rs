//! `web`: builds the pages.
//!
//! On a host, a page loads its script, style and engine from files beside it. A service worker keeps
//! them all, so that the site opens without a connection. For a disk, a page is one file. The
//! Content-Security-Policy lets neither fetch anything else.

mod atlas;
mod book;
mod census;
mod cli;
mod command;
mod error;
mod groups;
mod page;

fn main() -> std::process::ExitCode {
    kit::main::<cli::Web>(&tables::SUITE)
}
