//! `kingdom`: verdicts.

use crate::CARD;
use crate::support::Folder;

/// Cards and a set of the game with small sets.
fn folder() -> Folder {
    let card = |name: &str, fields: &str| {
        format!(
            "- name: {name}\n  {fields}\n  alignment: chaos\n  phase: 1\n  melee_attack: 0\n  \
             ranged_attack: 0\n  defense: 1\n"
        )
    };
    let cards = card(
        "Chief",
        "type: hero\n  class: thief\n  cost: 3\n  hex_speed: 5",
    ) + &card("Rat", "type: unit\n  level: 1")
        + &card("Wolf", "type: unit\n  level: 2")
        + &card("Ogre", "type: unit\n  level: 3");
    Folder::with(&[
        ("cards/cards.yaml", &cards),
        (
            "pack.yaml",
            "kingdom: The Pack\ngame: ccg\nhero: Chief\nunits: { Rat: 3, Wolf: 2, Ogre: 1 }\n",
        ),
        (
            "rabble.yaml",
            "kingdom: The Rabble\ngame: ccg\nhero: Chief\nunits: { Rat: 5, Wolf: 2, Ogre: 1 }\n",
        ),
        ("cardwright.toml", "game = \"ccg\"\n"),
    ])
}

#[test]
fn legal_set_exits_with_0() {
    let ran = folder().run(&["kingdom", "pack.yaml"]).expect(0);
    assert_eq!(
        ran.stdout,
        "The Pack: legal (hero 1, units 6; 7 cards in all)\n"
    );
}

#[test]
fn set_that_breaks_rules_exits_with_1() {
    let folder = folder();
    folder.run(&["kingdom", "rabble.yaml"]).expect(1).says(&[
        "error[E0601]",
        "The Rabble: not legal, ",
        "2 more than the 3 it must be",
    ]);
    let report = folder
        .run(&["kingdom", "pack.yaml", "rabble.yaml", "--format", "json"])
        .expect(1)
        .json();
    let verdicts = report["kingdoms"].as_array().expect("verdicts");
    let legal: Vec<&serde_json::Value> = verdicts.iter().map(|verdict| &verdict["legal"]).collect();
    assert_eq!(legal, [true, false]);
    assert_eq!(
        verdicts[0]["zones"],
        serde_json::json!({ "hero": 1, "units": 6 })
    );
    assert_eq!(report["summary"]["kingdoms"], 2);
}

#[test]
fn game_named_by_the_set_is_used() {
    let folder = folder();
    // Without project settings, the key `game` determines the game, and `--cards` the cards.
    folder.write("cardwright.toml", b"");
    folder
        .run(&["kingdom", "pack.yaml", "--game", "ccg", "--cards", "cards"])
        .expect(0)
        .says(&["The Pack: legal"]);
    folder
        .run(&["check", "pack.yaml"])
        .expect(1)
        .says(&["Chief"]);
}

#[test]
fn file_without_a_set_exits_with_2() {
    let folder = folder();
    folder.write("drill.yaml", CARD.as_bytes());
    folder
        .run(&["kingdom", "drill.yaml"])
        .expect(2)
        .refuses(&["no kingdom set in `drill.yaml`", "`kingdom`"]);
    // The other sets are still validated.
    let ran = folder
        .run(&["kingdom", "drill.yaml", "pack.yaml"])
        .expect(2);
    assert!(ran.stdout.contains("The Pack: legal"), "{}", ran.stdout);
    assert!(ran.stderr.contains("set in `drill.yaml`"), "{}", ran.stderr);
    // In a folder, not every file needs a set.
    folder.write("sets/pack.yaml", folder.read("pack.yaml").as_bytes());
    folder.write("sets/drill.yaml", CARD.as_bytes());
    let ran = folder.run(&["kingdom", "sets"]).expect(1);
    assert!(ran.stdout.contains("The Pack: legal"), "{}", ran.stdout);
    folder.run(&["kingdom", "nothing.yaml"]).expect(2);
    folder.run(&["kingdom"]).expect(2);
}

#[test]
fn set_with_a_yaml_error_is_not_legal() {
    let folder = folder();
    let pack = folder.read("pack.yaml");
    let twice = pack.replace("Ogre: 1", "Ogre: 1, Ogre: 2");
    folder.write("twice.yaml", twice.as_bytes());
    folder.run(&["kingdom", "twice.yaml"]).expect(1).says(&[
        "write `Ogre: 3` if both count, or keep one of the two",
        "The Pack: not legal, 1 error",
    ]);
    folder
        .run(&["kingdom", "twice.yaml", "--draft"])
        .expect(1)
        .says(&["The Pack: not legal, 1 error"]);
    folder
        .run(&["kingdom", "twice.yaml", "--format", "json"])
        .expect(1)
        .says(&["\"legal\": false"]);
    // Only the faulty set.
    let two = format!(
        "{pack}---\n{}units Rat\n",
        twice.replace("The Pack", "The Rest")
    );
    folder.write("two.yaml", two.as_bytes());
    folder
        .run(&["kingdom", "two.yaml"])
        .expect(1)
        .says(&["The Pack: legal", "The Rest: not legal, 2 errors"]);
}

#[test]
fn sets_can_use_the_cards_of_the_project() {
    let folder = folder();
    folder.write("sets/rest.yaml", folder.read("pack.yaml").as_bytes());
    folder.write("sets/none.yaml", b"kingdom: None\nhero: Nobody\n");
    for legal in ["pack.yaml", "sets/rest.yaml"] {
        folder.run(&["check", legal]).expect(0);
    }
    let ran = folder.run(&["check", "sets"]).expect(1);
    ran.says(&["no card is named \"Nobody\""]);
    // Among cards from elsewhere, a set can name those that are checked.
    folder.write(
        "mixed/cards.yaml",
        folder.read("cards/cards.yaml").as_bytes(),
    );
    folder.run(&["check", "mixed", "pack.yaml"]).expect(0);
}

#[test]
fn set_without_a_name_is_not_legal() {
    let folder = folder();
    let pack = folder.read("pack.yaml");
    folder.write("pack.yaml", pack.replace("The Pack", "").as_bytes());
    let call = ["kingdom", "pack.yaml"];
    let not_legal = [
        "the name of a starting force is empty",
        "pack: not legal, 1 error",
    ];
    folder.run(&call).expect(1).says(&not_legal);
    folder
        .run(&["kingdom", "pack.yaml", "--format", "json"])
        .expect(1)
        .says(&["\"legal\": false"]);
    folder
        .run(&["kingdom", "pack.yaml", "--repair"])
        .expect(1)
        .says(&["is empty", "pack: not repaired: it has 1 error"]);
}

#[test]
fn misspelt_kingdom_key_is_one_finding() {
    let folder = folder();
    let pack = folder.read("pack.yaml");
    for key in ["Kingdom:", "name:", "kindgom:"] {
        folder.write("pack.yaml", pack.replace("kingdom:", key).as_bytes());
        for command in ["kingdom", "check"] {
            let ran = folder
                .run(&[command, "pack.yaml", "--format", "short"])
                .expect(1)
                .says(&["no key `kingdom`; write `kingdom`"]);
            assert_eq!(ran.stdout.matches(": error[").count(), 1, "{}", ran.stdout);
        }
    }
}

#[test]
fn unknown_house_rules_flag_is_an_argument_error() {
    let folder = folder();
    folder
        .run(&["kingdom", "pack.yaml", "--house-rules", "nope"])
        .expect(2)
        .refuses(&["no house rules have the id `nope`"]);
}

#[test]
fn counts_before_names_are_one_finding() {
    let folder = folder();
    let reversed = folder
        .read("pack.yaml")
        .replace("Rat: 3, Wolf: 2, Ogre: 1", "3: Rat, 2: Wolf, 1: Ogre");
    folder.write("pack.yaml", reversed.as_bytes());
    folder.run(&["kingdom", "pack.yaml"]).expect(1).says(&[
        "write the count after the name",
        "write `Rat: 3`, and the others in the same way",
        "not legal, 1 error",
    ]);
}
