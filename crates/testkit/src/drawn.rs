//! Boards drawn in a 2-D array of characters, and the games drawn in the text that specified this program (Jean
//! Forget, `Blackbox-en.md`). Rows and columns 1 to p are the box; rows and columns 0 and p + 1 are the places
//! around it where rays enter and come out.

/// The symbol of a place around the box from which no ray was fired.
pub const NOT_SHOT: char = ' ';

/// The squares of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Drawn {
    /// `squares[line][column]`, each from 0 to p + 1.
    pub squares: Vec<Vec<char>>,
    /// The width of the box, in cells.
    pub width: usize,
    /// For each position, its place around the box as (row, column).
    pub places: Vec<(usize, usize)>,
}

fn places(p: usize) -> Vec<(usize, usize)> {
    let west = (1..=p).map(|line| (line, 0));
    let south = (1..=p).map(|column| (p + 1, column));
    let east = (1..=p).rev().map(|line| (line, p + 1));
    let north = (1..=p).rev().map(|column| (0, column));
    west.chain(south).chain(east).chain(north).collect()
}

impl Drawn {
    /// The board with a molecule, given as linear text, before any ray is fired.
    pub fn of(molecule: &str) -> Drawn {
        let width = molecule.len().isqrt();
        assert_eq!(width * width, molecule.len(), "{molecule} is not a square");
        let mut squares = vec![vec![NOT_SHOT; width + 2]; width + 2];
        let mut cells = molecule.chars();
        for line in &mut squares[1..=width] {
            for square in &mut line[1..=width] {
                *square = cells.next().unwrap();
            }
        }
        Drawn {
            squares,
            width,
            places: places(width),
        }
    }

    /// A board as drawn for players, with a space between two columns. Spaces at the ends of lines may be missing.
    pub fn of_text(text: &str) -> Drawn {
        let lines = text.lines().count();
        let squares = text.lines().map(|line| {
            let mut squares: Vec<char> = line.chars().step_by(2).collect();
            assert!(line.chars().skip(1).step_by(2).all(|c| c == ' '), "{line}");
            squares.resize(lines, NOT_SHOT);
            squares
        });
        Drawn {
            squares: squares.collect(),
            width: lines - 2,
            places: places(lines - 2),
        }
    }

    /// The molecule as linear text. Everything but an atom is an empty cell.
    pub fn molecule(&self) -> String {
        let cells = self.squares[1..=self.width]
            .iter()
            .flat_map(|line| &line[1..=self.width]);
        cells.map(|&c| if c == 'O' { 'O' } else { '-' }).collect()
    }

    /// The labels around the box, by position, as symbols of a spectrum, with H and R converted.
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

    /// The board with the symbols of a spectrum around the box.
    pub fn with_symbols(mut self, symbols: &str) -> Drawn {
        assert_eq!(self.places.len(), symbols.len());
        for (&(line, column), symbol) in self.places.iter().zip(symbols.chars()) {
            self.squares[line][column] = symbol;
        }
        self
    }
}

/// The games drawn in Forget's text.
fn games() -> [Drawn; 5] {
    let games = include_str!("drawn.txt").split("\n\n").map(Drawn::of_text);
    games.collect::<Vec<_>>().try_into().unwrap()
}

/// The four games that Forget played in Emacs, with their atoms.
pub fn played_in_emacs() -> [Drawn; 4] {
    let [one, two, three, four, _] = games();
    [one, two, three, four]
}

/// The game that Forget found by pure thought.
pub fn found_by_pure_thought() -> Drawn {
    let [.., found] = games();
    found
}

/// The cells of a "no-ray's land": four cells between four atoms that no ray enters.
pub const NO_RAYS_LAND: [usize; 4] = [19, 20, 27, 28];

/// The box with a no-ray's land before any ray is fired. A fifth atom may be in one of its cells.
pub fn no_rays_land(fifth: Option<usize>) -> Drawn {
    let atoms = [10, 13, 34, 37];
    let has_atom = |cell| atoms.contains(&cell) || fifth == Some(cell);
    let cell = |cell| if has_atom(cell) { 'O' } else { '-' };
    Drawn::of(&(0..64).map(cell).collect::<String>())
}
