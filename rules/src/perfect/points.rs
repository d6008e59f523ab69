//! The least expected number of points, if one may guess at any time.

use super::search::{Progress, Search, Stopped};
use super::table::Bounds;
use super::tree::END;
use crate::puzzle::guess::POINTS_AN_ATOM;

pub(super) struct Points<'a> {
    search: Search<'a>,
    /// By class, how many of its molecules have an atom in each cell.
    atoms: Vec<Vec<u32>>,
}

struct Part {
    set: Vec<u32>,
    lower: u32,
    exact: bool,
}

impl<'a> Points<'a> {
    pub(super) fn new(search: Search<'a>) -> Points<'a> {
        let config = search.classes.config();
        let mut atoms = vec![vec![0; config.cells()]; search.classes.count() as usize];
        search.classes.each_molecule(|class, molecule| {
            for cell in molecule.atoms().map(|cell| cell.index()) {
                atoms[class as usize][cell] += 1;
            }
        });
        Points { search, atoms }
    }

    pub(super) fn solve_all(&mut self, set: &[u32], progress: &Progress) -> Result<(), Stopped> {
        let upper = self.guess(set);
        progress.narrow(Bounds { lower: 0, upper });
        let bounds = self.solve(set, Bounds::OPEN)?;
        progress.narrow(bounds);
        Ok(())
    }

    /// The points of the best guess for all molecules of a set.
    fn guess(&self, set: &[u32]) -> u32 {
        let classes = self.search.classes;
        let atoms = classes.config().atoms();
        let mut counts = vec![0u32; classes.config().cells()];
        for &class in set {
            for (count, more) in counts.iter_mut().zip(&self.atoms[class as usize]) {
                *count += more;
            }
        }
        counts.sort_unstable_by(|one, other| other.cmp(one));
        let right: u32 = counts[..atoms].iter().sum();
        POINTS_AN_ATOM as u32 * (atoms as u32 * classes.weight(set) - right)
    }

    /// The points of a ray for all molecules of a set.
    fn ray(&self, set: &[u32], position: u8) -> u32 {
        let classes = self.search.classes;
        let points = set.iter().map(|&class| {
            let answer = classes.answers(class)[usize::from(position)];
            let out = answer != position && usize::from(answer) != classes.positions();
            classes.molecules(class) * if out { 2 } else { 1 }
        });
        points.sum()
    }

    /// A lower bound without a look at the shots. If several classes are left, a guess is wrong for all
    /// molecules but one, and a ray costs at least a point for each.
    fn know(&self, set: Vec<u32>) -> Part {
        let (lower, exact) = if set.len() == 1 {
            (self.guess(&set), true)
        } else if let Some(known) = self.search.table.get(self.search.classes.key(&set)) {
            (known.lower, known.is_exact())
        } else {
            (self.search.classes.weight(&set), false)
        };
        Part { set, lower, exact }
    }

    /// The bounds of the cost: exact, or the lower one is at least `cut`.
    pub(super) fn solve(&mut self, set: &[u32], cut: u32) -> Result<Bounds, Stopped> {
        let guess = self.guess(set);
        if set.len() == 1 {
            return Ok(Bounds::exact(guess));
        }
        let key = self.search.classes.key(set);
        let known = self.search.table.get(key);
        if let Some(known) = known
            && (known.is_exact() || known.lower >= cut)
        {
            return Ok(known);
        }
        self.search.check()?;
        let mut best = match guess < cut {
            true => (guess, true),
            false => (cut, false),
        };
        let mut least = guess;
        let mut orders = Vec::new();
        for position in self.search.classes.first_shots(set.len()) {
            let parts = self.search.split(set, position);
            if parts.len() > 1 {
                let parts: Vec<Part> = parts.into_iter().map(|part| self.know(part)).collect();
                let ray = self.ray(set, position);
                let lower = ray + parts.iter().map(|part| part.lower).sum::<u32>();
                let squares = parts.iter().map(|part| part.set.len().pow(2));
                let largest = squares.sum::<usize>();
                orders.push((lower as usize + largest / set.len(), lower, parts));
            }
        }
        orders.sort_by_key(|order| order.0);
        for (_, mut lower, parts) in orders {
            for part in parts {
                if lower >= best.0 {
                    break;
                }
                if !part.exact {
                    // It may have been solved meanwhile.
                    lower -= part.lower;
                    let bounds = self.solve(&part.set, best.0 - lower)?;
                    lower += bounds.lower;
                }
            }
            match lower < best.0 {
                true => best = (lower, true),
                false => least = least.min(lower),
            }
        }
        let bounds = match best {
            (cost, true) => Bounds::exact(cost),
            (cut, false) => Bounds::at_least(least.max(cut)),
        };
        self.search.table.put(key, set.len(), bounds);
        Ok(bounds)
    }

    /// Appends the nodes of the best strategy.
    pub(super) fn emit(&mut self, set: &[u32], nodes: &mut Vec<u8>) -> Result<(), Stopped> {
        let cost = self.solve(set, Bounds::OPEN)?.lower;
        if self.guess(set) == cost {
            nodes.push(END);
            return Ok(());
        }
        for position in self.search.classes.first_shots(set.len()) {
            let parts = self.search.answers(set, position);
            if parts.len() < 2 {
                continue;
            }
            let mut sum = self.ray(set, position);
            for part in &parts {
                if sum <= cost {
                    sum += self.solve(part, cost + 1 - sum)?.lower;
                }
            }
            if sum == cost {
                nodes.push(position);
                for part in &parts {
                    self.emit(part, nodes)?;
                }
                return Ok(());
            }
        }
        Err(Stopped)
    }
}
