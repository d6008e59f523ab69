//! Interrupts programs during their work, and checks what they leave behind and how they continue.

use std::fs;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use blackbox::board::{Config, Spectrum};

use blackbox::commands::display::run::Selection;
use blackbox::store::Store;
use db::Access;
use rustix::process::Signal;
use testkit::{Sandbox, ended, one, wait_for_handler};
use watch::{Stop, Watcher};

use crate::common::invariants;
use crate::common::program::{
    self, Listener, assert_has, check_was_stopped, empty_sandbox, explored_sandbox, fifo, indexes,
    initialised_sandbox, open, send, wait_for_batch, wait_to_hear,
};
use blackbox::commands::display;
use blackbox::commands::explore;
use blackbox::commands::init;
use blackbox::commands::init_spectrum;
use blackbox::commands::update_spectrum;

/// Stderr is a full pipe that is not read.
#[test]
fn a_full_stderr_does_not_keep_a_program_running() {
    use std::io::Write;

    let sandbox = initialised_sandbox("A4_B9");
    let (_reader, mut writer) = std::io::pipe().unwrap();
    rustix::io::ioctl_fionbio(&writer, true).unwrap();
    while writer.write(&[b'x'; 512]).is_ok() {}
    rustix::io::ioctl_fionbio(&writer, false).unwrap();
    for options in [&["--quiet"][..], &[]] {
        let mut command = sandbox.command(program::BLACKBOX);
        command.args(["explore", "--config", "A4_B9"]).args(options);
        command
            .stderr(writer.try_clone().unwrap())
            .stdout(Stdio::null());
        let mut child = command.spawn().unwrap();
        wait_for_handler(&child);
        send(Signal::INT, &child);
        program::wait_for("end", || child.try_wait().unwrap().is_some());
        assert_eq!(child.wait().unwrap().code(), Some(130), "{options:?}");
    }
}

/// Checks a copy of the database as the program left it, so that the recovery of the original is left to the
/// program.
fn check_copy(sandbox: &Sandbox, config: &str) {
    let copy = empty_sandbox();
    fs::create_dir(copy.path("data")).unwrap();
    // The -shm file is only an index of the -wal file.
    for suffix in ["", "-wal", "-journal"] {
        let name = format!("data/blackbox.db{suffix}");
        if sandbox.path(&name).exists() {
            fs::copy(sandbox.path(&name), copy.path(&name)).unwrap();
        }
    }
    invariants::check(&copy.sql(), config);
}

#[test]
fn other_signals_interrupt_like_ctrl_c() {
    for signal in [Signal::TERM, Signal::HUP] {
        let sandbox = initialised_sandbox("A4_B9");
        let child = sandbox.start(&["run", "--quiet", "--config", "A4_B9"]);
        wait_for_batch(&sandbox);
        send(signal, &child);
        let stopped = ended(child);
        assert_eq!((stopped.code, &*stopped.stdout), (Some(130), ""));
        // A single line says where it stopped, and how to continue.
        assert_eq!(stopped.stderr.lines().count(), 1, "{stopped:?}");
        assert!(stopped.stderr.starts_with("stopped "), "{stopped:?}");
        assert_has(&stopped.stderr, "; the same command ");
        check_copy(&sandbox, "A4_B9");
    }
}

#[test]
fn a_second_ctrl_c_ends_the_program_at_once_and_harms_nothing() {
    let sandbox = initialised_sandbox("A4_B9");
    let child = sandbox.start(&["explore", "--quiet", "--config", "A4_B9"]);
    wait_for_batch(&sandbox);
    send(Signal::INT, &child);
    thread::sleep(Duration::from_millis(5));
    send(Signal::INT, &child);
    let ended = ended(child);
    assert_eq!(ended.code, Some(130), "{ended:?}");
    assert!(!ended.stderr.contains("panicked"), "{ended:?}");
    check_copy(&sandbox, "A4_B9");
}

/// A watcher that requests a stop at a message with this ending.
fn stop_at(message: &'static str) -> impl Watcher {
    let stop = Stop::default();
    let asked = stop.clone();
    Listener {
        stop,
        say: move |said: &str| {
            if said.ends_with(message) {
                asked.request();
            }
        },
        advance: || (),
    }
}

#[test]
fn an_interrupted_index_is_built_later() {
    let sandbox = initialised_sandbox("A4_B6");
    let config: Config = "A4_B6".parse().unwrap();
    let watcher = stop_at("building the indexes");
    let mut store = open(&sandbox.db(), Access::Write, &watcher);
    let stopped = explore::run::explore(&mut store, config, &|_| Ok(()), false, &watcher);
    check_was_stopped(stopped);
    let explored = store.explored(config).unwrap();
    assert!(explored.stored == config.molecules() && !explored.explored);
    drop(store);
    assert_eq!(indexes(&sandbox), 0);
    invariants::check(&sandbox.sql(), "A4_B6");

    sandbox.ok(&["explore", "--config", "A4_B6"]);
    assert_eq!(indexes(&sandbox), 2);
    invariants::check(&sandbox.sql(), "A4_B6");
}

#[test]
fn an_interrupted_stage_is_rolled_back_and_repeated() {
    // If there is a second configuration, rows are deleted one by one.
    let sandbox = explored_sandbox(&["A4_B6", "A2_B4"]);
    let config: Config = "A4_B6".parse().unwrap();
    let stored = || program::tables(&sandbox.sql(), "A4_B6");
    let expected = stored();
    let watcher = stop_at("");
    watcher.stop().request();
    type Stage = fn(&mut Store, Config, &dyn Watcher) -> blackbox::Result<()>;
    let init: Stage = |store, config, watcher| init::init(store, config, true, watcher);
    for stage in [
        init,
        init_spectrum::init_spectrum,
        update_spectrum::update_spectrum,
    ] {
        let mut store = open(&sandbox.db(), Access::Write, &watcher);
        check_was_stopped(stage(&mut store, config, &watcher));
        drop(store);
        assert_eq!(stored(), expected);
    }
    sandbox.ok(&["init-spectrum", "--config", "A4_B6"]);
    assert_ne!(stored(), expected);
    sandbox.ok(&["update-spectrum", "--config", "A4_B6"]);
    assert_eq!(stored(), expected);
}

/// All reads use the same mechanism, so this tests only those of whole tables.
#[test]
fn reading_is_interrupted() {
    let sandbox = explored_sandbox(&["A4_B6"]);
    let config: Config = "A4_B6".parse().unwrap();
    let spectrum: String = one(&sandbox.sql(), "select max(spectrum) from Spectrums");
    sandbox.change("drop index Molecules_spectrum; drop index Molecules_number");
    let watcher = stop_at("nothing");
    let store = open(&sandbox.db(), Access::Read, &watcher);
    watcher.stop().request();
    let selection = Selection::Spectrum(Spectrum::parse(&spectrum, config).unwrap());
    let shown = display::run::display(&store, config, &selection, &watcher, |_, _| Ok(()));
    check_was_stopped(shown);
    check_was_stopped(store.ambiguity(config));
}

#[test]
#[cfg(target_os = "linux")]
fn waiting_for_a_pipe_can_be_interrupted() {
    let sandbox = explored_sandbox(&["A4_B5"]);
    fifo(&sandbox, "pipe");
    let before = sandbox.files();
    let export = "export molecules --config A4_B5 --format csv --quiet";
    let to_pipe = format!("{export} --output pipe");
    // The output of the last command is not read.
    for line in ["decode pipe --quiet", &to_pipe, export] {
        sandbox.interrupted(line, b"");
        assert!(sandbox.files() == before, "{line}");
    }
    // The pipe has a reader that never reads.
    let (mut options, path) = (fs::File::options(), sandbox.path("pipe"));
    let _reader = options.read(true).write(true).open(path).unwrap();
    sandbox.interrupted(&to_pipe, b"");
}

/// The program is started as by a script that ignores signals, and waits for another writer.
#[test]
#[cfg(target_os = "linux")]
fn ignored_signals_stay_ignored() {
    let sandbox = initialised_sandbox("A2_B4");
    let gate = sandbox.sql();
    let start_ignoring = |signals: &str| {
        gate.execute_batch("begin immediate").unwrap();
        let explore = format!("trap '' {signals}; exec blackbox explore --config A2_B4");
        let mut command = program::script(&sandbox, &explore);
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let stderr = wait_to_hear(&mut child, "waiting for it to end");
        (child, stderr)
    };
    for (ignored, sent, other) in [
        ("HUP", Signal::HUP, Signal::INT),
        ("INT", Signal::INT, Signal::TERM),
    ] {
        let (mut child, _stderr) = start_ignoring(ignored);
        send(sent, &child);
        thread::sleep(Duration::from_millis(20));
        assert!(child.try_wait().unwrap().is_none());
        send(other, &child);
        assert_eq!(child.wait().unwrap().code(), Some(130));
        gate.execute_batch("rollback").unwrap();
    }

    let (child, _stderr) = start_ignoring("HUP INT");
    for signal in [Signal::HUP, Signal::INT, Signal::HUP] {
        send(signal, &child);
        thread::sleep(Duration::from_millis(20));
    }
    gate.execute_batch("rollback").unwrap();
    let ended_well = ended(child);
    assert_eq!(ended_well.code, Some(0), "{ended_well:?}");
    invariants::check(&sandbox.sql(), "A2_B4");
}
