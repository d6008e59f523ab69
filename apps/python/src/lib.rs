//! Black Box for Python: the modules without files of `blackbox` as the module of the same name.
//!
//! `blackbox.pyi` beside it has the types, and docs/python.md the examples. Work that may be long
//! runs beside the interpreter, which looks for Ctrl-C meanwhile.

use blackbox::board::{self, Board, Cell, Position};
use blackbox::census::{Census, OutcomeExtremes, PassEnd, Resources};
use blackbox::draw::decoded::{answer, write_json};
use blackbox::puzzle::PlayError;
use blackbox::puzzle::aim::Aim;
use blackbox::puzzle::text::BoardText;
use blackbox::puzzle::{Annotations, Puzzle};
use blackbox::ray::Path;
use pyo3::buffer::PyBuffer;
use pyo3::exceptions::{PyIndexError, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{IntoPyDict, PyBytes, PyDict};
use std::fmt::Display;
use std::io;
use std::thread::available_parallelism;
use watch::{Halt, NoThread, Observed, polled};

/// Black Box: n atoms hide in a box of p by p cells, and 4p rays are fired at them.
#[pymodule(name = "blackbox")]
mod module {
    #[pymodule_export]
    use super::{Config, Molecule, Ray, census, decode, spectra};
}

/// A configuration, such as A4_B8: 4 atoms in a box 8 cells wide.
#[pyclass(frozen, eq, hash, str = "{0}", module = "blackbox")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Config(board::Config);

#[derive(FromPyObject)]
enum Named<'py> {
    Config(PyRef<'py, Config>),
    Name(String),
}

impl Named<'_> {
    fn config(&self) -> PyResult<board::Config> {
        match self {
            Named::Config(config) => Ok(config.0),
            Named::Name(name) => name.parse().map_err(wrong),
        }
    }
}

/// What Python gets for an argument that makes no sense.
fn wrong(error: impl Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

#[pymethods]
impl Config {
    /// The configuration of that name. ValueError if there is none.
    #[new]
    fn new(name: &str) -> PyResult<Config> {
        name.parse().map(Config).map_err(wrong)
    }

    fn __repr__(&self) -> String {
        format!("Config('{}')", self.0)
    }

    /// The number of atoms.
    #[getter]
    fn atoms(&self) -> usize {
        self.0.atoms()
    }

    /// The width and height of the box in cells.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// The number of positions from which rays are fired: four times the width.
    #[getter]
    fn positions(&self) -> usize {
        self.0.positions()
    }

    /// The number of molecules.
    #[getter]
    fn molecules(&self) -> u64 {
        self.0.molecules()
    }

    /// The number of molecules up to rotation and reflection.
    #[getter]
    fn canonical_molecules(&self) -> u64 {
        self.0.canonical_molecules()
    }
}

/// A molecule: which cells of the box hold an atom.
#[pyclass(frozen, eq, hash, module = "blackbox")]
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Molecule(Board);

#[derive(FromPyObject)]
enum Source {
    Number(u64),
    Text(String),
}

#[pymethods]
impl Molecule {
    /// The molecule of this number, counted from 1, or of this text: `O` for an atom, `-` for an
    /// empty cell, line by line. ValueError or IndexError if there is none.
    #[new]
    fn new(config: Named<'_>, molecule: Source) -> PyResult<Molecule> {
        let config = config.config()?;
        let board = match molecule {
            Source::Text(text) => Board::parse(&text, config).map_err(wrong)?,
            Source::Number(number) => of_number(number, config)?,
        };
        Ok(Molecule(board))
    }

    /// The molecule that a board shows: in a drawing, the cells with `O`; in a game ID or in
    /// `A4_B8:2813`, what is hidden. ValueError if the text is not a board or shows no molecule.
    #[staticmethod]
    fn from_board(board: &str) -> PyResult<Molecule> {
        let read = BoardText::parse(board.as_bytes()).map_err(wrong)?;
        match read.disclosed() {
            None if read.marks.atoms.config().atoms() == 0 => Err(wrong("the board shows no atom")),
            hidden => Ok(Molecule(hidden.unwrap_or(read.marks.atoms))),
        }
    }

    fn __repr__(&self) -> String {
        format!("Molecule('{}', '{}')", self.0.config(), self.0)
    }

    /// Its configuration.
    #[getter]
    fn config(&self) -> Config {
        Config(self.0.config())
    }

    /// Its number, counted from 1. None if the molecules of its configuration are too many to be
    /// numbered.
    #[getter]
    fn number(&self) -> Option<u64> {
        self.0.number()
    }

    /// `O` for an atom, `-` for an empty cell, line by line.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The cells of its atoms, counted from 0, line by line.
    #[getter]
    fn atoms(&self) -> Vec<usize> {
        self.0.atoms().map(Cell::index).collect()
    }

    /// What all rays do, in the order of positions: `@` absorbed, `&` reflected, a letter at either
    /// end of a ray that comes out elsewhere.
    fn spectrum(&self) -> String {
        self.0.spectrum().to_string()
    }

    /// The ray shot from a position, counted from 0. IndexError if there is no such position.
    fn ray(&self, position: usize) -> PyResult<Ray> {
        let path = (self.0.size().position(position))
            .and_then(|position| self.0.path(position).ok())
            .ok_or_else(|| {
                let what = format!("{} has no position {position}", self.0.config());
                PyIndexError::new_err(what)
            })?;
        Ok(Ray::of(path))
    }

    /// The rays shot from all positions. A ray that comes out elsewhere is there at both ends.
    fn rays(&self) -> Vec<Ray> {
        self.0.paths().map(Ray::of).collect()
    }
}

fn of_number(number: u64, config: board::Config) -> PyResult<Board> {
    Board::from_number(number, config).ok_or_else(|| {
        let last = config.molecules();
        let what = format!("{config} has no molecule {number}; it has 1 to {last}");
        PyIndexError::new_err(what)
    })
}

/// A ray that has been fired.
#[pyclass(frozen, get_all, module = "blackbox")]
struct Ray {
    /// Where it enters, counted from 0: down the west side, along the south side, up the east side,
    /// back along the north side.
    position: usize,
    /// The same in words, such as `west 1`.
    entry: String,
    /// `absorbed`, `reflected` or `out`.
    outcome: &'static str,
    /// The position where it comes out, if it does.
    exit: Option<usize>,
    /// The number of cells that it enters, without the way back of a reflected ray.
    length: u16,
    /// The number of its turns by 90°, also without the way back.
    turns: u16,
    /// The cells that it enters, in order, counted from 0.
    cells: Vec<usize>,
}

impl Ray {
    fn of(path: Path) -> Ray {
        let (outcome, exit) = answer(path.ray.outcome);
        Ray {
            position: path.position.index(),
            entry: path.position.words(),
            outcome,
            exit: exit.map(Position::index),
            length: path.ray.length,
            turns: path.ray.turns,
            cells: path.cells.into_iter().map(Cell::index).collect(),
        }
    }
}

#[pymethods]
impl Ray {
    fn __repr__(&self) -> String {
        let exit = self.exit.map(|exit| format!(" at {exit}"));
        let exit = exit.unwrap_or_default();
        format!("<Ray from {}: {}{exit}>", self.entry, self.outcome)
    }
}

/// The numbers between two looks for Ctrl-C.
const LOOK: usize = 1 << 16;

/// The spectra of many molecules by number, as a numpy array of bytes, one item per number.
///
/// The numbers are a range, a sequence, or a numpy array of 64-bit integers. IndexError if the
/// configuration does not have one of them.
#[pyfunction]
fn spectra<'py>(
    py: Python<'py>,
    config: Named<'_>,
    numbers: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let config = config.config()?;
    let numbers: Vec<u64> = if let Ok(numbers) = PyBuffer::<u64>::get(numbers) {
        numbers.to_vec(py)?
    } else if let Ok(numbers) = PyBuffer::<i64>::get(numbers) {
        let numbers = numbers.to_vec(py)?;
        // There is no molecule 0, either.
        let known = |number: i64| number.try_into().unwrap_or(0);
        numbers.into_iter().map(known).collect()
    } else {
        numbers.extract()?
    };
    let positions = config.positions();
    let bytes = PyBytes::new_with(py, numbers.len() * positions, |bytes| {
        let bytes = bytes.chunks_mut(LOOK * positions);
        for (numbers, bytes) in numbers.chunks(LOOK).zip(bytes) {
            py.check_signals()?;
            py.detach(|| fill(config, numbers, bytes))?;
        }
        Ok(())
    })?;
    py.import("numpy")?
        .call_method1("frombuffer", (bytes, format!("S{positions}")))
}

fn fill(config: board::Config, numbers: &[u64], bytes: &mut [u8]) -> PyResult<()> {
    let mut before: Option<(u64, Board)> = None;
    for (&number, bytes) in numbers.iter().zip(bytes.chunks_mut(config.positions())) {
        // A successor is found faster than the molecule of a number.
        let next = match before {
            Some((last, molecule)) if Some(number) == last.checked_add(1) => molecule.successor(),
            _ => None,
        };
        let molecule = next.map_or_else(|| of_number(number, config), Ok)?;
        bytes.copy_from_slice(molecule.spectrum().as_bytes());
        before = Some((number, molecule));
    }
    Ok(())
}

/// Does work that may be long beside the interpreter, which looks for Ctrl-C meanwhile.
fn interruptibly<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&Observed<'_>) -> T + Send,
) -> PyResult<T> {
    let (done, stop) = Default::default();
    let observed = Observed::new(&done, &stop);
    let mut signal = Ok(());
    let result = py.detach(|| {
        let look = |_| {
            if signal.is_ok() {
                signal = Python::attach(|py| py.check_signals());
            }
            if signal.is_err() {
                stop.ask();
            }
        };
        polled(&done, || work(&observed), look)
    });
    signal?;
    result.map_err(no_thread)
}

fn no_thread(error: NoThread) -> PyErr {
    PyRuntimeError::new_err(error.to_string())
}

/// The number of molecules in the answer of `decode`.
const LISTED: usize = 20;

/// Which molecules agree with a board, where their atoms are, and which ray to fire next.
///
/// The answer is the document that `blackbox decode --format json` prints. The board is a text in any
/// form that this program reads.
///
/// If `atoms` is missing, the board says how many there are, or there are four. If four is
/// impossible, there may be one to six. What takes longer than about a second is estimated, unless
/// `exact` is true. A text that is not a board, or a board with which no molecule agrees, is a
/// ValueError.
#[pyfunction]
#[pyo3(signature = (board, atoms=None, exact=false))]
fn decode<'py>(
    py: Python<'py>,
    board: &str,
    atoms: Option<u64>,
    exact: bool,
) -> PyResult<Bound<'py, PyAny>> {
    let read = BoardText::parse(board.as_bytes()).map_err(wrong)?;
    let annotations = Annotations {
        hidden: read.disclosed(),
        labels: read.labels,
        marks: (!read.marks.is_empty()).then_some(read.marks),
    };
    let told = atoms.map(|atoms| atoms..=atoms).or(read.balls);
    let board = read.board.without_marks();
    let document = interruptibly(py, |observed| {
        let puzzle = match told {
            Some(atoms) => Puzzle::new(board, atoms),
            None => Puzzle::untold(board, observed)?,
        };
        let puzzle = match puzzle {
            Ok(puzzle) => puzzle.with(annotations),
            Err(error) => return Ok(Err(PlayError::Atoms(error))),
        };
        let solutions = match exact {
            true => puzzle.find(LISTED, observed),
            false => puzzle.find_quickly(LISTED, observed),
        };
        let solutions = match solutions {
            Err(Halt::Enough) => return Ok(Err(PlayError::TooManyPossibilities)),
            other => other?,
        };
        if solutions.count() == 0 {
            let facts = puzzle.contradiction(observed)?;
            return Ok(Err(puzzle.contradicted(&facts)));
        }
        let advice = match exact {
            true => solutions.weigh(Aim::Points, observed),
            false => solutions.weigh_quickly(Aim::Points, observed),
        };
        let advice = match advice {
            Err(Halt::Enough) => return Ok(Err(PlayError::TooManyAgree(solutions.count()))),
            other => other?,
        };
        let mut document = Vec::new();
        let written = write_json::<io::Error>(&mut document, &solutions, &advice, |each| {
            solutions.listed().iter().try_for_each(each)
        });
        Ok(Ok(written.map(|()| document)))
    })?;
    let document = document.map_err(|halt: Halt| match halt {
        Halt::NoThread => no_thread(NoThread),
        Halt::Stopped | Halt::Enough => PyRuntimeError::new_err("stopped"),
    })?;
    let document = document.map_err(|error| match error.hint() {
        Some(hint) => wrong(format!("{error}; {hint}")),
        None => wrong(error),
    })??;
    py.import("json")?
        .call_method1("loads", (PyBytes::new(py, &document),))
}

/// The census of a configuration: how many spectra belong to how many molecules, and the extremes
/// of all rays.
///
/// `ambiguity` maps the number of molecules that share a spectrum to a dict. It has the number of
/// spectra up to rotation and reflection (`orbits`), in all (`spectrums`), and of their molecules. 1
/// is there, too. `memory` is in bytes, and without `threads` all processors work.
/// ValueError if the configuration is too large, MemoryError if the memory is not enough.
#[pyfunction]
#[pyo3(signature = (config, memory=1 << 30, threads=None))]
fn census<'py>(
    py: Python<'py>,
    config: Named<'_>,
    memory: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyDict>> {
    let config = config.config()?;
    let mut census = Census::new(config);
    let all = available_parallelism().map_or(1, usize::from);
    let threads = threads.unwrap_or(all).max(1);
    let ended = interruptibly(py, |observed| {
        let plan = census.plan(Resources { memory, threads });
        while !census.is_finished() {
            if let Err(end) = census.next_pass(&plan, observed.done, observed.stop) {
                return Err((end, plan.memory_enough()));
            }
        }
        Ok(())
    })?;
    ended.map_err(|(end, enough)| match end {
        PassEnd::Memory => PyMemoryError::new_err(format!("{enough} bytes of memory are enough")),
        PassEnd::NoThread => no_thread(NoThread),
        PassEnd::Stopped => PyRuntimeError::new_err("stopped"),
    })?;
    let checked = census.check();
    checked.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
    let findings = census.findings();
    let dict = PyDict::new(py);
    dict.set_item("config", config.to_string())?;
    dict.set_item("molecules", config.molecules())?;
    dict.set_item("canonical", findings.canonical)?;
    let sizes = PyDict::new(py);
    let mut ambiguous = 0;
    for (size, count) in findings.ambiguity.rows() {
        let molecules = size * count.spectra;
        let row = [
            ("orbits", count.orbits),
            ("spectrums", count.spectra),
            ("molecules", molecules),
        ];
        sizes.set_item(size, row.into_py_dict(py)?)?;
        ambiguous += if size > 1 { molecules } else { 0 };
    }
    dict.set_item("ambiguous_molecules", ambiguous)?;
    dict.set_item("ambiguity", sizes)?;
    let extremes = &findings.rays;
    let rays = [
        ("absorbed", outcome(py, &extremes.absorbed)?),
        ("reflected", outcome(py, &extremes.reflected)?),
        ("out", outcome(py, &extremes.out)?),
    ];
    dict.set_item("rays", rays.into_py_dict(py)?)?;
    Ok(dict)
}

fn outcome<'py>(py: Python<'py>, extremes: &OutcomeExtremes) -> PyResult<Bound<'py, PyDict>> {
    let dict = PyDict::new(py);
    for (name, extreme) in [
        ("max_length", extremes.length),
        ("max_turns", extremes.turns),
    ] {
        dict.set_item(name, extreme.map(|extreme| extreme.value))?;
        let number = extreme.map(|extreme| extreme.number);
        dict.set_item(format!("{name}_number"), number)?;
    }
    Ok(dict)
}
