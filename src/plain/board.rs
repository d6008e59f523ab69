//! A drawn board: the box with the places around it.

/// A square array of characters, `width + 2` wide: lines and columns 1 to
/// `width` are the box, the others the places around it. Where nothing was
/// drawn stands a blank.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Board {
    width: usize,
    squares: Vec<u8>,
}

/// A line and a column.
pub(super) type Place = (usize, usize);

impl Board {
    pub(super) fn empty(width: usize) -> Board {
        Board {
            width,
            squares: vec![b' '; (width + 2) * (width + 2)],
        }
    }

    /// The board with a molecule drawn into the box.
    pub(super) fn of_molecule(text: &[u8], width: usize) -> Board {
        let mut board = Board::empty(width);
        for (cell, &symbol) in text.iter().enumerate() {
            board.draw((1 + cell / width, 1 + cell % width), symbol);
        }
        board
    }

    /// The board with a spectrum written around the box.
    pub(super) fn of_spectrum(symbols: &[u8], width: usize) -> Board {
        let mut board = Board::empty(width);
        for (place, &symbol) in board.around().into_iter().zip(symbols) {
            board.draw(place, symbol);
        }
        board
    }

    pub(super) fn width(&self) -> usize {
        self.width
    }

    pub(super) fn at(&self, (line, column): Place) -> u8 {
        self.squares[line * (self.width + 2) + column]
    }

    fn draw(&mut self, (line, column): Place, symbol: u8) {
        self.squares[line * (self.width + 2) + column] = symbol;
    }

    /// The places around the box in the order of positions: down the west
    /// side, along the south side, up the east side, back along the north side.
    pub(super) fn around(&self) -> Vec<Place> {
        let p = self.width;
        let mut places = Vec::with_capacity(4 * p);
        places.extend((1..=p).map(|line| (line, 0)));
        places.extend((1..=p).map(|column| (p + 1, column)));
        places.extend((1..=p).rev().map(|line| (line, p + 1)));
        places.extend((1..=p).rev().map(|column| (0, column)));
        places
    }

    /// What stands around the box, by position.
    pub(super) fn spectrum(&self) -> Vec<u8> {
        let places = self.around().into_iter();
        places.map(|place| self.at(place)).collect()
    }

    /// The board turned or reflected: what was at `from(place)` is at `place`.
    pub(super) fn moved(&self, from: impl Fn(Place) -> Place) -> Board {
        let mut board = Board::empty(self.width);
        for line in 0..self.width + 2 {
            for column in 0..self.width + 2 {
                board.draw((line, column), self.at(from((line, column))));
            }
        }
        board
    }
}
