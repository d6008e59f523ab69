//! A census of a wide box with few atoms.
//!
//! It goes through the canonical molecules in the order of their numbers. All but the last atom stay where
//! they are while the last one goes through the cells. Only the rays that look at its cell change. All
//! others were shot when the atoms before it were put in, and there, too, only those that changed.
//!
//! A molecule leaves one word: a part of a hash of its spectrum, the same for all images, and its place in
//! the walk. The hash only finds candidates: molecules of equal hashes are traced again and compared
//! exactly.

use std::array;
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{self, AtomicUsize};
use std::sync::{Mutex, PoisonError};
use std::thread;

use watch::{Halt, Observed, spawn_all};

use super::board::{ABSORBED, Atom, Atoms, Board, Fate, MOST_LINES, REFLECTED, Ray, Size, mixed};
use super::families::Transform;
use super::law::Counts;
use crate::census::{AmbiguityTable, SpectralCount};

/// A hash of a spectrum and of its seven images.
type Hashes = [u64; 8];

/// The cells of a box, in the order of the game: row by row. With what the transforms do to them.
struct Cells {
    size: Size,
    images: [Vec<u16>; 8],
    /// The lowest image of each cell.
    lowest: Vec<u16>,
}

impl Cells {
    fn new(size: Size) -> Cells {
        let count = u16::from(size.height) * u16::from(size.width);
        let images = Transform::ALL.map(|transform| {
            let cells = (0..count).map(|cell| {
                let image = transform.of(atom(cell, size), size);
                u16::from(image.row) * u16::from(size.width) + u16::from(image.column)
            });
            cells.collect::<Vec<u16>>()
        });
        let lowest = (0..usize::from(count)).map(|cell| {
            let images = images.iter().map(|images| images[cell]);
            images.min().unwrap_or_default()
        });
        Cells {
            size,
            lowest: lowest.collect(),
            images,
        }
    }

    /// The first cells of canonical molecules.
    fn leads(&self) -> Vec<u16> {
        let cells = 0..self.lowest.len() as u16;
        cells
            .filter(|&cell| self.lowest[usize::from(cell)] == cell)
            .collect()
    }

    /// The cells of the other atoms: no image of them comes before the lead.
    fn others(&self, lead: u16) -> Vec<u16> {
        let cells = lead + 1..self.lowest.len() as u16;
        cells
            .filter(|&cell| self.lowest[usize::from(cell)] >= lead)
            .collect()
    }

    /// The number of images of a molecule, or nothing if it is not canonical.
    fn orbit(&self, molecule: &[u16]) -> Option<u64> {
        let mut fixed = 0;
        for images in &self.images {
            let mut image: [u16; MOST_ATOMS] = [u16::MAX; _];
            for (image, &cell) in image.iter_mut().zip(molecule) {
                *image = images[usize::from(cell)];
            }
            let image = &mut image[..molecule.len()];
            // Most images begin with a later cell, so they need no order.
            let first = image.iter().min().cmp(&molecule.first());
            let order = first.then_with(|| {
                image.sort_unstable();
                (*image).cmp(molecule)
            });
            match order {
                Ordering::Less => return None,
                Ordering::Equal => fixed += 1,
                Ordering::Greater => {}
            }
        }
        Some(8 / fixed)
    }
}

/// The most atoms of such a census.
pub const MOST_ATOMS: usize = 5;

fn atom(cell: u16, size: Size) -> Atom {
    let width = u16::from(size.width);
    Atom {
        row: (cell / width) as u8,
        column: (cell % width) as u8,
    }
}

/// What is the same for all molecules of a box.
struct Tables {
    cells: Cells,
    /// The atoms of the cells.
    atoms: Vec<Atom>,
    entries: Vec<Ray>,
    opposite: Vec<u8>,
    /// What the transforms do to positions.
    images: [Vec<u8>; 8],
    /// For each position, and for the two other fates, a random word for each image.
    words: Vec<Hashes>,
    /// For each cell, and for each set of lines around it that are idle, what an atom there does.
    alone: Vec<[Alone; 64]>,
}

/// Rays: their ends, as a set of positions, and what they add to the hashes.
type Rays = (u128, Hashes);

/// What an atom does to the rays of the idle lines around it. Those are the row and the column of its cell
/// and the ones beside them, if they have no atom and none beside them.
#[derive(Clone, Copy, Default)]
struct Alone {
    /// The ends of the rays in these lines.
    ends: u128,
    /// Those ends whose rays also run through lines that are not idle.
    unknown: u128,
    /// What the other rays add to the hashes.
    adds: Hashes,
}

impl Tables {
    fn new(width: u8) -> Tables {
        let size = Size::square(width);
        let cells = Cells::new(size);
        let board = Board::new(size);
        let positions = size.positions();
        let entries: Vec<Ray> = (0..positions)
            .map(|position| board.entry(position))
            .collect();
        // The place from which a ray is shot, with the places around the box.
        let outside = Size::square(width + 2);
        let place = |position: usize| {
            let Ray {
                direction,
                line,
                cell,
                ..
            } = entries[position];
            let [line, cell] = [line, cell].map(|number| (number + 1) as u8);
            let [row, column] = if direction == 0 {
                [line, cell]
            } else {
                [cell, line]
            };
            Atom { row, column }
        };
        let places: Vec<Atom> = (0..positions).map(place).collect();
        let images = Transform::ALL.map(|transform| {
            let images = places.iter().map(|&place| transform.of(place, outside));
            let images = images.map(|image| places.iter().position(|&place| place == image));
            images
                .map(|image| image.unwrap_or_default() as u8)
                .collect::<Vec<u8>>()
        });
        let words = (0..256).map(|fate| {
            array::from_fn(|image| {
                let known = images[image]
                    .get(fate)
                    .map_or(fate as u64, |&image| image.into());
                mixed(mixed(known + 1))
            })
        });
        let mut tables = Tables {
            words: words.collect(),
            images,
            alone: Vec::new(),
            atoms: (0..cells.lowest.len() as u16)
                .map(|cell| atom(cell, size))
                .collect(),
            opposite: (0..positions)
                .map(|position| board.shoot(position))
                .collect(),
            entries,
            cells,
        };
        let alone = tables.atoms.iter().map(|&atom| tables.alone(atom));
        tables.alone = alone.collect();
        tables
    }

    fn alone(&self, atom: Atom) -> [Alone; 64] {
        let size = self.cells.size;
        let mut board = Board::new(size);
        board.toggle(atom);
        let mut rays: Vec<Rays> = Vec::new();
        board.each_ray(|position, fate| {
            let other_end = match fate {
                ABSORBED => self.opposite[usize::from(position)],
                REFLECTED => position,
                exit => exit,
            };
            rays.push((
                1 << position | 1 << other_end,
                self.add(position.into(), fate),
            ));
        });
        let ends = [0, 1].map(|direction| {
            let middle = [atom.row, atom.column][direction];
            [0, 1, 2].map(|line| match (middle + line).checked_sub(1) {
                Some(line) if line < size.width => [true, false]
                    .map(|forward| 1 << board.exit(direction, line.into(), forward))
                    .iter()
                    .sum(),
                _ => 0_u128,
            })
        });
        array::from_fn(|idle| {
            let lines = ends.as_flattened().iter().enumerate();
            let ends = lines.filter(|(line, _)| idle >> line & 1 != 0);
            let ends = ends.fold(0, |all, (_, ends)| all | ends);
            let mut alone = Alone {
                ends,
                unknown: ends,
                adds: [0; 8],
            };
            for (both, adds) in rays.iter().filter(|(both, _)| both & !ends == 0) {
                alone.unknown &= !both;
                alone.adds = sum(&alone.adds, adds);
            }
            alone
        })
    }

    /// What a ray adds to the hashes.
    #[inline]
    fn add(&self, position: usize, fate: Fate) -> Hashes {
        let (one, other) = (&self.words[position], &self.words[usize::from(fate)]);
        array::from_fn(|image| {
            let sum = one[image].wrapping_add(other[image]);
            (sum & u64::from(u32::MAX)) * (sum >> 32)
        })
    }
}

#[inline]
fn sum(one: &Hashes, other: &Hashes) -> Hashes {
    array::from_fn(|image| one[image].wrapping_add(other[image]))
}

/// The rays beside the atoms of a box.
#[derive(Clone)]
struct Frame {
    /// The sum of what all rays add.
    hashes: Hashes,
    /// The rays beside atoms, each in a slot.
    rays: Vec<Rays>,
    /// Which slots are in use.
    live: u64,
    /// Which of these rays look at a cell. There is one more line of cells on each side.
    seen: [[u64; ACROSS]; ACROSS],
    /// The rows and the columns without an atom in them and beside them, from the one before the first.
    idle: [u64; 2],
}

const ACROSS: usize = MOST_LINES as usize + 2;

impl Frame {
    /// An empty box.
    fn new() -> Frame {
        Frame {
            hashes: [0; 8],
            rays: Vec::new(),
            live: 0,
            seen: [[0; ACROSS]; ACROSS],
            idle: [!0; 2],
        }
    }

    /// What an atom in this cell does to the rays of idle lines.
    #[inline]
    fn alone<'a>(&self, tables: &'a Tables, cell: u16) -> &'a Alone {
        let Atom { row, column } = tables.atoms[usize::from(cell)];
        let [rows, columns] = [self.idle[0] >> row & 7, self.idle[1] >> column & 7];
        &tables.alone[usize::from(cell)][(rows | columns << 3) as usize]
    }

    /// The rays that look at this cell.
    #[inline]
    fn looking(&self, tables: &Tables, cell: u16) -> u64 {
        let Atom { row, column } = tables.atoms[usize::from(cell)];
        self.seen[usize::from(row) + 1][usize::from(column) + 1]
    }

    /// The ends of these rays, and the hashes without them.
    #[inline]
    fn without(&self, rays: u64, mut hashes: Hashes) -> Rays {
        let mut all = 0;
        for slot in slots(rays) {
            let (ends, adds) = &self.rays[slot];
            all |= ends;
            hashes = array::from_fn(|image| hashes[image].wrapping_sub(adds[image]));
        }
        (all, hashes)
    }

    /// The hashes with an atom in one more cell.
    #[inline]
    fn with(&self, tables: &Tables, board: &mut Board, cell: u16) -> Hashes {
        let alone = self.alone(tables, cell);
        let looking = self.looking(tables, cell);
        let (ends, mut hashes) = self.without(looking, sum(&self.hashes, &alone.adds));
        let mut again = ends | alone.unknown;
        if again == 0 {
            return hashes;
        }
        let atom = tables.atoms[usize::from(cell)];
        board.toggle(atom);
        while again != 0 {
            let position = again.trailing_zeros() as usize;
            again &= again - 1;
            let fate = board.follow(tables.entries[position]);
            if fate < ABSORBED {
                again &= !(1 << fate);
                if fate == tables.opposite[position] {
                    continue;
                }
            }
            hashes = sum(&hashes, &tables.add(position, fate));
        }
        board.toggle(atom);
        hashes
    }

    /// Becomes the frame of this board, which has one more atom than that of the other frame.
    fn become_next(&mut self, before: &Frame, tables: &Tables, board: &Board, cell: u16) {
        let looking = before.looking(tables, cell);
        let (ends, hashes) = before.without(looking, before.hashes);
        self.hashes = hashes;
        self.rays.clone_from(&before.rays);
        self.live = before.live & !looking;
        let across = usize::from(tables.cells.size.width) + 2;
        for (seen, before) in self.seen[..across].iter_mut().zip(&before.seen) {
            for (seen, before) in seen[..across].iter_mut().zip(before) {
                *seen = before & !looking;
            }
        }
        let Atom { row, column } = tables.atoms[usize::from(cell)];
        self.idle = [
            before.idle[0] & !(7 << row),
            before.idle[1] & !(7 << column),
        ];
        let mut again = ends | before.alone(tables, cell).ends;
        while again != 0 {
            let position = again.trailing_zeros() as usize;
            let slot = (!self.live).trailing_zeros() as usize;
            let ray = 1 << slot;
            let entry = tables.entries[position];
            let seen = &mut self.seen;
            let fate = board.follow_through(entry, |direction, line, [first, last]| {
                let [first, last] = [first + 1, last + 1].map(|cell| cell as usize);
                let lines = line as usize..line as usize + 3;
                match direction {
                    0 => (seen[lines].iter_mut())
                        .flat_map(|row| &mut row[first..=last])
                        .for_each(|cell| *cell |= ray),
                    _ => (seen[first..=last].iter_mut())
                        .flat_map(|row| &mut row[lines.clone()])
                        .for_each(|cell| *cell |= ray),
                }
            });
            let mut both = 1 << position;
            if fate < ABSORBED {
                both |= 1 << fate;
            }
            again &= !both;
            let mut adds = [0; 8];
            if fate != tables.opposite[position] {
                adds = tables.add(position, fate);
                self.hashes = sum(&self.hashes, &adds);
            }
            // An atom has at most twelve ends of rays beside it, so four have at most 48 rays.
            self.live |= ray;
            match self.rays.get_mut(slot) {
                Some(free) => *free = (both, adds),
                None => self.rays.push((both, adds)),
            }
        }
    }
}

/// The numbers of the bits that are set.
fn slots(mut bits: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let slot = (bits != 0).then(|| bits.trailing_zeros() as usize)?;
        bits &= bits - 1;
        Some(slot)
    })
}

/// What a census may use.
///
/// See the [example](crate::laws).
#[derive(Clone, Copy, Debug)]
pub struct Means {
    /// The bytes of memory for words of molecules.
    pub memory: u64,
    /// The number of threads.
    pub threads: usize,
}

/// What a census has found.
///
/// See the [example](crate::laws).
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tally {
    /// The number of molecules, as it was counted.
    pub molecules: u64,
    /// The number of canonical molecules.
    pub canonical: u64,
    /// What is ambiguous.
    pub ambiguous: Counts,
}

impl Tally {
    /// Spectra by the number of molecules that have them, with those of one molecule.
    pub fn table(&self) -> AmbiguityTable {
        let alone = SpectralCount {
            orbits: self.canonical - self.ambiguous.canonical,
            spectra: self.molecules - self.ambiguous.molecules,
        };
        let alone = (alone.spectra > 0).then_some((1, alone));
        alone
            .into_iter()
            .chain(self.ambiguous.ambiguity.rows())
            .collect()
    }
}

/// The molecules of a walk.
#[derive(Clone, Copy, Default)]
struct Walked {
    canonical: u64,
    /// With all images.
    molecules: u64,
}

/// A census to be taken.
///
/// See the [example](crate::laws).
pub struct WideCensus {
    atoms: usize,
    tables: Tables,
    leads: Vec<u16>,
    /// The number of molecules before each lead in the walk, and of all. Some of them are not canonical.
    before: Vec<u64>,
}

/// The number of buckets of a pass.
const BUCKETS: u64 = 256;

impl WideCensus {
    /// The census of 1 to 5 atoms in a box of 1 to 32 by 32 cells.
    pub fn new(atoms: usize, width: u8) -> WideCensus {
        let tables = Tables::new(width);
        let leads = tables.cells.leads();
        let mut before = vec![0];
        for &lead in &leads {
            let others = tables.cells.others(lead).len() as u64;
            before.push(before[before.len() - 1] + choose(others, atoms as u64 - 1));
        }
        WideCensus {
            atoms,
            tables,
            leads,
            before,
        }
    }

    /// The number of molecules of the walk, slightly more than the canonical ones.
    pub fn walked(&self) -> u64 {
        self.before[self.before.len() - 1]
    }

    /// The number of passes with this memory. Each goes through all molecules.
    pub fn passes(&self, means: Means) -> u64 {
        self.memory(1).div_ceil(means.memory.max(1)).max(1)
    }

    /// The bytes of memory for words in this number of passes.
    pub fn memory(&self, passes: u64) -> u64 {
        // The buckets are a little uneven.
        (self.walked() * 8 + self.walked() / 2 + (BUCKETS << 12)) / passes
    }

    /// Takes the census. The work is one for each molecule of the walk and each pass.
    ///
    /// # Errors
    ///
    /// If somebody wants to stop, or the system does not give the threads.
    pub fn count(&self, means: Means, observed: &Observed) -> Result<Tally, Halt> {
        let passes = self.passes(means);
        let mut counts = Counts::default();
        let mut walked = Walked::default();
        for pass in 0..passes {
            let pass = Pass {
                census: self,
                pass,
                passes,
                id_bits: u64::BITS - self.walked().leading_zeros(),
            };
            let (buckets, all) = pass.walk(means.threads, observed)?;
            walked = all;
            for mut bucket in buckets {
                bucket.sort_unstable();
                for alike in bucket.chunk_by(|one, other| (one ^ other) >> pass.id_bits == 0) {
                    if alike.len() > 1 {
                        let ids = alike.iter().map(|word| word & ((1 << pass.id_bits) - 1));
                        let mut ids: Vec<u64> = ids.collect();
                        ids.dedup();
                        self.compare(&ids, &mut counts);
                    }
                }
                observed.add(0)?;
            }
        }
        Ok(Tally {
            molecules: walked.molecules,
            canonical: walked.canonical,
            ambiguous: counts,
        })
    }

    /// Compares canonical molecules exactly, up to rotation and reflection.
    fn compare(&self, ids: &[u64], counts: &mut Counts) {
        let size = self.tables.cells.size;
        let mut groups: BTreeMap<Vec<(u8, Fate)>, (u64, u64, u64)> = BTreeMap::new();
        for &id in ids {
            let molecule = self.molecule(id);
            let atoms: Atoms = molecule.iter().map(|&cell| atom(cell, size)).collect();
            let spectrum = Board::with(size, &atoms).spectrum();
            let image = |images: &Vec<u8>| {
                let rays = spectrum.iter().map(|&(position, fate)| {
                    let position = images[usize::from(position)];
                    match images.get(usize::from(fate)) {
                        Some(&exit) => (position.min(exit), position.max(exit)),
                        None => (position, fate),
                    }
                });
                let mut rays: Vec<(u8, Fate)> = rays.collect();
                rays.sort_unstable();
                rays
            };
            let mut spectra: Vec<_> = self.tables.images.iter().map(image).collect();
            spectra.sort_unstable();
            spectra.dedup();
            let orbit = spectra.len() as u64;
            let group = groups.entry(spectra.swap_remove(0)).or_default();
            group.0 += self.tables.cells.orbit(&molecule).unwrap_or(0);
            group.1 += 1;
            group.2 = orbit;
        }
        for (molecules, canonical, orbit) in groups.into_values() {
            if molecules > orbit {
                counts.ambiguity.add(molecules / orbit, 1, orbit);
                counts.molecules += molecules;
                counts.canonical += canonical;
            }
        }
    }

    /// The molecule at a place of the walk.
    fn molecule(&self, id: u64) -> Vec<u16> {
        let lead = self.before.partition_point(|&before| before <= id) - 1;
        let others = self.tables.cells.others(self.leads[lead]);
        let mut left = id - self.before[lead];
        let mut molecule = vec![self.leads[lead]];
        let mut next = 0;
        while molecule.len() < self.atoms {
            let missing = (self.atoms - molecule.len()) as u64;
            let behind = choose((others.len() - next - 1) as u64, missing - 1);
            if left < behind {
                molecule.push(others[next]);
            } else {
                left -= behind;
            }
            next += 1;
        }
        molecule
    }
}

fn choose(things: u64, chosen: u64) -> u64 {
    match chosen <= things {
        true => (0..chosen).fold(1, |ways, k| ways * (things - k) / (k + 1)),
        false => 0,
    }
}

/// One pass: the molecules whose hashes belong to its buckets.
#[derive(Clone, Copy)]
struct Pass<'a> {
    census: &'a WideCensus,
    pass: u64,
    passes: u64,
    id_bits: u32,
}

impl Pass<'_> {
    /// Goes through all molecules, and leaves the words of this pass in buckets.
    fn walk(self, threads: usize, observed: &Observed) -> Result<(Vec<Vec<u64>>, Walked), Halt> {
        let expected = self.census.walked() / self.passes / BUCKETS;
        let room = (expected + expected / 64 + 64) as usize;
        let buckets: Vec<Mutex<Vec<u64>>> = (0..BUCKETS)
            .map(|_| Mutex::new(Vec::with_capacity(room)))
            .collect();
        let next = AtomicUsize::new(0);
        let walked = thread::scope(|scope| {
            let worker = || {
                let mut walker = Walker::new(self, &buckets);
                loop {
                    let lead = next.fetch_add(1, atomic::Ordering::Relaxed);
                    if lead >= self.census.leads.len() {
                        walker
                            .words
                            .iter_mut()
                            .zip(&buckets)
                            .for_each(|(words, b)| flush(words, b));
                        return Ok(walker.walked);
                    }
                    walker.lead(lead, observed)?;
                }
            };
            let threads = spawn_all(scope, (0..threads).map(|_| worker))?;
            let mut all = Walked::default();
            for thread in threads {
                let one: Option<Result<Walked, Halt>> =
                    thread.join().unwrap_or_else(|panic| resume_unwind(panic));
                let one = one.unwrap_or(Err(Halt::NoThread))?;
                all.canonical += one.canonical;
                all.molecules += one.molecules;
            }
            Ok::<Walked, Halt>(all)
        })?;
        let buckets = buckets.into_iter();
        let buckets = buckets.map(|b| b.into_inner().unwrap_or_else(PoisonError::into_inner));
        Ok((buckets.collect(), walked))
    }
}

/// Moves words to their bucket.
fn flush(words: &mut Vec<u64>, bucket: &Mutex<Vec<u64>>) {
    bucket
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .append(words);
}

/// One thread's part of a walk.
struct Walker<'a> {
    pass: Pass<'a>,
    board: Board,
    /// With no atom, with the first one, and so on.
    frames: Vec<Frame>,
    buckets: &'a [Mutex<Vec<u64>>],
    /// Words that are not in their buckets yet.
    words: Vec<Vec<u64>>,
    lead: u16,
    /// All atoms but the last.
    molecule: Vec<u16>,
    /// Can another image of the molecule begin with the lead?
    is_tied: bool,
    id: u64,
    walked: Walked,
}

impl<'a> Walker<'a> {
    /// How many words of a bucket wait.
    const WAITING: usize = 64;

    fn new(pass: Pass<'a>, buckets: &'a [Mutex<Vec<u64>>]) -> Walker<'a> {
        Walker {
            pass,
            board: Board::new(pass.census.tables.cells.size),
            frames: vec![Frame::new(); pass.census.atoms],
            buckets,
            words: vec![Vec::with_capacity(Walker::WAITING); buckets.len()],
            lead: 0,
            molecule: Vec::new(),
            is_tied: false,
            id: 0,
            walked: Walked::default(),
        }
    }

    fn lead(&mut self, at: usize, observed: &Observed) -> Result<(), Halt> {
        let census = self.pass.census;
        let cells = &census.tables.cells;
        self.lead = census.leads[at];
        self.id = census.before[at];
        if census.atoms == 1 {
            return self.last(&[self.lead], observed);
        }
        let images = cells
            .images
            .iter()
            .map(|images| images[usize::from(self.lead)]);
        self.is_tied = images.filter(|image| *image == self.lead).count() > 1;
        self.put(self.lead);
        let done = self.others(&cells.others(self.lead), observed);
        self.take();
        done
    }

    fn others(&mut self, others: &[u16], observed: &Observed) -> Result<(), Halt> {
        if self.molecule.len() + 1 == self.pass.census.atoms {
            return self.last(others, observed);
        }
        for (at, &cell) in others.iter().enumerate() {
            let was_tied = self.is_tied;
            self.is_tied |= self.pass.census.tables.cells.lowest[usize::from(cell)] == self.lead;
            self.put(cell);
            let done = self.others(&others[at + 1..], observed);
            self.take();
            self.is_tied = was_tied;
            done?;
        }
        Ok(())
    }

    fn put(&mut self, cell: u16) {
        let tables = &self.pass.census.tables;
        self.board.toggle(tables.atoms[usize::from(cell)]);
        self.molecule.push(cell);
        let (before, next) = self.frames.split_at_mut(self.molecule.len());
        let before = &before[before.len() - 1];
        next[0].become_next(before, tables, &self.board, cell);
    }

    fn take(&mut self) {
        if let Some(cell) = self.molecule.pop() {
            let tables = &self.pass.census.tables;
            self.board.toggle(tables.atoms[usize::from(cell)]);
        }
    }

    /// Puts the last atom into each of some cells.
    fn last(&mut self, cells: &[u16], observed: &Observed) -> Result<(), Halt> {
        if cells.is_empty() {
            return Ok(());
        }
        let Pass {
            census,
            pass,
            passes,
            id_bits,
        } = self.pass;
        let frame = &self.frames[self.molecule.len()];
        for &cell in cells {
            let id = self.id;
            self.id += 1;
            let lowest = census.tables.cells.lowest[usize::from(cell)];
            let mut orbit = 8;
            if self.is_tied || lowest == self.lead {
                self.molecule.push(cell);
                let images = census.tables.cells.orbit(&self.molecule);
                self.molecule.pop();
                match images {
                    Some(images) => orbit = images,
                    None => continue,
                }
            }
            self.walked.canonical += 1;
            self.walked.molecules += orbit;
            let hashes = frame.with(&census.tables, &mut self.board, cell);
            let hash = mixed(hashes.iter().fold(u64::MAX, |least, &hash| least.min(hash)));
            let bucket = ((u128::from(hash) * u128::from(passes * BUCKETS)) >> 64) as u64;
            if bucket / BUCKETS != pass {
                continue;
            }
            let bucket = (bucket % BUCKETS) as usize;
            let words = &mut self.words[bucket];
            let word = hash << id_bits | id;
            words.push(word);
            let same = hashes.iter().filter(|hash| **hash == hashes[0]).count() as u64;
            if same * orbit > 8 {
                // The molecule has an image of the same spectrum, so it is ambiguous without another.
                words.push(word);
            }
            if words.len() + 1 >= Walker::WAITING {
                flush(words, &self.buckets[bucket]);
            }
        }
        observed.add(cells.len() as u64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Rays that are shot for all cells at once, and rays that are known from an atom alone, against all
    /// rays of the whole molecule.
    #[test]
    fn the_last_atom_changes_what_it_should() {
        for (width, cells) in [
            (4, vec![0, 9]),
            (7, vec![3, 17, 40]),
            (9, vec![]),
            (1, vec![]),
        ] {
            let tables = Tables::new(width);
            let mut board = Board::new(tables.cells.size);
            let mut frame = Frame::new();
            for &cell in &cells {
                board.toggle(tables.atoms[usize::from(cell)]);
                let before = frame.clone();
                frame.become_next(&before, &tables, &board, cell);
            }
            for cell in (0..u16::from(width).pow(2)).filter(|cell| !cells.contains(cell)) {
                let hashes = frame.with(&tables, &mut board, cell);
                let mut board = board.clone();
                board.toggle(tables.atoms[usize::from(cell)]);
                let mut all = [0; 8];
                board.each_ray(|position, fate| {
                    all = sum(&all, &tables.add(position.into(), fate));
                });
                assert_eq!(hashes, all, "{width} {cells:?} {cell}");
            }
        }
    }

    /// Whatever the hashes say: all molecules of a box as one heap of candidates, which an exact comparison
    /// has to take apart.
    #[test]
    fn equal_hashes_decide_nothing() {
        for (atoms, width, ambiguous) in [(3, 5, 16), (4, 5, 665)] {
            let census = WideCensus::new(atoms, width);
            let is_canonical =
                |id: &u64| census.tables.cells.orbit(&census.molecule(*id)).is_some();
            let all: Vec<u64> = (0..census.walked()).filter(is_canonical).collect();
            let mut counts = Counts::default();
            census.compare(&all, &mut counts);
            assert_eq!(counts.molecules, ambiguous);
        }
    }
}
