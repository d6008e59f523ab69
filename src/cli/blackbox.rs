//! `blackbox`, the umbrella over all programs.

use clap::{Parser, Subcommand};
use kit::Program;
use kit::terminal::Console;

use super::browse::Browse;
use super::census::Census;
use super::decode::Decode;
use super::display::Display;
use super::export::Export;
use super::import::Import;
use super::law::LawOf;
use super::opening::Opening;
use super::pipeline::{Explore, Init, InitSpectrum, Run, UpdateSpectrum};
use super::play::Play;
use super::query::Ask;
use super::report::Report;
use super::strategy::Strategy;
use super::verify::Verify;
use crate::error::Error;

/// Explores the puzzle game Black Box exhaustively, into an SQLite database
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
    Display(Display),
    Browse(Browse),
    Query(Ask),
    Import(Import),
    Census(Census),
    Report(Report),
    Law(LawOf),
    Export(Export),
    Verify(Verify),
    Decode(Decode),
    Opening(Opening),
    Strategy(Strategy),
    Play(Play),
}

impl Program for Blackbox {
    type Error = Error;

    fn run(&self, console: &Console) -> Result<(), Error> {
        let chosen: &dyn Program<Error = Error> = match &self.command {
            Command::Run(program) => program,
            Command::Init(program) => program,
            Command::Explore(program) => program,
            Command::InitSpectrum(program) => program,
            Command::UpdateSpectrum(program) => program,
            Command::Display(program) => program,
            Command::Browse(program) => program,
            Command::Query(program) => program,
            Command::Import(program) => program,
            Command::Census(program) => program,
            Command::Report(program) => program,
            Command::Law(program) => program,
            Command::Export(program) => program,
            Command::Verify(program) => program,
            Command::Decode(program) => program,
            Command::Opening(program) => program,
            Command::Strategy(program) => program,
            Command::Play(program) => program,
        };
        chosen.run(console)
    }
}
