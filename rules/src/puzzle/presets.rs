//! The boxes that other programs offer, by name.

use std::ops::RangeInclusive;

use crate::board::{MAX_SIDE, Size};

/// A box that another program offers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Preset {
    /// The program and its own name for the box.
    pub name: &'static str,
    /// The size of the box.
    pub size: Size,
    /// The possible numbers of balls, which the player knows.
    pub balls: RangeInclusive<u64>,
}

impl Preset {
    /// The levels of KBlackBox (KDE), and the menu of Simon Tatham's collection.
    pub const ALL: [Preset; 11] = [
        preset("kde-very-easy", [6, 6], [2, 2]),
        preset("kde-easy", [8, 8], [4, 4]),
        preset("kde-medium", [10, 10], [6, 6]),
        preset("kde-hard", [12, 12], [8, 8]),
        preset("kde-very-hard", [10, 14], [11, 11]),
        preset("kde-extremely-hard", [12, 20], [15, 15]),
        preset("tatham-5x5", [5, 5], [3, 3]),
        preset("tatham-8x8", [8, 8], [5, 5]),
        preset("tatham-8x8-3-6", [8, 8], [3, 6]),
        preset("tatham-10x10", [10, 10], [5, 5]),
        preset("tatham-10x10-4-10", [10, 10], [4, 10]),
    ];

    /// The preset with this name, ignoring case.
    pub fn named(name: &str) -> Option<Preset> {
        let mut all = Preset::ALL.into_iter();
        all.find(|preset| preset.name.eq_ignore_ascii_case(name))
    }
}

const fn preset(
    name: &'static str,
    [rows, columns]: [usize; 2],
    [least, most]: [u64; 2],
) -> Preset {
    assert!(rows <= MAX_SIDE && columns <= MAX_SIDE);
    let Ok(size) = Size::new(rows, columns) else {
        panic!("the box has this many rows and columns")
    };
    let balls = RangeInclusive::new(least, most);
    Preset { name, size, balls }
}
