//! Numbers in the cells of a star, all of them or some.

use std::fmt;

use super::star::{Cell, Diagram, MAX_CELLS};

/// The numbers 1 to 2n, each in one of the 2n cells of a star.
///
/// They are compared in reading order, which is the lexicographic order of
/// permutations. A permutation's place in that order, from 1, is its
/// **iteration**: so many permutations a program has looked at that goes
/// through all of them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Solution {
    /// 0 beyond the star's cells.
    numbers: [u8; MAX_CELLS],
    cells: u8,
}

/// m!, how many permutations m numbers have; m is at most 34, which no star
/// comes near to.
pub fn permutations(m: usize) -> u128 {
    (1..=m as u128).product()
}

/// All sets of four of the numbers 1 to 2n that sum up to a line's sum, each
/// in ascending order.
pub fn quadruples(order: usize) -> Vec<[u8; 4]> {
    let (most, sum) = (2 * order as u8, 4 * order as u8 + 2);
    let mut found = Vec::new();
    for a in 1..=most {
        for b in a + 1..=most {
            for c in b + 1..=most {
                let d = sum.checked_sub(a + b + c);
                found.extend(
                    d.filter(|d| (c + 1..=most).contains(d))
                        .map(|d| [a, b, c, d]),
                );
            }
        }
    }
    found
}

impl Solution {
    /// A solution from its numbers in reading order, if they are 1 to their
    /// count, each once. Whether lines sum up to what they should is another
    /// question: see [`is_magic`](Solution::is_magic).
    pub fn new(numbers: &[u8]) -> Option<Solution> {
        let mut solution = Solution {
            numbers: [0; MAX_CELLS],
            cells: numbers.len() as u8,
        };
        solution
            .numbers
            .get_mut(..numbers.len())?
            .copy_from_slice(numbers);
        let mut met = 0u64;
        for &number in numbers {
            if number == 0 || usize::from(number) > numbers.len() {
                return None;
            }
            met |= 1 << number;
        }
        (met.count_ones() as usize == numbers.len()).then_some(solution)
    }

    /// The numbers in the cells, in reading order.
    pub fn numbers(&self) -> &[u8] {
        &self.numbers[..usize::from(self.cells)]
    }

    /// The number in a cell.
    pub fn number(&self, cell: Cell) -> u8 {
        self.numbers[usize::from(cell)]
    }

    /// Does every line sum up to 4n + 2?
    pub fn is_magic(&self, diagram: &Diagram) -> bool {
        let star = diagram.star();
        let sum = |line: &[Cell; 4]| -> usize {
            line.iter()
                .map(|&cell| usize::from(self.number(cell)))
                .sum()
        };
        self.numbers().len() == star.cells()
            && diagram
                .lines()
                .iter()
                .all(|line| sum(line) == star.line_sum())
    }

    /// Every number x replaced by 2n + 1 - x, which keeps a solution one and
    /// turns the order of permutations round: the iterations of the two sum
    /// up to (2n)! + 1.
    pub fn complement(&self) -> Solution {
        let mut complement = *self;
        for number in &mut complement.numbers[..usize::from(self.cells)] {
            *number = self.cells + 1 - *number;
        }
        complement
    }

    /// The numbers moved: each cell gets what was in the cell given for it.
    pub(super) fn rearranged(&self, from: &[Cell; MAX_CELLS]) -> Solution {
        Solution {
            numbers: from.map(|cell| self.numbers[usize::from(cell)]),
            cells: self.cells,
        }
    }

    /// Its place in the lexicographic order of all permutations, from 1.
    pub fn iteration(&self) -> u128 {
        let mut unused: u64 = (1 << self.cells) - 1;
        let mut rank = 0;
        for (&number, left) in self
            .numbers()
            .iter()
            .zip((1..=u128::from(self.cells)).rev())
        {
            // In Horner's form: what came before counts `left` times as much.
            let bit = 1 << (number - 1);
            rank = rank * left + u128::from((unused & (bit - 1)).count_ones());
            unused &= !bit;
        }
        rank + 1
    }

    /// The permutation of 1 to `cells` with that iteration, which is taken
    /// modulo their number; at most 32 cells.
    pub fn from_iteration(iteration: u128, cells: usize) -> Solution {
        let mut numbers = [0; MAX_CELLS];
        let mut rank = iteration.wrapping_sub(1) % permutations(cells);
        let mut unused: Vec<u8> = (1..=cells as u8).collect();
        for (cell, number) in numbers.iter_mut().enumerate().take(cells) {
            let below = permutations(cells - 1 - cell);
            *number = unused.remove((rank / below) as usize);
            rank %= below;
        }
        Solution {
            numbers,
            cells: cells as u8,
        }
    }
}

impl fmt::Debug for Solution {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.numbers()).finish()
    }
}

/// Numbers in some of the cells of a star.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partial {
    /// 0 for a cell without a number.
    numbers: [u8; MAX_CELLS],
}

/// Why a text is no partly filled star.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PartialError {
    /// The list has not as many entries as the star has cells.
    #[error("{found} entries for the {cells} cells of {star}; name cells as in a=5, or write - for those without a number", cells = .star.cells())]
    Count {
        /// The star.
        star: super::Star,
        /// How many entries there are.
        found: usize,
    },
    /// Some entries name their cell, and some do not.
    #[error("`{0}` does not name its cell, others do")]
    Unnamed(String),
    /// The star has no such cell.
    #[error("{star} has no cell `{name}`, its cells are a to {last}", last = Diagram::name(.star.cells() as Cell - 1))]
    NoCell {
        /// The star.
        star: super::Star,
        /// What was taken for a cell's name.
        name: String,
    },
    /// That is no number for a cell.
    #[error("`{entry}` is no number from 1 to {cells}", cells = .star.cells())]
    Number {
        /// The star.
        star: super::Star,
        /// What was taken for a number.
        entry: String,
    },
    /// A cell is given two numbers.
    #[error("cell {0} is given twice")]
    CellTwice(char),
    /// A number is given to two cells.
    #[error("{0} is given twice")]
    NumberTwice(u8),
}

impl Partial {
    /// A star without numbers.
    pub const EMPTY: Partial = Partial {
        numbers: [0; MAX_CELLS],
    };

    /// Reads a partly filled star: either entries such as `a=5` for some of
    /// the cells, or one entry for every cell in reading order, a number or
    /// `-`. Entries stand between commas or spaces.
    ///
    /// # Errors
    ///
    /// See [`PartialError`].
    pub fn parse(text: &str, diagram: &Diagram) -> Result<Partial, PartialError> {
        let entries: Vec<&str> = text
            .split(|c: char| c == ',' || c.is_whitespace())
            .filter(|entry| !entry.is_empty())
            .collect();
        let mut partial = Partial::EMPTY;
        if entries.iter().any(|entry| entry.contains('=')) {
            for entry in entries {
                let (name, number) = entry
                    .split_once('=')
                    .ok_or_else(|| PartialError::Unnamed(shortened(entry)))?;
                partial.set(cell(name, diagram)?, number, diagram)?;
            }
        } else {
            let star = diagram.star();
            if entries.len() != star.cells() {
                let found = entries.len();
                return Err(PartialError::Count { star, found });
            }
            for (cell, entry) in (0..).zip(entries) {
                partial.set(cell, entry, diagram)?;
            }
        }
        Ok(partial)
    }

    fn set(&mut self, cell: Cell, entry: &str, diagram: &Diagram) -> Result<(), PartialError> {
        let star = diagram.star();
        if entry == "-" {
            return Ok(());
        }
        let number = entry
            .parse()
            .ok()
            .filter(|number| (1..=star.cells()).contains(&usize::from(*number)))
            .ok_or_else(|| PartialError::Number {
                star,
                entry: shortened(entry),
            })?;
        if self.number(cell).is_some() {
            return Err(PartialError::CellTwice(Diagram::name(cell)));
        }
        if self.numbers.contains(&number) {
            return Err(PartialError::NumberTwice(number));
        }
        self.numbers[usize::from(cell)] = number;
        Ok(())
    }

    /// The number in a cell, if it has one.
    pub fn number(&self, cell: Cell) -> Option<u8> {
        Some(self.numbers[usize::from(cell)]).filter(|&number| number != 0)
    }

    /// The cells that have a number, and their numbers.
    pub fn given(&self) -> impl Iterator<Item = (Cell, u8)> {
        (0..).zip(self.numbers).filter(|&(_, number)| number != 0)
    }

    /// The star with one more number in it; both must be free.
    pub(crate) fn with(mut self, cell: Cell, number: u8) -> Partial {
        self.numbers[usize::from(cell)] = number;
        self
    }
}

/// What is quoted of an entry, which could be as long as a file.
fn shortened(entry: &str) -> String {
    const MOST: usize = 200;
    match entry.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &entry[..end]),
        None => entry.to_owned(),
    }
}

fn cell(name: &str, diagram: &Diagram) -> Result<Cell, PartialError> {
    let mut names = name.chars();
    match (
        names.next().and_then(|name| diagram.cell(name)),
        names.next(),
    ) {
        (Some(cell), None) => Ok(cell),
        _ => Err(PartialError::NoCell {
            star: diagram.star(),
            name: shortened(name),
        }),
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn numbers(cells: usize) -> impl Strategy<Value = Solution> {
        Just((1..=cells as u8).collect::<Vec<u8>>())
            .prop_shuffle()
            .prop_map(|numbers| Solution::new(&numbers).unwrap())
    }

    proptest! {
        #[test]
        fn iterations_and_permutations_belong_to_each_other(
            solution in (10usize..=32).prop_flat_map(numbers),
        ) {
            let cells = solution.numbers().len();
            let iteration = solution.iteration();
            prop_assert_eq!(Solution::from_iteration(iteration, cells), solution);
            let complement = solution.complement();
            prop_assert_eq!(complement.complement(), solution);
            // 32! + 1 fits, too.
            prop_assert_eq!(iteration + complement.iteration(), permutations(cells) + 1);
        }

        #[test]
        fn permutations_are_compared_by_iteration(one in numbers(16), other in numbers(16)) {
            prop_assert_eq!(one.cmp(&other), one.iteration().cmp(&other.iteration()));
        }
    }

    #[test]
    fn iterations_count_permutations_in_lexicographic_order() {
        let all: Vec<Vec<u8>> = (1..=120)
            .map(|iteration| Solution::from_iteration(iteration, 5).numbers().to_vec())
            .collect();
        assert!(all.is_sorted());
        assert_eq!(all[0], [1, 2, 3, 4, 5]);
        assert_eq!(all[1], [1, 2, 3, 5, 4]);
        assert_eq!(all[119], [5, 4, 3, 2, 1]);
        for (iteration, numbers) in (1..).zip(&all) {
            assert_eq!(Solution::new(numbers).unwrap().iteration(), iteration);
        }
    }

    #[test]
    fn the_last_permutation_of_the_largest_star_has_an_iteration() {
        let last: Vec<u8> = (1..=32).rev().collect();
        let last = Solution::new(&last).unwrap();
        assert_eq!(last.iteration(), permutations(32));
        assert_eq!(permutations(16), 20_922_789_888_000);
    }

    #[test]
    fn numbers_are_permutations() {
        assert!(Solution::new(&[2, 1, 3]).is_some());
        for wrong in [&[1, 1][..], &[0, 1], &[1, 3], &[1; 33]] {
            assert_eq!(Solution::new(wrong), None);
        }
    }

    #[test]
    fn sets_of_four_sum_up_to_the_sum_of_a_line() {
        let sets = quadruples(8);
        assert!(
            sets.iter()
                .all(|set| set.iter().sum::<u8>() == 34 && set.is_sorted())
        );
        assert_eq!(sets.len(), 86);
        // As a reader of the source found.
        assert_eq!(sets.iter().filter(|set| set[0] == 1).count(), 19);
        assert_eq!(quadruples(16).iter().filter(|set| set[3] > 32).count(), 0);
    }

    #[test]
    fn partly_filled_stars_are_read() {
        let diagram = Diagram::of("8a".parse().unwrap());
        let named = Partial::parse("a=5, b=12\n p=16", &diagram).unwrap();
        let given: Vec<_> = named.given().collect();
        assert_eq!(given, [(0, 5), (1, 12), (15, 16)]);
        let listed = Partial::parse("5 12 - - - - - - - - - - - - - 16", &diagram);
        assert_eq!(listed, Ok(named));
        assert_eq!(named.number(2), None);
    }

    #[test]
    fn wrong_stars_are_told_why() {
        let diagram = Diagram::of("8a".parse().unwrap());
        for (text, message) in [
            ("", "0 entries for the 16 cells of 8a"),
            ("1 2", "2 entries for the 16 cells of 8a"),
            ("a=5 7", "`7` does not name its cell, others do"),
            ("q=5", "8a has no cell `q`, its cells are a to p"),
            ("ab=5", "8a has no cell `ab`"),
            ("=5", "8a has no cell ``"),
            ("a=17", "`17` is no number from 1 to 16"),
            ("a=0", "`0` is no number from 1 to 16"),
            ("a=x", "`x` is no number from 1 to 16"),
            ("a=5,a=6", "cell a is given twice"),
            ("a=5,b=5", "5 is given twice"),
        ] {
            let error = Partial::parse(text, &diagram).unwrap_err().to_string();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
