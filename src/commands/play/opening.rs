//! The first rays of the best strategies, for par.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde::Deserialize;

use crate::board::Position;
use crate::puzzle::game::Game;
use crate::ray::Outcome;

/// The first levels of the strategies for points that are proved to be optimal.
static OPENINGS: LazyLock<Vec<Opening>> = LazyLock::new(|| {
    let text = include_str!("../../../data/reference/strategies/openings.json");
    serde_json::from_str(text).unwrap_or_else(|_| unreachable!("a test reads it"))
});

#[derive(Deserialize)]
struct Opening {
    config: String,
    first: Node,
}

/// The position to fire from, and the subtree for each answer, which is the exit of the ray or -1 if it is
/// absorbed.
#[derive(Deserialize)]
struct Node(usize, BTreeMap<i32, Node>);

/// The first rays of the best strategy on the board of a game; after them, hints are as good. Empty if no strategy
/// for it is proved to be optimal.
pub(super) fn opening(game: &Game) -> Vec<Position> {
    let hidden = game.hidden();
    // The strategies apply only if the player knows the number of balls.
    let is_known = game.balls().start() == game.balls().end();
    let config = hidden.config().to_string();
    let mut openings = OPENINGS.iter();
    let opening = openings.find(|opening| is_known && opening.config == config);
    let mut node = opening.map(|opening| &opening.first);
    let mut rays = Vec::new();
    while let Some(Node(position, answers)) = node
        && let Some(position) = hidden.size().position(*position)
    {
        let exit = match hidden.fire(position).map(|ray| ray.outcome) {
            Ok(Outcome::Out(exit)) => exit.index() as i32,
            Ok(Outcome::Reflected) => position.index() as i32,
            _ => -1,
        };
        rays.push(position);
        node = answers.get(&exit);
    }
    rays
}

#[cfg(test)]
mod tests {
    use watch::unwatched;

    use super::*;
    use crate::perfect::tree::Tree;

    #[test]
    fn par_of_all_boards_costs_as_much_as_the_best_strategy() {
        let file = std::fs::read("data/reference/strategies/A2_B8-points.strategy").unwrap();
        let tree = Tree::parse(&file).unwrap();
        let played = unwatched(|observed| tree.replay(observed))
            .unwrap()
            .unwrap();
        let par = tree.config.boards().map(|hidden| {
            let game = Game::new(hidden, 2..=2);
            let rays = opening(&game);
            assert!(!rays.is_empty());
            let par = unwatched(|observed| game.par(&rays, observed)).unwrap();
            par.evidence().ray_points()
        });
        assert_eq!(par.sum::<u64>(), played.ray_points);
    }
}
