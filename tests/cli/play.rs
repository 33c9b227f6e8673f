//! `play`: scripts of games, and what is shown.

use crate::support::{Folder, read, root};

const SETS: [&str; 2] = ["lances-of-erathia", "the-long-night-of-deyja"];

/// Runs `play` with the shipped cards and a script.
fn played(folder: &Folder, script: &str, args: &[&str]) -> crate::support::Ran {
    let cards = root().join("cards/card-game").display().to_string();
    let all = [&["play", "--cards", &cards], args].concat();
    folder.run_with(script.as_bytes(), &all)
}

#[test]
fn scripts_show_what_they_showed() {
    let folder = Folder::new();
    for (name, args) in [
        ("alone", &["--bot", "greedy", "--seed", "3"][..]),
        ("together", &[]),
    ] {
        let script = read(&format!("tests/cli/play/{name}.txt"));
        let ran = played(&folder, &script, &[&SETS, args].concat()).expect(0);
        insta::assert_snapshot!(name, ran.stdout);
    }
}

/// A game that is saved, loaded and played on is the game that was played at once.
#[test]
fn saved_games_go_on() {
    let folder = Folder::new();
    let args = [&SETS[..], &["--bot", "greedy", "--seed", "3"]].concat();
    let begun = "1\n3\n1\n3\n2\n\n";
    let rest = "5\n1\nlog\n";
    let save = "save game.json\n";
    let ran = played(&folder, &format!("{begun}{save}"), &args).expect(0);
    assert!(
        ran.stdout
            .contains("saved; continue with `cardwright play --load game.json`")
    );
    let whole = played(&folder, &format!("{begun}{rest}"), &args).expect(0);
    let loaded = played(&folder, rest, &["--load", "game.json"]).expect(0);
    let end = |text: &str| text.rsplit("\n> ").take(3).collect::<Vec<_>>().join("\n");
    assert_eq!(end(&loaded.stdout), end(&whole.stdout));
    assert!(
        end(&whole.stdout).contains("Round 1 begins"),
        "{}",
        whole.stdout
    );
    // A choice before the game was saved can be taken back.
    let undone = played(&folder, "undo\n", &["--load", "game.json"]).expect(0);
    assert!(undone.stdout.contains("Taken back."), "{}", undone.stdout);
}

#[test]
fn damaged_saves_are_refused() {
    let folder = Folder::new();
    let args = [&SETS[..], &["--bot", "random"]].concat();
    played(&folder, "1\n1\nsave game.json\n", &args).expect(0);
    let text = folder.read("game.json");
    for (damaged, reason) in [
        (text[..text.len() / 2].to_owned(), "it is cut off"),
        (String::new(), "it is cut off"),
        (
            "cards: 3".to_owned(),
            "it is not a saved game (line 1, column 1)",
        ),
        (
            text.replace("\"format\":1", "\"format\":9"),
            "it has version 9",
        ),
        (
            text.replace("random", "clever"),
            "no program plays `clever`",
        ),
        (text.replace("[[", "[[77],["), "choice 1 of "),
        (
            text.replace("\"digest\":\"", "\"digest\":\"0"),
            "it does not fit these cards",
        ),
    ] {
        assert_ne!(damaged, text, "{reason}");
        folder.write("damaged.json", damaged.as_bytes());
        let ran = played(&folder, "", &["--load", "damaged.json"]).expect(2);
        assert!(ran.stderr.contains(reason), "{reason}: {}", ran.stderr);
    }
    let ran = played(&folder, "", &["--load", "nowhere.json"]).expect(2);
    assert!(
        ran.stderr.contains("cannot read `nowhere.json`"),
        "{}",
        ran.stderr
    );
}

#[test]
fn missing_sets_are_named() {
    let ran = played(&Folder::new(), "", &["lances-of-erathia", "nobodys-set"]).expect(2);
    assert!(
        ran.stderr.contains("no set has the id `nobodys-set`"),
        "{}",
        ran.stderr
    );
    played(&Folder::new(), "", &["lances-of-erathia"]).expect(2);
    played(&Folder::new(), "", &["a", "b", "c"]).expect(2);
}

/// A game is written as tests that pass, and its last action as one.
#[test]
fn games_are_recorded_as_tests() {
    let folder = Folder::new();
    let args = [&SETS[..], &["--bot", "greedy", "--seed", "3"]].concat();
    let script = read("tests/cli/play/alone.txt");
    let more = [&args[..], &["--record", "game.test.yaml"]].concat();
    let ran = played(&folder, &script, &more).expect(0);
    assert!(ran.stdout.contains("written; play with"), "{}", ran.stdout);
    let cards = root().join("cards/card-game").display().to_string();
    let tests = |file: &str| folder.run(&["test", file, "--cards", &cards]).expect(0);
    let found = tests("game.test.yaml");
    assert!(found.stdout.contains(" passed"), "{}", found.stdout);
    let text = folder.read("game.test.yaml");
    assert!(text.starts_with("test: "), "{text}");
    assert_eq!(
        text.matches("\nthen:\n").count(),
        text.matches("test: ").count(),
        "{text}"
    );
    // Without an action of a turn, there is nothing to write.
    let ran = played(&folder, "record one.test.yaml\n", &args).expect(0);
    assert!(ran.stdout.contains("nothing is written"), "{}", ran.stdout);
    let ran = played(&folder, "record\n", &args).expect(0);
    assert!(
        ran.stdout.contains("write the name of a file"),
        "{}",
        ran.stdout
    );
}

/// A recorded test names no card that the person has not seen: in a hand that is not theirs, only cards that the action
/// shows; no card that lies face-down; and no card that the other player lays.
#[test]
fn recorded_tests_name_no_hidden_cards() {
    let folder = Folder::new();
    let cards = root().join("cards/card-game").display().to_string();
    // Whatever does not answer the question is refused.
    let script = "1\n1 2\n\n".repeat(60);
    let bot: &[&str] = &["--bot", "greedy", "--seed", "4"];
    let people: &[&str] = &["--seed", "4"];
    for (args, hidden) in [(bot, &["opponent"][..]), (people, &["you", "opponent"])] {
        let args = [&SETS[..], args, &["--record", "game.test.yaml"]].concat();
        let ran = played(&folder, &script, &args).expect(0);
        let left_out =
            "lay a hidden card as a statistic card: no test, because it depends on hidden cards";
        assert!(ran.stdout.contains(left_out), "{}", ran.stdout);
        folder
            .run(&["test", "game.test.yaml", "--cards", &cards])
            .expect(0);
        let text = folder.read("game.test.yaml");
        assert!(!text.contains("face-down"), "{text}");
        let mut blanks = 0;
        for test in text.split("---\n") {
            let (given, steps) = test.split_once("\nwhen:\n").expect("steps");
            for player in hidden {
                let key = format!("\n  {player}:\n    hand: [");
                let hand = given
                    .split_once(&key)
                    .and_then(|(_, rest)| rest.split_once(']'));
                let cards = hand.map_or("", |(hand, _)| hand).split(", ");
                for card in cards.filter(|card| !card.is_empty()) {
                    let is_blank = card.ends_with(" cards") || card.ends_with(" card");
                    blanks += usize::from(is_blank);
                    assert!(is_blank || steps.contains(card), "{card}: {test}");
                }
            }
        }
        assert!(blanks > 4, "{text}");
    }
}

/// The starter sets are built in: a game needs no folder.
#[test]
fn starter_sets_are_played_anywhere() {
    let folder = Folder::new();
    let quit = |args: &[&str]| folder.run_with(b"quit\n", &[&["play"], args].concat());
    let ran = quit(&SETS).expect(0);
    assert!(ran.stdout.contains("Which card"), "{}", ran.stdout);
    let ran = quit(&[SETS[0], "no-such-set"]).expect(2);
    assert!(ran.stderr.contains(SETS[1]), "{}", ran.stderr);
}

/// No file that cardwright did not write is replaced, and tests are written only to files with tests.
#[test]
fn files_of_others_are_kept() {
    let folder = Folder::with(&[("note.txt", "precious\n")]);
    let script = "save note.txt\nrecord game.yaml\n";
    let ran = played(&folder, script, &SETS).expect(0);
    for said in ["`note.txt` is not replaced", "end the name in `.test.yaml`"] {
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
    }
    assert_eq!(folder.read("note.txt"), "precious\n");
    let ran = played(
        &folder,
        "",
        &[&SETS[..], &["--record", "game.yaml"]].concat(),
    )
    .expect(2);
    assert!(ran.stderr.contains("`game.yaml`"), "{}", ran.stderr);
}

#[test]
fn lines_are_wrapped_to_the_width_of_the_terminal() {
    let folder = Folder::new();
    let args = [&["play"], &SETS[..], &["--bot", "greedy", "--seed", "3"]].concat();
    let mut command = folder.command();
    let script = folder.path().join("script.txt");
    folder.write("script.txt", b"1\n3\n1\n3\n2\n\nlook pikeman\nlook 1\n");
    command.stdin(std::fs::File::open(script).expect("a script"));
    let output = command.args(&args).env("COLUMNS", "60").output();
    let output = output.expect("the tool runs");
    let text = String::from_utf8(output.stdout).expect("UTF-8");
    for line in text.lines() {
        assert!(line.chars().count() <= 62, "{line}");
    }
    // The text of a card and the words of an option continue below their own beginning.
    assert!(
        text.contains("\n  14  use Catherine (C, d1): Passive: Once"),
        "{text}"
    );
    assert!(text.contains("\n  Passive: When an adjacent"), "{text}");
    assert!(text.contains("\n    may redirect"), "{text}");
    assert!(
        text.contains("`1` is a hidden card on c2: you cannot look at it"),
        "{text}"
    );
}

/// Between two people, the screen is handed over before cards are shown that the other one does not see.
#[test]
fn the_screen_is_handed_over() {
    let folder = Folder::new();
    let ran = played(&folder, "1\n1\nlook 1\nmap\n\n", &SETS).expect(0);
    let handed = "Player 1 is next: change seats, then press Enter.\n> ";
    let (_, after) = ran.stdout.split_once(handed).expect("a pause");
    let wait = "press Enter to see your cards\n> ";
    assert!(after.starts_with(&wait.repeat(2)), "{}", ran.stdout);
    assert!(
        after.contains("Player 1. Which card do you lay?"),
        "{}",
        ran.stdout
    );
    // Without another person, nothing is handed over.
    let bot = [&SETS[..], &["--bot", "greedy"]].concat();
    let ran = played(&folder, "1\n1\n", &bot).expect(0);
    assert!(!ran.stdout.contains("change seats"), "{}", ran.stdout);
}
