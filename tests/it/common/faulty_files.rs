//! A file system on which things go wrong: an SQLite VFS over the usual one.
//!
//! After a call of [`Faults::under`], the process opens all its databases
//! through it. It leaves files outside a watched folder alone. In a watched
//! folder, it can make a chosen write or sync fail. It can also record every write and
//! sync, so that a test can make the files that a power cut would leave.
//!
//! No other file of the repository follows raw pointers. SQLite gives us memory for
//! a file of ours and the real one after it, and calls our functions with it.

#![allow(unsafe_code, reason = "SQLite speaks C to its file systems")]

use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, Once, OnceLock};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};

/// A fault, once or from then on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Fault {
    pub what: What,
    /// The number of the write or sync, counted from 0.
    pub at: u64,
    /// All later ones fail, too.
    pub for_ever: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum What {
    /// Nothing is written, and the error says that the disk is full.
    Full,
    /// Half of it is written, then an error comes.
    HalfWrite,
    /// The written data may or may not be on the disk.
    Sync,
}

/// Something that happened to a file.
#[derive(Clone, Debug)]
pub(crate) enum Event {
    Write(PathBuf, u64, Vec<u8>),
    Truncate(PathBuf, u64),
    Sync(PathBuf),
    Delete(PathBuf),
    /// A number with which a test marks this moment.
    Mark(u64),
}

#[derive(Default)]
struct State {
    writes: u64,
    syncs: u64,
    fault: Option<Fault>,
    faults_met: u64,
    events: Option<Vec<Event>>,
}

/// The watch over a folder.
pub(crate) struct Faults {
    folder: PathBuf,
    state: Mutex<State>,
}

static WATCHED: Mutex<Vec<Arc<Faults>>> = Mutex::new(Vec::new());

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // If a test failed elsewhere, this one must not fail for it.
    mutex
        .lock()
        .unwrap_or_else(|poisoned| poisoned.into_inner())
}

impl Faults {
    /// Watches a folder from now on.
    pub(crate) fn under(folder: &Path) -> Arc<Faults> {
        install();
        let faults = Arc::new(Faults {
            folder: folder.canonicalize().unwrap(),
            state: Mutex::default(),
        });
        locked(&WATCHED).push(Arc::clone(&faults));
        faults
    }

    /// Plans a fault from now on, and counts writes and syncs from 0.
    pub(crate) fn plan(&self, fault: Option<Fault>) {
        let mut state = locked(&self.state);
        *state = State {
            fault,
            events: state.events.take(),
            ..State::default()
        };
    }

    /// The number of writes and of syncs since then.
    pub(crate) fn counted(&self) -> (u64, u64) {
        let state = locked(&self.state);
        (state.writes, state.syncs)
    }

    /// The number of those that failed.
    pub(crate) fn met(&self) -> u64 {
        locked(&self.state).faults_met
    }

    /// Begins to record.
    pub(crate) fn record(&self) {
        locked(&self.state).events = Some(Vec::new());
    }

    /// Records a moment.
    pub(crate) fn mark(&self, mark: u64) {
        self.happened(|| Event::Mark(mark));
    }

    /// The record.
    pub(crate) fn recorded(&self) -> Vec<Event> {
        locked(&self.state).events.take().unwrap_or_default()
    }

    fn happened(&self, event: impl FnOnce() -> Event) {
        if let Some(events) = &mut locked(&self.state).events {
            events.push(event());
        }
    }

    /// Counts a write or a sync, and gives its fault.
    fn next(&self, sync: bool) -> Option<What> {
        let mut state = locked(&self.state);
        let counter = if sync {
            &mut state.syncs
        } else {
            &mut state.writes
        };
        let this = *counter;
        *counter += 1;
        let fault = state.fault.filter(|fault| {
            sync == (fault.what == What::Sync)
                && (this == fault.at || fault.for_ever && this > fault.at)
        })?;
        state.faults_met += 1;
        Some(fault.what)
    }
}

fn watch_over(path: &Path) -> Option<Arc<Faults>> {
    let watched = locked(&WATCHED);
    watched
        .iter()
        .rev()
        .find(|faults| path.starts_with(&faults.folder))
        .cloned()
}

/// Our file. The real one follows it in memory.
#[repr(C)]
struct File {
    base: sqlite3_file,
    watch: Option<Box<(Arc<Faults>, PathBuf)>>,
}

/// The usual file system.
struct Real(*mut sqlite3_vfs);

// SAFETY: All threads may use SQLite's own file systems, and nobody
// changes this pointer.
unsafe impl Send for Real {}
// SAFETY: As above.
unsafe impl Sync for Real {}

static REAL: OnceLock<Real> = OnceLock::new();

fn real() -> *mut sqlite3_vfs {
    REAL.get().expect("it is installed").0
}

fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        // SAFETY: The usual file system lives as long as the process, and so
        // does the copy leaked here.
        unsafe {
            assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
            let usual = ffi::sqlite3_vfs_find(std::ptr::null());
            assert!(!usual.is_null());
            assert!(REAL.set(Real(usual)).is_ok());
            let mut ours = Box::new(*usual);
            ours.zName = c"faulty".as_ptr();
            ours.pNext = std::ptr::null_mut();
            ours.szOsFile += size_of::<File>() as c_int;
            ours.xOpen = Some(open);
            ours.xDelete = Some(delete);
            let registered = ffi::sqlite3_vfs_register(Box::leak(ours), 1);
            assert_eq!(registered, ffi::SQLITE_OK);
        }
    });
}

/// The real file after ours.
///
/// # Safety
///
/// `file` is one that SQLite has given to [`open`].
unsafe fn behind(file: *mut sqlite3_file) -> *mut sqlite3_file {
    // SAFETY: SQLite gives us the number of bytes that `szOsFile` asks for: ours and
    // those of the real file.
    unsafe { file.cast::<File>().add(1).cast() }
}

/// Calls a method of the real file.
macro_rules! real_method {
    ($file:expr, $method:ident $(, $argument:expr)*) => {{
        let file = behind($file);
        match (*(*file).pMethods).$method {
            Some(method) => method(file $(, $argument)*),
            None => ffi::SQLITE_ERROR,
        }
    }};
}

/// # Safety
///
/// As SQLite calls it.
unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: `file` is memory for our file and the real one; `name` is null
    // or a path that ends with a zero.
    unsafe {
        let watch = if name.is_null() {
            None
        } else {
            let path = PathBuf::from(OsStr::from_bytes(CStr::from_ptr(name).to_bytes()));
            watch_over(&path).map(|faults| Box::new((faults, path)))
        };
        let ours = file.cast::<File>();
        ours.write(File {
            base: sqlite3_file {
                pMethods: std::ptr::null(),
            },
            watch,
        });
        let Some(open) = (*real()).xOpen else {
            return ffi::SQLITE_CANTOPEN;
        };
        let real_file = behind(file);
        (*real_file).pMethods = std::ptr::null();
        let code = open(real(), name, real_file, flags, out_flags);
        if (*real_file).pMethods.is_null() {
            // SQLite does not close a file without methods.
            drop((*ours).watch.take());
        } else {
            (*ours).base.pMethods = &METHODS;
        }
        code
    }
}

/// # Safety
///
/// As SQLite calls it.
unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    // SAFETY: `name` is a path that ends with a zero.
    unsafe {
        let path = Path::new(OsStr::from_bytes(CStr::from_ptr(name).to_bytes()));
        if let Some(faults) = watch_over(path) {
            faults.happened(|| Event::Delete(path.to_owned()));
        }
        match (*real()).xDelete {
            Some(delete) => delete(real(), name, sync),
            None => ffi::SQLITE_ERROR,
        }
    }
}

/// The watch over a file, and its path.
///
/// # Safety
///
/// `file` is one that SQLite has given to [`open`] and has not closed.
unsafe fn watch<'a>(file: *mut sqlite3_file) -> Option<&'a (Arc<Faults>, PathBuf)> {
    // SAFETY: `open` has put our file there.
    unsafe { (*file.cast::<File>()).watch.as_deref() }
}

/// # Safety
///
/// As SQLite calls it, like all that follow.
unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    // SAFETY: SQLite closes a file once and does not use it again.
    unsafe {
        let code = real_method!(file, xClose);
        drop((*file.cast::<File>()).watch.take());
        code
    }
}

unsafe extern "C" fn read(
    file: *mut sqlite3_file,
    to: *mut c_void,
    amount: c_int,
    offset: sqlite3_int64,
) -> c_int {
    // SAFETY: Passed on as it came.
    unsafe { real_method!(file, xRead, to, amount, offset) }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    amount: c_int,
    offset: sqlite3_int64,
) -> c_int {
    // SAFETY: `from` points to `amount` bytes.
    unsafe {
        let Some((faults, path)) = watch(file) else {
            return real_method!(file, xWrite, from, amount, offset);
        };
        match faults.next(false) {
            None => {
                let bytes = std::slice::from_raw_parts(from.cast::<u8>(), amount as usize);
                faults.happened(|| Event::Write(path.clone(), offset as u64, bytes.to_vec()));
                real_method!(file, xWrite, from, amount, offset)
            }
            Some(What::HalfWrite) => {
                real_method!(file, xWrite, from, amount / 2, offset);
                ffi::SQLITE_IOERR_WRITE
            }
            Some(_) => ffi::SQLITE_FULL,
        }
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    // SAFETY: Passed on as it came.
    unsafe {
        if let Some((faults, path)) = watch(file) {
            faults.happened(|| Event::Truncate(path.clone(), size as u64));
        }
        real_method!(file, xTruncate, size)
    }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    // SAFETY: Passed on as it came.
    unsafe {
        if let Some((faults, path)) = watch(file) {
            if faults.next(true).is_some() {
                return ffi::SQLITE_IOERR_FSYNC;
            }
            faults.happened(|| Event::Sync(path.clone()));
        }
        real_method!(file, xSync, flags)
    }
}

/// A method that only passes on its arguments.
macro_rules! passed_on {
    ($name:ident, $method:ident $(, $argument:ident: $type:ty)*) => {
        unsafe extern "C" fn $name(file: *mut sqlite3_file $(, $argument: $type)*) -> c_int {
            // SAFETY: Passed on as it came.
            unsafe { real_method!(file, $method $(, $argument)*) }
        }
    };
}

passed_on!(file_size, xFileSize, size: *mut sqlite3_int64);
passed_on!(lock, xLock, level: c_int);
passed_on!(unlock, xUnlock, level: c_int);
passed_on!(check_reserved_lock, xCheckReservedLock, reserved: *mut c_int);
passed_on!(file_control, xFileControl, what: c_int, argument: *mut c_void);
passed_on!(sector_size, xSectorSize);
passed_on!(device_characteristics, xDeviceCharacteristics);
passed_on!(shm_map, xShmMap, page: c_int, size: c_int, extend: c_int, to: *mut *mut c_void);
passed_on!(shm_lock, xShmLock, offset: c_int, n: c_int, flags: c_int);
passed_on!(shm_unmap, xShmUnmap, delete: c_int);

unsafe extern "C" fn shm_barrier(file: *mut sqlite3_file) {
    // SAFETY: Passed on as it came.
    unsafe {
        let file = behind(file);
        if let Some(barrier) = (*(*file).pMethods).xShmBarrier {
            barrier(file);
        }
    }
}

/// Version 2: shared memory, but no memory mapping, so that we see every write.
static METHODS: sqlite3_io_methods = sqlite3_io_methods {
    iVersion: 2,
    xClose: Some(close),
    xRead: Some(read),
    xWrite: Some(write),
    xTruncate: Some(truncate),
    xSync: Some(sync),
    xFileSize: Some(file_size),
    xLock: Some(lock),
    xUnlock: Some(unlock),
    xCheckReservedLock: Some(check_reserved_lock),
    xFileControl: Some(file_control),
    xSectorSize: Some(sector_size),
    xDeviceCharacteristics: Some(device_characteristics),
    xShmMap: Some(shm_map),
    xShmLock: Some(shm_lock),
    xShmBarrier: Some(shm_barrier),
    xShmUnmap: Some(shm_unmap),
    xFetch: None,
    xUnfetch: None,
};
