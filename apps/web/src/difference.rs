//! The difference that makes one engine from the other.
//!
//! Two builds of one source are much alike. But the compiler shifts the parts that are alike,
//! and changes the numbers of other functions in them. So the second build is written as runs.
//! Each run lies beside some part of the first build, and each of its bytes is written as the
//! difference to the byte there. Most differences are zero, and DEFLATE makes almost nothing of them.

use std::collections::HashMap;

/// The number of equal bytes that make a place worth looking at.
const SEED: usize = 8;
/// The number of bytes that are compared there.
const AHEAD: usize = 32;
/// At another place, this many more bytes must be equal than where the run lies.
const BETTER: usize = 12;
/// With fewer equal bytes, a run should lie beside nothing: new code resembles itself.
const ENOUGH: usize = 6;
/// The most places that are tried: zeros, for example, are everywhere.
const PLACES: usize = 200;

/// A part of the second that lies beside the first.
struct Run {
    length: usize,
    /// The place in the first minus that in the second.
    shift: isize,
}

/// How a second text of bytes differs from a first one: the number of runs, the length and the
/// shift of each, then the differences of all bytes. All numbers have 32 bits, the lowest byte
/// first. For bytes that lie beside nothing, it is the difference to zero.
pub(crate) fn difference(first: &[u8], second: &[u8]) -> Vec<u8> {
    let runs = runs(first, second);
    let mut written = (runs.len() as u32).to_le_bytes().to_vec();
    for run in &runs {
        written.extend((run.length as u32).to_le_bytes());
        written.extend((run.shift as i32).to_le_bytes());
    }
    let mut at = 0;
    for run in &runs {
        for &byte in &second[at..at + run.length] {
            written.push(byte.wrapping_sub(beside(first, at, run.shift).unwrap_or(0)));
            at += 1;
        }
    }
    written
}

fn runs(first: &[u8], second: &[u8]) -> Vec<Run> {
    let mut places: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (place, seed) in first.windows(SEED).enumerate() {
        let places = places.entry(seed).or_default();
        if places.len() < PLACES {
            places.push(place);
        }
    }
    let nowhere = first.len().cast_signed();
    let equal = |at: usize, shift: isize| {
        let ahead = second[at..].iter().take(AHEAD).enumerate();
        ahead
            .filter(|&(k, &byte)| beside(first, at + k, shift) == Some(byte))
            .count()
    };
    let mut runs = Vec::new();
    let mut run = Run {
        length: 0,
        shift: nowhere,
    };
    for at in 0..second.len() {
        if beside(first, at, run.shift) != Some(second[at]) {
            let seed = &second[at..second.len().min(at + SEED)];
            let places = places.get(seed).map_or(&[][..], Vec::as_slice);
            let shifts = places.iter().map(|&place| place as isize - at as isize);
            let best = shifts
                .map(|shift| (equal(at, shift), shift))
                .max_by_key(|&(equal, shift)| (equal, -shift.abs_diff(run.shift).cast_signed()));
            let here = equal(at, run.shift);
            let shift = match best {
                Some((found, shift)) if found > here + BETTER => shift,
                _ if here < ENOUGH => nowhere,
                _ => run.shift,
            };
            if shift != run.shift {
                runs.push(std::mem::replace(&mut run, Run { length: 0, shift }));
            }
        }
        run.length += 1;
    }
    runs.push(run);
    runs
}

/// The byte of the first that lies beside a place of the second.
fn beside(first: &[u8], at: usize, shift: isize) -> Option<u8> {
    first.get(at.checked_add_signed(shift)?).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As the page does it.
    fn made(first: &[u8], difference: &[u8]) -> Vec<u8> {
        let (count, rest) = difference.split_first_chunk().unwrap();
        let (numbers, bytes) = rest.split_at(8 * u32::from_le_bytes(*count) as usize);
        let mut bytes = bytes.iter();
        let mut second = Vec::new();
        for run in numbers.chunks(8) {
            let (length, shift) = run.split_first_chunk().unwrap();
            let shift = i32::from_le_bytes(shift.try_into().unwrap()) as isize;
            for _ in 0..u32::from_le_bytes(*length) {
                let other = beside(first, second.len(), shift).unwrap_or(0);
                second.push(bytes.next().unwrap().wrapping_add(other));
            }
        }
        assert!(bytes.next().is_none());
        second
    }

    #[test]
    fn the_second_is_made_of_the_first() {
        let text: Vec<u8> = (0..2000u32).map(|i| ((i * i) >> 5) as u8).collect();
        let mut moved = text[700..].to_vec();
        moved.extend(&text[..650]);
        moved[300] ^= 9;
        moved.insert(900, 7);
        for (first, second) in [(&text, &moved), (&moved, &text), (&text, &Vec::new())] {
            let difference = difference(first, second);
            assert_eq!(&made(first, &difference), second);
            let other = difference[4..].iter().filter(|&&byte| byte != 0).count();
            assert!(other < 150, "{other} bytes are not zero");
        }
        assert_eq!(made(&[], &difference(&[], &text)), text);
    }
}
