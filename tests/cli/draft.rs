//! Sets under construction: open points and actual errors.

use super::support::Folder;

#[track_caller]
fn says(set: &str, status: i32, said: &[&str]) {
    let folder = Folder::with(&[("set.yaml", set)]);
    let args = ["kingdom", "set.yaml", "--draft", "--format", "short"];
    let ran = folder.run(&args).expect(status);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), said.len(), "{}", ran.stdout);
    for said in said {
        assert!(ran.stdout.contains(said), "no {said:?} in {}", ran.stdout);
    }
}

const HALF: &str = "\
kingdom: Half a March
hero: Catherine
vanguard: [Royal Guard, Champion]
statistics: { attack: 2 }
deck: { Pikeman: 3, Archer: 2 }
";

#[test]
fn missing_cards_are_listed_as_open() {
    says(
        HALF,
        0,
        &[
            "Half a March: no errors so far; still open: 1 of 3 vanguard cards, \
             6 of 8 statistic cards, 3 of 3 locations, 40 of 45 cards in the deck\n"
                .trim_end(),
        ],
    );
    says(
        "kingdom: Nothing\n",
        0,
        &["still open: the hero, 3 of 3 vanguard cards, 3 of 3 locations, 45 of 45 cards"],
    );
    let empty = HALF.replace("{ Pikeman: 3, Archer: 2 }", "");
    says(&empty, 0, &["45 of 45 cards in the deck"]);
}

#[test]
fn unfixable_mistakes_are_errors_in_a_draft() {
    let wrong = HALF
        .replace("Pikeman: 3", "Pikeman: 4, Castle Gate: 1, Pikemen: 1")
        .replace("attack: 2", "attack: 9");
    says(
        &wrong,
        1,
        &[
            "do not match the `stats` of \"Catherine\": attack 9 instead of",
            "\"Pikeman\" appears 4 times in the deck",
            "\"Castle Gate\" is a location",
            "no card is named \"Pikemen\"",
            "Half a March: not legal, 4 errors; still open: ",
        ],
    );
    // A finished set would lack cards, too.
    let folder = Folder::with(&[("set.yaml", HALF)]);
    folder
        .run(&["kingdom", "set.yaml"])
        .expect(1)
        .says(&["has no locations", "40 fewer than the 45"]);
}

#[test]
fn json_lists_the_open_places() {
    let folder = Folder::with(&[("set.yaml", HALF)]);
    let args = ["kingdom", "set.yaml", "--draft", "--format", "json"];
    let report = folder.run(&args).expect(0).json();
    let verdict = &report["kingdoms"][0];
    assert_eq!(verdict["legal"], false);
    assert_eq!(verdict["errors"], 0);
    let vanguard = serde_json::json!({
        "zone": "vanguard", "missing": 1, "of": 3, "words": "1 of 3 vanguard cards",
    });
    assert_eq!(verdict["open"][0], vanguard);
    assert_eq!(verdict["open"].as_array().map(Vec::len), Some(4));
}

#[test]
fn draft_uses_the_zones_of_its_game() {
    let set = "kingdom: Towers\ngame: ccg\nhero: Solmyr\nunits: { Halfling: 2, Mage: 1 }\n";
    says(
        set,
        0,
        &["still open: 1 of 3 units of level 1, 1 of 2 units of level 2, 1 of 1 units of level 3"],
    );
}

#[test]
fn complete_draft_is_a_legal_set() {
    let whole = "kingdom: Towers\ngame: ccg\nhero: Solmyr\n\
                 units: { Halfling: 2, Dwarf: 1, Mage: 1, Gold Golem: 1, Genie: 1 }\n";
    says(
        whole,
        0,
        &["Towers: legal (hero 1, units 6; 7 cards in all)"],
    );
}

#[test]
fn unfillable_places_are_reported() {
    let rules = "house_rules: long\ntitle: Long\ngame: card-game\nrules:\n  \
                 - { rule: long-deck, instead_of: deck-of-45, kind: count, zone: deck, exactly: 9000 }\n\
                 without: [sixty-cards]\n";
    let set = HALF.replace("hero:", "house_rules: long\nhero:");
    let folder = Folder::with(&[("cards/set.yaml", &set), ("cards/long.yaml", rules)]);
    let args = ["kingdom", "cards/set.yaml", "--draft"];
    folder.run(&args).expect(0).says(&[
        "8995 of 9000 cards in the deck; cannot be filled: rule long-deck requires 9000 cards, \
         but these cards allow at most ",
    ]);
}

#[test]
fn sets_with_equal_names_are_counted_separately() {
    let folder = Folder::with(&[
        ("1.yaml", HALF),
        ("2.yaml", &HALF.replace("Archer: 2", "Archer: 4")),
    ]);
    let args = ["kingdom", "1.yaml", "2.yaml", "--draft", "--format", "json"];
    let report = folder.run(&args).expect(1).json();
    let errors = |set: usize| report["kingdoms"][set]["errors"].clone();
    assert_eq!(report["summary"]["kingdoms"], 2);
    // The second has the name of the first, and one card too many.
    assert_eq!((errors(0), errors(1)), (0.into(), 2.into()));
    assert_eq!(report["kingdoms"][2], serde_json::Value::Null);
}
