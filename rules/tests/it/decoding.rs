//! Compares decoding with a filter over all molecules, whose rays the oracle traces.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use blackbox_rules::board::{Board, Position};
use blackbox_rules::oracle::{End, Plain};
use blackbox_rules::puzzle::aim::Aim;
use blackbox_rules::puzzle::evidence::Evidence;
use blackbox_rules::puzzle::sheet::Sheet;
use blackbox_rules::puzzle::text::saved_game;
use blackbox_rules::puzzle::{Fact, Puzzle};
use blackbox_rules::ray::Outcome;
use itertools::Itertools;
use proptest::prelude::*;
use testkit::words;
use watch::unwatched;

use crate::rectangles::played;

/// Some rays and cells of a board in a small box, of which a few may be wrong, and the possible numbers of atoms.
fn known() -> impl Strategy<Value = (Evidence, RangeInclusive<u64>)> {
    let cells = prop::collection::btree_set(0..16_usize, 0..6);
    let lies = prop::collection::vec((0..24_usize, any::<bool>()), 0..3);
    let known = (played(6, 16, 4), cells, lies, 0..=1_u64, 0..=1_u64);
    known.prop_map(|((board, mut seen), cells, lies, fewer, more)| {
        let (size, atoms) = (board.size(), board.config().atoms() as u64);
        for cell in (cells.into_iter()).filter_map(|cell| size.cell_numbered(cell)) {
            seen.mark(cell, board.has_atom(cell).unwrap()).unwrap();
        }
        for (position, is_absorbed) in lies {
            let position = size.position(position % size.positions()).unwrap();
            let outcome = [Outcome::Reflected, Outcome::Absorbed][usize::from(is_absorbed)];
            // A ray that is known keeps its outcome.
            let _ = seen.note(position, outcome);
        }
        let most = (atoms + more).min(size.cells() as u64);
        (seen, atoms.saturating_sub(fewer)..=most)
    })
}

/// The information of an answer, from the numbers of molecules that give each possible one.
fn bits(counts: impl Iterator<Item = usize>) -> f64 {
    let counts: Vec<usize> = counts.collect();
    let all = counts.iter().sum::<usize>() as f64;
    let shares = counts.iter().map(|&count| count as f64 / all);
    shares.map(|share| -share * share.log2()).sum()
}

/// What decoding says must follow from all molecules, one by one.
fn check(seen: &Evidence, atoms: RangeInclusive<u64>) {
    let puzzle = Puzzle::new(seen.clone(), atoms).unwrap();
    let plain = Plain::oblong(seen.size().rows(), seen.size().columns());
    let boards = puzzle.configs().iter().flat_map(|config| config.boards());
    let traced = boards.map(|board| (board, plain.ends(board.text().as_bytes())));
    let all: Vec<(Board, Vec<End>)> = traced.collect();
    let agreeing = |facts: &[Fact]| {
        let agrees = |(board, ends): &&(Board, Vec<End>)| {
            facts.iter().all(|fact| match *fact {
                Fact::Shot(position, outcome) => ends[position.index()] == outcome.into(),
                Fact::Mark(cell, atom) => board.has_atom(cell) == Ok(atom),
            })
        };
        all.iter().filter(agrees).collect::<Vec<_>>()
    };
    let agree = agreeing(&puzzle.facts());
    unwatched(|observed| {
        let solutions = puzzle.find(usize::MAX, observed).unwrap();
        assert_eq!(solutions.count(), agree.len() as u128, "{seen:?}");
        let boards = agree.iter().map(|(board, _)| board);
        assert!(solutions.listed().iter().eq(boards.clone()), "{seen:?}");
        if agree.is_empty() {
            // A contradiction has no fact too many.
            let facts = puzzle.contradiction(observed).unwrap();
            assert!(agreeing(&facts).is_empty(), "{seen:?}: {facts:?}");
            for left_out in 0..facts.len() {
                let rest = [&facts[..left_out], &facts[left_out + 1..]].concat();
                assert!(!agreeing(&rest).is_empty(), "{seen:?}: {facts:?}");
            }
            return;
        }
        for (cell, chance) in seen.size().all_cells().zip(solutions.chances()) {
            let with_atom = boards
                .clone()
                .filter(|board| board.has_atom(cell) == Ok(true));
            let share = with_atom.count() as f64 / agree.len() as f64;
            assert!((chance - share).abs() < 1e-12, "{seen:?}");
        }
        assert_eq!(solutions.decided(), agree.len() == 1);
        let advice = solutions.advise(Aim::Bits, observed).unwrap();
        let spectra = agree.iter().map(|(_, ends)| ends).counts();
        let ambiguous: usize = spectra.into_values().filter(|count| *count > 1).sum();
        assert_eq!(advice.indistinguishable, Some(ambiguous as u64), "{seen:?}");
        assert_eq!(advice.decidable, Some(ambiguous == 0), "{seen:?}");
        let answers = |position: Position| {
            let ends = agree.iter().map(|(_, ends)| ends[position.index()]);
            ends.counts().into_iter().collect::<BTreeMap<End, usize>>()
        };
        let bits = |position| bits(answers(position).into_values());
        let open = seen.size().all_positions();
        let open: Vec<Position> = open.filter(|&at| seen.result(at) == Ok(None)).collect();
        let most = open.iter().map(|&at| bits(at)).fold(0.0, f64::max);
        let best = open
            .into_iter()
            .find(|&at| most > 1e-9 && bits(at) > most - 1e-9);
        assert_eq!(
            advice.next.as_ref().map(|next| next.position),
            best,
            "{seen:?}"
        );
        if let Some(next) = advice.next {
            assert!((next.bits - most).abs() < 1e-9, "{seen:?}");
            let told = next
                .answers
                .iter()
                .map(|&(outcome, count)| (outcome.into(), count as usize));
            assert_eq!(
                told.collect::<BTreeMap<End, usize>>(),
                answers(next.position)
            );
        }
    });
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(500))]

    #[test]
    fn answers_in_small_boxes_are_those_of_all_molecules((seen, atoms) in known()) {
        check(&seen, atoms);
    }

    #[test]
    fn answers_in_wide_boxes_are_those_of_all_molecules((board, seen) in played(20, 400, 1)) {
        let atoms = board.config().atoms() as u64;
        check(&seen, atoms..=atoms);
    }
}

/// The figures of a review are those of decoding before each ray, and par follows the hints.
#[test]
fn a_review_has_the_figures_of_decoding() {
    for name in ["A3_B4:100", "A3_B4:26", "A4_B5:5000"] {
        let mut game = saved_game::named(name).unwrap();
        let (config, size) = (game.config(), game.evidence().size());
        for entry in words("west-1 east-3 north-2 south-4 west-3 east-2 west-4 north-1") {
            let position = Position::parse(&entry.replace('-', " "), size).unwrap();
            game.fire(position).unwrap();
        }
        unwatched(|observed| {
            let review = game.review(&[], observed).unwrap();
            assert!(review.shots.len() >= 4, "{review:?}");
            let before = |sheet: &Sheet, aim| {
                let question = sheet.question().unwrap();
                let solutions = question.find_quickly(0, observed).unwrap();
                let advice = solutions.advise_quickly(aim, observed).unwrap();
                (solutions.counted().clone(), advice.next)
            };
            let mut decided = None;
            for (rays, shot) in review.shots.iter().enumerate() {
                let sheet = game.after(rays);
                let (counted, best) = before(&sheet, Aim::Points);
                assert_eq!(shot.counted, counted, "{name}");
                assert_eq!(shot.best, best, "{name}");
                match &best {
                    Some(best) if best.position == shot.ray.position => assert_eq!(*best, shot.ray),
                    Some(best) => {
                        let [best, ray] = [best, &shot.ray].map(|ray| ray.ahead.unwrap());
                        assert!(
                            !best.exact || ray.points > best.points - 1e-9,
                            "{name}: {shot:?}"
                        );
                    }
                    None => {
                        let is_alone = !matches!(shot.outcome, Outcome::Out(_));
                        assert_eq!(shot.lost(), Some(if is_alone { 1.0 } else { 2.0 }));
                    }
                }
                if best.is_none() {
                    decided.get_or_insert(rays);
                }
                let left = config
                    .boards()
                    .filter(|&board| sheet.question().unwrap().allows(board));
                let ends = left.map(|board| board.fire(shot.ray.position).unwrap().outcome);
                let slow = bits(ends.counts().into_values());
                assert!(
                    (slow - shot.ray.bits).abs() < 1e-9,
                    "{name}: {slow} {shot:?}"
                );
            }
            let (left, best) = before(&game, Aim::Points);
            decided = decided.or(best.is_none().then_some(review.shots.len()));
            assert_eq!((review.left, review.decided), (left, decided), "{name}");
            let par = review.par.unwrap();
            for (rays, (position, _)) in par.shots().enumerate() {
                let (_, next) = before(&par.after(rays), Aim::Points);
                assert_eq!(next.map(|next| next.position), Some(position), "{name}");
            }
            assert_eq!(before(&par, Aim::Points).1, None, "{name}");
        });
    }
}
