//! Numbers in all or some of the cells of a star.

use super::star::{Cell, Diagram, MAX_CELLS};

/// The numbers 1 to 2n, each in one of the 2n cells of a star.
///
/// Solutions are compared in reading order, which is the lexicographic order of permutations. The place of a
/// permutation in that order, from 1, is its **iteration**: the number of permutations that a program which tries
/// all in this order has tried by then.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Solution {
    /// The numbers in reading order; 0 beyond the cells of the star.
    pub(super) numbers: [u8; MAX_CELLS],
    pub(super) cells: u8,
}

/// m!, the number of permutations of m numbers. m must be at most 34, which exceeds the cells of any star.
pub fn permutations(m: usize) -> u128 {
    (1..=m as u128).product()
}

impl Solution {
    /// A solution with these numbers in reading order. `None` unless each of 1 to their count occurs once. The sums
    /// of the lines are not checked: see [`is_magic`](Solution::is_magic).
    pub fn new(numbers: &[u8]) -> Option<Solution> {
        let (all, cells) = (numbers, numbers.len() as u8);
        let mut numbers = [0; MAX_CELLS];
        numbers.get_mut(..all.len())?.copy_from_slice(all);
        let met = all.iter().fold(0u64, |met, number| {
            met | 1u64.checked_shl((*number).into()).unwrap_or(0)
        });
        (met == ((1 << cells) - 1) << 1).then_some(Solution { numbers, cells })
    }

    pub fn numbers(&self) -> &[u8] {
        &self.numbers[..usize::from(self.cells)]
    }

    pub fn number(&self, cell: Cell) -> u8 {
        self.numbers[usize::from(cell)]
    }

    /// Whether every line has the sum 4n + 2.
    pub fn is_magic(&self, diagram: &Diagram) -> bool {
        let star = diagram.star;
        let mut sums = diagram.lines.iter().map(|line| {
            let numbers = line.map(|cell| usize::from(self.number(cell)));
            numbers.iter().sum::<usize>()
        });
        self.numbers().len() == star.cells() && sums.all(|sum| sum == star.line_sum())
    }

    /// Replaces every number x by 2n + 1 - x. The result is a solution, too, and the order of
    /// permutations is reversed: the two iterations sum to (2n)! + 1.
    pub fn complement(&self) -> Solution {
        let mut complement = *self;
        for number in &mut complement.numbers[..usize::from(self.cells)] {
            *number = self.cells + 1 - *number;
        }
        complement
    }

    /// The place in the lexicographic order of all permutations, from 1.
    pub fn iteration(&self) -> u128 {
        let mut unused: u64 = (1 << self.cells) - 1;
        let mut rank = 0;
        let left = (1..=u128::from(self.cells)).rev();
        for (&number, left) in self.numbers().iter().zip(left) {
            // Horner's method: each earlier term is multiplied by `left`.
            let bit = 1 << (number - 1);
            rank = rank * left + u128::from((unused & (bit - 1)).count_ones());
            unused &= !bit;
        }
        rank + 1
    }
}

/// Numbers in some of the cells of a star.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Partial {
    /// 0 for a cell without a number.
    numbers: [u8; MAX_CELLS],
}

impl Partial {
    pub const EMPTY: Partial = Partial {
        numbers: [0; MAX_CELLS],
    };

    /// Parses a partly filled star: either entries such as `a=5` for some of the cells, or one entry for every cell
    /// in reading order, a number or `-`. Commas or spaces separate the entries.
    pub fn parse(text: &str, diagram: &Diagram) -> Result<Partial, String> {
        let (star, cells) = (diagram.star, diagram.star.cells());
        let entries = text.split(|c: char| c == ',' || c.is_whitespace());
        let entries: Vec<&str> = entries.filter(|entry| !entry.is_empty()).collect();
        let are_named = entries.iter().any(|entry| entry.contains('='));
        if !are_named && entries.len() != cells {
            return Err(format!(
                "{star} has {cells} cells, not {}; name cells as in a=5, or write - for those without a number",
                entries.len(),
            ));
        }
        let mut partial = Partial::EMPTY;
        for (place, entry) in entries.into_iter().enumerate() {
            if !are_named {
                partial.set(place as Cell, entry, cells)?;
                continue;
            }
            let (name, number) = entry.split_once('=').ok_or_else(|| {
                let entry = shortened(entry);
                format!("`{entry}` does not name its cell, but others do")
            })?;
            let is_named = |&cell: &Cell| name.chars().eq([Diagram::name(cell)]);
            let cell = (0..cells as Cell).find(is_named).ok_or_else(|| {
                let (name, last) = (shortened(name), Diagram::name(cells as Cell - 1));
                format!("{star} has no cell `{name}`; its cells are a to {last}")
            })?;
            partial.set(cell, number, cells)?;
        }
        Ok(partial)
    }

    fn set(&mut self, cell: Cell, entry: &str, cells: usize) -> Result<(), String> {
        if entry == "-" {
            return Ok(());
        }
        let number = entry.parse().ok();
        let number = number.filter(|number| (1..=cells).contains(&usize::from(*number)));
        let wrong = || format!("`{}` is not a number from 1 to {cells}", shortened(entry));
        let number = number.ok_or_else(wrong)?;
        if self.number(cell).is_some() {
            return Err(format!("cell {} is given twice", Diagram::name(cell)));
        }
        if self.numbers.contains(&number) {
            return Err(format!("{number} is given twice"));
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

    /// Whether every cell of a line has a number, but their sum is wrong.
    pub fn has_wrong_sum(&self, diagram: &Diagram, line: usize) -> bool {
        let numbers = diagram.lines[line].iter().map(|&cell| self.number(cell));
        let sum: Option<u8> = numbers.sum();
        sum.is_some_and(|sum| usize::from(sum) != diagram.star.line_sum())
    }

    /// The star with one more number. Both the cell and the number must be free.
    pub fn with(mut self, cell: Cell, number: u8) -> Partial {
        self.numbers[usize::from(cell)] = number;
        self
    }
}

/// The beginning of an entry, to be quoted in an error; an entry can be as long as a file.
fn shortened(entry: &str) -> String {
    let end = entry.char_indices().nth(200);
    end.map_or(entry.to_owned(), |(end, _)| format!("{}…", &entry[..end]))
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
        fn complements_come_in_reverse_order(solution in (10usize..=30).prop_flat_map(numbers)) {
            let complement = solution.complement();
            prop_assert_eq!(complement.complement(), solution);
            let all = permutations(solution.numbers().len());
            prop_assert_eq!(solution.iteration() + complement.iteration(), all + 1);
        }
    }

    #[test]
    fn numbers_are_permutations() {
        assert!(Solution::new(&[2, 1, 3]).is_some());
        for wrong in [&[1, 1][..], &[0, 1], &[1, 3], &[1; 31]] {
            assert_eq!(Solution::new(wrong), None);
        }
    }

    #[test]
    fn wrong_stars_are_explained() {
        let diagram = Diagram::of("8a".parse().unwrap());
        for (text, message) in [
            ("", "8a has 16 cells, not 0"),
            ("1 2", "8a has 16 cells, not 2"),
            ("a=5 7", "`7` does not name its cell, but others do"),
            ("q=5", "8a has no cell `q`; its cells are a to p"),
            ("ab=5", "8a has no cell `ab`"),
            ("=5", "8a has no cell ``"),
            ("a=17", "`17` is not a number from 1 to 16"),
            ("a=0", "`0` is not a number from 1 to 16"),
            ("a=x", "`x` is not a number from 1 to 16"),
            ("a=5,a=6", "cell a is given twice"),
            ("a=5,b=5", "5 is given twice"),
        ] {
            let error = Partial::parse(text, &diagram).unwrap_err();
            assert!(error.starts_with(message), "{text}: {error}");
        }
    }
}
