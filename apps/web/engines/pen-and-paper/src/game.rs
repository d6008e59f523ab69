//! A game: its grid, and the cells of 1, 2, 3 …
//!
//! In addresses, a game is `6x8` and, for its moves, `2-5.417.3`: the row and the column of 1, and the directions
//! of the jumps, where 0 is up and the others follow clockwise. If the engine has filled the rest, the number of
//! numbers that the player had set comes last.

use pen_and_paper::existence::why_none;
use pen_and_paper::rules::{Board, Jump};
use pen_and_paper::tour::TourKind;
use pen_and_paper::unfinished::Unfinished;
use serde::{Deserialize, Serialize};
use web_engine::{Refusal, object};

/// The numbers of rows and columns that the page offers.
const SIDES: std::ops::RangeInclusive<u64> = 4..=20;

#[derive(Deserialize, Serialize, Clone)]
pub(crate) struct Game {
    pub(crate) rows: u64,
    pub(crate) columns: u64,
    /// The cells of 1, 2, 3 …
    pub(crate) path: Vec<usize>,
    /// The number of cells that the player has filled.
    pub(crate) own: usize,
}

impl Game {
    pub(crate) fn board(&self) -> Result<Board, Refusal> {
        if !SIDES.contains(&self.rows) || !SIDES.contains(&self.columns) {
            let (rows, columns) = (self.rows, self.columns);
            let (least, most) = (SIDES.start(), SIDES.end());
            return Err(Refusal(format!(
                "a grid on this page has {least} to {most} rows and columns, not {rows} × {columns}"
            )));
        }
        let board = Board::new(self.rows, self.columns)?;
        match why_none(board, TourKind::Any) {
            Some(why) => Err(Refusal(format!("{board} has no tour: {why}"))),
            None => Ok(board),
        }
    }

    /// The grid with the first `laid` numbers of the path, or with all of them if it has fewer.
    pub(crate) fn grid(&self, laid: usize) -> Result<Unfinished, Refusal> {
        let board = self.board()?;
        if self.own > self.path.len() {
            let (own, numbers) = (self.own, self.path.len());
            return Err(Refusal(format!(
                "the player cannot have set {own} of {numbers} numbers"
            )));
        }
        let mut numbers = vec![0; board.cells()];
        for (&cell, number) in self.path.iter().take(laid).zip(1..) {
            let free = numbers.get_mut(cell).filter(|there| **there == 0);
            let taken = || Refusal(format!("{number} is not on a free cell of {board}"));
            *free.ok_or_else(taken)? = number;
        }
        Unfinished::new(board, &numbers).map_err(Refusal)
    }

    /// The cells where the next number may go.
    fn next(&self, board: Board) -> Vec<usize> {
        let mut cells = board.next(&self.path);
        cells.retain(|cell| !self.path.contains(cell));
        cells
    }

    pub(crate) fn look(&self) -> Result<impl Serialize, Refusal> {
        self.grid(self.path.len())?;
        let board = self.board()?;
        let next = self.next(board);
        let is_full = self.path.len() == board.cells();
        let head = self.path.last();
        let jump = |jump| {
            let to = board.jump(*head?, jump)?;
            next.contains(&to).then_some(to)
        };
        let back = self.path.first().zip(head);
        let back = back.and_then(|(&start, &head)| board.jump_between(head, start));
        let mut all = self.jumps(board);
        all.extend(back.filter(|_| is_full));
        let straight = all.iter().filter(|jump| jump.is_multiple_of(2)).count();
        Ok(object! {
            // Both in the form of the page's addresses.
            grid: format!("{}x{}", self.rows, self.columns),
            moves: self.moves(board),
            // The cells where the next number may go, by the direction of the jump from the head.
            jumps: [0, 1, 2, 3, 4, 5, 6, 7].map(jump),
            next: next,
            full: is_full,
            closed: back.is_some(),
            // Whether the empty grid has a circular tour.
            circular: why_none(board, TourKind::Circular).is_none(),
            // The numbers of straight and of diagonal jumps. In a full grid, the jump back to 1 counts.
            straight: straight,
            diagonal: all.len() - straight,
        })
    }

    fn jumps(&self, board: Board) -> Vec<Jump> {
        let jump = |ends: &[usize]| board.jump_between(ends[0], ends[1]);
        self.path.windows(2).filter_map(jump).collect()
    }

    fn moves(&self, board: Board) -> String {
        let Some(&start) = self.path.first() else {
            return String::new();
        };
        let (row, column) = board.place(start);
        let jumps = self.jumps(board).into_iter();
        let jumps: String = jumps.map(|jump| char::from(b'0' + jump)).collect();
        let written = format!("{}-{}.{jumps}", row + 1, column + 1);
        match self.own == self.path.len() {
            true => written.trim_end_matches('.').to_owned(),
            false => format!("{written}.{}", self.own),
        }
    }

    pub(crate) fn read(grid: &str, moves: &str) -> Result<Game, Refusal> {
        let sides = grid.split_once('x');
        let sides = sides.and_then(|(rows, columns)| Some((side(rows)?, side(columns)?)));
        let Some((rows, columns)) = sides else {
            let grid: String = grid.chars().take(20).collect();
            return Err(Refusal(format!(
                "\"{grid}\" is not a grid; a grid such as 6x8 (6 rows, 8 columns) has two numbers from 4 to 20"
            )));
        };
        let mut game = Game {
            rows,
            columns,
            path: Vec::new(),
            own: 0,
        };
        let board = game.board()?;
        if moves.is_empty() {
            return Ok(game);
        }
        let wrong = || {
            let moves: String = moves.chars().take(20).collect();
            Refusal(format!("\"{moves}\" is not a list of moves on {board}"))
        };
        let mut parts = moves.split('.');
        let start = parts.next().and_then(|start| start.split_once('-'));
        let start = start.and_then(|(row, column)| Some((side(row)?, side(column)?)));
        let (row, column) = start
            .filter(|&(row, column)| (1..=rows).contains(&row) && (1..=columns).contains(&column))
            .ok_or_else(wrong)?;
        let mut head = ((row - 1) * columns + column - 1) as usize;
        game.path.push(head);
        for jump in parts.next().unwrap_or_default().bytes() {
            let jump = Some(jump).filter(|jump| (b'0'..=b'7').contains(jump));
            let to = jump.and_then(|jump| board.jump(head, jump - b'0'));
            head = to.ok_or_else(wrong)?;
            game.path.push(head);
        }
        let own = parts.next().map_or(Ok(game.path.len()), str::parse);
        game.own = own.map_err(|_| wrong())?;
        if parts.next().is_some() {
            return Err(wrong());
        }
        game.grid(game.path.len())?;
        Ok(game)
    }
}

/// Parses a number of rows or columns, without leading zeros or signs.
fn side(text: &str) -> Option<u64> {
    let side = text.parse().ok()?;
    (u64::to_string(&side) == text).then_some(side)
}
