//! A file system on which things go wrong: an SQLite VFS over the usual one.
//!
//! After a call of [`Faults::under`], the process opens all its databases
//! through it. It leaves files outside a watched folder alone. In a watched
//! folder, it can make a chosen write or sync fail. It can also record every write and
//! sync, so that a test can make the files that a power cut would leave.
//!
//! No other file of the repository follows raw pointers. A watched file is one of the usual file
//! system, with four other methods, which SQLite calls with a pointer to it.

#![allow(unsafe_code, reason = "SQLite speaks C to its file systems")]

use std::collections::BTreeMap;
use std::ffi::{CStr, OsStr, c_char, c_int, c_void};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock};

use rusqlite::ffi::{self, sqlite3_file, sqlite3_int64, sqlite3_io_methods, sqlite3_vfs};
use watch::locked;

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

    pub(crate) fn counted(&self) -> (u64, u64) {
        let state = locked(&self.state);
        (state.writes, state.syncs)
    }

    pub(crate) fn met(&self) -> u64 {
        locked(&self.state).faults_met
    }

    pub(crate) fn record(&self) {
        locked(&self.state).events = Some(Vec::new());
    }

    pub(crate) fn mark(&self, mark: u64) {
        self.happened(|| Event::Mark(mark));
    }

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

/// What the usual file system does with a file that is watched.
struct Watched {
    usual: &'static sqlite3_io_methods,
    faults: Arc<Faults>,
    path: PathBuf,
}

/// The open files in watched folders, by their places in memory.
static FILES: Mutex<BTreeMap<usize, Arc<Watched>>> = Mutex::new(BTreeMap::new());

/// The place in memory of the usual file system, which all threads may use.
static USUAL: OnceLock<usize> = OnceLock::new();

fn install() {
    USUAL.get_or_init(|| {
        // SAFETY: The usual file system lives as long as the process, and so
        // does the copy leaked here.
        unsafe {
            assert_eq!(ffi::sqlite3_initialize(), ffi::SQLITE_OK);
            let usual = ffi::sqlite3_vfs_find(std::ptr::null());
            assert!(!usual.is_null());
            let mut ours = Box::new(*usual);
            ours.zName = c"faulty".as_ptr();
            ours.pNext = std::ptr::null_mut();
            ours.xOpen = Some(open);
            ours.xDelete = Some(delete);
            let registered = ffi::sqlite3_vfs_register(Box::leak(ours), 1);
            assert_eq!(registered, ffi::SQLITE_OK);
            usual as usize
        }
    });
}

fn usual() -> *mut sqlite3_vfs {
    *USUAL.get().expect("it is installed") as *mut sqlite3_vfs
}

/// # Safety
///
/// As SQLite calls it, like all that follow.
unsafe extern "C" fn open(
    _: *mut sqlite3_vfs,
    name: *const c_char,
    file: *mut sqlite3_file,
    flags: c_int,
    out_flags: *mut c_int,
) -> c_int {
    // SAFETY: The usual file system gets what it would have got. `name` is null
    // or a path that ends with a zero. A file that is open has methods for ever.
    unsafe {
        let code = ((*usual()).xOpen.unwrap())(usual(), name, file, flags, out_flags);
        let path = (!name.is_null()).then(|| path_of(name).to_owned());
        let watched = path.and_then(|path| Some((watch_over(&path)?, path)));
        if let (Some((faults, path)), Some(usual)) = (watched, (*file).pMethods.as_ref()) {
            // Version 2 has no memory mapping, so that we see every write.
            (*file).pMethods = Box::leak(Box::new(sqlite3_io_methods {
                iVersion: 2,
                xClose: Some(close),
                xWrite: Some(write),
                xTruncate: Some(truncate),
                xSync: Some(sync),
                ..*usual
            }));
            let watched = Watched {
                usual,
                faults,
                path,
            };
            locked(&FILES).insert(file as usize, Arc::new(watched));
        }
        code
    }
}

unsafe extern "C" fn delete(_: *mut sqlite3_vfs, name: *const c_char, sync: c_int) -> c_int {
    // SAFETY: `name` is a path that ends with a zero.
    unsafe {
        let path = path_of(name);
        if let Some(faults) = watch_over(path) {
            faults.happened(|| Event::Delete(path.to_owned()));
        }
        ((*usual()).xDelete.unwrap())(usual(), name, sync)
    }
}

/// # Safety
///
/// `name` is a path that ends with a zero.
unsafe fn path_of<'a>(name: *const c_char) -> &'a Path {
    // SAFETY: It is.
    Path::new(OsStr::from_bytes(
        unsafe { CStr::from_ptr(name) }.to_bytes(),
    ))
}

fn watched(file: *mut sqlite3_file) -> Arc<Watched> {
    Arc::clone(&locked(&FILES)[&(file as usize)])
}

unsafe extern "C" fn close(file: *mut sqlite3_file) -> c_int {
    let watched = locked(&FILES).remove(&(file as usize)).unwrap();
    // SAFETY: Passed on as it came.
    unsafe { (watched.usual.xClose.unwrap())(file) }
}

unsafe extern "C" fn write(
    file: *mut sqlite3_file,
    from: *const c_void,
    amount: c_int,
    offset: sqlite3_int64,
) -> c_int {
    let watched = watched(file);
    let fault = watched.faults.next(false);
    // SAFETY: `from` points to `amount` bytes.
    let pass_on = |amount| unsafe { (watched.usual.xWrite.unwrap())(file, from, amount, offset) };
    match fault {
        None => {
            // SAFETY: As above.
            let bytes = unsafe { std::slice::from_raw_parts(from.cast::<u8>(), amount as usize) };
            let path = watched.path.clone();
            let event = || Event::Write(path, offset as u64, bytes.to_vec());
            watched.faults.happened(event);
            pass_on(amount)
        }
        Some(What::HalfWrite) => {
            pass_on(amount / 2);
            ffi::SQLITE_IOERR_WRITE
        }
        Some(_) => ffi::SQLITE_FULL,
    }
}

unsafe extern "C" fn truncate(file: *mut sqlite3_file, size: sqlite3_int64) -> c_int {
    let watched = watched(file);
    let event = || Event::Truncate(watched.path.clone(), size as u64);
    watched.faults.happened(event);
    // SAFETY: Passed on as it came.
    unsafe { (watched.usual.xTruncate.unwrap())(file, size) }
}

unsafe extern "C" fn sync(file: *mut sqlite3_file, flags: c_int) -> c_int {
    let watched = watched(file);
    if watched.faults.next(true).is_some() {
        return ffi::SQLITE_IOERR_FSYNC;
    }
    watched
        .faults
        .happened(|| Event::Sync(watched.path.clone()));
    // SAFETY: Passed on as it came.
    unsafe { (watched.usual.xSync.unwrap())(file, flags) }
}
