//! Unusable and unreadable files: each has a diagnostic, and the rest is checked.

use std::path::Path;
use std::process::Stdio;
use std::thread;
use std::time::Duration;

use wait4::Wait4;

use crate::support::{Folder, root};
use crate::{CARD, FAULTY};

/// A folder with a faulty card, which must be reported whatever else is in the folder.
fn folder() -> Folder {
    Folder::with(&[("cards/zz.yaml", FAULTY)])
}

#[track_caller]
fn finds(folder: &Folder, line: &str, message: &str) {
    let ran = folder.run(&["check", "--format", "short"]).expect(1);
    let found = ran
        .stdout
        .lines()
        .any(|shown| shown.starts_with(line) && shown.contains(message));
    assert!(found, "no {line:?} with {message:?} in\n{}", ran.stdout);
    assert!(
        ran.stdout.contains("cards/zz.yaml:3:12: error[E0306]"),
        "{}",
        ran.stdout
    );
}

#[test]
fn invalid_utf8_is_reported() {
    let folder = folder();
    folder.write("cards/latin.yaml", b"name: B\xe9la\n");
    finds(&folder, "cards/latin.yaml:1:8: error[E0002]", "not UTF-8");
}

#[test]
fn utf16_is_reported() {
    let folder = folder();
    folder.write("cards/wide.yaml", b"\xff\xfen\0a\0m\0e\0");
    finds(&folder, "cards/wide.yaml:1:1: error[E0002]", "UTF-16");
}

#[test]
fn empty_file_is_reported() {
    let folder = folder();
    folder.write("cards/empty.yaml", b"");
    finds(&folder, "cards/empty.yaml:1:1: warning[L0001]", "no card");
}

#[test]
fn folder_named_like_a_file_is_walked() {
    let folder = folder();
    folder.write("cards/x.yaml/inner.yaml", b"name: Inner\ntype: statistik\n");
    finds(&folder, "cards/x.yaml:1:1: error[E0001]", "folder");
    finds(&folder, "cards/x.yaml/inner.yaml:2:7: error", "statistik");
}

#[test]
fn oversized_file_is_reported() {
    let folder = folder();
    folder.write("cards/large.yaml", &vec![b'#'; 16 * 1024 * 1024 + 1]);
    finds(&folder, "cards/large.yaml:1:1: error[E0004]", "MiB");
}

/// Returns the peak memory of a check of a folder in bytes.
fn peak(folder: &Folder) -> u64 {
    let mut check = folder.command();
    check
        .arg("check")
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = check.spawn().expect("it starts");
    let status = format!("/proc/{}/status", child.id());
    if !Path::new(&status).exists() {
        return child.wait4().expect("it ends").rusage.maxrss;
    }
    // On Linux, the peak of an ended child process is never less than the memory of its parent at the start.
    let mut most = 0;
    while child.try_wait().expect("its state").is_none() {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        most = most.max(kilobytes.unwrap_or_default() << 10);
        thread::sleep(Duration::from_micros(200));
    }
    most
}

/// Files of 4 GB and an endless one.
#[cfg(unix)]
#[test]
fn oversized_file_is_not_read_into_memory() {
    let folder = folder();
    let usual = peak(&folder);
    std::os::unix::fs::symlink("/dev/zero", folder.path().join("cards/zero.yaml")).expect("a link");
    for path in ["cards/large.yaml", "cards/own/game.yaml", "cardwright.toml"] {
        folder.write(path, b"");
        let file = std::fs::File::options()
            .write(true)
            .open(folder.path().join(path));
        file.and_then(|file| file.set_len(4 << 30))
            .expect("a length");
        // As large as the largest file that is read.
        assert!(peak(&folder) < usual + (16 << 20), "{path}");
    }
}

/// `docs/limits.md` gives the maximum memory for each byte of a file. These files need the most.
#[test]
fn peak_memory_is_linear_in_the_file_size() {
    const SIZE: usize = 1 << 20;
    let folder = folder();
    let usual = peak(&folder);
    for (repeated, before) in [
        ("---\n", ""),
        ("a\u{1}", ""),
        ("[],", "["),
        ("Draw a card. ", "name: Probe\ntype: spell\neffect: "),
    ] {
        let text = before.to_owned() + &repeated.repeat(SIZE / repeated.len());
        folder.write("cards/long.yaml", text.as_bytes());
        let taken = peak(&folder).saturating_sub(usual) / SIZE as u64;
        assert!((1..100).contains(&taken), "{repeated:?}: {taken}");
    }
}

#[cfg(unix)]
#[test]
fn named_pipe_does_not_block() {
    let folder = folder();
    let made = std::process::Command::new("mkfifo")
        .arg(folder.path().join("cards/pipe.yaml"))
        .status();
    // Without this program, the system has no pipe to test.
    if made.is_ok_and(|status| status.success()) {
        finds(&folder, "cards/pipe.yaml:1:1: error[E0001]", "named pipe");
    }
    finds(&folder, "cards/zz.yaml:3:12", "atack");
}

#[cfg(unix)]
#[test]
fn symbolic_links_are_followed_once() {
    use std::os::unix::fs::symlink;
    let folder = folder();
    folder.write("elsewhere/linked.yaml", b"name: Linked\ntype: statistik\n");
    let link = |to: &str, from: &str| symlink(to, folder.path().join(from)).expect("a link");
    link("nowhere", "cards/broken.yaml");
    link("nowhere", "cards/no-card-file");
    link("../elsewhere", "cards/more");
    link("..", "cards/up");
    link("zz.yaml", "cards/a-second-name-of-zz.yaml");
    finds(&folder, "cards/broken.yaml:1:1: error[E0001]", "link");
    finds(&folder, "cards/more/linked.yaml:2:7: error", "statistik");
    let ran = folder.run(&["check", "--format", "short"]);
    assert_eq!(ran.stdout.lines().count(), 4, "{}", ran.stdout);
}

#[cfg(unix)]
#[test]
fn unreadable_file_is_reported() {
    use std::os::unix::fs::PermissionsExt;
    let folder = folder();
    folder.write("cards/secret.yaml", CARD.as_bytes());
    let path = folder.path().join("cards/secret.yaml");
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o000)).expect("permissions");
    // The administrator can read everything.
    if std::fs::read(&path).is_err() {
        finds(
            &folder,
            "cards/secret.yaml:1:1: error[E0001]",
            "permission denied",
        );
    }
    finds(&folder, "cards/zz.yaml:3:12", "atack");
}

#[test]
fn hidden_and_other_files_are_skipped() {
    let folder = folder();
    for path in [
        "cards/.hidden.yaml",
        "cards/.git/x.yaml",
        "cards/notes.txt",
        "cards/x.yaml.bak",
    ] {
        folder.write(path, b"not: a card\n");
    }
    let ran = folder.run(&["check", "--format", "short"]).expect(1);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
}

#[test]
fn named_file_is_read_with_any_extension() {
    let folder = Folder::with(&[("drill.txt", FAULTY)]);
    folder
        .run(&["check", "drill.txt"])
        .expect(1)
        .says(&["drill.txt:3:12"]);
}

#[cfg(unix)]
#[test]
fn file_names_that_are_not_utf8() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt;
    let folder = Folder::new();
    let name = OsStr::from_bytes(b"b\xe9la.yaml");
    // Not every file system allows such a name.
    if std::fs::write(folder.path().join(name), FAULTY).is_ok() {
        let output = folder
            .command()
            .arg("check")
            .arg(name)
            .output()
            .expect("the tool runs");
        assert_eq!(output.status.code(), Some(1));
    }
    let output = folder
        .command()
        .arg("check")
        .arg(OsStr::from_bytes(b"\xff"))
        .output()
        .expect("the tool runs");
    assert_eq!(output.status.code(), Some(2));
}

#[test]
fn file_extension_may_be_uppercase() {
    let folder = Folder::with(&[("cards/drill.YAML", FAULTY), ("cards/drum.Yml", CARD)]);
    folder
        .run(&["check"])
        .expect(1)
        .says(&["cards/drill.YAML:3:12", "in 2 cards"]);
}

#[test]
fn game_data_is_recognised_by_its_content() {
    let game = std::fs::read_to_string(root().join("cards/ccg/game.yaml")).expect("the data");
    let folder = Folder::with(&[("mine/game.yml", &game)]);
    folder.run(&["check", "mine"]).expect(1).says(&[
        "E0105",
        "rename the file to `game.yaml`",
        "1 error in",
    ]);
}

#[test]
fn files_that_look_like_cards_and_are_not_read_are_named() {
    let folder = Folder::with(&[
        ("cards/drill.yaml", CARD),
        ("cards/ox.json", "{ \"name\": \"Ox\", \"type\": \"unit\" }"),
        ("cards/more/elk.txt", "name: Elk\ntype: unit\n"),
        ("cards/more/deck.csv", "Count,Name\n3,Ox\n"),
        ("cards/README.txt", "These are my cards.\n\n1. Read them.\n"),
        (
            "cards/package.json",
            "{ \"name\": \"cards\", \"version\": 1 }",
        ),
        ("cards/.notes.txt", "name: Elk\ntype: unit\n"),
    ]);
    let expected = "note: 2 files that look like cards or sets are not read: `cards/more/elk.txt` and `cards/ox.json`\n  \
                    help: cards and sets are YAML, and JSON is read as YAML: give the file the extension `.yaml`\n\
                    note: 1 file that looks like a deck list is not read: `cards/more/deck.csv`\n  \
                    help: check a deck list by itself: `cardwright kingdom cards/more/deck.csv`\n";
    let ran = folder.run(&["check"]).expect(0);
    assert_eq!(ran.stderr, expected);
    let ran = folder.run(&["build", "--out", "out"]).expect(0);
    assert!(ran.stderr.starts_with(expected), "{}", ran.stderr);
    // A report for programs is only the report.
    let ran = folder.run(&["check", "--format", "short"]).expect(0);
    assert_eq!(ran.stderr, "");
}

#[test]
fn byte_order_mark_has_no_column() {
    let folder = Folder::new();
    folder.write(
        "cards/drill.yaml",
        b"\xef\xbb\xbfnam: Drill\ntype: statistic\nstatistic: attack\n",
    );
    let ran = folder.run(&["check", "--format", "short"]).expect(1);
    ran.says(&["cards/drill.yaml:1:1: error"]);
    let ran = folder.run(&["check"]).expect(1);
    assert!(!ran.stdout.contains("feff"), "{}", ran.stdout);
}

#[test]
fn one_name_in_two_encodings_is_one_name() {
    let card = "name: Éclat\ntype: spell\ncost: { power: 1 }\neffect: Draw a card.\n";
    let other = "name: Maker\ntype: spell\ncost: { power: 1 }\neffect: Put an \"E\u{301}clat\" card into your hand.\n";
    let folder = Folder::with(&[("cards/eclat.yaml", card), ("cards/maker.yaml", other)]);
    let ran = folder.run(&["check", "--format", "short"]);
    assert!(!ran.stdout.contains("clat\""), "{}", ran.stdout);
    folder.write("cards/again.yaml", card.replace('É', "E\u{301}").as_bytes());
    folder
        .run(&["check", "--format", "short"])
        .expect(1)
        .says(&["cards/eclat.yaml:1:7: error[E0201]"]);
}
