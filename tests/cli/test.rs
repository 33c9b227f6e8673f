//! `test`: exit statuses, formats, and what is written.

use crate::support::Folder;

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
";

#[test]
fn passing_and_failing_tests_have_their_statuses() {
    let folder = Folder::with(&[(
        "cards/pikeman.test.yaml",
        &format!("{PIKEMAN}then:\n  P: 2 damage\n"),
    )]);
    let ran = folder.run(&["test"]).expect(0);
    assert_eq!(ran.stdout, "1 test passed\n");
    folder.write(
        "cards/pikeman.test.yaml",
        format!("{PIKEMAN}then:\n  P: 3 damage\n").as_bytes(),
    );
    let ran = folder.run(&["test", "--format", "short"]).expect(1);
    assert_eq!(
        ran.stdout.lines().next(),
        Some(
            "cards/pikeman.test.yaml:14:6: error[T0001]: failed: A pikeman steps in for the unit beside it"
        )
    );
    folder.run(&["test", "nowhere"]).expect(2);
    let ran = Folder::with(&[("cards/a.yaml", "")])
        .run(&["test"])
        .expect(2);
    assert!(ran.stderr.contains("no tests in `cards`"), "{}", ran.stderr);
}

#[test]
fn findings_have_the_formats_of_check() {
    let folder = Folder::with(&[(
        "cards/pikeman.test.yaml",
        &format!("{PIKEMAN}then:\n  P: 3 damage\n"),
    )]);
    let json = folder.run(&["test", "--format", "json"]).expect(1).stdout;
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(report["diagnostics"][0]["code"], "T0001");
    assert_eq!(report["summary"]["tests"]["failed"], 1);
    let sarif = folder.run(&["test", "--format", "sarif"]).expect(1).stdout;
    assert!(sarif.contains("\"T0001\""));
    let github = folder.run(&["test", "--format", "github"]).expect(1).stdout;
    assert!(
        github.starts_with("::error file=cards/pikeman.test.yaml,line=14,"),
        "{github}"
    );
}

#[test]
fn results_are_accepted_into_the_file() {
    let folder = Folder::with(&[("cards/pikeman.test.yaml", PIKEMAN)]);
    folder.run(&["test"]).expect(1);
    folder.run(&["test", "--accept"]).expect(0);
    let text = folder.read("cards/pikeman.test.yaml");
    assert_eq!(
        text,
        format!("{PIKEMAN}then:\n  P: 2 damage\n  c: activation mark\n")
    );
    folder.run(&["test"]).expect(0);
    folder.write(
        "cards/pikeman.test.yaml",
        text.replace("P: 2 damage", "P: gone, 3 damage").as_bytes(),
    );
    folder.run(&["test", "--accept"]).expect(0);
    let text = folder.read("cards/pikeman.test.yaml");
    assert!(text.contains("P: at d3, 2 damage\n"), "{text}");
}

#[test]
fn own_cards_are_tested_and_their_errors_shown() {
    let card = "name: Echo\ntype: spell\ncost: { power: 1 }\neffect: |\n  Draw 2 cards.\n";
    let test = "test: Two cards are drawn\ncard: Echo\ngiven:\n  you: { hand: [Echo] }\nwhen:\n  - play Echo\n\
                then:\n  you: { hand: 2 cards }\n";
    let folder = Folder::with(&[("cards/echo.yaml", card), ("cards/echo.test.yaml", test)]);
    folder.run(&["test"]).expect(0);
    let covered = folder
        .run(&["test", "cards/echo.test.yaml", "--coverage"])
        .expect(0);
    assert!(
        covered.stdout.contains("covered: 1 of 1 line\n"),
        "{}",
        covered.stdout
    );
    let changed = folder.run(&["test", "--mutants"]).expect(0);
    assert!(
        changed
            .stdout
            .ends_with("  none\n\nnoticed: 3 of 3 changes\n"),
        "{}",
        changed.stdout
    );
    folder.write(
        "cards/echo.test.yaml",
        test.replace("hand: 2 cards", "discard: [Echo]").as_bytes(),
    );
    let changed = folder.run(&["test", "--mutants"]).expect(1);
    assert!(
        changed
            .stdout
            .contains("      number: 3 in place of 2\n        Draw 3 cards.\n"),
        "{}",
        changed.stdout
    );
    folder.write("cards/echo.test.yaml", test.as_bytes());
    // Tests are no cards for the other commands.
    folder.run(&["check"]).expect(0);
    folder.run(&["check", "cards/echo.test.yaml"]).expect(0);
    folder.write("cards/echo.yaml", card.replace("Draw", "Drow").as_bytes());
    let ran = folder.run(&["test"]).expect(1);
    assert!(ran.stdout.contains("error[E0"), "{}", ran.stdout);
}

#[test]
fn an_error_in_one_card_leaves_the_tests_of_the_others() {
    let card = |name: &str, effect: &str| {
        format!("name: {name}\ntype: spell\ncost: {{ power: 1 }}\neffect: |\n  {effect}\n")
    };
    let test = |name: &str| {
        format!(
            "test: Two cards are drawn by {name}\ncard: {name}\ngiven:\n  you: {{ hand: [{name}] }}\n\
             when:\n  - play {name}\nthen:\n  you: {{ hand: 2 cards }}\n"
        )
    };
    let folder = Folder::with(&[
        ("cards/echo.yaml", &card("Echo", "Draw 2 cards.")),
        ("cards/echo.test.yaml", &test("Echo")),
        ("cards/howl.yaml", &card("Howl", "Drow 2 cards.")),
        ("cards/howl.test.yaml", &test("Howl")),
    ]);
    let ran = folder.run(&["test", "--format", "short"]).expect(1);
    let first = ran.stdout.lines().next().unwrap_or_default();
    assert!(
        first.starts_with("cards/howl.yaml:5:3: error[E"),
        "{}",
        ran.stdout
    );
    let ran = folder.run(&["test"]).expect(1);
    assert!(
        ran.stdout.contains("1 test passed, 1 failed"),
        "{}",
        ran.stdout
    );
    // A card that cannot be read is not also unknown to its tests.
    folder.write("cards/howl.yaml", b"name: [Howl\n");
    let ran = folder.run(&["test"]).expect(1);
    assert!(!ran.stdout.contains("T0009"), "{}", ran.stdout);
    assert!(
        ran.stdout.contains("1 test passed, 1 failed"),
        "{}",
        ran.stdout
    );
}

#[test]
fn check_reports_what_is_wrong_with_a_test_without_playing() {
    let test = PIKEMAN.replace("c attacks A", "c attacks B") + "then:\n  P: 3 damage\n";
    let folder = Folder::with(&[("cards/pikeman.test.yaml", &test)]);
    for paths in [&["cards"][..], &["cards/pikeman.test.yaml"]] {
        let mut args = vec!["check", "--format", "short"];
        args.extend(paths);
        let ran = folder.run(&args).expect(1);
        let first = ran.stdout.lines().next().unwrap_or_default();
        let expected = "cards/pikeman.test.yaml:11:25: error[T0009]: no card of this test has the letter B; write";
        assert!(first.starts_with(expected), "{first}");
    }
    // An expectation that is not met is for `test` alone.
    let played = PIKEMAN.to_owned() + "then:\n  P: 3 damage\n";
    folder.write("cards/pikeman.test.yaml", played.as_bytes());
    folder.run(&["check", "cards"]).expect(0);
    folder.run(&["test"]).expect(1);
}

#[test]
fn tests_are_formatted_and_still_say_the_same() {
    let loose = "test:   Two steps\ngiven:\n    map: |\n      3 . . A . . . .\n    A:   'Archer'\n\
                 when:   [ activate A , \"cannot: play Bless on A\" ]\nthen: {A: at c3}   # it stays\n";
    let folder = Folder::with(&[("cards/a.test.yaml", loose)]);
    folder.run(&["fmt", "--check"]).expect(1);
    folder.run(&["fmt"]).expect(0);
    let text = folder.read("cards/a.test.yaml");
    assert_ne!(text, loose);
    assert!(
        text.contains("  map: |\n    3 . . A . . . .\n  A: Archer\n"),
        "{text}"
    );
    assert!(text.contains("then: { A: at c3 } # it stays\n"), "{text}");
    folder.run(&["fmt", "--check"]).expect(0);
}

#[test]
fn coverage_counts_what_was_carried_out() {
    let card = "name: Echo\ntype: spell\ncost: { power: 1 }\ntraits: [earth]\neffect: |\n  If you control a unit, deal 1 damage \
                to each enemy unit. Draw a card.\n";
    let test = "test: A card is drawn\ncard: Echo\ngiven:\n  you: { hand: [Echo] }\nwhen:\n  - play Echo\n\
                then:\n  you: { hand: 1 card }\n";
    let folder = Folder::with(&[("cards/echo.yaml", card), ("cards/echo.test.yaml", test)]);
    let json = folder
        .run(&["test", "--coverage", "--format", "json"])
        .expect(0)
        .stdout;
    let report: serde_json::Value = serde_json::from_str(&json).expect("JSON");
    let tests = |variant: &str| {
        let all = report["variants"].as_array().expect("a list");
        let found = all.iter().find(|one| one["variant"] == variant);
        found.expect(variant)["tests"].clone()
    };
    let named = serde_json::json!(["A card is drawn"]);
    assert_eq!(tests("Effect do: draw"), named);
    assert_eq!(tests("Condition condition: has"), named);
    // The condition is asked and not met, so nothing is done to enemies.
    assert_eq!(tests("Effect do: deal-damage"), serde_json::json!([]));
    assert_eq!(tests("Side: enemy"), serde_json::json!([]));
    // Only the author's cards are to be covered.
    let listed = folder.run(&["test", "--coverage"]).expect(0).stdout;
    assert!(listed.ends_with("covered: 1 of 1 line\n"), "{listed}");
}

/// A misspelt key is one mistake, and help for a step is about who acts.
#[test]
fn mistakes_of_steps_are_explained() {
    let test = "test: The archer moves\ngivn:\n  map: |\n    4 . . A . . . .\n    3 . . z . . . .\n  A: Archer\n  \
                z: Zombie\nwhen:\n  - activate A, move c5\nthen: { A: at c5 }\n";
    let folder = Folder::with(&[("cards/a.test.yaml", test)]);
    let ran = folder.run(&["test"]).expect(1);
    assert_eq!(ran.stdout.matches("error[").count(), 1, "{}", ran.stdout);
    let right = test.replace("givn", "given");
    for (step, help) in [
        ("activate z", "write `opponent: activate z`"),
        ("opponent: activate A", "it is yours: write `activate A`"),
        ("play Bless", "add it to `given`: `you: { hand: [Bless] }`"),
        (
            "opponent: play Bless",
            "add it to `given`: `opponent: { hand: [Bless] }`",
        ),
    ] {
        folder.write(
            "cards/a.test.yaml",
            right.replace("activate A, move c5", step).as_bytes(),
        );
        let ran = folder.run(&["test"]).expect(1);
        assert!(ran.stdout.contains(help), "{step}: {}", ran.stdout);
    }
}

/// A file with tests and a file with cards are told apart by their names and their keys.
#[test]
fn a_file_of_the_other_kind_is_explained() {
    let card = "name: Echo\ntype: spell\ncost: { power: 1 }\neffect: |\n  Draw a card.\n";
    let test = "test: A card is drawn\ncard: Echo\ngiven:\n  you: { hand: [Echo] }\nwhen:\n  - play Echo\n\
                then:\n  you: { hand: 1 card }\n";
    let folder = Folder::with(&[("cards/echo.yaml", card), ("cards/my-tests.yaml", test)]);
    let ran = folder.run(&["check"]).expect(1);
    for said in [
        "this is a test, but",
        "rename the file so that its name ends in `.test.yaml`",
    ] {
        assert!(ran.stdout.contains(said), "{}", ran.stdout);
    }
    let folder = Folder::with(&[("cards/echo.yaml", card)]);
    let ran = folder.run(&["test", "cards/echo.yaml"]).expect(1);
    assert!(ran.stdout.contains("this is not a test"), "{}", ran.stdout);
    assert_eq!(ran.stdout.matches("error[").count(), 1, "{}", ran.stdout);
}

#[test]
fn drawn_cards_are_accepted() {
    let card = "name: Echo\ntype: spell\ncost: { power: 1 }\neffect: |\n  Draw 2 cards.\n";
    let test = "test: Two cards are drawn\ncard: Echo\ngiven:\n  you: { hand: [Echo] }\nwhen:\n  - play Echo\n";
    let folder = Folder::with(&[("cards/echo.yaml", card), ("cards/echo.test.yaml", test)]);
    folder.run(&["test", "--accept"]).expect(0);
    let text = folder.read("cards/echo.test.yaml");
    assert_eq!(
        text,
        format!("{test}then:\n  Echo: in your discard pile\n  you: {{ hand: 2 cards }}\n")
    );
    folder.run(&["test"]).expect(0);
}

#[test]
fn what_cannot_be_accepted_stays_reported() {
    let folder = Folder::with(&[(
        "cards/pikeman.test.yaml",
        &format!("{PIKEMAN}then:\n  P: 3 damage\n  opponent: won\n"),
    )]);
    let ran = folder.run(&["test", "--accept"]).expect(1);
    assert!(
        ran.stdout.contains("the game is not over"),
        "{}",
        ran.stdout
    );
    assert!(ran.stdout.ends_with("1 file changed\n"), "{}", ran.stdout);
    let text = folder.read("cards/pikeman.test.yaml");
    assert!(text.contains("  P: 2 damage\n  opponent: won\n"), "{text}");
}

#[test]
fn mistakes_in_tests_are_fixed_as_those_in_cards() {
    let faulty = PIKEMAN.replace("card:", "crad:") + "then:\n  P: 2 damge\n  a1: vacnt\n";
    let folder = Folder::with(&[("cards/pikeman.test.yaml", &faulty)]);
    folder.run(&["check", "--unsafe-fixes"]).expect(0);
    let right = format!("{PIKEMAN}then:\n  P: 2 damage\n  a1: vacant\n");
    assert_eq!(folder.read("cards/pikeman.test.yaml"), right);
}

#[test]
fn coverage_as_data_has_the_failures_too() {
    let folder = Folder::with(&[(
        "cards/pikeman.test.yaml",
        &format!("{PIKEMAN}then:\n  P: 3 damage\n"),
    )]);
    let parsed = |args: &[&str]| -> serde_json::Value {
        let json = folder.run(args).expect(1).stdout;
        serde_json::from_str(&json).expect("JSON")
    };
    for (kind, list) in [("--coverage", "lines"), ("--mutants", "unnoticed")] {
        let report = parsed(&["test", kind, "--format", "json"]);
        assert_eq!(report["diagnostics"][0]["code"], "T0001");
        assert!(report[list].is_array(), "{report}");
        assert!(parsed(&["test", kind, "--format", "sarif"])["runs"].is_array());
    }
}

#[test]
fn a_letter_is_a_card_and_not_the_start_of_a_zone() {
    let test = "test: A blessing on a swordsman\ncard: Bless\ngiven:\n  map: \"3 . . S . . . .\"\n  S: Swordsman\n  \
                you: { hand: [Bless] }\nwhen:\n  - play Bless on S\nthen:\n  Bless: on S\n  S: with Bless\n";
    let folder = Folder::with(&[("cards/bless.test.yaml", test)]);
    folder.run(&["test"]).expect(0);
}
