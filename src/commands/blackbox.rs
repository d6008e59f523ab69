//! `blackbox`, the program that has all commands.

use app::terminal::Console;
use app::{Program, Result};
use clap::{Parser, Subcommand};

use crate::commands::run::Run;
use crate::commands::{Explore, Init, InitSpectrum, UpdateSpectrum};
use crate::commands::{
    browse, census, decode, display, export, law, play, query, report, status, strategy, verify,
};

/// Enumerates the boards of the puzzle game Black Box, and stores them in an SQLite database
#[derive(Parser, Debug)]
#[command(
    name = "blackbox",
    after_help = "{} explore --config A4_B6\n{} run A4_B6\n{} display --config A4_B6 868"
)]
pub struct Blackbox {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    Run(Run),
    Init(Init),
    Explore(Explore),
    InitSpectrum(InitSpectrum),
    UpdateSpectrum(UpdateSpectrum),
    Display(display::Display),
    Browse(browse::Browse),
    Query(query::QueryCommand),
    Census(census::Census),
    Status(status::StatusCommand),
    Report(report::Report),
    Law(law::LawOf),
    Export(export::Export),
    Verify(verify::Verify),
    Decode(decode::Decode),
    Strategy(strategy::Strategy),
    Play(play::Play),
}

impl Program for Blackbox {
    fn run(&self, console: &Console) -> Result<()> {
        match &self.command {
            Command::Run(program) => program.run(console)?,
            Command::Init(program) => program.run(console)?,
            Command::Explore(program) => program.run(console)?,
            Command::InitSpectrum(program) => program.run(console)?,
            Command::UpdateSpectrum(program) => program.run(console)?,
            Command::Display(program) => program.run(console)?,
            Command::Browse(program) => program.run(console)?,
            Command::Query(program) => program.run(console)?,
            Command::Census(program) => program.run(console)?,
            Command::Status(program) => program.run(console)?,
            Command::Report(program) => program.run(console)?,
            Command::Law(program) => program.run(console)?,
            Command::Export(program) => program.run(console)?,
            Command::Verify(program) => program.run(console)?,
            Command::Decode(program) => program.run(console)?,
            Command::Strategy(program) => program.run(console)?,
            Command::Play(program) => program.run(console)?,
        }
        Ok(())
    }
}
