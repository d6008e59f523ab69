//! One configuration on its way in: compares its rows with the rules.

use kit::verify::Cell;
use view::words::{counted, thousands};

use crate::game::Config;
use crate::plain::Plain;
use crate::store::original::{Arrival, NewMolecule, Place, Row, State};
use crate::store::{OriginalError, Result};

/// What the original writes into a spectrum before it is updated.
const NOT_UPDATED: &str = "??";

/// The columns of Molecules.
const NUMBER: usize = 1;
const CANONICAL_NUMBER: usize = 2;
const MOLECULE: usize = 3;

/// A configuration that has had rows.
pub(super) struct Arriving {
    config: Config,
    plain: Plain,
    /// How many rows were deleted for it.
    deleted: u64,
    /// It has a row in Configurations.
    is_known: bool,
    rows: u64,
    /// How many of them have a number, and the highest one.
    numbered: u64,
    last: u64,
    /// The lowest molecule that has no number.
    unnumbered: Option<u64>,
    spectra: u64,
    /// How many of them are updated.
    updated: u64,
}

impl Arriving {
    pub(super) fn new(config: Config, deleted: u64) -> Arriving {
        Arriving {
            config,
            plain: Plain::new(config.atoms(), config.width()),
            deleted,
            is_known: false,
            rows: 0,
            numbered: 0,
            last: 0,
            unnumbered: None,
            spectra: 0,
            updated: 0,
        }
    }

    pub(super) fn config(&self) -> Config {
        self.config
    }

    /// Checks its row of Configurations.
    pub(super) fn configuration(&mut self, cells: &[Cell<'_>; 4]) -> Result<()> {
        let config = self.config;
        if std::mem::replace(&mut self.is_known, true) {
            return Err(OriginalError::Twice(format!("configuration {config}")).into());
        }
        let expected = [
            config.molecules() as i64,
            config.atoms() as i64,
            config.width() as i64,
        ];
        for ((column, cell), expected) in (1..).zip(&cells[1..]).zip(expected) {
            let expected = Cell::Integer(expected);
            if *cell != expected {
                let row = format!("configuration {config}");
                return Err(wrong(row, Row::CONFIGURATION[column], *cell, expected));
            }
        }
        Ok(())
    }

    /// Checks a row of Molecules.
    pub(super) fn molecule(&mut self, cells: &[Cell<'_>; 23], place: Place) -> Result<NewMolecule> {
        let row = |number: u128| format!("{}, molecule {number}", self.config);
        let by_number = match cells[NUMBER] {
            Cell::Integer(number) => self.plain.text(number),
            _ => None,
        };
        let text = match cells[MOLECULE] {
            Cell::Text(text) if self.is_molecule(text) => text,
            found => {
                let column = Row::MOLECULE[MOLECULE];
                return Err(match (by_number, cells[NUMBER]) {
                    (Some(expected), Cell::Integer(number)) => {
                        wrong(row(number as u128), column, found, Cell::Text(&expected))
                    }
                    _ => {
                        let row = format!("{}, {place}", self.config);
                        let expected = format!("a molecule of {}", self.config);
                        wrong_text(row, column, found, expected)
                    }
                });
            }
        };
        let number = self.plain.number(text);
        let molecule = self.recompute(number as i64, text);
        let row = row(number);
        // A molecule has no number until the walk comes to it. Canonical molecules
        // always have one.
        let is_numbered = cells[NUMBER] == Cell::Integer(molecule.number);
        let is_unnumbered = cells[NUMBER] == Cell::Integer(0);
        let may_be_unnumbered = molecule.canonical_number != molecule.number;
        let fault = self.first_fault(cells, &molecule);
        if !(is_numbered || is_unnumbered && may_be_unnumbered) {
            // Either the number or the molecule is wrong: the rest of the row tells
            // which.
            return Err(match (by_number, cells[NUMBER]) {
                (Some(expected), Cell::Integer(number)) if fault.is_some() => {
                    let row = format!("{}, molecule {number}", self.config);
                    let column = Row::MOLECULE[MOLECULE];
                    wrong(row, column, Cell::Text(text), Cell::Text(&expected))
                }
                _ => {
                    let expected = Cell::Integer(molecule.number);
                    wrong(row, Row::MOLECULE[NUMBER], cells[NUMBER], expected)
                }
            });
        }
        if let Some((column, expected)) = fault {
            return Err(wrong(row, Row::MOLECULE[column], cells[column], expected));
        }
        let number = molecule.number as u64;
        self.rows += 1;
        if is_numbered {
            self.numbered += 1;
            self.last = self.last.max(number);
        } else if self.unnumbered.is_none_or(|lowest| number < lowest) {
            self.unnumbered = Some(number);
        }
        Ok(molecule)
    }

    /// Is this the text of a molecule?
    fn is_molecule(&self, text: &[u8]) -> bool {
        let atoms = text.iter().filter(|&&symbol| symbol == b'O').count();
        text.len() == self.config.cells()
            && atoms == self.config.atoms()
            && text.iter().all(|symbol| matches!(symbol, b'O' | b'-'))
    }

    fn recompute(&self, number: i64, text: &[u8]) -> NewMolecule {
        let standing = self.plain.standing(text);
        NewMolecule {
            number,
            canonical_number: standing.canonical_number as i64,
            text: String::from_utf8_lossy(text).into_owned(),
            transform: standing.transform,
            traced: self.plain.trace(text),
        }
    }

    /// The first column after the number that does not fit the molecule.
    fn first_fault<'m>(
        &self,
        cells: &[Cell<'_>; 23],
        molecule: &'m NewMolecule,
    ) -> Option<(usize, Cell<'m>)> {
        let texts = [
            Cell::Integer(molecule.canonical_number),
            Cell::Text(molecule.text.as_bytes()),
            Cell::Text(&molecule.traced.spectrum),
            Cell::Text(molecule.transform.as_bytes()),
        ];
        let counts = molecule.traced.statistics.map(Cell::Integer);
        let expected = texts.into_iter().chain(counts);
        (CANONICAL_NUMBER..)
            .zip(expected)
            .find(|(column, expected)| cells[*column] != *expected)
    }

    /// Takes in a row of Spectrums. It is checked when all molecules are there.
    pub(super) fn spectrum(
        &mut self,
        cells: &[Cell<'_>; 5],
        place: Place,
        arrival: &mut Arrival<'_>,
    ) -> Result<()> {
        let of_kind = |column: usize, expected: &str| {
            let row = format!("{}, {place}", self.config);
            let found = cells[column];
            wrong_text(row, Row::SPECTRUM[column], found, expected.to_owned())
        };
        let a_text = |column: usize| match cells[column] {
            Cell::Text(bytes) => std::str::from_utf8(bytes).map_err(|_| of_kind(column, "a text")),
            _ => Err(of_kind(column, "a text")),
        };
        let a_number = |column: usize| match cells[column] {
            Cell::Integer(number) => Ok(number),
            _ => Err(of_kind(column, "a whole number")),
        };
        let (spectrum, transform) = (a_text(1)?, a_text(3)?);
        let (molecules, canonical_number) = (a_number(2)?, a_number(4)?);
        self.spectra += 1;
        self.updated += u64::from(transform != NOT_UPDATED);
        arrival.add_spectrum(
            self.config,
            spectrum,
            molecules,
            transform,
            canonical_number,
        )
    }

    /// Checks what only all rows together can show, and notes how far the configuration
    /// has come.
    pub(super) fn finish(
        &mut self,
        arrival: &mut Arrival<'_>,
        said: &mut Vec<String>,
    ) -> Result<()> {
        let config = self.config;
        if !self.is_known {
            return Err(OriginalError::NoConfiguration(config).into());
        }
        if self.deleted > 0 {
            let deleted = counted(self.deleted, "molecule", "molecules");
            said.push(format!("{config}: {deleted} deleted"));
        }
        self.walk(arrival)?;
        self.groups(arrival, said)?;
        let all = config.molecules();
        let is_explored = self.rows == all;
        let (is_initialised, is_updated) = self.spectrums(arrival, is_explored, said)?;
        let state = State {
            // The rest of the walk would store nothing.
            frontier: if is_explored { all } else { self.last },
            stored: self.rows,
            spectrums_initialised: is_initialised,
            spectrums_updated: is_updated,
        };
        arrival.settle(config, state)?;
        let of_all = thousands(self.spectra);
        let spectra = match (is_initialised, is_updated) {
            (false, _) => String::new(),
            (true, false) => format!(", {of_all} ambiguous spectrums initialised"),
            (true, true) => format!(", {of_all} ambiguous spectrums updated"),
        };
        said.push(format!(
            "{config} is imported: {} of {} molecules, each of them recomputed{spectra}",
            thousands(self.rows),
            thousands(all)
        ));
        Ok(())
    }

    /// Does everything up to the walk have a number, and nothing else?
    fn walk(&self, arrival: &Arrival<'_>) -> Result<()> {
        let config = self.config;
        let last = self.last;
        if let Some(number) = self.unnumbered.filter(|&number| number < last) {
            let row = format!("{config}, molecule {number}");
            let expected = Cell::Integer(number as i64);
            return Err(wrong(
                row,
                Row::MOLECULE[NUMBER],
                Cell::Integer(0),
                expected,
            ));
        }
        if self.numbered < last {
            let number = arrival.first_missing(config)?;
            return Err(OriginalError::Gap {
                config,
                number,
                last,
            }
            .into());
        }
        Ok(())
    }

    /// Are all groups whole? The group that the walk was at need not be. If it is not,
    /// this takes back its rows and the step of the walk.
    fn groups(&mut self, arrival: &mut Arrival<'_>, said: &mut Vec<String>) -> Result<()> {
        let config = self.config;
        let mut unfinished = None;
        arrival.groups(config, |canonical, rows| {
            let text = self.plain.text(canonical as i64).unwrap_or_default();
            let size = self.plain.standing(&text).group as u64;
            if rows == size {
                return Ok(());
            }
            let is_the_last = canonical == self.last || canonical == self.last + 1;
            if is_the_last && unfinished.is_none() {
                unfinished = Some(canonical);
                return Ok(());
            }
            Err(OriginalError::Broken {
                config,
                canonical,
                rows,
                size,
            }
            .into())
        })?;
        if let Some(canonical) = unfinished {
            let rows = arrival.take_back_group(config, canonical)?;
            self.rows -= rows;
            self.last = self.last.min(canonical - 1);
            said.push(format!(
                "{config}: {} rows of the group of molecule {canonical} are left out, since it is not whole",
                thousands(rows)
            ));
        }
        Ok(())
    }

    /// Compares the spectra with the molecules, and says whether they are initialised
    /// and updated.
    fn spectrums(
        &mut self,
        arrival: &mut Arrival<'_>,
        is_explored: bool,
        said: &mut Vec<String>,
    ) -> Result<(bool, bool)> {
        let config = self.config;
        if !is_explored {
            if self.spectra > 0 {
                arrival.take_back_spectrums(config)?;
                said.push(format!(
                    "{config}: {} spectrums are left out, since not all molecules are there",
                    thousands(self.spectra)
                ));
            }
            return Ok((false, false));
        }
        let mut shared_by_several = 0u64;
        arrival.shared_spectra(config, |shared, found| {
            shared_by_several += u64::from(shared.is_some());
            let Some(found) = found else {
                return Ok(());
            };
            let spectrum = text(Cell::Text(&found.spectrum));
            let Some(shared) = shared else {
                return Err(OriginalError::NotShared { config, spectrum }.into());
            };
            let is_updated = found.transform != NOT_UPDATED.as_bytes();
            let canonical = if is_updated {
                shared.canonical_number
            } else {
                0
            };
            let transform = if is_updated {
                &shared.transform[..]
            } else {
                NOT_UPDATED.as_bytes()
            };
            let compared = [
                (
                    2,
                    Cell::Integer(found.molecules),
                    Cell::Integer(shared.molecules),
                ),
                (3, Cell::Text(&found.transform), Cell::Text(transform)),
                (
                    4,
                    Cell::Integer(found.canonical_number),
                    Cell::Integer(canonical),
                ),
            ];
            for (column, found, expected) in compared {
                if found != expected {
                    let row = format!("{config}, spectrum {spectrum}");
                    return Err(wrong(row, Row::SPECTRUM[column], found, expected));
                }
            }
            Ok(())
        })?;
        if self.spectra < shared_by_several {
            if self.spectra > 0 {
                arrival.take_back_spectrums(config)?;
                said.push(format!(
                    "{config}: its spectrums are left out, since only {} of {} are there",
                    thousands(self.spectra),
                    thousands(shared_by_several)
                ));
            }
            return Ok((false, false));
        }
        if self.updated < self.spectra {
            if self.updated > 0 {
                arrival.take_back_update(config)?;
                said.push(format!(
                    "{config}: its spectrums count as not updated, since only {} of {} are",
                    thousands(self.updated),
                    thousands(self.spectra)
                ));
            }
            return Ok((true, false));
        }
        Ok((true, true))
    }
}

fn wrong(
    row: String,
    column: &'static str,
    found: Cell<'_>,
    expected: Cell<'_>,
) -> crate::store::Error {
    wrong_text(row, column, found, text(expected))
}

fn wrong_text(
    row: String,
    column: &'static str,
    found: Cell<'_>,
    expected: String,
) -> crate::store::Error {
    OriginalError::Wrong {
        row,
        column,
        found: text(found),
        expected,
    }
    .into()
}

/// The content of a cell, for a message.
pub(super) fn text(cell: Cell<'_>) -> String {
    /// The longest sound text is a molecule in the widest box.
    const LONGEST: usize = 121;
    match cell {
        Cell::Integer(number) => number.to_string(),
        Cell::Text(bytes) => {
            let all = String::from_utf8_lossy(bytes);
            match all.char_indices().nth(LONGEST) {
                Some((end, _)) => format!("{}…", &all[..end]),
                None if all.is_empty() => "an empty text".to_owned(),
                None => all.into_owned(),
            }
        }
        Cell::Strange(_) => "neither a text nor a whole number".to_owned(),
    }
}
