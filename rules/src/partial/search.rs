//! Finds the molecules that agree with a board without visiting each of them.
//!
//! A ray looks at few cells, and the others do not affect it, so the search decides only some cells. It follows
//! a fired ray until it looks at an open cell, and then branches: the cell holds an atom, or is empty. If a ray
//! ends otherwise than on the board, the branch has no molecules. Once all rays have ended as on the board, the
//! open cells may hold any of the remaining atoms. The result of a branch is a [`PartialBoard`], a *family*,
//! whose molecules are counted in closed form. Families have no molecule in common, and together they have all
//! that agree.
//!
//! Often a ray can end as on the board only if a certain cell holds an atom, or only if it is empty. The search
//! decides such cells before it branches (unit propagation).
//!
//! For three rays into A5_B8, the search takes 2.9 ms. Tracing every molecule with the wide tracer takes 351
//! ms, and firing the three rays at every molecule 671 ms. These times are the least of nine rounds of `cargo
//! bench --bench decode` on a busy machine, before forced cells and the bound on atoms were added.

use std::ops::RangeInclusive;

use watch::Halt;

use super::meter::Meter;
use super::partial_board::PartialBoard;
use super::paths::{Followed, Paths, RayCursor};
use crate::board::{Binomials, CellMask, Size};
use crate::puzzle::evidence::Evidence;
use crate::puzzle::weigh::AnswerCounts;
use crate::ray::Exits;

/// A fired ray that has not been followed to its end.
#[derive(Clone, Copy, Default)]
struct PendingRay {
    /// The index of its state in [`Paths`].
    at: u16,
    /// The position from which it was fired.
    position: u8,
    /// Its exit on the board, as in [`Followed::Ended`].
    exit: u8,
    /// If all open cells were empty: the number of them that the ray looks at, and whether it would end
    /// otherwise than on the board, so that it needs another atom.
    seen: u16,
    needs_atom: bool,
}

impl PendingRay {
    fn cursor(&self) -> RayCursor {
        RayCursor::resumed(self.at, self.position)
    }
}

/// The fired rays that have not been followed to their ends.
#[derive(Clone, Copy)]
pub(crate) struct PendingRays<W: CellMask> {
    all: W::ByPosition<PendingRay>,
    pub(crate) count: usize,
}

impl<W: CellMask> PendingRays<W> {
    fn rays(&self) -> &[PendingRay] {
        &self.all.as_ref()[..self.count]
    }

    fn rays_mut(&mut self) -> &mut [PendingRay] {
        &mut self.all.as_mut()[..self.count]
    }
}

/// A search for the molecules that agree with a board.
pub(crate) struct BoardSearch<W: CellMask> {
    paths: Paths<W>,
    pub(crate) size: Size,
    /// The marked cells of the board, which are known before any ray is followed.
    pub(crate) known: PartialBoard<W>,
    rays: PendingRays<W>,
    /// The numbers of atoms that molecules may have.
    pub(crate) atoms: RangeInclusive<usize>,
    binomials: Binomials,
}

impl<W: CellMask> BoardSearch<W> {
    /// A search among the molecules with these numbers of atoms, as far as the box has enough cells.
    pub(crate) fn new(evidence: &Evidence, atoms: RangeInclusive<usize>) -> BoardSearch<W> {
        let size = evidence.size();
        let paths = Paths::new(size);
        let mut known = PartialBoard::blank(size.cells());
        for (cell, mark) in evidence.cells().iter().enumerate() {
            if let Some(atom) = *mark {
                known = known.with(W::cell(cell), atom);
            }
        }
        let mut rays: PendingRays<W> = PendingRays {
            all: W::by_position(PendingRay::default()),
            count: 0,
        };
        // A ray that came out is followed from both ends, because the first cells at one end may be enough to
        // exclude a branch.
        for (position, outcome) in evidence.results().iter().enumerate() {
            let Some(outcome) = *outcome else {
                continue;
            };
            rays.all.as_mut()[rays.count] = PendingRay {
                at: paths.entering(position as u8).at,
                position: position as u8,
                exit: Exits::of(outcome, position as u8),
                ..PendingRay::default()
            };
            rays.count += 1;
        }
        let most = (*atoms.end()).min(size.cells());
        BoardSearch {
            paths,
            size,
            known,
            rays,
            atoms: *atoms.start()..=most,
            binomials: Binomials::new(size.cells(), most),
        }
    }

    /// The number of cells of the box.
    pub(crate) fn cells(&self) -> usize {
        self.size.cells()
    }

    /// The number of molecules of a family with this number of atoms.
    #[inline]
    pub(crate) fn count_with(&self, family: &PartialBoard<W>, atoms: usize) -> u128 {
        match atoms.checked_sub(family.atoms.count()) {
            Some(more) => self.binomials.of(family.open().count(), more),
            None => 0,
        }
    }

    /// The number of molecules of a family, over all numbers of atoms.
    pub(crate) fn count(&self, family: &PartialBoard<W>) -> u128 {
        let (held, open) = (family.atoms.count(), family.open().count());
        let least = held.max(*self.atoms.start());
        (least..=*self.atoms.end())
            .map(|atoms| self.binomials.of(open, atoms - held))
            .sum()
    }

    /// The number of molecules of a family, and the number of those with an atom in a certain open cell, which
    /// is the same for each open cell.
    pub(crate) fn counts(&self, family: &PartialBoard<W>) -> (u128, u128) {
        let with_one = family.with(family.open().first_alone(), true);
        (self.count(family), self.count(&with_one))
    }

    /// The number of molecules that agree with the marked cells, whatever the rays are.
    pub(crate) fn allowed(&self) -> u128 {
        self.count(&self.known)
    }

    /// Calls `each` with every family that agrees. The meter passes all molecules that agree with the marked cells.
    pub(crate) fn families(
        &self,
        meter: &mut Meter,
        mut each: impl FnMut(&PartialBoard<W>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        self.descend(self.known, self.rays, meter, &mut each)
    }

    fn descend(
        &self,
        known: PartialBoard<W>,
        rays: PendingRays<W>,
        meter: &mut Meter,
        each: &mut dyn FnMut(&PartialBoard<W>) -> Result<(), Halt>,
    ) -> Result<(), Halt> {
        meter.step()?;
        let SearchNode { all, left, kind } = self.open(known, rays);
        match kind {
            NodeKind::Contradiction => meter.pass(all),
            NodeKind::Family(family) => {
                each(&family)?;
                meter.pass(all)
            }
            NodeKind::Fork(fork) => {
                meter.pass(all - left)?;
                let [with, without] = fork.branches();
                self.descend(with, fork.rays, meter, each)?;
                self.descend(without, fork.rays, meter, each)
            }
        }
    }

    /// Adds the molecules of a family to `answers`, by the answer that they give to the ray from a position.
    /// The meter passes all of them, and counts a step for each branch in which the ray ends.
    pub(crate) fn add_answers(
        &self,
        family: &PartialBoard<W>,
        position: usize,
        answers: &mut AnswerCounts,
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        let cursor = self.paths.entering(position as u8);
        self.follow(cursor, *family, answers, meter)
    }

    fn follow(
        &self,
        cursor: RayCursor,
        known: PartialBoard<W>,
        answers: &mut AnswerCounts,
        meter: &mut Meter,
    ) -> Result<(), Halt> {
        let (known, weight) = self.settled(known);
        if weight == 0 {
            return Ok(());
        }
        match self.paths.follow(cursor, &known) {
            Followed::Ended(exit) => {
                answers.add(exit, weight);
                meter.step()?;
                meter.pass(weight)
            }
            Followed::Open(at, cell) => {
                let cursor = RayCursor { at, ..cursor };
                self.follow(cursor, known.with(cell, true), answers, meter)?;
                self.follow(cursor, known.with(cell, false), answers, meter)
            }
        }
    }

    /// Follows all rays as far as decided cells allow, decides forced cells, and finds where to branch next.
    fn advance(&self, known: &mut PartialBoard<W>, rays: &mut PendingRays<W>) -> Advanced<W> {
        let paths = &self.paths;
        let mut left = 0;
        let mut forced = false;
        for i in 0..rays.count {
            let ray = rays.all.as_ref()[i];
            let (at, cell) = match paths.follow(ray.cursor(), known) {
                Followed::Ended(exit) if exit == ray.exit => continue,
                Followed::Ended(_) => return Advanced::Contradiction,
                Followed::Open(at, cell) => (at, cell),
            };
            let ray = PendingRay { at, ..ray };
            rays.all.as_mut()[left] = ray;
            left += 1;
            let cursor = ray.cursor();
            let allows = |atom| match paths.follow(cursor, &known.with(cell, atom)) {
                Followed::Ended(exit) => exit == ray.exit,
                Followed::Open(..) => true,
            };
            match (allows(true), allows(false)) {
                (true, true) => {}
                (false, false) => return Advanced::Contradiction,
                (atom, _) => {
                    *known = known.with(cell, atom);
                    forced = true;
                }
            }
        }
        rays.count = left;
        match left {
            0 => Advanced::Family,
            _ if forced => Advanced::Forced,
            _ => self.choose(known, rays),
        }
    }

    /// Finds the cell to branch on when no ray forces a cell.
    ///
    /// Prefers rays that need another atom to end as on the board, and among them the one that looks at the
    /// fewest open cells. Rays that look at no open cell in common need an atom each: if there are more of them
    /// than atoms left, no molecule agrees.
    fn choose(&self, known: &PartialBoard<W>, rays: &mut PendingRays<W>) -> Advanced<W> {
        let mut seen = W::by_position(W::EMPTY);
        let seen = seen.as_mut();
        let mut needy = 0;
        let mut first = (rays.rays()[0], (true, usize::MAX));
        for ray in rays.rays_mut() {
            let (exit, cells) = self.paths.exit_if_empty(ray.cursor(), known);
            if exit != ray.exit {
                seen[needy] = cells;
                needy += 1;
            }
            (ray.needs_atom, ray.seen) = (exit != ray.exit, cells.count() as u16);
            let rank = (!ray.needs_atom, cells.count());
            if rank < first.1 {
                first = (*ray, rank);
            }
        }
        let seen = &mut seen[..needy];
        seen.sort_unstable_by_key(|cells| cells.count());
        let mut taken = W::EMPTY;
        let mut needed = known.atoms.count();
        for &mut cells in seen {
            if cells & taken == W::EMPTY {
                taken |= cells;
                needed += 1;
            }
        }
        if needed > *self.atoms.end() {
            return Advanced::Contradiction;
        }
        match self.paths.follow(first.0.cursor(), known) {
            Followed::Open(_, cell) => Advanced::Cell(cell),
            Followed::Ended(_) => Advanced::Forced,
        }
    }

    /// The first step of the search.
    pub(crate) fn root(&self) -> SearchNode<W> {
        self.open(self.known, self.rays)
    }

    /// Decides the cells that follow from the known ones, and finds where to branch next.
    pub(crate) fn open(&self, known: PartialBoard<W>, mut rays: PendingRays<W>) -> SearchNode<W> {
        let (mut known, all) = self.settled(known);
        let mut left = all;
        let kind = loop {
            if left == 0 {
                break NodeKind::Contradiction;
            }
            match self.advance(&mut known, &mut rays) {
                Advanced::Contradiction => break NodeKind::Contradiction,
                Advanced::Forced => (known, left) = self.settled(known),
                Advanced::Family => break NodeKind::Family(known),
                Advanced::Cell(cell) => break NodeKind::Fork(Fork { known, rays, cell }),
            }
        };
        SearchNode { all, left, kind }
    }

    /// A rough estimate of the probability that the rays of a fork end as on the board in a random molecule. It
    /// only decides which forks are sampled more often, so it affects the variance of an estimate, but not its
    /// mean.
    ///
    /// The constants are the best of 16 sets tried on ten boards of A10_B11 to A15_B11 with 6 to 20 rays: the mean
    /// error was 0.065. With the first set, the plain probabilities of paths through an unknown box, it was 0.32.
    pub(crate) fn likelihood(&self, fork: &Fork<W>) -> f64 {
        let known = &fork.known;
        let free = known.open().count().max(1) as f64;
        let mean_atoms = (self.atoms.start() + self.atoms.end()) as f64 / 2.0;
        let more = (mean_atoms - known.atoms.count() as f64).max(0.5);
        // The square root counts only every second cell, because different rays look at the same cells.
        let empty = (1.0 - (more / free).min(0.95)).sqrt();
        let chances = fork.rays.rays().iter().map(|ray| {
            let untouched = empty.powi(ray.seen.into());
            let other = 1.0 - untouched;
            match ray.exit {
                _ if !ray.needs_atom => untouched + 0.5 * other,
                Exits::ABSORBED => 0.9 * other,
                _ => 0.3 * other,
            }
        });
        chances.product()
    }

    /// Decides all open cells as empty if the board already has the greatest number of atoms. Also returns the
    /// number of molecules.
    fn settled(&self, mut known: PartialBoard<W>) -> (PartialBoard<W>, u128) {
        let weight = self.count(&known);
        if known.atoms.count() >= *self.atoms.end() {
            known.decided = !W::EMPTY;
        }
        (known, weight)
    }
}

/// The result of a step of the search.
pub(crate) struct SearchNode<W: CellMask> {
    /// The number of molecules that agree with the known cells, before and after forced cells are decided.
    all: u128,
    pub(crate) left: u128,
    pub(crate) kind: NodeKind<W>,
}

/// How the search continues.
#[allow(
    clippy::large_enum_variant,
    reason = "every step makes one and drops it; a box would cost more"
)]
pub(crate) enum NodeKind<W: CellMask> {
    /// No molecule agrees.
    Contradiction,
    /// All rays have ended as on the board: this family agrees.
    Family(PartialBoard<W>),
    /// The search branches.
    Fork(Fork<W>),
}

/// A partial board, and the cell on which the search branches.
#[derive(Clone, Copy)]
pub(crate) struct Fork<W: CellMask> {
    pub(crate) known: PartialBoard<W>,
    /// The rays that have not ended.
    pub(crate) rays: PendingRays<W>,
    cell: W,
}

impl<W: CellMask> Fork<W> {
    /// The board with an atom in the cell, and the board with the cell empty.
    pub(crate) fn branches(&self) -> [PartialBoard<W>; 2] {
        [true, false].map(|atom| self.known.with(self.cell, atom))
    }
}

/// The next step of the search after all rays have been followed.
enum Advanced<W> {
    /// No molecule agrees.
    Contradiction,
    /// A cell was forced, so rays must be followed again.
    Forced,
    /// All rays have ended as on the board.
    Family,
    /// The search branches on this cell.
    Cell(W),
}
