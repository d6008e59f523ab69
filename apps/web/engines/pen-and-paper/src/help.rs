//! What helps a player: whether a grid can still be filled, the next cell, all that is
//! left, and in how many ways.

use pen_and_paper::begun::{Begun, Flaw};
use pen_and_paper::dice::Dice;
use pen_and_paper::rules::Board;
use pen_and_paper::search::End;
use pen_and_paper::tour::Tour;
use serde::{Deserialize, Serialize};
use watch::Stop;
use web_engine::Refusal;

use crate::game::Game;

/// What is asked of a game.
#[derive(Deserialize)]
pub(crate) struct Asked {
    game: Game,
    circular: bool,
    /// How many steps may be taken; as many as it needs if there is no number.
    most: Option<u64>,
    /// One of many ways to finish it.
    #[serde(default)]
    seed: u64,
}

/// Can a grid still be filled?
#[derive(Serialize)]
pub(crate) struct Outlook {
    /// Nothing where so many steps do not tell.
    can: Option<bool>,
    /// Why not, and the cells that show it.
    why: String,
    cells: Vec<usize>,
}

/// What a player could do next.
#[derive(Serialize)]
pub(crate) struct Hint {
    /// How many numbers have to be taken back first, because they lead nowhere.
    back: usize,
    /// Where the next number can stand then; nothing if the grid is full.
    cell: Option<usize>,
    /// Does a circular tour go on from there?
    circular: bool,
}

/// A finished game.
#[derive(Serialize)]
pub(crate) struct Finished {
    /// Nothing if all ways have been looked at.
    game: Option<Game>,
}

impl Asked {
    fn finished(&self, begun: &Begun) -> Result<Option<Tour>, End> {
        let (most, mut dice) = (self.most.unwrap_or(u64::MAX), Dice::new(self.seed));
        begun.finish(self.circular, most, &mut dice, &Stop::default())
    }

    pub(crate) fn outlook(&self) -> Result<Outlook, Refusal> {
        let begun = self.game.begun()?;
        if let Some(flaw) = begun.flaw(self.circular) {
            let (why, cells) = in_words(&flaw, self.game.board()?);
            let can = Some(false);
            return Ok(Outlook { can, why, cells });
        }
        let can = self.finished(&begun).ok().map(|tour| tour.is_some());
        let why = match can {
            Some(false) => "all ways on have been looked at".to_owned(),
            _ => String::new(),
        };
        Ok(Outlook {
            can,
            why,
            cells: Vec::new(),
        })
    }

    pub(crate) fn finish(&self) -> Result<Finished, Refusal> {
        let tour = self.finished(&self.game.begun()?);
        let tour = tour.map_err(|_| Refusal("so many steps do not tell".to_owned()))?;
        let game = tour.map(|tour| Game {
            path: tour.path(),
            ..self.game.clone()
        });
        Ok(Finished { game })
    }

    /// The next cell of a tour that goes on from here, or from as few numbers before as
    /// it takes.
    pub(crate) fn hint(&self) -> Result<Hint, Refusal> {
        /// How many steps are worth a circular tour instead of an open one.
        const STEPS: u64 = 1 << 20;
        let board = self.game.board()?;
        self.game.begun()?;
        let path = &self.game.path;
        for laid in (0..=path.len()).rev() {
            let begun = Begun::new(board, path[..laid].to_vec()).map_err(Refusal)?;
            for circular in [true, false] {
                let most = circular.then_some(STEPS);
                let game = self.game.clone();
                let asked = Asked {
                    game,
                    circular,
                    most,
                    ..*self
                };
                if let Ok(Some(tour)) = asked.finished(&begun) {
                    return Ok(Hint {
                        back: path.len() - laid,
                        cell: tour.path().get(laid).copied(),
                        circular: tour.is_circular(),
                    });
                }
            }
        }
        Err(Refusal("nothing leads on".to_owned()))
    }

    /// How many ways there are, as a text, since the page's numbers have 53 bits.
    pub(crate) fn ways(&self) -> Result<String, Refusal> {
        let ways = self.game.begun()?.ways(self.circular, &Stop::default());
        // Nobody stops it.
        Ok(ways.unwrap_or_default().to_string())
    }
}

/// Why a grid cannot be filled any more, as the end of a sentence, and where that is seen.
fn in_words(flaw: &Flaw, board: Board) -> (String, Vec<usize>) {
    let some = |cells: &[usize]| match cells {
        [cell] => {
            let (row, column) = board.place(*cell);
            format!("row {}, column {}", row + 1, column + 1)
        }
        cells => format!("{} cells", cells.len()),
    };
    match flaw {
        Flaw::NoTour(why) => ((*why).to_owned(), Vec::new()),
        Flaw::NoWayBack => (
            "no way is left that ends a jump away from 1".to_owned(),
            Vec::new(),
        ),
        Flaw::Unreachable(cells) => (
            format!("no way leads to {} any more", some(cells)),
            cells.clone(),
        ),
        Flaw::NoWayOut(cells) => (
            format!("a way to {} does not come out again", some(cells)),
            cells.clone(),
        ),
        Flaw::TwoEnds(parts) => {
            let [one, other] = parts.each_ref().map(|part| some(part));
            (
                format!("the way would have to end both in {one} and in {other}"),
                parts.concat(),
            )
        }
        Flaw::Crowded { cells, from } => {
            let leads = match from.len() {
                1 => "one cell leads".to_owned(),
                from => format!("{from} cells lead"),
            };
            let cells_left = cells.len();
            (
                format!("only {leads} to {cells_left} cells, and each needs one of its own"),
                cells.clone(),
            )
        }
    }
}
