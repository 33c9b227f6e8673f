//! A test: the shipped cards use every construct that the grammar has.

use std::collections::BTreeSet;

use pest::Parser;

use super::read;
use super::syntax::{EffectParser, Rule};
use crate::game;
use crate::source::FileId;
use crate::yaml::{self, Node, Value};

/// Rules that are only other words for something: the canonical text, which shipped cards have, uses
/// the rule behind the dash. The table of variants in `tests/language` uses them.
const OTHER_WORDS: &[(&str, &str)] = &[
    ("of_your", "friendly"),
    ("v_change_by", "v_gain"),
    ("did_lead", "pay_to"),
    ("by_plus", "plus"),
    ("by_minus", "minus"),
    ("v_reduce", "v_take_less"),
    ("v_take_damage", "v_deal"),
    ("v_move_self", "v_move"),
    ("time_lead", "time"),
    ("s_damaged", "s_damage"),
    ("spelled", "digits"),
    ("spelled_text", "digits"),
    ("o_its", "o_noun"),
    ("minus", "v_lose"),
    ("m_starts", "m_start"),
    ("m_ends", "m_end"),
];

/// Rules by which pieces of a text are read, not texts.
const PIECES: &[&str] = &["EOI", "one_heading", "one_sentence", "one_name"];

fn effect_texts(node: &Node, texts: &mut Vec<String>) {
    match &node.value {
        Value::Mapping(entries) => {
            for entry in entries {
                match (entry.key.scalar(), entry.value.scalar()) {
                    (Some(key), Some(value)) if key.text == "effect" => {
                        texts.push(value.text.clone())
                    }
                    _ => effect_texts(&entry.value, texts),
                }
            }
        }
        Value::Sequence(items) => items.iter().for_each(|item| effect_texts(item, texts)),
        Value::Scalar(_) => {}
    }
}

#[test]
fn every_construct_of_the_grammar_stands_on_a_shipped_card() {
    let mut texts = Vec::new();
    for game in game::embedded() {
        for (_, text) in &game.cards {
            let (documents, _) = yaml::read(FileId(0), text);
            for document in &documents {
                if let Some(root) = &document.root {
                    effect_texts(root, &mut texts);
                }
            }
        }
    }
    assert!(texts.len() > 100, "the shipped cards have texts");
    let mut used = BTreeSet::new();
    for text in &texts {
        for line in read::lines(text) {
            let pieces = std::iter::once((Rule::line, line.text))
                .chain(line.modes.iter().map(|mode| (Rule::mode_line, mode.text)));
            for (rule, piece) in pieces {
                let pairs = EffectParser::parse(rule, piece)
                    .unwrap_or_else(|error| panic!("{piece}: {error}"));
                used.extend(pairs.flatten().map(|pair| format!("{:?}", pair.as_rule())));
            }
        }
    }
    let missing: Vec<String> = Rule::all_rules()
        .iter()
        .map(|rule| format!("{rule:?}"))
        .filter(|rule| !rule.starts_with("k_"))
        .filter(|rule| !PIECES.contains(&rule.as_str()))
        .filter(|rule| !OTHER_WORDS.iter().any(|(other, _)| other == rule))
        .filter(|rule| !used.contains(rule) && !is_silent(rule))
        .collect();
    assert!(
        missing.is_empty(),
        "{} rules on no card: {missing:?}",
        missing.len()
    );
}

/// Whether a rule gives no node.
fn is_silent(rule: &str) -> bool {
    super::GRAMMAR.lines().any(|line| {
        line.split_once('=')
            .is_some_and(|(name, body)| name.trim() == rule && body.trim_start().starts_with('_'))
    })
}
