//! Orbits: sets of boards that are images of each other. The board with the smallest number is the canonical one.

use super::Board;
use super::cell_mask::{CellMask, WideMask};
use super::config::Config;
use super::symmetry::Transform;

/// A board among the images of its canonical board.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Image {
    /// The board.
    pub board: Board,
    /// The first transform, in the order of [`Transform::ALL`], that maps the canonical board to this one.
    pub transform: Transform,
}

/// All images of a board in its box under rotations and reflections: 1, 2, 4 or 8 different boards.
///
/// ```
/// use blackbox_rules::board::{Board, Config, Orbit, Transform};
///
/// let config = Config::new(1, 3)?;
/// let in_the_south_east = Board::parse("--------O", config)?;
/// let orbit = Orbit::of(in_the_south_east);
/// assert_eq!(orbit.iter().len(), 4);
/// assert_eq!(orbit.canonical(), Board::first(config));
/// let image = orbit.find(in_the_south_east).expect("it belongs to its own orbit");
/// assert_eq!(image.transform, Transform::Rot180);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Orbit {
    images: [Image; 8],
    size: usize,
}

impl Orbit {
    /// The orbit of any board.
    pub fn of(board: Board) -> Orbit {
        Orbit::of_canonical(board.canonical())
    }

    /// The orbit of a board that [is canonical](Board::is_canonical), found faster.
    #[doc(hidden)]
    pub fn of_canonical(canonical: Board) -> Orbit {
        let transform = Transform::Id;
        let mut orbit = Orbit {
            images: [Image {
                board: canonical,
                transform,
            }; 8],
            size: 0,
        };
        let symmetries = canonical.size().symmetries();
        for (board, &transform) in canonical.images().zip(symmetries) {
            let known = &orbit.images[..orbit.size];
            if known.iter().all(|known| known.board != board) {
                orbit.images[orbit.size] = Image { board, transform };
                orbit.size += 1;
            }
        }
        orbit.images[..orbit.size].sort_unstable_by_key(|image| image.board);
        orbit
    }

    /// The canonical board.
    pub fn canonical(&self) -> Board {
        self.images[0].board
    }

    /// The image that equals `board`, if this board belongs to the orbit.
    pub fn find(&self, board: Board) -> Option<Image> {
        self.iter().find(|image| image.board == board)
    }

    /// The images, sorted by number. The canonical board comes first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Image> {
        self.images[..self.size].iter().copied()
    }
}

impl Config {
    /// The number of canonical molecules, that is, of molecules up to rotation and reflection.
    ///
    /// By Burnside's lemma, it is the mean, over the symmetries of the box, of the number of molecules that the
    /// symmetry leaves unchanged. A molecule is unchanged if every cycle of cells is either full or empty, so the
    /// number of unchanged molecules is the coefficient of xⁿ in the product of (1 + xᵏ) over the lengths k of the
    /// cycles. `u64::MAX` if the result does not fit.
    pub fn canonical_molecules(self) -> u64 {
        let symmetries = self.size().symmetries();
        let fixed = symmetries.iter().map(|&transform| {
            let mut coefficients = vec![0u128; self.atoms() + 1];
            coefficients[0] = 1;
            for cycle in transform.cycles::<WideMask>(self.size()) {
                let length = cycle.count();
                for degree in (length..coefficients.len()).rev() {
                    let more = coefficients[degree - length];
                    coefficients[degree] = coefficients[degree].saturating_add(more);
                }
            }
            coefficients[self.atoms()]
        });
        let fixed = fixed.fold(0, u128::saturating_add);
        u64::try_from(fixed / symmetries.len() as u128).unwrap_or(u64::MAX)
    }
}
