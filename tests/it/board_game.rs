//! The data of the board game: the published figures as cards, and starting decks.

use std::fmt::Write as _;

use crate::support::{Folder, read};

const GAME: &str = include_str!("../../cards/board-game/game.yaml");

/// The deck in which the faults are put.
const DECK: &str = "kingdom: Begin
game: board-game
hero: Catherine
statistics: { attack: 2, defense: 2, power: 1, knowledge: 1 }
spells: { Magic Arrow: 1 }
ability: Leadership
specialty: crusaders-catherine-1
army: [Halberdiers, Marksmen]
";

/// Returns the rows of a table of figures.
fn rows(path: &str) -> Vec<Vec<String>> {
    let text = read(path);
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let cells = |line: &str| line.split('|').map(|cell| cell.trim().to_owned()).collect();
    lines.map(cells).collect()
}

/// Returns a folder with a card for each row of the tables, and the starting deck of each hero.
fn folder() -> Folder {
    let mut cards = String::new();
    let mut abilities: Vec<String> = Vec::new();
    let mut folder_files: Vec<(String, String)> = Vec::new();
    for row in rows("tests/board_game/heroes.txt") {
        let [
            name,
            class,
            of,
            faction,
            attack,
            defense,
            power,
            knowledge,
            ability,
            specialty,
        ] = row.as_slice()
        else {
            panic!("a row of heroes: {row:?}");
        };
        let _ = writeln!(
            cards,
            "- name: \"{name}\"\n  type: hero\n  faction: {faction}\n  hero_type: {of}\n  class: {class}\n  \
             stats: {{ attack: {attack}, defense: {defense}, power: {power}, knowledge: {knowledge} }}\n  \
             starting_ability: \"{ability}\"\n  specialty: \"{specialty}\""
        );
        for level in [1, 4, 6] {
            let _ = writeln!(
                cards,
                "- name: \"{specialty}\"\n  type: specialty\n  hero: \"{name}\"\n  level: {level}\n  \
                 effect: |\n    Instant: Draw a card."
            );
        }
        if !abilities.contains(ability) {
            abilities.push(ability.clone());
        }
        let spells = if of == "magic" { 2 } else { 1 };
        let number = folder_files.len();
        folder_files.push((
            format!("cards/kingdoms/{number}.yaml"),
            format!(
                "kingdom: \"{name} begins\"\ngame: board-game\nhero: \"{name}\"\nspells: {{ Magic Arrow: {spells} }}\n\
                 specialty: \"{specialty}\"\n"
            ),
        ));
    }
    for ability in abilities {
        let _ = writeln!(
            cards,
            "- name: \"{ability}\"\n  type: ability\n  effect: |\n    Instant: Draw a card.\n  expert: |\n    \
             Instant: Draw 2 cards."
        );
    }
    cards.push_str(
        "- name: Leadership\n  type: ability\n  empowered: true\n  effect: |\n    Instant: Draw 2 cards.\n\
         - name: Magic Arrow\n  type: spell\n  level: basic\n  effect: |\n    Activation: Deal 1 damage to a unit.\n\
         - name: Haste\n  type: spell\n  level: basic\n  school: air\n  effect: |\n    Activation: Draw a card.\n",
    );
    folder_files.push(("cards/heroes.yaml".to_owned(), cards));
    folder_files.push(("cards/units.yaml".to_owned(), units()));
    let mut buildings = String::new();
    for row in rows("tests/board_game/buildings.txt") {
        let [faction, name, kind, gold, materials, valuables] = row.as_slice() else {
            panic!("a row of buildings: {row:?}");
        };
        let _ = writeln!(
            buildings,
            "- name: \"{name}\"\n  type: building\n  faction: {faction}\n  kind: {kind}\n  \
             cost: {{ gold: {gold}, building_materials: {materials}, valuables: {valuables} }}\n  \
             effect: |\n    Friendly bronze units gain +1 attack."
        );
    }
    folder_files.push(("cards/buildings.yaml".to_owned(), buildings));
    folder_files.push(("cards/game.yaml".to_owned(), GAME.to_owned()));
    let files: Vec<(&str, &str)> = folder_files
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    Folder::with(&files)
}

fn units() -> String {
    let mut cards = String::new();
    let mut last = String::new();
    for row in rows("tests/board_game/units.txt") {
        let [
            name,
            side,
            faction,
            tier,
            of,
            attack,
            defense,
            health,
            initiative,
            gold,
            valuables,
        ] = row.as_slice()
        else {
            panic!("a row of units: {row:?}");
        };
        let cost: Vec<String> = [("gold", gold), ("valuables", valuables)]
            .iter()
            .filter(|(_, amount)| !amount.is_empty())
            .map(|(resource, amount)| format!("{resource}: {amount}"))
            .collect();
        let face = |indent: &str| {
            let cost = match cost.is_empty() {
                true => String::new(),
                false => format!("{indent}cost: {{ {} }}\n", cost.join(", ")),
            };
            format!(
                "{indent}unit_type: {of}\n{indent}stats: {{ attack: {attack}, defense: {defense}, \
                 health_points: {health}, initiative: {initiative} }}\n{cost}"
            )
        };
        let bank = faction == "creature bank";
        if bank || faction == "neutral" {
            let _ = writeln!(
                cards,
                "- name: \"{name}\"\n  type: unit\n  faction: neutral"
            );
            if !tier.is_empty() {
                let _ = writeln!(cards, "  tier: {tier}");
            }
            if bank {
                let _ = writeln!(cards, "  bank: {side}");
            }
            cards.push_str(&face("  "));
            last.clear();
            continue;
        }
        let variant = if side.contains("alternate") {
            "-alternate"
        } else {
            ""
        };
        let id = format!("{name} {faction}{variant}")
            .to_lowercase()
            .replace(' ', "-");
        if id != last {
            let written = match variant {
                "" => String::new(),
                _ => format!("  id: {id}\n"),
            };
            let _ = write!(
                cards,
                "- name: \"{name}\"\n  type: unit\n{written}  faction: {faction}\n  tier: {tier}\n"
            );
            last = id;
        }
        let side = side.split(' ').next().unwrap_or_default();
        let _ = write!(cards, "  {side}:\n{}", face("    "));
    }
    cards
}

#[test]
fn published_figures_have_no_errors_and_the_known_slips() {
    let ran = folder().run(&["check", "cards", "--format", "short"]);
    let lines = || ran.stdout.lines().chain(ran.stderr.lines());
    let errors: Vec<&str> = lines().filter(|line| line.contains("error[")).collect();
    assert!(errors.is_empty(), "{}", errors.join("\n"));
    let mut unusual: Vec<String> = lines()
        .filter(|line| line.contains("L0119"))
        .filter_map(|line| {
            line.split_once("]: ")?
                .1
                .split(';')
                .next()
                .map(str::to_owned)
        })
        .collect();
    unusual.sort();
    assert_eq!(
        unusual,
        [
            "the `few.unit_type` of \"Energy Elementals\" is `ground`, but the `pack.unit_type` is `flying`",
            "the `few.unit_type` of \"Gremlins\" is `ground`, but the `pack.unit_type` is `ranged`",
            "the `few.unit_type` of \"Ice Elementals\" is `ground`, but the `pack.unit_type` is `ranged`",
            "the `few.unit_type` of \"Storm Elementals\" is `ground`, but the `pack.unit_type` is `ranged`",
            "the `few.unit_type` of \"Titans\" is `ground`, but the `pack.unit_type` is `ranged`",
            "the gold in the `few.cost` of \"Gremlins\" is 0",
        ]
    );
}

#[test]
fn single_faults_of_a_deck_are_one_finding_with_the_smallest_repair() {
    let folder = folder();
    folder.write("cards/kingdoms/begin.yaml", DECK.as_bytes());
    let ran = folder.run(&["kingdom", "cards/kingdoms/begin.yaml", "--format", "short"]);
    assert!(ran.status == 0, "{}{}", ran.stdout, ran.stderr);
    let text = read("tests/board_game/faults.txt");
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let (edit, expected) = line.split_once(" | ").expect("a rule");
        let (from, to) = edit.split_once(" => ").expect("a replacement");
        let (rule, changes) = expected.split_once(" | ").expect("a number of changes");
        let deck = DECK.replace(from, to);
        assert_ne!(deck, DECK, "{from}");
        folder.write("cards/kingdoms/begin.yaml", deck.as_bytes());
        let ran = folder.run(&["kingdom", "cards/kingdoms/begin.yaml", "--color", "never"]);
        let all = format!("{}{}", ran.stdout, ran.stderr);
        assert_eq!(all.matches("error[").count(), 1, "{line}\n{all}");
        assert!(all.contains(&format!("rule {rule}")), "{line}\n{all}");
        let ran = folder.run(&[
            "kingdom",
            "cards/kingdoms/begin.yaml",
            "--repair",
            "--write",
        ]);
        let all = format!("{}{}", ran.stdout, ran.stderr);
        let count = format!("{changes} change");
        assert!(all.contains(&count), "{line}\n{all}");
        let ran = folder.run(&["kingdom", "cards/kingdoms/begin.yaml"]);
        assert!(ran.status == 0, "{line}\n{}{}", ran.stdout, ran.stderr);
    }
}

#[test]
fn three_faults_of_a_deck_are_three_findings() {
    let folder = folder();
    let deck = DECK
        .replace("ability: Leadership", "ability: Wisdom")
        .replace("Magic Arrow: 1", "Magic Arrow: 2")
        .replace("Marksmen]", "skeletons-necropolis]");
    folder.write("cards/kingdoms/begin.yaml", deck.as_bytes());
    let ran = folder.run(&["kingdom", "cards/kingdoms/begin.yaml", "--color", "never"]);
    let all = format!("{}{}", ran.stdout, ran.stderr);
    assert_eq!(all.matches("error[").count(), 3, "{all}");
}

#[test]
fn broken_rules_for_cards_are_reported() {
    let folder = folder();
    let hero = |stats: &str, ability: &str| {
        format!(
            "- name: Probe\n  type: hero\n  faction: castle\n  hero_type: might\n  class: witch\n  stats: {stats}\n  \
             starting_ability: {ability}\n  specialty: Probes\n"
        )
    };
    let stats = "{ attack: 2, defense: 2, power: 1, knowledge: 1 }";
    let unit = "- name: Probes\n  type: unit\n  faction: castle\n  tier: gold\n";
    let side = |of: &str, attack: u32| {
        format!(
            "  {of}:\n    unit_type: ground\n    stats: {{ attack: {attack}, defense: 1, health_points: 7, initiative: 8 }}\n"
        )
    };
    let few = side("few", 5);
    let cases = [
        (hero("{ attack: 3, defense: 2, power: 1, knowledge: 1 }", "Wisdom"), "must add up to 6"),
        (hero(stats, "Wisdm"), "no ability is named \"Wisdm\""),
        (hero(stats, "Wisdom"), "the `class` of \"Probe\" is `witch`"),
        (hero(stats, "Wisdom"), "is the `hero` of 0 specialties"),
        (unit.to_owned() + &few, "\"Probes\" has no `pack`"),
        (unit.to_owned() + &few + &side("pack", 4), "lower than the 5 in `few.stats`"),
        (
            unit.replace("gold", "azure") + &few + &side("pack", 6),
            "the `tier` of \"Probes\" is `azure`",
        ),
        (
            unit.to_owned() + &few.replace("initiative: 8", "initiativ: 8") + &side("pack", 6),
            "initiativ",
        ),
        (
            unit.to_owned() + &few.replace("unit_type", "unit_typ") + &side("pack", 6),
            "unknown card field `unit_typ`",
        ),
        (
            unit.to_owned() + "  few: 3\n" + &side("pack", 6),
            "must be a mapping with `unit_type`",
        ),
        (
            "- name: Crusaders\n  id: probe\n  type: specialty\n  hero: Catherine\n  level: 4\n  effect: |\n    \
             Instant: Draw 3 cards.\n"
                .to_owned(),
            "both have the `hero` Catherine and the `level` 4",
        ),
        (
            "- name: Probe\n  type: artifact\n  level: minor\n  effect: |\n    Instant: Return \"Halberdiers\" to your hand.\n"
                .to_owned(),
            "2 cards are named \"Halberdiers\"",
        ),
        (
            "- name: Probe\n  type: ability\n  effect: |\n    Instant: Draw a card.\n  expert: |\n    Instant: Drew 2 cards.\n"
                .to_owned(),
            "Drew",
        ),
        (
            "- name: Probe\n  type: ability\n  empowered: true\n  effect: |\n    Instant: Draw 5 cards.\n  expert: |\n    \
             Instant: Draw 6 cards.\n"
                .to_owned(),
            "must not have `expert`",
        ),
    ];
    for (card, said) in cases {
        folder.write("cards/probe.yaml", card.as_bytes());
        let ran = folder.run(&["check", "cards", "--format", "short"]);
        let all = format!("{}{}", ran.stdout, ran.stderr);
        assert!(all.contains(said), "{card}\nshould say: {said}\n{all}");
    }
}
