//! Rates the player's marks, which are a guess and not a fact.

use watch::{Halt, Observed};

use super::evidence::{Evidence, Marks};
use super::question::Puzzle;
use super::solutions::Agreement;
use crate::board::{Board, CellMask, Config, WideMask, wide_binomial};
use crate::partial::partial_board::PartialBoard;
use crate::puzzle::guess::Guess;

/// The greatest number of molecules among which the cheapest guess is sought.
const MAX_COMPARED: u128 = 1 << 12;

/// The rating of the marks by the rays fired so far.
#[derive(Clone, PartialEq, Default, Debug)]
#[non_exhaustive]
pub struct MarksVerdict {
    /// The number of marked balls.
    pub balls: u64,
    /// The number of molecules that agree with the rays and with all marks.
    pub agree: u128,
    /// The relative error of `agree` if it is estimated, as a 95 % confidence bound.
    pub error: Option<f64>,
    /// The least number of wrong marked balls, over the molecules that agree with the rays.
    pub least_wrong: u64,
    /// The mean number of wrong marked balls.
    pub mean_wrong: f64,
    /// The greatest number of wrong marked balls.
    pub most_wrong: u64,
    /// The number of molecules that agree with the rays and have the spectrum of the marked balls. `None` if the
    /// number of marked balls is not possible, or if the molecules could only be estimated.
    pub same_spectrum: Option<u128>,
}

impl<W: CellMask> Agreement<'_, W> {
    /// Rates marks by the rays. If `patient`, estimates only where the molecules themselves are estimated.
    pub(super) fn judge(
        &self,
        marks: Marks,
        patient: bool,
        observed: &Observed,
    ) -> Result<MarksVerdict, Halt> {
        let puzzle = self.puzzle;
        let mut verdict = MarksVerdict {
            balls: marks.atoms.config().atoms() as u64,
            least_wrong: u64::MAX,
            ..MarksVerdict::default()
        };
        let marked = [marks.atoms.cells(), marks.empty].map(W::of_wide);
        self.families(observed, |family| {
            for config in puzzle.configs() {
                verdict.add(family, marked, *config);
            }
            Ok(())
        })?;
        let wrong = |cell: usize| 1.0 - self.counted.cells[cell].share;
        if !self.counted.is_exact() {
            // Counts again, because a sample without an agreeing molecule does not prove that none agrees.
            let marked = puzzle.evidence().clone().with_marks(marks);
            let marked = Puzzle::among(marked, puzzle.configs().to_vec());
            let solutions = marked.find_quickly(0, observed)?;
            verdict.agree = solutions.count();
            verdict.error = Some(solutions.counted().error.unwrap_or(0.0));
        }
        verdict.mean_wrong = marks.atoms.cells().cells().map(wrong).sum();
        verdict.same_spectrum = self.count_same_spectrum(marks.atoms, patient, observed)?;
        Ok(verdict)
    }

    /// The number of molecules with the spectrum of a guess, if its number of atoms is possible.
    fn count_same_spectrum(
        &self,
        guess: Board,
        patient: bool,
        observed: &Observed,
    ) -> Result<Option<u128>, Halt> {
        let puzzle = self.puzzle;
        if !puzzle.configs().contains(&guess.config()) {
            return Ok(None);
        }
        if !puzzle.allows(guess) {
            return Ok(Some(0));
        }
        let all_rays = Evidence::of_all_rays(guess);
        let puzzle = Puzzle::among(all_rays, puzzle.configs().to_vec());
        let agreeing = match patient {
            true => puzzle.find(0, observed)?,
            false => puzzle.find_quickly(0, observed)?,
        };
        Ok(agreeing.is_exact().then_some(agreeing.count()))
    }

    /// The guess whose mean cost is the lowest, and the one whose greatest cost is the lowest, for molecules that no
    /// ray distinguishes. `None` if there are too many molecules.
    pub(super) fn guesses(&self, observed: &Observed) -> Result<[Option<Guess>; 2], Halt> {
        if self.counted.count > MAX_COMPARED {
            return Ok([None, None]);
        }
        let molecules = self.after(None, MAX_COMPARED as usize, observed)?;
        let molecules: Vec<WideMask> = molecules.iter().map(|one| one.cells()).collect();
        let (atoms, size) = (self.puzzle.atoms(), self.search.size);
        let cheapest = Guess::cheapest(&molecules, atoms.clone(), size);
        let safest = Guess::safest(&molecules, atoms, size);
        Ok([Some(cheapest), safest])
    }
}

impl MarksVerdict {
    /// Adds the molecules of a family with this number of atoms.
    fn add<W: CellMask>(
        &mut self,
        family: &PartialBoard<W>,
        [marked, empty]: [W; 2],
        config: Config,
    ) {
        // The other atoms may be in any open cell.
        let free = family.open().count();
        let loose = config.atoms().checked_sub(family.atoms.count());
        let Some(loose) = loose.filter(|&loose| loose <= free) else {
            return;
        };
        let marked_free = (family.open() & marked).count();
        let right = (family.atoms & marked).count();
        let most = right + loose.min(marked_free);
        let least = right + loose.saturating_sub(free - marked_free);
        self.least_wrong = self.least_wrong.min(self.balls - most as u64);
        self.most_wrong = self.most_wrong.max(self.balls - least as u64);
        if marked & !(family.atoms | family.open()) == W::EMPTY
            && empty & family.atoms == W::EMPTY
            && marked_free <= loose
        {
            let left = (family.open() & !(marked | empty)).count();
            self.agree += wide_binomial(left, loose - marked_free);
        }
    }
}
