//! House rules: sets that are validated by them, and faulty house rules.

use super::support::Folder;

const SET: &str = "\
kingdom: Small March
house_rules: tavern
hero: Catherine
vanguard: [Royal Guard, Champion, Banner of Erathia]
locations: [Castle Gate, Garrison, Stables]
deck:
  Pikeman: 1
  Angel: 1
  Bless: 1
";

const RULES: &str = "\
house_rules: tavern
title: Tavern
game: card-game
rules:
  - rule: deck-of-3
    instead_of: deck-of-45
    kind: count
    zone: deck
    exactly: 3
without: [sixty-cards]
";

fn folder(set: &str, rules: &str) -> Folder {
    Folder::with(&[
        ("cards/small-march.yaml", set),
        ("cards/tavern.yaml", rules),
    ])
}

/// Returns the diagnostics of a set and its house rules, one line each.
#[track_caller]
fn says(set: &str, rules: &str, said: &[&str]) {
    let ran = folder(set, rules).run(&["check", "--format", "short"]);
    let lines: Vec<&str> = ran.stdout.lines().collect();
    assert_eq!(lines.len(), said.len(), "{}", ran.stdout);
    for said in said {
        assert!(ran.stdout.contains(said), "no {said:?} in {}", ran.stdout);
    }
}

#[test]
fn named_house_rules_apply_to_the_set() {
    says(SET, RULES, &[]);
    let four = SET.replace("Bless: 1", "Bless: 2");
    says(
        &four,
        RULES,
        &["the deck has 4 cards, 1 more than the 3 it must have"],
    );
    let of_the_game = SET.replace("house_rules: tavern\n", "");
    says(&of_the_game, RULES, &["45 it must have"]);
}

#[test]
fn flag_applies_to_sets_without_house_rules() {
    let folder = folder(&SET.replace("house_rules: tavern\n", ""), RULES);
    let set = "cards/small-march.yaml";
    folder
        .run(&["kingdom", set, "--house-rules", "tavern"])
        .expect(0)
        .says(&["Small March: legal"]);
    folder
        .run(&["kingdom", set, "--house-rules", "tavrn"])
        .expect(2)
        .refuses(&["no house rules have the id `tavrn`", "write `tavern`"]);
    // Even if no set uses them.
    folder.write(set, SET.as_bytes());
    folder
        .run(&["kingdom", set, "--house-rules", "nope"])
        .expect(2)
        .refuses(&[
            "no house rules have the id `nope`",
            "the house rules here are",
        ]);
}

#[test]
fn all_mistakes_of_house_rules_are_reported_in_one_run() {
    let rules = "\
house_rules: tavern
rules:
  - rule: deck-of-3
    instead_of: deck-of-45
    kind: cuont
    zone: deck
    exactly: three
without: [sixty-card, 12]
banned:
  Angle: { reason: too strong, since: 2026-13-01 }
  Archer: too strong
restricted: { Pikemen: 1, Archer: one }
points: { at_most: 8, cards: { Azur Dragon: 4 } }
";
    says(
        SET,
        rules,
        &[
            "the house rules have no `title`",
            "`kind` cannot be `cuont`; write `count`",
            "`exactly` is a whole number, not `three`",
            "the game has no rule \"sixty-card\"; write `sixty-cards`",
            "an entry of `without` is a text, not `12`",
            "no card is named \"Angle\"; write `Angel`",
            "\"2026-13-01\", the start of the ban of \"Angle\", is not a date",
            "`Archer` is a mapping, not `too strong`",
            "no card is named \"Pikemen\"; write `Pikeman`",
            "`Archer` is a whole number, not `one`",
            "no card is named \"Azur Dragon\"; write `Azure Dragon`",
        ],
    );
}

/// A faulty rule still counts as a rule, and a misspelt word is read as the intended one.
#[test]
fn mistakes_of_house_rules_have_exact_spans() {
    let rules = "\
house_rules: tavern
titel: Tavern
since: 2026-02-30
rules:
  - { rule: a, kind: count }
  - { rule: b, kind: total, exactly: 60 }
  - { rule: c, kind: count, zone: deck, where: { cots: 3 }, at_most: 3 }
  - { rule: d, kind: cuont, zone: dekc, exactly: 3 }
  - { rule: e, kind: field, zone: deck, field: foo, is: 3 }
without: [sixty-card]
banned:
  Angel: { reason: \"\", since: 2026-02-30 }
  Archer: { reason: no, since: 2026-06-31 }
  Bless: { reason: no, since: 2028-02-29 }
points:
";
    says(
        SET,
        rules,
        &[
            "tavern.yaml:2:1: error[E0701]: unknown key `titel`; write `title`",
            "tavern.yaml:3:1: error[E0701]: unknown key `since`",
            "tavern.yaml:5:7: error[E0701]: an entry of `rules` has no `zone`",
            "tavern.yaml:7:50: error[E0701]: the game has no field \"cots\"; write `cost`",
            "tavern.yaml:8:22: error[E0701]: `kind` cannot be `cuont`; write `count`",
            "tavern.yaml:8:35: error[E0701]: the game has no zone \"dekc\"; write `deck`",
            "tavern.yaml:9:7: error[E0701]: an entry of `rules` has no `otherwise`",
            "tavern.yaml:9:48: error[E0701]: the game has no field \"foo\"",
            "tavern.yaml:10:11: error[E0701]: the game has no rule \"sixty-card\"; write `sixty-cards`",
            "tavern.yaml:12:20: error[E0701]: the reason for the ban of \"Angel\" is empty",
            "tavern.yaml:12:31: error[E0701]: \"2026-02-30\", the start of the ban of \"Angel\", is not a date",
            "tavern.yaml:13:32: error[E0701]: \"2026-06-31\", the start of the ban of \"Archer\", is not a date",
            "tavern.yaml:15:1: error[E0701]: `points` has no value",
        ],
    );
}

#[test]
fn cards_are_banned_restricted_and_counted() {
    let more = |lines: &str| format!("{RULES}{lines}");
    says(
        SET,
        &more("banned:\n  Angel: { reason: too strong, since: 2026-03-01 }\n"),
        &["\"Angel\" is in the deck, but is banned since 2026-03-01"],
    );
    says(SET, &more("restricted: { Pikeman: 1 }\n"), &[]);
    let two = SET
        .replace("Pikeman: 1", "Pikeman: 2")
        .replace("  Bless: 1\n", "");
    says(
        &two,
        &more("restricted: { Pikeman: 1 }\n"),
        &["\"Pikeman\" appears 2 times in the deck; at most 1 copy is allowed"],
    );
    let points = "points: { at_most: 4, cards: { Angel: 3, Pikeman: 1, Champion: 1 } }\n";
    says(
        SET,
        &more(points),
        &["the cards of this kingdom set count 5 points; at most 4 are allowed"],
    );
    says(SET, &more(&points.replace("at_most: 4", "at_most: 5")), &[]);
}

/// The sets are still validated, because the requirements are known.
#[test]
fn contradictory_rules_are_reported() {
    says(
        SET,
        &RULES.replace("without: [sixty-cards]", "why: A short evening."),
        &[
            "the kingdom set has 18 cards in all, 42 fewer than the 60 it must have",
            "no set can satisfy the rule \"sixty-cards\": its parts have at most 18 cards; \
             write `without: [sixty-cards]`",
        ],
    );
    says(
        SET,
        &RULES.replace("    instead_of: deck-of-45\n", ""),
        &[
            "42 fewer than the 45 it must have",
            "no set can satisfy the rules \"deck-of-45\" and \"deck-of-3\": no `deck` matches both; \
             write `without: [deck-of-45]`",
        ],
    );
}

#[test]
fn sets_with_faulty_house_rules_are_not_checked() {
    let cases: &[(&str, &str, &str)] = &[
        (
            "kind: count",
            "kind: cuont",
            "`kind` cannot be `cuont`; write `count`",
        ),
        (
            "instead_of: deck-of-45",
            "instead_of: deck-of-54",
            "the game has no rule \"deck-of-54\"; write `deck-of-45`",
        ),
        (
            "[sixty-cards]",
            "[sixty-crads]",
            "the game has no rule \"sixty-crads\"; write `sixty-cards`",
        ),
        (
            "zone: deck",
            "zone: dekc",
            "the game has no zone \"dekc\"; write `deck`",
        ),
        (
            "title: Tavern",
            "tilte: Tavern",
            "unknown key `tilte`; write `title`",
        ),
        (
            "without: [sixty-cards]",
            "without: [sixty-cards]\nbanned: { Angle: { reason: no } }",
            "no card is named \"Angle\"; write `Angel`",
        ),
        (
            "exactly: 3",
            "exatcly: 3",
            "unknown key `exatcly`; write `exactly`",
        ),
        (
            "instead_of: deck",
            "instead_off: deck",
            "unknown key `instead_off`; write `instead_of`",
        ),
        (
            "    exactly: 3\n",
            "",
            "has no limit; add `exactly`, `at_least` or `at_most`",
        ),
        (
            "exactly: 3",
            "at_least: 20\n    at_most: 10",
            "no number is both at least 20 and at most 10",
        ),
        (
            "exactly: 3",
            "exactly: 30\n    at_least: 40",
            "has `exactly` together with another limit",
        ),
        (
            "without: [sixty-cards]",
            "banned: { Angel: { reason: no, since: yesterday } }",
            "is not a date; write a date such as `2026-03-01`",
        ),
        (
            "game: card-game",
            "game: cardgame",
            "these rules are for the game \"cardgame\"",
        ),
        (
            "without: [sixty-cards]",
            "  - { rule: deck-of-3, kind: total, exactly: 18 }",
            "duplicate rule name \"deck-of-3\"",
        ),
        (
            "rule: deck-of-3",
            "rule: three-copies",
            "the game has a rule \"three-copies\" that still applies",
        ),
        (
            "without: [sixty-cards]",
            "without: [sixty-cards]\nrestricted: { Angel: 2, angel: 1 }",
            "\"Angel\" is listed twice",
        ),
    ];
    for (right, wrong, said) in cases {
        assert!(RULES.contains(right), "{right}");
        says(SET, &RULES.replace(right, wrong), &[said]);
    }
}

#[test]
fn house_rules_ids_are_unique() {
    let rules = RULES.replace("house_rules: tavern", "house_rules: My Tavern");
    let set = SET.replace("house_rules: tavern", "house_rules: My Tavern");
    says(
        &set,
        &rules,
        &["\"My Tavern\" cannot be an id; write `my-tavern`"],
    );
    // A set that already uses the corrected id needs no change.
    let rules = RULES.replace("house_rules: tavern", "house_rules: Tavern");
    says(SET, &rules, &["\"Tavern\" cannot be an id; write `tavern`"]);
}

#[test]
fn house_rules_of_the_game_can_be_named() {
    let ran =
        folder(&SET.replace("tavern", "skirmish"), RULES).run(&["check", "--format", "short"]);
    assert!(
        ran.stdout
            .contains("the deck has 3 cards, 27 fewer than the 30"),
        "{}",
        ran.stdout
    );
}

#[test]
fn misspelt_house_rules_key_is_recognised() {
    for word in ["format", "rules", "Ruleset"] {
        let folder = folder(&SET.replace("house_rules", word), RULES);
        let ran = folder.run(&["check", "--format", "short"]).expect(1);
        ran.says(&["error[E0602]", "write `house_rules`"]);
        folder.run(&["check", "--unsafe-fixes"]).expect(0);
        assert_eq!(folder.read("cards/small-march.yaml"), SET);
    }
    // These rules do not exist.
    let other = SET.replace("house_rules: tavern", "format: standard");
    let folder = folder(&other, RULES);
    folder.run(&["check", "--unsafe-fixes"]).expect(1);
    let commented = other.replace("format", "# format");
    assert_eq!(folder.read("cards/small-march.yaml"), commented);
}
