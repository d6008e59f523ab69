//! Pen and paper for the page: what its script asks, and what `pen-and-paper` answers.

mod game;

use pen_and_paper::dice::Dice;
use pen_and_paper::rules::Board;
use pen_and_paper::search::End;
use pen_and_paper::tour::Tour;
use pen_and_paper::unfinished::Unfinished;
use serde::{Deserialize, Serialize};
use watch::Stop;
use web_engine::{Refusal, object};

use crate::game::Game;

web_engine::questions! {
    /// Reads a game from its writing.
    Read { grid: String, moves: String } => Game::read(&grid, &moves),
    /// Writes a game, and says where it can continue.
    Look(game: Game) => game.look(),
    /// Says whether the grid can still be filled.
    Outlook(asked: Asked) => asked.outlook(),
    /// Finds a next cell, and the numbers to take back before.
    Hint(asked: Asked) => asked.hint(),
    /// Fills the rest of the grid.
    Finish(asked: Asked) => asked.finish(),
    /// Counts the ways to fill the rest.
    Ways(asked: Asked) => asked.ways(),
    /// Fills a grid in which any numbers stand, or names the first one that cannot stand.
    Fill(given: Given) => given.fill(),
}

/// A grid that the player brings: its numbers row by row, with 0 for a free cell.
#[derive(Deserialize)]
struct Given {
    rows: u64,
    columns: u64,
    numbers: Vec<u32>,
    circular: bool,
    #[serde(default)]
    seed: u64,
}

impl Given {
    fn fill(&self) -> Result<impl Serialize + use<>, Refusal> {
        let board = Board::new(self.rows, self.columns)?;
        if self.numbers.len() != board.cells() || board.cells() > 400 {
            return Err(Refusal(format!("a grid of {board} has other numbers")));
        }
        let (stop, dice) = (Stop::default(), &mut Dice::new(self.seed));
        let grid = Unfinished::new(board, &self.numbers).map_err(Refusal)?;
        let never = |_: End| Refusal("the search ended early".to_owned());
        let tour = grid.finish(self.circular, u64::MAX, dice, &stop);
        let tour = tour.map_err(never)?;
        let wrong = match tour {
            Some(_) => None,
            None => grid
                .first_wrong(self.circular, dice, &stop)
                .map_err(never)?,
        };
        Ok(object! {
            // The filled grid, or `None` and the first number that cannot stand. If no number is
            // wrong, either, even the empty grid has no tour.
            numbers: tour.map(|tour| tour.numbers),
            wrong: wrong,
        })
    }
}

/// What helps a player: whether the grid can be filled, the next cell, the rest, the number of ways.
#[derive(Deserialize)]
struct Asked {
    game: Game,
    circular: bool,
    /// The most steps to take. Without it, the search takes as many as it needs.
    most: Option<u64>,
    /// It chooses one of many ways to finish the game.
    #[serde(default)]
    seed: u64,
}

impl Asked {
    fn finished(&self, grid: &Unfinished) -> Result<Option<Tour>, End> {
        let (most, mut dice) = (self.most.unwrap_or(u64::MAX), Dice::new(self.seed));
        grid.finish(self.circular, most, &mut dice, &Stop::default())
    }

    /// The grid with all numbers of the game.
    fn grid(&self) -> Result<Unfinished, Refusal> {
        self.game.grid(self.game.path.len())
    }

    fn outlook(&self) -> Result<impl Serialize, Refusal> {
        let can = self.finished(&self.grid()?).ok();
        let can = can.map(|tour| tour.is_some());
        let whys = ["", "all continuations have been checked"];
        Ok(object! {
            // `None` if the search ended before it found an answer.
            can: can,
            // Why not.
            why: whys[usize::from(can == Some(false))],
        })
    }

    /// The finished game, or `None` if all ways have been tried.
    fn finish(&self) -> Result<impl Serialize, Refusal> {
        let tour = self.finished(&self.grid()?);
        let tour =
            tour.map_err(|_| Refusal("the search ended before it found an answer".to_owned()))?;
        let game = tour.map(|tour| Game {
            path: tour.path(),
            ..self.game.clone()
        });
        Ok(object! { game: game })
    }

    /// The next cell of a tour that continues from here, or after as few numbers as can be taken back.
    fn hint(&self) -> Result<impl Serialize, Refusal> {
        /// The steps that a circular tour may cost before an open one will do.
        const STEPS: u64 = 1 << 20;
        self.grid()?;
        let path = &self.game.path;
        for laid in (0..=path.len()).rev() {
            let grid = self.game.grid(laid)?;
            for (circular, most) in [(true, STEPS), (false, u64::MAX)] {
                let dice = &mut Dice::new(self.seed);
                let tour = grid.finish(circular, most, dice, &Stop::default());
                if let Ok(Some(tour)) = tour {
                    return Ok(object! {
                        // The number of numbers to take back first, because they lead nowhere.
                        back: path.len() - laid,
                        // The cell for the next number after that. If the grid is full, it is `None`.
                        cell: tour.path().get(laid).copied(),
                        circular: tour.is_circular,
                    });
                }
            }
        }
        Err(Refusal("no jump leads on".to_owned()))
    }

    /// The number of ways, as a text, because the page's numbers have 53 bits.
    fn ways(&self) -> Result<String, Refusal> {
        let ways = self.grid()?.ways(self.circular, &Stop::default());
        Ok(ways.unwrap_or_default().to_string())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_example_of_the_quiz_cannot_be_filled() {
        let quiz = "0 1 4 0 14 10 0 0 11 6 3 0 8 2 0 0 12 5 0 13 9 0 0 0 7";
        let given = |numbers: Vec<u32>| Given {
            rows: 5,
            columns: 5,
            numbers,
            circular: false,
            seed: 1,
        };
        let mut numbers: Vec<u32> = quiz.split(' ').map(|n| n.parse().unwrap()).collect();
        let filled = |numbers: &[u32]| {
            let answer = given(numbers.to_vec()).fill();
            serde_json::to_value(answer.ok().unwrap()).unwrap()
        };
        assert_eq!(filled(&numbers)["wrong"], 9);
        (numbers.iter_mut())
            .filter(|number| **number > 8)
            .for_each(|number| *number = 0);
        assert_eq!(filled(&numbers)["numbers"][24], 7);
    }
}
