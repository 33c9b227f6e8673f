//! `fmt`: what is written, what is listed, and what is left unchanged.

use std::process::Command;

use crate::support::{Folder, root};

const UGLY: &str =
    "name:   'Gale'\ntype: spell\ncost: {power: 1}\neffect: draw two cards.  # as printed\n";
const NEAT: &str =
    "name: Gale\ntype: spell\ncost: { power: 1 }\neffect: | # as printed\n  Draw 2 cards.\n";
/// A card with an unreadable text.
const WRONG: &str = "name:   Gale\ntype: spell\ncost: { power: 1 }\neffect: drwa two cards.\n";
const BROKEN: &str = "name: [Gale\ntype: spell\n";

#[test]
fn files_are_written_and_listed() {
    let folder = Folder::with(&[
        ("cards/a.yaml", UGLY),
        (
            "cards/b.yaml",
            "name: B\ntype: statistic\nstatistic: power\n",
        ),
    ]);
    let ran = folder.run(&["fmt"]).expect(0);
    assert_eq!(ran.stdout, "cards/a.yaml\n");
    assert_eq!(ran.stderr, "1 file formatted, 1 unchanged\n");
    assert_eq!(folder.read("cards/a.yaml"), NEAT);
    let ran = folder.run(&["fmt"]).expect(0);
    assert_eq!(
        (ran.stdout.as_str(), ran.stderr.as_str()),
        ("", "0 files formatted, 2 unchanged\n")
    );
    assert_eq!(folder.names("cards"), ["a.yaml", "b.yaml"]);
}

#[test]
fn check_and_diff_write_nothing() {
    let folder = Folder::with(&[("cards/a.yaml", UGLY)]);
    let ran = folder.run(&["fmt", "--check"]).expect(1);
    assert_eq!(ran.stdout, "cards/a.yaml\n");
    assert_eq!(ran.stderr, "1 file would change, 0 unchanged\n");
    for args in [
        &["fmt", "--diff"][..],
        &["fmt", "--check", "--diff", "cards/a.yaml"],
    ] {
        let ran = folder.run(args).expect(1);
        assert_eq!(
            ran.stdout,
            "--- cards/a.yaml\n+++ cards/a.yaml\n@@ -1,4 +1,5 @@\n-name:   'Gale'\n+name: Gale\n \
             type: spell\n-cost: {power: 1}\n-effect: draw two cards.  # as printed\n\
             +cost: { power: 1 }\n+effect: | # as printed\n+  Draw 2 cards.\n"
        );
    }
    assert_eq!(folder.read("cards/a.yaml"), UGLY);
    folder.write("cards/a.yaml", NEAT.as_bytes());
    for args in [&["fmt", "--check"][..], &["fmt", "--diff"]] {
        assert_eq!(folder.run(args).expect(0).stdout, "");
    }
}

#[test]
fn faulty_text_stays_and_the_rest_is_formatted() {
    let folder = Folder::with(&[("cards/a.yaml", WRONG)]);
    let ran = folder.run(&["fmt"]).expect(0);
    assert!(
        ran.stderr
            .contains("note: cards/a.yaml:4:9: the text of \"Gale\" is not changed: "),
        "{}",
        ran.stderr
    );
    assert_eq!(folder.read("cards/a.yaml"), WRONG.replace("   ", " "));
    folder.run(&["fmt", "--check"]).expect(0);
}

#[test]
fn unreadable_files_are_reported_and_left_alone() {
    let folder = Folder::with(&[("cards/broken.yaml", BROKEN), ("cards/ugly.yaml", UGLY)]);
    folder.write("cards/latin.yaml", b"name:   B\xe9la\n");
    folder.write("cards/control.yaml", b"name:   B\x07la\n");
    let ran = folder.run(&["fmt"]).expect(1);
    assert_eq!(ran.stdout, "cards/ugly.yaml\n");
    for said in [
        "cards/broken.yaml:1:7",
        "cards/latin.yaml:1:10",
        "cards/control.yaml:1:10",
        "1 file formatted, 0 unchanged, 3 not formatted\n",
    ] {
        assert!(ran.stderr.contains(said), "no {said} in\n{}", ran.stderr);
    }
    assert_eq!(folder.read("cards/broken.yaml"), BROKEN);
    assert_eq!(folder.read("cards/control.yaml"), "name:   B\u{7}la\n");
    folder
        .run(&["fmt", "--check", "cards/broken.yaml"])
        .expect(1);
}

#[test]
fn standard_input_goes_to_standard_output() {
    let folder = Folder::with(&[("cards/a.yaml", UGLY)]);
    let ran = folder.run_with(UGLY.as_bytes(), &["fmt", "-"]).expect(0);
    assert_eq!((ran.stdout.as_str(), ran.stderr.as_str()), (NEAT, ""));
    let ran = folder.run_with(WRONG.as_bytes(), &["fmt", "-"]).expect(0);
    assert_eq!(ran.stdout, WRONG.replace("   ", " "));
    assert!(
        ran.stderr.starts_with("note: <standard input>:4:9: "),
        "{}",
        ran.stderr
    );
    folder
        .run_with(UGLY.as_bytes(), &["fmt", "-", "--check"])
        .expect(1);
    folder
        .run_with(NEAT.as_bytes(), &["fmt", "-", "--check"])
        .expect(0);
    folder
        .run_with(
            UGLY.as_bytes(),
            &["fmt", "-", "--diff", "--stdin-filename", "cards/a.yaml"],
        )
        .expect(1)
        .says(&["--- cards/a.yaml", "+  Draw 2 cards."]);
    folder
        .run_with(
            BROKEN.as_bytes(),
            &["fmt", "-", "--stdin-filename", "x/y.yaml"],
        )
        .expect(1)
        .refuses(&["x/y.yaml:1:7"]);
    folder
        .run(&["fmt", "--stdin-filename", "x/y.yaml"])
        .expect(2)
        .refuses(&["standard input is not read", "give `-`"]);
    folder
        .run_with(b"name: \xff", &["fmt", "-"])
        .expect(1)
        .refuses(&["<standard input>:1:7"]);
    folder
        .run(&["fmt", "-", "cards"])
        .expect(2)
        .refuses(&["standard input cannot be formatted together with files"]);
    assert_eq!(folder.read("cards/a.yaml"), UGLY);
}

/// A text on standard input may name its own card and every other card of the project.
#[test]
fn standard_input_uses_the_cards_of_the_project() {
    let folder = Folder::with(&[(
        "cards/a.yaml",
        "name: Gnoll Marauder\ntype: unit\ntraits: [gnoll]\n",
    )]);
    let text = "name: Howl\ntype: spell\ntraits: [loud]\n\
                effect: increase 1 a friendly \"gnoll marauder\". A *gnoll* *loud* unit gains +1 attack this turn.\n";
    let ran = folder.run_with(text.as_bytes(), &["fmt", "-"]).expect(0);
    assert_eq!(ran.stderr, "");
    assert!(
        ran.stdout
            .contains("Increase 1 a friendly \"Gnoll Marauder\"."),
        "{}",
        ran.stdout
    );
    // The file on disk determines the game.
    folder.write(
        "mine/game.yaml",
        std::fs::read(root().join("cards/ccg/game.yaml"))
            .expect("a game")
            .as_slice(),
    );
    folder.write("mine/x.yaml", b"name: X\ntype: unit\n");
    let ran = folder
        .run_with(
            b"name:  X\ntype: unit\n",
            &["fmt", "-", "--stdin-filename", "mine/x.yaml"],
        )
        .expect(0);
    assert_eq!(ran.stdout, "name: X\ntype: unit\n");
}

#[test]
fn line_endings_are_kept() {
    let folder = Folder::new();
    let windows = UGLY.replace('\n', "\r\n");
    folder.write("cards/crlf.yaml", windows.as_bytes());
    folder.write(
        "cards/mark.yaml",
        format!("\u{feff}{}", UGLY.replace("Gale", "Gust")).as_bytes(),
    );
    folder.run(&["fmt"]).expect(0);
    assert_eq!(folder.read("cards/crlf.yaml"), NEAT.replace('\n', "\r\n"));
    assert_eq!(folder.read("cards/mark.yaml"), NEAT.replace("Gale", "Gust"));
    folder.run(&["fmt", "--check"]).expect(0);
}

#[test]
fn the_data_of_a_game_is_left_alone() {
    let folder = Folder::new();
    let game = std::fs::read_to_string(root().join("cards/ccg/game.yaml")).expect("a game");
    let ugly = game.replacen(": ", ":   ", 1);
    folder.write("cards/game.yaml", ugly.as_bytes());
    folder.write("cards/x.yaml", b"name:   X\ntype: unit\n");
    let ran = folder.run(&["fmt"]).expect(0);
    assert_eq!(ran.stdout, "cards/x.yaml\n");
    assert_eq!(folder.read("cards/game.yaml"), ugly);
    // Cards of an unreadable game have no canonical form.
    folder.write("cards/game.yaml", b"game: [\n");
    folder.write("cards/x.yaml", b"name:   X\ntype: unit\n");
    let ran = folder.run(&["fmt"]).expect(1);
    assert!(ran.stderr.contains("cards/game.yaml"), "{}", ran.stderr);
    assert!(ran.stderr.contains("1 not formatted"), "{}", ran.stderr);
}

#[test]
fn failed_operations_are_reported() {
    let folder = Folder::new();
    folder
        .run(&["fmt"])
        .expect(2)
        .refuses(&["no file or folder `cards`"]);
    folder
        .run(&["fmt", "nowhere.yaml"])
        .expect(2)
        .refuses(&["nowhere.yaml"]);
    folder.run(&["fmt", "--fix"]).expect(2);
}

#[cfg(unix)]
#[test]
fn file_metadata_is_kept() {
    use std::fs;
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::with(&[
        ("cards/a.yaml", UGLY),
        ("cards/b.yaml", &UGLY.replace("Gale", "Gust")),
        ("elsewhere/c.yaml", &UGLY.replace("Gale", "Breeze")),
    ]);
    let path = |name: &str| folder.path().join(name);
    let mode = |name: &str| {
        let data = fs::metadata(path(name)).expect("a file");
        data.permissions().mode() & 0o777
    };
    fs::set_permissions(path("cards/a.yaml"), fs::Permissions::from_mode(0o640)).expect("a mode");
    fs::set_permissions(path("cards/b.yaml"), fs::Permissions::from_mode(0o444)).expect("a mode");
    symlink("../elsewhere/c.yaml", path("cards/c.yaml")).expect("a link");
    let ran = folder.run(&["fmt"]).expect(2);
    assert_eq!(ran.stdout, "cards/a.yaml\ncards/c.yaml\n");
    assert!(
        ran.stderr
            .contains("cannot write `cards/b.yaml`: the file is read-only"),
        "{}",
        ran.stderr
    );
    assert!(
        ran.stderr
            .contains("2 files formatted, 0 unchanged, 1 not written\n")
    );
    assert_eq!((mode("cards/a.yaml"), mode("cards/b.yaml")), (0o640, 0o444));
    assert_eq!(folder.read("cards/b.yaml"), UGLY.replace("Gale", "Gust"));
    assert_eq!(
        folder.read("elsewhere/c.yaml"),
        NEAT.replace("Gale", "Breeze")
    );
    assert!(
        fs::symlink_metadata(path("cards/c.yaml"))
            .expect("a link")
            .is_symlink()
    );
    assert_eq!(folder.names("cards"), ["a.yaml", "b.yaml", "c.yaml"]);
    // No other file is left behind.
    assert_eq!(folder.names("elsewhere"), ["c.yaml"]);
}

#[test]
fn shipped_files_are_canonical() {
    let output = Command::new(env!("CARGO_BIN_EXE_cardwright"))
        .current_dir(root())
        .args(["fmt", "--check", "cards", "examples"])
        .output()
        .expect("the tool runs");
    assert!(
        output.status.success() && output.stdout.is_empty(),
        "run: cardwright fmt cards examples\n{}",
        String::from_utf8_lossy(&output.stdout)
    );
}

#[test]
fn json_stays_json() {
    let text = r#"{"name":"Gale","type":"spell","cost":{"power":1},"effect":"draw two cards."}"#;
    let folder = Folder::with(&[("cards/a.json", text)]);
    folder
        .run(&["fmt", "cards/a.json"])
        .expect(0)
        .refuses(&["cards/a.json is not changed"]);
    assert_eq!(folder.read("cards/a.json"), text);
    let args = ["fmt", "-", "--stdin-filename", "cards/a.json"];
    let ran = folder.run_with(text.as_bytes(), &args).expect(0);
    assert_eq!(ran.stdout, text);
}

/// Without the heading, the following line would be one of the modes.
#[test]
fn heading_after_modes_is_written() {
    let text = "name: Gale\ntype: spell\ncost: { power: 1 }\neffect: |\n  Choose one:\n  - Draw a card.\n  - Discard a card.\n  Instant: Draw 2 cards.\n  Instant: Draw 3 cards.\n";
    let folder = Folder::with(&[("cards/a.yaml", text)]);
    folder.run(&["fmt"]).expect(0);
    let written = text.replace("  Instant: Draw 3", "  Draw 3");
    assert_eq!(folder.read("cards/a.yaml"), written);
    folder.run(&["check"]).expect(0);
    // The same for cached lines.
    folder.write("cards/b.yaml", text.replace("Gale", "Squall").as_bytes());
    folder.write("cards/c.yaml", text.replace("Gale", "Storm").as_bytes());
    folder.run(&["check"]).expect(0);
}
