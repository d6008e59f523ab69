//! A circular tour of a block: by which jumps it passes each cell.

use crate::rules::{Board, Jump};
use crate::tour::Tour;

/// The two jumps by which a tour passes a cell.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Link(u8);

impl Link {
    /// What is known of a cell before a tour passes it.
    pub(super) const NONE: Link = Link(0);

    fn new(one: Jump, other: Jump) -> Link {
        Link(one | other << 3)
    }

    pub(super) fn one(self) -> Jump {
        self.0 & 7
    }

    pub(super) fn other(self) -> Jump {
        self.0 >> 3
    }

    pub(super) fn has(self, jump: Jump) -> bool {
        self.one() == jump || self.other() == jump
    }

    /// The same with a jump for another one.
    pub(super) fn replaced(self, jump: Jump, by: Jump) -> Link {
        if self.one() == jump {
            Link::new(by, self.other())
        } else {
            Link::new(self.one(), by)
        }
    }

    /// The jump that leads on for whoever comes by the other one.
    #[inline]
    pub(super) fn onwards(self, arrival: Jump) -> Jump {
        self.one() ^ self.other() ^ arrival
    }
}

/// A circular tour of a block.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Variant {
    pub(super) board: Board,
    pub(super) links: Vec<Link>,
}

impl Variant {
    pub(super) fn of(tour: &Tour) -> Variant {
        let board = tour.board();
        let path = tour.path();
        let cells = path.len();
        let jump = |from: usize, to: usize| -> Jump {
            let (from, to) = (path[from % cells] as usize, path[to % cells] as usize);
            board.jump_between(from, to).unwrap_or_default()
        };
        let mut links = vec![Link::NONE; cells];
        for (i, &cell) in path.iter().enumerate() {
            links[cell as usize] = Link::new(jump(i, i + cells - 1), jump(i, i + 1));
        }
        Variant { board, links }
    }
}
