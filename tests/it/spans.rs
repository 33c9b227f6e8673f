//! Spans in the IR: every character of a text is in the span of a node with a meaning.
//!
//! The span of an ability is ignored: it covers its whole line and would hide gaps.

use std::ops::Range;

use cardwright::effect::{self, Bearer};
use serde_json::Value;

use crate::support::table::examples;
use crate::support::world::card_game;

/// A node with a span, and the spans of its descendants.
struct Spanned {
    at: Range<usize>,
    inner: Vec<Spanned>,
}

fn spanned(value: &Value) -> Vec<Spanned> {
    match value {
        Value::Object(map) => {
            let inner: Vec<Spanned> = map
                .iter()
                .filter(|(key, _)| *key != "span")
                .flat_map(|(_, value)| spanned(value))
                .collect();
            match map.get("span") {
                Some(span) => {
                    let end = |i: usize| span[i].as_u64().expect("an offset") as usize;
                    vec![Spanned {
                        at: end(0)..end(1),
                        inner,
                    }]
                }
                None => inner,
            }
        }
        Value::Array(items) => items.iter().flat_map(spanned).collect(),
        _ => Vec::new(),
    }
}

/// Returns the errors in the spans of a text.
fn faults(
    text: &str,
    bearer: &Bearer<'_>,
    symbols: &cardwright::symbols::Symbols<'_>,
) -> Vec<String> {
    let (abilities, found) = effect::compile(text, bearer, symbols);
    assert!(found.is_empty(), "{text}: {}", found[0].message);
    let mut faults = Vec::new();
    let mut covered = vec![false; text.len()];
    for ability in &abilities {
        let ability = serde_json::to_value(ability).expect("IR is JSON");
        for node in spanned(&ability) {
            for node in &node.inner {
                cover(text, node, &mut covered);
            }
            check(text, &node, &mut faults);
        }
    }
    let lost: String = text
        .char_indices()
        .map(|(at, c)| {
            if covered[at] || c.is_whitespace() {
                ' '
            } else {
                c
            }
        })
        .collect();
    if !lost.trim().is_empty() {
        faults.push(format!("{text}\n{lost}  <- in no node"));
    }
    faults
}

fn cover(text: &str, node: &Spanned, covered: &mut [bool]) {
    if text.get(node.at.clone()).is_some() {
        covered[node.at.clone()].fill(true);
    }
    for node in &node.inner {
        cover(text, node, covered);
    }
}

/// Checks that a span starts and ends with a word and contains the spans within it.
fn check(text: &str, node: &Spanned, faults: &mut Vec<String>) {
    match text.get(node.at.clone()) {
        Some(piece) if !piece.is_empty() && piece.trim() == piece => {}
        piece => faults.push(format!("{text}\n    {:?} is {piece:?}", node.at)),
    }
    for inner in &node.inner {
        if inner.at.start < node.at.start || inner.at.end > node.at.end {
            faults.push(format!(
                "{text}\n    {:?} is in {:?}, but its span is not",
                text.get(inner.at.clone()),
                text.get(node.at.clone())
            ));
        }
        check(text, inner, faults);
    }
}

#[test]
fn every_character_is_covered_by_a_node() {
    let world = card_game();
    let symbols = world.symbols();
    let mut wrong = Vec::new();
    let mut texts = 0;
    for example in examples() {
        wrong.extend(faults(&example.text, &example.bearer(), &symbols));
        texts += 1;
    }
    for card in world.cards() {
        let Some(effect) = &card.effect else { continue };
        wrong.extend(faults(effect.text().trim(), &world.bearer(card), &symbols));
        texts += 1;
    }
    assert!(texts > 200, "there are texts to look at");
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
