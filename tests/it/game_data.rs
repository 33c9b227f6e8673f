//! Game data: what is rejected when it loads, and what needs no Rust code.

use cardwright::game;
use cardwright::source::{FileId, SourceFile};

use crate::support::Folder;

const GAME: &str = include_str!("../../cards/card-game/game.yaml");

/// Runs `check` over a game folder with changed data and one card.
fn checked(change: impl Fn(&str) -> String, card: &str) -> crate::support::Ran {
    let changed = change(GAME);
    assert_ne!(changed, GAME, "the change has to change something");
    let folder = Folder::with(&[("cards/game.yaml", &changed), ("cards/card.yaml", card)]);
    folder.run(&["check", "cards", "--format", "short"])
}

const CARD: &str =
    "name: Probe\ntype: location\neffect: |\n  Once per round, you may draw a card.\n";

/// The data of an embedded game are not checked in every run. With a trailing comment, they are.
#[test]
fn embedded_games_are_valid() {
    for embedded in game::embedded() {
        let load = |text: &str| {
            let file = SourceFile::new(embedded.game.0, text);
            game::load(FileId(0), &file)
        };
        let text = embedded.game.1;
        let judged = load(&format!("{text}# judged\n")).expect("a valid embedded game");
        let taken = load(text).expect("a valid embedded game");
        assert_eq!(
            serde_json::to_value(judged).ok(),
            serde_json::to_value(taken).ok(),
            "{}",
            embedded.id
        );
    }
}

#[test]
fn faulty_data_has_exact_spans() {
    for (from, to, said) in [
        ("  game: card-game", "", ""),
        (
            "of: factions",
            "of: fractions",
            "the game has no list of the vocabulary \"fractions\"",
        ),
        (
            "vocabulary:\n",
            "phrases:\n  probe: { kind: action, text: \"probe {nobody}\", doc: Probe. }\nvocabulary:\n",
            "the phrase `probe` cannot be read: `{nobody}` is neither",
        ),
        (
            "vocabulary:\n",
            "phrases:\n  probe: { kind: action, text: \"probe {unit}\", also: [\"probe\"], doc: Probe. }\nvocabulary:\n",
            "the phrase `probe` cannot be read: `probe` has other holes than `text`",
        ),
        (
            "vocabulary:\n",
            "phrases:\n  one: { kind: action, text: probe it, doc: One. }\n  two: { kind: action, text: Probe it, doc: Two. }\nvocabulary:\n",
            "the phrase `two` cannot be read: `Probe it` is a wording of `one` too",
        ),
        (
            "vocabulary:\n",
            "wordings: [\"probe W => probe {2}\"]\nvocabulary:\n",
            "this wording cannot be read: `{2}` is not a number of the pattern",
        ),
        (
            "vocabulary:\n",
            "phrases:\n  probe: { kind: ability, text: probe, of: [wizard], doc: Probe. }\nvocabulary:\n",
            "the game has no card type \"wizard\"",
        ),
        (
            "heading: control",
            "heading: contrl",
            "the game has no heading \"contrl\"",
        ),
        (
            "required: [statistic]",
            "required: [statistik]",
            "the game has no field \"statistik\"",
        ),
        (
            "zone: locations\n      exactly",
            "zone: location\n      exactly",
            "the game has no zone \"location\"",
        ),
        (
            "    bare: true\n    doc: The faction",
            "    bear: true\n    doc: The faction",
            "unknown key `bear`",
        ),
        (
            "      exactly: 45",
            "      exacly: 45",
            "unknown key `exacly`",
        ),
        (
            "    mine: {}",
            "    each: {}",
            "\"each\" cannot be a word of a game",
        ),
        (
            "    hit_points: { name: hit points",
            "    hit_points: { name: hits to",
            "\"hits to\" cannot be a word of a game",
        ),
        (
            "hit_points: { min: 1, max: 20 }",
            "hit_points: { min: 21, max: 20 }",
            "no number is both at least 21 and at most 20",
        ),
        (
            "game: card-game",
            "game: ../card-game",
            "\"../card-game\" cannot be an id",
        ),
        ("    mine: {}", "    Mine: {}", "\"Mine\" cannot be an id"),
        (
            "    key: stats",
            "    key: text",
            "the key `text` has another meaning in a card",
        ),
        (
            "  tokens:\n    size",
            "  card_types:\n    size",
            "the key `card_types` has another meaning in the vocabulary of a bundle",
        ),
        (
            "    castle: { name: Castle }",
            "    castle: {}\n    castle: { name: Castle }",
            "duplicate key \"castle\"",
        ),
        (
            "name: Necropolis",
            "name: Castle",
            "two of the factions have the name \"Castle\": `castle` and `necropolis`",
        ),
        ("  columns: 7", "  columns: 0", "the map has no column"),
        (
            "cards_per_round: { value: 3",
            "cards_per_round: { value: -3",
            "the constant `cards_per_round` is -3",
        ),
        (
            "third, middle",
            "thrid, middle",
            "the game has no row \"thrid\"; write `third`",
        ),
        (
            "    - rule: deck-of-45",
            "    - rule: deck-of-40\n      kind: count\n      zone: deck\n      exactly: 40\n    - rule: deck-of-45",
            "no set can satisfy the rules \"deck-of-40\" and \"deck-of-45\": no `deck` matches both",
        ),
        (
            "    - rule: deck-of-45",
            "    - rule: many\n      kind: count\n      zone: deck\n      where: { type: unit }\n      at_least: 46\n    - rule: deck-of-45",
            "no set can satisfy the rules \"many\" and \"deck-of-45\": no `deck` matches both",
        ),
        (
            "    - rule: hero-is-hero",
            "    - rule: hero-is-spell\n      kind: types\n      zone: hero\n      types: [spell]\n    - rule: hero-is-hero",
            "no set can satisfy the rules \"hero-is-spell\" and \"hero-is-hero\": no `hero` matches both",
        ),
        (
            "name: On Attack",
            "name: \"Attack's start\"",
            "\"Attack's start\" cannot be a heading; write words of letters and `-`",
        ),
        (
            "name: On Attack",
            "name: on activation",
            "two of the headings have the name \"on activation\": `on_activation` and `on_attack`",
        ),
        (
            "  name: kingdom set",
            "  name: ''",
            "this name is empty; write the name used in messages to players",
        ),
        (
            "exactly: 45",
            "exactly: 99999999999999999999",
            "`99999999999999999999` is too large for `exactly`; write a smaller number",
        ),
        (
            "zone: hero\n      exactly: 1",
            "zone: hero\n      exactly: 2",
            "a set names one card in `hero`, not 2; write `1`",
        ),
        (
            "types: [hero]\n",
            "types: []\n",
            "the rule \"hero-is-hero\" allows no card in `hero`",
        ),
        (
            "rule: hero-is-hero",
            "rule: one-hero",
            "duplicate rule name \"one-hero\"",
        ),
        (
            "  columns: 7",
            "  columns: seven",
            "`columns` is a whole number, not `seven`; write a whole number in digits",
        ),
        (
            "  columns: 7",
            "  columns: \"7\"",
            "`columns` is a whole number, not `7`; write `7` without quotes",
        ),
        (
            "  columns: 7",
            "  columns: -7",
            "`columns` is a whole number from 0, not `-7`",
        ),
        (
            "  columns: 7",
            "  columns:",
            "`columns` has no value; write a whole number",
        ),
        (
            "    bare: true",
            "    bare: yes",
            "`bare` is true or false, not `yes`; write `true`",
        ),
        (
            "third, middle",
            "3, middle",
            "an entry of `rows` is a text, not `3`; write `\"3\"`",
        ),
        (
            "kind: choice\n",
            "kind: choise\n",
            "`kind` cannot be `choise`; write `choice`",
        ),
        (
            "min: 1, max: 20",
            "min: 1",
            "`hit_points` has no `max`; add `max: …`",
        ),
        (
            "      kind: count\n",
            "",
            "an entry of `rules` has no `kind`; add `kind:` and one of `count`, `types`",
        ),
        (
            "required: [statistic]",
            "required: statistic",
            "`required` is a list, not `statistic`; write `[statistic]`",
        ),
        (
            "    undead: {}",
            "    undead:",
            "`undead` has no value; write `{}`",
        ),
        (
            "    undead: {}",
            "    undead: [living]",
            "`undead` is a mapping, not a list",
        ),
        ("\nkingdom:", "\n---\nkingdom:", "it has a second document"),
    ] {
        if said.is_empty() {
            continue;
        }
        let ran = checked(|game| game.replacen(from, to, 1), CARD).expect(1);
        assert!(ran.stdout.contains(said), "{from} -> {to}: {}", ran.stdout);
        assert!(ran.stdout.contains("game.yaml:"), "{}", ran.stdout);
    }
}

#[test]
fn all_mistakes_are_reported_in_one_run() {
    let changed = |game: &str| {
        game.replacen("\ntitle:", "\ntitel:", 1)
            .replacen("\nversion: ", "\nversion: v", 1)
            .replacen("  columns: 7", "  columns: seven", 1)
            .replacen("form: list", "form: lst", 1)
            .replacen("      exactly: 45", "      exacly: 45", 1)
    };
    let ran = checked(changed, CARD).expect(1);
    let said = [
        "unknown key `titel`; write `title`",
        "`version` is a whole number, not `v",
        "`columns` is a whole number, not `seven`",
        "`form` cannot be `lst`; write `list`",
        "unknown key `exacly`; write `exactly`",
    ];
    assert_eq!(ran.stdout.lines().count(), said.len(), "{}", ran.stdout);
    for said in said {
        assert!(ran.stdout.contains(said), "{said}: {}", ran.stdout);
    }

    // References are checked even next to unknown keys.
    let changed = |game: &str| {
        game.replacen("      exactly: 45", "      exacly: 45", 1)
            .replacen("required: [statistic]", "required: [statistik]", 1)
    };
    let ran = checked(changed, CARD).expect(1);
    assert_eq!(ran.stdout.lines().count(), 2, "{}", ran.stdout);
    assert!(ran.stdout.contains("write `statistic`"), "{}", ran.stdout);
}

#[test]
fn inconsistent_data_has_exact_spans() {
    // The only diagnostic is at the first changed line.
    for (from, to, said) in [
        (
            "ignoring: [neutral]",
            "ignoring: [nuetral]",
            "one of the factions, not `nuetral`; write `neutral`",
        ),
        (
            "      is: true",
            "      is: yes",
            "is true or false, not `yes`; write `true`",
        ),
        (
            "trait: reaction",
            "trait: reacton",
            "no trait \"reacton\"; write `reaction`",
        ),
        (
            "default_of: [discard",
            "default_of: [discrad",
            "write `discard`",
        ),
        (
            "    required_unless: { cost: vanguard",
            "    required_unless: { cost: flavor",
            "`flavor` is not a flag",
        ),
        (
            "optional: [traits, tokens,",
            "optional: [traits, traits,",
            "`ability` has a duplicate field `traits`",
        ),
        (
            "hero_type, hero_stats",
            "hero_type, hero_stats, unit_stats",
            "and both use the key `stats`",
        ),
        (
            "name: Necropolis",
            "name: \"\"",
            "`necropolis` has an empty name",
        ),
        (
            "plural: abilities",
            "plural: heroes",
            "two card types have the name \"heroes\"",
        ),
        (
            "rule: one-hero",
            "rule: One Hero",
            "cannot be an id; write `one-hero`",
        ),
        (
            "  ability:\n    plural: abilities",
            "  ability:\n    role: leader\n    plural: abilities",
            "the role `leader` is given twice",
        ),
        (
            "    mine: {}",
            "    mine: { role: damage }",
            "the role `damage` is given twice",
        ),
        (
            "    mine: {}",
            "    mine: { role: range }",
            "a word of `tokens` cannot have the role `range`; write `damage` or `size`, or remove it",
        ),
        (
            "    living: {}",
            "    living: { role: size }",
            "a word of `traits` cannot have the role `size`; remove it, or give it to a word of `tokens`",
        ),
        ("    mine: {}", "    mine: { role: damag }", "damage"),
        // A heading that is impossible for texts without one.
        (
            "heading: instant",
            "heading: reaction",
            "a text without a heading cannot have the heading `reaction`, which needs an event; write `instant`",
        ),
        (
            "heading: control",
            "heading: on_attack",
            "the texts of `location` cannot have the heading `on_attack`; write `control`",
        ),
        (
            "pattern: ",
            "pattern: \"[A-Z]+\" #",
            "in a pattern, only `A` and `0` have a meaning; `[` is taken literally",
        ),
        (
            "    angel: {}",
            "    angel: { name: \"*angel*\" }",
            "the name of `angel` contains `*`, which has a meaning in texts; write `angel`",
        ),
        (
            "    angel: {}",
            "    angel: { name: \"angel \" }",
            "the name of `angel` has extra spaces; write `angel`",
        ),
        (
            "    mine: {}",
            "    mine: { name: \"mine 2\" }",
            "\"mine 2\" cannot be a word of a game; write words of letters",
        ),
        (
            "    mine: {}",
            "    mine: { plural: the }",
            "\"the\" cannot be a word of a game; use another `plural`",
        ),
        (
            "    mine: {}",
            "    card: {}",
            "\"card\" cannot be a word of a game",
        ),
        (
            "    charge: {}",
            "    charge: { also: [mine] }",
            "two of the tokens have the name \"mine\": `mine` and `charge`",
        ),
        (
            "    charge: {}",
            "    charge: { also: [charge] }",
            "\"charge\" is already a name of `charge`; remove it",
        ),
        (
            "    ranged: {}",
            "    ranged: { name: might }",
            "have the name \"might\": `might` and `ranged`",
        ),
        (
            "    angel: {}",
            "    angel: { shared: true }",
            "the key `shared` has no meaning for a word of `traits`",
        ),
        (
            "vanguard: { name: vanguard cards,",
            "vanguard: { default_of: [discard], name: vanguard cards,",
            "`discard` has two default zones: `hand` and `vanguard`",
        ),
        (
            "  marks:\n",
            "  mark:\n",
            "the list `mark` is unused; write `marks`",
        ),
        (
            "  traits:\n    living",
            "  trats:\n    living",
            "the list `trats` is unused; write `traits`",
        ),
        (
            "      rounds: ",
            "      rounds: 4000000000 #",
            "a report covers 1 to 100 rounds, not 4000000000",
        ),
        (
            "curves: [cost]",
            "curves: [unit_stats]",
            "the key of the field `unit_stats` in cards is `stats`; write `stats`",
        ),
        // The same word is valid earlier in the file.
        (
            "pay:\n      field: cost",
            "pay:\n      field: rows",
            "no field \"rows\"",
        ),
        ("curves: [cost]", "curves: [deck]", "no field \"deck\""),
        (
            "kind: types\n      zone: hero\n      types: [hero]",
            "kind: types\n      zone: hero\n      types: [instant]",
            "no card type \"instant\"",
        ),
    ] {
        let ran = checked(|game| game.replacen(from, to, 1), CARD);
        assert_eq!(ran.status, 1, "{from} -> {to}: {}", ran.stdout);
        assert!(ran.stdout.contains(said), "{from} -> {to}: {}", ran.stdout);
        let changed = GAME.lines().zip(
            GAME.replacen(from, to, 1)
                .lines()
                .map(str::to_owned)
                .collect::<Vec<_>>(),
        );
        let line = changed
            .into_iter()
            .position(|(old, new)| old != new)
            .map_or(0, |at| at + 1);
        let place = format!("game.yaml:{line}:");
        let mut lines = ran.stdout.lines();
        assert!(
            lines.next().is_some_and(|first| first.contains(&place)),
            "{place} {}",
            ran.stdout
        );
    }
}

#[test]
fn a_game_without_a_role_cannot_say_what_needs_it() {
    for (role, text) in [
        ("leader", "Once per round, you may move your hero 1 step."),
        (
            "damage",
            "Once per round, you may deal 1 damage to an adjacent unit.",
        ),
    ] {
        let card = format!("name: Probe\ntype: location\neffect: |\n  {text}\n");
        let without = |game: &str| {
            game.replace(&format!("    role: {role}\n"), "")
                .replace(&format!("role: {role}, "), "")
        };
        let ran = checked(without, &card).expect(1);
        let said = format!("this game has no {role}");
        assert!(ran.stdout.contains(&said), "{}", ran.stdout);
    }
}

#[test]
fn a_rule_counts_the_cards_of_a_type() {
    let rule = "\n    - rule: few-spells\n      kind: count\n      zone: deck\n      where: { type: spell }\n      \
                what: spells\n      at_most: 0\n";
    let changed = GAME.replacen("\n  rules:\n", &format!("\n  rules:{rule}"), 1);
    let folder = Folder::with(&[
        ("cards/game.yaml", &changed),
        (
            "cards/bolt.yaml",
            "name: Bolt\ntype: spell\ncost: { power: 1 }\neffect: Draw a card.\n",
        ),
        (
            "cards/set.yaml",
            "kingdom: Wings\nhero: Catherine\ndeck: { Bolt: 2 }\n",
        ),
    ]);
    let ran = folder
        .run(&["check", "cards", "--format", "short"])
        .expect(1);
    let said = "the number of spells is 2, but there must be none";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
    let ran = checked(
        |game| {
            let rule = rule.replace("spell }", "spel }");
            game.replacen("\n  rules:\n", &format!("\n  rules:{rule}"), 1)
        },
        CARD,
    )
    .expect(1);
    let said = "the game has no card type \"spel\"; write `spell`";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
}

#[test]
fn mistakes_of_every_kind_are_reported_in_one_run() {
    let changes = [
        ("    kind: numbers\n", "    kind: nubmers\n"),
        ("    of: factions\n", "    of: colors\n"),
        ("heading: control", "heading: nwo"),
        ("      exactly: 45", "      exactly: ten"),
    ];
    let wrong = |game: &str| {
        let changed = changes.iter();
        changed.fold(game.to_owned(), |game, (from, to)| {
            assert!(game.contains(from), "{from}");
            game.replacen(from, to, 1)
        })
    };
    let ran = checked(wrong, CARD).expect(1);
    let said = [
        "`kind` cannot be `nubmers`; write `numbers`",
        "the game has no list of the vocabulary \"colors\"",
        "the game has no heading \"nwo\"",
        "`exactly` is a whole number, not `ten`",
    ];
    for said in said {
        assert!(ran.stdout.contains(said), "no {said:?} in {}", ran.stdout);
    }
    assert_eq!(ran.stdout.lines().count(), said.len(), "{}", ran.stdout);
}

#[test]
fn tab_before_several_fields_is_one_mistake() {
    let tab = |game: &str| game.replacen("\n  faction:\n", "\n\tfaction:\n", 1);
    let ran = checked(tab, CARD).expect(1);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
    let said = "a line is indented with a tab; indent with spaces";
    assert!(ran.stdout.contains(said), "{}", ran.stdout);
}

#[test]
fn field_of_many_types_is_reported_once() {
    let ran = checked(|game| game.replacen("\n  artist:", "\n  painter:", 1), CARD).expect(1);
    assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
    assert!(ran.stdout.contains("no field \"artist\""), "{}", ran.stdout);
}

#[test]
fn rule_about_an_unknown_card_is_reported() {
    for (written, said) in [
        (
            "kind: banned, cards: { Probe: { reason: x } }",
            "write `probe`",
        ),
        (
            "kind: copies, zone: deck, at_most: 1, only: [prob]",
            "write `probe`",
        ),
        (
            "kind: points, zones: [deck], at_most: 3, points: { nobody: 1 }",
            "write the id of a card",
        ),
    ] {
        let rule = format!("\n  rules:\n    - {{ rule: mine, {written} }}\n");
        let ran = checked(|game| game.replacen("\n  rules:\n", &rule, 1), CARD).expect(1);
        assert_eq!(ran.stdout.lines().count(), 1, "{}", ran.stdout);
        assert!(
            ran.stdout.contains("no card has the id") && ran.stdout.contains(said),
            "{}",
            ran.stdout
        );
    }
    let rule = "\n  rules:\n    - { rule: mine, kind: banned, cards: { probe: { reason: x } } }\n";
    checked(|game| game.replacen("\n  rules:\n", rule, 1), CARD).expect(0);
}

#[test]
fn unknown_word_is_located_at_its_value() {
    // Both words also occur in comments above.
    let place = |text: &str, from: &str, to: &str| {
        let at = text.replacen(from, to, 1).find(to).map(|at| at + to.len());
        let before = &GAME[..at.unwrap_or_default()];
        format!("game.yaml:{}:", before.lines().count())
    };
    for (from, to) in [
        ("\ngame: card-game", "\ngame: Card Game"),
        ("zone: locations\n", "zone: location\n"),
    ] {
        let ran = checked(|game| game.replacen(from, to, 1), CARD).expect(1);
        let place = place(GAME, from, to.trim_end());
        assert!(ran.stdout.contains(&place), "{place} {}", ran.stdout);
    }
}

#[test]
fn new_words_need_only_data() {
    // A faction, a trait, a token of two words, a statistic, an attribute and a row.
    let grown = |game: &str| {
        game.replacen(
            "    neutral: { name: neutral }",
            "    neutral: { name: neutral }\n    rampart: { name: Rampart }",
            1,
        )
        .replacen("    undead: {}", "    undead: {}\n    elf: {}", 1)
        .replacen(
            "    mine: {}",
            "    mine: {}\n    fire_wall: { name: fire wall }",
            1,
        )
        .replacen(
            "    knowledge: {}\n  # The numbers",
            "    knowledge: {}\n    luck: {}\n  # The numbers",
            1,
        )
        .replacen(
            "    move: { also: [movement], of: [unit, hero] }",
            "    move: { of: [unit, hero] }\n    initiative: { of: [unit] }",
            1,
        )
    };
    let card = "# cardwright: allow(no-target) its spells are another file's\nname: Wood Elf\ntype: unit\nfaction: rampart\ncost: { luck: 1 }\nunit_type: ranged\ntraits: [elf]\n\
                stats: { attack: 1, move: 3, hit_points: 2 }\neffect: |\n  \
                On Activation: Place a fire wall token on a vacant space within range 2.\n  \
                On Attack: Another *elf* unit gains +2 initiative until the end of the turn.\n  \
                Passive: Your *fire* spells cost 1 luck less (minimum 0).\n";
    let ran = checked(grown, card).expect(0);
    assert_eq!(ran.stdout, "");
}

#[test]
fn merge_keys_work_in_game_data() {
    let merged = |game: &str| {
        let castle = "    castle: { name: Castle }";
        game.replace(castle, "    <<: { castle: { name: Castle } }")
    };
    checked(merged, CARD).expect(0);
}

#[test]
fn deck_rules_are_data() {
    let smaller = |game: &str| {
        game.replacen("      exactly: 45", "      exactly: 30", 1)
            .replacen("      at_most: 3", "      at_most: 2", 1)
    };
    let changed = smaller(GAME);
    let set =
        "kingdom: Small\nhero: Nobody\nvanguard: [A, B, C]\nlocations: [D, E, F]\ndeck: { G: 3 }\n";
    let folder = Folder::with(&[("cards/game.yaml", &changed), ("cards/set.yaml", set)]);
    let ran = folder
        .run(&["check", "cards", "--format", "short"])
        .expect(1);
    assert!(
        ran.stdout.contains("27 fewer than the 30 it must have"),
        "{}",
        ran.stdout
    );
}
