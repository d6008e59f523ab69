//! A game: the pieces at its beginning, the player's moves, and the resulting position.

use china_labyrinth::rules::{Cell, Doors, Piece, Position, Tiles};
use china_labyrinth::search::{Completion, beginning, complete, completions};
use serde::{Deserialize, Serialize};
use watch::Stop;
use web_engine::{Refusal, object};

#[derive(Deserialize)]
pub(crate) struct Game {
    #[serde(default)]
    squares: bool,
    /// The number of pieces of a solution that are laid at the beginning, and the seed that finds the solution.
    laid: usize,
    seed: u64,
    moves: Vec<Move>,
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Move {
    /// Lays pieces one after the other, each as piece, board, q and r.
    Put(Vec<(Doors, usize, i32, i32)>),
    Take(Doors),
}

impl Game {
    pub(crate) fn answer(&self) -> Result<impl Serialize, Refusal> {
        let (position, given) = self.position()?;
        let boards = position.boards().iter().enumerate();
        let boards = boards.map(|(board, pieces)| {
            let laid =
                |(cell, &doors): (&Cell, &Doors)| (cell.q, cell.r, doors, given.contains(&doors));
            let open = position.open(board).into_iter();
            let open = open.map(|cell| (cell.q, cell.r, position.fitting(board, cell)));
            let holes = position.holes(board).into_iter();
            let cells = |hole: Vec<Cell>| hole.iter().map(|cell| (cell.q, cell.r)).collect();
            object! {
                // Each as q, r, piece, and whether it was laid at the beginning.
                pieces: pieces.iter().map(laid).collect::<Vec<_>>(),
                // Each open cell, and the pieces that fit on it.
                open: open.collect::<Vec<(i32, i32, Vec<Doors>)>>(),
                holes: holes.map(cells).collect::<Vec<Vec<(i32, i32)>>>(),
            }
        });
        let solved = position.is_complete().then(|| position.solution());
        let solved = solved.transpose()?.map(|solution| {
            object! { groups: solution.groups().len(), holes: solution.holes() }
        });
        Ok(object! {
            boards: boards.collect::<Vec<_>>(),
            free: position.free().clone(),
            solved: solved,
        })
    }

    pub(crate) fn ways(&self) -> Result<String, Refusal> {
        // No request to stop arrives here, because the page terminates its worker instead.
        let ways = completions(&self.position()?.0, &Stop::default());
        Ok(ways.map_or_else(String::new, |ways| ways.to_string()))
    }

    /// The position, and the pieces that were laid at its beginning.
    fn position(&self) -> Result<(Position, Vec<Doors>), Refusal> {
        let tiles = [Tiles::Hexagons, Tiles::Squares][usize::from(self.squares)];
        let mut position = beginning(tiles, self.laid, self.seed)?;
        let given = position.boards().iter().flat_map(|board| board.values());
        let given: Vec<Doors> = given.copied().collect();
        for one in &self.moves {
            match one {
                Move::Put(pieces) => {
                    for &(doors, board, q, r) in pieces {
                        let cell = Cell::new(q, r);
                        position.put(board, Piece { cell, doors })?;
                    }
                }
                Move::Take(doors) if given.contains(doors) => {
                    return Err(Refusal("this piece was laid for you".to_owned()));
                }
                Move::Take(doors) => position.take(*doors)?,
            }
        }
        Ok((position, given))
    }

    pub(crate) fn complete(&self, seed: u64) -> Result<impl Serialize, Refusal> {
        let (position, _) = self.position()?;
        let put = match complete(&position, seed, &Stop::default())? {
            Completion::Found(put) => Some(put),
            _ => None,
        };
        let piece = |(board, Piece { cell, doors })| (doors, board, cell.q, cell.r);
        Ok(object! {
            // The pieces to lay, each as piece, board, q and r; `None` if no solution continues from here.
            put: put.map(|put| put.into_iter().map(piece).collect::<Vec<_>>()),
        })
    }
}
