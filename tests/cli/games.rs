//! How the game of a card is determined.

use crate::support::Folder;
use crate::{CARD, FAULTY};

/// A game with one type of card.
const GAME: &str = r#"
game: dice
title: Dice
version: 3
fields:
  pips: { kind: number, min: 1, max: 6, doc: What it shows. }
card_types:
  die: { required: [pips], optional: [] }
vocabulary: {}
headings: {}
kingdom: { name: cup, zones: {}, rules: [] }
"#;

const DIE: &str = "name: Red\ntype: die\npips: 7\n";

const CREATURE: &str = "name: Rat\ntype: unit\nalignment: chaos\nlevel: 1\nphase: 1\nmelee_attack: 0\n\
                        ranged_attack: 0\ndefense: 1\n";

#[test]
fn game_folder_applies_to_its_subfolders() {
    let folder = Folder::with(&[
        ("cards/dice/game.yaml", GAME),
        ("cards/dice/red/six.yaml", DIE),
        ("cards/drill.yaml", CARD),
    ]);
    folder
        .run(&["check", "--format", "short"])
        .expect(1)
        .says(&["cards/dice/red/six.yaml:3:7: error[E0305]"]);
    // The game is also found in a parent folder of the path.
    folder
        .run(&["check", "cards/dice/red/six.yaml"])
        .expect(1)
        .says(&["1 error in 1 card"]);
}

#[test]
fn unnamed_cards_of_a_game_are_its_library() {
    let folder = Folder::with(&[
        ("dice/game.yaml", GAME),
        ("dice/red.yaml", DIE),
        ("dice/blue.yaml", "name: Blue\ntype: die\npips: 1\n"),
    ]);
    // Mistakes in the library are not reported, and its cards are not counted.
    folder
        .run(&["check", "dice/blue.yaml"])
        .expect(0)
        .says(&["1 card: nothing to report"]);
}

#[test]
fn own_game_is_found_from_the_current_folder() {
    let folder = Folder::with(&[
        ("dice/game.yaml", GAME),
        ("dice/red/six.yaml", DIE),
        ("set.yaml", "kingdom: Pair\ngame: dice\n"),
    ]);
    let schema = ["schema", "card", "--game", "dice"];
    folder.run(&schema).expect(0).says(&["\"pips\""]);
    folder.run(&["kingdom", "set.yaml"]).expect(0);
    // Inside a game folder, that game is used, and the folder is checked.
    folder
        .run_in("dice/red", &["schema", "card"])
        .expect(0)
        .says(&["\"pips\""]);
    let faulty = folder.run_in("dice", &["check", "--format", "short"]);
    faulty.expect(1).says(&["red/six.yaml:3:7: error[E0305]"]);
    // Mistakes in the game are reported only by `check`.
    folder.write(
        "dice/game.yaml",
        GAME.replace("card_types:", "card_typs:").as_bytes(),
    );
    folder
        .run_in("dice", &["check"])
        .expect(1)
        .says(&["card_typs"]);
    folder.run(&schema).expect(2).refuses(&[
        "the data of the game `dice` have errors",
        "run `cardwright check dice/game.yaml` to see them",
    ]);
}

#[test]
fn broken_game_does_not_stop_other_games() {
    let folder = Folder::with(&[
        ("cards/dice/game.yaml", "game: dice\ntitle: [\n"),
        ("cards/dice/red.yaml", DIE),
        ("cards/drill.yaml", FAULTY),
    ]);
    folder
        .run(&["check", "--format", "short"])
        .expect(1)
        .says(&[
            "cards/dice/game.yaml:",
            "error[E0101]",
            "cards/drill.yaml:3:12: error[E0306]",
        ]);
}

#[test]
fn flag_or_project_chooses_the_game_of_other_files() {
    let folder = Folder::with(&[("cards/rat.yaml", CREATURE)]);
    folder.run(&["check"]).expect(1);
    folder.run(&["check", "--game", "ccg"]).expect(0);
    folder.write("cardwright.toml", b"game = \"ccg\"\n");
    folder.run(&["check"]).expect(0);
    folder.run(&["check", "--game", "card-game"]).expect(1);
    // The settings are also found from the path.
    let elsewhere = Folder::new();
    let path = folder.path().join("cards");
    elsewhere
        .run(&["check", path.to_str().expect("UTF-8")])
        .expect(0);
}

#[test]
fn unknown_games_and_settings_exit_with_2() {
    let folder = Folder::with(&[("cards/drill.yaml", CARD)]);
    folder
        .run(&["check", "--game", "cgg"])
        .expect(2)
        .refuses(&["no game has the id `cgg`", "write `ccg`"]);
    folder
        .run(&["check", "--game", "poker"])
        .expect(2)
        .refuses(&["`card-game`", "`ccg`"]);
    folder.write("cardwright.toml", b"gmae = \"ccg\"\n");
    folder
        .run(&["check"])
        .expect(2)
        .refuses(&["no setting `gmae`", "write `game`"]);
    folder.write("cardwright.toml", b"format = \"jsn\"\n");
    folder.run(&["check"]).expect(2).refuses(&["write `json`"]);
    folder.write(
        "cardwright.toml",
        b"format = \"jsn\"\ncache = \"yes\"\ngame = 3\n[lints]\nown-evnt = \"deny\"\nno-target = \"of\"\n",
    );
    folder.run(&["check"]).expect(2).refuses(&[
        "cardwright.toml:1:10",
        "`cache` must be true or false",
        "`game` must be text in quotation marks",
        "no lint `own-evnt`",
        "`no-target` cannot be `of`",
    ]);
    folder.write("cardwright.toml", b"game = \n");
    folder
        .run(&["check"])
        .expect(2)
        .refuses(&["cardwright.toml"]);
}

#[test]
fn each_game_gets_its_own_bundle() {
    let folder = Folder::with(&[
        ("cards/dice/game.yaml", GAME),
        ("cards/dice/red.yaml", "name: Red\ntype: die\npips: 6\n"),
        ("cards/drill.yaml", CARD),
    ]);
    folder.run(&["build", "--out", "out"]).expect(0);
    assert_eq!(
        folder.names("out"),
        [
            "bundle.json",
            "bundle.msgpack",
            "cards.sqlite",
            "dice",
            "manifest.json"
        ]
    );
    assert!(
        folder
            .read("out/bundle.json")
            .contains("\"id\": \"card-game\"")
    );
    assert!(
        folder
            .read("out/dice/bundle.json")
            .contains("\"id\": \"dice\"")
    );
    folder
        .run(&["build", "cards/dice", "--out", "alone"])
        .expect(0);
    assert_eq!(
        folder.names("alone"),
        [
            "bundle.json",
            "bundle.msgpack",
            "cards.sqlite",
            "manifest.json"
        ]
    );
}

#[test]
fn duplicate_game_names_are_reported() {
    let folder = Folder::with(&[
        ("a/game.yaml", GAME),
        ("a/red.yaml", "name: Red\ntype: die\npips: 6\n"),
        ("b/game.yaml", GAME),
        ("b/red.yaml", "name: Red\ntype: die\npips: 6\n"),
    ]);
    folder
        .run(&["check", ".", "--format", "short"])
        .expect(1)
        .says(&["b/game.yaml:2:7: error[E0701]: two games have the id \"dice\""]);
}

/// Rules for cards ask for the values of a list and for the order of headings.
#[test]
fn rules_for_cards_ask_for_lists_and_headings() {
    let folder = Folder::with(&[
        (
            "cards/highgate.yaml",
            "name: Highgate\ntype: town\nalignment: life\nteaches: [order, nature]\n",
        ),
        (
            "cards/lowgate.yaml",
            "name: Lowgate\ntype: town\nalignment: life\nteaches: [life, order, nature, chaos]\n",
        ),
        (
            "cards/midgate.yaml",
            "name: Midgate\ntype: town\nalignment: life\nteaches: [life, order, nature]\n",
        ),
        (
            "cards/archery.yaml",
            "name: Archery\ntype: primary skill\neffect: |\n  Basic: Friendly units gain +1 ranged attack.\n  \
             Expert: Friendly units gain +2 ranged attack.\n",
        ),
        ("cardwright.toml", "game = \"ccg\"\n"),
    ]);
    folder.run(&["check", "--format", "short"]).expect(1).says(&[
        "cards/highgate.yaml:4:10: error[E0307]: the `teaches` of \"Highgate\" do not include its `alignment`, `life`",
        "cards/lowgate.yaml:4:10: error[E0307]: the `teaches` of \"Lowgate\" has 4 values, but must be at most 3",
        "cards/archery.yaml:3:9: error[E0307]: the line `Advanced:` of \"Archery\" is not in its place",
    ]);
}

/// Without prices, units are compared by the numbers that the game says are better.
#[test]
fn cards_without_a_price_are_compared_by_their_numbers() {
    let unit = |name: &str, phase: u32, melee: u32, effect: &str| {
        format!(
            "name: {name}\ntype: unit\nalignment: nature\nlevel: 3\nphase: {phase}\nmelee_attack: {melee}\n\
             ranged_attack: 0\ndefense: 7\n{effect}"
        )
    };
    let folder = Folder::with(&[
        ("cards/pawn.yaml", &unit("Pawn", 6, 2, "")),
        ("cards/guard.yaml", &unit("Guard", 5, 2, "")),
        ("cards/boulder.yaml", &unit("Boulder", 9, 0, "")),
        (
            "cards/statue.yaml",
            &unit(
                "Statue",
                9,
                0,
                "effect: \"On Attack: This attack gains +1.\"\n",
            ),
        ),
        ("cardwright.toml", "game = \"ccg\"\n"),
    ]);
    folder.run(&["check", "--format", "short"]).expect(0).says(&[
        "cards/pawn.yaml:1:7: warning[L0103]: \"Pawn\" is worse than \"Guard\"",
        "cards/boulder.yaml:1:7: warning[L0119]: \"Boulder\" has no ability below `As an Attack`",
        "cards/statue.yaml:9:9: warning[L0119]: \"Statue\" has an ability below `On Attack`",
    ]);
}
