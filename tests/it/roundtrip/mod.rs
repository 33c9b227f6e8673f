//! Law 3, tested with generated IRs: `parse(print(ir)) == ir`, different IRs have different texts, and every variant
//! of the IR is generated.

mod actions;
mod amounts;
mod choices;
mod control;
mod nouns;
mod when;

use std::collections::{BTreeMap, HashMap};

use cardwright::diagnostic::Code;
use cardwright::effect::{self, Bearer, ir::Ability};
use choices::{Focus, Gen, SYMBOLS};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::support::options;

/// An ability, and the type of its card.
type Case = (String, Ability);

fn cases(focus: Focus, verbs: &'static [&'static str]) -> impl Strategy<Value = Case> {
    proptest::collection::vec(any::<u32>(), 200).prop_map(move |choices| {
        let mut made = Gen::new(choices, focus, verbs);
        let ability = made.ability();
        (made.card_type.to_string(), ability)
    })
}

/// The number of cases for each family: few, or with `cargo xtask test --long` at least 10,000 that the
/// language accepts.
fn count() -> usize {
    let long = options::long();
    if long { 10_000 } else { 150 }
}

/// Diagnostics of texts that make no sense in play: a card that can be neither ready nor spent, a location that would
/// be put into a deck. The generators know the types of things, but not everything that each verb requires of them;
/// the law is about valid texts.
fn is_nonsense(code: Code) -> bool {
    matches!(code, Code::CannotApply | Code::Contradiction)
}

fn check(focus: Focus, verbs: &'static [&'static str]) {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[7; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = cases(focus, verbs);
    let mut seen: HashMap<(String, String), Ability> = HashMap::new();
    let mut wrong: BTreeMap<String, (usize, String)> = BTreeMap::new();
    let (mut accepted, mut refused) = (0, 0);
    while accepted < count() {
        let (card_type, ability) = strategy.new_tree(&mut runner).expect("a case").current();
        let bearer = Bearer {
            card_type: &card_type,
            ..Bearer::default()
        };
        let abilities = vec![ability];
        let text = effect::print(&abilities, &bearer, &SYMBOLS);
        // No card has room for more.
        if text.lines().any(|line| line.len() > 1_000) {
            continue;
        }
        let (again, found) = effect::compile(&text, &bearer, &SYMBOLS);
        let cannot_be_said = [
            "does this wait only after the event",
            "who chooses between the two",
            "this sentence already has a limit",
            "this sentence already waits for an event",
            "missing position: this zone has an order",
            "other than this card, or than each of those",
            "the same number changes twice",
            "does the trait before the first one apply to both",
            "is the condition checked now, or at that time",
            "the cards of each player, or of both together",
            "nothing named before this is of the same kind",
            "excludes only things that were chosen one by one",
            "there are two `while` in this sentence",
            "is the part after the \"or\" also forbidden",
            "that many in total, or",
            "missing number of targets",
            "several may match, and none of them was chosen",
            "could refer to 2 things",
            "which of these traits does \"or\" join",
            "so a number has no meaning here",
        ];
        if let Some(first) = found.first()
            && (is_nonsense(first.code)
                || cannot_be_said.iter().any(|why| first.message.contains(why)))
        {
            refused += 1;
            assert!(
                refused < 200 + accepted,
                "more is refused than accepted: {text}"
            );
            continue;
        }
        accepted += 1;
        let reason = match found.first() {
            Some(first) => first.message.clone(),
            None if other_than_anything(&again) != other_than_anything(&abilities) => {
                "is read in another way".to_owned()
            }
            None => {
                let known = seen.insert((card_type, text.clone()), abilities[0].clone());
                if let Some(other) = known {
                    assert_eq!(other, abilities[0], "two IRs print as {text}");
                }
                continue;
            }
        };
        let mut shown = format!("{card_type}: {text}");
        if found.is_empty() {
            let ir = |abilities: &[Ability]| {
                let ir = serde_json::to_value(abilities).expect("IR is JSON");
                crate::support::world::without_spans(ir).to_string()
            };
            shown.push_str(&format!("\n{}\n{}", ir(&abilities), ir(&again)));
        }
        let entry = wrong.entry(reason).or_default();
        entry.0 += 1;
        if entry.1.is_empty() || shown.len() < entry.1.len() {
            entry.1 = shown;
        }
    }
    let lines: Vec<String> = wrong
        .into_iter()
        .map(|(reason, (count, text))| format!("{count} × {reason}\n    {text}"))
        .collect();
    assert!(
        lines.is_empty(),
        "{accepted} tried, {refused} refused, and wrong:\n{}",
        lines.join("\n")
    );
}

/// Returns the IR with `other` in place of `not_itself`: a text has one word for both, and its place decides.
fn other_than_anything(abilities: &[Ability]) -> serde_json::Value {
    fn joined(value: serde_json::Value) -> serde_json::Value {
        use serde_json::Value;
        match value {
            Value::Object(map) => map
                .into_iter()
                .map(|(key, value)| match key.as_str() {
                    "not_itself" => ("other".to_owned(), value),
                    _ => (key, joined(value)),
                })
                .collect(),
            Value::Array(items) => items.into_iter().map(joined).collect(),
            other => other,
        }
    }
    let ir = serde_json::to_value(abilities).expect("IR is JSON");
    joined(crate::support::world::without_spans(ir))
}

/// Variants that only texts of other games have. The language reference has examples of them.
const OF_OTHER_GAMES: &[&str] = &[
    "Ability.part: present",
    "Ability.scale: present",
    "Argument.argument=number",
    "Argument.argument=player",
    "Argument.argument=things",
    "Argument.argument=word",
    "Condition.condition=holds",
    "Deed.deed=be-affected",
    "Duration.until=end-of",
    "Duration.until=end-of-next",
    "Duration.until=periods",
    "Effect.effect=act.do=apply-rule",
    "Effect.effect=act.do=bonus",
    "Effect.effect=act.do=gain-resource",
    "Effect.effect=act.do=have-ability",
    "Effect.effect=act.do=pay-resource",
    "Effect.effect=act.do=perform",
    "Effect.effect=act.do=remove-from-game",
    "Effect.effect=delayed.period: present",
    "Effect.effect=ladder",
    "Effect.effect=limit.period: present",
    "Event.event=occurs",
    "LimitPeriod=period",
    "Moment=end-of-period",
    "Moment=start-of-next-period",
    "Moment=start-of-period",
    "Place.place=under",
    "Selector.select=pile",
    "Occasion.occasion=at.period: present",
];

#[test]
fn every_variant_is_generated() {
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[11; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let mut abilities = Vec::new();
    for (focus, verbs) in FAMILIES {
        let strategy = cases(*focus, verbs);
        // Conditions, events and actions on cards have the most variants for one family.
        let wide = matches!(focus, Focus::Conditions | Focus::Events) || verbs.contains(&"cards");
        for _ in 0..if wide { 3_000 } else { 200 } {
            let (_, ability) = strategy.new_tree(&mut runner).expect("a case").current();
            abilities.push(vec![ability]);
        }
    }
    let (possible, missing) =
        crate::support::variants::missing(abilities.iter().map(Vec::as_slice));
    let known = |one: &String| {
        OF_OTHER_GAMES.iter().any(|known| {
            let rest = one.strip_prefix(known);
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        })
    };
    println!(
        "{} of {possible} variants generated",
        possible - missing.len()
    );
    let open: Vec<&String> = missing.iter().filter(|one| !known(one)).collect();
    assert!(open.is_empty(), "never generated: {open:#?}");
}

macro_rules! families {
    ($($name:ident: $focus:ident $verbs:expr;)+) => {
        $(#[test] fn $name() { check(Focus::$focus, $verbs); })+

        const FAMILIES: &[(Focus, &[&str])] = &[$((Focus::$focus, $verbs),)+];
    };
}

families! {
    amounts: Amounts &[];
    nouns: Nouns &[];
    places: Places &[];
    states: States &[];
    times: Times &[];
    conditions: Conditions &[];
    events: Events &[];
    control: Control &[];
    damage: Verbs &["damage"];
    size: Verbs &["size"];
    numbers: Verbs &["numbers"];
    movement: Verbs &["movement"];
    fighting: Verbs &["fighting"];
    cannot: Verbs &["cannot"];
    marks: Verbs &["marks"];
    cards: Verbs &["cards"];
    playing: Verbs &["playing"];
    statistics: Verbs &["statistics", "costs"];
    attaching: Verbs &["attaching"];
    tokens: Verbs &["tokens"];
    prevention: Verbs &["prevention"];
    boosting: Verbs &["boosting"];
    granting: Verbs &["granting"];
}
