//! `build --conformance`, `simulate --record` and `test --replay`: files for engines in other languages.

use serde_json::Value;

use crate::support::{Folder, assert_fits, read, root};

const PIKEMAN: &str = "\
test: A pikeman steps in for the unit beside it
card: Pikeman
given:
  map: |
    4 . . c . . . .
    3 . . A P . . .
  A: Archer
  P: Pikeman
  c: Cavalier
when:
  - opponent: c attacks A
  - Pikeman: yes
then:
  P: 2 damage
";

fn shipped() -> String {
    root().join("cards/card-game").display().to_string()
}

fn json(folder: &Folder, path: &str) -> Value {
    serde_json::from_str(&folder.read(path)).expect("JSON")
}

/// Every test of the shipped cards is written, and the engine plays the file as it says.
#[test]
fn the_shipped_tests_are_recorded() {
    let folder = Folder::new();
    let cards = shipped();
    let args = [
        "build",
        &cards,
        "--conformance",
        "tests.json",
        "--out",
        "dist",
        "--formats",
        "json",
    ];
    folder.run(&args).expect(0);
    let file = json(&folder, "tests.json");
    let manifest = json(&folder, "dist/manifest.json");
    assert_eq!(file["bundle"], manifest["files"]["bundle.json"]["blake3"]);
    assert_eq!(file["game"], "card-game");
    let recordings = file["recordings"].as_array().expect("a list");
    let about: std::collections::BTreeSet<&str> = recordings
        .iter()
        .flat_map(|recording| recording["about"].as_array().into_iter().flatten())
        .filter_map(Value::as_str)
        .collect();
    assert!(about.len() > 250, "{}", about.len());
    let titles: Vec<&str> = recordings
        .iter()
        .filter_map(|recording| recording["title"].as_str())
        .collect();
    let refused = titles
        .iter()
        .filter(|title| title.contains("(cannot: "))
        .count();
    assert!(refused > 20, "{refused}");
    let replayed = folder
        .run(&["test", &cards, "--replay", "tests.json"])
        .expect(0);
    assert_eq!(
        replayed.stdout,
        format!("{} recordings: the same\n", recordings.len())
    );
}

/// The example of the page is a part of what is written.
#[test]
fn the_example_of_the_page_is_so() {
    let folder = Folder::with(&[
        ("cards/a.yaml", crate::CARD),
        ("cards/pikeman.test.yaml", PIKEMAN),
    ]);
    folder
        .run(&["build", "--conformance", "tests.json"])
        .expect(0);
    let file = json(&folder, "tests.json");
    let page = read("docs/conformance.md");
    let example = page
        .split("```json\n")
        .nth(1)
        .and_then(|rest| rest.split("```").next());
    let example: Value = serde_json::from_str(example.expect("an example")).expect("JSON");
    assert_fits("recordings", &file);
    let written = &file["recordings"][0];
    for (key, wanted) in example
        .as_object()
        .expect("an object")
        .iter()
        .filter(|(key, _)| *key != "end")
    {
        has(wanted, &written[key], key);
    }
}

/// Fails unless a value has everything of another one.
fn has(wanted: &Value, value: &Value, path: &str) {
    match (wanted, value) {
        (Value::Object(wanted), Value::Object(value)) => {
            for (key, wanted) in wanted {
                let path = format!("{path}.{key}");
                has(
                    wanted,
                    value.get(key).unwrap_or_else(|| panic!("no {path}")),
                    &path,
                );
            }
        }
        (Value::Array(wanted), Value::Array(value)) if wanted.iter().all(Value::is_string) => {
            let all = wanted.iter().all(|wanted| value.contains(wanted));
            assert!(all, "{path}: {value:?}");
        }
        (Value::Array(wanted), Value::Array(value)) => {
            assert_eq!(wanted.len(), value.len(), "{path}");
            for (at, (wanted, value)) in wanted.iter().zip(value).enumerate() {
                has(wanted, value, &format!("{path}.{at}"));
            }
        }
        (wanted, value) => assert_eq!(wanted, value, "{path}"),
    }
}

#[test]
fn nothing_is_written_if_a_test_fails() {
    let folder = Folder::with(&[
        ("cards/a.yaml", crate::CARD),
        (
            "cards/pikeman.test.yaml",
            &PIKEMAN.replace("2 damage", "3 damage"),
        ),
    ]);
    let args = [
        "build",
        "--conformance",
        "tests.json",
        "--out",
        "dist",
        "--format",
        "short",
    ];
    let ran = folder.run(&args).expect(1);
    assert!(
        ran.stdout.contains("error[T0001]: failed"),
        "{}",
        ran.stdout
    );
    assert!(!folder.path().join("tests.json").exists());
    assert!(!folder.path().join("dist").exists());
}

#[test]
fn recorded_games_are_played_again() {
    let folder = Folder::new();
    let cards = shipped();
    let sets = ["lances-of-erathia", "the-long-night-of-deyja"];
    let args = [
        "--games",
        "2",
        "--players",
        "random",
        "--record",
        "games.json",
    ];
    let args = [&["simulate", "--cards", &cards][..], &sets, &args].concat();
    let ran = folder.run(&args).expect(0);
    assert_eq!(ran.stderr, "wrote games.json: 2 recordings\n");
    let replay = ["test", &cards, "--replay", "games.json"];
    let ran = folder.run(&replay).expect(0);
    assert_eq!(ran.stdout, "2 recordings: the same\n");
    // Where the engine differs is said with the recording and the step.
    let text = folder.read("games.json");
    let other = text.replacen("\"at_least\":1,", "\"at_least\":0,", 1);
    folder.write("games.json", other.as_bytes());
    let ran = folder.run(&replay).expect(1);
    assert!(
        ran.stdout.starts_with("differs: ") && ran.stdout.contains("\n  at step 1, "),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.ends_with("2 recordings: 1 with a difference\n"),
        "{}",
        ran.stdout
    );
}

/// A file of games of starter sets is replayed in the folder in which it was recorded, whatever the sets are.
#[test]
fn games_of_starter_sets_are_replayed_where_they_were_recorded() {
    let simulate = |sets: [&'static str; 2]| {
        let args = ["--games", "1", "--players", "random", "--record", "g.json"];
        [&["simulate"], &sets[..], &args].concat()
    };
    let sets = ["lances-of-erathia", "the-long-night-of-deyja"];
    let replay = ["test", "--replay", "g.json"];
    // A folder without cards.
    let folder = Folder::new();
    folder.run(&simulate(sets)).expect(0);
    let bare = json(&folder, "g.json")["bundle"].clone();
    let ran = folder.run(&replay).expect(0);
    assert_eq!(ran.stdout, "1 recording: the same\n");
    folder
        .run(&simulate(["uneasy-truce", "lances-of-erathia"]))
        .expect(0);
    assert_eq!(json(&folder, "g.json")["bundle"], bare);
    folder.run(&replay).expect(0);
    // Another game that is built in: the file says which.
    let board = ["--game", "board-game"];
    let ran = folder.run(&[&replay[..], &board].concat()).expect(2);
    assert!(
        ran.stderr
            .contains("it is a recording of the game `card-game`"),
        "{}",
        ran.stderr
    );
    // A folder with cards: the hash is that of the bundle that `build` writes.
    let folder = Folder::with(&[("cards/a.yaml", crate::CARD)]);
    folder.run(&simulate(sets)).expect(0);
    let ran = folder.run(&replay).expect(0);
    assert_eq!(ran.stdout, "1 recording: the same\n");
    folder
        .run(&["build", "--out", "dist", "--formats", "json"])
        .expect(0);
    let hash = &json(&folder, "dist/manifest.json")["files"]["bundle.json"]["blake3"];
    assert_eq!(json(&folder, "g.json")["bundle"], *hash);
    assert_ne!(*hash, bare);
    // Another card, or another text of a card, is another bundle.
    let name = crate::CARD.lines().next().expect("a name");
    let changed = crate::CARD.replacen(name, &format!("{name} Two"), 1);
    let is_refused = || {
        let ran = folder.run(&replay).expect(2);
        assert!(
            ran.stderr.contains("it was written with other cards"),
            "{}",
            ran.stderr
        );
    };
    folder.write("cards/b.yaml", changed.as_bytes());
    is_refused();
    std::fs::remove_file(folder.path().join("cards/b.yaml")).expect("removed");
    folder.run(&replay).expect(0);
    folder.write("cards/a.yaml", changed.as_bytes());
    is_refused();
}

#[test]
fn other_files_are_refused() {
    let folder = Folder::with(&[
        ("cards/a.yaml", crate::CARD),
        ("cards/pikeman.test.yaml", PIKEMAN),
    ]);
    folder
        .run(&["build", "--conformance", "tests.json"])
        .expect(0);
    // A file of the tool is replaced, another is not.
    folder
        .run(&["build", "--conformance", "tests.json"])
        .expect(0);
    folder.write("note.json", b"{}\n");
    let ran = folder
        .run(&["build", "--conformance", "note.json"])
        .expect(2);
    assert!(
        ran.stderr.contains("`note.json` is not replaced"),
        "{}",
        ran.stderr
    );
    assert_eq!(folder.read("note.json"), "{}\n");
    let text = folder.read("tests.json");
    let bundle = json(&folder, "tests.json")["bundle"]
        .as_str()
        .expect("a hash")
        .to_owned();
    let mut empty = json(&folder, "tests.json");
    empty["recordings"] = Value::Array(Vec::new());
    for (damaged, reason) in [
        (text[..text.len() / 2].to_owned(), "it is cut off"),
        (
            "{ \"a\": 1 }\n".to_owned(),
            "it is not a file of recordings (line 1, column 10)",
        ),
        (
            text.replacen("\"format\": 1", "\"format\": 2", 1),
            "it has version 2, but this program reads version 1",
        ),
        (
            text.replacen("\"game\": \"card-game\"", "\"game\": \"chess\"", 1),
            "it is a recording of the game `chess`, and these cards belong to another game",
        ),
        (empty.to_string(), "it has no recordings"),
        (
            text.replacen(&bundle, "00", 1),
            "it was written with other cards",
        ),
    ] {
        folder.write("damaged.json", damaged.as_bytes());
        let ran = folder.run(&["test", "--replay", "damaged.json"]).expect(2);
        let message = format!("cannot play `damaged.json`: {reason}");
        assert!(
            ran.stderr.contains(&message) && !ran.stderr.contains("::"),
            "{}",
            ran.stderr
        );
    }
    let ran = folder.run(&["test", "--replay", "nowhere.json"]).expect(2);
    assert!(
        ran.stderr.contains("cannot read `nowhere.json`"),
        "{}",
        ran.stderr
    );
}
