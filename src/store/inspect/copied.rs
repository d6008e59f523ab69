//! Rows copied out of SQLite, for other threads.

use kit::verify::Cell;

use super::RawMolecule;

/// The content of a cell. For a text, the place of its bytes.
#[derive(Clone, Copy, Debug)]
enum Copied {
    Integer(i64),
    Text(u32, u32),
    Strange(u32, u32),
}

#[derive(Clone, Debug, Default)]
pub(crate) struct CopiedRows {
    cells: Vec<Copied>,
    bytes: Vec<u8>,
}

impl CopiedRows {
    /// Adds a row. All texts together never have four gigabytes.
    pub(crate) fn push(&mut self, row: &RawMolecule<'_>) {
        for column in 0..RawMolecule::COLUMNS {
            let copied = match row.cell(column) {
                Cell::Integer(number) => Copied::Integer(number),
                Cell::Text(bytes) => {
                    let (from, to) = self.keep(bytes);
                    Copied::Text(from, to)
                }
                Cell::Blob(bytes) => {
                    let (from, to) = self.keep(bytes);
                    Copied::Strange(from, to)
                }
                Cell::Null | Cell::Real(_) => Copied::Strange(0, 0),
            };
            self.cells.push(copied);
        }
    }

    fn keep(&mut self, bytes: &[u8]) -> (u32, u32) {
        let from = self.bytes.len() as u32;
        self.bytes.extend(bytes);
        (from, self.bytes.len() as u32)
    }

    pub(crate) fn len(&self) -> usize {
        self.cells.len() / RawMolecule::COLUMNS
    }

    pub(crate) fn bytes(&self) -> usize {
        self.bytes.len()
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = CopiedRow<'_>> {
        let rows = self.cells.chunks_exact(RawMolecule::COLUMNS);
        let bytes = &self.bytes;
        rows.map(move |cells| CopiedRow { cells, bytes })
    }

    pub(crate) fn clear(&mut self) {
        self.cells.clear();
        self.bytes.clear();
    }
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct CopiedRow<'a> {
    cells: &'a [Copied],
    bytes: &'a [u8],
}

impl<'a> CopiedRow<'a> {
    pub(crate) fn cell(&self, column: usize) -> Cell<'a> {
        let bytes = |from: u32, to: u32| &self.bytes[from as usize..to as usize];
        match self.cells[column] {
            Copied::Integer(number) => Cell::Integer(number),
            Copied::Text(from, to) => Cell::Text(bytes(from, to)),
            Copied::Strange(from, to) => Cell::Blob(bytes(from, to)),
        }
    }
}
