//! Solutions with any of several symmetries.

use super::random::mix;
use super::runs::Searcher;
use super::settings::Order;
use super::symmetric::Symmetric;
use super::walk::Event;
use crate::rules::{Kind, Piece};

/// A random search for solutions with any of several kinds of symmetry.
pub struct AnyOf {
    searches: Vec<Symmetric>,
    current: usize,
}

impl AnyOf {
    /// A search for these kinds; those that hexagons cannot have are left out.
    pub fn new(kinds: &[Kind], pieces: &Order) -> AnyOf {
        let searches = kinds.iter();
        let searches = searches.filter_map(|&kind| Symmetric::new(kind, pieces.clone()));
        AnyOf {
            searches: searches.collect(),
            current: 0,
        }
    }
}

impl Searcher for AnyOf {
    fn begin(&mut self, key: u64) {
        self.current = (key % self.searches.len().max(1) as u64) as usize;
        if let Some(search) = self.searches.get_mut(self.current) {
            search.begin(mix(key));
        }
    }

    fn advance(&mut self, steps: &mut u64) -> Event {
        match self.searches.get_mut(self.current) {
            Some(search) => search.advance(steps),
            None => Event::Exhausted,
        }
    }

    fn pieces(&self) -> Vec<Vec<Piece>> {
        let search = self.searches.get(self.current);
        search.map(Searcher::pieces).unwrap_or_default()
    }
}
