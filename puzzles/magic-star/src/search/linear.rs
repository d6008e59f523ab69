//! What the numbers in some cells say about those in others.
//!
//! The sums of the lines are n linear equations for the numbers in the 2n
//! cells. Once some cells are filled, combinations of them tell more than
//! every line by itself: three lines that meet each other in empty cells, and
//! lack nothing else, determine all three numbers; and where the lines that
//! still lack something can be divided into two sets so that every empty cell
//! lies on one line of either, the needs of both sets must have the same sum.
//!
//! Everything that follows for single cells and for pairs of them is found by
//! elimination. All numbers in it are small multiples of powers of two, since
//! every cell lies on exactly two lines, so that `f64` holds them exactly.

use crate::rules::{Cell, Diagram, MAX_CELLS, MAX_ORDER, Partial};

/// The equations for the cells that are empty, solved for some of them.
#[derive(Clone, Debug)]
pub(super) struct System {
    rows: Vec<Row>,
    /// The empty cells as bits.
    empty: u32,
}

/// The number in a cell, plus multiples of those in cells that no row is
/// solved for, is a combination of what the lines need. Without a cell, that
/// combination is zero, and every empty cell's multiple is.
#[derive(Clone, Debug)]
struct Row {
    solved: Option<Cell>,
    cells: [f64; MAX_CELLS],
    lines: [f64; MAX_ORDER],
}

/// Empty cells of which one determines all others.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Class {
    /// One of them.
    pub cell: Cell,
    /// The others.
    pub others: Vec<Dependent>,
}

/// A cell whose number is `factor` times that in another cell plus a
/// combination of what the lines need.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Dependent {
    pub cell: Cell,
    /// ±1, ±2 or ±1/2.
    pub factor: f64,
    /// By what each line's need is multiplied.
    pub lines: [f64; MAX_ORDER],
}

impl System {
    /// The equations of a star without numbers.
    pub(super) fn new(diagram: &Diagram) -> System {
        let cells = diagram.star().cells();
        let mut system = System {
            rows: Vec::with_capacity(cells),
            empty: (((1u64 << cells) - 1) & 0xffff_ffff) as u32,
        };
        for (line, of_line) in diagram.lines().iter().enumerate() {
            let mut row = Row {
                solved: None,
                cells: [0.0; MAX_CELLS],
                lines: [0.0; MAX_ORDER],
            };
            for &cell in of_line {
                row.cells[usize::from(cell)] = 1.0;
            }
            row.lines[line] = 1.0;
            system.rows.push(row);
        }
        for row in 0..system.rows.len() {
            system.solve(row);
        }
        system
    }

    /// The empty cells as bits.
    pub(super) fn empty(&self) -> u32 {
        self.empty
    }

    /// Solves a row for one of its empty cells, if it has any left, and
    /// eliminates that cell from the other rows.
    fn solve(&mut self, row: usize) {
        let mut solving = self.rows[row].clone();
        let cell = bits(self.empty).find(|&cell| solving.cells[usize::from(cell)] != 0.0);
        solving.solved = cell;
        if let Some(cell) = cell.map(usize::from) {
            let factor = 1.0 / solving.cells[cell];
            solving.scale(factor);
            for (_, other) in self.rows.iter_mut().enumerate().filter(|(i, _)| *i != row) {
                let factor = other.cells[cell];
                if factor != 0.0 {
                    other.subtract(factor, &solving);
                }
            }
        }
        self.rows[row] = solving;
    }

    /// A cell is filled: what its lines need is less from now on, and the
    /// equations hold as they are.
    pub(super) fn fill(&mut self, cell: Cell) {
        self.empty &= !(1 << cell);
        if let Some(row) = self.rows.iter().position(|row| row.solved == Some(cell)) {
            self.solve(row);
        }
    }

    /// A cell that is determined already, if there is one, and its number,
    /// given what the lines need.
    fn determined(&self, needs: &[f64; MAX_ORDER]) -> Option<(Cell, f64)> {
        self.rows.iter().find_map(|row| {
            let alone = |cell: Cell| {
                bits(self.empty).all(|other| other == cell || row.cells[usize::from(other)] == 0.0)
            };
            let cell = row.solved.filter(|cell| alone(*cell))?;
            Some((cell, row.sum(needs)))
        })
    }

    /// Do the lines need what can be had, as far as whole combinations of
    /// them tell that no empty cell is a part of?
    fn holds(&self, needs: &[f64; MAX_ORDER]) -> bool {
        let full = self.rows.iter().filter(|row| row.solved.is_none());
        full.into_iter().all(|row| row.sum(needs) == 0.0)
    }

    /// All classes of empty cells; none of them may be determined already.
    pub(super) fn classes(&self) -> Vec<Class> {
        let solved: Vec<&Row> = self
            .rows
            .iter()
            .filter(|row| row.solved.is_some())
            .collect();
        let solved_cells = solved.iter().fold(0u32, |cells, row| {
            row.solved.map_or(cells, |cell| cells | 1 << cell)
        });
        let free = self.empty & !solved_cells;
        let mut classes: Vec<Class> = Vec::new();
        // A free cell and the rows in which it is the only one.
        for cell in bits(free) {
            let mut class = Class {
                cell,
                others: Vec::new(),
            };
            for row in &solved {
                let factor = row.cells[usize::from(cell)];
                let alone = factor != 0.0
                    && bits(free & !(1 << cell)).all(|other| row.cells[usize::from(other)] == 0.0);
                if let Some(solved) = row.solved.filter(|_| alone) {
                    class.others.push(Dependent {
                        cell: solved,
                        factor: -factor,
                        lines: row.lines,
                    });
                }
            }
            classes.push(class);
        }
        // Rows with the same multiples of the same free cells, up to a factor.
        let mut met = 0u32;
        for (i, row) in solved.iter().enumerate() {
            let several = bits(free)
                .filter(|&cell| row.cells[usize::from(cell)] != 0.0)
                .count()
                > 1;
            let Some(cell) = row.solved.filter(|_| several && met >> i & 1 == 0) else {
                continue;
            };
            let mut class = Class {
                cell,
                others: Vec::new(),
            };
            for (j, other) in solved.iter().enumerate().skip(i + 1) {
                if let (Some(factor), Some(solved)) = (proportion(row, other, free), other.solved) {
                    met |= 1 << j;
                    let mut lines = other.lines;
                    for (line, of_row) in lines.iter_mut().zip(row.lines) {
                        *line -= factor * of_row;
                    }
                    class.others.push(Dependent {
                        cell: solved,
                        factor,
                        lines,
                    });
                }
            }
            classes.push(class);
        }
        classes
    }
}

impl Class {
    /// How many cells it has.
    pub(super) fn len(&self) -> usize {
        1 + self.others.len()
    }

    /// All its cells as bits.
    pub(super) fn cells(&self) -> u32 {
        (self.others.iter()).fold(1 << self.cell, |cells, other| cells | 1 << other.cell)
    }

    /// The class told from that of its cells from which most others follow
    /// with the factors 1 and -1.
    pub(super) fn told_best(self) -> Class {
        let simple = |class: &Class| {
            let simple = class
                .others
                .iter()
                .filter(|other| other.factor.abs() == 1.0);
            simple.count()
        };
        let others = (0..self.others.len()).map(|i| self.told_from(i));
        others.fold(self.clone(), |best, class| {
            if simple(&class) > simple(&best) {
                class
            } else {
                best
            }
        })
    }

    /// The class told from one of the others.
    fn told_from(&self, i: usize) -> Class {
        let chosen = &self.others[i];
        // y = f x + c is x = (y - c) / f, and z = g x + d then has y's
        // multiple g / f, and d - (g / f) c.
        let told = |cell: Cell, factor: f64, lines: &[f64; MAX_ORDER]| {
            let factor = factor / chosen.factor;
            Dependent {
                cell,
                factor,
                lines: std::array::from_fn(|line| lines[line] - factor * chosen.lines[line]),
            }
        };
        let first = told(self.cell, 1.0, &[0.0; MAX_ORDER]);
        let rest = self.others.iter().enumerate().filter(|(j, _)| *j != i);
        let rest = rest.map(|(_, other)| told(other.cell, other.factor, &other.lines));
        Class {
            cell: chosen.cell,
            others: std::iter::once(first).chain(rest).collect(),
        }
    }
}

/// The factor by which one row has to be multiplied to get the other, as far
/// as those cells go.
fn proportion(row: &Row, other: &Row, cells: u32) -> Option<f64> {
    let of = |row: &Row, cell: Cell| row.cells[usize::from(cell)];
    let first = bits(cells).find(|&cell| of(row, cell) != 0.0)?;
    let factor = of(other, first) / of(row, first);
    (factor != 0.0 && bits(cells).all(|cell| of(other, cell) == factor * of(row, cell)))
        .then_some(factor)
}

/// A partly filled star with all numbers in it that follow from those that
/// are given; `None` if they contradict each other.
pub(super) fn settled(diagram: &Diagram, given: Partial) -> Option<Partial> {
    let star = diagram.star();
    let mut system = System::new(diagram);
    let mut needs = [star.line_sum() as f64; MAX_ORDER];
    let fill = |system: &mut System, needs: &mut [f64; MAX_ORDER], cell: Cell, number: u8| {
        system.fill(cell);
        for line in diagram.ends()[usize::from(cell)] {
            needs[usize::from(line)] -= f64::from(number);
        }
    };
    for (cell, number) in given.given() {
        fill(&mut system, &mut needs, cell, number);
    }
    let mut settled = given;
    while let Some((cell, number)) = system.determined(&needs) {
        let fits = number.fract() == 0.0 && (1.0..=star.cells() as f64).contains(&number);
        let number = number as u8;
        if !fits || settled.given().any(|(_, other)| other == number) {
            return None;
        }
        fill(&mut system, &mut needs, cell, number);
        settled = settled.with(cell, number);
    }
    system.holds(&needs).then_some(settled)
}

impl Row {
    /// Its combination of what the lines need.
    fn sum(&self, needs: &[f64; MAX_ORDER]) -> f64 {
        self.lines
            .iter()
            .zip(needs)
            .map(|(line, need)| line * need)
            .sum()
    }

    fn scale(&mut self, factor: f64) {
        self.cells.iter_mut().for_each(|cell| *cell *= factor);
        self.lines.iter_mut().for_each(|line| *line *= factor);
    }

    fn subtract(&mut self, factor: f64, other: &Row) {
        for (cell, of_other) in self.cells.iter_mut().zip(&other.cells) {
            *cell -= factor * of_other;
        }
        for (line, of_other) in self.lines.iter_mut().zip(&other.lines) {
            *line -= factor * of_other;
        }
    }
}

/// The positions of the bits of a set.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = Cell> {
    std::iter::from_fn(move || {
        let cell = (set != 0).then(|| set.trailing_zeros() as Cell);
        set &= set.wrapping_sub(1);
        cell
    })
}
