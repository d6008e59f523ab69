//! The least number of shots that is enough for every molecule.

use super::classes::MOST_POSITIONS;
use super::search::{Progress, Search, Stopped};
use super::table::Bounds;
use super::tree::END;

impl Search<'_> {
    /// Finds the least number of shots.
    pub(super) fn solve_worst(&self, set: &[u32], progress: &Progress) -> Result<(), Stopped> {
        let mut shots = 0;
        while !self.is_enough(set, shots)? {
            shots += 1;
            progress.narrow(Bounds::at_least(shots));
        }
        progress.narrow(Bounds::exact(shots));
        Ok(())
    }

    fn is_enough(&self, set: &[u32], shots: u32) -> Result<bool, Stopped> {
        match (set.len(), shots) {
            (1, _) => return Ok(true),
            (_, 0) => return Ok(false),
            (2, _) => return Ok(true),
            _ => {}
        }
        let key = self.classes.key(set);
        let known = self.table.get(key);
        let mut bounds = known.unwrap_or(Bounds::at_least(1));
        if shots < bounds.lower || shots >= bounds.upper {
            return Ok(shots >= bounds.upper);
        }
        let found = self.find(set, shots)?;
        match found {
            Some(_) => bounds.upper = shots,
            None => bounds.lower = shots + 1,
        }
        self.table.put(key, set.len(), bounds);
        Ok(found.is_some())
    }

    /// A first shot after which one shot less is enough for each answer.
    fn find(&self, set: &[u32], shots: u32) -> Result<Option<u8>, Stopped> {
        self.check()?;
        // The largest part, the number of parts, and the position.
        let mut orders: Vec<(usize, usize, u8)> = Vec::new();
        for position in self.classes.first_shots(set.len()) {
            let mut counts = [0; MOST_POSITIONS + 1];
            for &class in set {
                let answer = self.classes.answers(class)[usize::from(position)];
                counts[usize::from(answer)] += 1;
            }
            let parts = counts.iter().filter(|&&count| count > 0).count();
            if parts > 1 {
                let most = counts.into_iter().max().unwrap_or(0);
                orders.push((most, parts, position));
            }
        }
        orders
            .sort_unstable_by_key(|&(most, parts, position)| (most, usize::MAX - parts, position));
        for &(most, _, position) in &orders {
            // The other shots tell at most this many classes apart. Of the first shots, we know only
            // one of each kind.
            let others = orders.iter().filter(|other| other.2 != position);
            let mut parts: Vec<usize> = others.map(|other| other.1).collect();
            parts.sort_unstable_by(|one, other| other.cmp(one));
            let told = parts.iter().take(shots as usize - 1);
            let whole = set.len() == self.classes.count() as usize;
            if !whole && most > told.fold(1, |all, &parts| parts.saturating_mul(all)) {
                continue;
            }
            let mut enough = true;
            for part in self.split(set, position).iter().rev() {
                enough = enough && self.is_enough(part, shots - 1)?;
            }
            if enough {
                return Ok(Some(position));
            }
        }
        Ok(None)
    }

    /// Appends the nodes of a strategy for which this number of shots is enough.
    pub(super) fn emit_worst(
        &self,
        set: &[u32],
        shots: u32,
        nodes: &mut Vec<u8>,
    ) -> Result<(), Stopped> {
        if set.len() == 1 {
            nodes.push(END);
            return Ok(());
        }
        let position = self.find(set, shots)?.ok_or(Stopped)?;
        nodes.push(position);
        for part in self.answers(set, position) {
            self.emit_worst(&part, shots - 1, nodes)?;
        }
        Ok(())
    }
}
