//! A board as a player sees it: the outcomes of the rays fired so far, and the marks in its cells.

use crate::board::{Board, Cell, CellMask, Position, Size, Transform, WideMask, WrongBox};
use crate::ray::Outcome;

/// A box, the outcomes of the rays fired so far, and the cells that are known to hold an atom or to be empty.
///
/// ```
/// use blackbox_rules::board::Size;
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::evidence::Evidence;
///
/// let size = Size::square(4)?;
/// let mut seen = Evidence::new(size);
/// let [west, east] = [0, 11].map(|index| size.position(index).expect("it has 16 positions"));
/// seen.note(west, Outcome::Out(east))?;
/// assert_eq!(seen.result(east)?, Some(Outcome::Out(west)));
/// assert_eq!(seen.ray_points(), 2);
/// let cell = size.cell(1, 1).expect("it has four rows and columns");
/// seen.mark(cell, true)?;
/// assert_eq!(seen.cell(cell)?, Some(true));
/// assert_eq!(seen.shots().collect::<Vec<_>>(), [(west, Outcome::Out(east))]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(
    feature = "serde",
    serde(into = "StoredEvidence", try_from = "StoredEvidence")
)]
pub struct Evidence {
    size: Size,
    results: Vec<Option<Outcome>>,
    cells: Vec<Option<bool>>,
}

/// Why a ray cannot be noted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum NoteError {
    /// The position belongs to another box.
    #[error(transparent)]
    WrongBox(#[from] WrongBox),
    /// The ray comes out where it was fired, which would be a reflection.
    #[error("the ray from {} comes out where it was fired; such a ray is reflected", .0.words())]
    OwnPosition(Position),
    /// One end of the ray has another answer already.
    #[error("{} has another answer already", .0.words())]
    Known(Position),
}

/// The serialised form: each ray once, and the cells that are known.
#[cfg(feature = "serde")]
#[derive(serde::Serialize, serde::Deserialize)]
struct StoredEvidence {
    size: Size,
    shots: Vec<(Position, Outcome)>,
    cells: Vec<(Cell, bool)>,
}

#[cfg(feature = "serde")]
impl From<Evidence> for StoredEvidence {
    fn from(evidence: Evidence) -> StoredEvidence {
        let cells = evidence.size.all_cells().zip(&evidence.cells);
        StoredEvidence {
            size: evidence.size,
            shots: evidence.shots().collect(),
            cells: cells
                .filter_map(|(cell, &atom)| Some((cell, atom?)))
                .collect(),
        }
    }
}

#[cfg(feature = "serde")]
impl TryFrom<StoredEvidence> for Evidence {
    type Error = NoteError;

    fn try_from(stored: StoredEvidence) -> Result<Evidence, NoteError> {
        let mut evidence = Evidence::new(stored.size);
        for (position, outcome) in stored.shots {
            evidence.note(position, outcome)?;
        }
        for (cell, atom) in stored.cells {
            evidence.mark(cell, atom)?;
        }
        Ok(evidence)
    }
}

impl Evidence {
    /// A box of which nothing is known.
    pub fn new(size: Size) -> Evidence {
        Evidence {
            size,
            results: vec![None; size.positions()],
            cells: vec![None; size.cells()],
        }
    }

    /// The evidence after all rays have been fired at a board.
    pub fn of_all_rays(board: Board) -> Evidence {
        Evidence {
            results: board.rays().map(|(_, ray)| Some(ray.outcome)).collect(),
            ..Evidence::new(board.size())
        }
    }

    /// The size of the box.
    pub fn size(&self) -> Size {
        self.size
    }

    /// For each position, the outcome of the ray that was fired from there or came out there.
    pub fn results(&self) -> &[Option<Outcome>] {
        &self.results
    }

    /// The outcome of the ray that was fired from a position or came out there.
    pub fn result(&self, position: Position) -> Result<Option<Outcome>, WrongBox> {
        self.size.expect(position.size())?;
        Ok(self.results[position.index()])
    }

    /// The positions from which no ray was fired, and where none came out.
    pub(super) fn unshot(&self) -> impl Iterator<Item = usize> {
        (0..self.results.len()).filter(|&position| self.results[position].is_none())
    }

    /// As [`Evidence::unshot`], but only the first of positions that are equivalent by [`Evidence::lowest_images`].
    pub(super) fn unshot_unlike(&self) -> impl Iterator<Item = usize> {
        let lowest = self.lowest_images();
        self.unshot()
            .filter(move |&position| lowest[position] == position)
    }

    /// For each cell, row by row, whether it holds an atom. `None` if that is not known.
    pub fn cells(&self) -> &[Option<bool>] {
        &self.cells
    }

    /// Whether a cell holds an atom. `None` if that is not known.
    pub fn cell(&self, cell: Cell) -> Result<Option<bool>, WrongBox> {
        self.size.expect(cell.size())?;
        Ok(self.cells[cell.index()])
    }

    /// Notes the outcome of a ray, at both ends if it came out. The same ray may be noted again.
    ///
    /// # Errors
    ///
    /// If an end already has another answer or belongs to another box, or if both ends are the same position.
    pub fn note(&mut self, position: Position, outcome: Outcome) -> Result<(), NoteError> {
        self.size.expect(position.size())?;
        let differs =
            |at: Position, outcome| self.results[at.index()].is_some_and(|is| is != outcome);
        if let Outcome::Out(exit) = outcome {
            self.size.expect(exit.size())?;
            if exit == position {
                return Err(NoteError::OwnPosition(position));
            }
            if differs(exit, Outcome::Out(position)) {
                return Err(NoteError::Known(exit));
            }
        }
        if differs(position, outcome) {
            return Err(NoteError::Known(position));
        }
        self.set(position, outcome);
        Ok(())
    }

    /// Notes a ray of this box that contradicts no other.
    pub(crate) fn set(&mut self, position: Position, outcome: Outcome) {
        self.results[position.index()] = Some(outcome);
        if let Outcome::Out(exit) = outcome {
            self.results[exit.index()] = Some(Outcome::Out(position));
        }
    }

    /// Marks a cell as holding an atom or empty, or removes the mark.
    pub fn mark(&mut self, cell: Cell, atom: impl Into<Option<bool>>) -> Result<(), WrongBox> {
        self.size.expect(cell.size())?;
        self.set_cell(cell.index(), atom);
        Ok(())
    }

    /// As [`Evidence::mark`], for the cell with this index.
    pub(crate) fn set_cell(&mut self, cell: usize, atom: impl Into<Option<bool>>) {
        self.cells[cell] = atom.into();
    }

    /// Removes a ray, at both ends if it came out.
    pub(super) fn unshoot(&mut self, position: Position) {
        if let Some(Outcome::Out(exit)) = self.results[position.index()].take() {
            self.results[exit.index()] = None;
        }
    }

    /// The evidence without the marks of the cells.
    #[must_use]
    pub fn without_marks(&self) -> Evidence {
        Evidence {
            cells: vec![None; self.cells.len()],
            ..self.clone()
        }
    }

    /// The evidence with these marks added.
    pub(super) fn with_marks(mut self, marks: Marks) -> Evidence {
        for (marked, atom) in [(marks.atoms.cells(), true), (marks.empty, false)] {
            marked.cells().for_each(|cell| self.set_cell(cell, atom));
        }
        self
    }

    /// The points for the rays, as Emacs counts them: 1 for each position with a result, so 2 for a ray that came out.
    pub fn ray_points(&self) -> u64 {
        self.results.iter().flatten().count() as u64
    }

    /// The rays that were fired. A ray that came out appears once, at its lower end.
    pub fn shots(&self) -> impl Iterator<Item = (Position, Outcome)> {
        let results = self.size.all_positions().zip(&self.results);
        results.filter_map(|(position, outcome)| match *outcome {
            Some(Outcome::Out(exit)) if exit < position => None,
            outcome => outcome.map(|outcome| (position, outcome)),
        })
    }

    /// For each position, its lowest image under the rotations and reflections that leave all evidence
    /// unchanged. Rays from both have the same answers, equally often.
    pub(super) fn lowest_images(&self) -> Vec<usize> {
        let mut lowest: Vec<usize> = (0..self.results.len()).collect();
        for &transform in self.size.symmetries() {
            if self.is_symmetric(transform) {
                for (lowest, position) in lowest.iter_mut().zip(self.size.all_positions()) {
                    *lowest = transform.position(position).index().min(*lowest);
                }
            }
        }
        lowest
    }

    fn is_symmetric(&self, transform: Transform) -> bool {
        let moved = |outcome| match outcome {
            Outcome::Out(exit) => Outcome::Out(transform.position(exit)),
            other => other,
        };
        let mut results = self.size.all_positions().zip(&self.results);
        let mut cells = self.size.all_cells().zip(&self.cells);
        let image = |position| &self.results[transform.position(position).index()];
        results.all(|(position, result)| *image(position) == result.map(moved))
            && cells.all(|(cell, held)| self.cells[transform.cell(cell).index()] == *held)
    }
}

/// The cells where the player supposes atoms, and those supposed to be empty.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The cells where an atom is supposed.
    pub atoms: Board,
    pub(super) empty: WideMask,
}

impl Marks {
    /// The marks in the cells of a board.
    pub fn of(seen: &Evidence) -> Marks {
        let cells = seen.cells().iter().enumerate();
        let marked = |wanted: bool| {
            let cells = cells.clone().filter(|&(_, mark)| *mark == Some(wanted));
            WideMask::of_cells(cells.map(|(cell, _)| cell))
        };
        Marks {
            atoms: Board::of_cells(marked(true), seen.size()),
            empty: marked(false),
        }
    }

    /// The cells that are supposed to be empty.
    pub fn empty(self) -> impl Iterator<Item = Cell> {
        let cells = self.empty.cells();
        cells.map(move |cell| Cell::of(cell, self.atoms.size()))
    }

    /// Whether no cell is marked.
    pub fn is_empty(&self) -> bool {
        self.atoms.config().atoms() + self.empty.count() == 0
    }
}
