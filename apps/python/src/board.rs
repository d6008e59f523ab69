//! The classes for values: a configuration, a molecule, a ray.

use blackbox::board::{self, Board, Cell, Position, Size};
use blackbox::output::decoded::answer;
use blackbox::puzzle::game::amount;
use blackbox::puzzle::text::BoardText;
use blackbox::ray::Path;
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple, PyType};

use crate::given::{self, wrong};
use crate::picture;

/// A configuration: `A4_B8` is 4 atoms in a box 8 cells wide, and `A3_B5x7` 3 atoms in a box of 5 rows and
/// 7 columns. A box has 1 to 20 rows and columns. Molecules have numbers only in square boxes up to 11 cells
/// wide, and only if there are fewer than 2⁶³ of them.
///
/// >>> Config("A4_B8").molecules
/// 635376
/// >>> Config("A4_B8") == Config("a4_b8")
/// True
#[pyclass(frozen, eq, ord, hash, str = "{0}", module = "blackbox")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Config(pub(crate) board::Config);

#[pymethods]
impl Config {
    /// The configuration with this name. ValueError if the name is not valid.
    #[new]
    #[pyo3(signature = (name, *more), text_signature = "(name)")]
    fn new(name: &Bound<'_, PyAny>, more: &Bound<'_, PyTuple>) -> PyResult<Config> {
        match more.is_empty() {
            true => given::config(name).map(Config),
            false => Err(PyTypeError::new_err(
                "a configuration is made from its name alone, such as Config('A4_B8')",
            )),
        }
    }

    fn __repr__(&self) -> String {
        format!("Config('{}')", self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String,)) {
        (slf.get_type(), (slf.get().0.to_string(),))
    }

    /// The number of atoms.
    #[getter]
    fn atoms(&self) -> usize {
        self.0.atoms()
    }

    /// The number of columns of the box.
    #[getter]
    fn width(&self) -> usize {
        self.0.width()
    }

    /// The number of rows of the box.
    #[getter]
    fn rows(&self) -> usize {
        self.0.size().rows()
    }

    /// The number of positions from which rays are fired: both ends of every row and column.
    #[getter]
    fn positions(&self) -> usize {
        self.0.positions()
    }

    /// The positions in words, in their order, so that `entries[16]` has the words of position 16, and
    /// `entries.index("east 2")` is the position with these words.
    ///
    /// >>> Config("A1_B2").entries
    /// ['west 1', 'west 2', 'south 1', 'south 2', 'east 2', 'east 1', 'north 2', 'north 1']
    #[getter]
    fn entries(&self) -> Vec<String> {
        self.0.size().all_positions().map(Position::words).collect()
    }

    /// The number of molecules.
    #[getter]
    fn molecules<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        // In a large box, the number exceeds 128 bits.
        (py.import("math")?).call_method1("comb", (self.0.cells(), self.0.atoms()))
    }

    /// The number of molecules up to rotation and reflection. None if the molecules have no numbers.
    #[getter]
    fn canonical_molecules(&self) -> Option<u64> {
        (self.0.is_numbered()).then(|| self.0.canonical_molecules())
    }
}

/// A molecule: an arrangement of the atoms in the box. The molecules of a configuration are ordered by their
/// numbers.
///
/// >>> one = Molecule("A2_B4", 2)
/// >>> one.text
/// 'O-O-------------'
/// >>> one == Molecule("A2_B4", "O-O-------------") == Molecule.from_atoms(4, [0, 2])
/// True
#[pyclass(frozen, eq, ord, hash, module = "blackbox")]
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Molecule(pub(crate) Board);

#[pymethods]
impl Molecule {
    /// The molecule of this number, counted from 1, or of this text: `O` for an atom, `-` for an
    /// empty cell, row by row. ValueError or IndexError if there is no such molecule. Only the molecules of
    /// square boxes up to 11 cells wide have numbers.
    #[new]
    fn new(config: &Bound<'_, PyAny>, molecule: &Bound<'_, PyAny>) -> PyResult<Molecule> {
        if let Ok(text) = molecule.cast::<PyString>() {
            let config = given::config(config)?;
            return Board::parse(text.to_cow()?.as_ref(), config)
                .map(Molecule)
                .map_err(wrong);
        }
        let config = given::numbered(config)?;
        let numbers = (1, config.molecules() + 1);
        let number = given::index(molecule, numbers, config, "molecule")?;
        let board = Board::from_number(number, config);
        board
            .map(Molecule)
            .ok_or_else(|| wrong("the molecules are not numbered"))
    }

    /// The molecule with atoms in these cells of a box. A cell is its number, counted from 0 row by
    /// row, or its row and column, both counted from 0. IndexError if the box has no such cell, and
    /// ValueError if a cell occurs twice. A box has as many rows as columns, unless `rows` is given.
    ///
    /// >>> Molecule.from_atoms(4, [(0, 0), (0, 2)]).number
    /// 2
    /// >>> Molecule.from_atoms(3, [5], rows=2)
    /// Molecule('A1_B2x3', '-----O')
    #[staticmethod]
    #[pyo3(signature = (width, atoms, *, rows=None))]
    fn from_atoms(
        width: &Bound<'_, PyAny>,
        atoms: &Bound<'_, PyAny>,
        rows: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<Molecule> {
        let side = |side| given::at_least(side, 1, "a side of a box").map(|side| side as usize);
        let size = Size::new(side(rows.unwrap_or(width))?, side(width)?).map_err(wrong)?;
        let mut cells = Vec::new();
        for atom in atoms.try_iter()? {
            let cell = cell(&atom?, size)?;
            if cells.contains(&cell) {
                return Err(wrong(format!("cell {} is named twice", cell.index())));
            }
            cells.push(cell);
        }
        Board::with_atoms(cells, size).map(Molecule).map_err(wrong)
    }

    /// The molecule that a board shows: in a drawing, the cells with `O`; in a game ID or in
    /// `A4_B8:2813`, the hidden one. ValueError if the text is not a board, or shows no molecule or not the
    /// number of atoms that it states.
    ///
    /// >>> Molecule.from_board("A4_B8:2813").atoms
    /// [0, 2, 20, 58]
    #[staticmethod]
    fn from_board(board: &Bound<'_, PyString>) -> PyResult<Molecule> {
        let read = BoardText::parse(board.to_cow()?.as_bytes()).map_err(wrong)?;
        let shown = read.marks.atoms.config().atoms() as u64;
        let stated = read.balls.clone().unwrap_or(1..=u64::MAX);
        match read.disclosed() {
            Some(hidden) => Ok(Molecule(hidden)),
            None if stated.contains(&shown) => Ok(Molecule(read.marks.atoms)),
            None if shown == 0 => Err(wrong("the board shows no atom")),
            None => Err(wrong(format!(
                "the number of atoms shown is {shown}, not {}",
                amount(&stated)
            ))),
        }
    }

    fn __repr__(&self) -> String {
        format!("Molecule('{}', '{}')", self.0.config(), self.0)
    }

    /// The box with the answers around it, as a picture for a notebook.
    fn _repr_html_(&self) -> String {
        picture::svg(self.0, None)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (String, String)) {
        let board = slf.get().0;
        (slf.get_type(), (board.config().to_string(), board.text()))
    }

    /// The configuration of the molecule.
    #[getter]
    fn config(&self) -> Config {
        Config(self.0.config())
    }

    /// The number of the molecule, counted from 1. None if the box is not square or is more than 11 cells
    /// wide, or if the configuration has too many molecules.
    #[getter]
    fn number(&self) -> Option<u64> {
        self.0.number()
    }

    /// `O` for an atom, `-` for an empty cell, row by row.
    #[getter]
    fn text(&self) -> String {
        self.0.text()
    }

    /// The cells that contain an atom, counted from 0, row by row.
    #[getter]
    fn atoms(&self) -> Vec<usize> {
        self.0.atoms().map(Cell::index).collect()
    }

    /// The answers to all rays, in the order of positions: `@` absorbed, `&` reflected, a letter at either
    /// end of a ray that comes out elsewhere.
    ///
    /// >>> Molecule("A1_B3", 1).spectrum()
    /// '@&a@bcab@c&@'
    fn spectrum(&self) -> String {
        self.0.spectrum().to_string()
    }

    /// The ray fired from a position: its number, counted from 0, or its words. IndexError if there is no
    /// such position, ValueError if the words are not a position.
    ///
    /// >>> one = Molecule("A4_B8", 117)
    /// >>> one.ray(3).cells
    /// [24, 25, 26, 27, 28, 29, 30, 31]
    /// >>> one.ray("west 4") == one.ray(3)
    /// True
    fn ray(&self, position: &Bound<'_, PyAny>) -> PyResult<Ray> {
        let position = given::position(position, self.0.config())?;
        let path = self.0.path(position).map_err(wrong)?;
        Ok(Ray::of(self.0, path))
    }

    /// The rays fired from all positions. A ray that comes out elsewhere has two entries, one for each end.
    ///
    /// >>> len(Molecule("A4_B8", 117).rays())
    /// 32
    fn rays(&self) -> Vec<Ray> {
        self.0.paths().map(|path| Ray::of(self.0, path)).collect()
    }
}

/// Converts the argument for a cell of a box, which is its number or its row and column.
fn cell(given: &Bound<'_, PyAny>, size: Size) -> PyResult<Cell> {
    let whose = format!("a box {} wide", size.columns());
    let index = |given: &Bound<'_, PyAny>, end: usize, what| {
        given::index(given, (0, end as u64), &whose, what).map(|index| index as usize)
    };
    let found = match given.extract::<Vec<Bound<'_, PyAny>>>() {
        Err(_) => size.cell_numbered(index(given, size.cells(), "cell")?),
        Ok(pair) => {
            let [row, column] = &pair[..] else {
                let what = format!("a cell has a row and a column, not {} numbers", pair.len());
                return Err(wrong(what));
            };
            size.cell(
                index(row, size.rows(), "row")?,
                index(column, size.columns(), "column")?,
            )
        }
    };
    found.ok_or_else(|| wrong("the box has no such cell"))
}

/// A ray that was fired at a molecule.
///
/// >>> ray = Molecule("A2_B4", 2).ray(12)
/// >>> ray.entry, ray.outcome
/// ('north 4', 'reflected')
/// >>> Ray(ray.molecule, 12) == ray
/// True
#[pyclass(frozen, eq, hash, module = "blackbox")]
#[derive(Clone, PartialEq, Eq, Hash)]
pub(crate) struct Ray {
    board: Board,
    path: Path,
}

impl Ray {
    pub(crate) fn of(board: Board, path: Path) -> Ray {
        Ray { board, path }
    }
}

#[pymethods]
impl Ray {
    /// The ray fired at a molecule from a position: its number, counted from 0, or its words.
    #[new]
    fn new(molecule: &Bound<'_, Molecule>, position: &Bound<'_, PyAny>) -> PyResult<Ray> {
        molecule.get().ray(position)
    }

    fn __repr__(&self) -> String {
        format!(
            "Ray({}, {})",
            self.molecule().__repr__(),
            self.path.position.index()
        )
    }

    /// The box with the path of the ray, as a picture for a notebook.
    fn _repr_html_(&self) -> String {
        picture::svg(self.board, Some(&self.path))
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Molecule, usize)) {
        let ray = slf.get();
        (slf.get_type(), (ray.molecule(), ray.position()))
    }

    /// The molecule at which the ray is fired.
    #[getter]
    fn molecule(&self) -> Molecule {
        Molecule(self.board)
    }

    /// The position where the ray enters, counted from 0: down the west side, along the south side, up the
    /// east side, and back along the north side.
    #[getter]
    fn position(&self) -> usize {
        self.path.position.index()
    }

    /// The position where the ray enters in words, such as `west 1`.
    #[getter]
    fn entry(&self) -> String {
        self.path.position.words()
    }

    /// `absorbed`, `reflected` or `out`.
    #[getter]
    fn outcome(&self) -> &'static str {
        answer(self.path.ray.outcome).0
    }

    /// The position where the ray comes out, if it does.
    #[getter]
    fn exit(&self) -> Option<usize> {
        answer(self.path.ray.outcome).1.map(Position::index)
    }

    /// The position where the ray comes out in words, such as `east 1`, if it does.
    #[getter]
    fn exit_words(&self) -> Option<String> {
        answer(self.path.ray.outcome).1.map(Position::words)
    }

    /// The ray as `decode` reads it in a board: the position where it enters, and `H` (absorbed), `R`
    /// (reflected), or the position where it comes out.
    ///
    /// >>> Molecule("A4_B8", 117).ray("west 4").text
    /// 'west 4 = east 4'
    #[getter]
    fn text(&self) -> String {
        format!("{} = {}", self.entry(), self.path.ray.outcome)
    }

    /// The number of cells that the ray enters; for a reflected ray, only up to its reflection.
    #[getter]
    fn length(&self) -> u16 {
        self.path.ray.length
    }

    /// The number of its turns by 90°; for a reflected ray, only up to its reflection.
    #[getter]
    fn turns(&self) -> u16 {
        self.path.ray.turns
    }

    /// The cells that the ray enters, in order, counted from 0.
    #[getter]
    fn cells(&self) -> Vec<usize> {
        self.path.cells.iter().map(|cell| cell.index()).collect()
    }
}
