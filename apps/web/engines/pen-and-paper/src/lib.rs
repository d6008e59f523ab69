//! The engine of the pen and paper page: answers the questions of its script with `pen-and-paper`.

mod game;

use pen_and_paper::dice::Dice;
use pen_and_paper::rules::Board;
use pen_and_paper::search::End;
use pen_and_paper::tour::{Tour, TourKind};
use pen_and_paper::unfinished::Unfinished;
use serde::{Deserialize, Serialize};
use watch::Stop;
use web_engine::{Refusal, object};

use crate::game::Game;

web_engine::questions! {
    /// Parses a game from the page's address.
    Read { grid: String, moves: String } => Game::read(&grid, &moves),
    /// Writes a game as an address, and finds where it can continue.
    Look(game: Game) => game.look(),
    /// Checks whether the grid can still be completed.
    Outlook(question: GameQuestion) => question.outlook(),
    /// Finds a next cell, and the numbers to take back first.
    Hint(question: GameQuestion) => question.hint(),
    /// Completes the grid.
    Finish(question: GameQuestion) => question.finish(),
    /// Counts the ways to complete the grid.
    Ways(question: GameQuestion) => question.ways(),
    /// Completes a grid with any given numbers, or finds the first one that does not fit.
    Fill(given: Given) => given.fill(),
}

/// A grid that the player enters: its numbers row by row, with 0 for a free cell.
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
        let kind = TourKind::of(self.circular);
        let tour = grid.finish(kind, u64::MAX, dice, &stop);
        let tour = tour.map_err(never)?;
        let wrong = match tour {
            Some(_) => None,
            None => grid.first_wrong(kind, dice, &stop).map_err(never)?,
        };
        Ok(object! {
            // The completed grid, or `None` and the first number that does not fit. If there is no such number
            // either, the empty grid has no tour.
            numbers: tour.map(|tour| tour.numbers),
            wrong: wrong,
        })
    }
}

/// A question about a game: whether the grid can be completed, the next cell, the rest, or the number of ways.
#[derive(Deserialize)]
struct GameQuestion {
    game: Game,
    circular: bool,
    /// The greatest number of steps, or `None` for as many as the search needs.
    most: Option<u64>,
    /// The seed that chooses one of many ways to complete the game.
    #[serde(default)]
    seed: u64,
}

impl GameQuestion {
    fn finished(&self, grid: &Unfinished) -> Result<Option<Tour>, End> {
        let (most, mut dice) = (self.most.unwrap_or(u64::MAX), Dice::new(self.seed));
        let kind = TourKind::of(self.circular);
        grid.finish(kind, most, &mut dice, &Stop::default())
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
            // `None` if the search ended without a result.
            can: can,
            // The reason, if it cannot.
            why: whys[usize::from(can == Some(false))],
        })
    }

    /// The completed game, or `None` if there is none.
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

    /// The next cell of a tour that continues from here, or after taking back as few numbers as possible.
    fn hint(&self) -> Result<impl Serialize, Refusal> {
        /// The number of steps to look for a circular tour before any tour is accepted.
        const STEPS: u64 = 1 << 20;
        self.grid()?;
        let path = &self.game.path;
        for laid in (0..=path.len()).rev() {
            let grid = self.game.grid(laid)?;
            for (kind, most) in [(TourKind::Circular, STEPS), (TourKind::Any, u64::MAX)] {
                let dice = &mut Dice::new(self.seed);
                let tour = grid.finish(kind, most, dice, &Stop::default());
                if let Ok(Some(tour)) = tour {
                    return Ok(object! {
                        // The number of numbers to take back first, because no tour has them.
                        back: path.len() - laid,
                        // The cell for the next number after that; `None` if the grid is full.
                        cell: tour.path().get(laid).copied(),
                        circular: tour.is_circular,
                    });
                }
            }
        }
        Err(Refusal("no jump leads to a free cell".to_owned()))
    }

    /// The number of ways, as a string, because JavaScript numbers are exact only up to 2⁵³.
    fn ways(&self) -> Result<String, Refusal> {
        let kind = TourKind::of(self.circular);
        let ways = self.grid()?.ways(kind, &Stop::default());
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
