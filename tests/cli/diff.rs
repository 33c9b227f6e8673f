//! Differences between two bundles, and ids that must not be lost.

use std::fs;
use std::path::Path;

use crate::support::{Folder, assert_fits, root};
use crate::{CARD, FAULTY};

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder") {
        let entry = entry.expect("an entry");
        let to = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &to);
        } else {
            fs::copy(entry.path(), to).expect("copied");
        }
    }
}

/// The starter cards, and a copy of them with five changes.
fn starter_and_copy() -> Folder {
    let folder = Folder::new();
    copy(
        &root().join("cards/card-game"),
        &folder.path().join("cards"),
    );
    folder.run(&["build", "cards", "--out", "old"]).expect(0);
    let change = |file: &str, from: &str, to: &str| {
        let text = folder.read(file);
        assert_eq!(text.matches(from).count(), 1, "{file}: {from}");
        folder.write(file, text.replace(from, to).as_bytes());
    };
    let cards = |name: &str| format!("cards/{name}.yaml");
    change(
        &cards("castle/royal-guard"),
        "vanguard: true",
        "cost: { attack: 2 }",
    );
    change(
        &cards("spells/haste"),
        "cost: { power: 1 }",
        "cost: { power: 2 }",
    );
    change(&cards("necropolis/lich"), "name: Lich", "name: Lich Lord");
    folder.write("cards/drill.yaml", CARD.as_bytes());
    folder.write(
        "cards/migrations.yaml",
        b"migrations:\n  lich: { renamed_to: lich-lord, reason: there are more Liches now }\n",
    );
    for set in ["the-long-night-of-deyja", "uneasy-truce"] {
        let file = format!("cards/kingdoms/{set}.yaml");
        let text = folder.read(&file).replace("\n  Lich:", "\n  Lich Lord:");
        folder.write(&file, text.as_bytes());
    }
    // Its Royal Guard is no longer a vanguard card.
    fs::remove_file(folder.path().join("cards/kingdoms/lances-of-erathia.yaml")).expect("removed");
    folder
}

fn changes(folder: &Folder, args: &[&str]) -> serde_json::Value {
    let ran = folder.run(args).expect(0);
    serde_json::from_str(&ran.stdout).expect("JSON")
}

#[test]
fn a_changelog_of_the_starter_cards() {
    let folder = starter_and_copy();
    let built = folder.run(&["build", "cards", "--out", "new", "--since", "old"]);
    built.expect(0);
    let ran = folder.run(&["diff", "old", "new"]).expect(0);
    insta::assert_snapshot!("changes", ran.stdout);
    let markdown = folder
        .run(&["diff", "old", "new", "--format", "markdown"])
        .expect(0);
    insta::assert_snapshot!("patch_notes", markdown.stdout);
    let json = changes(
        &folder,
        &["diff", "old", "new/bundle.msgpack", "--format", "json"],
    );
    assert_fits("changes", &json);
    assert_eq!(json["bump"], "minor");
    assert_eq!(
        json["cards"]["renamed"][0]["migration"]["change"],
        "renamed"
    );
    let same = folder.run(&["diff", "old", "old/bundle.msgpack"]).expect(0);
    same.says(&["No differences."]);
    let illegal = &json["kingdoms"]["illegal"][0];
    assert_eq!(illegal["id"], "lances-of-erathia");
    let own_rules = [
        "diff",
        "old",
        "new",
        "--rules",
        "cards/game.yaml",
        "--format",
        "json",
    ];
    assert_eq!(changes(&folder, &own_rules), json);
}

#[test]
fn bundles_that_cannot_be_compared() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD), ("notes.json", "[1, 2]")]);
    folder.run(&["build", "--out", "old"]).expect(0);
    let refused = |args: &[&str], why: &str| {
        let ran = folder.run(args).expect(2);
        assert!(ran.stderr.contains(why), "{}", ran.stderr);
    };
    refused(&["diff", "old", "gone"], "cannot read `gone`");
    refused(
        &["diff", "old", "cards"],
        "no file or folder `cards/bundle.json`",
    );
    refused(
        &["diff", "notes.json", "old"],
        "`notes.json` is not a readable bundle",
    );
    let other = folder
        .read("old/bundle.json")
        .replacen("card-game", "other", 1);
    folder.write("other.json", other.as_bytes());
    refused(
        &["diff", "old", "other.json"],
        "is of the game `card-game`, but `other.json` is of `other`",
    );
    let later = folder
        .read("old/bundle.json")
        .replacen("\"format\": 2", "\"format\": 4", 1);
    folder.write("later.json", later.as_bytes());
    refused(
        &["diff", "later.json", "old"],
        "format version 4, but this cardwright reads version 2",
    );
    refused(
        &["build", "--out", "new", "--since", "other.json"],
        "is of the game `other`",
    );
}

#[test]
fn since_reports_removed_ids() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder.run(&["build", "--out", "old"]).expect(0);
    let build = || folder.run(&["build", "--out", "new", "--since", "old"]);
    build().expect(0);
    folder.write(
        "cards/drill.yaml",
        CARD.replace("Drill", "Parade").as_bytes(),
    );
    build().expect(1).says(&[
        "error[E0703]: the card \"Drill\" was removed without a migration",
        "old/bundle.json:",
        "add `id: drill` to it",
    ]);
    let before = folder.read("new/bundle.json");
    assert_eq!(
        before,
        folder.read("old/bundle.json"),
        "nothing was written"
    );
    // The id stays in use.
    folder.write(
        "cards/drill.yaml",
        format!("id: drill\n{}", CARD.replace("Drill", "Parade")).as_bytes(),
    );
    build().expect(0);
    // Alternatively, a migration says what replaces it.
    folder.write(
        "cards/drill.yaml",
        CARD.replace("Drill", "Parade").as_bytes(),
    );
    for (migration, status) in [
        ("drill: { renamed_to: parade, reason: drums }", 0),
        ("drill: { merged_into: skeleton, reason: drums }", 0),
        ("drill: { withdrawn: true, reason: drums }", 0),
        ("dril: { withdrawn: true, reason: drums }", 1),
        ("drill: { renamed_to: parad, reason: drums }", 1),
    ] {
        folder.write(
            "cards/migrations.yaml",
            format!("migrations:\n  {migration}\n").as_bytes(),
        );
        build().expect(status);
    }
    // A card with an error only seems to be missing.
    folder.write("cards/drill.yaml", FAULTY.as_bytes());
    let ran = build().expect(1);
    assert!(!ran.stdout.contains("E0703"), "{}", ran.stdout);
}

/// Each mistake in a migration, with its position and a part of the message.
#[test]
fn mistakes_in_migrations() {
    for (text, at, says) in [
        (
            "a: { withdrawn: true }",
            "2:3",
            "the migration of `a` has no reason",
        ),
        ("a: { reason: x }", "2:3", "missing migration of `a`"),
        ("a: gone", "2:6", "missing migration of `a`"),
        (
            "a: { withdrawn: yes, reason: x }",
            "2:19",
            "`withdrawn` must be `true`",
        ),
        (
            "a: { renamed_to: , reason: x }",
            "2:8",
            "`renamed_to` must be the id of a card",
        ),
        (
            "a: { renamed_to: lich, withdrawn: true, reason: x }",
            "2:26",
            "`a` has two migrations",
        ),
        (
            "a: { renamed: lich, reason: x }",
            "2:8",
            "a migration has no `renamed`",
        ),
        (
            "a: { renamed_to: lihc, reason: x }",
            "2:20",
            "no card has the id `lihc`",
        ),
        (
            "Old Lich: { withdrawn: true, reason: x }",
            "2:3",
            "\"Old Lich\" is not an id",
        ),
        (
            "lich: { withdrawn: true, reason: x }",
            "2:3",
            "`lich` is not a removed id: a card has it",
        ),
        (
            "a: { renamed_to: b, reason: x }\n  b: { renamed_to: a, reason: x }",
            "2:3",
            "the replacements of `a` form a cycle",
        ),
    ] {
        let folder =
            Folder::with(&[("cards/migrations.yaml", &format!("migrations:\n  {text}\n"))]);
        let ran = folder.run(&["check", "--format", "short"]).expect(1);
        let first = ran.stdout.lines().next().unwrap_or_default().to_owned();
        assert!(
            first.contains(&format!("migrations.yaml:{at}")),
            "{text}\n{first}"
        );
        assert!(
            first.contains("E0702") && first.contains(says),
            "{text}\n{first}"
        );
    }
    let whole = "a: { renamed_to: b, reason: x }\n  b: { merged_into: lich, reason: x }";
    let folder = Folder::with(&[(
        "cards/migrations.yaml",
        &format!("migrations:\n  {whole}\n"),
    )]);
    folder.run(&["check"]).expect(0);
}
