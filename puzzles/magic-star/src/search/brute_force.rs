//! The brute force of Raftery's text: tries all permutations in lexicographic order.

use crate::rules::Diagram;

/// Advances to the next permutation, as `getNextPermutation` of the text. Returns false after the last.
fn next_permutation(entries: &mut [u8]) -> bool {
    let Some(i) = (1..entries.len()).rfind(|&i| entries[i - 1] < entries[i]) else {
        return false;
    };
    let next = entries.iter().rposition(|&entry| entry > entries[i - 1]);
    entries.swap(i - 1, next.unwrap_or(i));
    entries[i..].reverse();
    true
}

/// The progress of trying all permutations of the numbers of a star.
#[derive(Clone, Debug)]
pub struct BruteForce {
    entries: Vec<u8>,
    pub iterations: u64,
    pub solutions: u64,
    pub ended: bool,
}

impl BruteForce {
    pub fn new(diagram: &Diagram) -> BruteForce {
        BruteForce {
            entries: (1..=diagram.star.cells() as u8).collect(),
            iterations: 0,
            solutions: 0,
            ended: false,
        }
    }

    /// Tries this number of further permutations, or all that are left.
    pub fn go_on(&mut self, diagram: &Diagram, permutations: u64) {
        let sum = diagram.star.line_sum() as u8;
        for _ in 0..permutations {
            if self.ended {
                return;
            }
            self.iterations += 1;
            let is_full = |line: &[u8; 4]| {
                let numbers = line.map(|cell| self.entries[usize::from(cell)]);
                numbers.iter().sum::<u8>() == sum
            };
            self.solutions += u64::from(diagram.lines.iter().all(is_full));
            self.ended = !next_permutation(&mut self.entries);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Solution;

    #[test]
    fn permutations_come_in_the_order_of_their_iterations() {
        let mut entries = [1, 2, 3, 4, 5, 6];
        for iteration in 1..=720 {
            let solution = Solution::new(&entries).unwrap();
            assert_eq!(solution.iteration(), iteration);
            assert_eq!(next_permutation(&mut entries), iteration < 720);
            // The next element is greater, too.
            assert!(iteration == 720 || Solution::new(&entries).unwrap() > solution);
        }
    }
}
