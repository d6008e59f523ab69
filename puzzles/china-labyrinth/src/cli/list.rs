//! `china-labyrinth list`.

use std::io;

use clap::Parser;
use kit::terminal::Console;
use kit::{Common, Format, Program};

use super::options;
use crate::error::{Error, Result};
use crate::rules::Tiles;
use crate::view;

/// Tell how many solutions are stored, by groups and symmetry
#[derive(Parser, Debug)]
#[command(name = "list", version)]
pub(super) struct List {
    /// Those of the squares
    #[arg(long)]
    squares: bool,
    /// How it is written
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    #[command(flatten)]
    common: Common,
}

impl Program for List {
    type Error = Error;

    fn common(&self) -> &Common {
        &self.common
    }

    fn run(&self, console: &Console) -> Result<()> {
        let tiles = match self.squares {
            true => Tiles::Squares,
            false => Tiles::Hexagons,
        };
        let store = options::open_to_read(&self.common, console)?;
        let stock = store.stock(tiles)?;
        let out = &mut io::stdout().lock();
        match self.format {
            Format::Json => view::json::write_stock(out, &stock)?,
            Format::Text => view::text::write_stock(out, tiles, &stock)?,
        }
        Ok(())
    }
}
