//! Casting a hexagram with changing lines.
//!
//! Each line is cast separately, from the lowest one, and is 6, 7, 8 or 9. Odd lines are unbroken, even ones
//! broken. 6 and 9 change: the hexagram becomes one in which these lines are opposite.

use super::Doors;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[cfg_attr(feature = "pipeline", derive(clap::ValueEnum))]
pub enum CastMethod {
    /// 49 yarrow stalks, divided and counted off by fours, three times per line
    Yarrow,
    /// Three coins per line, with sides that count 2 and 3
    Coins,
}

impl CastMethod {
    /// Casts a line. `below` returns a number below its argument, all equally likely: the remainder of the left
    /// heap after counting it off by fours, or the side of a coin.
    fn line(self, mut below: impl FnMut(u64) -> u64) -> u8 {
        match self {
            CastMethod::Coins => (0..3).map(|_| 2 + below(2) as u8).sum(),
            CastMethod::Yarrow => {
                let mut stalks = 49;
                for _ in 0..3 {
                    // Before the counting, one stalk of the right heap is put aside. One to four stalks remain of
                    // each heap, and these are put aside, too.
                    let left = 1 + below(4) as u8;
                    let right = (stalks - 1 - left - 1) % 4 + 1;
                    stalks -= 1 + left + right;
                }
                stalks / 4
            }
        }
    }

    /// The numbers of lines in 16 that are 6, 7, 8 and 9, computed exactly from all casts.
    pub fn of_16(self) -> [u64; 4] {
        let mut of_64 = [0; 4];
        for mut chance in 0..64 {
            let line = self.line(|n| {
                let digit = chance % n;
                chance /= n;
                digit
            });
            of_64[usize::from(line) - 6] += 1;
        }
        of_64.map(|times| times / 4)
    }

    pub fn cast(self, mut below: impl FnMut(u64) -> u64) -> Cast {
        let lines = [(); 6].map(|()| self.line(&mut below));
        let of_16 = self.of_16();
        let weights = lines.map(|line| of_16[usize::from(line) - 6]);
        let hexagram = |is_unbroken: fn(u8) -> bool| {
            (0..6).fold(0, |doors, i| doors | u8::from(is_unbroken(lines[i])) << i)
        };
        Cast {
            lines,
            weights,
            hexagram: hexagram(|line| line % 2 == 1),
            becomes: hexagram(|line| line < 8),
        }
    }
}

/// Six lines that were cast.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Cast {
    /// The lines from below, each 6, 7, 8 or 9.
    pub lines: [u8; 6],
    /// For each line, the number in 16 of lines like it. The product is the number of such casts in 16⁶.
    pub weights: [u64; 6],
    pub hexagram: Doors,
    /// The hexagram that it becomes; the same one if no line changes.
    pub becomes: Doors,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn probabilities_match_the_published_ones() {
        assert_eq!(CastMethod::Yarrow.of_16(), [1, 5, 7, 3]);
        assert_eq!(CastMethod::Coins.of_16(), [2, 6, 6, 2]);
    }
}
