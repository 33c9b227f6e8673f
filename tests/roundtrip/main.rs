//! Law 3, proven by generated IRs: `parse(print(ir)) == ir`, different IRs never print alike, and
//! every variant of the IR is among what was generated.

#[path = "../support/mod.rs"]
mod support;

mod actions;
mod amounts;
mod choices;
mod control;
mod nouns;
mod when;

use std::collections::HashMap;

use cardwright::effect::{self, Bearer, ir::Ability};
use choices::{Focus, Gen, SYMBOLS};
use proptest::prelude::*;
use proptest::strategy::ValueTree;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

/// An ability, and the type of card on which it stands.
type Case = (String, Ability);

fn cases(focus: Focus, verbs: &'static [&'static str]) -> impl Strategy<Value = Case> {
    proptest::collection::vec(any::<u32>(), 200).prop_map(move |choices| {
        let mut made = Gen::new(choices, focus, verbs);
        let ability = made.ability();
        (made.card_type, ability)
    })
}

fn check(focus: Focus, verbs: &'static [&'static str]) {
    let count: u32 = std::env::var("COUNT")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(300);
    let seed = std::env::var("SEED")
        .ok()
        .and_then(|c| c.parse().ok())
        .unwrap_or(0u8);
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &[seed; 32]);
    let mut runner = TestRunner::new_with_rng(Config::default(), rng);
    let strategy = cases(focus, verbs);
    let mut seen: HashMap<(String, String), Ability> = HashMap::new();
    let mut wrong: HashMap<String, (usize, String)> = HashMap::new();
    let (mut all, mut bad, mut long) = (0, 0, 0);
    for _ in 0..count {
        let (card_type, ability) = strategy.new_tree(&mut runner).expect("a case").current();
        let bearer = Bearer {
            card_type: &card_type,
            ..Bearer::default()
        };
        let abilities = vec![ability];
        let text = effect::print(&abilities, &bearer, &SYMBOLS);
        if text.lines().any(|line| line.len() > 1000) {
            long += 1;
            continue;
        }
        all += 1;
        let (again, found) = effect::compile(&text, &bearer, &SYMBOLS);
        let reason = if let Some(first) = found.first() {
            let digits: String = first
                .message
                .chars()
                .filter(|c| !c.is_ascii_digit())
                .collect();
            Some(format!("{digits} [{}]", first.primary.message))
        } else if again != abilities {
            Some("READ IN ANOTHER WAY".to_owned())
        } else {
            None
        };
        if let Some(reason) = reason {
            bad += 1;
            let entry = wrong.entry(reason.clone()).or_insert((0, String::new()));
            entry.0 += 1;
            let mut shown = format!("{card_type}: {text}");
            if reason.starts_with("READ") {
                shown.push_str(&format!(
                    "\n      prints {}",
                    effect::print(&again, &bearer, &SYMBOLS)
                ));
                if std::env::var_os("IR").is_some() {
                    shown.push_str(&format!("\n{}\n{}", clean(&abilities), clean(&again)));
                }
            }
            if entry.1.is_empty() || shown.len() < entry.1.len() {
                entry.1 = shown;
            }
            continue;
        }
        if let Some(other) = seen.get(&(card_type.clone(), text.clone())) {
            assert_eq!(*other, abilities[0], "two IRs print as {text}");
        }
        seen.insert(
            (card_type, text),
            abilities.into_iter().next().expect("one"),
        );
    }
    let mut wrong: Vec<(String, (usize, String))> = wrong.into_iter().collect();
    wrong.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    let lines: Vec<String> = wrong
        .into_iter()
        .map(|(reason, (count, text))| format!("{count}× {reason}\n      {text}"))
        .collect();
    assert!(
        lines.is_empty(),
        "{bad} of {all} ({long} long) wrong:\n{}",
        lines.join("\n")
    );
}

fn clean(abilities: &[Ability]) -> String {
    serde_json::to_string(&support::world::without_spans(
        serde_json::to_value(abilities).expect("JSON"),
    ))
    .expect("JSON")
}

macro_rules! families {
    ($($name:ident: $focus:ident $verbs:expr;)+) => {
        $(#[test] fn $name() { check(Focus::$focus, $verbs); })+
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
