//! Files that vanish or change while they are read: the tool never panics, and never mixes the old and the new text
//! of a replaced file.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use super::{BESIDE, Found, WRONG_BESIDE, files};
use crate::support::Folder;

/// How often the tool runs while the files change.
fn runs() -> usize {
    if super::long() { 200 } else { 8 }
}

/// Two distant cards with this statistic: a mix of both texts would have one wrong and one right card.
fn text(statistic: &str) -> String {
    let card =
        |name: &str| format!("- name: {name}\n  type: statistic\n  statistic: {statistic}\n");
    format!(
        "{}{}{}",
        card("First"),
        "# between\n".repeat(20_000),
        card("Last")
    )
}

/// Two words of equal length, the first of which is wrong.
const WORDS: [&str; 2] = ["atacks", "attack"];

/// Sets a flag when dropped, even if a test fails.
struct Done<'d>(&'d AtomicBool);

impl Drop for Done<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Runs the tool repeatedly while another thread modifies a file.
fn meanwhile(change: impl Fn(&Path, usize) + Sync, look: impl Fn(&[Found])) {
    let folder = Folder::with(&[("cards/drill.yaml", BESIDE)]);
    let path = folder.path().join("cards/probe.yaml");
    fs::write(&path, text(WORDS[0])).expect("a file");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut turn = 0;
            while !done.load(Ordering::Relaxed) {
                change(&path, turn);
                turn += 1;
            }
        });
        let _done = Done(&done);
        for _ in 0..runs() {
            let mut found = files::found(&folder);
            assert_eq!(found["cards/drill.yaml"][0].code, WRONG_BESIDE.1);
            look(&found.remove("cards/probe.yaml").unwrap_or_default());
        }
    });
}

/// The possible output for an existing file, a missing one, and one that is being written.
fn is_one_of(found: &[Found], codes: &[&str]) {
    for found in found {
        assert!(codes.contains(&found.code.as_str()), "{found:?}");
    }
}

#[test]
fn file_that_appears_and_disappears() {
    meanwhile(
        |path, _| {
            let _ = fs::remove_file(path);
            let _ = fs::write(path, text(WORDS[0]));
        },
        // A part of the file, an empty file, or a read error.
        |found| {
            is_one_of(
                found,
                &[
                    "E0306", "E0001", "L0001", "E0105", "E0303", "E0101", "E0304",
                ],
            )
        },
    );
}

#[test]
fn file_replaced_by_a_folder_or_a_link() {
    meanwhile(
        |path, turn| {
            let _ = fs::remove_file(path);
            let _ = fs::remove_dir(path);
            if turn % 2 == 0 {
                let _ = fs::create_dir(path);
            } else {
                #[cfg(unix)]
                let _ = std::os::unix::fs::symlink("probe.yaml", path);
            }
        },
        |found| is_one_of(found, &["E0001"]),
    );
}

#[cfg(unix)]
#[test]
fn file_replaced_by_a_pipe_does_not_block() {
    let folder = Folder::new();
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    if !made.is_ok_and(|status| status.success()) {
        return;
    }
    meanwhile(
        |path, turn| {
            let beside = path.with_extension("new");
            let _ = if turn % 2 == 0 {
                fs::hard_link(&pipe, &beside).or_else(|_| fs::write(&beside, text(WORDS[0])))
            } else {
                fs::write(&beside, text(WORDS[0]))
            };
            let _ = fs::rename(&beside, path);
        },
        |found| is_one_of(found, &["E0306", "E0001"]),
    );
}

#[test]
fn replaced_file_is_read_whole() {
    meanwhile(
        |path, turn| {
            let beside = path.with_extension("new");
            fs::write(&beside, text(WORDS[turn % 2])).expect("a file");
            fs::rename(&beside, path).expect("a file");
        },
        |found| {
            is_one_of(found, &["E0306"]);
            assert!(matches!(found.len(), 0 | 2), "{found:?}");
        },
    );
}

/// A program that overwrites a file in place can be interrupted, which no reader can detect. Each line that is read
/// is from one of the two texts, and nothing else is wrong.
#[test]
fn overwritten_file_does_not_panic() {
    meanwhile(
        |path, turn| {
            // Both texts have the same length, so that only their bytes differ.
            let text = text(WORDS[turn % 2]);
            let mut file = File::options().write(true).open(path).expect("the file");
            file.write_all(text.as_bytes()).expect("a text");
        },
        |found| {
            // A file that never stops changing is reported.
            if found.first().is_none_or(|found| found.code != "E0001") {
                is_one_of(found, &["E0306"]);
                let known = |found: &Found| ["3:14", "20006:14"].contains(&found.at.as_str());
                assert!(found.iter().all(known), "{found:?}");
            }
        },
    );
}

#[test]
fn endlessly_growing_file_is_abandoned() {
    let folder = Folder::with(&[("cards/drill.yaml", BESIDE), ("cards/probe.yaml", "")]);
    let path = folder.path().join("cards/probe.yaml");
    let done = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            let mut file = File::options().append(true).open(&path).expect("the file");
            while !done.load(Ordering::Relaxed) {
                // First up to the size limit, and then beyond it, but not without bound.
                if file.metadata().expect("its length").len() > 64 << 20 {
                    file.set_len(0).expect("a length");
                }
                file.write_all(&[b'#'; 4096]).expect("more of it");
            }
        });
        let _done = Done(&done);
        for _ in 0..runs() {
            let found = files::found(&folder);
            assert_eq!(found["cards/drill.yaml"][0].code, WRONG_BESIDE.1);
            if let Some(found) = found.get("cards/probe.yaml") {
                is_one_of(found, &["E0001", "E0004", "L0001"]);
            }
        }
    });
}
