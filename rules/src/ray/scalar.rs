//! All rays of a molecule without SIMD, from stop to stop. The rule of a turn itself is stated in
//! [`path`](super::path), which follows one ray cell by cell.
//!
//! Here a ray runs along a row or column in one step. Each cell is a bit. The code finds the lowest
//! cell ahead that stops a ray, and the cells beside it decide.
//!
//! A processor predicts the end of a ray badly. So all rays run to their first stop, then
//! those that turned there run to the next one, and so on. Each round is a loop without
//! branches. The first round goes along every way, and is simple enough for a compiler
//! to vectorise.

use super::exits::Exits;
use crate::board::spectrum::{ABSORBED, REFLECTED, RayStatistics, Spectrum};
use crate::board::{Config, MAX_POSITIONS, MAX_WIDTH, Molecule, Position, Side, Size};

const SYMBOL: u8 = 0x80;

/// A row or column and a direction to run along it: its number, plus [`BACKWARDS`] for
/// the direction of lower cells, plus [`COLUMN`] for a column.
type Way = u8;
const BACKWARDS: Way = 16;
const COLUMN: Way = 32;
const WAYS: usize = 64;

/// The numbers that a row or column could have.
const NUMBERS: usize = BACKWARDS as usize;

/// What a ray sees on each way, one bit per cell, in the order in which it meets them.
struct Seen {
    /// Cells that stop a ray, and one behind the last.
    stops: [u16; WAYS],
    /// Cells without an atom, but with one beside them on the lower row or column.
    lower: [u16; WAYS],
    /// The same on the higher one.
    higher: [u16; WAYS],
    /// The positions where a ray leaves at the end.
    exits: &'static [u8; WAYS],
    width: u8,
}

impl Seen {
    fn of(molecule: Molecule, width: usize) -> Seen {
        // By direction and number, with an empty line before the first one.
        let mut atoms = [[0u16; NUMBERS + 2]; 4];
        for cell in molecule.atoms() {
            let (line, column) = (cell / width, cell % width);
            atoms[0][line + 1] |= 1 << column;
            atoms[1][line + 1] |= 1 << (width - 1 - column);
            atoms[2][column + 1] |= 1 << line;
            atoms[3][column + 1] |= 1 << (width - 1 - line);
        }
        let mut seen = Seen {
            stops: [0; WAYS],
            lower: [0; WAYS],
            higher: [0; WAYS],
            exits: &EXITS[width],
            width: width as u8,
        };
        for (direction, atoms) in atoms.iter().enumerate() {
            for number in 0..NUMBERS {
                let way = direction * NUMBERS + number;
                let [lower, atom, higher] = [atoms[number], atoms[number + 1], atoms[number + 2]];
                seen.stops[way] = lower | atom | higher | 1 << width;
                seen.lower[way] = lower & !atom;
                seen.higher[way] = higher & !atom;
            }
        }
        seen
    }

    /// The first stop on a way from a cell on, which can be that cell itself.
    #[inline(always)]
    fn stop(&self, way: Way, start: u8) -> Stop {
        let way = usize::from(way) % WAYS;
        let ahead = u32::from(self.stops[way]) >> start << start;
        let cell = (ahead & ahead.wrapping_neg()) as u16;
        let (lower, higher) = (self.lower[way], self.higher[way]);
        Stop::at(cell, lower, higher, self.exits[way], self.width)
    }
}

/// By the direction of a way, the side where a ray leaves at its end.
const ENDS: [Side; 4] = [Side::East, Side::West, Side::South, Side::North];

/// By width and way, the position where a ray leaves at the end of the way.
static EXITS: [[u8; WAYS]; MAX_WIDTH + 1] = {
    let mut exits = [[0; WAYS]; MAX_WIDTH + 1];
    let mut width = 1;
    while width <= MAX_WIDTH {
        let size = Size::of_width(width);
        let mut way = 0;
        while way < WAYS {
            let number = way % NUMBERS;
            if number < width {
                let exit = Position::beside(ENDS[way / NUMBERS], number, size);
                exits[width][way] = exit.index() as u8;
            }
            way += 1;
        }
        width += 1;
    }
    exits
};

#[derive(Clone, Copy)]
struct Stop {
    cell: u16,
    turns: bool,
    /// How the ray ends if it does not turn.
    result: u8,
}

impl Stop {
    #[inline(always)]
    fn at(cell: u16, lower: u16, higher: u16, exit: u8, width: u8) -> Stop {
        let (is_lower, is_higher) = (lower & cell != 0, higher & cell != 0);
        let symbol = match is_lower | is_higher {
            true => SYMBOL | REFLECTED,
            false => SYMBOL | ABSORBED,
        };
        Stop {
            cell,
            turns: is_lower ^ is_higher,
            result: if cell == 1 << width { exit } else { symbol },
        }
    }
}

/// The first stop on every way, 16 bits each.
struct First {
    cells: [u16; WAYS],
    /// 1 if a ray turns there.
    turns: [u16; WAYS],
    /// How the ray ends if it does not turn.
    results: [u16; WAYS],
}

impl First {
    fn of(seen: &Seen) -> First {
        let mut first = First {
            cells: [0; WAYS],
            turns: [0; WAYS],
            results: [0; WAYS],
        };
        let end = 1u16 << seen.width;
        for (way, &exit) in seen.exits.iter().enumerate() {
            let cell = seen.stops[way] & seen.stops[way].wrapping_neg();
            let is_lower = u16::from(seen.lower[way] & cell != 0);
            let is_higher = u16::from(seen.higher[way] & cell != 0);
            first.cells[way] = cell;
            // A ray cannot turn before it is in the box.
            first.turns[way] = (is_lower ^ is_higher) & u16::from(cell != 1);
            let symbol = match is_lower | is_higher {
                0 => SYMBOL | ABSORBED,
                _ => SYMBOL | REFLECTED,
            };
            first.results[way] = if cell == end { exit } else { symbol }.into();
        }
        first
    }
}

/// A ray that turns at a stop of its way.
#[derive(Clone, Copy, Default)]
struct Turning {
    /// The position where it entered.
    position: u8,
    way: Way,
    cell: u16,
}

impl Turning {
    /// The way of the ray after its turn, and the first cell ahead there.
    #[inline(always)]
    fn turned(self, seen: &Seen) -> (Way, u8) {
        let (number, cell) = (self.way % BACKWARDS, self.cell.trailing_zeros() as u8);
        // The ray is before the cell that stops it.
        let standing = match self.way & BACKWARDS {
            0 => cell.wrapping_sub(1),
            _ => seen.width.wrapping_sub(cell),
        };
        // It turns away from the atom. The line that it ran along tells where it starts.
        let backwards = seen.higher[usize::from(self.way) % WAYS] & self.cell != 0;
        let (direction, start) = match backwards {
            true => (BACKWARDS, seen.width - number),
            false => (0, number + 1),
        };
        let column = self.way & COLUMN ^ COLUMN;
        ((standing % BACKWARDS) | direction | column, start)
    }
}

/// All rays of a molecule, by position, when they have ended.
pub(super) struct Runs {
    width: usize,
    /// The position where the ray came out, or [`SYMBOL`] and the symbol.
    results: [u8; MAX_POSITIONS],
    /// The number of cells that it entered.
    lengths: [u8; MAX_POSITIONS],
    turns: [u8; MAX_POSITIONS],
}

impl Runs {
    /// Fires all rays of a molecule. Counts lengths and turns only if `STATISTICS` is set.
    pub(super) fn of<const STATISTICS: bool>(molecule: Molecule, config: Config) -> Runs {
        let p = config.width() as u8;
        let seen = Seen::of(molecule, config.width());
        let first = First::of(&seen);
        let mut runs = Runs {
            width: config.width(),
            results: [0; MAX_POSITIONS],
            lengths: [0; MAX_POSITIONS],
            turns: [0; MAX_POSITIONS],
        };
        let mut turning = [Turning::default(); MAX_POSITIONS];
        let mut count = 0;
        for side in 0..4 {
            for on_side in 0..p {
                let (position, way) = (side * p + on_side, entering(side, on_side, p));
                let from = usize::from(way) % WAYS;
                let cell = first.cells[from];
                runs.results[usize::from(position)] = first.results[from] as u8;
                if STATISTICS {
                    runs.lengths[usize::from(position)] = cell.trailing_zeros() as u8;
                }
                turning[count] = Turning {
                    position,
                    way,
                    cell,
                };
                count += usize::from(first.turns[from]);
            }
        }
        while count > 0 {
            let running = count;
            count = 0;
            for ray in 0..running {
                let position = turning[ray].position;
                let (way, start) = turning[ray].turned(&seen);
                let stop = seen.stop(way, start);
                runs.results[usize::from(position)] = stop.result;
                if STATISTICS {
                    runs.lengths[usize::from(position)] += stop.cell.trailing_zeros() as u8 - start;
                    runs.turns[usize::from(position)] += 1;
                }
                turning[count] = Turning {
                    position,
                    way,
                    cell: stop.cell,
                };
                count += usize::from(stop.turns);
            }
        }
        runs
    }

    pub(super) fn exits(&self) -> Exits {
        let mut exits = [0; MAX_POSITIONS];
        for (position, exit) in exits.iter_mut().enumerate() {
            let result = self.results[position];
            let is_reflected = result == SYMBOL | REFLECTED;
            let result = if is_reflected { position as u8 } else { result };
            let is_symbol = result & SYMBOL != 0;
            *exit = if is_symbol { Exits::ABSORBED } else { result };
        }
        Exits::of_positions(&exits)
    }

    /// The symbols that a player sees.
    pub(super) fn spectrum(&self) -> Spectrum {
        let mut symbols = [0; MAX_POSITIONS];
        // By position, the label that comes next there.
        let mut labels = [0; MAX_POSITIONS];
        let mut next = b'a';
        let results = &self.results[..4 * self.width];
        for (position, (&result, symbol)) in results.iter().zip(&mut symbols).enumerate() {
            let is_symbol = result & SYMBOL != 0;
            let other_end = usize::from(result);
            labels[position] = next;
            // A ray that comes out at a higher position gets a new label.
            next += u8::from(!is_symbol & (other_end > position));
            let label = labels[position.min(other_end)];
            *symbol = if is_symbol { result & !SYMBOL } else { label };
        }
        Spectrum::of_symbols(&symbols, self.width)
    }

    pub(super) fn statistics(&self) -> RayStatistics {
        let mut statistics = RayStatistics::default();
        for position in 0..4 * self.width {
            let (length, turns) = (self.lengths[position], self.turns[position]);
            let tally = match self.results[position] {
                result if result == SYMBOL | ABSORBED => &mut statistics.absorbed,
                result if result == SYMBOL | REFLECTED => {
                    match length {
                        0 => statistics.reflected_edge += 1,
                        _ => statistics.reflected_deep += 1,
                    }
                    &mut statistics.reflected
                }
                other_end if usize::from(other_end) > position => &mut statistics.out,
                _ => continue,
            };
            tally.count(length.into(), turns.into());
        }
        statistics
    }
}

/// The way of the ray that enters at a position of a side.
#[inline(always)]
fn entering(side: u8, on_side: u8, p: u8) -> Way {
    match side {
        0 => on_side,
        1 => on_side | BACKWARDS | COLUMN,
        2 => (p - 1 - on_side) | BACKWARDS,
        _ => (p - 1 - on_side) | COLUMN,
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::super::path::{Chamber, Outcome};
    use super::*;

    /// Compares the rays with the same rays cell by cell: how they end, and their numbers.
    fn check(molecule: Molecule, config: Config) {
        let chamber = Chamber::new(molecule.bits(), config.size());
        let runs = Runs::of::<true>(molecule, config);
        let unasked = Runs::of::<false>(molecule, config);
        assert_eq!(runs.results, unasked.results);
        let exits = runs.exits();
        let spectrum = runs.spectrum();
        let mut labels = Vec::new();
        let mut expected = RayStatistics::default();
        for position in config.all_positions() {
            let ray = chamber.fire(position);
            let position = position.index();
            let took = (runs.lengths[position].into(), runs.turns[position].into());
            assert_eq!(took, (ray.length, ray.turns), "{config} {position}");
            let symbol = spectrum.as_bytes()[position];
            let tally = match ray.outcome {
                Outcome::Absorbed => {
                    assert_eq!((exits.at()[position], symbol), (Exits::ABSORBED, ABSORBED));
                    &mut expected.absorbed
                }
                Outcome::Reflected => {
                    assert_eq!((exits.at()[position], symbol), (position as u8, REFLECTED));
                    expected.reflected_edge += u16::from(ray.length == 0);
                    expected.reflected_deep += u16::from(ray.length > 0);
                    &mut expected.reflected
                }
                Outcome::Out(exit) => {
                    let exit = exit.index();
                    assert_eq!(usize::from(exits.at()[position]), exit);
                    if exit < position {
                        assert_eq!(symbol, spectrum.as_bytes()[exit]);
                        continue;
                    }
                    labels.push(symbol);
                    &mut expected.out
                }
            };
            tally.count(ray.length, ray.turns);
        }
        let in_order: Vec<u8> = (b'a'..).take(labels.len()).collect();
        assert_eq!(labels, in_order);
        assert_eq!(runs.statistics(), expected, "{config}");
    }

    #[test]
    fn runs_are_the_steps_of_rays_in_small_boxes() {
        for config in Config::all_up_to(4) {
            (config.all_molecules()).for_each(|molecule| check(molecule, config));
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(5_000))]

        #[test]
        fn runs_are_the_steps_of_rays_in_any_box(
            (molecule, config) in super::super::tracer::tests::molecules(),
        ) {
            check(molecule, config);
        }
    }
}
