//! `data/reference/rays.jsonl`: boards with all their rays, for other programs to test against.
//!
//! The oracle makes it: `SNAPSHOTS=overwrite cargo test -p blackbox-rules --test it rays`.

use std::collections::BTreeSet;
use std::env;
use std::fmt::Write;
use std::fs;
use std::path::Path;

use blackbox_rules::board::{self, Side, Size};
use blackbox_rules::oracle::{End, Plain};
use random::SplitMix64;

/// A box with its atoms as a linear text.
struct Sample {
    set: &'static str,
    size: Size,
    text: String,
}

impl Sample {
    fn new(set: &'static str, size: Size, has_atom: impl Fn(usize) -> bool) -> Sample {
        let cells = (0..size.cells()).map(|cell| if has_atom(cell) { 'O' } else { '-' });
        let text = cells.collect();
        Sample { set, size, text }
    }

    fn drawn(set: &'static str, size: Size, atoms: usize, random: &mut SplitMix64) -> Sample {
        let mut chosen = BTreeSet::new();
        while chosen.len() < atoms {
            chosen.insert(random.below(size.cells() as u64) as usize);
        }
        Sample::new(set, size, |cell| chosen.contains(&cell))
    }

    /// The shape of each ray: its outcome, number of turns, and length.
    fn shapes(&self) -> BTreeSet<(u8, i64, i64)> {
        let side = |at| self.size.position(at).map(board::Position::side);
        let rays = self.rays().into_iter().enumerate();
        let shapes = rays.map(|(position, (end, length, turns))| {
            let end = match end {
                End::Absorbed => 0,
                End::Reflected => 1,
                End::Out(exit) if side(exit.into()) == side(position) => 2,
                End::Out(_) => 3,
            };
            (end, turns, length)
        });
        shapes.collect()
    }

    fn rays(&self) -> Vec<(End, i64, i64)> {
        Plain::oblong(self.size.rows(), self.size.columns()).rays(self.text.as_bytes())
    }

    /// The line of this board, with rays from the oracle.
    fn line(&self) -> String {
        self.write(self.rays().into_iter())
    }

    /// The same line, with rays from the library.
    fn fast_line(&self) -> String {
        let cells = self.text.bytes().enumerate().filter(|&(_, c)| c == b'O');
        let cells = cells.filter_map(|(cell, _)| self.size.cell_numbered(cell));
        let board = board::Board::with_atoms(cells, self.size).unwrap();
        let rays = self.size.all_positions().map(|position| {
            let ray = board.fire(position).unwrap();
            (End::from(ray.outcome), ray.length.into(), ray.turns.into())
        });
        self.write(rays)
    }

    fn write(&self, rays: impl Iterator<Item = (End, i64, i64)>) -> String {
        let (rows, columns) = (self.size.rows(), self.size.columns());
        let atoms = self.text.bytes().enumerate().filter(|&(_, c)| c == b'O');
        let atoms =
            atoms.map(|(cell, _)| format!("[{},{}]", cell / columns + 1, cell % columns + 1));
        let atoms: Vec<String> = atoms.collect();
        let place = |index| {
            let position = self.size.position(index).unwrap();
            let side = match position.side() {
                Side::West => "west",
                Side::South => "south",
                Side::East => "east",
                Side::North => "north",
            };
            (side, position.along() + 1)
        };
        let rays = rays.enumerate().map(|(position, (end, length, turns))| {
            let (side, index) = place(position);
            let (outcome, exit) = match end {
                End::Absorbed => ("absorbed", None),
                End::Reflected => ("reflected", None),
                End::Out(exit) => ("out", Some(exit)),
            };
            let mut ray = format!(r#"{{"side":"{side}","index":{index},"outcome":"{outcome}""#);
            if let Some(exit) = exit {
                let (side, index) = place(exit.into());
                write!(ray, r#","exit":["{side}",{index}]"#).unwrap();
            }
            write!(ray, r#","length":{length},"turns":{turns}}}"#).unwrap();
            ray
        });
        let rays: Vec<String> = rays.collect();
        format!(
            r#"{{"set":"{}","rows":{rows},"columns":{columns},"atoms":[{}],"rays":[{}]}}"#,
            self.set,
            atoms.join(","),
            rays.join(",")
        )
    }
}

fn size(rows: usize, columns: usize) -> Size {
    Size::new(rows, columns).unwrap()
}

/// Basic situations in boxes of 8 by 8. Atoms are (row, column), counted from 1.
const STANDARD: [&[(usize, usize)]; 16] = [
    // No atom; a hit; one turn; a turn at an atom in the corner.
    &[],
    &[(4, 5)],
    &[(5, 6), (2, 3)],
    &[(1, 1), (8, 8)],
    // Two atoms with a gap of one cell reflect; with a gap of two they do not.
    &[(3, 5), (5, 5)],
    &[(3, 5), (6, 5)],
    // At the edge: beside an atom, between two, and in front of one with a neighbour.
    &[(1, 4), (4, 1)],
    &[(1, 3), (1, 5), (4, 8), (6, 8)],
    &[(1, 4), (1, 5), (6, 1), (7, 1), (8, 1)],
    // An atom ahead counts before one or two that are diagonally ahead.
    &[(3, 5), (4, 5), (5, 5)],
    &[(4, 5), (5, 5)],
    // Successive turns, also without a step between them.
    &[(3, 4), (5, 7), (2, 6)],
    &[(3, 5), (6, 4), (5, 2)],
    &[(3, 3), (3, 6), (6, 3), (6, 6)],
    // Turned, then absorbed or reflected.
    &[(3, 4), (7, 3), (7, 2)],
    &[(3, 4), (7, 2), (7, 4), (1, 8)],
];

fn samples() -> Vec<Sample> {
    let standard = STANDARD.iter().map(|atoms| {
        let atoms = |cell| atoms.contains(&(cell / 8 + 1, cell % 8 + 1));
        Sample::new("standard", size(8, 8), atoms)
    });
    // All boards of small boxes, which have every situation of a ray at every edge and corner.
    let small = [
        (1, 1),
        (1, 2),
        (2, 1),
        (1, 4),
        (4, 1),
        (2, 2),
        (2, 3),
        (3, 2),
        (3, 3),
    ];
    let small = small.into_iter().flat_map(|(rows, columns)| {
        let size = size(rows, columns);
        let board = move |bits| Sample::new("small", size, |cell| bits >> cell & 1 == 1);
        (0..1_u32 << size.cells()).map(board)
    });
    let pairs = (0..16).flat_map(|one| (0..one).map(move |other| [one, other]));
    let pairs = pairs.map(|pair| Sample::new("pairs", size(4, 4), |cell| pair.contains(&cell)));

    let mut random = SplitMix64(1);
    let mut samples: Vec<Sample> = standard.chain(small).chain(pairs).collect();
    let drawn = [
        (5, 3, 150),
        (8, 4, 240),
        (8, 3, 50),
        (8, 5, 50),
        (8, 8, 50),
        (8, 16, 25),
        (6, 4, 100),
    ];
    for (width, atoms, count) in drawn {
        let size = size(width, width);
        samples.extend((0..count).map(|_| Sample::drawn("drawn", size, atoms, &mut random)));
    }
    let oblong = [
        (5, 9),
        (9, 5),
        (4, 12),
        (12, 4),
        (1, 20),
        (20, 1),
        (8, 10),
        (10, 8),
    ];
    for (rows, columns) in oblong {
        let size = size(rows, columns);
        let atoms = 2 + size.cells() / 20;
        samples.extend((0..25).map(|_| Sample::drawn("oblong", size, atoms, &mut random)));
    }
    for (rows, columns) in [(10, 10), (12, 12), (14, 10), (16, 16), (20, 12), (20, 20)] {
        let size = size(rows, columns);
        samples.extend((5..25).map(|atoms| Sample::drawn("wide", size, atoms, &mut random)));
    }
    // Detours: boards with a ray of a shape that no board before it has.
    let mut known = BTreeSet::new();
    for _ in 0..20_000 {
        let atoms = 4 + random.below(12) as usize;
        let sample = Sample::drawn("detours", size(8, 8), atoms, &mut random);
        let mut shapes = sample.shapes();
        shapes.retain(|shape| shape.1 > 2);
        if !shapes.is_subset(&known) {
            known.extend(shapes);
            samples.push(sample);
        }
    }
    samples
}

#[test]
fn the_suite_of_rays_is_what_the_oracle_finds() {
    let samples = samples();
    let lines: Vec<String> = samples.iter().map(Sample::line).collect();
    for (sample, line) in samples.iter().zip(&lines) {
        assert_eq!(sample.fast_line(), *line);
    }
    let text = lines.join("\n") + "\n";
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../data/reference/rays.jsonl");
    match env::var_os("SNAPSHOTS") {
        Some(_) => fs::write(file, text).unwrap(),
        None => assert!(
            fs::read_to_string(file).unwrap() == text,
            "rays.jsonl is not up to date"
        ),
    }
}
