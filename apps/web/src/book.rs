//! The opening book of the standard game: the first levels of the best strategy, from
//! `data/reference`.

use std::collections::BTreeMap;

use app::Result;
use blackbox::perfect::classes::Classes;
use blackbox::perfect::tree::{END, Tree};
use serde::Serialize;
use watch::unwatched;

use crate::command::{faulty, source};

/// The strategy with the least mean number of points, proved to be the best.
const STRATEGY: &str = "A4_B8-points.strategy";

/// The book ends where fewer spectra are left: there, the engine finds the best ray itself.
const LEAST: usize = 33;

#[derive(Serialize)]
pub(crate) struct Book {
    config: String,
    /// The mean number of points.
    points: f64,
    first: Opening,
}

/// Where to fire, and what follows each answer: the position where the ray comes out, or -1.
#[derive(Serialize)]
struct Opening(u8, BTreeMap<i16, Opening>);

pub(crate) fn read() -> Result<Book> {
    book(STRATEGY)
}

fn book(strategy: &str) -> Result<Book> {
    let folder = source().join("../../data/reference/strategies");
    let file = folder.join(strategy);
    let read = || -> std::result::Result<Book, String> {
        let bytes = std::fs::read(&file).map_err(|error| error.to_string())?;
        let tree = Tree::parse(&bytes).map_err(|error| error.to_string())?;
        let classes = unwatched(|observed| Classes::new(tree.config, 1, observed));
        let classes = classes.map_err(|_| "stopped")?;
        let all = (0..classes.count()).collect();
        let mut nodes = tree.nodes.iter().copied();
        let first = opening(&classes, all, &mut nodes)?.ok_or("it has no ray")?;
        Ok(Book {
            config: tree.config.to_string(),
            points: tree.cost as f64 / f64::from(classes.total()),
            first,
        })
    };
    read().map_err(|problem| faulty(&file, problem))
}

/// Reads the tree for a set of classes. Of a small set, nothing is kept.
fn opening(
    classes: &Classes,
    set: Vec<u32>,
    nodes: &mut impl Iterator<Item = u8>,
) -> std::result::Result<Option<Opening>, &'static str> {
    let position = nodes.next().ok_or("it is cut off")?;
    if position == END {
        return Ok(None);
    }
    let at = usize::from(position);
    if at >= classes.positions() {
        return Err("it has a position that the box does not have");
    }
    let is_large = set.len() >= LEAST;
    let mut parts: BTreeMap<u8, Vec<u32>> = BTreeMap::new();
    for class in set {
        let answer = classes.answers(class)[at];
        parts.entry(answer).or_default().push(class);
    }
    let mut answers = BTreeMap::new();
    for (answer, part) in parts {
        if let Some(next) = opening(classes, part, nodes)? {
            let is_out = usize::from(answer) < classes.positions();
            answers.insert(if is_out { answer.into() } else { -1 }, next);
        }
    }
    Ok(is_large.then_some(Opening(position, answers)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_book_is_the_beginning_of_the_strategy() {
        let standard = read().unwrap();
        assert_eq!((standard.config.as_str(), standard.first.0), ("A4_B8", 1));
        assert_eq!(format!("{:.4}", standard.points), "10.0618");
        let small = "A3_B6-points.strategy";
        let Opening(first, answers) = book(small).unwrap().first;
        let file = source().join("../../data/reference/strategies").join(small);
        let tree = Tree::parse(&std::fs::read(file).unwrap()).unwrap();
        let played = unwatched(|observed| tree.replay(observed));
        let played = played.unwrap().unwrap();
        let mut branches = 0;
        for branch in &played.branches {
            let Some((shot, answer)) = branch.answer else {
                continue;
            };
            assert_eq!(shot, first);
            let answer = if answer == 24 { -1 } else { answer.into() };
            if let Some(next) = answers.get(&answer) {
                assert_eq!(next.0, branch.next);
                branches += 1;
            } else {
                assert!(branch.molecules < LEAST as u64, "{branch:?}");
            }
        }
        assert_eq!(branches, answers.len());
        assert!(branches > 10, "{branches}");
    }
}
