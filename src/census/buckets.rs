//! Billions of records in bounded memory, in buckets by the hash of the spectrum.
//!
//! Buckets are lists of small chunks, so a bucket need not know its final size. All threads
//! take their chunks from one pool until it is used up.

use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::records::Record;

/// How the memory for records is cut: the number of records in a chunk, and the number of chunks.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Chunks {
    records: usize,
    count: usize,
}

impl Chunks {
    /// At most `bytes`, if a bucket probably gets `bucket_records` records.
    pub(super) fn new(bytes: u64, bucket_records: u64, threads: usize) -> Chunks {
        // On average, half a chunk per bucket and thread stays empty. Small
        // chunks waste little room, and large ones waste little time.
        let records =
            (bucket_records as usize / threads.max(1) / 16).clamp(STAGED, 512) / STAGED * STAGED;
        Chunks {
            records,
            count: bytes as usize / chunk_bytes(records),
        }
    }

    /// The same, but at most the chunks that these records in these buckets can need.
    pub(super) fn at_most(self, records: u64, buckets: u64, threads: usize) -> Chunks {
        let begun = buckets * threads as u64;
        let most = records / self.records as u64 + begun;
        Chunks {
            count: self.count.min(most as usize),
            ..self
        }
    }

    /// The number of buckets of `bucket_records` records each that probably fit.
    pub(super) fn capacity(self, bucket_records: u64, threads: usize) -> u64 {
        let records = (self.count * self.records) as u64;
        records / 100 * 99 / self.room(bucket_records, threads)
    }

    pub(super) fn bytes(self, buckets: u64, bucket_records: u64, threads: usize) -> u64 {
        let records = buckets * self.room(bucket_records, threads);
        (records / self.records as u64 + 1) * chunk_bytes(self.records) as u64
    }

    /// The room of a bucket in records: half a chunk per thread stays empty.
    fn room(self, bucket_records: u64, threads: usize) -> u64 {
        (bucket_records + (threads * self.records / 2) as u64).max(1)
    }
}

/// The memory of all chunks. The system provides a page only when a thread first writes
/// there, so pages that no pass needs cost nothing.
pub(super) struct Memory {
    chunks: Chunks,
    slabs: Vec<Vec<u64>>,
}

/// About the amount of memory that is asked for at once. It is so large that the allocator
/// leaves it to the system. With a request per chunk, the requests took 4 of 80 s of
/// processor time in a census of A8_B8.
const SLAB: usize = 64 << 20;

impl Memory {
    pub(super) fn new(chunks: Chunks) -> Memory {
        let slab = (SLAB / 8 / chunks.records).max(1);
        let slabs = (0..chunks.count).step_by(slab).map(|first| {
            let count = slab.min(chunks.count - first);
            vec![0; count * chunks.records + STAGED]
        });
        Memory {
            chunks,
            slabs: slabs.collect(),
        }
    }

    /// The same memory, which the threads of a pass share.
    pub(super) fn pool(&mut self) -> Pool<'_> {
        let records = self.chunks.records;
        // Starts at a line of the processor's cache, so that records that are written
        // together are in one line.
        let slabs = self.slabs.iter_mut().map(|slab| {
            let before = slab.as_ptr().align_offset(STAGED * size_of::<Record>());
            let len = slab.len() - STAGED;
            &mut slab[before.min(STAGED)..][..len]
        });
        Pool {
            state: Mutex::new(PoolState {
                returned: Vec::new(),
                untouched: Box::new(slabs.flat_map(move |slab| slab.chunks_exact_mut(records))),
            }),
            chunk_records: records,
        }
    }
}

pub(super) struct Pool<'m> {
    state: Mutex<PoolState<'m>>,
    chunk_records: usize,
}

struct PoolState<'m> {
    returned: Vec<Chunk<'m>>,
    untouched: Box<dyn Iterator<Item = Chunk<'m>> + Send + 'm>,
}

type Chunk<'m> = &'m mut [u64];

impl<'m> Pool<'m> {
    fn take(&self) -> Option<Chunk<'m>> {
        let mut state = self.lock();
        match state.returned.pop() {
            Some(chunk) => Some(chunk),
            None => state.untouched.next(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, PoolState<'m>> {
        // If a thread panicked with the lock, the state is still sound.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn chunk_bytes(records: usize) -> usize {
    records * size_of::<Record>() + CHUNK_OVERHEAD
}

/// The bytes of a chunk besides its records: its entries in two tables.
const CHUNK_OVERHEAD: usize = size_of::<Chunk>() + size_of::<Slot>();

/// The bytes that a thread keeps per bucket besides its chunks.
pub(super) const BUCKET_OVERHEAD: usize = size_of::<Tail>() + STAGED * size_of::<Record>();

/// The records of one thread in a range of buckets. A drop returns its chunks.
pub(super) struct Buckets<'a, 'm> {
    pool: &'a Pool<'m>,
    first: usize,
    tails: Vec<Tail>,
    /// The last few records of each bucket, before they are written to its
    /// chunk together. The chunks are so far apart that the processor would
    /// wait for memory if each record went to another chunk.
    staged: Vec<[u64; STAGED]>,
    chunks: Vec<Slot<'m>>,
    /// The slots without a chunk.
    vacant: Vec<u32>,
}

/// A chunk, and the slot of the one before it in its bucket.
struct Slot<'m> {
    chunk: Chunk<'m>,
    previous: u32,
}

/// The last chunk of a bucket, and the numbers of its records and of the staged ones.
#[derive(Clone, Copy)]
struct Tail {
    slot: u32,
    filled: u16,
    staged: u16,
}

/// The number of records that are staged for a bucket: a line of the processor's
/// cache. A chunk gets this number at a time, and has room for a multiple of it.
const STAGED: usize = 8;

/// Means that no chunk comes before.
const NO_SLOT: u32 = u32::MAX;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Full;

impl<'a, 'm> Buckets<'a, 'm> {
    pub(super) fn new(pool: &'a Pool<'m>, range: Range<usize>) -> Buckets<'a, 'm> {
        let empty = Tail {
            slot: NO_SLOT,
            filled: pool.chunk_records as u16,
            staged: 0,
        };
        Buckets {
            pool,
            first: range.start,
            tails: vec![empty; range.len()],
            staged: vec![[0; STAGED]; range.len()],
            chunks: Vec::new(),
            vacant: Vec::new(),
        }
    }

    #[inline]
    pub(super) fn end(&self) -> usize {
        self.first + self.tails.len()
    }

    /// Puts a record into a bucket of the range. If there is no room, nothing changes.
    #[inline]
    pub(super) fn push(&mut self, bucket: usize, record: Record) -> Result<(), Full> {
        let index = bucket - self.first;
        if usize::from(self.tails[index].staged) == STAGED {
            self.write_staged(index)?;
        }
        let tail = &mut self.tails[index];
        self.staged[index][usize::from(tail.staged) % STAGED] = record.0;
        tail.staged += 1;
        Ok(())
    }

    /// Writes the staged records of a bucket, [`STAGED`] of them, to its chunk.
    #[inline(never)]
    fn write_staged(&mut self, index: usize) -> Result<(), Full> {
        let mut tail = self.tails[index];
        if usize::from(tail.filled) == self.pool.chunk_records {
            tail = self.append_chunk(tail.slot)?;
        }
        let from = usize::from(tail.filled);
        self.chunks[tail.slot as usize].chunk[from..from + STAGED]
            .copy_from_slice(&self.staged[index]);
        tail.filled += STAGED as u16;
        tail.staged = 0;
        self.tails[index] = tail;
        Ok(())
    }

    #[cold]
    fn append_chunk(&mut self, previous: u32) -> Result<Tail, Full> {
        let chunk = self.pool.take().ok_or(Full)?;
        let new = Slot { chunk, previous };
        let slot = match self.vacant.pop() {
            Some(slot) => {
                self.chunks[slot as usize] = new;
                slot
            }
            None => {
                self.chunks.push(new);
                (self.chunks.len() - 1) as u32
            }
        };
        Ok(Tail {
            slot,
            filled: 0,
            staged: 0,
        })
    }

    /// Gives up all buckets from `end` on, so that other threads can use the room.
    pub(super) fn truncate(&mut self, end: usize) {
        let mut returned = Vec::new();
        let kept = self.tails.len().min(end.saturating_sub(self.first));
        self.staged.truncate(kept);
        for tail in self.tails.drain(kept..) {
            let mut next = tail.slot;
            while next != NO_SLOT {
                self.vacant.push(next);
                let slot = &mut self.chunks[next as usize];
                returned.push(std::mem::take(&mut slot.chunk));
                next = slot.previous;
            }
        }
        self.pool.lock().returned.append(&mut returned);
    }

    pub(super) fn read_into(&self, bucket: usize, records: &mut Vec<Record>) {
        let index = bucket.wrapping_sub(self.first);
        let Some(&tail) = self.tails.get(index) else {
            return;
        };
        let mut read = |words: &[u64]| records.extend(words.iter().copied().map(Record));
        read(&self.staged[index][..usize::from(tail.staged)]);
        let (mut next, mut filled) = (tail.slot, usize::from(tail.filled));
        while next != NO_SLOT {
            let slot = &self.chunks[next as usize];
            read(&slot.chunk[..filled]);
            next = slot.previous;
            filled = self.pool.chunk_records;
        }
    }
}

impl Drop for Buckets<'_, '_> {
    fn drop(&mut self) {
        self.truncate(self.first);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn buckets_keep_what_is_pushed_until_the_pool_is_used_up() {
        let chunks = Chunks::new(64 * 1024, 400, 2);
        let mut memory = Memory::new(chunks);
        let pool = memory.pool();
        let mut one = Buckets::new(&pool, 5..15);
        let mut two = Buckets::new(&pool, 5..15);
        let mut pushed = 0;
        loop {
            let buckets = if pushed % 3 == 0 { &mut one } else { &mut two };
            let bucket = 5 + (pushed * pushed % 10) as usize;
            if buckets.push(bucket, Record(pushed)) == Err(Full) {
                break;
            }
            pushed += 1;
        }
        assert!(pushed * 8 <= 64 * 1024);
        assert!(pushed > 3800, "{pushed}");
        let read = |one: &Buckets<'_, '_>, two: &Buckets<'_, '_>| {
            let mut all = Vec::new();
            for bucket in 0..20 {
                let before = all.len();
                one.read_into(bucket, &mut all);
                two.read_into(bucket, &mut all);
                for record in &all[before..] {
                    assert_eq!(5 + (record.0 * record.0 % 10) as usize, bucket);
                }
            }
            all.sort_unstable();
            all
        };
        let all = read(&one, &two);
        assert_eq!(all, (0..pushed).map(Record).collect::<Vec<_>>());

        one.truncate(9);
        two.truncate(9);
        let rest = read(&one, &two);
        assert!(!rest.is_empty() && rest.iter().all(|r| r.0 * r.0 % 10 < 4));
        assert_eq!(one.push(5, Record(25)), Ok(()));
        drop((one, two));
        let returned = pool.lock().returned.len();
        assert_eq!(
            returned + pool.lock().untouched.by_ref().count(),
            chunks.count
        );
        assert!(chunks.capacity(400, 2) >= 9);
    }
}
