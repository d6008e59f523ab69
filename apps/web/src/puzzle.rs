//! The puzzles that have a page.

/// A puzzle with a page.
#[derive(Debug)]
pub(crate) struct Puzzle {
    /// Its folder in `page/` and in `engines/`; its engine is the package `web-FOLDER`.
    pub(crate) folder: &'static str,
    /// The file of its page, which also names what the page keeps in the browser.
    pub(crate) file: &'static str,
    /// Its name for people.
    pub(crate) name: &'static str,
    /// What people do there, for the page of all puzzles.
    pub(crate) says: &'static str,
    /// The views in its navigation: the name in the address, and the words.
    pub(crate) views: &'static [(&'static str, &'static str)],
}

impl Puzzle {
    /// The name of its page without `.html`.
    pub(crate) fn stem(&self) -> &'static str {
        self.file.trim_end_matches(".html")
    }

    /// The package of its engine.
    pub(crate) fn package(&self) -> String {
        format!("web-{}", self.folder)
    }
}

/// Black Box. Its page has data besides its engine.
pub(crate) const BLACK_BOX: &Puzzle = &PUZZLES[0];

/// All puzzles, in the order of the page that shows all.
pub(crate) const PUZZLES: &[Puzzle] = &[
    Puzzle {
        folder: "black-box",
        file: "blackbox.html",
        name: "Black Box",
        says: "Fire rays into a box, and find the atoms inside. Play, decode your own board, and see which boards nobody can solve.",
        views: &[
            ("play", "Play"),
            ("play/today", "Today"),
            ("learn", "Learn"),
            ("own", "Own board"),
            ("groups", "Ambiguous boards"),
            ("census", "Census"),
        ],
    },
    Puzzle {
        folder: "magic-star",
        file: "magic-star.html",
        name: "Magic star",
        says: "Put numbers on a star, so that every line has the same sum. Fill stars of 6 to 12 points, or solve puzzles that have one solution.",
        views: &[("play", "Play")],
    },
    Puzzle {
        folder: "chinese-rings",
        file: "chinese-rings.html",
        name: "Chinese rings",
        says: "Free a shuttle from its rings. You can move at most two at a time. Play, see every step, and walk the path on its hypercube.",
        views: &[
            ("play", "Play"),
            ("hypercube", "Hypercube"),
            ("plots", "Plots"),
        ],
    },
    Puzzle {
        folder: "pen-and-paper",
        file: "pen-and-paper.html",
        name: "Pen and paper",
        says: "Fill a grid with 1, 2, 3 … by jumps of fixed lengths. See where a way ends, let the page finish a circular tour, and see it as a drawing.",
        views: &[("play", "Play"), ("tour", "Drawn tour")],
    },
    Puzzle {
        folder: "china-labyrinth",
        file: "china-labyrinth.html",
        name: "China Labyrinth",
        says: "Lay 64 hexagons so that all doors meet, and watch a search do it. With the Octopuszle of 256 squares, and hexagrams to cast.",
        views: &[
            ("play", "Play"),
            ("watch", "Watch"),
            ("octopuszle", "Octopuszle"),
            ("cast", "Cast"),
        ],
    },
];
