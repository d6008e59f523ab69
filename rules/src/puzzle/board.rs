//! A board as a player sees it: what became of the rays shot so far, and
//! what is known or supposed of the cells.

use crate::board::{Cell, Config, MAX_WIDTH, Molecule, Position, Transform};
use crate::ray::{Chamber, Outcome};

/// A box, the results of the rays shot so far, and what is known of its cells. Its methods panic
/// if they get a position or a cell that the box does not have.
///
/// ```
/// use blackbox_rules::board::{Cell, Position};
/// use blackbox_rules::ray::Outcome;
/// use blackbox_rules::puzzle::board::{Board, Marks};
///
/// let mut board = Board::new(4);
/// let [west, east] = [0, 11].map(Position::new);
/// board.shoot(west, Outcome::Out(east));
/// assert_eq!(board.result(east), Some(Outcome::Out(west)));
/// assert_eq!(board.ray_points(), 2);
/// board.mark(Cell::new(5), true);
/// assert!(Marks::of(&board).atoms.has_atom(Cell::new(5)));
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    width: usize,
    results: Vec<Option<Outcome>>,
    cells: Vec<Option<bool>>,
}

impl Board {
    /// An unknown box.
    ///
    /// # Panics
    ///
    /// If no box is that wide.
    pub fn new(width: usize) -> Board {
        assert!(
            (1..=MAX_WIDTH).contains(&width),
            "no box is {width} cells wide"
        );
        Board {
            width,
            results: vec![None; 4 * width],
            cells: vec![None; width * width],
        }
    }

    /// The box of a molecule after all rays.
    pub fn all_shot(molecule: Molecule, config: Config) -> Board {
        let chamber = Chamber::new(molecule, config);
        let mut board = Board::new(config.width());
        for position in config.all_positions() {
            board.shoot(position, chamber.shoot(position).outcome);
        }
        board
    }

    /// p, the width and height of the box in cells.
    pub fn width(&self) -> usize {
        self.width
    }

    /// By position, what became of the ray shot from there, or that came out there.
    pub fn results(&self) -> &[Option<Outcome>] {
        &self.results
    }

    /// What became of the ray shot from a position, or that came out there.
    pub fn result(&self, position: Position) -> Option<Outcome> {
        self.results[position.index()]
    }

    /// The positions from which no ray was shot, and where none came out.
    pub(super) fn unshot(&self) -> impl Iterator<Item = usize> {
        (0..self.results.len()).filter(|&position| self.results[position].is_none())
    }

    /// The first of them in each set that is alike, see [`Board::lowest_images`].
    pub(super) fn unshot_unlike(&self) -> impl Iterator<Item = usize> {
        let lowest = self.lowest_images();
        self.unshot()
            .filter(move |&position| lowest[position] == position)
    }

    /// By cell, line by line: is an atom there? `None` if that is not known.
    pub fn cells(&self) -> &[Option<bool>] {
        &self.cells
    }

    /// Is an atom in a cell? `None` if that is not known.
    pub fn cell(&self, cell: Cell) -> Option<bool> {
        self.cells[cell.index()]
    }

    /// Notes what became of a ray; if it came out, at its other end, too.
    pub fn shoot(&mut self, position: Position, outcome: Outcome) {
        self.results[position.index()] = Some(outcome);
        if let Outcome::Out(exit) = outcome {
            self.results[exit.index()] = Some(Outcome::Out(position));
        }
    }

    /// Notes what a cell holds, or that it is not known.
    pub fn mark(&mut self, cell: Cell, atom: impl Into<Option<bool>>) {
        self.cells[cell.index()] = atom.into();
    }

    /// Forgets a ray, at both of its ends.
    pub(super) fn unshoot(&mut self, position: Position) {
        if let Some(Outcome::Out(exit)) = self.results[position.index()].take() {
            self.results[exit.index()] = None;
        }
    }

    /// The board with nothing known of its cells.
    #[must_use]
    pub fn without_marks(&self) -> Board {
        Board {
            cells: vec![None; self.cells.len()],
            ..self.clone()
        }
    }

    /// The board with what these marks say of its cells.
    pub(super) fn with_marks(mut self, marks: Marks) -> Board {
        marks.atoms.atoms().for_each(|cell| self.mark(cell, true));
        marks.empty.atoms().for_each(|cell| self.mark(cell, false));
        self
    }

    /// What the shots cost as Emacs counts: 1 point for each result around the box.
    pub fn ray_points(&self) -> u64 {
        self.results.iter().flatten().count() as u64
    }

    /// The shots that gave the results. A ray that came out appears once, at its lower end.
    pub fn shots(&self) -> impl Iterator<Item = (Position, Outcome)> {
        let positions = (0..self.results.len()).map(Position::new);
        let results = positions.zip(&self.results);
        results.filter_map(|(position, outcome)| match *outcome {
            Some(Outcome::Out(exit)) if exit < position => None,
            outcome => outcome.map(|outcome| (position, outcome)),
        })
    }

    /// By position, the lowest one to which a rotation or reflection takes it that leaves the whole
    /// board as it is. A ray from there has the same answers, equally often.
    pub(super) fn lowest_images(&self) -> Vec<usize> {
        let positions = self.results.len();
        let mut lowest: Vec<usize> = (0..positions).collect();
        for transform in Transform::ALL {
            // By position, where it goes.
            let mut image = vec![0; positions];
            for position in 0..positions {
                image[transform.source(position, positions)] = position;
            }
            if self.is_symmetric(transform, &image) {
                for (lowest, image) in lowest.iter_mut().zip(image) {
                    *lowest = image.min(*lowest);
                }
            }
        }
        lowest
    }

    fn is_symmetric(&self, transform: Transform, image: &[usize]) -> bool {
        let moved = |outcome| match outcome {
            Outcome::Out(exit) => Outcome::Out(Position::new(image[exit.index()])),
            other => other,
        };
        let mut results = self.results.iter().enumerate();
        let mut cells = (0..self.cells.len()).map(Cell::new);
        results.all(|(position, result)| self.results[image[position]] == result.map(moved))
            && cells.all(|cell| self.cell(transform.cell(cell, self.width)) == self.cell(cell))
    }
}

/// Where the player supposes atoms, and where empty cells.
///
/// See the [example](Board).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marks {
    /// The cells where an atom is supposed.
    pub atoms: Molecule,
    /// The cells that are supposed to be empty.
    pub empty: Molecule,
}

impl Marks {
    /// The marks of a board.
    pub fn of(board: &Board) -> Marks {
        let cells = board.cells().iter().enumerate();
        let marked = |wanted: bool| {
            let cells = cells.clone().filter(|&(_, mark)| *mark == Some(wanted));
            Molecule::from_bits(cells.fold(0, |bits, (cell, _)| bits | 1 << cell))
        };
        Marks {
            atoms: marked(true),
            empty: marked(false),
        }
    }

    /// Is nothing marked?
    pub fn is_empty(&self) -> bool {
        self.atoms.bits() | self.empty.bits() == 0
    }
}
