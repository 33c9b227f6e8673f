//! Outlines describe the meaning of texts in plain words. After an intended change:
//!
//! ```text
//! cargo xtask bless outline
//! ```

use std::collections::{BTreeMap, BTreeSet};

use cardwright::effect::ir::Ability;
use cardwright::effect::{self, Bearer};
use serde_json::Value;

use crate::support::table::{self, Example};
use crate::support::world::{GameSymbols, card_game, games};
use crate::support::{options, root};

const CASES: &str = "tests/outline/cases.txt";

/// The keys of the IR that hold the kind of a node.
const KINDS: [&str; 15] = [
    "amount",
    "condition",
    "count",
    "deed",
    "direction",
    "do",
    "effect",
    "event",
    "occasion",
    "permission",
    "place",
    "placement",
    "select",
    "superlative",
    "until",
];

/// Parses a table: `@` and a card type, then `>` and the lines of a text, then its outline. Returns the table with
/// the current outlines.
fn blessed(table: &str, mut outline: impl FnMut(&str, &str) -> String) -> String {
    let mut card_type = "";
    let mut result = String::new();
    let mut text: Vec<&str> = Vec::new();
    let mut lines = table.lines().peekable();
    while let Some(line) = lines.next() {
        if let Some(line) = line.strip_prefix("> ") {
            text.push(line);
        } else if let Some(name) = line.strip_prefix("@ ") {
            card_type = name;
        } else if !line.starts_with('#') && !line.is_empty() {
            continue;
        }
        result.push_str(line);
        result.push('\n');
        if !text.is_empty() && !lines.peek().is_some_and(|next| next.starts_with("> ")) {
            result.push_str(&outline(card_type, &text.join("\n")));
            text.clear();
        }
    }
    result
}

/// Compiles a text for a card type, which has the id of another game than the card game before it: `board-game/spell`.
fn read(card_type: &str, text: &str, symbols: &GameSymbols<'_>) -> (Vec<Ability>, String) {
    let (game, card_type) = card_type
        .split_once('/')
        .unwrap_or(("card-game", card_type));
    let symbols = symbols.of(game);
    let bearer = Bearer {
        card_type,
        ..Bearer::default()
    };
    let (abilities, found) = effect::compile(text, &bearer, symbols);
    assert!(found.is_empty(), "{text}: {}", found[0].message);
    let outline = effect::outline(&abilities, &bearer, symbols);
    (abilities, outline)
}

#[test]
fn outlines_match_the_table() {
    let games = games();
    let symbols = games.symbols();
    let path = root().join(CASES);
    let table = std::fs::read_to_string(&path).expect(CASES);
    let now = blessed(&table, |card_type, text| read(card_type, text, &symbols).1);
    if options::blessing() {
        std::fs::write(&path, &now).expect("a file can be written");
        return;
    }
    let first = table
        .lines()
        .zip(now.lines())
        .position(|(old, new)| old != new);
    if let Some(at) = first {
        panic!(
            "{CASES}:{}\n  it says {:?}\n  it is   {:?}\nif that is meant, run: cargo xtask bless outline",
            at + 1,
            table.lines().nth(at),
            now.lines().nth(at)
        );
    }
    assert_eq!(table, now);
}

#[test]
fn different_texts_have_different_outlines() {
    let games = games();
    let symbols = games.symbols();
    let mut seen: BTreeMap<(String, String), String> = BTreeMap::new();
    let mut alike = Vec::new();
    for Example {
        game,
        card_type,
        text,
        ..
    } in table::all_examples()
    {
        let card_type = format!("{game}/{card_type}");
        let (_, outline) = read(&card_type, &text, &symbols);
        if let Some(other) = seen.insert((card_type, outline.clone()), text.clone()) {
            alike.push(format!("{other}\n{text}\n{outline}"));
        }
    }
    assert!(seen.len() > 100);
    assert!(alike.is_empty(), "{}", alike.join("\n"));
}

#[test]
fn table_covers_every_kind_of_node() {
    let games = games();
    let symbols = games.symbols();
    let table = std::fs::read_to_string(root().join(CASES)).expect(CASES);
    let mut shown = BTreeSet::new();
    let mut cases = 0;
    blessed(&table, |card_type, text| {
        let (abilities, outline) = read(card_type, text, &symbols);
        let ir = serde_json::to_value(&abilities).expect("IR is JSON");
        collect(&ir, &mut |kind, value| {
            if let Some(name) = value.as_str() {
                shown.insert((kind.to_owned(), name.to_owned()));
            }
        });
        cases += 1;
        outline
    });
    assert!(cases >= 60, "{cases} cases");
    let schema = serde_json::to_value(schemars::schema_for!(Ability)).expect("a schema is JSON");
    let mut missing = Vec::new();
    let mut known = 0;
    collect(&schema, &mut |kind, value| {
        if let Some(name) = value["const"].as_str() {
            known += 1;
            if !shown.contains(&(kind.to_owned(), name.to_owned())) {
                missing.push(format!("{kind}: {name}"));
            }
        }
    });
    assert!(known > 150, "{known} kinds of nodes");
    assert!(
        missing.is_empty(),
        "without a case:\n{}",
        missing.join("\n")
    );
}

/// Values that can replace each other without a change of what else the node has.
const ALIKE: &[(&str, &[&str])] = &[
    ("by", &["you", "opponent", "each"]),
    ("who", &["you", "opponent", "each"]),
    ("side", &["friendly", "enemy"]),
    ("of", &["you", "opponent", "owner"]),
    (
        "is",
        &["exactly", "at-least", "at-most", "more-than", "less-than"],
    ),
    (
        "until",
        &[
            "end-of-round",
            "end-of-turn",
            "end-of-activation",
            "end-of-game",
            "your-next-turn",
        ],
    ),
    ("end", &["top", "bottom"]),
    ("face", &["up", "down"]),
    ("count", &["exactly", "up-to"]),
    ("superlative", &["highest", "lowest"]),
    ("occasion", &["when", "after"]),
    ("per", &["round", "game"]),
    (
        "ref",
        &["target", "attacker", "your-hero", "enemy-hero", "this"],
    ),
    (
        "state",
        &["ready", "spent", "face-up", "face-down", "vacant"],
    ),
    ("zone", &["hand", "deck", "discard"]),
    ("statistic", &["power", "knowledge"]),
    ("attribute", &["attack", "hit_points"]),
    ("mark", &["activation", "retaliation"]),
    ("row", &["front", "middle", "back"]),
    ("rounded", &["up", "down"]),
    ("direction", &["away-from", "toward"]),
];

/// Keys without effect in play: the numbers of slots and the words that a text uses.
const WITHOUT_EFFECT: &[&str] = &["span", "slot", "named", "many", "again"];

/// Collects the changes of a node and of everything in it: a path, and what it has instead.
fn changes(value: &Value, path: &str, found: &mut Vec<(String, Value)>) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                let at = format!("{path}/{key}");
                if WITHOUT_EFFECT.contains(&key.as_str()) {
                    continue;
                }
                match inner {
                    Value::Number(number) => {
                        let number = number.as_u64().expect("a whole number");
                        found.push((at.clone(), Value::from(number + 1)));
                    }
                    Value::Bool(is) => found.push((at.clone(), Value::from(!is))),
                    Value::String(word) => {
                        let alike = ALIKE
                            .iter()
                            .find(|(known, words)| known == key && words.contains(&word.as_str()));
                        if let Some((_, words)) = alike {
                            let others = words.iter().filter(|other| *other != word);
                            found.extend(others.map(|other| (at.clone(), Value::from(*other))));
                        }
                    }
                    _ => {}
                }
                // What may be absent is left out.
                found.push((at.clone(), Value::Null));
                changes(inner, &at, found);
            }
        }
        Value::Array(items) => {
            for (index, inner) in items.iter().enumerate() {
                let at = format!("{path}/{index}");
                found.push((at.clone(), Value::Null));
                changes(inner, &at, found);
            }
        }
        _ => {}
    }
}

/// Returns the value with a change at a path; `null` removes what is there.
fn changed(value: &Value, path: &str, by: &Value) -> Value {
    let mut value = value.clone();
    let (parent, key) = path.rsplit_once('/').expect("a path");
    let parent = value.pointer_mut(parent).expect("the parent of a change");
    match (parent, by) {
        (Value::Object(map), Value::Null) => {
            map.remove(key);
        }
        (Value::Array(items), Value::Null) => {
            items.remove(key.parse().expect("an index"));
        }
        (parent, by) => parent[key] = by.clone(),
    }
    value
}

/// Returns whether the rest of the IR implies what a change removes or replaces, so that the outline need not show it.
fn is_implied(ir: &Value, path: &str, by: &Value) -> bool {
    let path = path.trim_end_matches("/0");
    let parent_of = |end: &str| path.strip_suffix(end).and_then(|at| ir.pointer(at));
    // A field belongs to one type of cards.
    let has_field = |filter: &Value| filter["fields"].is_array();
    // A search names its zone itself.
    let mut parts = path.split("/what/from/zone");
    let action = parts.next().and_then(|at| ir.pointer(at));
    let is_search = |action: &Value| action["do"] == "search";
    // A cost of nothing is neither more nor less.
    let is_nothing = |change: &Value| change["amount"]["amount"] == "all";
    // A card that is played as another one is free.
    let is_as_another = |play: &Value| play["as"].is_object();
    // Without an end, it is the top.
    let is_on_top = |to: &Value| to["end"] == "top";
    by.is_null() && parent_of("/noun/types").is_some_and(has_field)
        || parts.next().is_some() && action.is_some_and(is_search)
        || parent_of("/less").is_some_and(is_nothing)
        || parent_of("/free").is_some_and(is_as_another)
        || by.is_null() && parent_of("/end").is_some_and(is_on_top)
}

#[test]
fn outline_shows_every_change_of_the_ir() {
    let world = card_game();
    let symbols = world.symbols();
    let mut texts: Vec<(String, Option<Vec<String>>, String)> = table::examples()
        .into_iter()
        .map(|one| {
            (
                one.card_type,
                (!one.traits.is_empty()).then_some(one.traits),
                one.text,
            )
        })
        .collect();
    for card in world.cards() {
        let bearer = world.bearer(card);
        if let Some(effect) = &card.effect {
            let traits = bearer.traits.map(<[String]>::to_vec);
            texts.push((
                bearer.card_type.to_owned(),
                traits,
                effect.text().trim().to_owned(),
            ));
        }
    }
    let mut alike: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let mut tried = 0;
    for (card_type, traits, text) in &texts {
        let bearer = Bearer {
            card_type,
            traits: traits.as_deref(),
            ..Bearer::default()
        };
        let (abilities, found) = effect::compile(text, &bearer, &symbols);
        if !found.is_empty() {
            continue;
        }
        let outline = effect::outline(&abilities, &bearer, &symbols);
        let ir = serde_json::to_value(&abilities).expect("IR is JSON");
        let mut all = Vec::new();
        changes(&ir, "", &mut all);
        for (path, by) in all {
            let Ok(other) = serde_json::from_value::<Vec<Ability>>(changed(&ir, &path, &by)) else {
                continue;
            };
            if other.is_empty() || other == abilities {
                continue;
            }
            let outline_of = || effect::outline(&other, &bearer, &symbols);
            let Ok(new) = std::panic::catch_unwind(std::panic::AssertUnwindSafe(outline_of)) else {
                continue;
            };
            tried += 1;
            let end: Vec<&str> = path
                .split('/')
                .filter(|key| key.parse::<usize>().is_err())
                .collect();
            let end = end[end.len().saturating_sub(3)..].join("/");
            if new == outline && !is_implied(&ir, &path, &by) {
                let entry = alike.entry(format!("{end} → {by}")).or_default();
                entry.0 += 1;
                entry.1 = format!("{card_type}: {text}\n{outline}");
            }
        }
    }
    println!("{tried} changes of the IR of {} texts", texts.len());
    let lines: Vec<String> = alike
        .iter()
        .map(|(change, (count, text))| format!("{count} × {change}: {text}"))
        .collect();
    assert!(tried > 2_000, "{tried}");
    assert!(lines.is_empty(), "{}", lines.join("\n"));
}

/// Collects every value of one of [`KINDS`].
fn collect(value: &Value, found: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(map) => {
            for (key, inner) in map {
                if KINDS.contains(&key.as_str()) {
                    found(key, inner);
                }
                collect(inner, found);
            }
        }
        Value::Array(items) => items.iter().for_each(|item| collect(item, found)),
        Value::Null | Value::Bool(_) | Value::Number(_) | Value::String(_) => {}
    }
}
