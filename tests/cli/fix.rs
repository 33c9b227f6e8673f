//! `check --fix`: what is written, what is reported, and what is left unchanged.

use crate::support::Folder;

const FAULTY: &str = "name: Gale # a comment\r\ntype: spell\r\ncost: {power: 1}\r\neffect: Draw a crad. Draw 2 cards\r\n";

fn repaired(parts: &[(&str, &str)]) -> String {
    let mut text = FAULTY.to_owned();
    for (wrong, right) in parts {
        assert!(text.contains(wrong));
        text = text.replace(wrong, right);
    }
    text
}

#[test]
fn safe_fixes_are_written_and_the_rest_is_shown() {
    let folder = Folder::with(&[("cards/gale.yaml", FAULTY)]);
    let ran = folder.run(&["check", "--fix"]).expect(1).says(&[
        "error[E0401]",
        "cards/gale.yaml:4:16",
        "1 error in 1 card",
    ]);
    assert_eq!(
        ran.stderr,
        "fixed 1 problem in 1 file\n`--unsafe-fixes` would fix 1 more problem\n"
    );
    let safe = repaired(&[("2 cards", "2 cards.")]);
    assert_eq!(folder.read("cards/gale.yaml"), safe);

    let ran = folder.run(&["check", "--fix"]).expect(1);
    assert_eq!(
        ran.stderr,
        "fixed 0 problems\n`--unsafe-fixes` would fix 1 more problem\n"
    );
    let ran = folder.run(&["check", "--unsafe-fixes"]).expect(0);
    assert_eq!(ran.stdout, "1 card: nothing to report\n");
    assert_eq!(ran.stderr, "fixed 1 problem in 1 file\n");
    let all = repaired(&[("2 cards", "2 cards."), ("crad", "card")]);
    assert_eq!(folder.read("cards/gale.yaml"), all);
    let ran = folder.run(&["check", "--fix"]).expect(0);
    assert_eq!(ran.stderr, "");
    assert_eq!(folder.names("cards"), ["gale.yaml"]);
}

#[test]
fn diff_writes_no_file() {
    let folder = Folder::with(&[("cards/gale.yaml", FAULTY)]);
    let shown = |ran: crate::support::Ran| {
        assert!(
            ran.stdout
                .starts_with("--- cards/gale.yaml\n+++ cards/gale.yaml\n@@ -")
        );
        ran
    };
    for args in [&["check", "--diff"][..], &["check", "--fix", "--diff"]] {
        let ran = shown(folder.run(args).expect(1));
        assert!(
            ran.stdout
                .contains("+effect: Draw a crad. Draw 2 cards.\r\n")
        );
        assert!(
            ran.stderr
                .starts_with("1 problem in 1 file would be fixed\n")
        );
    }
    let ran = shown(folder.run(&["check", "--unsafe-fixes", "--diff"]).expect(1));
    assert!(
        ran.stdout
            .contains("+effect: Draw a card. Draw 2 cards.\r\n")
    );
    assert_eq!(ran.stderr, "2 problems in 1 file would be fixed\n");
    assert_eq!(folder.read("cards/gale.yaml"), FAULTY);

    folder.run(&["check", "--unsafe-fixes"]).expect(0);
    let ran = folder.run(&["check", "--diff"]).expect(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), ("", ""));
}

#[test]
fn remaining_findings_use_the_requested_format() {
    let folder = Folder::with(&[("cards/gale.yaml", FAULTY)]);
    let report = folder
        .run(&["check", "--fix", "--format", "json"])
        .expect(1);
    let report = report.json();
    assert_eq!(report["diagnostics"].as_array().map(Vec::len), Some(1));
    assert_eq!(report["diagnostics"][0]["code"], "E0401");
    let start = &report["diagnostics"][0]["range"]["start"];
    assert_eq!((&start["line"], &start["column"]), (&4.into(), &16.into()));
}

#[test]
fn fix_that_causes_a_new_finding_is_skipped_and_named() {
    let spell =
        "name: Howl\ntype: spell\ncost: { power: 1 }\neffect: Draw 2 cards.\n  name: Gust\n";
    let folder = Folder::with(&[("cards/a.yaml", spell)]);
    let ran = folder.run(&["check", "--unsafe-fixes"]).expect(1);
    assert_eq!(
        ran.stderr,
        "note: cards/a.yaml:5:1: not fixed (do not indent it), because it would cause E0102: \
         duplicate key \"name\"\nfixed 0 problems\n"
    );
    assert_eq!(folder.read("cards/a.yaml"), spell);
}

#[test]
fn other_files_stay_unchanged() {
    let folder = Folder::with(&[
        ("mine/game.yaml", include_str!("../../cards/ccg/game.yaml")),
        ("mine/a.yaml", "name: A\ntype: unti\n"),
        ("mine/b.yaml", "name: B\ntype: unti\n"),
    ]);
    folder.run(&["check", "mine/a.yaml", "--unsafe-fixes"]);
    assert_eq!(folder.read("mine/a.yaml"), "name: A\ntype: unit\n");
    assert_eq!(folder.read("mine/b.yaml"), "name: B\ntype: unti\n");
    // Game data are left unchanged even if requested.
    let data = include_str!("../../cards/ccg/game.yaml").replacen(": ", ":\t", 1) + "odd:key\n";
    folder.write("mine/game.yaml", data.as_bytes());
    folder.run(&["check", "mine", "--unsafe-fixes"]).expect(1);
    assert_eq!(folder.read("mine/game.yaml"), data);
    // Files that are not text are left unchanged, too.
    folder.write("latin/a.yaml", b"name: B\xe9la\ntype:spell\n");
    folder.run(&["check", "latin", "--fix"]).expect(1);
    let bytes = std::fs::read(folder.path().join("latin/a.yaml")).expect("a file");
    assert_eq!(bytes, b"name: B\xe9la\ntype:spell\n");
}

#[cfg(unix)]
#[test]
fn metadata_is_kept_and_one_unwritable_file_stops_all_writes() {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::with(&[
        ("cards/a.yaml", FAULTY),
        ("elsewhere/b.yaml", &FAULTY.replace("Gale", "Gust")),
    ]);
    let path = |name: &str| folder.path().join(name);
    let set = |name: &str, mode: u32| {
        fs::set_permissions(path(name), fs::Permissions::from_mode(mode)).expect("a mode");
    };
    set("cards/a.yaml", 0o640);
    set("elsewhere/b.yaml", 0o444);
    symlink("../elsewhere/b.yaml", path("cards/b.yaml")).expect("a link");
    let ran = folder.run(&["check", "--fix"]).expect(2);
    assert!(
        ran.stderr
            .contains("cannot write `cards/b.yaml`: the file is read-only")
    );
    assert!(ran.stderr.contains("no file was changed"), "{}", ran.stderr);
    assert_eq!(folder.read("cards/a.yaml"), FAULTY);
    assert_eq!(folder.names("cards"), ["a.yaml", "b.yaml"]);

    set("elsewhere/b.yaml", 0o600);
    let ran = folder.run(&["check", "--fix"]).expect(1);
    assert!(ran.stderr.starts_with("fixed 2 problems in 2 files\n"));
    let safe = repaired(&[("2 cards", "2 cards.")]);
    assert_eq!(folder.read("cards/a.yaml"), safe);
    assert_eq!(
        folder.read("elsewhere/b.yaml"),
        safe.replace("Gale", "Gust")
    );
    let is_link = fs::symlink_metadata(path("cards/b.yaml")).expect("a link");
    assert!(is_link.is_symlink());
    let mode = fs::metadata(path("cards/a.yaml"))
        .expect("a file")
        .permissions()
        .mode();
    assert_eq!(mode & 0o777, 0o640);
    assert_eq!(folder.names("elsewhere"), ["b.yaml"]);
}

#[test]
fn missing_folder_is_refused_with_fix() {
    let folder = Folder::new();
    folder
        .run(&["check", "--fix"])
        .expect(2)
        .refuses(&["no file or folder `cards`"]);
    folder
        .run(&["check", "-", "--fix"])
        .expect(2)
        .refuses(&["no file or folder `-`"]);
    folder
        .run(&["build", "--fix", "--out", "x"])
        .expect(2)
        .refuses(&["--fix"]);
}

#[test]
fn diff_refuses_machine_formats() {
    let folder = Folder::with(&[("cards/gale.yaml", FAULTY)]);
    for form in ["json", "sarif"] {
        folder
            .run(&["check", "--diff", "--format", form])
            .expect(2)
            .refuses(&["`--diff` has no format other than text"]);
    }
}
