//! Output and exit status of `check`.

use crate::support::Folder;
use crate::{CARD, FAULTY};

#[test]
fn clean_cards_exit_with_0() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder
        .run(&["check"])
        .expect(0)
        .says(&["1 card: nothing to report"]);
    folder.run(&["check", "cards/drill.yaml"]).expect(0);
}

#[test]
fn errors_exit_with_1_and_go_to_stdout() {
    let folder = Folder::with(&[("cards/drill.yaml", FAULTY)]);
    let ran = folder.run(&["check"]).expect(1).says(&[
        "error[E0306]: ",
        "cards/drill.yaml:3:12",
        "3 │ statistic: atack",
        "= help: write `attack`",
        "1 error in 1 card",
    ]);
    assert_eq!(ran.stderr, "");
}

#[test]
fn warnings_exit_with_0_unless_denied() {
    let folder = Folder::with(&[
        ("cards/drill.yaml", CARD),
        ("cards/empty.yaml", "# nothing\n"),
    ]);
    folder
        .run(&["check"])
        .expect(0)
        .says(&["warning[L0001]", "1 warning in 1 card"]);
    folder.run(&["check", "--deny-warnings"]).expect(1);
    folder.write("cardwright.toml", b"deny-warnings = true\n");
    folder.run(&["check"]).expect(1);
}

#[test]
fn failed_operations_exit_with_2_and_one_sentence() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD), ("empty/notes.txt", "")]);
    folder
        .run(&["check", "cardz"])
        .expect(2)
        .refuses(&["no file or folder `cardz`", "there is `cards`"]);
    folder
        .run(&["check", "/no/such"])
        .expect(2)
        .refuses(&["no file or folder `/no/such`"]);
    folder
        .run(&["check", "cards/drill.yaml/x.yaml"])
        .expect(2)
        .refuses(&["no file or folder"]);
    folder
        .run(&["check", "empty"])
        .expect(2)
        .refuses(&["no cards in `empty`", ".yaml"]);
    folder
        .run(&["check", "--formt", "json"])
        .expect(2)
        .refuses(&["--format"]);
    folder.run(&["chek"]).expect(2).refuses(&["check"]);
    folder.run(&[]).expect(2);
    let elsewhere = Folder::new();
    elsewhere
        .run(&["check"])
        .expect(2)
        .refuses(&["no file or folder `cards`", "give files or folders"]);
}

#[test]
fn json_is_one_object_with_places_in_characters_and_bytes() {
    let folder = Folder::with(&[(
        "cards/drill.yaml",
        "name: Drill\r\ntype: statistic\r\nstatistic: \"é\"\r\n",
    )]);
    let report = folder.run(&["check", "--format", "json"]).expect(1).json();
    assert_eq!(report["version"], 1);
    let found = &report["diagnostics"][0];
    assert_eq!(found["code"], "E0306");
    assert_eq!(found["name"], "unknown-value");
    assert_eq!(found["severity"], "error");
    assert_eq!(found["card"], "drill");
    assert_eq!(found["file"], "cards/drill.yaml");
    let (start, end) = (&found["range"]["start"], &found["range"]["end"]);
    assert_eq!((&start["line"], &start["column"]), (&3.into(), &12.into()));
    let offset = start["offset"].as_u64().expect("a number") as usize;
    let past = end["offset"].as_u64().expect("a number") as usize;
    assert_eq!(&folder.read("cards/drill.yaml")[offset..past], "\"é\"");
    assert_eq!((&end["line"], &end["column"]), (&3.into(), &15.into()));
    assert_eq!(report["summary"]["cards"], 1);
    assert_eq!(report["summary"]["errors"], 1);
}

#[test]
fn json_of_clean_cards_is_an_object() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    let report = folder.run(&["check", "--format", "json"]).expect(0).json();
    assert_eq!(report["diagnostics"], serde_json::json!([]));
    assert_eq!(report["summary"]["errors"], 0);
}

#[test]
fn short_prints_one_line_per_finding() {
    let folder = Folder::with(&[("cards/a.yaml", FAULTY), ("cards/b.yaml", "")]);
    let ran = folder.run(&["check", "--format", "short"]).expect(1);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), 2, "{}", ran.stdout);
    assert!(
        lines[0].starts_with("cards/a.yaml:3:12: error[E0306]: "),
        "{}",
        lines[0]
    );
    assert!(lines[0].ends_with("; write `attack`"), "{}", lines[0]);
    assert!(
        lines[1].starts_with("cards/b.yaml:1:1: warning[L0001]: "),
        "{}",
        lines[1]
    );
}

#[test]
fn findings_are_sorted_by_file() {
    let folder = Folder::with(&[
        ("b/x.yaml", FAULTY),
        ("a/y.yaml", "name: Drum\ntype: statistik\n"),
    ]);
    let one = folder
        .run(&["check", "a", "b", "--format", "json"])
        .expect(1);
    let other = folder
        .run(&["check", "b", "a", "./b/x.yaml", "--format", "json"])
        .expect(1);
    assert_eq!(one.stdout, other.stdout);
}

#[test]
fn single_file_is_checked_with_its_folder() {
    let guard = "name: Guard\ntype: unit\nfaction: neutral\ncost: { power: 1 }\nunit_type: ground\ntraits: [livid]\nstats: { attack: 2, move: 3, hit_points: 3 }\n";
    let call = "name: Call\ntype: spell\ncost: { power: 1 }\neffect: |\n  Play a \"Guard\" from your hand.\n  Each friendly *livid* unit gains +1 attack until the end of the round.\n";
    let broken = "name: Broken\ntype: spel\n";
    let folder = Folder::with(&[
        ("cards/guard.yaml", guard),
        ("cards/spells/call.yaml", call),
        ("cards/broken.yaml", broken),
        ("drafts/call.yaml", call),
        ("cardwright.toml", ""),
    ]);
    for path in ["cards/spells/call.yaml", "cards/spells"] {
        folder.run(&["check", path]).expect(0).says(&["1 card"]);
        folder.run(&["check", path, "--fix"]).expect(0);
    }
    // A file elsewhere is not one of them.
    folder
        .run(&["check", "drafts/call.yaml"])
        .expect(1)
        .says(&["no card is named \"Guard\""]);
    folder.run(&["check"]).expect(1).says(&["broken.yaml"]);
}
