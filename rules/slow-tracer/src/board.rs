//! A board drawn on a 2-D array of characters. Lines and columns 1 to p are
//! the box; lines and columns 0 and p + 1 are the places around it where rays
//! enter and come out.

/// The symbol of a place around the box from which no ray was fired.
pub const NOT_SHOT: char = ' ';

/// The squares of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Board {
    /// `squares[line][column]`, each from 0 to p + 1.
    pub squares: Vec<Vec<char>>,
    /// The number of cells of one side of the box.
    pub width: usize,
    /// The places around the box as (line, column), by their position.
    pub places: Vec<(usize, usize)>,
}

fn places(p: usize) -> Vec<(usize, usize)> {
    let west = (1..=p).map(|line| (line, 0));
    let south = (1..=p).map(|column| (p + 1, column));
    let east = (1..=p).rev().map(|line| (line, p + 1));
    let north = (1..=p).rev().map(|column| (0, column));
    west.chain(south).chain(east).chain(north).collect()
}

impl Board {
    /// The board of a molecule's linear text, nothing shot yet.
    pub fn of(molecule: &str) -> Board {
        let width = molecule.len().isqrt();
        assert_eq!(width * width, molecule.len(), "{molecule} is not a square");
        let mut squares = vec![vec![NOT_SHOT; width + 2]; width + 2];
        let mut cells = molecule.chars();
        for line in &mut squares[1..=width] {
            for square in &mut line[1..=width] {
                *square = cells.next().unwrap();
            }
        }
        Board {
            squares,
            width,
            places: places(width),
        }
    }

    /// A board as drawn for people: a column of characters, a space, the
    /// next column, and so on. Spaces at the end of a line may be missing.
    pub fn drawn<const LINES: usize>(lines: [&str; LINES]) -> Board {
        let squares = lines.map(|line| {
            let mut squares: Vec<char> = line.chars().step_by(2).collect();
            assert!(line.chars().skip(1).step_by(2).all(|c| c == ' '), "{line}");
            squares.resize(LINES, NOT_SHOT);
            squares
        });
        Board {
            squares: squares.to_vec(),
            width: LINES - 2,
            places: places(LINES - 2),
        }
    }

    /// The molecule's linear text. Everything but an atom is an empty cell.
    pub fn molecule(&self) -> String {
        let cells = self.squares[1..=self.width]
            .iter()
            .flat_map(|line| &line[1..=self.width]);
        cells.map(|&c| if c == 'O' { 'O' } else { '-' }).collect()
    }

    /// The labels around the box, by position, in the spectrum's symbols:
    /// players write H for absorbed rays and R for reflected ones.
    pub fn symbols(&self) -> String {
        let places = self.places.iter();
        places
            .map(|&(line, column)| match self.squares[line][column] {
                'H' => '@',
                'R' => '&',
                other => other,
            })
            .collect()
    }

    /// The board with a spectrum's symbols written around the box.
    pub fn with_symbols(mut self, symbols: &str) -> Board {
        assert_eq!(self.places.len(), symbols.len());
        for (&(line, column), symbol) in self.places.iter().zip(symbols.chars()) {
            self.squares[line][column] = symbol;
        }
        self
    }
}
