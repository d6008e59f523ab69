//! The boards that the text draws. A space separates two columns of a drawing.
//! Labels are letters, digits and the symbols of the spectrum, or H and R, for
//! rays that were shot.
//!
//! Source: Jean Forget, `Blackbox-en.md` (CC-BY-SA). The places of the symbols
//! in a drawing are facts that his text states.

use crate::game::{Chamber, Config, Molecule, Outcome};

/// A drawn board.
pub(super) struct Board {
    pub(super) config: Config,
    pub(super) molecule: Molecule,
    /// The labels of the rays that were shot, by position.
    labels: Vec<(usize, char)>,
}

impl Board {
    /// Reads a drawing. `None` if the text is not a drawing.
    pub(super) fn drawn(drawing: &str) -> Option<Board> {
        let lines: Vec<Vec<char>> = drawing
            .lines()
            .map(|line| line.chars().step_by(2).collect())
            .collect();
        let width = lines.len().checked_sub(2)?;
        let at = |line: usize, column: usize| {
            let line: &Vec<char> = lines.get(line)?;
            Some(line.get(column).copied().unwrap_or(' '))
        };
        let mut bits = 0u128;
        for cell in 0..width * width {
            if at(cell / width + 1, cell % width + 1)? == 'O' {
                bits |= 1 << cell;
            }
        }
        let molecule = Molecule::from_bits(bits);
        let config = Config::new(u64::from(bits.count_ones()), width as u64).ok()?;
        let mut labels = Vec::new();
        for position in 0..4 * width {
            let on_side = position % width + 1;
            let label = match position / width {
                0 => at(on_side, 0)?,
                1 => at(width + 1, on_side)?,
                2 => at(width + 1 - on_side, width + 1)?,
                _ => at(0, width + 1 - on_side)?,
            };
            if label != ' ' {
                labels.push((position, label));
            }
        }
        Some(Board {
            config,
            molecule,
            labels,
        })
    }

    /// The labels as the symbols of a spectrum, by position.
    pub(super) fn symbols(&self) -> String {
        let symbol = |label| match label {
            'H' => '@',
            'R' => '&',
            other => other,
        };
        self.labels
            .iter()
            .map(|&(_, label)| symbol(label))
            .collect()
    }

    /// The labels that differ from what the molecule does, by position.
    pub(super) fn wrong_labels(&self) -> Vec<(usize, char)> {
        let chamber = Chamber::new(self.molecule, self.config);
        let wrong = |&(position, label): &(usize, char)| {
            let right = match (label, chamber.shoot(position).outcome) {
                ('@' | 'H', outcome) => outcome == Outcome::Absorbed,
                ('&' | 'R', outcome) => outcome == Outcome::Reflected,
                (_, Outcome::Out(exit)) => {
                    let ends = self.labels.iter().filter(|other| other.1 == label);
                    let mut ends: Vec<usize> = ends.map(|end| end.0).collect();
                    ends.retain(|&end| end != position);
                    ends == [exit]
                }
                _ => false,
            };
            !right
        };
        self.labels.iter().copied().filter(wrong).collect()
    }
}

/// Four atoms around cells that no ray reaches, and a fifth in one of them.
pub(super) const NO_RAYS_LAND: &str = "
  - - - - - - - -
  - - O - - O - -
  - - - O - - - -
  - - - - - - - -
  - - O - - O - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  ";

/// The board to decode, drawn without atoms.
pub(super) const CHALLENGE: &str = "  6 7 5 H 4 H 3 H
1 - - - - - - - - 1
2 - - - - - - - - 2
3 - - - - - - - - R
H - - - - - - - - H
4 - - - - - - - - R
H - - - - - - - - H
5 - - - - - - - - R
H - - - - - - - - H
  6 7 R H R H R H";

/// Played games: three with a ray that turned and came out, one with a ray
/// that turned and was reflected.
pub(super) const GAMES: [&str; 4] = [
    "            3
1 - - - - - - - - 1
R - - - - - - - -
H O - - O - - - -
  - - - - - - - -
3 - - - - - - - -
  - - - - - - O -
R - - - - - - - - 2
H O - - - - - - -
      4     4   2",
    "          6 2   1
H O - - - - - - -
  - - - - - - - - 4
3 - - - - - - - - 3
  - - - - - - - - 6
  - - - O - - - -
4 - - - - - - - - 5
  - - - - - - - - 5
H O - - O - - - - H
  H     H R 2   1",
    "    4 3   2
H - - - - - - O -
5 - - - - - - - - 6
  - - - - - - - - 4
  O - - - - - - -
  - - - - - - - - 5
  - - - - - - - - 6
  O - - - - - O -
R - - - - - - - - 1
      3   2     1",
    "  1   7 5 4 6 7
1 - - - - - - - -
  - O - - - - - O
  - - - - - - - -
H - O - - - - - -
3 - - - - - - - -
R - - - - - - - -
H - - - - - - - O
2 - - - - - - - -
  3     5 4 6 2",
];

/// A ray of six turns through 23 cells.
pub(super) const SIX_TURNS: &str = "    1
  - - - - - - - O
  - - - - - - - -
  O - - - - - - -
  - - - - - - - -
  - - - - - - - O
  - - - - - - - -
  O - - - - - - -
  - - - - - - - -
              1";

/// A molecule without symmetry, its seven enantiomers, and two others.
pub(super) const LOPSIDED: &str = "
  - O O - - - - -
  - O - - - - - -
  O - - - - - - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  - - - - - - - -
  ";

/// The enantiomers by the columns of their atoms, from the line of the first.
pub(super) const ENANTIOMERS: [(usize, [&str; 3]); 7] = [
    (1, ["- - - - - O - -", "- - - - - - O O", "- - - - - - - O"]),
    (6, ["- - - - - - - O", "- - - - - - O -", "- - - - - O O -"]),
    (6, ["O - - - - - - -", "O O - - - - - -", "- - O - - - - -"]),
    (1, ["- - O - - - - -", "O O - - - - - -", "O - - - - - - -"]),
    (1, ["- - - - - O O -", "- - - - - - O -", "- - - - - - - O"]),
    (6, ["- - - - - - - O", "- - - - - - O O", "- - - - - O - -"]),
    (6, ["O - - - - - - -", "- O - - - - - -", "- O O - - - - -"]),
];

/// Two that are not enantiomers.
pub(super) const NO_ENANTIOMERS: [(usize, [&str; 3]); 2] = [
    (1, ["- - - O O - - -", "- - - O - - - -", "- - O - - - - -"]),
    (1, ["- O O - - - - -", "- - O - - - - -", "- - - O - - - -"]),
];

/// A molecule with three drawn lines. The first of them is line `line`, counted
/// from 1.
pub(super) fn three_lines(line: usize, lines: [&str; 3], config: Config) -> Option<Molecule> {
    let before = config.width() * (line - 1);
    let drawn: String = lines.concat().replace(' ', "");
    let after = config.cells().checked_sub(before + drawn.len())?;
    let text = format!("{}{drawn}{}", "-".repeat(before), "-".repeat(after));
    Molecule::parse(&text, config).ok()
}

/// The board of fourteen out rays, which needs letters.
pub(super) const MOST_OUT: &str = "  h b a @ n m k l
a - - - - - - - - n
b - - - O - - - - m
@ - - O - O - - - @
c - - - O - - - - j
d - - - - - - - - i
e - - - - - - - - e
f - - - - - - - - f
g - - - - - - - - g
  h c d @ i j k l";

/// The board of four out rays.
pub(super) const FEWEST_OUT: &str = "  & @ & c d @ @ @
@ - O - - - - - - &
@ - - - - - - - O @
@ - - - - - - - - &
a - - - - - - - - a
b - - - - - - - - b
& - - - - - - - - @
@ O - - - - - - - @
& - - - - - - O - @
  @ @ @ c d & @ &";

/// The second molecule of two atoms in 4 × 4 cells.
pub(super) const SECOND_OF_TWO: &str = "  @ & @ &
@ O - O - @
& - - - - c
a - - - - a
b - - - - b
  @ & @ c";

/// Two molecules of one spectrum, and their images after a half turn, in the
/// order in which they are drawn.
pub(super) const PAIR_AND_HALF_TURN: [&str; 4] = [
    "  @ & @ & c d
@ O - O - - - @
& - - - - - - &
@ - - O - - - @
& - - - - - - b
@ O - - - - - @
& - - - - - - a
  @ a @ b c d",
    "  @ & @ & c d
@ - - O - - - @
& - - - - - - &
@ O - O - - - @
& - - - - - - b
@ O - - - - - @
& - - - - - - a
  @ a @ b c d",
    "  c d b @ a @
a - - - - - - &
@ - - - - - O @
b - - - - - - &
@ - - - O - O @
& - - - - - - &
@ - - - O - - @
  c d & @ & @",
    "  c d b @ a @
a - - - - - - 1
@ - - - - - O 2
b - - - - - - &
@ - - - O - - @
& - - - - - - &
@ - - - O - O @
  c d & @ & @",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn drawings_are_read_as_they_are_drawn() {
        let texts = [
            NO_RAYS_LAND,
            CHALLENGE,
            SIX_TURNS,
            LOPSIDED,
            MOST_OUT,
            FEWEST_OUT,
        ];
        let games = texts.into_iter().chain(GAMES);
        let boards: Vec<Board> = games.map(|text| Board::drawn(text).unwrap()).collect();
        let configs: Vec<String> = boards.iter().map(|b| b.config.to_string()).collect();
        assert_eq!(configs[..2], ["A5_B8", "A0_B8"]);
        assert!(
            configs[2..].iter().all(|config| config == "A4_B8"),
            "{configs:?}"
        );
        let labels: Vec<usize> = boards.iter().map(|board| board.labels.len()).collect();
        assert_eq!(labels[..6], [0, 32, 2, 0, 32, 32]);
        for board in [&boards[2], &boards[4], &boards[5], &boards[6], &boards[9]] {
            assert_eq!(board.wrong_labels(), []);
        }
        let [.., last] = PAIR_AND_HALF_TURN;
        let last = Board::drawn(last).unwrap();
        assert_eq!(last.config.to_string(), "A4_B6");
        assert_eq!(last.labels.len(), 24);
        assert_eq!(last.wrong_labels().len(), 2);
        assert!(Board::drawn("").is_none() && Board::drawn("-").is_none());
    }
}
