//! Sentences generated from the grammar: sooner or later every rule is used, whether the sentence makes sense or not.
//! Each sentence either compiles or has a diagnostic, and what compiles survives printing and parsing unchanged.

use std::collections::{BTreeMap, HashMap};
use std::panic;

use cardwright::effect::ir::Ability;
use cardwright::effect::{self, Bearer};
use fastrand::Rng;
use pest_meta::ast::Expr;
use serde_json::Value;

use crate::support::options;

/// The number of generated sentences: a part that takes seconds, or with `cargo xtask test --long` all of them.
fn count() -> usize {
    let long = options::long();
    if long { 60_000 } else { 1_500 }
}

/// The depth after which a derivation takes the first alternative that terminates.
const DEEPEST: usize = 60;

/// Words of the game for rules that match any word.
const WORDS: &[(&str, &[&str])] = &[
    (
        "noun",
        &[
            "unit",
            "units",
            "hero",
            "heroes",
            "card",
            "cards",
            "space",
            "spaces",
            "location",
            "spell",
            "spells",
            "artifact",
            "power card",
            "statistic cards",
            "ranged unit",
            "unit or hero",
            "vanguard card",
        ],
    ),
    (
        "word",
        &[
            "unit",
            "card",
            "hero",
            "space",
            "attack",
            "power",
            "size",
            "activation",
        ],
    ),
    ("attribute", &["attack", "move", "hit points"]),
    ("token_kind", &["size", "mine", "damage"]),
    ("mark_kind", &["activation", "retaliation"]),
    ("statistic", &["power", "attack", "knowledge"]),
    ("zone_name", &["deck", "hand", "discard pile"]),
    ("number", &["1", "2", "3"]),
    ("traits", &["*undead*", "*dragon*", "*fire*"]),
    ("names", &["\"Angel\"", "\"Skeleton\""]),
    ("heading", &[""]),
    ("letter_x", &["X"]),
    (
        "ref_noun",
        &[
            "unit", "units", "card", "cards", "hero", "space", "spell", "location", "attack",
        ],
    ),
    ("full_stop", &[". "]),
];

/// Replacements for rules, used three times out of four, because most derivations of the rule fit nowhere.
const OFTEN: &[(&str, &[&str])] = &[
    (
        "np",
        &[
            "an enemy unit",
            "a friendly unit",
            "each enemy unit",
            "that unit",
            "those units",
            "a unit within range 2 of your hero",
            "up to 2 friendly units",
            "your hero",
            "a card",
            "it",
            "them",
            "a friendly *undead* unit",
            "one of those units",
            "a spell",
            "a ready power card",
            "a location you control",
            "another friendly unit",
            "2 cards",
            "the rest",
        ],
    ),
    (
        "bare_np",
        &[
            "units",
            "enemy units",
            "spells",
            "cards in your hand",
            "friendly *undead* units",
        ],
    ),
    ("amount", &["1", "2", "3"]),
    (
        "subject",
        &[
            "an enemy unit",
            "a friendly unit",
            "that unit",
            "each friendly unit",
            "it",
            "your opponent",
            "each player",
            "you",
        ],
    ),
    (
        "zone",
        &[
            "your hand",
            "your discard pile",
            "your opponent's deck",
            "its owner's hand",
            "their deck",
        ],
    ),
    ("player", &["you", "your opponent", "each player"]),
    ("bounded", &["2", "the number of friendly units"]),
];

struct Grammar {
    rules: HashMap<String, Expr>,
    rng: Rng,
}

impl Grammar {
    fn below(&mut self, most: usize) -> usize {
        self.rng.usize(..most)
    }

    fn rule(&mut self, name: &str, depth: usize, text: &mut String) {
        let often = OFTEN.iter().find(|(rule, _)| *rule == name);
        let often = often.filter(|_| self.below(4) > 0);
        if let Some((_, words)) = often.or(WORDS.iter().find(|(rule, _)| *rule == name)) {
            let word = words[self.below(words.len())];
            text.push_str(word);
            if !word.is_empty() && !word.ends_with(' ') {
                text.push(' ');
            }
            return;
        }
        match name {
            "ws" | "eow" => text.push(' '),
            "SOI" | "EOI" => {}
            "ASCII_DIGIT" => text.push('2'),
            "ANY" | "LETTER" | "letter" => text.push('a'),
            _ => {
                let expr = self.rules.get(name).cloned();
                let expr = expr.unwrap_or_else(|| panic!("{name} is not a rule"));
                self.expr(&expr, depth + 1, text);
            }
        }
    }

    fn expr(&mut self, expr: &Expr, depth: usize, text: &mut String) {
        match expr {
            Expr::Str(written) | Expr::Insens(written) => text.push_str(written),
            Expr::Range(first, _) => text.push_str(first),
            Expr::Ident(name) => self.rule(name, depth, text),
            Expr::PosPred(_) | Expr::NegPred(_) => {}
            Expr::Seq(first, second) => {
                self.expr(first, depth, text);
                self.expr(second, depth, text);
            }
            Expr::Choice(..) => {
                let mut ways = Vec::new();
                let mut rest = expr;
                while let Expr::Choice(first, second) = rest {
                    ways.push(&**first);
                    rest = second;
                }
                ways.push(rest);
                let way = match depth > DEEPEST {
                    true => ways.len() - 1,
                    false => self.below(ways.len()),
                };
                self.expr(ways[way], depth, text);
            }
            Expr::Opt(inner) | Expr::Rep(inner) => {
                if depth < DEEPEST && self.below(6) == 0 {
                    self.expr(inner, depth, text);
                }
            }
            Expr::RepOnce(inner) => self.expr(inner, depth, text),
            other => panic!("the grammar has {other:?}"),
        }
    }
}

#[test]
fn derived_sentences_are_read_or_explained() {
    let pairs = pest_meta::parser::parse(
        pest_meta::parser::Rule::grammar_rules,
        cardwright::effect::GRAMMAR,
    )
    .expect("a valid grammar");
    let rules = pest_meta::parser::consume_rules(pairs).expect("the grammar is sound");
    let mut grammar = Grammar {
        rules: rules
            .into_iter()
            .map(|rule| (rule.name, rule.expr))
            .collect(),
        rng: Rng::with_seed(3),
    };
    let world = crate::support::world::card_game();
    let symbols = world.symbols();
    let bearers = [
        ("spell", ""),
        ("spell", ""),
        ("unit", "On Attack: "),
        ("unit", "On Activation: "),
        ("unit", "Passive: "),
        ("hero", "Passive: When an enemy unit is placed, "),
        (
            "spell",
            "Ongoing, attach to an enemy unit: When the attached unit moves, ",
        ),
        ("artifact", ""),
    ];
    let named = [
        "",
        "Choose 2 enemy units. ",
        "Choose a friendly unit. ",
        "Draw 2 cards. ",
        "Your opponent discards a card. ",
    ];
    let (mut parsed, mut read) = (0usize, 0usize);
    let mut wrong: BTreeMap<String, String> = BTreeMap::new();
    for at in 0..count() {
        let (card_type, heading) = bearers[at % bearers.len()];
        let mut text = heading.to_owned();
        if !heading.contains("Passive") && !heading.ends_with(", ") {
            text.push_str(named[grammar.below(named.len())]);
        }
        if grammar.below(3) == 0 {
            grammar.rule("lead", 0, &mut text);
        }
        grammar.rule("statement", 0, &mut text);
        text.push('.');
        let text = text.split_whitespace().collect::<Vec<_>>().join(" ");
        let text = text
            .replace(" .", ".")
            .replace(" ,", ",")
            .replace(" :", ":");
        if text.len() > 400 || !effect::parses(&text) {
            continue;
        }
        parsed += 1;
        let bearer = Bearer {
            card_type,
            ..Bearer::default()
        };
        let tried = panic::catch_unwind(|| {
            let (abilities, found) = effect::compile(&text, &bearer, &symbols);
            if !found.is_empty() {
                return None;
            }
            let printed = effect::print(&abilities, &bearer, &symbols);
            let (again, found) = effect::compile(&printed, &bearer, &symbols);
            let reason = match found.first() {
                Some(finding) => finding.message.clone(),
                None if again != abilities => "is read in another way".to_owned(),
                None if names_nothing(&abilities) => "a slot is read that nothing fills".to_owned(),
                None => String::new(),
            };
            Some((reason, printed))
        });
        let (reason, printed) = match tried {
            Ok(None) => continue,
            Ok(Some((reason, printed))) => {
                read += 1;
                (reason, printed)
            }
            Err(panicked) => match panicked.downcast_ref::<String>() {
                Some(message) => (message.clone(), "a panic".to_owned()),
                None => ("panics".to_owned(), "a panic".to_owned()),
            },
        };
        if reason.is_empty() {
            continue;
        }
        let shown = format!("{}: {text}\n    → {printed}", bearer.card_type);
        let known = wrong.entry(reason).or_insert_with(|| shown.clone());
        if shown.len() < known.len() {
            *known = shown;
        }
    }
    println!(
        "{parsed} of {} can be parsed, {read} mean something",
        count()
    );
    assert!(
        parsed > count() / 2 && read > count() / 2_000,
        "{parsed} parsed, {read} read"
    );
    let lines: Vec<String> = wrong
        .iter()
        .map(|(why, text)| format!("{why}\n    {text}"))
        .collect();
    assert!(
        lines.is_empty(),
        "{} wrong:\n{}",
        lines.len(),
        lines.join("\n")
    );
}

/// Returns whether a reference reads a slot that the text does not fill.
fn names_nothing(abilities: &[Ability]) -> bool {
    let (mut filled, mut read) = (Vec::new(), Vec::new());
    let ir = serde_json::to_value(abilities).expect("IR is JSON");
    slots(&ir, &mut filled, &mut read);
    read.iter().any(|slot| !filled.contains(slot))
}

fn slots<'v>(value: &'v Value, filled: &mut Vec<&'v Value>, read: &mut Vec<&'v Value>) {
    match value {
        Value::Object(object) => {
            if let Some(slot) = object.get("slot") {
                match object.contains_key("ref") {
                    true => read.push(slot),
                    false => filled.push(slot),
                }
            }
            object.values().for_each(|value| slots(value, filled, read));
        }
        Value::Array(values) => values.iter().for_each(|value| slots(value, filled, read)),
        _ => {}
    }
}
