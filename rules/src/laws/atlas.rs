//! The families of a law as boards of one width, with what may slide in them.

use std::ops::RangeInclusive;

use super::board::{MOST_LINES, Rectangle, sort_few};
use super::families::Family;
use super::freedom::{Slide, is_alike, slide, wide_families};
use super::law::Law;
use super::polynomial::Polynomial;

/// A family in a square box.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Sample {
    /// Its molecules there, which are alike.
    pub group: Family,
    /// The parts that may slide on their own, first columns, then rows.
    pub slides: Vec<Slide>,
    /// About how many molecules of the family a box `p` wide has.
    pub molecules: Polynomial,
}

/// The families of a law that fit, as boards of this width, those with the most freedom first.
pub fn atlas(law: &Law, width: u8) -> Vec<Sample> {
    let samples = wide_families(law).into_iter().filter_map(|family| {
        let elastic = [0, 1].map(|direction| family.elastic(direction));
        let group = filled(&family, &elastic, width)?;
        let parts = [1, 0].map(|direction| parts(&group, direction, &elastic[direction]));
        let parts: Vec<Slide> = parts.concat();
        let law = Law::new(law.atoms, vec![family]);
        let molecules = law.statements().into_iter().next()?.polynomial;
        let slides = slid(&group, &parts, &vec![0; parts.len()])?.1;
        Some(Sample {
            group,
            slides,
            molecules,
        })
    });
    let mut samples: Vec<Sample> = samples.collect();
    samples
        .sort_by_key(|sample| std::cmp::Reverse((sample.slides.len(), sample.molecules.degree())));
    samples
}

/// A group after each part has slid by a number of lines, and how far each may slide from there. Nothing if a
/// part does not stay between its neighbours, or if the molecules are not alike there.
pub fn slid(group: &Family, parts: &[Slide], by: &[i8]) -> Option<(Family, Vec<Slide>)> {
    let mut moved = group.clone();
    let ends = [group.size.height, group.size.width];
    for atom in moved.molecules.iter_mut().flatten() {
        let lines = [&mut atom.row, &mut atom.column];
        for (direction, line) in lines.into_iter().enumerate() {
            let is_mine =
                |part: &Slide| part.columns == (direction == 1) && part.lines.contains(&*line);
            if let Some(at) = parts.iter().position(is_mine) {
                *line = line.checked_add_signed(*by.get(at)?)?;
            }
            if *line >= ends[direction] {
                return None;
            }
        }
    }
    let is_in_order = [0, 1].into_iter().all(|direction| {
        let atoms = |group: &Family| -> Vec<u8> {
            let atoms = group.molecules.iter().flatten();
            atoms
                .map(|atom| [atom.row, atom.column][direction])
                .collect()
        };
        let mut lines: Vec<(u8, u8)> = atoms(group).into_iter().zip(atoms(&moved)).collect();
        sort_few(&mut lines);
        lines.dedup();
        lines.is_sorted_by(|one, next| one.1 < next.1)
    });
    if !is_in_order || !is_alike(&moved) {
        return None;
    }
    let slides = parts.iter().zip(by).map(|(part, &by)| {
        let [first, last] = [part.lines.start(), part.lines.end()];
        let lines = first.saturating_add_signed(by)..=last.saturating_add_signed(by);
        slide(&moved, usize::from(part.columns), lines)
    });
    let slides = slides.collect();
    Some((moved, slides))
}

/// A family whose elastic spaces fill a square box as evenly as they can.
fn filled(family: &Family, elastic: &[Vec<bool>; 2], width: u8) -> Option<Family> {
    let added = [0, 1].map(|direction| {
        let mut spaces = family.occupied(direction).spaces();
        let before = spaces.clone();
        let length = [family.size.height, family.size.width][direction];
        let elastic = (0..spaces.len()).filter(|&at| elastic[direction][at]);
        let elastic: Vec<usize> = elastic.collect();
        // The first occupied line has a distance of 1 to the edge, as neighbours have.
        let last = spaces.len() - 1;
        let distance = |at: usize, space: u8| space + u8::from(at == 0 || at == last);
        for _ in width..length {
            let widest = (elastic.iter()).max_by_key(|at| distance(**at, spaces[**at]))?;
            spaces[*widest] = spaces[*widest].checked_sub(1)?;
        }
        for _ in length..width {
            let narrowest = (elastic.iter()).min_by_key(|at| distance(**at, spaces[**at]))?;
            spaces[*narrowest] += 1;
        }
        let added = spaces.iter().zip(before);
        let added = added.map(|(now, before)| *now as i8 - before as i8);
        Some(added.collect::<Vec<i8>>())
    });
    let [rows, columns] = added;
    let filled = family.stretched([&rows?, &columns?]);
    (filled.size == Rectangle::square(width.min(MOST_LINES)) && is_alike(&filled)).then_some(filled)
}

/// The runs of occupied lines with an elastic space at either side.
fn parts(group: &Family, direction: usize, elastic: &[bool]) -> Vec<Slide> {
    let lines = group.occupied(direction).lines;
    let cuts: Vec<usize> = (0..elastic.len()).filter(|&at| elastic[at]).collect();
    let part = |ends: &[usize]| -> RangeInclusive<u8> { lines[ends[0]]..=lines[ends[1] - 1] };
    let parts = cuts.windows(2).map(part);
    parts.map(|lines| slide(group, direction, lines)).collect()
}
