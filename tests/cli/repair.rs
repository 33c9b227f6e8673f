//! The smallest repair of a set: as text, as a diff, and written to the file.

use super::support::{Folder, Ran};

/// A set that breaks every rule except the one about the sum, which follows from its parts.
const CHAOS: &str = "\
# Everything is wrong here.
kingdom: Chaos
hero: [Catherine, Pikeman]
vanguard: [Royal Guard, Angel]   # two, and one is none
locations: [Stables, Stables, Garrison, Angel]
statistics: { attack: 3, defense: 3, power: 1, knowledge: 2 }
deck:
  # units
  Pikeman: 4   # too many
  Archer: 3
  'Griffin': 3
  Swordsman: 3
  Skeleton: 3
  Tundra: 2
  Stables: 1
  Champion: 1
  Halberdier: 3
  Cavalier: 3
  Crusader: 3
  Marksman: 3
  Monk: 3
  Ballista: 3
  First Aid Tent: 3
  Gnoll Marauder: 3
";

const REPAIRED: &str = "\
# Everything is wrong here.
kingdom: Chaos
hero: [Catherine]
vanguard: [Royal Guard, Royal Guard, Royal Guard]   # two, and one is none
locations: [Stables, Arrow Tower, Garrison]
statistics: { attack: 2, defense: 3, power: 1, knowledge: 2 }
";

fn folder(set: &str) -> Folder {
    Folder::with(&[("set.yaml", set)])
}

#[track_caller]
fn repaired(set: &str) -> String {
    let folder = folder(set);
    let args = ["kingdom", "set.yaml", "--repair", "--write"];
    folder.run(&args).expect(0).says(&["now legal"]);
    let after = folder.read("set.yaml");
    folder.run(&["kingdom", "set.yaml"]).expect(0);
    let again = folder.run(&args).expect(0);
    assert!(
        again.stdout.contains("nothing to repair"),
        "{}",
        again.stdout
    );
    assert_eq!(folder.read("set.yaml"), after);
    after
}

fn shown(folder: &Folder, more: &[&str]) -> Ran {
    folder.run(&[&["kingdom", "set.yaml", "--repair"], more].concat())
}

#[test]
fn set_that_breaks_every_rule_is_repaired() {
    let folder = folder(CHAOS);
    let ran = shown(&folder, &[]).expect(1).says(&[
        "Chaos: not legal, but ",
        "changes would make it so\n",
        "  hero: remove 1 Pikeman\n",
        "  vanguard cards: swap 1 Angel for 1 Royal Guard\n",
        "  vanguard cards: add 1 Royal Guard\n",
        "  statistic cards: remove 1 attack\n",
        "  locations: swap 1 Stables for 1 ",
        "  locations: remove 1 Angel\n",
        "Tundra (an unknown name)",
        "--- set.yaml\n+++ set.yaml\n",
        "-  Pikeman: 4   # too many\n+  Pikeman: 3   # too many\n",
        "-  Tundra: 2\n",
    ]);
    assert!(!ran.stdout.contains("Tundra Wolves"), "{}", ran.stdout);
    assert_eq!(folder.read("set.yaml"), CHAOS);
    let after = repaired(CHAOS);
    let [head, deck] = after.split("deck:\n").collect::<Vec<_>>()[..] else {
        panic!("{after}");
    };
    assert_eq!(head, REPAIRED);
    for line in [
        "  # units\n",
        "  Pikeman: 3   # too many\n",
        "  'Griffin': 3\n",
    ] {
        assert!(deck.contains(line), "{deck}");
    }
}

/// A legal set that the tests modify in parts.
const MARCH: &str = "\
kingdom: March
hero: Catherine
vanguard: [Royal Guard, Champion, Banner of Erathia]
locations: [Castle Gate, Garrison, Arrow Tower]
deck:
  Pikeman: 3
  Archer: 3
  Griffin: 3
  Swordsman: 3
  Halberdier: 3
  Cavalier: 3
  Crusader: 3
  Marksman: 3
  Monk: 3
  Angel: 3
  Ballista: 3
  First Aid Tent: 3
  Tactics: 3
  Leadership: 3
  Archery: 3
";

#[test]
fn zones_keep_their_notation() {
    let cases = [
        // One card too many in a list, and in a list of lines.
        (
            "locations: [Castle Gate, Garrison, Arrow Tower]",
            "locations: [Castle Gate, Garrison, Arrow Tower, Garrison]",
            "locations: [Castle Gate, Garrison, Arrow Tower]",
        ),
        (
            "locations: [Castle Gate, Garrison, Arrow Tower]",
            "locations:\n  - Castle Gate # the gate\n  - Castle Gate\n  - Garrison\n  - 1 Arrow Tower",
            "locations:\n  - Castle Gate # the gate\n  - Garrison\n  - 1 Arrow Tower",
        ),
        // Too few copies of a name without a count.
        (
            "vanguard: [Royal Guard, Champion, Banner of Erathia]",
            "vanguard: Royal Guard",
            "vanguard: [Royal Guard, Royal Guard, Royal Guard]",
        ),
        // Lines of a text.
        (
            "locations: [Castle Gate, Garrison, Arrow Tower]",
            "locations: |\n  1x Castle Gate\n  3 Garrison\n  Arrow Tower",
            "locations: |\n  1x Castle Gate\n  1 Garrison\n  Arrow Tower",
        ),
        // Statistic cards that are listed although the hero determines them.
        (
            "locations:",
            "statistics: { attack: 3, defense: 2 }\nlocations:",
            "statistics: { attack: 2, defense: 3, knowledge: 2, power: 1 }\nlocations:",
        ),
        (
            "  Archer: 3\n",
            "  archer: 2\n  Archer: 1\n  Nonesuch: 3\n",
            "  archer: 2\n  Archer: 1\n",
        ),
    ];
    for (part, broken, legal) in cases {
        assert!(MARCH.contains(part), "{part}");
        let after = repaired(&MARCH.replace(part, broken));
        assert_eq!(after, MARCH.replace(part, legal));
    }
}

#[test]
fn missing_zone_is_added() {
    let without = MARCH.replace("locations: [Castle Gate, Garrison, Arrow Tower]\n", "");
    let after = repaired(&without);
    let (before, rest) = after.split_once("locations: [").expect("locations");
    assert!(before.ends_with("Banner of Erathia]\n"), "{after}");
    assert!(rest.contains("]\ndeck:\n  Pikeman: 3\n"), "{after}");
    let empty = MARCH.replace("Catherine\n", "\n");
    let after = repaired(&empty);
    assert!(after.starts_with("kingdom: March\nhero: "), "{after}");
    let nothing = repaired("kingdom: Nothing\n");
    assert!(nothing.contains("\ndeck:\n  "), "{nothing}");
}

#[test]
fn hero_is_swapped_only_if_that_saves_changes() {
    let same = shown(&folder(&MARCH.replace("Archery: 3", "Archery: 2")), &[]).expect(1);
    assert!(!same.stdout.contains("hero:"), "{}", same.stdout);
    // Two foreign factions are not allowed, and most cards have one.
    let other = MARCH.replace("hero: Catherine", "hero: Sandro");
    let stays = shown(&folder(&other), &[]);
    assert_eq!(stays.status, 0, "{}", stays.stdout);
    let wrong = MARCH.replace(
        "locations:",
        "statistics: { attack: 1, defense: 1, power: 3, knowledge: 3 }\nlocations:",
    );
    let ran = shown(&folder(&wrong), &[]).expect(1);
    let moves = ran
        .stdout
        .contains("hero: keeping the old one needs more changes");
    assert_eq!(moves, ran.stdout.contains("hero: swap"), "{}", ran.stdout);
    assert!(moves, "{}", ran.stdout);
}

#[test]
fn repair_respects_house_rules_or_finds_no_set() {
    let rules = "house_rules: tavern\ntitle: Tavern\ngame: card-game\nrules:\n  \
                 - { rule: deck-of-9, instead_of: deck-of-45, kind: count, zone: deck, exactly: 9 }\n\
                 without: [sixty-cards]\nbanned: { Angel: { reason: too strong } }\n\
                 points: { at_most: 4, cards: { Pikeman: 2, Archer: 1 } }\n";
    let set = "kingdom: Small\nhouse_rules: tavern\nhero: Catherine\n\
               vanguard: [Royal Guard, Champion, Banner of Erathia]\n\
               locations: [Castle Gate, Garrison, Arrow Tower]\n\
               deck: { Angel: 3, Pikeman: 3, Archer: 3 }\n";
    let with = |rules: &str| Folder::with(&[("cards/set.yaml", set), ("cards/tavern.yaml", rules)]);
    let args = ["kingdom", "cards/set.yaml", "--repair"];
    with(rules)
        .run(&args)
        .expect(1)
        .says(&["Small: not legal, but 6 changes would make it so"]);
    let folder = with(rules);
    folder.run(&[&args[..], &["--write"]].concat()).expect(0);
    folder.run(&args).expect(0).says(&["nothing to repair"]);
    let deck = folder.read("cards/set.yaml");
    let deck = deck.lines().last().expect("a deck");
    assert!(!deck.contains("Angel:"), "{deck}");

    let many = rules.replace("exactly: 9", "exactly: 9000");
    with(&many)
        .run(&args)
        .expect(1)
        .says(&["Small: not repaired: rule deck-of-9 requires 9000 cards, but"]);
    let both = rules.replace(
        "rules:\n",
        "rules:\n  - { rule: at-most-5, kind: count, zone: deck, at_most: 5 }\n",
    );
    with(&both).run(&args).expect(1).says(&[
        "Small: not repaired: rules deck-of-9 and at-most-5 require at least 9 cards and at most 5",
    ]);
}

#[test]
fn other_mistakes_are_left_to_the_author() {
    let folder = folder(&MARCH.replace("Archery: 3", "Archery: three"));
    let ran = shown(&folder, &["--write"]).expect(1);
    assert!(
        ran.stdout
            .contains("\nMarch: not repaired: it has 1 error that other cards cannot fix"),
        "{}",
        ran.stdout
    );
    // The output says which one.
    assert!(
        ran.stdout
            .starts_with("error[E0304]: the count of \"Archery\""),
        "{}",
        ran.stdout
    );
    assert!(folder.read("set.yaml").contains("three"));

    // A misspelt name is a card, not an empty place.
    let folder = self::folder(&MARCH.replace("hero: Catherine", "hero: Katharina"));
    let ran = shown(&folder, &["--write"]).expect(1);
    assert!(
        ran.stdout.contains("help: write \"Catherine\""),
        "{}",
        ran.stdout
    );
    assert!(
        ran.stdout.contains("not repaired: it has 1 error"),
        "{}",
        ran.stdout
    );
    assert!(folder.read("set.yaml").contains("Katharina"));
}

#[test]
fn json_lists_the_changes() {
    let folder = folder(
        &MARCH
            .replace("Archery: 3", "Archery: 4")
            .replace("Angel: 3", "Nonesuch: 3"),
    );
    let report = shown(&folder, &["--format", "json"]).expect(1).json();
    let repair = &report["kingdoms"][0]["repair"];
    assert_eq!(repair["possible"], true);
    assert_eq!(repair["written"], false);
    assert_eq!(repair["changes"], 4);
    let removed = &repair["zones"]["deck"]["removed"];
    assert_eq!(
        removed[0],
        serde_json::json!({ "name": "Nonesuch", "count": 3 })
    );
    assert_eq!(
        removed[1],
        serde_json::json!({ "name": "Archery", "id": "archery", "count": 1 })
    );
    let written = shown(&folder, &["--write", "--format", "json"])
        .expect(0)
        .json();
    assert_eq!(written["kingdoms"][0]["legal"], true);
    assert_eq!(written["kingdoms"][0]["repair"]["written"], true);
    assert_eq!(written["kingdoms"][0]["repair"]["changes"], 4);
    folder.run(&["kingdom", "set.yaml", "--write"]).expect(2);
}

#[test]
fn unknown_house_rules_are_reported() {
    let unknown = CHAOS.replace("hero:", "house_rules: skirmich\nhero:");
    let alone = folder(&unknown);
    for more in [&[][..], &["--write"]] {
        for format in ["short", "human"] {
            let args = ["kingdom", "set.yaml", "--repair", "--format", format];
            let ran = alone.run(&[&args[..], more].concat());
            ran.expect(1).says(&["error[E0606]", "skirmich"]);
        }
    }
    // Its names are checked anyway.
    let misspelt = folder(&unknown.replacen("Skeleton", "Skelton", 1));
    let ran = misspelt.run(&["kingdom", "set.yaml", "--format", "short"]);
    ran.expect(1)
        .says(&["error[E0606]", "no card is named \"Skelton\""]);
    let legal = repaired(CHAOS).replace("Chaos", "Order");
    let both = folder(&format!("{legal}---\n{unknown}"));
    for format in ["short", "human"] {
        let args = ["kingdom", "set.yaml", "--repair", "--format", format];
        both.run(&args)
            .expect(1)
            .says(&["error[E0606]", "Order: legal, nothing to repair"]);
    }
}

/// A part of a valid set with comments, whose deck lacks cards.
fn noted(deck: &str) -> String {
    format!(
        "kingdom: Noted\nhero: Catherine\nvanguard: [Royal Guard, Champion, Banner of Erathia]\n\
         locations: [Castle Gate, Garrison, Arrow Tower]\ndeck:\n{deck}"
    )
}

#[test]
fn comments_of_a_list_are_kept() {
    let deck = "  # my best units\n  - Pikeman: 4 # keep these\n  - Archer: 3\n  # filler\n  - 3x Griffin\n  - Monk\n";
    let after = repaired(&noted(deck));
    let wanted = deck.replace("Pikeman: 4", "Pikeman: 3");
    assert!(after.starts_with(&noted(&wanted)), "{after}");
    assert!(after.contains("\n  - Angel: 3\n"), "{after}");
}

#[test]
fn zone_is_unchanged_if_its_comments_would_be_lost() {
    let deck = "  - Pikeman: 4 # keep these\n    Griffin: 3\n  - Archer: 3\n";
    let folder = folder(&noted(deck));
    shown(&folder, &["--write"])
        .expect(1)
        .says(&["not repaired", "would delete its comments"]);
    assert_eq!(folder.read("set.yaml"), noted(deck));
}

#[test]
fn comments_of_a_block_are_kept() {
    let (before, _) = CHAOS.split_once("deck:").expect("a deck");
    let lines =
        "  - 4 Pikeman  # my favourites\n  - 3 Archer // and theirs\n  1. 2 Griffin # one\n";
    let after = repaired(&format!("{before}deck: |\n{lines}"));
    let lines =
        "  - 3 Pikeman  # my favourites\n  - 3 Archer // and theirs\n  1. 3 Griffin # one\n  3 ";
    assert!(after.contains(lines), "{after}");
}
