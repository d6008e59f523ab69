//! A game: the pieces at its beginning, the player's moves, and what follows from them.

use china_labyrinth::rules::{Cell, Doors, Piece, Position, Tiles};
use china_labyrinth::search::{Completion, beginning, complete, completions};
use serde::{Deserialize, Serialize};
use watch::Stop;
use web_engine::Refusal;

/// A game in play.
#[derive(Deserialize)]
pub(crate) struct Game {
    /// Is it a game with the 16 squares?
    #[serde(default)]
    squares: bool,
    /// The number of pieces of a solution that lie at the beginning, and the seed that finds it.
    laid: usize,
    seed: u64,
    moves: Vec<Move>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Move {
    /// Puts pieces one after the other, each as piece, board, q and r.
    Put(Vec<(Doors, usize, i32, i32)>),
    /// Takes a piece away.
    Take(Doors),
}

/// The pieces that lie, and those that can.
#[derive(Serialize)]
pub(crate) struct Boards {
    boards: Vec<Board>,
    /// The pieces that lie nowhere.
    free: Vec<Doors>,
    solved: Option<Solved>,
}

#[derive(Serialize)]
struct Board {
    /// Each as q, r, piece, and whether it lay there at the beginning.
    pieces: Vec<(i32, i32, Doors, bool)>,
    /// Each open cell, and the pieces that fit on it.
    open: Vec<(i32, i32, Vec<Doors>)>,
    /// The cells of each hole.
    holes: Vec<Vec<(i32, i32)>>,
}

#[derive(Serialize)]
struct Solved {
    groups: usize,
    holes: usize,
}

impl Game {
    pub(crate) fn answer(&self) -> Result<Boards, Refusal> {
        let (position, given) = self.position()?;
        let boards = position.boards().iter().enumerate();
        let boards = boards.map(|(board, pieces)| {
            let laid = pieces
                .iter()
                .map(|(cell, &doors)| (cell.q, cell.r, doors, given.contains(&doors)));
            let open = position.open(board).into_iter();
            let open = open.map(|cell| (cell.q, cell.r, position.fitting(board, cell)));
            let holes = position.holes(board).into_iter();
            let cells = |hole: Vec<Cell>| hole.iter().map(|cell| (cell.q, cell.r)).collect();
            Board {
                pieces: laid.collect(),
                open: open.collect(),
                holes: holes.map(cells).collect(),
            }
        });
        let solved = match position.is_complete() {
            true => {
                let solution = position.solution()?;
                Some(Solved {
                    groups: solution.groups().len(),
                    holes: solution.holes(),
                })
            }
            false => None,
        };
        Ok(Boards {
            boards: boards.collect(),
            free: position.free().iter().copied().collect(),
            solved,
        })
    }

    pub(crate) fn ways(&self) -> Result<String, Refusal> {
        // Nobody asks to stop here: the page ends its worker.
        let ways = completions(&self.position()?.0, &Stop::default());
        Ok(ways.map_or_else(String::new, |ways| ways.to_string()))
    }

    /// The position, and the pieces that lay at its beginning.
    fn position(&self) -> Result<(Position, Vec<Doors>), Refusal> {
        let tiles = match self.squares {
            true => Tiles::Squares,
            false => Tiles::Hexagons,
        };
        let mut position = beginning(tiles, self.laid, self.seed)?;
        let given: Vec<Doors> = position
            .boards()
            .iter()
            .flat_map(|board| board.values().copied())
            .collect();
        for one in &self.moves {
            match one {
                Move::Put(pieces) => {
                    for &(doors, board, q, r) in pieces {
                        let cell = Cell::new(q, r);
                        position.put(board, Piece { cell, doors })?;
                    }
                }
                Move::Take(doors) if given.contains(doors) => {
                    return Err(Refusal("this piece lay there at the beginning".to_owned()));
                }
                Move::Take(doors) => position.take(*doors)?,
            }
        }
        Ok((position, given))
    }
}

/// A game to complete.
#[derive(Deserialize)]
pub(crate) struct Complete {
    game: Game,
    seed: u64,
}

#[derive(Serialize)]
pub(crate) struct Completed {
    /// The pieces to put, each as piece, board, q and r. If no solution has the pieces that lie, it is
    /// `None`.
    put: Option<Vec<(Doors, usize, i32, i32)>>,
}

impl Complete {
    pub(crate) fn answer(&self) -> Result<Completed, Refusal> {
        let (position, _) = self.game.position()?;
        let Completion::Found(put) = complete(&position, self.seed, &Stop::default())? else {
            return Ok(Completed { put: None });
        };
        let put = put.into_iter();
        let put = put.map(|(board, Piece { cell, doors })| (doors, board, cell.q, cell.r));
        Ok(Completed {
            put: Some(put.collect()),
        })
    }
}
