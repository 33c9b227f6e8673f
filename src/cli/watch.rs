//! `check --watch`: checks again whenever a file is saved, until Ctrl-C.
//!
//! The watches are set up again before each run, so that no change during a run is lost, and so that folders which were
//! added, removed or replaced are watched.

use std::collections::BTreeMap;
use std::io::{self, ErrorKind, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, Receiver};
use std::time::{Duration, Instant};

use notify::event::{AccessKind, AccessMode};
use notify::{Config, Event, EventKind, PollWatcher, RecommendedWatcher, RecursiveMode, Watcher};
use smol_str::SmolStr;

use super::Outcome;
use super::args::{Check, Format, Test};
use super::cache::WatchMemory;
use super::check::{self, Checked};
use super::error::{self, CliError};
use super::walk::DEFAULT_FOLDER;
use super::{output, project, test};

/// Quiet period: a run starts when no file has changed for this long.
const QUIET: Duration = Duration::from_millis(8);
/// Maximum delay: a run starts at the latest this long after the first change.
const MAX_LEN: Duration = Duration::from_millis(50);
/// The polling interval, if the system does not report changes.
const POLL: Duration = Duration::from_millis(60);

/// Clears the screen and the scrollback buffer, and moves the cursor to the upper left corner.
const CLEAR: &str = "\u{1b}[2J\u{1b}[3J\u{1b}[H";
/// The separator between two runs if the output is not a terminal. JSON and SARIF documents have none.
const LINE: &str = "---\n";

/// Runs tests again whenever a card or a test is saved.
pub fn watch_tests(args: &Test) -> Result<Outcome, CliError> {
    let mut last: Option<(String, Vec<PathBuf>)> = None;
    loop {
        let files = last.as_ref().map_or(&[][..], |(_, files)| files);
        let mut watched = Watched::new(&args.paths, files);
        let (text, files) = match test::once(args) {
            Ok(tested) => (tested.text, tested.files),
            Err(failure) if last.is_none() => return Err(failure),
            Err(failure) => (error::show(&failure, false), Vec::new()),
        };
        watched.watch(&args.paths, &files);
        if last.as_ref().is_none_or(|(before, _)| *before != text) {
            let terminal = io::stdout().is_terminal();
            let before = match (terminal, &last) {
                (true, _) => CLEAR,
                (false, Some(_)) => LINE,
                (false, None) => "",
            };
            output::to_stdout(&format!("{before}{text}"))?;
        }
        last = Some((text, files));
        watched.wait();
    }
}

pub fn watch(args: &Check) -> Result<Outcome, CliError> {
    let mut last: Option<Seen> = None;
    let mut memory = WatchMemory::default();
    loop {
        let files = last.as_ref().map_or(&[][..], |seen| &seen.files);
        let mut watched = Watched::new(&args.paths, files);
        let (seen, failure) = Seen::of(check::once(args, Some(&mut memory)));
        // This run may have read files in further folders.
        watched.watch(&args.paths, &seen.files);
        match (&last, failure) {
            // If the first run fails, retrying will not help.
            (None, Some(failure)) => return Err(failure),
            (Some(last), _) if *last == seen => {}
            (_, failure) => {
                if !show(args, last.is_none(), &seen, failure.as_ref())? {
                    return Ok(Outcome::Clean);
                }
            }
        }
        last = Some(seen);
        watched.wait();
    }
}

/// Shows a run. Returns `false` if the reader of the output is gone.
fn show(
    args: &Check,
    first: bool,
    seen: &Seen,
    failure: Option<&CliError>,
) -> Result<bool, CliError> {
    let mut out = io::stdout().lock();
    let terminal = out.is_terminal();
    let documents = matches!(seen.format, Some(Format::Json | Format::Sarif));
    let before = match (terminal, first || documents) {
        (true, _) => CLEAR,
        (false, false) => LINE,
        (false, true) => "",
    };
    let after = if terminal {
        "\nwatching for changes; Ctrl-C ends\n"
    } else {
        ""
    };
    // In a single write, so that the screen does not flicker.
    let text = match failure {
        None => format!("{before}{}{after}", seen.text),
        Some(_) => before.to_owned(),
    };
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => return Ok(false),
        Err(source) => return Err(CliError::Output { source }),
        Ok(()) => {}
    }
    if let Some(failure) = failure {
        let color = output::color_on_stderr(args.output.color);
        output::to_stderr(&(error::show(failure, color) + after));
    }
    Ok(true)
}

/// The files that a run read, and its output. If both are the same as before, nothing is shown.
#[derive(PartialEq, Eq)]
struct Seen {
    texts: Vec<(SmolStr, SmolStr)>,
    files: Vec<PathBuf>,
    text: String,
    format: Option<Format>,
}

impl Seen {
    fn of(checked: Result<Checked, CliError>) -> (Self, Option<CliError>) {
        match checked {
            Ok(checked) => {
                let mut files = Vec::new();
                let mut texts = Vec::new();
                if let Some(run) = &checked.run {
                    files.extend(run.paths.values().cloned());
                    files.sort();
                    let sources = run.sources.iter();
                    texts.extend(sources.map(|(_, file)| (file.path.clone(), file.text.clone())));
                }
                let seen = Seen {
                    texts,
                    files,
                    text: checked.text,
                    format: Some(checked.format),
                };
                (seen, None)
            }
            Err(failure) => {
                let seen = Seen {
                    texts: Vec::new(),
                    files: Vec::new(),
                    text: error::show(&failure, false),
                    format: None,
                };
                (seen, Some(failure))
            }
        }
    }
}

/// A file system watcher with the folders that it watches.
struct Watched {
    watcher: Box<dyn Watcher>,
    polls: bool,
    /// The watched folders; `true` if the folders below are watched too.
    folders: BTreeMap<PathBuf, bool>,
    /// The checked paths, as the system reports them.
    named: Vec<PathBuf>,
    changes: Receiver<notify::Result<Event>>,
}

impl Watched {
    fn new(paths: &[PathBuf], files: &[PathBuf]) -> Self {
        let (send, changes) = mpsc::channel();
        let native = RecommendedWatcher::new(send, Config::default());
        let mut watched = Watched {
            polls: native.is_err(),
            watcher: match native {
                Ok(watcher) => Box::new(watcher),
                Err(_) => Box::new(notify::NullWatcher),
            },
            folders: BTreeMap::new(),
            named: roots(paths).iter().map(|root| real(root)).collect(),
            changes,
        };
        if watched.polls {
            watched.poll();
        }
        watched.watch(paths, files);
        watched
    }

    /// Switches to polling: the system does not report changes, or cannot watch that many folders.
    fn poll(&mut self) {
        let (send, changes) = mpsc::channel();
        let config = Config::default().with_poll_interval(POLL);
        if let Ok(watcher) = PollWatcher::new(send, config) {
            self.watcher = Box::new(watcher);
            self.changes = changes;
        }
        self.polls = true;
    }

    /// Watches everything that a run depends on. `files` are the files that it read.
    fn watch(&mut self, paths: &[PathBuf], files: &[PathBuf]) {
        let wanted = folders(paths, files);
        loop {
            let mut refused = false;
            for (folder, below) in &wanted {
                let covered = |(known, all): (&PathBuf, &bool)| *all && folder.starts_with(known);
                if self.folders.get(folder) == Some(below) || self.folders.iter().any(covered) {
                    continue;
                }
                let mode = match below {
                    true => RecursiveMode::Recursive,
                    false => RecursiveMode::NonRecursive,
                };
                match self.watcher.watch(folder, mode) {
                    Ok(()) => {
                        self.folders.insert(folder.clone(), *below);
                    }
                    // A folder that is gone is no failure of the watcher.
                    Err(_) => refused |= folder.is_dir(),
                }
            }
            if !refused || self.polls {
                return;
            }
            self.poll();
            self.folders.clear();
        }
    }

    /// Waits until a file is saved, and until no more changes follow.
    fn wait(&self) {
        while let Ok(change) = self.changes.recv() {
            if !self.matters(&change) {
                continue;
            }
            let begun = Instant::now();
            while begun.elapsed() < MAX_LEN && self.changes.recv_timeout(QUIET).is_ok() {}
            return;
        }
        // The watcher has ended: check again at intervals.
        std::thread::sleep(POLL);
    }

    fn matters(&self, change: &notify::Result<Event>) -> bool {
        let Ok(event) = change else { return true };
        match event.kind {
            EventKind::Access(AccessKind::Close(AccessMode::Write)) => {}
            // A run itself opens and reads files.
            EventKind::Access(_) => return false,
            _ => {}
        }
        let matters = |path: &PathBuf| {
            let name = path.file_name().unwrap_or_default();
            let folder = path.extension().is_none() && !name.as_encoded_bytes().starts_with(b".");
            folder
                || project::is_settings(path)
                || super::walk::is_card_file(path)
                || super::walk::is_test_file(path)
                || self.named.contains(path)
        };
        event.need_rescan() || event.paths.is_empty() || event.paths.iter().any(matters)
    }
}

/// The files and folders that are checked.
fn roots(paths: &[PathBuf]) -> Vec<PathBuf> {
    match paths {
        [] => vec![PathBuf::from(DEFAULT_FOLDER)],
        paths => paths.to_vec(),
    }
}

/// Returns the folders whose changes affect a run; `true` if changes in the folders below count too.
fn folders(paths: &[PathBuf], files: &[PathBuf]) -> BTreeMap<PathBuf, bool> {
    let mut folders: BTreeMap<PathBuf, bool> = BTreeMap::new();
    let mut add = |folder: &Path, below: bool| {
        *folders.entry(folder.to_owned()).or_default() |= below;
    };
    add(&real(Path::new(".")), false);
    for root in roots(paths) {
        let root = real(&root);
        if root.is_dir() {
            add(&root, true);
        }
        // Replacing a file or folder changes the folder above it.
        if let Some(above) = root.ancestors().skip(1).find(|folder| folder.is_dir()) {
            add(above, false);
        }
    }
    let settings = project::file(paths.first().map(PathBuf::as_path));
    for file in files.iter().chain(&settings) {
        if let Some(folder) = file.parent().filter(|folder| folder.is_dir()) {
            add(folder, false);
        }
    }
    folders
}

/// The path with links resolved, if it exists.
fn real(path: &Path) -> PathBuf {
    path.canonicalize()
        .or_else(|_| std::path::absolute(path))
        .unwrap_or_else(|_| path.to_owned())
}
