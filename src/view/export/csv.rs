//! Comma-separated values, as RFC 4180 defines them. It changes no cell, and leaves a
//! missing value empty.

use std::io::{self, Write};

use super::Rows;
use crate::store::{Cell, Exported};

pub(super) struct Csv<'out> {
    out: csv::Writer<&'out mut (dyn Write + Send)>,
}

impl<'out> Csv<'out> {
    pub(super) fn new(table: Exported, out: &'out mut (dyn Write + Send)) -> io::Result<Self> {
        let mut out = csv::WriterBuilder::new()
            .has_headers(false)
            .from_writer(out);
        out.write_record(table.columns().iter().map(|column| column.name))?;
        Ok(Csv { out })
    }
}

impl Rows for Csv<'_> {
    fn row(&mut self, cells: &[Cell<'_>]) -> io::Result<()> {
        Ok(self.out.serialize(cells)?)
    }

    fn end(mut self: Box<Self>) -> io::Result<()> {
        self.out.flush()
    }
}
